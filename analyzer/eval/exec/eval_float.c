/* Floating-point arithmetic.
 *
 * No address is computed from floats in a kernel, so there only small integers are followed.  A host computes its launches
 * from them: `(int)ceil((float)n / 32)`.  There numbers are followed as IEEE 754 and the C library compute them, in the type
 * of the operation: an integer as such, any other number as a symbol that has it (SymInfo.number). */
#include "eval/exec/exec.h"

#include <math.h>
#include <string.h>

enum { MAX_SPLITS = 2 };

static bool is_float(const Type *type)
{
	return type->kind == TY_FLOAT;
}

Value float_unknown(Eval *ev, const Expr *e, const Value *operands, int n)
{
	bool uniform = true, per_warp = true;
	for (int i = 0; i < n; i++) {
		uniform = uniform && value_is_uniform(&ev->ctx, &operands[i], &ev->flow.may_execute);
		per_warp = per_warp && (uniform || value_is_warp_uniform(&ev->ctx, &operands[i], &ev->flow.may_execute));
	}
	if (uniform && is_float(e->type))
		return value_sym(&ev->ctx, ev->float_sym);
	return eval_unknown_value(ev, uniform, per_warp, REASON_FLOAT, expr_loc(e));
}

/* --- numbers ---------------------------------------------------------------------------------- */

/* float and double; there are no numbers of other types. */
static bool has_numbers(const Type *type)
{
	return is_float(type) && (type->size == 4 || type->size == 8);
}

bool float_number(const Eval *ev, const Value *v, double *number)
{
	int64_t i;
	if (!ev->is_host)
		return false;
	if (value_is_const(v, &i)) {
		*number = (double)i;
		return true;
	}
	return value_number(&ev->ctx, v, number);
}

bool float_same(const Eval *ev, const Value *a, const Value *b)
{
	double x, y;
	return float_number(ev, a, &x) && float_number(ev, b, &y) && memcmp(&x, &y, sizeof x) == 0;
}

/* -0.0 is no integer: its quotients differ from those of 0. */
static bool is_integer(double x)
{
	return x >= -1e15 && x <= 1e15 && trunc(x) == x && !(x == 0 && signbit(x));
}

/* The number, rounded to the type. */
static Value of_number(Eval *ev, const Type *type, double x)
{
	if (type->size == 4)
		x = (float)x;
	if (is_integer(x))
		return value_int((int64_t)x);
	return value_sym(&ev->ctx, sym_new(&ev->ctx, (SymInfo){ .kind = SYM_UNIFORM,
								.low = INT64_MIN,
								.high = INT64_MAX,
								.align = 1,
								.why = REASON_FLOAT,
								.object = -1,
								.loc = LOC_NONE,
								.is_number = true,
								.number = x }));
}

Value eval_float(Eval *ev, const Expr *e)
{
	if (ev->is_host && has_numbers(e->type))
		return of_number(ev, e->type, e->f);
	return is_integer(e->f) ? value_int((int64_t)e->f) : value_sym(&ev->ctx, ev->float_sym);
}

/* --- operators -------------------------------------------------------------------------------- */

/* + - * of floats with known integer values are exact while the numbers are small. */
static bool small_const(const Value *v, int64_t *i)
{
	return value_is_const(v, i) && *i > -(1 << 20) && *i < (1 << 20);
}

static bool small_binary(Eval *ev, const Expr *e, const Value *a, const Value *b, Value *out)
{
	int64_t x, y;
	if (!small_const(a, &x) || !small_const(b, &y))
		return false;
	const bool is_exact =
		e->op == OP_DIV ? y && x % y == 0 : e->op == OP_ADD || e->op == OP_SUB || e->op == OP_MUL || op_is_comparison(e->op);
	if (is_exact)
		*out = value_binary(&ev->ctx, e->op, int_wide, *a, *b);
	return is_exact;
}

