/* Finds the comments and raw strings of a C++ text, also in preprocessor directives. */
#ifndef SMEMLINT_FILTER_PARTS_H
#define SMEMLINT_FILTER_PARTS_H

#include <stdbool.h>

#include "base/vec.h"

typedef enum PartKind { PART_LINE_COMMENT, PART_BLOCK_COMMENT, PART_RAW_STRING } PartKind;

typedef struct Part {
	PartKind kind;
	size_t begin, end; /* end: one past the last byte; a line comment is without the line ending */
} Part;
typedef VEC(Part) Parts;

/* In the order of the text. */
Parts text_parts(Arena *arena, const char *text, size_t size);

/* The part with bytes both before and after the offset, or NULL. */
const Part *part_around(const Parts *parts, size_t at);

#endif
