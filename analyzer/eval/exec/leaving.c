#include "eval/exec/leaving.h"

#include "eval/exec/exec.h"

/* Nothing had been stored there. */
static bool is_new(const Content *before, const Cell *now)
{
	return before->rest == REASON_UNINITIALISED && !content_touches(before, now->offset, now->size);
}

/* Where the same was added to the cell since: in all of these threads, in those of each warp, or not even there.  Of floating-point
 * numbers nothing needs to be known. */
static Scope scope_of_added(Eval *ev, const Content *before, const Cell *now, const Mask *threads)
{
	const Cell *was = content_find(before, now->offset, now->size);
	if (now->is_float || (was ? was->is_float : !is_new(before, now)))
		return SCOPE_THREAD;
	const Value added = was ? value_binary(&ev->ctx, OP_SUB, int_wide, now->stored->v, was->stored->v) : now->stored->v;
	if (value_points_to(&ev->ctx, &added))
		return SCOPE_THREAD;
	return value_scope(&ev->ctx, &added, threads);
}

static LeftCell *find_left(const Leaving *leaving, const Object *object, const Cell *cell)
{
	for (int i = 0; i < leaving->cells.n; i++) {
		LeftCell *left = &leaving->cells.at[i];
		if (left->object == object && left->offset == cell->offset && left->size == cell->size)
			return left;
	}
	return NULL;
}

static void note_cell(Eval *ev, Leaving *leaving, const JournalEntry *entry, const Cell *now, const Mask *maybe)
{
	const Cell *was = content_find(&entry->before, now->offset, now->size);
	if (now->is_float || (was ? was->stored == now->stored : !is_new(&entry->before, now)))
		return;
	const Scope apart = scope_of_added(ev, &entry->before, now, maybe);
	LeftCell *left = find_left(leaving, entry->object, now);
	if (left && left->apart < apart)
		left->apart = apart;
	else if (!left && apart != SCOPE_UNIFORM)
		vec_push(ev->arena, &leaving->cells, ((LeftCell){ entry->object, now->offset, now->size, apart }));
}

/* Threads that do not leave at the same places may leave at different times. */
static Scope scope_of_places(const Mask *before, const Mask *now)
{
	Scope scope = mask_empty(before) || mask_equal(before, now) ? SCOPE_UNIFORM : SCOPE_WARP;
	for (int w = 0; w < MAX_THREADS / 32 && scope == SCOPE_WARP; w++) {
		const uint32_t a = mask_warp(before, w), b = mask_warp(now, w);
		scope = a && b && a != b ? SCOPE_THREAD : scope;
	}
	return scope;
}

void leaving_note(Eval *ev, Leaving *leaving, const Mask *maybe, Scope scope, Reason why)
{
	if (mask_empty(maybe) || !leaving->since)
		return;
	const Scope of_places = scope_of_places(&leaving->threads, maybe);
	scope = of_places > scope ? of_places : scope;
	leaving->scope = scope > leaving->scope ? scope : leaving->scope;
	leaving->threads = mask_or(leaving->threads, *maybe);
	leaving->why = reason_either(leaving->why, why);
	for (int i = 0; i < leaving->since->n && leaving->scope != SCOPE_THREAD; i++) {
		const JournalEntry *entry = &leaving->since->entries[i];
		for (int c = 0; c < entry->object->content.n; c++)
			note_cell(ev, leaving, entry, &entry->object->content.cells[c], maybe);
	}
}

/* A value that comes from data stays unknown for that reason. */
static Reason unknown_reason(const Cell *was, const Cell *now, Reason reason)
{
	const Unknown *unknowns[] = { now->stored->v.unknown, was ? was->stored->v.unknown : NULL };
	for (int i = 0; i < 2; i++)
		if (unknowns[i] && reason_is_data(unknowns[i]->reason))
			return unknowns[i]->reason;
	return reason;
}

static void end_cell(Eval *ev, const JournalEntry *entry, const Cell *cell, const Mask *maybe, const Leaving *leaving, Reason reason)
{
	Object *object = entry->object;
	const Cell *was = content_find(&entry->before, cell->offset, cell->size);
	if (was && was->stored == cell->stored)
		return;
	const Loc loc = object->var ? object->var->loc : LOC_NONE;
	const Value now = value_copy(ev->ctx.arena, ev->ctx.n_threads, cell->stored->v);
	const LeftCell *left = leaving ? find_left(leaving, object, cell) : NULL;
	Scope scope = leaving ? leaving->scope : SCOPE_THREAD;
	scope = left && left->apart > scope ? left->apart : scope;
	const Scope at_end = scope == SCOPE_THREAD ? scope : scope_of_added(ev, &entry->before, cell, maybe);
	scope = at_end > scope ? at_end : scope;
	Value unknown = eval_unknown_value(ev, scope == SCOPE_UNIFORM, scope == SCOPE_WARP, unknown_reason(was, cell, reason), loc);
	if (scope != SCOPE_THREAD && was)
		unknown = value_binary(&ev->ctx, OP_ADD, int_wide, value_copy(ev->ctx.arena, ev->ctx.n_threads, was->stored->v), unknown);
	else if (scope == SCOPE_THREAD && !cell->is_float)
		unknown = value_pointing_to(&ev->ctx, unknown,
					    value_points_to(&ev->ctx, &now) |
						    (was ? value_points_to(&ev->ctx, &was->stored->v) : entry->before.points_to));
	memory_put(&ev->mem, object, cell->offset, cell->size, cell->is_float, value_select(&ev->ctx, maybe, unknown, now));
}

void leaving_end(Eval *ev, const Journal *journal, const Mask *maybe, const Leaving *leaving, Reason reason)
{
	if (mask_empty(maybe))
		return;
	reason = leaving && reason_is_data(leaving->why) ? REASON_DATA_BRANCH : reason;
	for (int i = 0; i < journal->n; i++) {
		Content now;
		content_copy(&now, &journal->entries[i].object->content);
		for (int c = 0; c < now.n; c++)
			end_cell(ev, &journal->entries[i], &now.cells[c], maybe, leaving, reason);
		content_free(&ev->mem.storage, &now);
	}
}
