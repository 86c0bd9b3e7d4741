#include <string.h>

#include "base/json.h"
#include "core/tokens.h"
#include "lsp/encode.h"

static json_t *action(View *view, Range range, const char *title, const char *kind, int file, size_t offset, const char *text)
{
	json_t *changes = json_object();
	view_add_edit(view, changes, file, offset, 0, text);
	return json_pack("{s:o, s:o, s:s, s:{s:o}}", "range", view_range(view, range), "title", json_text(title), "kind", kind, "edit",
			 "changes", changes);
}

static const char *indentation(Arena *arena, const char *line)
{
	return arena_strndup(arena, line, strspn(line, " \t"));
}

/* --- NOLINT ------------------------------------------------------------------------------------- */

static bool ends_in_backslash(const char *line)
{
	const size_t n = line ? strlen(line) : 0;
	return n && line[n - 1] == '\\';
}

/* At the end of the line, or above it if the line has a comment; not in a macro's lines. */
static void add_nolint(View *view, json_t *list, const Finding *finding)
{
	const Range range = view_place(view, &finding->place);
	const Loc at = range.begin;
	const char *line = view_line(view, at.line), *above = view_line(view, at.line - 1);
	if (!finding->rule || !view_shows(view, at) || !line || strstr(line, "NOLINT") || ends_in_backslash(line))
		return;
	const char *title = arena_printf(view->arena, "Suppress %s here with NOLINT", finding->rule);
	const size_t start = view_line_start(view, view->file, at.line);
	json_t *made = NULL;
	if (!strstr(line, "//") && !strstr(line, "/*") && !strstr(line, "*/"))
		made = action(view, range, title, "quickfix", view->file, start + strlen(line),
			      arena_printf(view->arena, " // NOLINT(%s)", finding->rule));
	else if (!ends_in_backslash(above) && !strstr(line, "*/"))
		made = action(view, range, title, "quickfix", view->file, start,
			      arena_printf(view->arena, "%s// NOLINTNEXTLINE(%s)\n", indentation(view->arena, line), finding->rule));
	if (!made)
		return;
	json_object_set_new(made, "rule", json_text(finding->rule));
	if (!json_has(list, made)) /* several findings may have the same place */
		json_array_append(list, made);
	json_decref(made);
}

/* --- // smemlint: block(…) ---------------------------------------------------------------------- */

static bool mentions(const View *view, Range range, const char *word)
{
	size_t size;
	const char *text = source_text(view->analysis->unit->sources, range.begin.file, &size);
	return text && range.end.offset <= size && range.begin.offset < range.end.offset &&
	       memmem(text + range.begin.offset, range.end.offset - range.begin.offset, word, strlen(word));
}

/* From the begin of a kernel to the end of its name. */
static Range head_of(const View *view, const Func *kernel)
{
	size_t size;
	Range head = { kernel->range.begin, kernel->loc, 0 };
	const char *text = source_text(view->analysis->unit->sources, kernel->loc.file, &size);
	while (text && head.end.offset < size && token_is_name_char(text[head.end.offset]))
		head.end.offset++;
	return head;
}

static void add_block(View *view, json_t *list, const Func *kernel, const char *block)
{
	const char *line = view_line(view, kernel->range.begin.line);
	const char *text = arena_printf(view->arena, "%s// smemlint: block(%s)\n", indentation(view->arena, line ? line : ""), block);
	json_array_append_new(list,
			      action(view, head_of(view, kernel),
				     arena_printf(view->arena, "Declare the block of '%s': // smemlint: block(%s)", kernel->name, block),
				     "refactor.rewrite", view->file, view_line_start(view, view->file, kernel->range.begin.line), text));
}

static bool is_first(const FactsList *kernels, int k)
{
	for (int i = 0; i < k; i++)
		if (loc_same(kernels->at[i].launch->kernel->loc, kernels->at[k].launch->kernel->loc))
			return false;
	return true;
}

/* For kernels whose block is not given in the source. */
static void add_blocks(View *view, json_t *list, const FactsList *kernels, int k)
{
	const LaunchShape *launch = kernels->at[k].launch;
	const Func *kernel = launch->kernel;
	if ((launch->from != BLOCK_ASSUMED && launch->from != BLOCK_OPTION) || !kernel || !view_shows(view, kernel->loc) ||
	    !is_first(kernels, k))
		return;
	if (mentions(view, kernel->range, "threadIdx.z"))
		add_block(view, list, kernel, "8, 8, 4");
	if (mentions(view, kernel->range, "threadIdx.y")) {
		add_block(view, list, kernel, "32, 8");
		add_block(view, list, kernel, "16, 16");
	} else {
		add_block(view, list, kernel, "256");
	}
}

json_t *encode_comments(View *view)
{
	json_t *list = json_array();
	for (int i = 0; i < view->report->findings.n; i++)
		add_nolint(view, list, &view->report->findings.at[i]);
	for (int k = 0; k < view->analysis->kernels.n; k++)
		add_blocks(view, list, &view->analysis->kernels, k);
	return list;
}
