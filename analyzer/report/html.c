/* Findings as one self-contained page: the data as JSON, and the style and the script that draw it (report/html).
 *
 * The script only draws what this file computes with the functions of the terminal's maps. */
#include "report/html.h"

#include <string.h>

#include "base/json.h"
#include "report/maps/bankmap.h"
#include "report/maps/lane_color.h"
#include "report/location.h"
#include "report/maps/passes.h"

typedef struct Page {
	const ReportContext *context;
	const Arch *arch;        /* of the current file */
	VEC(const char *) paths; /* of the files, as the compiler spells them; a file's number is its index */
} Page;

static void set(json_t *object, const char *name, json_t *value)
{
	json_object_set_new(object, name, value);
}

static void set_number(json_t *object, const char *name, int64_t value)
{
	set(object, name, json_integer((json_int_t)value));
}

/* --- places ----------------------------------------------------------------------------------- */

/* -1: there is no file. */
static int file_number(Page *page, const char *path)
{
	if (!path)
		return -1;
	for (int i = 0; i < page->paths.n; i++)
		if (strcmp(page->paths.at[i], path) == 0)
			return i;
	vec_push(page->context->arena, &page->paths, path);
	return page->paths.n - 1;
}

static void set_place(Page *page, json_t *object, const Place *place)
{
	set_number(object, "file", file_number(page, place->path));
	set_number(object, "line", place->line);
	set_number(object, "column", place->column);
}

/* The lines of a text of any bytes. */
static json_t *lines_json(const Page *page, const char *path)
{
	SourceSet *sources = page->context->sources;
	size_t size;
	const char *text = source_text(sources, source_add(sources, path, false), &size);
	if (!text)
		return json_null();
	json_t *lines = json_array();
	for (const char *end = text + size; text < end;) {
		const char *newline = memchr(text, '\n', (size_t)(end - text));
		size_t n = (size_t)((newline ? newline : end) - text);
		const size_t length = n && text[n - 1] == '\r' ? n - 1 : n;
		json_array_append_new(lines, json_text(arena_strndup(page->context->arena, text, length)));
		text += n + 1;
	}
	return lines;
}

static json_t *files_json(const Page *page)
{
	json_t *files = json_array();
	for (int i = 0; i < page->paths.n; i++) {
		json_t *file = json_object();
		set(file, "path", json_text(location_path(page->context, page->paths.at[i])));
		set(file, "lines", lines_json(page, page->paths.at[i]));
		json_array_append_new(files, file);
	}
	return files;
}

/* --- kernels ---------------------------------------------------------------------------------- */

static json_t *access_json(Page *page, const AccessReport *access)
{
	json_t *object = json_object();
	set_place(page, object, &access->place);
	set(object, "object", json_text(access->object));
	set(object, "kind", json_text(access->kind));
	set(object, "certainty", json_text(access->certainty));
	set_number(object, "bytes", access->bytes);
	set_number(object, "ways", access->ways);
	set_number(object, "wavefronts", access->wavefronts);
	set_number(object, "ideal", access->ideal);
	return object;
}

static json_t *kernel_json(Page *page, const KernelReport *kernel)
{
	json_t *object = json_object(), *accesses = json_array();
	set(object, "name", json_text(kernel->name));
	set(object, "mangled", json_text(kernel->mangled));
	set_place(page, object, &kernel->place);
	set(object, "block", json_pack("[iii]", kernel->block[0], kernel->block[1], kernel->block[2]));
	set(object, "block_from", json_text(kernel->block_from));
	set(object, "failed", json_text(kernel->failed));
	for (int i = 0; i < kernel->accesses.n; i++)
		json_array_append_new(accesses, access_json(page, &kernel->accesses.at[i]));
	set(object, "accesses", accesses);
	return object;
}

/* --- maps ------------------------------------------------------------------------------------- */

static void add_touches(json_t *list, const Passes *passes, int before)
{
	for (int i = 0; i < passes->n_touches; i++) {
		const Touch *touch = &passes->touches[i];
		json_array_append_new(list, json_integer(touch->lane));
		json_array_append_new(list, json_integer((json_int_t)touch->word));
		json_array_append_new(list, json_integer(before + touch->pass));
	}
}

/* The phase of each pass; requests have different numbers. */
static void add_phases(json_t *list, const Passes *passes, int request)
{
	for (int pass = 0; pass < passes->n; pass++)
		json_array_append_new(list, json_integer(request * WARP_LANES + passes->phase[pass]));
}

/* The picture of an access. */
static json_t *picture_json(const Arch *arch, const FindingMap *maps, int n, int op)
{
	json_t *object = json_object(), *phases = json_array(), *touches = json_array();
	int wavefronts = 0, ideal = 0, ways = 0;
	Buf remarks = { 0 };
	for (int i = 0; i < n; i++) {
		const Passes passes = passes_of_map(arch, &maps[i], op);
		const int of_passes = passes_ways(&passes);
		add_touches(touches, &passes, (int)json_array_size(phases));
		add_phases(phases, &passes, i);
		passes_remarks(&remarks, &passes);
		wavefronts += maps[i].wavefronts;
		ideal += maps[i].ideal;
		ways = of_passes > ways ? of_passes : ways;
	}
	set_number(object, "wavefronts", wavefronts);
	set_number(object, "ideal", ideal);
	set_number(object, "ways", ways);
	set(object, "remarks", json_text(remarks.s ? remarks.s : ""));
	set(object, "phases", phases);   /* of each pass */
	set(object, "touches", touches); /* lane, word, pass; lane, word, pass … */
	buf_free(&remarks);
	return object;
}

