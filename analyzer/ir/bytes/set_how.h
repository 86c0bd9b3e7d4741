/* How local records are set: nvcc keeps one that is set by fields in registers, and copies one that is only copied as it was. */
#ifndef SMEMLINT_IR_BYTES_SET_HOW_H
#define SMEMLINT_IR_BYTES_SET_HOW_H

#include "base/arena.h"
#include "ir/ir.h"

typedef enum SetHow { SET_SOMEHOW, SET_BY_FIELDS, SET_BY_COPIES } SetHow;

/* Fills in unit->set_how. */
void set_how_find(Arena *arena, Unit *unit);

/* SET_BY_FIELDS: for certain nothing else sets it, and not all are constants; SET_BY_COPIES: for certain only copies of the whole from memory do. */
SetHow set_how(const Unit *unit, const Var *var);

#endif
