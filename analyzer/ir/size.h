/* How many operations code has, close to how LLVM's unroller counts: of 1,700 random loops with a known trip count nvcc unrolled all with
 * less than 720, and none with more than 1440 (docs/developers/compiler.md). */
#ifndef SMEMLINT_IR_SIZE_H
#define SMEMLINT_IR_SIZE_H

#include "ir/ir.h"

enum {
	SIZE_UNKNOWN = 1 << 20,   /* more than any limit */
	UNROLLED_PRAGMA = 100000, /* with #pragma unroll all copies together; nvcc unrolled all of 40 up to 109,000, and not 200,000 */
};

/* Of an expression without its operands, of which none is a constant or known before the loop; of a call without the function. */
int64_t size_of_expr(const Expr *e);
/* Of a statement without its parts. */
int64_t size_of_stmt(const Stmt *s);
/* Of a function whose body is not known; NULL: it is not known which. */
int64_t size_of_unseen(const Func *func);

#endif
