#include "eval/nvcc/sinking.h"
#include "eval/nvcc/recorder.h"

void sinking_begin(Eval *ev, Sinking *sinking, const Cond *c, const Stmt *of)
{
	Sinking *outer = ev->sinking;
	bool goes_on = outer && of && outer->of && outer->of->other == of; /* else if: they are branches of the first one, too */
	sinking->outer = outer;
	sinking->of = of;
	sinking->divergent = c->scope == SCOPE_THREAD;
	sinking->mark = ev->sinking_arena ? arena_mark(ev->sinking_arena) : (ArenaMark){ 0 };
	sinking->n = 0;
	sinking->before = ev->recorder ? recorder_last(ev->recorder) : -1;
	sinking->stays = of && ev->meets_more == of;
	if (c->folds)
		ev->sinking = NULL;
	else if (goes_on)
		outer->divergent |= sinking->divergent;
	else
		ev->sinking = sinking;
	if (goes_on && ev->sinking)
		ev->sinking->of = of;
	if (ev->sinking)
		ev->sinking->from = ev->flow.may_execute;
}

void sinking_end(Eval *ev, Sinking *sinking)
{
	if (ev->sinking == sinking && sinking->n) {
		if (ev->recorder && !ev->trial)
			for (int i = 0; i < sinking->n; i++)
				recorder_near(ev->recorder, bank_op_kind(sinking->at[i].other->op), sinking->before,
					      &(Regions){ ev->mem.storage.regions.at, ev->mem.storage.regions.n });
		arena_release(ev->sinking_arena, sinking->mark);
	}
	ev->sinking = sinking->outer;
}

int sinking_group(const Eval *ev, const Expr *site)
{
	if (!ev->sinking)
		return 0;
	if (ev->unit->hoist_groups[site->id])
		return -ev->unit->hoist_groups[site->id];
	return ev->sinking->stays ? 0 : ev->unit->sink_groups[site->id];
}

OtherBranch *sinking_of(const Eval *ev, int group, const Access *access)
{
	for (int i = ev->sinking->n - 1; i >= 0; i--)
		if (ev->sinking->at[i].group == group && ev->sinking->at[i].other->op == access->op)
			return ev->sinking->at[i].other;
	return NULL;
}

Mask sinking_hoisted(const Eval *ev, int group, const Access *access, Mask own)
{
	bool alone = mask_equal(&own, &ev->flow.may_execute);
	return alone && !sinking_of(ev, group, access) ? mask_or(own, ev->sinking->from) : own;
}

/* That of the access's own object, among those of its group; NULL: none. */
static OtherBranch *of_object(const Eval *ev, int group, const Access *access)
{
	for (int i = 0; i < ev->sinking->n; i++)
		if (ev->sinking->at[i].group == group && ev->sinking->at[i].other->object == access->object &&
		    ev->sinking->at[i].other->op == access->op)
			return ev->sinking->at[i].other;
	return NULL;
}

static Value kept(Eval *ev, Value v)
{
	return value_copy(ev->sinking_arena, ev->ctx.n_threads, v);
}

void sinking_add(Eval *ev, int group, const Access *access)
{
	Sinking *sinking = ev->sinking;
	OtherBranch *other = of_object(ev, group, access);
	const OtherBranch *last = sinking_of(ev, group, access);
	if (!ev->sinking_arena)
		ev->sinking_arena = arena_new();
	if (!other && sinking->n < MAX_SINKABLE) {
		other = arena_new_of(ev->sinking_arena, OtherBranch);
		*other = (OtherBranch){ .object = access->object,
					.op = access->op,
					.may_execute = *access->may_execute,
					.offset = kept(ev, *access->offset),
					.next = last };
		sinking->at[sinking->n].group = group;
		sinking->at[sinking->n++].other = other;
	} else if (other) {
		other->offset = kept(ev, value_select(&ev->ctx, access->may_execute, *access->offset, other->offset));
		other->may_execute = mask_or(other->may_execute, *access->may_execute);
	}
	if (other)
		other->divergent = sinking->divergent;
	if (other && other->n_facts < (int)(sizeof other->facts / sizeof *other->facts))
		other->facts[other->n_facts++] = recorder_last(ev->recorder);
}
