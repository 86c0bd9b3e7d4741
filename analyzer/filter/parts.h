/* What of a C++ text is comments, and what runs over the ends of lines; preprocessor directives are text like any other. */
#ifndef SMEMLINT_FILTER_PARTS_H
#define SMEMLINT_FILTER_PARTS_H

#include <stdbool.h>

#include "base/vec.h"

typedef enum PartKind { PART_LINE_COMMENT, PART_BLOCK_COMMENT, PART_RAW_STRING } PartKind;

typedef struct Part {
	PartKind kind;
	size_t begin, end; /* end: one past the last byte, for a line comment before the line's end */
} Part;
typedef VEC(Part) Parts;

/* In order. */
Parts text_parts(Arena *arena, const char *text, size_t size);

/* The part that a place between two bytes is inside of, or NULL. */
const Part *part_around(const Parts *parts, size_t at);

#endif
