#include "driver.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/heap.h"
#include "callers.h"
#include "fixing.h"
#include "problems.h"
#include "report/stats_json.h"

enum { MAX_REMARKS = 5 };

static AnalyzeOptions analyze_options(const Options *options, const char *file)
{
	return (AnalyzeOptions){
		.file = file,
		.flags = options->flags,
		.n_flags = options->n_flags,
		.arch = options->arch,
		.cuda_path = options->cuda_path,
		.block = { options->block[0], options->block[1], options->block[2] },
		.assume = options->assume,
		.facts_only = options->command == CMD_FACTS || options->command == CMD_VERIFY || options->dump_ir,
	};
}

void driver_merge_status(Driver *driver, int status)
{
	static const int gravity[] = {
		[EXIT_CLEAN] = 0, [EXIT_FINDINGS] = 1, [EXIT_INCOMPLETE] = 2, [EXIT_USAGE] = 3,
	};
	if (gravity[status] > gravity[driver->status])
		driver->status = status;
}

/* --- files ------------------------------------------------------------------------------------ */

/* Why the file cannot be opened as a source, or NULL. */
static const char *file_problem(const char *path)
{
	struct stat st;
	if (stat(path, &st) != 0)
		return strerror(errno);
	if (S_ISDIR(st.st_mode))
		return "this is a directory; name the .cu files in it";
	if (!S_ISREG(st.st_mode))
		return "this is no regular file";
	if (access(path, R_OK) != 0)
		return strerror(errno);
	return NULL;
}

typedef enum FileContent { CONTENT_TEXT, CONTENT_EMPTY, CONTENT_BINARY } FileContent;

/* Compilers stop at the first NUL or read on in nonsense; neither is an analysis. */
static FileContent file_content(const char *path)
{
	char bytes[4096];
	FILE *file = fopen(path, "rb");
	if (!file)
		return CONTENT_TEXT;
	size_t n = fread(bytes, 1, sizeof bytes - 1, file);
	fclose(file);
	if (memchr(bytes, 0, n))
		return CONTENT_BINARY;
	bytes[n] = 0;
	return n + 1 < sizeof bytes && strspn(bytes, " \t\r\n") == n ? CONTENT_EMPTY : CONTENT_TEXT;
}

/* A C++ source that says nothing of CUDA. */
static bool is_host_code(const char *path)
{
	static const char *const marks[] = { "__global__", "<<<", ".cu\"", ".cuh\"", ".cuh>" };
	size_t size;
	char *text = callers_may_be(path) && !path_ends_with(path, ".cu") ? file_read(path, MAX_CALLER_BYTES, &size) : NULL;
	bool is = text && size < MAX_CALLER_BYTES;
	for (size_t i = 0; is && i < sizeof marks / sizeof *marks; i++)
		is = !memmem(text, size, marks[i], strlen(marks[i]));
	free(text);
	return is;
}

static bool can_analyze(Driver *driver, const char *path)
{
	const char *problem = file_problem(path);
	if (problem) {
		fprintf(stderr, "%s: error: %s\n", path, problem);
		driver_merge_status(driver, EXIT_USAGE);
		return false;
	}
	switch (file_content(path)) {
	case CONTENT_TEXT:
		return true;
	case CONTENT_EMPTY:
		fprintf(stderr, "%s: note: this file is empty: there is no kernel in it\n", path);
		return false;
	case CONTENT_BINARY:
		fprintf(stderr, "%s: error: this is a binary file, not CUDA source; not analysed\n", path);
		driver_merge_status(driver, EXIT_INCOMPLETE);
		return false;
	}
	return false;
}

/* --- assumptions ------------------------------------------------------------------------------ */

static bool has_use_for(const LaunchShape *launch, const AssumeOption *option)
{
	for (int i = 0; i < launch->n_assumptions; i++)
		for (int k = 0; k < option->list.n; k++)
			if (&option->list.at[k] == launch->assumptions[i])
				return true;
	return assume_option_names(option, launch->kernel);
}

static void note_assumed(Driver *driver, const Analysis *analysis)
{
	const AssumeOptions *options = &driver->options->assume;
	for (int k = 0; k < analysis->kernels.n; k++)
		for (int o = 0; o < options->n; o++)
			if (has_use_for(analysis->kernels.at[k].launch, &options->at[o]))
				driver->assumed[o] = true;
}

/* An option that no kernel has a use for is more likely a slip than a choice. */
static void report_assumed(Driver *driver)
{
	for (int i = 0; i < driver->options->assume.n; i++) {
		const AssumeOption *option = &driver->options->assume.at[i];
		if (driver->assumed[i])
			continue;
		fprintf(stderr, "smemlint: error: --assume '%s': ", option->text);
		if (option->kernel)
			fprintf(stderr, "no kernel '%s' was analysed\n", option->kernel);
		else
			fputs("no kernel that was analysed has these variables\n", stderr);
		driver_merge_status(driver, EXIT_USAGE);
	}
}

