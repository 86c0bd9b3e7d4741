#include "base/paths.h"
#include "examine/examine.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analysis/callers.h"
#include "base/usage.h"
#include "core/tokens.h"
#include "examine/compiling.h"
#include "report/formats.h"
#include "analysis/problems.h"
#include "examine/repeats.h"
#include "report/facts_json.h"
#include "report/make.h"
#include "report/plan.h"

enum { MAX_HOST_ERRORS = 5 };

/* --- the file --------------------------------------------------------------------------------- */

/* Why the file cannot be opened as a source, or NULL. */
static const char *file_problem(const char *path)
{
	struct stat st;
	if (stat(path, &st) != 0)
		return strerror(errno);
	if (S_ISDIR(st.st_mode))
		return "there is no .cu file and no PTX in this folder";
	if (!S_ISREG(st.st_mode))
		return "not a regular file";
	if (access(path, R_OK) != 0)
		return strerror(errno);
	return NULL;
}

typedef enum FileContent { CONTENT_TEXT, CONTENT_EMPTY, CONTENT_BINARY } FileContent;

/* A file with a NUL byte is binary: clang ignores NULs or stops there. */
static FileContent file_content(const char *path)
{
	char bytes[4096];
	FILE *file = file_open(path);
	if (!file)
		return CONTENT_TEXT;
	size_t n = fread(bytes, 1, sizeof bytes - 1, file);
	const bool failed = ferror(file);
	fclose(file);
	if (failed) /* the front end says so */
		return CONTENT_TEXT;
	if (memchr(bytes, 0, n))
		return CONTENT_BINARY;
	bytes[n] = 0;
	return n + 1 < sizeof bytes && strspn(bytes, " \t\r\n") == n ? CONTENT_EMPTY : CONTENT_TEXT;
}

/* A C++ source without launches or includes of CUDA files. */
static bool is_host_code(const char *path)
{
	static const char *const marks[] = { "__global__", ".cu\"", ".cuh\"", ".cuh>" };
	size_t size;
	char *text = callers_may_be(path) && !path_ends_with(path, ".cu") ? file_read(path, MAX_CALLER_BYTES, &size) : NULL;
	bool is = text && size < MAX_CALLER_BYTES && !token_has_launch(text, size);
	for (size_t i = 0; is && i < sizeof marks / sizeof *marks; i++)
		is = !memmem(text, size, marks[i], strlen(marks[i]));
	free(text);
	return is;
}

static bool reject(Outcome *out, int status, const char *messages)
{
	out->status = status;
	out->messages = messages;
	return false;
}

bool examine_check(Arena *arena, const Task *task, Outcome *out)
{
	const char *path = task->analyze.file, *problem = task->analyze.text ? NULL : file_problem(path);
	if (task->analyze.text)
		return true;
	if (problem)
		return reject(out, EXIT_USAGE, arena_printf(arena, "%s: error: %s\n", path_shown(arena, path), problem));
	switch (file_content(path)) {
	case CONTENT_TEXT:
		break;
	case CONTENT_EMPTY:
		return reject(out, EXIT_CLEAN, arena_printf(arena, "%s: note: no kernel: this file is empty\n", path_shown(arena, path)));
	case CONTENT_BINARY:
		return reject(out, EXIT_INCOMPLETE,
			      arena_printf(arena, "%s: error: this is a binary file, not CUDA source; not analysed\n",
					   path_shown(arena, path)));
	}
	/* Among several files, host code is only read for the launches of other files' kernels. */
	return task->options->n_files <= 1 || !is_host_code(path);
}

/* --- assumptions ------------------------------------------------------------------------------ */

static bool uses_assumption(const LaunchShape *launch, const AssumeOption *option)
{
	for (int i = 0; i < launch->n_assumptions; i++)
		for (int k = 0; k < option->list.n; k++)
			if (&option->list.at[k] == launch->assumptions[i])
				return true;
	return assume_option_names(option, launch->kernel);
}

static void mark_assumed(Arena *arena, const AssumeOptions *options, const Analysis *analysis, Outcome *out)
{
	for (int o = 0; o < options->n; o++)
		for (int k = 0; k < analysis->kernels.n; k++)
			if (uses_assumption(analysis->kernels.at[k].launch, &options->at[o])) {
				vec_push(arena, &out->assumed, o);
				break;
			}
}

/* --- errors outside kernels --------------------------------------------------------------------- */

