/* Where the code that is analysed names variables: elsewhere in the text it is not compiled here, or nothing instantiates it. */
#ifndef SMEMLINT_FIX_NAMED_H
#define SMEMLINT_FIX_NAMED_H

#include "base/arena.h"
#include "base/vec.h"
#include "ir/ir.h"

typedef VEC(Loc) LocList;

/* The places of variables that are meant. */
void named_find(Arena *arena, const Unit *unit, bool (*is_meant)(const void *data, const Var *var), const void *data, LocList *out);
bool named_has(const LocList *places, int file, size_t offset);

#endif
