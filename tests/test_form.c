/* Forms against numbers: all expressions of up to two operators over a few parts, each computed for many numbers of the
 * parts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "eval/value/form.h"

enum { PARTS = 3, TRIES = 16, CONSTANTS = 7, LEAVES = PARTS + CONSTANTS, MAX_ALL = 400000 };

typedef enum Mark { MARK_CONSTANT, MARK_UNIFORM, MARK_SOMETHING, MARK_THREAD } Mark;

/* An expression: its form, its number in each try, and its properties by independent computation. */
typedef struct Expression {
	Form form;
	int64_t at[TRIES];
	int64_t times[PARTS]; /* of a linear one: the coefficients of the parts */
	bool linear, folds;
	Mark mark;
} Expression;

static const Op ops[] = { OP_ADD, OP_SUB, OP_MUL, OP_SHL, OP_SHR, OP_DIV, OP_REM, OP_AND, OP_OR, OP_XOR };
enum { OPS = sizeof ops / sizeof *ops };

static Expression *all;
static int n_all;

/* A part of the thread's index, an argument that is a multiple of 4, a loop's counter that is a multiple of 2. */
static void make_leaves(void)
{
	static const int64_t constants[CONSTANTS] = { 0, 1, 2, 3, 4, 12, -8 };
	static const int64_t numbers[PARTS][4] = { { 0, 1, 6, -13 }, { 0, 4, -36, 1000 }, { 0, 2, -6, 1022 } };
	uint64_t serial = 0;
	n_all = 0;
	for (int i = 0; i < PARTS; i++) {
		Expression e = { .linear = true, .folds = i == 2, .mark = i == 0 ? MARK_THREAD : i == 1 ? MARK_UNIFORM : MARK_SOMETHING };
		e.form = i == 2 ? form_fresh(&serial, 1, REFINE_CONSTANT) : form_symbol(i + 1, 2 * i);
		e.form = form_made_of(i == 0 ? MADE_OF_THREAD : i == 1 ? MADE_OF_UNIFORM : MADE_OF_SOMETHING, e.form);
		e.times[i] = 1;
		for (int t = 0; t < TRIES; t++)
			e.at[t] = numbers[i][i == 0 ? t % 4 : i == 1 ? t / 4 : (t + t / 4) % 4];
		all[n_all++] = e;
	}
	for (int i = 0; i < CONSTANTS; i++) {
		Expression e = { .form = form_const(constants[i]), .linear = true, .folds = true };
		for (int t = 0; t < TRIES; t++)
			e.at[t] = constants[i];
		all[n_all++] = e;
	}
}

static bool compute(Op op, bool is_signed, int64_t a, int64_t b, int64_t *out)
{
	uint64_t x = (uint64_t)a, y = (uint64_t)b;
	bool shifts = op == OP_SHL || op == OP_SHR, divides = op == OP_DIV || op == OP_REM;
	if ((shifts && (b < 0 || b > 40)) || (divides && !b))
		return false;
	switch (op) {
	case OP_ADD:
		*out = (int64_t)(x + y);
		break;
	case OP_SUB:
		*out = (int64_t)(x - y);
		break;
	case OP_MUL:
		*out = (int64_t)(x * y);
		break;
	case OP_SHL:
		*out = (int64_t)(x << y);
		break;
	case OP_SHR:
		*out = is_signed ? a >> b : (int64_t)(x >> y);
		break;
	case OP_DIV:
		*out = is_signed ? a / b : (int64_t)(x / y);
		break;
	case OP_REM:
		*out = is_signed ? a % b : (int64_t)(x % y);
		break;
	case OP_AND:
		*out = a & b;
		break;
	case OP_OR:
		*out = a | b;
		break;
	default:
		*out = a ^ b;
	}
	return true;
}

static bool is_constant(const Expression *e)
{
	return e->linear && !e->times[0] && !e->times[1] && !e->times[2];
}

/* Sums and differences are linear, and so are products with a constant. */
static void combine_linear(Op op, const Expression *a, const Expression *b, Expression *out)
{
	bool times = op == OP_MUL || (op == OP_SHL && is_constant(b));
	const Expression *by = op == OP_MUL && is_constant(a) ? a : b, *of = by == a ? b : a;
	int64_t factor = op == OP_SHL && times ? (int64_t)1 << b->at[0] : by->at[0];
	out->linear = a->linear && b->linear && (op == OP_ADD || op == OP_SUB || (times && is_constant(by)));
	for (int i = 0; i < PARTS && out->linear; i++)
		out->times[i] = op == OP_ADD ? a->times[i] + b->times[i] : op == OP_SUB ? a->times[i] - b->times[i] : factor * of->times[i];
}