/* float operands: the result in double, rounded to float, is that of the operation in float. */
static double arithmetic(Op op, double a, double b)
{
	return op == OP_ADD ? a + b : op == OP_SUB ? a - b : op == OP_MUL ? a * b : a / b;
}

static bool number_binary(Eval *ev, const Expr *e, const char *name, const Value *args, Value *out)
{
	double x, y;
	(void)name;
	if (!float_number(ev, &args[0], &x) || !float_number(ev, &args[1], &y))
		return false;
	ev->events++;
	if (op_is_comparison(e->op))
		*out = value_int(op_compare(e->op, x<y, x == y, x> y));
	else if (has_numbers(e->type) && e->op >= OP_ADD && e->op <= OP_DIV)
		*out = of_number(ev, e->type, arithmetic(e->op, x, y));
	else
		return false;
	return true;
}

static bool number_negated(Eval *ev, const Expr *e, const char *name, const Value *args, Value *out)
{
	double x;
	(void)name;
	if (!has_numbers(e->type) || !float_number(ev, &args[0], &x))
		return false;
	*out = of_number(ev, e->type, -x);
	return true;
}

/* --- conversions ------------------------------------------------------------------------------ */

/* Rounded once: to float not by way of double.  An integer of 8 bytes without sign is kept as its bits. */
static double number_of_int(Int from, int64_t i, bool to_single)
{
	if (from.bytes == 8 && !from.is_signed)
		return to_single ? (double)(float)(uint64_t)i : (double)(uint64_t)i;
	return to_single ? (double)(float)i : (double)i;
}

static bool to_number(Eval *ev, const Expr *e, const Value *v, Value *out)
{
	int64_t i;
	double x;
	if (!has_numbers(e->type) || !float_number(ev, v, &x))
		return false;
	if (!is_float(e->arg[0]->type) && value_is_const(v, &i))
		x = number_of_int(int_of(e->arg[0]->type), i, e->type->size == 4);
	*out = of_number(ev, e->type, x);
	return true;
}

/* The fraction is cut off; out of the type's range the result is undefined in C. */
static bool number_to_int(Eval *ev, const Type *to, const Value *v, Value *out)
{
	double x;
	if (!float_number(ev, v, &x))
		return false;
	const Int type = int_of(to);
	ev->events++;
	const double end = ldexp(1, 8 * type.bytes - type.is_signed), cut = trunc(x);
	if (type.is_bool)
		*out = value_int(x != 0);
	else if (cut >= (type.is_signed ? -end : 0) && cut < end)
		*out = value_int(type.is_signed ? (int64_t)cut : (int64_t)(uint64_t)cut);
	else
		return false;
	return true;
}

static bool number_cast(Eval *ev, const Expr *e, const char *name, const Value *args, Value *out)
{
	(void)name;
	return is_float(e->type) ? to_number(ev, e, &args[0], out) : number_to_int(ev, e->type, &args[0], out);
}

/* --- functions -------------------------------------------------------------------------------- */

typedef struct Math {
	const char *name;
	double (*of_one)(double);
	float (*of_onef)(float);
	double (*of_two)(double, double);
	float (*of_twof)(float, float);
} Math;

#define MATH_1(name) { #name, name, name##f, NULL, NULL },
#define MATH_2(name) { #name, NULL, NULL, name, name##f },
#define MATH(name, n) MATH_##n(name)
static const Math functions[] = {
#include "eval/exec/host_math.def"
	{ "min", NULL, NULL, fmin, fminf },
	{ "max", NULL, NULL, fmax, fmaxf },
	{ "abs", fabs, fabsf, NULL, NULL },
};
#undef MATH
#undef MATH_1
#undef MATH_2

