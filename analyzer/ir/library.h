/* How nvcc compiles calls of library functions, and what they do, by how their names begin (docs/developers/compiler.md). */
#ifndef SMEMLINT_IR_LIBRARY_H
#define SMEMLINT_IR_LIBRARY_H

#include "ir/ir.h"

bool func_is_straight(const Func *func); /* compiled to straight-line code, without a slow path */
bool func_has_root(const Func *func);    /* but for a slow path of ptxas' */
bool func_is_opaque(const Func *func);   /* as an expression is in opaque.h; of those that are straight */
/* Of a binary expression: a division that ptxas makes a branch for. */
bool division_has_slow_path(const Expr *e);
/* Memory accesses are not moved across it: it waits for or signals other threads, or is a division with a slow path. */
bool func_orders(const Func *func);
/* What it returns, or leaves in memory, is data: a texture's or a surface's. */
bool func_fetches(const Func *func);

#endif
