/* Host code: what is known on the paths to a launch.
 *
 * Host functions are run with one thread.  If a condition is unknown, both branches are run; variables that they change become
 * sums over the condition's flag, a symbol that is 0 or 1, so that values from one branch stay together.  Inside a branch the
 * flag is known, and what follows from it: under `case 128:` the value of the switch is 128. */
#include "eval/exec/exec.h"

#include <string.h>

enum { MAX_POINTERS = 3, NO_PROGRESS_VISITS = 8, MAX_DEBT = 500000 };

/* --- flags of conditions ----------------------------------------------------------------------------- */

static void set_flag(Eval *ev, Cond *c, Value v)
{
	c->flag = arena_dup(ev->scratch, &v, sizeof v);
}

static bool is_open(const Eval *ev, const Cond *c)
{
	Mask decided = mask_or(c->yes, c->no);
	return !mask_subset(&ev->flow.may_execute, &decided);
}

void host_flag(Eval *ev, Cond *c, Value v)
{
	int64_t low, high;
	if (!ev->is_host || !is_open(ev, c) || v.unknown || value_has_object(&ev->ctx, &v))
		return;
	value_range(&ev->ctx, &v, &low, &high);
	set_flag(ev, c, low >= 0 && high <= 1 ? v : value_binary(&ev->ctx, OP_NE, int_wide, v, value_int(0)));
}

/* The condition's flag as a value; false: there is none. */
static bool flag_of(const Eval *ev, const Cond *c, Value *v)
{
	if (is_open(ev, c)) {
		if (c->flag)
			*v = *c->flag;
		return c->flag != NULL;
	}
	Mask yes = mask_and(c->yes, ev->flow.may_execute);
	*v = value_int(!mask_empty(&yes));
	return true;
}

void host_flag_both(Eval *ev, Cond *c, const Cond *a, const Cond *b, bool is_or)
{
	Value x, y;
	if (!ev->is_host || !is_open(ev, c) || !flag_of(ev, a, &x) || !flag_of(ev, b, &y))
		return;
	Value both = value_binary(&ev->ctx, OP_MUL, int_wide, x, y);
	if (is_or)
		both = value_binary(&ev->ctx, OP_SUB, int_wide, value_binary(&ev->ctx, OP_ADD, int_wide, x, y), both);
	set_flag(ev, c, both);
}

void host_flag_not(Eval *ev, Cond *c)
{
	if (c->flag)
		set_flag(ev, c, value_binary(&ev->ctx, OP_SUB, int_wide, value_int(1), *c->flag));
}

bool host_choose(Eval *ev, const Cond *c, Value a, Value b, Value *out)
{
	ValueCtx *ctx = &ev->ctx;
	if (!ev->is_host || !c->flag || a.unknown || b.unknown || value_has_object(ctx, &a) || value_has_object(ctx, &b))
		return false;
	Value apart = value_binary(ctx, OP_MUL, int_wide, *c->flag, value_binary(ctx, OP_SUB, int_wide, a, b));
	*out = value_binary(ctx, OP_ADD, int_wide, b, apart);
	return true;
}

static bool first_flag(Eval *ev, const Value *values, int n, Sym *flag)
{
	int found = 0;
	for (int i = 0; ev->is_host && i < n && !found; i++)
		found = values[i].unknown ? 0 : value_flags(&ev->ctx, &values[i], flag, 0, 1);
	return found > 0;
}

bool host_may_know(Eval *ev, const Value *values, int n)
{
	Sym flag;
	bool may = first_flag(ev, values, n, &flag);
	for (int i = 0; i < n; i++)
		may = may && value_hangs_on(&ev->ctx, &values[i], flag);
	return may;
}

bool host_split(Eval *ev, const Value *values, int n, Cond *c, Value *with[2])
{
	Sym flag;
	if (!first_flag(ev, values, n, &flag))
		return false;
	for (int holds = 0; holds < 2; holds++) {
		with[holds] = arena_array(ev->scratch, Value, n);
		for (int i = 0; i < n; i++)
			with[holds][i] = value_substitute(&ev->ctx, values[i], flag, value_int(holds));
	}
	ev->ops += 2 * n;
	*c = (Cond){ .loc = LOC_NONE };
	set_flag(ev, c, value_sym(&ev->ctx, flag));
	return true;
}

/* --- what is known inside a branch ---------------------------------------------------------------------- */

void host_know(Eval *ev, Sym sym, int64_t number)
{
	Sym other;
	int64_t equal;
	vec_push(ev->ctx.keep, &ev->host->known, ((SymNumber){ sym, number }));
	if (number == 1 && value_equation(&ev->ctx, sym, &other, &equal))
		vec_push(ev->ctx.keep, &ev->host->known, ((SymNumber){ other, equal }));
}

