#include "report/location.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

/* --- paths ------------------------------------------------------------------------------------------ */

/* Appends the components of `path` to `out`, which is "" or "/a/b". */
static void add_components(Buf *out, const char *path)
{
	for (; *path; path += strspn(path, "/")) {
		size_t n = strcspn(path, "/");
		bool is_up = n == 2 && memcmp(path, "..", 2) == 0;
		while (is_up && out->n && out->s[--out->n] != '/')
			;
		if (is_up && out->n == 0 && out->s)
			out->s[0] = 0;
		if (n && !is_up && !(n == 1 && *path == '.')) {
			buf_putc(out, '/');
			buf_add(out, path, n);
		}
		path += n;
	}
}

static const char *absolute(const ReportContext *context, const char *path)
{
	Buf text = { 0 };
	if (*path != '/')
		add_components(&text, context->folder);
	add_components(&text, path);
	const char *kept = arena_strndup(context->arena, text.n ? text.s : "/", text.n ? text.n : 1);
	buf_free(&text);
	return kept;
}

/* The rest of an absolute path below the root, or NULL. */
static const char *behind_root(const ReportContext *context, const char *path)
{
	size_t n = strlen(context->root);
	while (n && context->root[n - 1] == '/')
		n--;
	return strncmp(path, context->root, n) == 0 && path[n] == '/' && path[n + 1] ? path + n + 1 : NULL;
}

const char *location_path(const ReportContext *context, const char *path)
{
	const char *spelled = absolute(context, path);
	const char *inside = behind_root(context, spelled);
	if (inside)
		return inside;
	/* The path may lead to the root by a symbolic link. */
	char *real = realpath(spelled, NULL);
	inside = real ? arena_strdup(context->arena, behind_root(context, real)) : NULL;
	free(real);
	return inside ? inside : spelled;
}

bool location_is_inside(const ReportContext *context, const char *path)
{
	return *location_path(context, path) != '/';
}

const char *location_uri(const ReportContext *context, const char *path)
{
	static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
	const char *written = location_path(context, path);
	Buf uri = { 0 };
	if (*written == '/')
		buf_puts(&uri, "file://");
	for (const char *c = written; *c; c++) {
		if (strchr(plain, *c))
			buf_putc(&uri, *c);
		else
			buf_printf(&uri, "%%%02X", (unsigned)(unsigned char)*c);
	}
	const char *kept = arena_strndup(context->arena, uri.n ? uri.s : "", uri.n);
	buf_free(&uri);
	return kept;
}

/* --- columns ---------------------------------------------------------------------------------------- */

const char *location_line(const ReportContext *context, const char *path, int line)
{
	return path ? source_line(context->sources, source_add(context->sources, path, false), line) : NULL;
}

int location_utf16(const ReportContext *context, const char *path, int line, int column)
{
	const char *text = column > 0 ? location_line(context, path, line) : NULL;
	return text ? (int)utf8_units(text, (size_t)column - 1) + 1 : column;
}

bool place_has_end(const Place *place)
{
	return place->end_line > place->line || (place->end_line == place->line && place->end_column > place->column);
}

bool place_is_same(const Place *a, const Place *b)
{
	return a->line == b->line && a->column == b->column && a->path && b->path && strcmp(a->path, b->path) == 0;
}

/* --- messages --------------------------------------------------------------------------------------- */

bool note_is_elsewhere(const Finding *finding, const FindingNote *note)
{
	return note->place.path && !place_is_same(&note->place, &finding->place);
}

void location_message(Buf *out, const Finding *finding, const ReportContext *context)
{
	buf_puts(out, finding->message);
	for (int i = 0; i < finding->notes.n; i++) {
		const FindingNote *note = &finding->notes.at[i];
		buf_putc(out, '\n');
		if (note_is_elsewhere(finding, note))
			buf_printf(out, "%s:%d: ", location_path(context, note->place.path), note->place.line);
		buf_puts(out, note->text);
	}
}
