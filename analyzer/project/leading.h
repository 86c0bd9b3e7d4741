/* The headers that several sources include: those that it is worth are precompiled once for all of these.
 *
 * They need not be the first of a source, nor in one order, as long as no macro is another one for any of them (include_order.h).
 * What is left is what C++ leaves to the order: a header must mean the same in all sources of a program ([basic.def.odr]), so that a
 * template that finds another function because of it makes an ill-formed program.  One that lacks a declaration, and is read without
 * an error for what comes before it now, is not noticed, except where that is of the standard library. */
#ifndef SMEMLINT_PROJECT_LEADING_H
#define SMEMLINT_PROJECT_LEADING_H

#include <stdint.h>

#include "core/leading.h"
#include "project/include_graph.h"

enum {
	LEADING_FEWEST = 3, /* sources: for fewer, precompiling costs more than it saves, unless it is much */
	LEADING_MOST = 12,  /* different ones for one command: each takes tens of megabytes in the cache */
};

/* How a source is compiled. */
typedef struct IncludeSetting {
	uint64_t command; /* of two that differ, nothing is shared */
	const CommandFolders *folders;
} IncludeSetting;

/* For each file what is precompiled for it and for others of them: the same wherever they are.  settings: by file. */
const Leading *leading_shared(Arena *arena, const Names *files, const IncludeSetting *settings);

#endif