/* For flags that are one symbol, its opposite, or a product of symbols that is 1. */
int host_enter_branch(Eval *ev, const Cond *c, bool holds)
{
	if (!ev->is_host)
		return 0;
	int before = ev->host->known.n;
	const Value *f = c->flag;
	if (!f || f->base.v || f->unknown || f->n_terms != 1 || f->terms->k.v)
		return before;
	const MonoInfo *mono = &ev->ctx.monos.at[f->terms->mono];
	int64_t base = f->base.u, k = f->terms->k.u;
	bool plain = base == 0 && k == 1, opposite = base == 1 && k == -1;
	if (mono->n == 1 && (plain || opposite))
		host_know(ev, mono->syms[0], holds == plain);
	for (int i = 0; mono->n > 1 && i < mono->n; i++)
		if ((plain && holds) || (opposite && !holds))
			host_know(ev, mono->syms[i], 1);
	return before;
}

void host_leave_branch(Eval *ev, int before)
{
	if (ev->is_host)
		ev->host->known.n = before;
}

/* Takes the work of substitutions from the split budget; false: far too much was done, and values stay unknown. */
static bool host_charge(Eval *ev)
{
	Host *host = ev->host;
	host->split_budget -= substitution_work(host->substitution) + substitution_work(host->path_substitution);
	return host->split_budget >= -MAX_DEBT;
}

bool host_may_split(Eval *ev, const Expr *launch)
{
	Host *host = ev->host;
	bool repeats = host->no_progress[launch->id] >= NO_PROGRESS_VISITS;
	host_charge(ev);
	return host->split_budget >= (repeats ? host->retry_threshold : 0);
}

Value host_substitute(Eval *ev, Value v)
{
	if (!ev->is_host || !v.n_terms || !ev->host->known.n || !host_charge(ev))
		return v;
	substitution_begin(ev->host->substitution, ev->host->known.at, ev->host->known.n);
	return substitution_apply(ev->host->substitution, v);
}

/* --- where the program ends --------------------------------------------------------------------------- */

void host_end(Eval *ev)
{
	if (!ev->is_host)
		return;
	ev->host->ended = true;
	ev->flow.may_execute = ev->flow.must_execute = ev->flow.speculative = mask_none();
}

bool host_has_ended(const Eval *ev)
{
	return ev->is_host && ev->host->ended;
}

void host_go_on(Eval *ev)
{
	if (ev->is_host)
		ev->host->ended = false;
}

bool host_reaches(const Eval *ev, const Func *func)
{
	return func && func->id < ev->host->n_reaches && ev->host->reaches[func->id];
}

bool host_never_returns(const Func *func)
{
	static const char *const names[] = { "exit", "_exit", "_Exit", "quick_exit", "abort", "terminate", "__assert_fail" };
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (func->is_system && strcmp(func->base_name, names[i]) == 0)
			return true;
	return false;
}

/* --- variables of the program ------------------------------------------------------------------------- */

bool host_starts_with(const Eval *ev, const Var *var)
{
	return ev->is_host && var->is_host && (var->is_unmodified || ev->host->is_main);
}

/* The object, and the objects that its pointers point to, become unknown. */
static void clobber(Eval *ev, Object *object, int depth)
{
	Value offset;
	if (!object || object->kind != OBJ_LOCAL || (object->var && object->var->is_const) || depth > MAX_POINTERS)
		return;
	for (int i = 0; i < object->content.n; i++) {
		Object *target = eval_target(ev, object->content.cells[i].stored->v, &offset);
		if (target != object)
			clobber(ev, target, depth + 1);
	}
	memory_invalidate(&ev->mem, object, REASON_UNSUPPORTED);
}

/* Makes the object if there is none yet: its initialiser must not be used later. */
static void forget_global(Eval *ev, const Var *var, Reason reason)
{
	if (var->kind != VAR_GLOBAL || var->is_const || !var->is_host)
		return;
	Object *object = eval_object(ev, var);
	if (object->kind == OBJ_LOCAL)
		memory_invalidate(&ev->mem, object, reason);
}

void host_clobber(Eval *ev, const Expr *named)
{
	Value offset;
	if (!ev->is_host)
		return;
	for (int i = 0; i < named->n_args; i++)
		clobber(ev, eval_target(ev, eval_expr(ev, named->arg[i]), &offset), 0);
	for (int i = 0; i < ev->unit->n_run_vars; i++)
		forget_global(ev, ev->unit->run_vars[i], REASON_UNSUPPORTED);
}

void host_forget_globals(Eval *ev, const Func *called)
{
	for (int i = 0; !called->is_system && i < ev->unit->n_run_vars; i++)
		if (ev->unit->run_vars[i]->is_external)
			forget_global(ev, ev->unit->run_vars[i], REASON_CALL);
}
