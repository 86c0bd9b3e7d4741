#include "lsp/view.h"

#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/paths.h"
#include "base/folder.h"
#include "prelude/prelude.h"
#include "lsp/uri.h"

static int file_of(const SourceSet *sources, const char *path)
{
	for (int i = 0; i < sources->files.n; i++)
		if (strcmp(sources->files.at[i].path, path) == 0)
			return i;
	for (int i = 0; i < sources->files.n; i++)
		if (is_same_file(sources->files.at[i].path, path))
			return i;
	return -1;
}

View view_of(Arena *arena, const Analysis *analysis, const AnalyzeOptions *options, const char *uri, const char *path, Encoding encoding)
{
	View view = { .arena = arena, .analysis = analysis, .options = options, .encoding = encoding, .uri = uri, .path = path };
	view.file = file_of(analysis->unit->sources, path);
	return view;
}

void view_free(View *view)
{
	for (int i = 0; i < view->lines.n; i++)
		lines_free(&view->lines.at[i]);
	view->lines.n = 0;
}

Range view_place(const View *view, const Place *place)
{
	const int file = place->path ? file_of(view->analysis->unit->sources, place->path) : -1;
	const int rank = source_rank(view->analysis->unit->sources, file);
	const Loc begin = { file, place->line, place->column, rank, (size_t)place->offset };
	const Loc end = { file, place->end_line, place->end_column, rank, (size_t)(place->offset + place->length) };
	return (Range){ begin, end, 0 };
}

bool view_shows(const View *view, Loc at)
{
	return at.file >= 0 && at.file == view->file;
}

static const Lines *lines_in(View *view, int file)
{
	const Lines none = { .text = NULL };
	while (view->lines.n <= file)
		vec_push(view->arena, &view->lines, none);
	Lines *lines = &view->lines.at[file];
	if (!lines->start) {
		size_t size;
		const char *text = source_text(view->analysis->unit->sources, file, &size);
		*lines = lines_of(text ? text : "", size);
	}
	return lines;
}

/* --- places ------------------------------------------------------------------------------------- */

static json_t *position_at(View *view, int file, size_t offset)
{
	const Position at = file < 0 ? (Position){ 0, 0 } : lines_position(lines_in(view, file), view->encoding, offset);
	return json_pack("{s:I, s:I}", "line", (json_int_t)at.line, "character", (json_int_t)at.character);
}

json_t *view_position(View *view, Loc at)
{
	return position_at(view, at.file, at.offset);
}

json_t *view_range_at(View *view, int file, size_t begin, size_t end)
{
	return json_pack("{s:o, s:o}", "start", position_at(view, file, begin), "end", position_at(view, file, end));
}

static bool is_word(char c)
{
	return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* An empty range is extended to the word that begins there. */
json_t *view_range(View *view, Range range)
{
	const size_t begin = range.begin.offset;
	size_t end = range.end.file == range.begin.file && range.end.offset > begin ? range.end.offset : begin;
	const Lines *lines = range.begin.file < 0 || end > begin ? NULL : lines_in(view, range.begin.file);
	while (lines && end < lines->size && is_word(lines->text[end]))
		end++;
	return view_range_at(view, range.begin.file, begin, end);
}

/* Symbolic links are kept, since the editor's folder may be one. */
static const char *editor_path(Arena *arena, const char *path)
{
	const char *plain = path[0] == '/' ? path_without_dots(arena, path) : path;
	return plain != path && is_same_file(plain, path) ? plain : path_from_root(arena, path);
}

json_t *view_uri(View *view, int file)
{
	const char *path = source_path(view->analysis->unit->sources, file);
	if (file < 0 || strncmp(path, PRELUDE_ROOT, strlen(PRELUDE_ROOT)) == 0)
		return NULL;
	if (file == view->file)
		return json_text(view->uri);
	char *uri = uri_of(editor_path(view->arena, path));
	json_t *text = json_text(uri);
	free(uri);
	return text;
}

/* --- lines -------------------------------------------------------------------------------------- */

const char *view_line(const View *view, int line)
{
	return source_line(view->analysis->unit->sources, view->file, line);
}

size_t view_line_start(View *view, int file, int line)
{
	const Lines *lines = lines_in(view, file);
	return line < 1 ? 0 : (size_t)line > lines->n ? lines->size : lines->start[line - 1];
}

void view_add_edit(View *view, json_t *changes, int file, size_t offset, size_t length, const char *text)
{
	json_t *uri = view_uri(view, file);
	if (!uri)
		return;
	json_t *list = json_object_get(changes, json_string_value(uri));
	if (!list) {
		list = json_array();
		json_object_set_new(changes, json_string_value(uri), list);
	}
	json_array_append_new(list, json_pack("{s:o, s:o}", "range", view_range_at(view, file, offset, offset + length), "newText",
					      json_text(text)));
	json_decref(uri);
}
