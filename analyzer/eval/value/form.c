#include "eval/value/form.h"

static uint64_t mix(uint64_t a, uint64_t b)
{
	uint64_t x = (a + b * 0x9e3779b97f4a7c15u) * 0xff51afd7ed558ccdu;
	x ^= x >> 32;
	x *= 0xc4ceb9fe1a85ec53u;
	x ^= x >> 29;
	return x ? x : 1;
}

static int zeros(uint64_t i)
{
	int n = i ? __builtin_ctzll(i) : FORM_ANY;
	return n < FORM_ANY ? n : FORM_ANY;
}

static int least(int a, int b)
{
	return a < b ? a : b;
}

static Form made(uint64_t key, int64_t c, int log2_align)
{
	return (Form){ .key = key,
		       .c = c,
		       .log2_align = (uint8_t)(key ? least(log2_align, FORM_ANY) : FORM_ANY),
		       .sure_align = (uint8_t)(key ? least(log2_align, FORM_ANY) : FORM_ANY),
		       .seen_align = (uint8_t)(key ? least(log2_align, FORM_ANY) : FORM_ANY),
		       .known = true,
		       .multiplicand = key,
		       .times = 1 };
}

Form form_const(int64_t c)
{
	Form form = made(0, c, 0);
	form.may_fold = true;
	return form_made_of(MADE_OF_UNIFORM, form);
}

Form form_made_of(MadeOf what, Form form)
{
	form.made_of = (uint8_t)what;
	return form;
}

/* Member by member: what was just written in parts is slow to copy as a whole. */
void form_renew(Form *form, uint64_t *serial, int log2_align, Refinement refinement)
{
	const uint64_t key = mix(++*serial, 0x5eed);
	const uint8_t align = (uint8_t)least(log2_align, FORM_ANY);
	form->key = form->multiplicand = key;
	form->c = 0;
	form->refinement = refinement ? key : 0;
	form->times = 1;
	form->factor_key = 0;
	form->factor_c = form->factor_by = 0;
	form->log2_align = form->sure_align = form->seen_align = align;
	form->before_loop = 0;
	form->made_of = MADE_OF_SOMETHING;
	form->may_fold = refinement == REFINE_CONSTANT;
	form->known = true;
	form->composed = form->regrouped = form->counter = form->shifted = form->shifted_back = form->doubtful = form->reduced =
		form->carried = form->chosen = form->chosen_pointer = false;
	form->stepped = refinement >= REFINE_STEPS;
}

Form form_fresh(uint64_t *serial, int log2_align, Refinement refinement)
{
	Form form;
	form_renew(&form, serial, log2_align, refinement);
	return form;
}

void form_inherit(Form *form, const Form *a, const Form *b)
{
	form->carried = a->carried || b->carried;
	form->chosen = a->chosen || b->chosen;
	form->chosen_pointer = a->chosen_pointer || b->chosen_pointer;
}

void form_choose(Form *form, bool is_pointer)
{
	form->chosen = true;
	form->chosen_pointer = form->chosen_pointer || is_pointer;
}

Form form_symbol(int sym, int log2_align)
{
	return made(mix((uint64_t)sym, 0x5a17), 0, log2_align);
}

Form form_object(int sym)
{
	Form form = form_symbol(sym, FORM_ANY);
	form.may_fold = true;
	return form_made_of(MADE_OF_UNIFORM, form);
}

bool form_is_const(const Form *form)
{
	return form->known && !form->key;
}

bool form_differs(const Form *a, const Form *b)
{
	return a->known && b->known && a->key != b->key && a->refinement == b->refinement;
}

int form_log2_align(const Form *form)
{
	return form->known ? least(form->log2_align, zeros((uint64_t)form->c)) : 0;
}

static Form scaled(Form a, int64_t by, bool counter)
{
	uint64_t k = (uint64_t)by;
	Form form = made(a.key * k, (int64_t)((uint64_t)a.c * k), counter ? a.log2_align : a.log2_align + zeros(k));
	form.refinement = a.refinement * k;
	form.multiplicand = a.multiplicand;
	form.times = (int64_t)((uint64_t)a.times * k);
	form.factor_key = a.key;
	form.factor_c = a.c;
	form.factor_by = by;
	return form;
}