/* The access in each layout; null: the layout has no place for it. */
static json_t *after_json(const Arch *arch, const Finding *finding, int map)
{
	json_t *list = json_array();
	for (int i = 0; i < finding->layouts.n; i++) {
		const FindingMaps *after = &finding->layouts.at[i].maps.at[map];
		json_array_append_new(list, after->n ? picture_json(arch, after->at, after->n, finding->op) : json_null());
	}
	return list;
}

static json_t *maps_json(const Arch *arch, const Finding *finding)
{
	json_t *list = json_array();
	for (int i = 0; i < finding->now.n; i++) {
		const FindingMap *map = &finding->now.at[i];
		json_t *object = json_object();
		set_number(object, "warp", map->warp);
		set_number(object, "iteration", map->iteration);
		set_number(object, "count", map->count);
		set(object, "now", picture_json(arch, map, 1, finding->op));
		set(object, "after", after_json(arch, finding, i));
		json_array_append_new(list, object);
	}
	return list;
}

/* --- findings --------------------------------------------------------------------------------- */

static json_t *notes_json(Page *page, const Finding *finding)
{
	json_t *list = json_array();
	for (int i = 0; i < finding->notes.n; i++) {
		json_t *note = json_object();
		set(note, "text", json_text(finding->notes.at[i].text));
		set_place(page, note, &finding->notes.at[i].place);
		json_array_append_new(list, note);
	}
	return list;
}

/* The layouts with their costs and prices, in the order of the pictures. */
static json_t *layouts_json(const Finding *finding)
{
	json_t *advice = finding->advice ? json_loads(finding->advice, 0, NULL) : NULL;
	json_t *layouts = json_object_get(advice, "layouts"), *list = layouts ? json_incref(layouts) : json_array();
	for (int i = 0; i < finding->layouts.n; i++)
		set(json_array_get(list, (size_t)i), "price", json_text(finding->layouts.at[i].price));
	json_decref(advice);
	return list;
}

static json_t *finding_json(Page *page, const Finding *finding)
{
	json_t *object = json_object();
	set(object, "rule", json_text(finding->rule));
	set(object, "severity", json_text(severity_name(finding->severity)));
	set(object, "message", json_text(finding->message));
	set_place(page, object, &finding->place);
	set_number(object, "end_column", finding->place.end_line == finding->place.line ? finding->place.end_column : 0);
	set(object, "notes", notes_json(page, finding));
	set(object, "kernel", json_text(finding->kernel));
	set(object, "object", json_text(finding->object));
	set(object, "certainty", json_text(finding->certainty));
	set_number(object, "ways", finding->ways);
	set_number(object, "excess", finding->excess);
	set(object, "layouts", layouts_json(finding));
	set(object, "maps", maps_json(page->arch, finding));
	return object;
}

/* --- all -------------------------------------------------------------------------------------- */

static json_t *colors_json(void)
{
	json_t *list = json_array();
	for (int lane = 0; lane < WARP_LANES; lane++)
		json_array_append_new(list, json_pack("[ss]", lane_color[lane], lane_ink(lane)));
	return list;
}

static json_t *document_json(Page *page, const FileReport *const *reports, int n_files)
{
	json_t *document = json_object(), *kernels = json_array(), *findings = json_array();
	set(document, "smemlint", json_text(page->context->version));
	set(document, "colors", colors_json());
	set_number(document, "analysed", n_files);
	for (int i = 0; i < n_files; i++) {
		file_number(page, reports[i]->file);
		for (int k = 0; k < reports[i]->kernels.n; k++)
			json_array_append_new(kernels, kernel_json(page, &reports[i]->kernels.at[k]));
		page->arch = arch_model(reports[i]->arch);
		for (int f = 0; f < reports[i]->findings.n; f++)
			json_array_append_new(findings, finding_json(page, &reports[i]->findings.at[f]));
	}
	set(document, "kernels", kernels);
	set(document, "findings", findings);
	set(document, "files", files_json(page));
	return document;
}

/* Escapes `<`, which JSON has in strings only, so that no text ends the script or begins a comment. */
static void put_data(Buf *out, json_t *document)
{
	Buf text = { 0 };
	json_write(&text, document, 0);
	for (size_t i = 0; i < text.n; i++)
		if (text.s[i] == '<')
			buf_puts(out, "\\u003c");
		else
			buf_putc(out, text.s[i]);
	buf_free(&text);
}

static const HtmlPart *part_named(const char *name, size_t n)
{
	for (int i = 0; i < html_n_parts; i++)
		if (strlen(html_parts[i].name) == n && memcmp(html_parts[i].name, name, n) == 0)
			return &html_parts[i];
	return NULL;
}

/* page.html, in which @{name} stands for another part or for the data. */
void report_html(Buf *out, const FileReport *const *files, int n_files, const ReportContext *context)
{
	Page page = { .context = context };
	const char *at = part_named("page.html", strlen("page.html"))->text;
	for (const char *mark; (mark = strstr(at, "@{")); at = strchr(mark, '}') + 1) {
		const HtmlPart *part = part_named(mark + 2, strcspn(mark + 2, "}"));
		buf_add(out, at, (size_t)(mark - at));
		if (part)
			buf_add(out, part->text, part->size);
		else
			put_data(out, document_json(&page, files, n_files));
	}
	buf_puts(out, at);
}
