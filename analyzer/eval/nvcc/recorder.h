/* Collects the shared accesses of one evaluation, lets them be merged or eliminated as nvcc does, prices them, and makes
 * facts of them. */
#ifndef SMEMLINT_EVAL_NVCC_RECORDER_H
#define SMEMLINT_EVAL_NVCC_RECORDER_H

#include "eval/cost/access.h"
#include "eval/facts/facts.h"

typedef struct Recorder Recorder;

/* Facts are made in the arena; options: NULL for the defaults.  All arguments must outlive the recorder. */
Recorder *recorder_new(Arena *arena, ValueCtx *ctx, const Arch *arch, const LaunchShape *launch, const EvalOptions *options);
/* Uses prices that were found before, and adds its own. */
void recorder_share_prices(Recorder *recorder, struct PriceMemo *memo);
/* Not EvalOptions.as_written. */
bool recorder_models_nvcc(const Recorder *recorder);
/* The number of the access that was added last; -1: none. */
int recorder_last(const Recorder *recorder);
/* Adds an execution of an access; returns the certainty of its cost, of the warp whose cost is least certain. */
Certainty recorder_add(Recorder *recorder, const Access *access);
/* After a condition whose branches have accesses of `kind` that nvcc may merge into one, which is at no line: accesses that it may
 * be counted with become bounds.  before: the access before the condition, a recorder_last(), -1: none; regions: those around
 * the condition. */
void recorder_near(Recorder *recorder, AccessKind kind, int before, const Regions *regions);
/* The number of accesses so far; all from the first'th on become bounds, for the reason. */
int recorder_count(const Recorder *recorder);
void recorder_weaken(Recorder *recorder, int first, Reason reason);
/* Adds a view, once for each variable. */
void recorder_view(Recorder *recorder, const TensorView *view);
/* A barrier or fence: nothing is merged or reused across it. */
void recorder_barrier(Recorder *recorder, const Regions *regions);
/* For a condition: fork() before its first branch gives the epochs that both branches start with; epochs() at the end of the
 * first one; set_epochs() to those of the start before the second one; join() after it.  first: the epochs at the end of
 * the first branch, NULL if no thread reached that; second_left: none reached the end of the second one. */
Epochs recorder_fork(Recorder *recorder);
Epochs recorder_epochs(const Recorder *recorder);
void recorder_set_epochs(Recorder *recorder, Epochs epochs);
void recorder_join(Recorder *recorder, const Epochs *first, bool second_left);
/* Fills in out->facts, in source order.  incomplete: the kernel was not run to its end, so that no fact is exact. */
void recorder_finish(Recorder *recorder, bool incomplete, KernelFacts *out);
/* recorder_go_back() takes back all that was added since the mark, which is in that arena and may be used again.  NULL: there are so
 * many facts that the copies of them, one for each loop, would cost more than they save. */
typedef struct RecorderMark RecorderMark;
RecorderMark *recorder_mark(const Recorder *recorder, Arena *arena);
void recorder_go_back(Recorder *recorder, const RecorderMark *mark);
void recorder_free(Recorder *recorder);
/* The call stack of a call of `func` at `site` within `caller` (NULL: the kernel); the same pointer for the same call. */
const CallSite *recorder_call(Recorder *recorder, const CallSite *caller, const Func *func, const Expr *site);

#endif
