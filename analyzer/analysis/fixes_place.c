/* Where the edits of one fix go among those of the others. */
#include "analysis/fixes_impl.h"

#include <string.h>

/* Edits that change what an earlier fix has written, and that fix's own edits with them. */
typedef struct JoinedEdits {
	int owner; /* that fix, by index */
	Edits edits;
	Edits all; /* of all fixes */
} JoinedEdits;

static int fix_with(const Fixes *fixes, const Edit *edit)
{
	for (int i = 0; i < fixes->at.n; i++)
		if (fixes->at.at[i].applied && edits_have(&fixes->at.at[i].edits, edit))
			return i;
	return -1;
}

/* NULL: the edits overlap those of several fixes, or what these have in common. */
static const JoinedEdits *join_edits(Fixer *fixer, const Edits *edits)
{
	const Fixes *fixes = fixer->out;
	JoinedEdits *joined = arena_new_of(fixer->arena, JoinedEdits);
	joined->owner = -1;
	edits_compose(fixer->arena, &fixes->edits, edits, fixer->now->unit->sources, &joined->all);
	for (int i = 0; i < fixes->edits.n; i++) {
		const Edit *old = &fixes->edits.at[i];
		const int owner = edits_have(&joined->all, old) ? joined->owner : fix_with(fixes, old);
		if (joined->owner >= 0 && owner != joined->owner)
			return NULL;
		joined->owner = owner;
		if (owner < 0 && !edits_have(&joined->all, old))
			return NULL;
	}
	if (joined->owner < 0)
		return NULL;
	const Edits *own = &fixes->at.at[joined->owner].edits;
	for (int i = 0; i < own->n; i++)
		if (!edits_have(&fixes->edits, &own->at[i]) || edits_have(&joined->all, &own->at[i]))
			vec_push(fixer->arena, &joined->edits, own->at[i]);
	for (int i = 0; i < joined->all.n; i++)
		if (!edits_have(&fixes->edits, &joined->all.at[i]) && !edits_add(fixer->arena, &joined->edits, joined->all.at[i]))
			return NULL;
	return joined;
}

static bool to_origin(const Fixer *fixer, const Edits *edits, Edits *out)
{
	for (int i = 0; i < edits->n; i++) {
		Edit edit = edits->at[i];
		size_t end;
		if (!edits_origin(&fixer->out->edits, edit.file, edit.offset, &edit.offset) ||
		    !edits_origin(&fixer->out->edits, edit.file, edits->at[i].offset + edit.length, &end))
			return false;
		edit.length = end - edit.offset;
		if (!edits_add(fixer->arena, out, edit))
			return false;
	}
	return true;
}

const char *fixer_place(Fixer *fixer, const Edits *edits, Fix *fix)
{
	fix->edits = (Edits){ 0 };
	if (to_origin(fixer, edits, &fix->edits))
		return NULL;
	fix->edits = (Edits){ 0 };
	fix->joined = join_edits(fixer, edits);
	return fix->joined ? NULL : "it overlaps another fix: run again";
}

/* The earlier fix makes both, and is no safer than they are. */
static void apply_joined(Fixer *fixer, Fix *fix)
{
	Fix *owner = &fixer->out->at.at[fix->joined->owner];
	fixer->out->edits = fix->joined->all;
	owner->edits = fix->joined->edits;
	fix->with = arena_dup(fixer->arena, &owner->decl, sizeof owner->decl);
	if (fix->safety > owner->safety) {
		owner->safety = fix->safety;
		owner->why = fix->why;
	}
	if (strcmp(owner->object->name, fix->object->name) == 0) {
		owner->after = fix->after;
		owner->left = fix->left;
	}
}

void fixer_apply(Fixer *fixer, Fix *fix, const Analysis *after)
{
	if (fix->safety > fixer->policy.most || fix->safety == FIX_ADVICE)
		return;
	if (fix->joined)
		apply_joined(fixer, fix);
	else if (!edits_add_all(fixer->arena, &fixer->out->edits, &fix->edits))
		return;
	fix->applied = true;
	fixer->now = after;
}
