/* Launches that an analysis of one file does not see: in other files, in code that is not compiled, by a kernel's address. */
#ifndef SMEMLINT_FIX_LAUNCHES_ELSEWHERE_H
#define SMEMLINT_FIX_LAUNCHES_ELSEWHERE_H

#include "core/whole.h"
#include "fix/layouts/layout.h"
#include "ir/ir.h"

/* For each file of the program whether it is a source that uses the kernel, itself or in a header: launches it, or takes its address. */
const bool *elsewhere_files(Arena *arena, SourceSet *sources, const WholeProgram *whole, const Func *kernel);

/* Whether a launch of the kernel is known in the file, or in one that it includes: the unit's, or of a file that it is linked with. */
bool elsewhere_launched(Arena *arena, const Unit *unit, const WholeProgram *whole, int file, const Func *kernel);

/* Why launches that are not among those of the unit, with the files that it is linked with, would have to allocate as much for the
 * kernel as the layout takes; NULL: there are none.  whole: NULL: other files are not known. */
const char *elsewhere_obstacle(Arena *arena, const Unit *unit, const WholeProgram *whole, const Func *kernel, const Layout *layout);

/* The file limits what launches may allocate, unless they give a record's size, and so does the limit. */
bool elsewhere_limits(SourceSet *sources, int file, const Layout *layout);

#endif