/* `ceilf` and `__builtin_ceil` are `ceil`. */
static const Math *function_named(const char *name)
{
	static const char builtin[] = "__builtin_";
	if (strncmp(name, builtin, sizeof builtin - 1) == 0)
		name += sizeof builtin - 1;
	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
		const size_t n = strlen(functions[i].name);
		if (strncmp(name, functions[i].name, n) == 0 && (!name[n] || strcmp(name + n, "f") == 0))
			return &functions[i];
	}
	return NULL;
}

static bool number_function(Eval *ev, const Expr *e, const char *name, const Value *args, Value *out)
{
	double x, y = 0;
	const Math *math = function_named(name);
	const bool is_two = e->n_args == 2, is_single = e->type->size == 4;
	if (!math || !(is_two ? math->of_two != NULL : math->of_one != NULL))
		return false;
	if (!float_number(ev, &args[0], &x) || (is_two && !float_number(ev, &args[1], &y)))
		return false;
	const double of_double = is_single ? 0 : is_two ? math->of_two(x, y) : math->of_one(x);
	const float of_single = !is_single ? 0 : is_two ? math->of_twof((float)x, (float)y) : math->of_onef((float)x);
	*out = of_number(ev, e->type, is_single ? (double)of_single : of_double);
	return true;
}

/* --- under conditions ------------------------------------------------------------------------- */

/* Computes the result where all operands are known. */
typedef bool NumberOp(Eval *ev, const Expr *e, const char *name, const Value *args, Value *out);

/* The result for operands of which some are known once it is known which way a condition went (host_split).  depth: how many
 * conditions may still be looked at. */
static bool compute(Eval *ev, const Expr *e, const char *name, NumberOp *op, const Value *args, int n, int depth, Value *out)
{
	Cond c;
	Value *with[2], side[2];
	if (ev->is_host && op(ev, e, name, args, out))
		return true;
	if (!depth || !host_split(ev, args, n, &c, with))
		return false;
	bool is_known = false;
	for (int holds = 0; holds < 2; holds++) {
		const bool known = compute(ev, e, name, op, with[holds], n, depth - 1, &side[holds]);
		side[holds] = known ? side[holds] : float_unknown(ev, e, with[holds], n);
		is_known = is_known || known;
	}
	return is_known && host_choose(ev, &c, side[1], side[0], out);
}

/* --- from outside ------------------------------------------------------------------------------- */

Value float_binary(Eval *ev, const Expr *e, Value a, Value b)
{
	const Value args[] = { a, b };
	Value known;
	/* A division branches to a slow path. */
	if (e->op == OP_DIV)
		eval_take_slow_path(ev);
	if (small_binary(ev, e, &a, &b, &known) || compute(ev, e, NULL, number_binary, args, 2, MAX_SPLITS, &known))
		return known;
	return float_unknown(ev, e, args, 2);
}

Value float_negated(Eval *ev, const Expr *e, Value a)
{
	int64_t i;
	Value known;
	if (compute(ev, e, NULL, number_negated, &a, 1, MAX_SPLITS, &known))
		return known;
	return small_const(&a, &i) ? value_unary(&ev->ctx, OP_NEG, int_wide, a) : float_unknown(ev, e, &a, 1);
}

Value float_cast(Eval *ev, const Expr *e, Value v)
{
	Value known;
	int64_t i;
	if (is_float(e->type) && small_const(&v, &i))
		return v;
	if (compute(ev, e, NULL, number_cast, &v, 1, MAX_SPLITS, &known))
		return known;
	const bool is_number = !is_float(e->type) && !ev->is_host && value_is_const(&v, &i);
	ev->events += is_number;
	return is_number ? value_cast(&ev->ctx, int_wide, int_of(e->type), v) : float_unknown(ev, e, &v, 1);
}

bool host_math(Eval *ev, const Expr *e, const char *name, const Value *args, Value *out)
{
	if (!ev->is_host || !has_numbers(e->type) || e->n_args < 1 || e->n_args > 2 || !function_named(name))
		return false;
	return compute(ev, e, name, number_function, args, e->n_args, MAX_SPLITS, out);
}
