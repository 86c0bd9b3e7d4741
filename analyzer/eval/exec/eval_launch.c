/* A launch that is reached: the shape and the arguments that it gives the kernel, as numbers where they are known.
 *
 * If its kernel, block or arguments depend on which branches were taken (eval_host.c), the launch is split: it is reported once
 * for each path that leads to it. */
#include "eval/exec/exec.h"

#include <limits.h>

enum { MAX_FLAGS = 16, FEW_FLAGS = 3, MAX_BOOLS = 2, MAX_PATHS = 16, MAX_LAUNCH_ARGS = 64, MAX_ARG_DEPTH = 8 };

/* A scalar in the kernel's arguments. */
typedef struct Given {
	int param, size;
	int64_t offset;
	Value v;
	bool is_pointer, is_map; /* is_map: `v` is the map's address */
} Given;

/* Numbers that are known at the launch are substituted in values. */
typedef struct Launching {
	Eval *ev;
	const Expr *site;
	const LaunchExpr *launch;
	Value kernel;             /* the kernel's address, if launch->kernel is NULL */
	Value grid[3], block[3], bytes;
	Value *values;            /* of the arguments as they are passed, without substitution */
	const Func *args_of;      /* whose arguments are in `given`, or NULL */
	Given given[MAX_LAUNCH_ARGS];
	int n_given;
	int n_known;              /* the length of Host.known at the launch: further entries belong to a path */
	Value *claims;            /* for each of them, the value that the symbol stands for */
	bool reported;            /* some path was reported */
	bool takes_all;           /* also report shapes that no device accepts */
} Launching;

static const Type t_unsigned = { .kind = TY_INT, .size = 4, .align = 4, .name = "unsigned int" };
static const Type t_pointer = { .kind = TY_PTR, .size = 8, .align = 8, .name = "void *" };
static Value value_at(Launching *l, Value address, int64_t offset, const Type *type)
{
	address = value_binary(&l->ev->ctx, OP_ADD, int_wide, address, value_int(offset));
	return eval_load(l->ev, l->site, address, type);
}

/* --- the launch's expressions ------------------------------------------------------------------------- */

static void read_dims(Launching *l, const Expr *e, Value out[3])
{
	if (!e)
		return;
	Value address = eval_expr(l->ev, e);
	for (int dim = 0; dim < 3; dim++)
		out[dim] = value_at(l, address, 4 * dim, &t_unsigned);
}

static void read_launch(Launching *l)
{
	const LaunchExpr *launch = l->launch;
	Value unknown = eval_unknown_value(l->ev, true, false, REASON_UNSUPPORTED, expr_loc(l->site));
	for (int dim = 0; dim < 3; dim++)
		l->grid[dim] = l->block[dim] = unknown;
	if (launch->kernel_expr)
		l->kernel = eval_expr(l->ev, launch->kernel_expr);
	read_dims(l, launch->grid, l->grid);
	read_dims(l, launch->block, l->block);
	if (launch->dynamic_bytes)
		l->bytes = eval_expr(l->ev, launch->dynamic_bytes);
	for (int i = 0; i < launch->n_args; i++)
		l->values[i] = eval_expr(l->ev, launch->args[i]);
}

static void substitute(Launching *l, Value *v)
{
	*v = substitution_apply(l->ev->host->substitution, *v);
}

static void substitute_launch(Launching *l)
{
	const Host *host = l->ev->host;
	l->n_known = host->known.n;
	l->claims = arena_array(l->ev->scratch, Value, l->n_known + 1);
	substitution_begin(host->substitution, host->known.at, l->n_known);
	for (int i = 0; i < l->n_known; i++)
		l->claims[i] = substitution_definition(host->substitution, host->known.at[i].sym);
	substitute(l, &l->kernel);
	substitute(l, &l->bytes);
	for (int dim = 0; dim < 3; dim++) {
		substitute(l, &l->grid[dim]);
		substitute(l, &l->block[dim]);
	}
}

static void add_given(Launching *l, int param, int64_t offset, const Type *type, Value v)
{
	substitute(l, &v);
	if (l->n_given < MAX_LAUNCH_ARGS)
		l->given[l->n_given++] = (Given){ param, (int)type->size, offset, v, type->kind == TY_PTR, false };
}

static void add_map(Launching *l, int param, int64_t offset, Value address)
{
	Value mark = eval_tensor_mark(l->ev, l->site, value_binary(&l->ev->ctx, OP_ADD, int_wide, address, value_int(offset)));
	substitute(l, &mark);
	if (l->n_given < MAX_LAUNCH_ARGS)
		l->given[l->n_given++] = (Given){ .param = param, .size = 8, .offset = offset, .v = mark, .is_map = true };
}

