#include "lower/lower.h"

#include <string.h>

#include "prelude/prelude.h"

static int map_slot(const CursorMap *map, CXCursor key)
{
	unsigned at = clang_hashCursor(key) * 2654435761u;
	for (;; at++) {
		int slot = (int)(at & (unsigned)(map->cap - 1));
		if (!map->values[slot] || clang_equalCursors(map->keys[slot], key))
			return slot;
	}
}

void *map_get(const CursorMap *map, CXCursor key)
{
	return map->cap ? map->values[map_slot(map, key)] : NULL;
}

static void map_grow(Arena *arena, CursorMap *map)
{
	CursorMap old = *map;
	map->cap = old.cap ? old.cap * 2 : 64;
	map->keys = arena_array(arena, CXCursor, map->cap);
	map->values = arena_array(arena, void *, map->cap);
	for (int i = 0; i < old.cap; i++) {
		if (!old.values[i])
			continue;
		int slot = map_slot(map, old.keys[i]);
		map->keys[slot] = old.keys[i];
		map->values[slot] = old.values[i];
	}
}

void map_put(Arena *arena, CursorMap *map, CXCursor key, void *value)
{
	if (2 * (map->n + 1) > map->cap)
		map_grow(arena, map);
	int slot = map_slot(map, key);
	map->n += !map->values[slot];
	map->keys[slot] = key;
	map->values[slot] = value;
}

const char *cursor_text(Lower *lo, CXString text)
{
	const char *s = clang_getCString(text);
	const char *copy = arena_strdup(lo->arena, s ? s : "");
	clang_disposeString(text);
	return copy;
}

const char *cursor_name(Lower *lo, CXCursor c)
{
	return cursor_text(lo, clang_getCursorSpelling(c));
}

bool cursor_is(CXCursor c, const char *spelling)
{
	CXString name = clang_getCursorSpelling(c);
	const char *s = clang_getCString(name);
	bool same = s && strcmp(s, spelling) == 0;
	clang_disposeString(name);
	return same;
}

static bool is_under(CXSourceLocation at, const char *folder)
{
	CXFile file;
	clang_getExpansionLocation(at, &file, NULL, NULL, NULL);
	if (!file)
		return true; /* declared by the compiler itself */
	CXString name = clang_getFileName(file);
	const char *s = clang_getCString(name);
	bool is = s && strncmp(s, folder, strlen(folder)) == 0;
	clang_disposeString(name);
	return is;
}

/* A function of the compiler's: clang declares it where it is first named. */
static bool is_built_in(CXCursor c)
{
	if (clang_getCursorKind(c) != CXCursor_FunctionDecl)
		return false;
	CXString name = clang_getCursorSpelling(c);
	const char *text = clang_getCString(name);
	const bool is = text && (strncmp(text, "__builtin_", 10) == 0 || strncmp(text, "__nvvm_", 7) == 0);
	clang_disposeString(name);
	return is;
}

bool cursor_is_system(CXCursor c)
{
	CXSourceLocation at = clang_getCursorLocation(c);
	return clang_Location_isInSystemHeader(at) || is_under(at, PRELUDE_ROOT) || is_built_in(c);
}

bool cursor_is_stand_in(CXCursor c)
{
	return is_under(clang_getCursorLocation(c), PRELUDE_MISSING);
}

struct Search {
	enum CXCursorKind kind;
	bool found;
};

static enum CXChildVisitResult search_visit(CXCursor c, CXCursor parent, CXClientData data)
{
	(void)parent;
	struct Search *search = data;
	search->found = clang_getCursorKind(c) == search->kind;
	return search->found ? CXChildVisit_Break : CXChildVisit_Continue;
}

bool cursor_has(CXCursor c, enum CXCursorKind child)
{
	struct Search search = { child, false };
	clang_visitChildren(c, search_visit, &search);
	return search.found;
}

struct Collect {
	Arena *arena;
	VEC(CXCursor) found;
};

static enum CXChildVisitResult collect_visit(CXCursor c, CXCursor parent, CXClientData data)
{
	(void)parent;
	struct Collect *collect = data;
	enum CXCursorKind kind = clang_getCursorKind(c);
	if (!clang_isReference(kind) && !clang_isAttribute(kind))
		vec_push(collect->arena, &collect->found, c);
	return CXChildVisit_Continue;
}

Kids cursor_kids(Lower *lo, CXCursor c)
{
	struct Collect collect = { .arena = lo->scratch };
	clang_visitChildren(c, collect_visit, &collect);
	return (Kids){ collect.found.at, collect.found.n };
}

CXCursor cursor_kid(Lower *lo, CXCursor c, int i)
{
	Kids kids = cursor_kids(lo, c);
	return i < kids.n ? kids.at[i] : clang_getNullCursor();
}

CXCursor cursor_definition(CXCursor c)
{
	CXCursor definition = clang_getCursorDefinition(c);
	return clang_Cursor_isNull(definition) ? c : definition;
}

CXCursor cursor_initializer(CXCursor var)
{
	bool is = ast_is_variable(var) && clang_getCursorKind(var) != CXCursor_ParmDecl;
	return is ? ast_initializer(var) : clang_getNullCursor();
}

bool cursor_integer(CXCursor expr, int64_t *value)
{
	CXEvalResult result = clang_Cursor_Evaluate(expr);
	if (!result)
		return false;
	bool is_int = clang_EvalResult_getKind(result) == CXEval_Int;
	if (is_int)
		*value = clang_EvalResult_isUnsignedInt(result) ? (int64_t)clang_EvalResult_getAsUnsigned(result)
								: (int64_t)clang_EvalResult_getAsLongLong(result);
	clang_EvalResult_dispose(result);
	return is_int;
}

bool cursor_is_function(CXCursor decl)
{
	enum CXCursorKind kind = clang_getCursorKind(decl);
	return kind == CXCursor_FunctionDecl || kind == CXCursor_CXXMethod || kind == CXCursor_ConversionFunction ||
	       kind == CXCursor_Constructor || kind == CXCursor_Destructor;
}
