/* What nvcc makes of neighbouring accesses of one thread (docs/developers/compiler.md): one of 8 or 16 bytes.
 *
 * Accesses are held back until nothing that follows can join them, and then go on as requests, each of one access or
 * of several.  Two answers are sought for each access: which request the rules surely make of it (straight-line
 * code, distances and alignment that the compiler sees in the text: form.h), and which one they might make (whatever
 * the addresses allow).  Where the two differ, the request is `open`. */
#ifndef SMEMLINT_EVAL_MERGE_H
#define SMEMLINT_EVAL_MERGE_H

#include "eval/cost/access.h"

enum { MAX_TOGETHER = 16 };

typedef struct Request {
	const Access *access; /* stands where the request does; its offset is where that begins */
	int bytes;            /* a lane */
	unsigned parts;       /* which elements of access->bytes each it was made for; 1 where it is one access */
	int64_t visit;
	int fact;             /* of the access that it is made of */
	int with[MAX_TOGETHER]; /* facts of the other accesses that are in it, in the program's order */
	int n_with;
	bool open;
} Request;

typedef void RequestSink(void *data, const Request *request);

typedef struct Merge Merge;

Merge *merge_new(Arena *arena, ValueCtx *ctx, RequestSink *sink, void *data);
void merge_free(Merge *merge);
/* A load or store that can be merged; visit: how often its place was reached before; perhaps: it may be none (redundant.h). */
void merge_add(Merge *merge, const Access *access, int fact, int64_t visit, bool perhaps);
bool merge_takes(const Access *access);
/* Any other access to shared memory, of which loads or stores stay on their branch. */
void merge_pass(Merge *merge, const Access *access);
void merge_barrier(Merge *merge);
void merge_finish(Merge *merge);
/* What comes between accesses in one branch of a condition does not come between others (recorder.h). */
Epochs merge_fork(Merge *merge);
Epochs merge_epochs(const Merge *merge);
void merge_set_epochs(Merge *merge, Epochs epochs);
void merge_join(Merge *merge, const Epochs *first, bool second_left);

#endif
