#include "eval/exec/changes.h"

static Value kept(Eval *ev, const Changes *changes, Value v)
{
	return value_copy(changes->arena, ev->ctx.n_threads, v);
}

/* A delta must be the same in every iteration: it contains only symbols from before the loop (the first n_syms). */
static bool is_loop_invariant(const Eval *ev, const Value *delta, int n_syms)
{
	if (delta->unknown)
		return false;
	for (int i = 0; i < delta->n_terms; i++) {
		const MonoInfo *mono = &ev->ctx.monos.at[delta->terms[i].mono];
		for (int s = 0; s < mono->n; s++)
			if (mono->syms[s] >= n_syms)
				return false;
	}
	return true;
}

static Change *find_change(Changes *changes, const Object *object, const Cell *cell)
{
	for (int i = 0; i < changes->list.n; i++) {
		Change *c = &changes->list.at[i];
		if (c->object == object && c->offset == cell->offset && c->size == cell->size)
			return c;
	}
	return NULL;
}

bool cell_is_uniform(const Eval *ev, const Cell *cell)
{
	Mask all = mask_first(ev->ctx.n_threads);
	return cell && value_is_uniform(&ev->ctx, &cell->stored->v, &all);
}

Reason cell_why_unknown(const Eval *ev, const Cell *after)
{
	return after ? value_data_reason(&ev->ctx, &after->stored->v, REASON_LOOP) : REASON_LOOP;
}

/* after - before where it may have changed; elsewhere nothing was added. */
static Value added(Eval *ev, const Cell *before, const Cell *after, const Mask *where)
{
	const Mask all = mask_first(ev->ctx.n_threads);
	const Value delta = value_binary(&ev->ctx, OP_SUB, int_wide, after->stored->v, before->stored->v);
	return mask_subset(&all, where) ? delta : value_select(&ev->ctx, where, delta, value_int(0));
}

void change_drift(Eval *ev, const Cell *before, const Cell *after, const Mask *where, int64_t *step_align, Scope *apart)
{
	*step_align = 0;
	*apart = SCOPE_THREAD;
	if (!before || !after || before->is_float || after->is_float)
		return;
	Value delta = added(ev, before, after, where);
	*step_align = value_points_to(&ev->ctx, &delta) ? 0 : value_align(&ev->ctx, &delta);
	*apart = value_scope(&ev->ctx, &delta, where);
}

static Mask threads_of_change(const Eval *ev, const Changes *changes, const Object *object)
{
	return mask_subset(&object->threads, &changes->active) ? mask_first(ev->ctx.n_threads) : changes->active;
}

/* Guesses the induction from the values before and after one iteration.  is_first: nothing was stored there before. */
static void note_change(Eval *ev, Changes *changes, Object *object, const Cell *before, const Cell *after, int n_syms, bool is_first)
{
	if (find_change(changes, object, after))
		return;
	const WidenedCell *widened = before ? widened_find(&changes->widened, object, before) : NULL;
	Change c = { .object = object,
		     .offset = after->offset,
		     .size = after->size,
		     .is_float = after->is_float,
		     .induction = INDUCTION_UNKNOWN,
		     .uniform = cell_is_uniform(ev, after) && (!before || cell_is_uniform(ev, before)),
		     .why = cell_why_unknown(ev, after),
		     .where = threads_of_change(ev, changes, object),
		     .log2_align = widened ? widened->log2_align : 0,
		     .came = widened && before->stored == after->stored ? widened->came : NULL };
	/* As the variable came, the iteration left it with this alignment at most. */
	if (before && before->stored != after->stored && !after->is_float && form_log2_align(&after->stored->v.form) < c.log2_align)
		c.log2_align = form_log2_align(&after->stored->v.form);
	change_drift(ev, before, after, &c.where, &c.step_align, &c.apart);
	if (is_first && c.uniform)
		c.apart = SCOPE_UNIFORM;
	if (before && !after->is_float && !before->is_float) {
		Value delta = added(ev, before, after, &c.where);
		if (!before->stored->v.unknown && is_loop_invariant(ev, &delta, n_syms)) {
			c.induction = INDUCTION_LINEAR;
			c.delta = kept(ev, changes, delta);
			c.has_delta = true;
		}
	}
	c.points_to = value_points_to(&ev->ctx, &after->stored->v) | (before ? value_points_to(&ev->ctx, &before->stored->v) : 0);
	if (before) {
		c.start = kept(ev, changes, before->stored->v);
		c.has_start = true;
	}
	vec_push(changes->arena, &changes->list, c);
}

/* Notes an object whose contents as a whole became unknown in an iteration. */
static void note_dropped(Eval *ev, Changes *changes, Object *object, const Content *was)
{
	unsigned points_to = content_points_to(&ev->ctx, was) | content_points_to(&ev->ctx, &object->content);
	bool dropped = object->content.rest != was->rest || object->content.since != was->since;
	for (int c = 0; c < was->n && !dropped; c++)
		dropped = !content_find(&object->content, was->cells[c].offset, was->cells[c].size);
	if (dropped && !find_change(changes, object, &(Cell){ 0 }))
		vec_push(changes->arena, &changes->list,
			 ((Change){ .object = object,
				    .induction = INDUCTION_UNKNOWN,
				    .why = reason_is_data(object->content.rest) ? object->content.rest : REASON_LOOP,
				    .points_to = points_to }));
}

void changes_note(Eval *ev, Changes *changes, const Journal *journal, int n_syms)
{
	for (int i = 0; i < journal->n; i++) {
		Object *object = journal->entries[i].object;
		const Content *now = &object->content, *was = &journal->entries[i].before;
		if (object->declared > journal->started)
			continue;
		note_dropped(ev, changes, object, was);
		for (int c = 0; c < now->n; c++) {
			const Cell *before = content_find(was, now->cells[c].offset, now->cells[c].size);
			/* A trial skips what a run does to floats (loop_skip()): it drops them as a whole. */
			if (now->cells[c].is_float && find_change(changes, object, &(Cell){ 0 }))
				continue;
			const bool is_first =
				was->rest == REASON_UNINITIALISED && !content_touches(was, now->cells[c].offset, now->cells[c].size);
			if (!before || before->stored != now->cells[c].stored)
				note_change(ev, changes, object, before, &now->cells[c], n_syms, is_first);
		}
	}
}

void changes_note_unchanged(Eval *ev, Changes *changes, int n_syms)
{
	for (int i = 0; i < changes->widened.n; i++) {
		const WidenedCell *w = &changes->widened.at[i];
		const Cell *cell = content_find(&w->object->content, w->offset, w->size);
		if (cell)
			note_change(ev, changes, w->object, cell, cell, n_syms, false);
	}
}

void changes_note_carried(const Changes *changes, Iteration *iteration)
{
	if (!iteration->came.arena)
		iteration->came.arena = arena_new();
	for (int i = 0; i < changes->list.n; i++) {
		const Change *c = &changes->list.at[i];
		if (c->size && !c->is_float && (c->log2_align || c->came))
			vec_push(iteration->came.arena, &iteration->carried,
				 ((WidenedCell){ .object = c->object,
						 .offset = c->offset,
						 .size = c->size,
						 .log2_align = c->log2_align,
						 .came = c->came }));
	}
}
