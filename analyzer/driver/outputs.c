#include "driver/outputs.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/replace_file.h"
#include "base/folder.h"

static const char stdout_name[] = "-";
static const Format statistics = { .name = "statistics", .write = report_statistics };

static bool report_error(const char *text, const char *what, const char *why)
{
	fprintf(stderr, "smemlint: error: %s '%s'%s%s\n", text, what, why ? ": " : "", why ? why : "");
	return false;
}

/* --- the command line ------------------------------------------------------------------------- */

static bool parse_output(Arena *arena, const char *value, Output *out)
{
	const char *colon = strchr(value, ':');
	const char *name = arena_strndup(arena, value, colon ? (size_t)(colon - value) : strlen(value));
	FormatId id = format_find(name);
	if (id == FORMAT_COUNT) {
		Buf names = { 0 };
		for (int i = 0; i < FORMAT_COUNT; i++)
			buf_printf(&names, "%s%s", i ? ", " : "", formats[i].name);
		report_error("--output: unknown format in", arena_printf(arena, "%.80s", value),
			     arena_printf(arena, "expected one of %s", names.s));
		buf_free(&names);
		return false;
	}
	if (!colon || !colon[1])
		return report_error("--output: expected FORMAT:FILE instead of", value, NULL);
	*out = (Output){ .format = &formats[id], .path = colon + 1 };
	return true;
}

static bool is_used(const Outputs *outputs, const char *path)
{
	for (int i = 0; i < outputs->list.n; i++) {
		const char *other = outputs->list.at[i].path;
		if (strcmp(other ? other : stdout_name, path) == 0 || (other && is_same_file(other, path)))
			return true;
	}
	return false;
}

/* Checks that the file can be written before anything is analysed. */
static bool add_output(Outputs *outputs, const char *value)
{
	Output output;
	if (!parse_output(outputs->arena, value, &output))
		return false;
	if (is_used(outputs, output.path))
		return report_error("two --output options write to", output.path, NULL);
	if (strcmp(output.path, stdout_name) == 0 && outputs->options->statistics)
		return report_error("--statistics and --output both write to standard output; give a file instead of", value, NULL);
	if (strcmp(output.path, stdout_name) == 0)
		output.path = NULL;
	const char *problem = output.path ? write_file_problem(output.path) : NULL;
	if (problem)
		return report_error("cannot write", output.path, problem);
	vec_push(outputs->arena, &outputs->list, output);
	return true;
}

/* --- folders ---------------------------------------------------------------------------------- */

/* The repository that contains the working folder, else that folder: paths relative to it are the same on every machine. */
static const char *find_root(Arena *arena, const char *folder)
{
	for (const char *at = folder; strlen(at) > 1; at = path_folder(arena, at))
		if (access(path_join(arena, at, ".git"), F_OK) == 0)
			return at;
	return folder;
}

static Outputs init_outputs(const Options *options)
{
	char folder[PATH_MAX];
	Outputs outputs = { .options = options, .arena = arena_new() };
	outputs.folder = arena_strdup(outputs.arena, getcwd(folder, sizeof folder) ? folder : "/");
	outputs.root = find_root(outputs.arena, outputs.folder);
	return outputs;
}

bool outputs_start(Outputs *outputs, const Options *options)
{
	*outputs = init_outputs(options);
	for (int i = 0; i < options->output.n; i++)
		if (!add_output(outputs, options->output.at[i]))
			return false;
	if (options->output.n && options->format != FORMAT_TEXT)
		return report_error("--format cannot be combined with --output; for standard output use --output", "FORMAT:-", NULL);
	if (options->statistics && options->format != FORMAT_TEXT)
		return report_error("--format cannot be combined with --statistics; use --output", "FORMAT:FILE", NULL);
	if (options->statistics)
		vec_push(outputs->arena, &outputs->list, ((Output){ .format = &statistics }));
	else if (!options->output.n)
		vec_push(outputs->arena, &outputs->list, ((Output){ .format = &formats[options->format] }));
	return true;
}

/* --- writing ---------------------------------------------------------------------------------- */

static void render(const Outputs *outputs, const Output *output, const FileReport *const *reports, int n, Buf *out)
{
	Arena *arena = arena_new();
	SourceSet sources = { .arena = arena, .held = outputs->options->held };
	Buf remarks = { 0 };
	const ReportContext context = {
		.arena = arena,
		.sources = &sources,
		.version = SMEMLINT_VERSION,
		.folder = outputs->folder,
		.root = outputs->root,
		.shard = outputs->options->shard,
		.remarks = &remarks,
		.style = { .color = !output->path && options_want_color(outputs->options, STDOUT_FILENO),
			   .verbose = outputs->options->verbose,
			   .map = outputs->options->map,
			   .ascii = options_want_ascii(outputs->options) },
	};
	output->format->write(out, reports, n, &context);
	if (remarks.n)
		fprintf(stderr, "smemlint: warning: %s", remarks.s);
	buf_free(&remarks);
	arena_free(arena);
}

void outputs_write(const Options *options, FormatId format, const FileReport *const *reports, int n, Buf *out)
{
	Outputs outputs = init_outputs(options);
	const Output output = { .format = &formats[format] };
	render(&outputs, &output, reports, n, out);
	outputs_free(&outputs);
}

bool outputs_keep(const Outputs *outputs)
{
	for (int i = 0; i < outputs->list.n; i++)
		if (!outputs->list.at[i].format->by_file)
			return true;
	return false;
}

static void print(Buf *text)
{
	if (text->n)
		fwrite(text->s, 1, text->n, stdout);
	fflush(stdout);
	buf_free(text);
}

void outputs_add(Outputs *outputs, const FileReport *report)
{
	summary_add(&outputs->summary, report);
	if (outputs_keep(outputs))
		vec_push(outputs->arena, &outputs->reports, report);
	for (int i = 0; i < outputs->list.n; i++) {
		Output *output = &outputs->list.at[i];
		if (!output->format->by_file)
			continue;
		render(outputs, output, &report, 1, &output->text);
		if (!output->path)
			print(&output->text);
	}
}

static bool finish(Outputs *outputs, Output *output, const Stats *stats)
{
	Buf *text = &output->text;
	if (!output->format->by_file)
		render(outputs, output, outputs->reports.at, outputs->reports.n, text);
	if (output->format->has_summary && outputs->summary.files && !outputs->options->quiet && !outputs->options->is_launched)
		summary_print(text, &outputs->summary, stats);
	if (!output->path) {
		print(text);
		return true;
	}
	const char *problem = write_file(output->path, text->s ? text->s : "", text->n);
	return problem ? report_error("cannot write", output->path, problem) : true;
}

bool outputs_finish(Outputs *outputs, const Stats *stats)
{
	bool good = true;
	for (int i = 0; i < outputs->list.n; i++)
		good = finish(outputs, &outputs->list.at[i], stats) && good;
	return good;
}

void outputs_free(Outputs *outputs)
{
	for (int i = 0; i < outputs->list.n; i++)
		buf_free(&outputs->list.at[i].text);
	arena_free(outputs->arena);
	*outputs = (Outputs){ 0 };
}
