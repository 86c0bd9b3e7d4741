#include "eval/exec/recorded.h"

#include <string.h>

#include "eval/nvcc/recorder.h"
#include "eval/nvcc/sinking.h"

struct Recorded {
	Arena *arena;
	RecorderMark *recorder;
	Suspect *suspects;
	int n_suspects;
	Sinking sinking; /* Eval.sinking, if there is one … */
	OtherBranch others[MAX_SINKABLE]; /* … and what its list points to */
};

static void keep_sinking(const Eval *ev, Recorded *recorded)
{
	if (!ev->sinking)
		return;
	recorded->sinking = *ev->sinking;
	for (int i = 0; i < ev->sinking->n; i++)
		recorded->others[i] = *ev->sinking->at[i].other;
}

Recorded *recorded_mark(Eval *ev)
{
	if (!ev->recorder || ev->trial || ev->watch || ev->is_host)
		return NULL;
	Arena *arena = arena_new();
	Recorded *recorded = arena_new_of(arena, Recorded);
	recorded->arena = arena;
	recorded->recorder = recorder_mark(ev->recorder, arena);
	if (!recorded->recorder) {
		recorded_end(recorded);
		return NULL;
	}
	if (ev->suspects && ev->suspects->list.n) {
		recorded->n_suspects = ev->suspects->list.n;
		recorded->suspects = arena_dup(arena, ev->suspects->list.at, sizeof *recorded->suspects * (size_t)recorded->n_suspects);
	}
	keep_sinking(ev, recorded);
	return recorded;
}

void recorded_go_back(Eval *ev, const Recorded *recorded)
{
	if (!recorded)
		return;
	recorder_go_back(ev->recorder, recorded->recorder);
	if (ev->suspects) {
		ev->suspects->list.n = recorded->n_suspects;
		if (recorded->n_suspects)
			memcpy(ev->suspects->list.at, recorded->suspects, sizeof *recorded->suspects * (size_t)recorded->n_suspects);
	}
	if (!ev->sinking)
		return;
	*ev->sinking = recorded->sinking;
	for (int i = 0; i < ev->sinking->n; i++)
		*ev->sinking->at[i].other = recorded->others[i];
}

void recorded_end(Recorded *recorded)
{
	if (recorded)
		arena_free(recorded->arena);
}