static bool combine(Op op, bool is_signed, const Expression *a, const Expression *b, Expression *out)
{
	*out = (Expression){ .folds = a->folds && b->folds, .mark = a->mark > b->mark ? a->mark : b->mark };
	for (int t = 0; t < TRIES; t++)
		if (!compute(op, is_signed, a->at[t], b->at[t], &out->at[t]))
			return false;
	combine_linear(op, a, b, out);
	out->form = form_binary(op, is_signed, a->form, b->form);
	if (form_is_const(&out->form))
		out->mark = MARK_CONSTANT;
	return true;
}

static int zeros(int64_t i)
{
	return i ? __builtin_ctzll((uint64_t)i) : FORM_ANY;
}

/* Checks one form. */
static void check(const Expression *e)
{
	static const MadeOf made[] = { MADE_OF_UNIFORM, MADE_OF_UNIFORM, MADE_OF_SOMETHING, MADE_OF_THREAD };
	assert_true(e->form.known);
	assert_int_equal(e->form.made_of, made[e->mark]);
	assert_int_equal(e->form.may_fold, e->folds);
	assert_true(e->form.multiplicand * (uint64_t)e->form.times == e->form.key);
	for (int t = 0; t < TRIES; t++) {
		assert_true(zeros(e->at[t]) >= form_log2_align(&e->form));
		assert_true(!form_is_const(&e->form) || e->form.c == e->at[t]);
	}
	if (e->linear)
		assert_int_equal(form_is_const(&e->form), is_constant(e));
}

static int by_key(const void *x, const void *y)
{
	const Expression *a = x, *b = y;
	return a->form.key < b->form.key ? -1 : a->form.key > b->form.key;
}

static int by_times(const void *x, const void *y)
{
	const Expression *a = x, *b = y;
	for (int i = 0; i < PARTS; i++)
		if (a->times[i] != b->times[i])
			return a->times[i] < b->times[i] ? -1 : 1;
	return 0;
}

/* Expressions with the same key differ by the difference of their constants, for all numbers of the parts. */
static int check_keys(void)
{
	int pairs = 0;
	qsort(all, (size_t)n_all, sizeof *all, by_key);
	for (int i = 1, first = 0; i < n_all; i++) {
		first = all[i].form.key == all[first].form.key ? first : i;
		for (int t = 0; t < TRIES; t++)
			assert_true((uint64_t)all[i].at[t] - (uint64_t)all[first].at[t] ==
				    (uint64_t)all[i].form.c - (uint64_t)all[first].form.c);
		pairs += i != first;
	}
	return pairs;
}

/* Linear expressions have the same key if and only if they have the same coefficients; else, form_differs() holds if no
 * refinement makes them equal. */
static int check_linear(void)
{
	int n = 0, same = 0;
	for (int i = 0; i < n_all; i++)
		if (all[i].linear)
			all[n++] = all[i];
	qsort(all, (size_t)n, sizeof *all, by_times);
	for (int i = 1; i < n; i++) {
		bool equal = by_times(&all[i - 1], &all[i]) == 0, refinement = all[i - 1].times[2] != all[i].times[2];
		assert_int_equal(all[i - 1].form.key == all[i].form.key, equal);
		assert_int_equal(form_differs(&all[i - 1].form, &all[i].form), !equal && !refinement);
		same += equal;
	}
	return same;
}

static void expressions(bool is_signed)
{
	all = malloc(MAX_ALL * sizeof *all);
	make_leaves();
	int n_leaves = n_all;
	for (int a = 0; a < n_leaves; a++)
		for (int b = 0; b < n_leaves; b++)
			for (int op = 0; op < OPS; op++)
				n_all += combine(ops[op], is_signed, &all[a], &all[b], &all[n_all]);
	int n_once = n_all;
	for (int a = 0; a < n_once; a++)
		for (int b = 0; b < (a < n_leaves ? n_once : n_leaves); b++)
			for (int op = 0; op < OPS && (a >= n_leaves || b >= n_leaves); op++)
				n_all += combine(ops[op], is_signed, &all[a], &all[b], &all[n_all]);
	assert_in_range(n_all, 50000, MAX_ALL - 1);
	for (int i = 0; i < n_all; i++)
		check(&all[i]);
	assert_true(check_keys() > 10000);
	assert_true(check_linear() > 5000);
	free(all);
}

static void signed_expressions_are_what_their_forms_say(void **state)
{
	(void)state;
	expressions(true);
}

static void unsigned_expressions_are_what_their_forms_say(void **state)
{
	(void)state;
	expressions(false);
}

