/* Which launch shapes a kernel is evaluated for.
 *
 * In this order: its launches; a comment `// smemlint: block(32, 8)`; the block that the configuration
 * has for its name; __launch_bounds__ (n threads in x); --block; else 256 threads in x, as an assumption.  A later source is used only where no earlier one
 * gives a shape; a launch whose block is known only at run time gives none, but its arguments, and what dimensions
 * of its block are known. */
#ifndef SMEMLINT_SHAPES_H
#define SMEMLINT_SHAPES_H

#include "base/vec.h"
#include "core/block.h"
#include "eval/facts/facts.h"

/* A shape that no device can run, or that cannot be read. */
typedef struct ShapeProblem {
	Loc loc;
	const char *message;
} ShapeProblem;

typedef struct KernelShapes {
	LaunchShapes shapes;        /* what to evaluate; may be empty when there are problems */
	VEC(ShapeProblem) problems;
} KernelShapes;

/* `launches` is what find_launches() gave for the unit; `options` is what the command line and the configuration say. */
void kernel_shapes(Arena *arena, const Unit *unit, const LaunchShapes *launches, const Func *kernel, const BlockOptions *options,
		   KernelShapes *out);

#endif
