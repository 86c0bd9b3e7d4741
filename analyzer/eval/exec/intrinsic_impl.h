/* Shared by eval_intrinsic.c and eval_warp.c. */
#ifndef SMEMLINT_EVAL_EXEC_INTRINSIC_IMPL_H
#define SMEMLINT_EVAL_EXEC_INTRINSIC_IMPL_H

#include "eval/exec/exec.h"

/* how: from the intrinsic's row, which of the handler's operations it is. */
typedef Value Handler(Eval *ev, const Expr *e, const Value *args, int how);

/* Argument i; there is none: 0. */
Value intrinsic_arg(const Expr *e, const Value *args, int i);
/* An unknown value that is uniform if the operands are, made of them. */
Value intrinsic_unknown(Eval *ev, const Expr *e, const Value *args, Reason reason);

/* --- between lanes (eval_warp.c) ------------------------------------------------------------------ */
enum { SHUFFLE_INDEX, SHUFFLE_UP, SHUFFLE_DOWN, SHUFFLE_XOR };
enum { VOTE_LANES, VOTE_ANY, VOTE_ALL };
enum { REDUCE_SUM, REDUCE_ONE /* of equal values it is that value */ };
Handler warp_shuffle, warp_shuffle_unmasked, warp_vote, warp_match, warp_reduce, warp_active_mask, warp_lanemask_lt;

#endif