/* Alignments are not only correct, but as large as the text shows. */
static void the_text_shows_what_divides(void **state)
{
	(void)state;
	Form t = form_symbol(1, 0);
	const struct {
		Op op;
		int64_t by;
		int log2_align;
	} cases[] = {
		{ OP_MUL, 4, 2 }, { OP_MUL, 12, 2 }, { OP_SHL, 5, 5 }, { OP_AND, ~INT64_C(3), 2 }, { OP_AND, 0x70, 4 },
		{ OP_REM, 8, 0 }, { OP_ADD, 8, 0 },  { OP_OR, 8, 0 },  { OP_DIV, 4, 0 },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		Form made = form_binary(cases[i].op, true, t, form_const(cases[i].by));
		assert_int_equal(form_log2_align(&made), cases[i].log2_align);
	}
	Form times_64 = form_binary(OP_MUL, true, t, form_const(64)), half = form_binary(OP_SHR, true, times_64, form_const(1));
	Form rest = form_binary(OP_REM, false, times_64, form_const(256)), quarter = form_binary(OP_DIV, false, times_64, form_const(4));
	assert_int_equal(form_log2_align(&half), 5);
	assert_int_equal(form_log2_align(&rest), 6);
	assert_int_equal(form_log2_align(&quarter), 4);
	quarter = form_binary(OP_DIV, true, times_64, form_const(4)); /* a signed division adds a correction */
	assert_int_equal(form_log2_align(&quarter), 0);
	assert_false(rest.doubtful);
	assert_true(form_binary(OP_REM, true, times_64, form_const(256)).doubtful);
	/* … but 16 times such a remainder is a multiple of 16 all the same, and 16 times it + 8 one of 8. */
	Form swizzled = form_binary(OP_MUL, true, form_binary(OP_REM, true, times_64, form_const(256)), form_const(16));
	Form offset_by = form_binary(OP_ADD, true, swizzled, form_binary(OP_REM, true, times_64, form_const(128)));
	assert_true(swizzled.doubtful && offset_by.doubtful);
	assert_int_equal(swizzled.sure_align, 4);
	assert_int_equal(offset_by.sure_align, 0);
	Form counter = form_const(64);
	counter.counter = true; /* nvcc computes products with it by adding */
	Form stepped = form_binary(OP_MUL, true, t, counter);
	assert_int_equal(form_log2_align(&stepped), 0);
}

static void what_is_not_known_is_like_no_other(void **state)
{
	(void)state;
	uint64_t serial = 0;
	Form none = { 0 }, t = form_symbol(1, 3), sum = form_binary(OP_ADD, true, none, t);
	Form one = form_fresh(&serial, 0, REFINE_NONE), two = form_fresh(&serial, 0, REFINE_NONE),
	     part = form_fresh(&serial, 0, REFINE_OFFSET);
	assert_false(sum.known);
	assert_int_equal(form_log2_align(&sum), 0);
	assert_false(form_differs(&none, &t));
	assert_true(one.key != two.key && form_differs(&one, &two));
	assert_false(form_differs(&one, &part));
	Form bytes = form_narrow(2, t), again = form_narrow(2, t), other = form_narrow(1, t), word = form_narrow(4, t);
	assert_true(bytes.key == again.key && bytes.key != other.key && bytes.key != t.key && word.key == t.key);
	assert_int_equal(form_log2_align(&bytes), 3);
}

static Form with(Op op, Form a, int64_t b)
{
	return form_binary(op, true, a, form_const(b));
}

/* ((X + add) * by + c) >> shift, for a signed X = k*t: t's multiple and a constant where LLVM folds the shift; what is computed
 * for many t must agree with it. */
static void a_shift_takes_back_a_product(void **state)
{
	(void)state;
	const Form t = form_symbol(1, 0);
	int folded = 0;
	for (int64_t k = 1; k <= 3; k++)
		for (int64_t by = -64; by <= 64; by += 8)
			for (int64_t c = -33; c <= 33; c += 3)
				for (int64_t shift = 1; shift <= 6; shift++) {
					if (!by)
						continue;
					Form form =
						with(OP_SHR, with(OP_ADD, with(OP_MUL, with(OP_ADD, with(OP_MUL, t, k), 1), by), c), shift);
					const bool folds = by % (1 << shift) == 0;
					Form linear = with(OP_MUL, t, k * by / (1 << shift));
					assert_int_equal(form.key == linear.key, folds);
					for (int64_t x = -9; folds && x < 9; x++)
						assert_int_equal(((k * x + 1) * by + c) >> shift, k * x * (by >> shift) + form.c);
					folded += folds;
				}
	assert_true(folded > 1000);
	/* The tree of a scan with 64 threads: (2t + 1) * 16 - 1 is 15 above a multiple of 32, which nvcc does not use. */
	Form odd = with(OP_ADD, with(OP_MUL, t, 2), 1);
	Form scan = with(OP_SHR, with(OP_SUB, with(OP_MUL, odd, 16), 1), 5);
	assert_true(scan.key != t.key);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(signed_expressions_are_what_their_forms_say),
		cmocka_unit_test(unsigned_expressions_are_what_their_forms_say),
		cmocka_unit_test(the_text_shows_what_divides),
		cmocka_unit_test(a_shift_takes_back_a_product),
		cmocka_unit_test(what_is_not_known_is_like_no_other),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