static Form shifted_left(Form a, int64_t shift, bool counter)
{
	Form form = scaled(a, (int64_t)1 << shift, counter);
	form.shifted = true;
	return form;
}

/* (X * by + c) >> shift is X * (by >> shift) + (c >> shift), as LLVM has it for signed values, if `by` is a multiple of 1 << shift;
 * it does not look further into X. */
static bool is_shifted_factor(bool is_signed, const Form *a, const Form *shift)
{
	return is_signed && a->key && a->factor_by && !a->shifted && form_is_const(shift) && shift->c > 0 && shift->c < 31 &&
	       a->factor_by % ((int64_t)1 << shift->c) == 0;
}

static Form shifted_factor(Form a, int64_t shift)
{
	const uint64_t by = (uint64_t)a.factor_by >> shift | (a.factor_by < 0 ? ~(~(uint64_t)0 >> shift) : 0);
	const uint64_t rest = (uint64_t)a.c - (uint64_t)a.factor_c * (uint64_t)a.factor_by;
	const int64_t c = (int64_t)((uint64_t)a.factor_c * by + ((uint64_t)((int64_t)rest >> shift)));
	Form form = made(a.factor_key * by, c, a.log2_align > shift ? a.log2_align - (int)shift : 0);
	form.multiplicand = a.factor_key;
	form.times = (int64_t)by;
	form.refinement = a.refinement ? form.key : 0;
	return form;
}

static Form summed(Form a, Form b, bool minus)
{
	uint64_t key = minus ? a.key - b.key : a.key + b.key;
	uint64_t c = minus ? (uint64_t)a.c - (uint64_t)b.c : (uint64_t)a.c + (uint64_t)b.c;
	Form sum = made(key, (int64_t)c, least(a.log2_align, b.log2_align));
	sum.refinement = minus ? a.refinement - b.refinement : a.refinement + b.refinement;
	const Form *of = !b.key ? &a : !a.key && !minus ? &b : NULL;
	if (of) {
		sum.multiplicand = of->multiplicand;
		sum.times = of->times;
		sum.factor_key = of->factor_key;
		sum.factor_c = of->factor_c;
		sum.factor_by = of->factor_by;
		sum.shifted = of->shifted;
	}
	return sum;
}

/* Any other operation: the same operation on the same operands gives the same part. */
static Form opaque(Op op, Form a, Form b, int log2_align)
{
	uint64_t left = mix(a.key, (uint64_t)a.c), right = mix(b.key, (uint64_t)b.c);
	Form form = made(mix(mix(left, right), (uint64_t)op + 0x0b), 0, log2_align);
	form.refinement = op == OP_MUL && !a.refinement && !b.refinement ? 0 : form.key;
	return form;
}

static int log2_align_of(Op op, bool is_signed, Form a, Form b)
{
	int x = form_log2_align(&a), y = form_log2_align(&b);
	int shift = form_is_const(&b) && b.c >= 0 ? (int)least(FORM_ANY, b.c > FORM_ANY ? FORM_ANY : (int)b.c) : FORM_ANY;
	bool power = form_is_const(&b) && b.c > 0 && (b.c & (b.c - 1)) == 0;
	switch (op) {
	case OP_MUL:
		return least(x + y, FORM_ANY);
	case OP_SHL:
		return x;
	case OP_SHR:
		return x > shift ? x - shift : 0;
	case OP_DIV:
		return power && !is_signed && x > y ? x - y : 0;
	case OP_REM:
		return power ? x : 0;
	case OP_AND:
		return x > y ? x : y;
	case OP_OR:
	case OP_XOR:
		return least(x, y);
	default:
		return 0;
	}
}

static bool is_zero(const Form *form)
{
	return form_is_const(form) && !form->c;
}