/* A number, or the address of something. */
static bool is_scalar(const Type *type)
{
	return (type->kind == TY_INT || type->kind == TY_BOOL || type->kind == TY_PTR) && type->size >= 1 && type->size <= 8;
}

/* Adds the scalars of an object at an address, at any depth of arrays and records. */
static void read_members(Launching *l, int param, Value address, int64_t offset, const Type *type, int depth)
{
	if (depth > MAX_ARG_DEPTH || l->n_given == MAX_LAUNCH_ARGS)
		return;
	if (is_scalar(type))
		add_given(l, param, offset, type, value_at(l, address, offset, type));
	if (eval_is_tensor_map(type)) {
		add_map(l, param, offset, address);
		return;
	}
	for (int64_t i = 0; type->kind == TY_ARRAY && i < type->count && i < MAX_LAUNCH_ARGS; i++)
		read_members(l, param, address, offset + i * type->elem->size, type->elem, depth + 1);
	for (int i = 0; type->kind == TY_RECORD && i < type->n_fields; i++)
		if (!type->fields[i].bit_width)
			read_members(l, param, address, offset + type->fields[i].offset, type->fields[i].type, depth + 1);
}

static void read_args(Launching *l, const Func *kernel)
{
	const LaunchExpr *launch = l->launch;
	if (l->args_of == kernel)
		return;
	l->args_of = kernel;
	l->n_given = 0;
	for (int i = 0; i < kernel->n_params && (launch->args_are_addresses ? launch->n_args == 1 : i < launch->n_args); i++) {
		const Type *type = kernel->params[i]->type;
		if (launch->args_are_addresses)
			read_members(l, i, value_at(l, l->values[0], 8 * i, &t_pointer), 0, type, 0);
		else if (is_scalar(type) && is_scalar(launch->args[i]->type))
			add_given(l, i, 0, type, l->values[i]);
		else if (type->kind == TY_RECORD)
			read_members(l, i, l->values[i], 0, type, 0);
	}
}

/* --- as numbers --------------------------------------------------------------------------------------- */

static Value on_path(Eval *ev, Value v)
{
	return substitution_apply(ev->host->path_substitution, v);
}

static int64_t number_or(Eval *ev, Value v, int64_t otherwise)
{
	int64_t i;
	v = on_path(ev, v);
	return value_is_const(&v, &i) ? i : otherwise;
}

static const Func *kernel_of(Launching *l)
{
	if (l->launch->kernel || !l->launch->kernel_expr)
		return func_defined(l->launch->kernel);
	Value offset;
	Object *object = eval_target(l->ev, on_path(l->ev, l->kernel), &offset);
	return object && object->kind == OBJ_FUNC ? object->func : NULL;
}

static int clamp_dim(int64_t n)
{
	return n < 0 ? -1 : n > INT32_MAX ? INT32_MAX : (int)n;
}

/* Whether the argument is a dimension of the block plus a number; sets arg->block_dim and arg->value. */
static bool follows_block(Launching *l, Value v, LaunchArg *arg)
{
	for (int dim = 0; dim < 3; dim++) {
		Value block = on_path(l->ev, l->block[dim]);
		Value apart = value_binary(&l->ev->ctx, OP_SUB, int_wide, v, block);
		if (!block.n_terms || !value_is_const(&apart, &arg->value))
			continue;
		arg->block_dim = dim + 1;
		return true;
	}
	return false;
}

/* The greatest known power of two that divides an address. */
static int64_t align_of(const Eval *ev, const Value *v)
{
	if (v->unknown || !v->n_terms || value_has_object(&ev->ctx, v))
		return 1;
	int64_t align = value_symbolic_align(&ev->ctx, v), known = per_thread_at(v->base, 0);
	while (known & (align - 1))
		align /= 2;
	return align;
}

/* A pointer that the program is given, and whole cache lines from there. */
static bool is_base(const Eval *ev, const Value *v)
{
	bool has_base = false, lines = !v->unknown && per_thread_at(v->base, 0) % LINE_BYTES == 0;
	for (int i = 0; i < v->n_terms && lines; i++) {
		const Value one = { .terms = &v->terms[i], .n_terms = 1 };
		const bool of_base = value_term_is_base(&ev->ctx, &v->terms[i]);
		lines = of_base || value_symbolic_align(&ev->ctx, &one) >= LINE_BYTES;
		has_base = has_base || of_base;
	}
	return has_base && lines;
}

static int n_numbers(const Launching *l)
{
	int n = 0;
	for (int i = 0; i < l->n_given; i++)
		n += !l->given[i].is_pointer && !l->given[i].is_map;
	return n;
}