/* They do not make the analysis incomplete; errors in kernels are diagnostics. */
static void print_host_errors(Arena *arena, Buf *messages, const Unit *unit)
{
	int n = 0;
	for (int i = 0; i < unit->n_problems && unit->n_kernels; i++) {
		const ParseProblem *problem = &unit->problems[i];
		Loc kernel;
		if (problem_place(unit, problem, &kernel) != PROBLEM_OUTSIDE || n++ >= MAX_HOST_ERRORS)
			continue;
		buf_printf(messages, "%s:%d:%d: note: error outside the kernels (they are still analysed): %s\n",
			   path_shown(arena, source_path(unit->sources, problem->loc.file)), problem->loc.line, problem->loc.column,
			   problem->message);
	}
	if (n > MAX_HOST_ERRORS)
		buf_printf(messages, "%s: note: %d more such errors\n", path_shown(arena, source_path(unit->sources, unit->main_file)),
			   n - MAX_HOST_ERRORS);
}

/* --- one file --------------------------------------------------------------------------------- */

static void add_facts(Arena *arena, const Options *options, const Analysis *analysis, Outcome *out)
{
	for (int k = 0; k < analysis->kernels.n; k++)
		for (int f = 0; f < analysis->kernels.at[k].n_facts; f++) {
			const Fact *fact = &analysis->kernels.at[k].facts[f];
			const char *text =
				options->dump_merge ? report_plan(arena, analysis->unit, fact) : report_fact(arena, analysis->unit, fact);
			vec_push(arena, &out->facts, ((FactLine){ repeats_key(analysis->unit, fact), text }));
		}
}

/* --- part of another source ------------------------------------------------------------------- */

static const char *broken_kernel(Arena *arena, const Unit *unit)
{
	Loc kernel;
	for (int i = 0; i < unit->n_kernels; i++)
		if (unit->kernels[i]->broken && unit->kernels[i]->loc.file == unit->main_file)
			return arena_printf(arena, "kernel '%s' cannot be compiled by itself", unit->kernels[i]->name);
	for (int i = 0; i < unit->n_problems; i++)
		if (problem_place(unit, &unit->problems[i], &kernel) == PROBLEM_IN_LOST && kernel.file == unit->main_file)
			return arena_printf(arena, "the kernel at line %d cannot be compiled by itself", kernel.line);
	for (int i = 0; i < unit->n_templates; i++)
		if (unit->template_locs[i].file == unit->main_file)
			return "it has a kernel template that it does not instantiate";
	return NULL;
}

/* Why the file should be analysed as a part of what includes it.  Not while it is being fixed: edits are made where they are
 * found. */
static const char *why_not_alone(Arena *arena, const Task *task, const Analysis *analysis)
{
	const Unit *unit = analysis->unit;
	if (unit->n_kernels || unit->n_templates)
		return fixing_requested(task->options) ? NULL : broken_kernel(arena, unit);
	return analysis->incomplete ? "no kernel could be read here" : "no kernel here";
}

static const char *dump_ir(Arena *arena, const Unit *unit)
{
	Buf text = { 0 };
	ir_print(&text, unit);
	const char *copy = arena_strndup(arena, text.s, text.n);
	buf_free(&text);
	return copy;
}

void examine(Arena *arena, const Task *task, Outcome *out)
{
	const Options *options = task->options;
	AnalyzeOptions run = task->analyze;
	Buf messages = { 0 };
	if (options->codegen)
		compiling_run(arena, options->codegen, &task->trust, &run, out, &messages);
	const Analysis *analysis = analyze(arena, &run);
	const Unit *unit = analysis->unit;
	const bool has_kernel = unit->n_kernels || unit->n_templates;
	out->not_alone = why_not_alone(arena, task, analysis);
	stats_add_parse(&out->stats, unit);
	stats_add(&out->stats, analysis);
	if (options->stats)
		compiling_differences(analysis, &messages);
	print_host_errors(arena, &messages, unit);
	if (!has_kernel && !analysis->incomplete && !options->is_launched)
		buf_printf(&messages, "%s: note: there is no kernel in this file\n", path_shown(arena, run.file));
	mark_assumed(arena, &options->assume, analysis, out);
	const double fixing = usage_now().ms;
	if (task->is_named && fixing_requested(options))
		analysis = fixing_run(arena, task, &run, analysis, out, &messages);
	if (options->command == CMD_FACTS)
		add_facts(arena, options, analysis, out);
	if (options->dump_ir)
		out->printed = dump_ir(arena, unit);
	out->callers = analysis->callers;
	out->inputs = analysis->inputs;
	const unsigned wants = options->command == CMD_LINT ? formats_want(options) : 0;
	out->report = report_make(arena, analysis, wants & WANTS_MAPS);
	if (wants & WANTS_FIXES)
		fixing_show(arena, options, &run, analysis, out->report);
	out->stats.phases.ms[PHASE_FIXES] = usage_now().ms - fixing;
	out->analysis = analysis;
	out->messages = messages.n ? arena_strndup(arena, messages.s, messages.n) : NULL;
	buf_free(&messages);
}
