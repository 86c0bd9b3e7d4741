/* Whether a kernel can touch shared memory at all. */
#ifndef SMEMLINT_IR_TOUCHES_H
#define SMEMLINT_IR_TOUCHES_H

#include "ir/ir.h"

/* Whether a function whose body is not known returns a pointer, or a record with one, without getting one: it may be to shared
 * memory that the function declares.  What is made of a pointer is taken to point where that does. */
bool call_makes_pointer(const Expr *call);
/* The same of what it may leave where its i-th argument points. */
bool call_leaves_pointer(const Expr *call, int i);

/* Whether the kernel, or a function that it may call, names a shared variable, contains inline PTX, or makes such
 * a call: shared addresses have no other source. */
bool func_may_touch_shared(const Func *kernel);

#endif
