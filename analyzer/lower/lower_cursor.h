/* libclang's cursors: maps from them, their children, names and locations. */
#ifndef SMEMLINT_LOWER_LOWER_CURSOR_H
#define SMEMLINT_LOWER_LOWER_CURSOR_H

#include <clang-c/Index.h>

#include "ir/ir.h"

typedef struct Lower Lower;

typedef struct Kids {
	CXCursor *at;
	int n;
} Kids;

/* A hash map from cursors to pointers; zeroed is empty. */
typedef struct CursorMap {
	CXCursor *keys;
	void **values;
	int n, cap;
} CursorMap;

void *map_get(const CursorMap *map, CXCursor key);
void map_put(Arena *arena, CursorMap *map, CXCursor key, void *value);
const char *cursor_text(Lower *lo, CXString text);    /* in the arena; disposes of text */
const char *cursor_name(Lower *lo, CXCursor c);
bool cursor_is(CXCursor c, const char *spelling);
bool cursor_is_system(CXCursor c);
bool cursor_is_library(Lower *lo, CXCursor c); /* in a file of a library that is not the user's (core/libraries.h) */
bool cursor_is_stand_in(CXCursor c); /* in a header in place of one that is not found; it is a system header, too */
bool cursor_has(CXCursor c, enum CXCursorKind child); /* an attribute among its children */
bool cursor_is_function(CXCursor decl);               /* of any kind, methods too */
Kids cursor_kids(Lower *lo, CXCursor c);              /* all but references and attributes */
CXCursor cursor_kid(Lower *lo, CXCursor c, int i);    /* null where there is none */
CXCursor cursor_definition(CXCursor c);               /* itself where there is none */
CXCursor cursor_initializer(CXCursor var);            /* null where there is none */
bool cursor_integer(CXCursor expr, int64_t *value);   /* as a constant expression */

/* --- locations in the source (lower_loc.c) ---------------------------------------------------- */
Loc lower_loc(Lower *lo, CXSourceLocation at);
Loc lower_spelled_loc(Lower *lo, CXSourceLocation at); /* in a macro's body, if the text comes from there */
/* The insertion whose text contains the location, or NULL. */
const struct Insertion *lower_insertion(Lower *lo, CXSourceLocation at);
Range cursor_range(Lower *lo, CXCursor c);
/* The text from the cursor's spelling location (in a macro's definition, if it comes from one) to the end of the file, or
 * NULL. */
const char *cursor_spelled_text(Lower *lo, CXCursor c);
const char *cursor_file_text(Lower *lo, CXCursor c); /* the same from where the macro is used */

#endif
