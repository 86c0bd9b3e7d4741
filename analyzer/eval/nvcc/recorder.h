/* Collects the shared accesses of one evaluation and makes facts of them. */
#ifndef SMEMLINT_EVAL_RECORDER_H
#define SMEMLINT_EVAL_RECORDER_H

#include "eval/cost/access.h"
#include "eval/facts/facts.h"

typedef struct Recorder Recorder;

Recorder *recorder_new(Arena *arena, ValueCtx *ctx, const Arch *arch, const LaunchShape *launch, const EvalOptions *options);
/* A number for the access that was added last; -1: none. */
int recorder_last(const Recorder *recorder);
/* How sure its cost is, in the warp where that is least sure. */
Certainty recorder_add(Recorder *recorder, const Access *access);
/* What may have been made one may be counted at the line of the next two accesses of that kind, or of `before` (recorder_last();
 * -1: none). */
void recorder_near(Recorder *recorder, AccessKind kind, int before);
void recorder_barrier(Recorder *recorder, const Regions *regions);
/* A condition's first branch begins (the gaps that both branches begin with); its second; both are over.  first: the gaps
 * at the end of the first branch, NULL if nobody came to it. */
Epochs recorder_fork(Recorder *recorder);
Epochs recorder_epochs(const Recorder *recorder);
void recorder_set_epochs(Recorder *recorder, Epochs epochs);
void recorder_join(Recorder *recorder, const Epochs *first, bool second_left);
/* incomplete: the kernel was not run to its end, so that nothing is exact. */
void recorder_finish(Recorder *recorder, bool incomplete, KernelFacts *out);
void recorder_free(Recorder *recorder);
/* The call's node below `caller`, the same one for the same call. */
const CallSite *recorder_call(Recorder *recorder, const CallSite *caller, const Func *func, const Expr *site);

#endif
