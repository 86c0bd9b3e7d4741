/* libclang's cursors: maps over them, their children, names and places. */
#ifndef SMEMLINT_FRONTEND_LOWER_CURSOR_H
#define SMEMLINT_FRONTEND_LOWER_CURSOR_H

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
bool cursor_has(CXCursor c, enum CXCursorKind child); /* an attribute among its children */
bool cursor_is_function(CXCursor decl);               /* of any kind, methods too */
Kids cursor_kids(Lower *lo, CXCursor c);              /* all but references and attributes */
CXCursor cursor_kid(Lower *lo, CXCursor c, int i);    /* null where there is none */
CXCursor cursor_definition(CXCursor c);               /* itself where there is none */
CXCursor cursor_initializer(CXCursor var);            /* null where there is none */
bool cursor_integer(CXCursor expr, int64_t *value);   /* as a constant expression */

/* --- places in the source (lower_loc.c) ------------------------------------------------------- */
Loc lower_loc(Lower *lo, CXSourceLocation at);
/* The edit whose text the place lies in, or NULL. */
const struct Edit *lower_edit(Lower *lo, CXSourceLocation at);
Range cursor_range(Lower *lo, CXCursor c);
/* The text from where a cursor is spelled to the end of its file, or NULL. */
const char *cursor_spelled_text(Lower *lo, CXCursor c);
const char *cursor_file_text(Lower *lo, CXCursor c); /* where it stands in a file: a macro's use */

#endif
