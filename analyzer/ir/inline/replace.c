/* What stands for an expression. */
#include "ir/inline/run.h"
#include "ir/place.h"

/* --- expressions that are run ---------------------------------------------------------------------- */

/* It reads only variables, and members of records.  What has a name is mostly a tensor, an iterator and the like; rarely the data
 * itself, as what a pointer points to may be. */
static bool reads_no_data(const Expr *e)
{
	if (e->kind == EX_LOAD) {
		const Place place = place_of(e->arg[0]);
		const bool is_member = place.is_static && place.elem && place.elem->kind == TY_RECORD && e->type->kind != TY_FLOAT;
		if (place.behind ? !is_member || !var_names_object(place.var) : !var_is_own(place.var) && place.var->kind != VAR_BUILTIN)
			return false;
	}
	for (int i = 0; i < e->n_args; i++)
		if (!reads_no_data(e->arg[i]))
			return false;
	return true;
}

static bool may_stand_for(const Run *run, const Expr *value)
{
	int n_nodes = 0;
	return run_lasts(run, value, &n_nodes) && reads_no_data(value);
}

/* A copy of its own, at the place of the text that it stands for. */
static Expr *instance(const StraightFuncs *funcs, const Expr *e, Range range)
{
	Expr *own = arena_dup(funcs->arena, e, sizeof *e);
	own->id = funcs->unit->n_exprs++;
	own->range = range;
	own->arg = arena_array(funcs->arena, const Expr *, e->n_args + 1);
	for (int i = 0; i < e->n_args; i++)
		own->arg[i] = instance(funcs, e->arg[i], range);
	return own;
}

const Expr *straight_expr(StraightFuncs *funcs, const Expr *e)
{
	Run run = { .funcs = funcs, .arena = funcs->arena };
	const Expr *value = run_expr(&run, e);
	if (!value || !may_stand_for(&run, value))
		return NULL;
	Expr *own = instance(funcs, run_cast(&run, e->type, value), e->range);
	own->was_call = true;
	return own;
}

static const Stmt *make_store(Run *run, const Part *part, const Var *to, Range range)
{
	const Expr *at = run_offset(run, run_address(run, to, to->type), part->offset);
	const Expr *e = run_make(run, (Expr){ .kind = EX_STORE, .type = part->type }, at, part->value);
	Stmt *s = arena_new_of(run->arena, Stmt);
	*s = (Stmt){ .kind = ST_EXPR, .id = run->funcs->unit->n_stmts++, .expr = instance(run->funcs, e, range), .range = range };
	return s;
}

/* What the run stored to `from`, stored to `to`.  False: that does not stand by itself. */
static bool make_stores(Run *run, const Var *from, const Var *to, Range range, const Stmt **out)
{
	VEC(const Stmt *) items = { 0 };
	for (int i = 0; i < run->parts.n; i++) {
		const Part *part = &run->parts.at[i];
		if (part->at == from && !may_stand_for(run, part->value))
			return false;
		if (part->at == from)
			vec_push(run->arena, &items, make_store(run, part, to, range));
	}
	Stmt *s = items.n ? arena_new_of(run->arena, Stmt) : NULL;
	if (s)
		*s = (Stmt){ .kind = ST_BLOCK, .id = run->funcs->unit->n_stmts++, .items = items.at, .n_items = items.n, .range = range };
	*out = s;
	return true;
}

static const Var *make_temporary(StraightFuncs *funcs, const Expr *e, const Func *owner)
{
	Var *var = arena_new_of(funcs->arena, Var);
	*var = (Var){ .name = "<temporary>",
		      .type = e->type,
		      .kind = VAR_LOCAL,
		      .align = e->type->align,
		      .owner = owner,
		      .loc = e->range.begin,
		      .range = e->range,
		      .id = funcs->unit->n_vars + funcs->made.n };
	vec_push(funcs->arena, &funcs->made, var);
	return var;
}

const Expr *straight_record(StraightFuncs *funcs, const Expr *e, const Func *in)
{
	Run run = { .funcs = funcs, .arena = funcs->arena };
	const Stmt *stores;
	const Expr *value = run_expr(&run, e);
	if (!value || value->kind != EX_ADDR || !run_is_fresh(&run, value->var))
		return NULL;
	const Var *var = e->kind == EX_TEMP ? e->var : make_temporary(funcs, e, in);
	if (!make_stores(&run, value->var, var, e->range, &stores))
		return NULL;
	Expr *temporary = arena_new_of(funcs->arena, Expr);
	*temporary = (Expr){ .kind = EX_TEMP, .type = e->type, .var = var, .stmt = stores, .range = e->range, .was_call = true };
	temporary->id = funcs->unit->n_exprs++;
	return temporary;
}

bool straight_init(StraightFuncs *funcs, const Stmt *declaration, const Stmt **out)
{
	Run run = { .funcs = funcs, .arena = funcs->arena, .declaration = declaration };
	return run_stmt(&run, declaration) && make_stores(&run, declaration->var, declaration->var, declaration->range, out);
}
