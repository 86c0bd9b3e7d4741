/* What was recorded since a mark can be taken back. */
#include "eval/nvcc/recorder_impl.h"

#include <string.h>

enum { MOST_MARKED = 4096 };

struct RecorderMark {
	Recorder recorder;
	Entry *entries;         /* those that there were … */
	WarpPattern **patterns; /* … and their patterns and uses, NULL: none */
	UnitUse **uses;
	MergeMark *merge;
	RedundancyMark *redundancy;
};

RecorderMark *recorder_mark(const Recorder *r, Arena *arena)
{
	const int n = r->entries.n;
	if (n > MOST_MARKED)
		return NULL;
	RecorderMark *mark = arena_new_of(arena, RecorderMark);
	mark->recorder = *r;
	mark->entries = arena_alloc_raw(arena, sizeof *mark->entries * (size_t)n);
	mark->patterns = arena_array(arena, WarpPattern *, n);
	mark->uses = arena_array(arena, UnitUse *, n);
	for (int i = 0; i < n; i++) {
		const Entry *e = r->entries.at[i];
		mark->entries[i] = *e;
		if (e->n_patterns)
			mark->patterns[i] = arena_dup(arena, e->patterns, sizeof *e->patterns * (size_t)e->n_patterns);
		if (e->fact.n_uses)
			mark->uses[i] = arena_dup(arena, e->uses, sizeof *e->uses * (size_t)e->fact.n_uses);
	}
	mark->merge = merge_mark(r->merge, arena);
	mark->redundancy = redundancy_mark(r->redundancy, arena);
	return mark;
}

static void put_back(Entry *e, const Entry *was, const WarpPattern *patterns, const UnitUse *uses)
{
	WarpPattern *own = e->patterns;
	*e = *was;
	e->patterns = own; /* there may be room now where there was none */
	if (patterns)
		memcpy(e->patterns, patterns, sizeof *patterns * (size_t)e->n_patterns);
	if (uses)
		memcpy(e->uses, uses, sizeof *uses * (size_t)e->fact.n_uses);
}

void recorder_go_back(Recorder *r, const RecorderMark *mark)
{
	Entry *spare = r->spare;
	for (int i = mark->recorder.entries.n; i < r->entries.n; i++) {
		r->entries.at[i]->next = spare;
		spare = r->entries.at[i];
	}
	const CallNode root = r->root; /* calls stay: others hold them */
	*r = mark->recorder;
	r->root = root;
	r->spare = spare;
	for (int i = 0; i < r->entries.n; i++)
		put_back(r->entries.at[i], &mark->entries[i], mark->patterns[i], mark->uses[i]);
	merge_go_back(r->merge, mark->merge);
	redundancy_go_back(r->redundancy, mark->redundancy);
}
