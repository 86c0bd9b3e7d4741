/* Whether a kernel can touch shared memory at all. */
#ifndef SMEMLINT_IR_TOUCHES_H
#define SMEMLINT_IR_TOUCHES_H

#include "ir/ir.h"

/* The kernel's code, or code that it may call, names a shared variable or holds inline PTX: there is no other way to a
 * shared address.  True, too, where what it calls is not all known. */
bool func_may_touch_shared(const Func *kernel);

#endif
