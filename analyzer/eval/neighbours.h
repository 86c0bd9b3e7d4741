/* Accesses that the compiler may merge: neighbours in memory, close together in the program.
 *
 * nvcc turns two or four neighbouring scalar accesses of one thread into one of 8 or 16 bytes where it can
 * prove the alignment and nothing comes between (seen in the machine code of unrolled loops and of pairs
 * like s[2*i], s[2*i+1]).  What such a line then costs is not what its own access would cost; it is never
 * more, as one wide access needs at most the passes of the narrow ones.
 *
 * The distance must be known when compiling.  Turns of a loop whose end is only known at run time (blockDim,
 * an argument) are never merged with one another, and the n-th and m-th access of one turn of it only if they
 * are neighbours in every turn, the first one included. */
#ifndef SMEMLINT_EVAL_NEIGHBOURS_H
#define SMEMLINT_EVAL_NEIGHBOURS_H

#include "eval/recorder.h"

typedef struct Neighbours Neighbours;

Neighbours *neighbours_new(Arena *arena, ValueCtx *ctx);
void neighbours_free(Neighbours *n);
/* Nothing is merged across a barrier. */
void neighbours_forget(Neighbours *n);
void neighbours_add(Neighbours *n, const Access *access, int fact); /* facts are numbered from 0 */
/* Calls `merge` with the number of each fact that could be merged with another, perhaps several times. */
void neighbours_finish(const Neighbours *n, void (*merge)(void *data, int fact), void *data);

#endif
