#include "lower/lower.h"

#include <string.h>

#include "prelude/prelude.h"

/* A list, since files are few; the last one that was asked for comes first. */
typedef struct FileSlot {
	CXFile file;
	int index;
	struct FileSlot *next;
} FileSlot;

enum { N_DECODED = 256 };

/* A location of libclang: where its text is written, and where the outermost macro that it comes from is used. */
typedef struct Decoded {
	CXSourceLocation at;
	Loc written, used;
	bool is_set;
} Decoded;

/* Of a precompiled header libclang has the absolute path; a header of a unit that this one is linked with has that unit's. */
static const char *spelled(const Lower *lo, const char *path)
{
	for (int i = 0; lo->precompiled && i < lo->precompiled->n; i++)
		if (path_is_same(lo->precompiled->at[i], path))
			return lo->precompiled->at[i];
	const int linked = lo->linked_with ? source_find(lo->linked_with->sources, path) : -1;
	return linked >= 0 ? source_path(lo->linked_with->sources, linked) : path;
}

static FileSlot *find_slot(Lower *lo, CXFile file)
{
	FileSlot **link = &lo->file_slots;
	while (*link && (*link)->file != file)
		link = &(*link)->next;
	FileSlot *slot = *link;
	if (slot) {
		*link = slot->next;
		slot->next = lo->file_slots;
		lo->file_slots = slot;
	}
	return slot;
}

static int file_index(Lower *lo, CXFile file, CXSourceLocation at)
{
	FileSlot *slot = file ? find_slot(lo, file) : NULL;
	if (!file || slot)
		return slot ? slot->index : -1;
	const char *path = spelled(lo, cursor_text(lo, clang_getFileName(file)));
	bool is_system = clang_Location_isInSystemHeader(at) || strncmp(path, PRELUDE_ROOT, strlen(PRELUDE_ROOT)) == 0;
	slot = arena_new_of(lo->scratch, FileSlot);
	*slot = (FileSlot){ file, source_add(lo->unit->sources, path, is_system), lo->file_slots };
	lo->file_slots = slot;
	return slot->index;
}

static const Insertions *insertions_of(const Lower *lo, int file)
{
	for (int i = 0; i < lo->n_insertions; i++)
		if (lo->insertions[i].file == file)
			return &lo->insertions[i];
	return NULL;
}

/* Maps a location in an edited file to the original text. */
static Loc loc_original(const Lower *lo, Loc loc)
{
	const Insertions *insertions = insertions_of(lo, loc.file);
	if (!insertions || !insertions->n)
		return loc;
	size_t offset = insertions_offset(insertions, loc.offset, NULL);
	size_t moved = loc.offset - offset;
	size_t line_start = loc.offset - (size_t)(loc.column - 1);
	loc.column -= (int)(moved - (line_start - insertions_offset(insertions, line_start, NULL)));
	loc.offset = offset;
	return loc;
}

static Loc loc_from(Lower *lo, CXSourceLocation at, CXFile file, unsigned line, unsigned column, unsigned offset)
{
	const int index = file_index(lo, file, at);
	const Loc loc = { index, (int)line, (int)column, source_rank(lo->unit->sources, index), offset };
	return loc.file < 0 ? LOC_NONE : loc_original(lo, loc);
}

static Loc expansion_loc(Lower *lo, CXSourceLocation at)
{
	CXFile file;
	unsigned line, column, offset;
	clang_getExpansionLocation(at, &file, &line, &column, &offset);
	return loc_from(lo, at, file, line, column, offset);
}

static Loc file_loc(Lower *lo, CXSourceLocation at)
{
	CXFile file;
	unsigned line, column, offset;
	clang_getFileLocation(at, &file, &line, &column, &offset);
	return loc_from(lo, at, file, line, column, offset);
}

Loc lower_loc(Lower *lo, CXSourceLocation at)
{
	return file_loc(lo, at);
}

Loc lower_spelled_loc(Lower *lo, CXSourceLocation at)
{
	CXFile file;
	unsigned line, column, offset;
	clang_getSpellingLocation(at, &file, &line, &column, &offset);
	return loc_from(lo, at, file, line, column, offset);
}

const Insertion *lower_insertion(Lower *lo, CXSourceLocation at)
{
	CXFile file;
	unsigned offset;
	clang_getFileLocation(at, &file, NULL, NULL, &offset);
	const Insertion *insertion = NULL;
	const Insertions *insertions = file ? insertions_of(lo, file_index(lo, file, at)) : NULL;
	if (insertions)
		insertions_offset(insertions, offset, &insertion);
	return insertion;
}