/* --- start ------------------------------------------------------------------------------------ */

bool driver_start(Driver *driver)
{
	if (!project_check(driver->options)) {
		driver_merge_status(driver, EXIT_USAGE);
		return false;
	}
	if (driver->options->n_files) {
		driver->stats.start = usage_now();
		driver->assumed = heap_alloc((size_t)driver->options->assume.n + 1, sizeof *driver->assumed);
		driver->jobs = jobs_new(driver->options->files, driver->options->n_files);
		driver->project.arena = driver->jobs->arena;
		return true;
	}
	fputs("smemlint: error: no input files (see --help)\n", stderr);
	driver_merge_status(driver, EXIT_USAGE);
	return false;
}

bool driver_next(Driver *driver)
{
	driver->job = jobs_next(driver->jobs);
	return driver->job;
}

/* --- remarks ---------------------------------------------------------------------------------- */

/* The compiler's errors outside kernels: they stop nothing, but a person should know.  (The others are
 * diagnostics.) */
static void print_remarks(const Unit *unit)
{
	int n = 0;
	for (int i = 0; i < unit->n_problems && unit->n_kernels; i++) {
		const ParseProblem *problem = &unit->problems[i];
		Loc kernel;
		if (problem_place(unit, problem, &kernel) != PROBLEM_OUTSIDE || n++ >= MAX_REMARKS)
			continue;
		fprintf(stderr, "%s:%d:%d: note: error outside the kernels, which are analysed all the same: %s\n",
			source_path(unit->sources, problem->loc.file), problem->loc.line, problem->loc.column,
			problem->message);
	}
	if (n > MAX_REMARKS)
		fprintf(stderr, "%s: note: %d more such errors\n", source_path(unit->sources, unit->main_file),
			n - MAX_REMARKS);
}

/* --- one file, all files ---------------------------------------------------------------------- */

static int status_of(const Analysis *analysis)
{
	if (analysis->incomplete || analysis->unit->unusable)
		return EXIT_INCOMPLETE;
	for (int i = 0; i < analysis->diags.n; i++)
		if (analysis->diags.at[i].severity >= SEV_WARNING)
			return EXIT_FINDINGS;
	return EXIT_CLEAN;
}

/* A diff is not about findings: it has its own. */
static int diff_status(const Analysis *analysis)
{
	int status = status_of(analysis);
	return status == EXIT_FINDINGS ? EXIT_CLEAN : status;
}

static bool goes_to_includers(Driver *driver, const char *why)
{
	return driver->job->is_named && jobs_add_includers(driver->jobs, driver->job->file, why);
}

static bool has_kernel(const Analysis *analysis)
{
	return analysis->unit->n_kernels || analysis->unit->n_templates;
}

const Analysis *driver_analyze(Driver *driver, Arena *arena)
{
	const char *file = driver->job->file;
	/* A header's launches stand in the files that include it: it is tried by itself only where none does. */
	if (!can_analyze(driver, file) || (is_header_name(file) && goes_to_includers(driver, "this is a header")))
		return NULL;
	if (driver->options->n_files > 1 && is_host_code(file)) /* it is looked at where a kernel's launches hang on it */
		return NULL;
	AnalyzeOptions options = analyze_options(driver->options, file);
	project_apply(&driver->project, driver->options, &options);
	if (driver->options->codegen)
		driver_merge_status(driver, compiling_run(&driver->compiling, arena, driver->options->codegen, &options));
	const Analysis *analysis = analyze(arena, &options);
	stats_add_parse(&driver->stats, analysis->unit);
	if (!has_kernel(analysis) && goes_to_includers(driver, analysis->incomplete ? "no kernel could be read here" :
						       "no kernel here"))
		return NULL;
	print_remarks(analysis->unit);
	if (!has_kernel(analysis) && !analysis->incomplete)
		fprintf(stderr, "%s: note: there is no kernel in this file\n", file);
	stats_add(&driver->stats, analysis);
	note_assumed(driver, analysis);
	if (driver->job->is_named && fixing_wanted(driver->options))
		analysis = fixing_run(driver, arena, &options, analysis);
	if (!options.facts_only)
		analysis = jobs_show(driver->jobs, arena, driver->job, analysis);
	driver_merge_status(driver, driver->options->diff ? diff_status(analysis) : status_of(analysis));
	return analysis;
}

int driver_finish(Driver *driver)
{
	if (driver->options->stats) {
		Buf text = { 0 };
		if (driver->options->stats == STATS_JSON)
			report_stats(&text, &driver->stats);
		else
			stats_print(&text, &driver->stats);
		fputs(text.s, stderr);
		buf_free(&text);
	}
	report_assumed(driver);
	free(driver->assumed);
	if (driver->options->export_fixes)
		fixing_export(driver);
	jobs_free(driver->jobs);
	driver->jobs = NULL;
	return driver->status;
}