static void set_args(Launching *l, LaunchShape *shape)
{
	LaunchArg *args = arena_array(l->ev->scratch, LaunchArg, l->n_given + 1);
	LaunchArg *pointers = arena_array(l->ev->scratch, LaunchArg, l->n_given + 1);
	LaunchMap *maps = arena_array(l->ev->scratch, LaunchMap, l->n_given + 1);
	for (int i = 0; i < l->n_given; i++) {
		const Given *given = &l->given[i];
		Value v = on_path(l->ev, given->v);
		const TensorMap *map = given->is_map ? eval_marked_map(l->ev, &v) : NULL;
		if (map)
			maps[shape->n_maps++] = (LaunchMap){ given->param, given->offset, *map };
		if (given->is_map)
			continue;
		LaunchArg arg = { .param = given->param, .size = given->size, .offset = given->offset };
		if (given->is_pointer) {
			arg.value = align_of(l->ev, &v);
			arg.is_base = is_base(l->ev, &v);
			if (arg.value > 1 || arg.is_base)
				pointers[shape->n_pointers++] = arg;
			continue;
		}
		if (value_is_const(&v, &arg.value) || follows_block(l, v, &arg))
			args[shape->n_args++] = arg;
	}
	shape->args = args;
	shape->pointers = pointers;
	shape->maps = maps;
}

/* A shape that no device accepts: the program does not take this path if there is another one. */
static bool is_refused(const LaunchShape *shape)
{
	int64_t threads = 1;
	for (int dim = 0; dim < 3; dim++) {
		if (!shape->grid[dim] || !shape->block[dim])
			return true;
		threads *= shape->block[dim] > 0 && threads <= MAX_THREADS ? shape->block[dim] : 1;
	}
	return threads > MAX_THREADS;
}

static void report(Launching *l)
{
	Eval *ev = l->ev;
	LaunchShape shape = { .kernel = kernel_of(l), .from = BLOCK_LAUNCH, .loc = expr_loc(l->site) };
	if (!shape.kernel || shape.kernel->kind != FN_KERNEL)
		return;
	read_args(l, shape.kernel);
	for (int dim = 0; dim < 3; dim++) {
		shape.grid[dim] = number_or(ev, l->grid[dim], -1);
		shape.block[dim] = clamp_dim(number_or(ev, l->block[dim], -1));
	}
	shape.dynamic_bytes = number_or(ev, l->bytes, -1);
	set_args(l, &shape);
	shape.has_unknowns = shape.n_args < n_numbers(l) || shape.dynamic_bytes < 0;
	bool blockless = shape.block[0] < 0 || shape.block[1] < 0 || shape.block[2] < 0;
	shape.has_unknowns = shape.has_unknowns || blockless;
	if (!l->takes_all && is_refused(&shape))
		return;
	l->reported = true;
	ev->host->blockless += blockless;
	ev->host->launches++;
	ev->host->on_launch(ev->host->data, ev, l->site, &shape);
}

/* --- each path ---------------------------------------------------------------------------------------- */

/* A bool that is passed on, and need not have decided anything; or NULL. */
static const SymInfo *bool_itself(const ValueCtx *ctx, const Value *v)
{
	const bool is_symbol = v->n_terms == 1 && !v->base.v && !v->base.u && !v->terms->k.v && v->terms->k.u == 1;
	const MonoInfo *mono = is_symbol ? &ctx->monos.at[v->terms->mono] : NULL;
	const SymInfo *info = mono && mono->n == 1 ? &ctx->syms.at[mono->syms[0]] : NULL;
	return info && (info->kind == SYM_PARAM || info->kind == SYM_UNIFORM) ? info : NULL;
}

/* Of few bools in records and in memory each value is a launch of its own; a record of options has many, and the kernel is evaluated
 * without their values, as it is without those of parameters. */
static int add_bools(Launching *l, const Func *kernel, Sym *flags, int n)
{
	Sym bools[MAX_FLAGS];
	int n_bools = 0;
	for (int i = 0; i < l->n_given; i++) {
		const SymInfo *info = bool_itself(&l->ev->ctx, &l->given[i].v);
		const bool is_member = kernel->params[l->given[i].param]->type->kind == TY_RECORD;
		if (info && (is_member || info->kind != SYM_PARAM))
			n_bools = value_flags(&l->ev->ctx, &l->given[i].v, bools, n_bools, MAX_FLAGS);
	}
	for (int i = 0; i < n_bools && n_bools <= MAX_BOOLS && n < MAX_FLAGS; i++) {
		bool is_new = true;
		for (int k = 0; k < n; k++)
			is_new = is_new && flags[k] != bools[i];
		if (is_new)
			flags[n++] = bools[i];
	}
	return n;
}

