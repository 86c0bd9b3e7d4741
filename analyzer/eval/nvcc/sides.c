#include "eval/nvcc/sides.h"
#include "eval/nvcc/recorder.h"

void sides_begin(Eval *ev, Sides *sides, const Cond *c, const Stmt *of)
{
	Sides *outer = ev->sides;
	bool goes_on = outer && of && outer->of && outer->of->other == of; /* else if: they are sides of the first one, too */
	sides->outer = outer;
	sides->of = of;
	sides->mixes = c->scope == SCOPE_LANE;
	sides->mark = ev->beside ? arena_mark(ev->beside) : (ArenaMark){ 0 };
	sides->n = 0;
	sides->before = ev->recorder ? recorder_last(ev->recorder) : -1;
	if (c->folds)
		ev->sides = NULL;
	else if (goes_on)
		outer->mixes |= sides->mixes;
	else
		ev->sides = sides;
	if (goes_on && ev->sides)
		ev->sides->of = of;
}

void sides_end(Eval *ev, Sides *sides)
{
	if (ev->sides == sides && sides->n) {
		if (ev->recorder && !ev->quiet)
			for (int i = 0; i < sides->n; i++)
				recorder_near(ev->recorder, bank_op_kind(sides->at[i].beside->op), sides->before);
		arena_release(ev->beside, sides->mark);
	}
	ev->sides = sides->outer;
}

int sides_group(const Eval *ev, const Expr *site)
{
	return ev->sides ? ev->unit->sides[site->id] : 0;
}

Beside *sides_of(const Eval *ev, int group, const Access *access)
{
	for (int i = 0; i < ev->sides->n; i++)
		if (ev->sides->at[i].group == group && ev->sides->at[i].beside->object == access->object &&
		    ev->sides->at[i].beside->op == access->op)
			return ev->sides->at[i].beside;
	return NULL;
}

static Value kept(Eval *ev, Value v)
{
	return value_copy(ev->beside, ev->ctx.n_lanes, v);
}

void sides_add(Eval *ev, int group, const Access *access)
{
	Sides *sides = ev->sides;
	Beside *beside = sides_of(ev, group, access);
	if (!ev->beside)
		ev->beside = arena_new();
	if (!beside && sides->n < MAX_BESIDE) {
		beside = arena_new_of(ev->beside, Beside);
		*beside = (Beside){ .object = access->object, .op = access->op, .act = *access->act,
				    .offset = kept(ev, *access->offset) };
		sides->at[sides->n].group = group;
		sides->at[sides->n++].beside = beside;
	} else if (beside) {
		beside->offset = kept(ev, value_select(&ev->ctx, access->act, *access->offset, beside->offset));
		beside->act = mask_or(beside->act, *access->act);
	}
	if (beside)
		beside->mixes = sides->mixes;
	if (beside && beside->n_facts < (int)(sizeof beside->facts / sizeof *beside->facts))
		beside->facts[beside->n_facts++] = recorder_last(ev->recorder);
}
