/* Writes another layout of a tensor of CuTe into the source. */
#ifndef SMEMLINT_FIX_TILE_EDIT_H
#define SMEMLINT_FIX_TILE_EDIT_H

#include "fix/edit.h"
#include "fix/tile_trace.h"
#include "fix/tiles.h"

/* The edits that lay the tensor out by the choice, in all places that give it its layout.  NULL, or why it cannot be written. */
const char *tile_edit(Arena *arena, const Unit *unit, const TileAdvice *advice, const CuteChoice *choice, Edits *out);

#endif