static int find_flags(Launching *l, Sym *out)
{
	const ValueCtx *ctx = &l->ev->ctx;
	const Func *kernel = kernel_of(l);
	int n = 0;
	if (l->launch->kernel_expr)
		n = value_flags(ctx, &l->kernel, out, n, MAX_FLAGS);
	for (int dim = 0; dim < 3; dim++)
		n = value_flags(ctx, &l->block[dim], out, n, MAX_FLAGS);
	if (kernel)
		read_args(l, kernel);
	for (int i = 0; i < l->n_given; i++)
		if (!l->given[i].is_pointer && !bool_itself(ctx, &l->given[i].v))
			n = value_flags(ctx, &l->given[i].v, out, n, MAX_FLAGS);
	return kernel ? add_bools(l, kernel, out, n) : n;
}

/* A path is impossible if a symbol's number on it differs from the value that the symbol stands for. */
static bool is_possible(Launching *l)
{
	Host *host = l->ev->host;
	int64_t number;
	substitution_begin(host->path_substitution, host->known.at + l->n_known, host->known.n - l->n_known);
	for (int i = 0; i < host->known.n; i++) {
		const SymNumber *known = &host->known.at[i];
		Value v = i < l->n_known ? on_path(l->ev, l->claims[i]) : substitution_definition(host->path_substitution, known->sym);
		if (value_is_const(&v, &number) && number != known->number)
			return false;
	}
	return true;
}

static bool is_in(const Launching *l, Value v, Sym flag)
{
	Sym flags[MAX_FLAGS];
	v = on_path(l->ev, v);
	bool is = false;
	for (int i = 0, n = value_flags(&l->ev->ctx, &v, flags, 0, MAX_FLAGS); i < n; i++)
		is = is || flags[i] == flag;
	return is;
}

/* Whether the flag still matters on this path: of `n < 64 ? 64 : n < 128 ? 128 : 256` the second does not where the first is 1. */
static bool matters(Launching *l, Sym flag)
{
	Host *host = l->ev->host;
	substitution_begin(host->path_substitution, host->known.at + l->n_known, host->known.n - l->n_known);
	bool is = l->launch->kernel_expr && is_in(l, l->kernel, flag);
	for (int dim = 0; dim < 3; dim++)
		is = is || is_in(l, l->block[dim], flag);
	for (int i = 0; i < l->n_given; i++)
		is = is || (!l->given[i].is_pointer && is_in(l, l->given[i].v, flag));
	return is;
}

typedef bool PathEnd(Launching *l, void *data); /* false: no further ones */

/* Calls `end` for each way the flags may be.  Of few flags, each is taken to matter. */
static bool each_path(Launching *l, const Sym *flags, int n, bool few, PathEnd *end, void *data)
{
	Host *host = l->ev->host;
	int before = host->known.n;
	while (n && !few && !matters(l, *flags)) {
		flags++;
		n--;
	}
	if (!n)
		return end(l, data);
	bool go_on = true;
	for (int64_t flag = 1; flag >= 0 && go_on; flag--) {
		host_know(l->ev, *flags, flag);
		go_on = each_path(l, flags + 1, n - 1, few, end, data);
		host->known.n = before;
	}
	return go_on;
}

static bool report_possible(Launching *l, void *data)
{
	(void)data;
	if (is_possible(l))
		report(l);
	return true;
}

static bool count_path(Launching *l, void *data)
{
	(void)l;
	return ++*(int *)data <= MAX_PATHS;
}

/* How many of the flags to split by. */
static int flags_to_split(Launching *l, const Sym *flags, int n)
{
	int paths = 0;
	if (n > FEW_FLAGS)
		each_path(l, flags, n, false, count_path, &paths);
	return paths > MAX_PATHS ? FEW_FLAGS : n;
}

static void split_launch(Launching *l)
{
	Sym flags[MAX_FLAGS];
	Host *host = l->ev->host;
	int64_t fresh = host->fresh;
	substitution_begin(host->path_substitution, NULL, 0);
	int n = find_flags(l, flags);
	if (n && !host_may_split(l->ev, l->site)) {
		host->cut = true;
		n = 0;
	}
	n = flags_to_split(l, flags, n);
	each_path(l, flags, n, n <= FEW_FLAGS, report_possible, NULL);
	l->takes_all = true;
	if (!l->reported)
		each_path(l, flags, n, n <= FEW_FLAGS, report_possible, NULL);
	unsigned char *no_progress = &host->no_progress[l->site->id];
	*no_progress = host->fresh != fresh ? 0 : *no_progress < UCHAR_MAX ? *no_progress + 1 : UCHAR_MAX;
}

void eval_launch(Eval *ev, const Expr *e)
{
	Launching *l = arena_new_of(ev->scratch, Launching);
	l->ev = ev;
	l->site = e;
	l->launch = e->launch;
	l->values = arena_array(ev->scratch, Value, e->launch->n_args + 1);
	read_launch(l);
	if (!ev->is_host || ev->trial)
		return;
	substitute_launch(l);
	split_launch(l);
}
