/* What nvcc makes of calls of library functions, by how their names begin (docs/developers/compiler.md). */
#ifndef SMEMLINT_IR_LIBRARY_H
#define SMEMLINT_IR_LIBRARY_H

#include "ir/ir.h"

bool func_is_straight(const Func *func); /* straight-line code: others have a slow way of their own */
bool func_orders(const Func *func);      /* it waits for others, or tells them */

#endif
