/* The launch shapes that a kernel is evaluated for.
 *
 * From the first of these that gives one: its launches; a comment `// smemlint: block(32, 8)`; the configuration's
 * block for its name; __launch_bounds__ (n threads in x); --block; else 256 threads in x are assumed.  A launch whose
 * block is known only at run time gives no shape, but its arguments, and for an assumed block the dimensions that are
 * known; beside launches whose blocks are known, the comment, the configuration or --block say which blocks it may
 * have. */
#ifndef SMEMLINT_ANALYSIS_SHAPES_H
#define SMEMLINT_ANALYSIS_SHAPES_H

#include "base/vec.h"
#include "core/block.h"
#include "eval/facts/facts.h"

/* A shape that no device can run, or that cannot be parsed. */
typedef struct ShapeProblem {
	Loc loc;
	const char *message;
} ShapeProblem;

typedef struct KernelShapes {
	LaunchShapes shapes;        /* may be empty if there are problems */
	VEC(ShapeProblem) problems;
	const LaunchShape *open;    /* beside the shapes of launches: one whose block is known only at run time, and for which nothing
	                             * says what it may be; NULL: there is none */
} KernelShapes;

/* launches: from find_launches(); options: from the command line and the configuration. */
void kernel_shapes(Arena *arena, const Unit *unit, const LaunchShapes *launches, const Func *kernel, const BlockOptions *options,
		   KernelShapes *out);

#endif
