/* Whether a kernel can touch shared memory at all. */
#ifndef SMEMLINT_IR_TOUCHES_H
#define SMEMLINT_IR_TOUCHES_H

#include "ir/ir.h"

/* Whether the kernel, or a function that it may call, names a shared variable or contains inline PTX: shared addresses have no
 * other source.  True, too, if not all functions that it calls are known. */
bool func_may_touch_shared(const Func *kernel);

#endif