static Loc loc_advance(Loc loc, const char *text, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		loc.column++;
		if (text[i] == '\n') {
			loc.line++;
			loc.column = 1;
		}
	}
	loc.offset += n;
	return loc;
}

/* The end of the macro invocation that starts at `begin`: the name, and arguments if there are some. */
static Loc macro_end(Lower *lo, Loc begin)
{
	size_t size;
	const char *text = source_text(lo->unit->sources, begin.file, &size);
	if (!text || begin.offset >= size)
		return begin;
	const char *start = text + begin.offset, *p = start;
	while (*p == '_' || (*p >= '0' && *p <= '9') || (*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z'))
		p++;
	const char *name_end = p;
	while (*p == ' ' || *p == '\t')
		p++;
	if (*p != '(')
		return loc_advance(begin, start, (size_t)(name_end - start));
	int open = 0;
	for (; *p; p++) {
		open += (*p == '(') - (*p == ')');
		if (open == 0)
			return loc_advance(begin, start, (size_t)(p + 1 - start));
	}
	return loc_advance(begin, start, (size_t)(name_end - start));
}

static bool has_comma(Lower *lo, Loc begin, Loc end)
{
	const char *text = source_text(lo->unit->sources, begin.file, NULL);
	int open = 0;
	for (size_t i = begin.offset; text && i < end.offset; i++) {
		open += (text[i] == '(' || text[i] == '[' || text[i] == '{') - (text[i] == ')' || text[i] == ']' || text[i] == '}');
		if (open < 0 || (open == 0 && text[i] == ','))
			return true;
	}
	return false;
}

/* Cached: libclang takes long to decode a location, and an expression begins or ends where its operands do. */
static const Decoded *decode(Lower *lo, CXSourceLocation at)
{
	if (!lo->decoded)
		lo->decoded = arena_array(lo->scratch, Decoded, N_DECODED);
	Decoded *place = &lo->decoded[at.int_data % N_DECODED];
	if (!place->is_set || !clang_equalLocations(place->at, at))
		*place = (Decoded){ at, file_loc(lo, at), expansion_loc(lo, at), true };
	return place;
}

/* An end that comes from a macro's replacement text is moved to the macro's use; a range within one macro argument is where
 * the argument is written. */
static Range lower_range(Lower *lo, CXSourceRange range)
{
	const Decoded first = *decode(lo, clang_getRangeStart(range)), last = *decode(lo, clang_getRangeEnd(range));
	Range written = { first.written, last.written, 0 }, used = { first.used, last.used, 0 };
	bool ends_in_argument = !loc_same(used.end, written.end);
	bool begins_in_argument = !loc_same(used.begin, written.begin);
	bool one_argument = begins_in_argument && ends_in_argument && loc_same(used.begin, used.end) &&
			    written.end.file == written.begin.file && written.end.offset >= written.begin.offset &&
			    !has_comma(lo, written.begin, written.end);
	if (one_argument) {
		written.macro_line = used.begin.line;
		return written;
	}
	if (ends_in_argument)
		used.end = macro_end(lo, used.end);
	if (used.end.file != used.begin.file || used.end.offset < used.begin.offset)
		used.end = used.begin;
	if (ast_in_macro(clang_getRangeStart(range)) && used.end.offset <= macro_end(lo, used.begin).offset)
		used.macro_line = used.begin.line;
	return used;
}

Range cursor_range(Lower *lo, CXCursor c)
{
	return lower_range(lo, clang_getCursorExtent(c));
}

const char *cursor_spelled_text(Lower *lo, CXCursor c)
{
	size_t size;
	Loc loc = lower_spelled_loc(lo, clang_getRangeStart(clang_getCursorExtent(c)));
	const char *text = source_text(lo->unit->sources, loc.file, &size);
	return text && loc.offset < size ? text + loc.offset : NULL;
}

const char *cursor_file_text(Lower *lo, CXCursor c)
{
	Loc loc = file_loc(lo, clang_getRangeStart(clang_getCursorExtent(c)));
	size_t size;
	const char *text = source_text(lo->unit->sources, loc.file, &size);
	return text && loc.offset < size ? text + loc.offset : NULL;
}

bool cursor_is_library(Lower *lo, CXCursor c)
{
	CXFile file;
	const CXSourceLocation at = clang_getCursorLocation(c);
	clang_getExpansionLocation(at, &file, NULL, NULL, NULL);
	return source_is_library(lo->unit->sources, file_index(lo, file, at));
}