static Form computed(Op op, bool is_signed, Form a, Form b)
{
	if (op == OP_ADD || op == OP_SUB)
		return summed(a, b, op == OP_SUB);
	if (op == OP_AND && (is_zero(&a) || is_zero(&b)))
		return form_const(0);
	if ((op == OP_OR || op == OP_XOR || op == OP_SHR) && is_zero(&b))
		return a;
	if ((op == OP_OR || op == OP_XOR) && is_zero(&a))
		return b;
	if (op == OP_MUL && form_is_const(&b))
		return scaled(a, b.c, b.counter);
	if (op == OP_MUL && form_is_const(&a))
		return scaled(b, a.c, a.counter);
	if (op == OP_SHL && form_is_const(&b) && b.c >= 0 && b.c < 63)
		return shifted_left(a, b.c, b.counter);
	if (op == OP_SHR && is_shifted_factor(is_signed, &a, &b))
		return shifted_factor(a, b.c);
	return opaque(op, a, b, log2_align_of(op, is_signed, a, b));
}

static bool is_linear(Op op)
{
	return op == OP_ADD || op == OP_SUB || op == OP_MUL || op == OP_SHL;
}

static bool is_scaling(Op op)
{
	return op == OP_MUL || op == OP_SHL;
}

static MadeOf made_of_both(const Form *a, const Form *b)
{
	if (a->made_of == MADE_OF_THREAD || b->made_of == MADE_OF_THREAD)
		return MADE_OF_THREAD;
	return a->made_of == MADE_OF_UNIFORM && b->made_of == MADE_OF_UNIFORM ? MADE_OF_UNIFORM : MADE_OF_SOMETHING;
}

Form form_binary(Op op, bool is_signed, Form a, Form b)
{
	if (!a.known || !b.known)
		return (Form){ 0 };
	Form form = computed(op, is_signed, a, b), sure_a = a, sure_b = b, seen_a = a, seen_b = b;
	sure_a.log2_align = a.sure_align;
	sure_b.log2_align = b.sure_align;
	seen_a.log2_align = a.seen_align;
	seen_b.log2_align = b.seen_align;
	/* When nvcc merges accesses, a signed remainder has become a subtraction (seen on an H200), and of (t << 5) >> 3 and of
	 * ((t << 5) >> 5) * 4 it does not know the alignment (in code for sm_90: unlike that of t * 32 >> 3, and of unsigned t). */
	form.shifted_back = op == OP_SHR && is_signed && a.shifted;
	const bool hidden = (op == OP_REM && is_signed) || form.shifted_back || (is_scaling(op) && (a.shifted_back || b.shifted_back));
	const bool hides = hidden && !form_is_const(&form) && form.log2_align;
	form.doubtful = a.doubtful || b.doubtful || hides;
	form.reduced = a.reduced || b.reduced;
	const bool same = a.sure_align == a.log2_align && b.sure_align == b.log2_align;
	form.sure_align = hides ? 0 : same ? form.log2_align : computed(op, is_signed, sure_a, sure_b).log2_align;
	const bool plain = a.seen_align == a.log2_align && b.seen_align == b.log2_align;
	form.seen_align = plain ? form.log2_align : computed(op, is_signed, seen_a, seen_b).log2_align;
	form.may_fold = a.may_fold && b.may_fold;
	form.stepped = (a.stepped || b.stepped) && is_linear(op);
	const bool sums = op == OP_ADD || op == OP_SUB;
	form.composed = op == OP_AND || (sums && ((a.key && b.key) || a.composed || b.composed));
	form.regrouped = a.regrouped || b.regrouped;
	form_inherit(&form, &a, &b);
	return form_made_of(form_is_const(&form) ? MADE_OF_UNIFORM : made_of_both(&a, &b), form);
}

static bool may_regroup(const Form *x, const Form *y)
{
	const bool shares_factor = x->times != 1 && x->times == y->times && !x->c && !y->c;
	return x->key && y->key && (x->composed || y->composed || shares_factor);
}

void form_regroup(Form *sum, const Form *a, const Form *b)
{
	sum->regrouped = sum->regrouped || (sum->known && may_regroup(a, b));
}

Form form_narrow(int bytes, Form a)
{
	if (!a.known || bytes >= 4 || !a.key)
		return a;
	Form form = opaque(OP_NONE, a, form_const(bytes), form_log2_align(&a));
	form.may_fold = a.may_fold;
	form_inherit(&form, &a, &a);
	return form_made_of(a.made_of, form);
}
