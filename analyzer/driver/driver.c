#include "driver/driver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/archive.h"
#include "base/heap.h"
#include "base/workers.h"
#include "cache/cache.h"
#include "project/print_command.h"
#include "report/formats.h"
#include "report/stats_json.h"

static bool wants_findings(const Options *options)
{
	return options->command != CMD_FACTS && (options->command != CMD_VERIFY || options->verify_format == FORMAT_SARIF);
}

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
		.facts_only = !wants_findings(options) || options->dump_ir,
	};
}

/* What keeps us from reading a file is not to keep it from being compiled. */
static void merge_status(Driver *driver, int status)
{
	if (!driver->options->is_launched || status == EXIT_FINDINGS)
		driver->status = status_worse(driver->status, status);
}

/* --- standard error ----------------------------------------------------------------------------- */

/* Of no more than a note; a file's name may look like one. */
static bool is_note(const char *line, size_t n)
{
	return memmem(line, n, ": note: ", 8) && !memmem(line, n, ": warning: ", 11) && !memmem(line, n, ": error: ", 9);
}

/* What went wrong is said whatever is asked for. */
static void print(const Driver *driver, const char *lines)
{
	while (*lines) {
		const size_t n = strcspn(lines, "\n") + 1, length = lines[n - 1] ? n : n - 1;
		if (!driver->options->quiet || !is_note(lines, length))
			fwrite(lines, 1, length, stderr);
		lines += length;
	}
}

/* --- start ------------------------------------------------------------------------------------ */

/* What is fixed, is fixed one after the other: files share headers.  What `verify` reads and what --dump-ir prints is not
 * part of an outcome. */
static bool wants_workers(const Options *options)
{
	const bool can = (options->command == CMD_LINT || options->command == CMD_FACTS) && !fixing_wanted(options);
	return can && !options->print_command && options->n_files > 1 && options->jobs != 1;
}

/* Without any named, those of the project. */
static bool take_files(Driver *driver)
{
	const Options *options = driver->options;
	if (options->n_files)
		return true;
	if (options->command == CMD_VERIFY || options->has_flags) {
		fputs("smemlint: error: no input files (see --help)\n", stderr);
		merge_status(driver, EXIT_USAGE);
		return false;
	}
	const Names names = project_all(&driver->project, options, &driver->status);
	driver->completed = *options;
	driver->completed.files = names.at;
	driver->completed.n_files = names.n;
	driver->completed.is_project = true;
	driver->options = &driver->completed;
	return names.n > 0;
}

static bool prepare_sifting(Driver *driver)
{
	driver->configuring = configuring_new(driver->project.arena, driver->options);
	driver->sifting = sifting_new(driver->project.arena, driver->options, driver->configuring);
	if (!driver->sifting)
		merge_status(driver, EXIT_USAGE);
	return driver->sifting;
}

static void prepare(Driver *driver)
{
	driver->stats.start = usage_now();
	progress_start(&driver->progress, driver->options->quiet);
	driver->assumed = heap_alloc((size_t)driver->options->assume.n + 1, sizeof *driver->assumed);
	driver->jobs = jobs_new(driver->options->files, driver->options->n_files);
	if (driver->options->command != CMD_VERIFY && driver->options->command != CMD_MAP && !driver->options->print_command)
		driver->cache = cache_open(driver->options);
	if (wants_workers(driver->options))
		driver->pool = pool_new(driver->options->jobs ? driver->options->jobs : processors());
}

static bool check_headers(Driver *driver)
{
	const HeaderChoice headers = sifting_headers(driver->options);
	const char *problem = headers_problem(driver->project.arena, &headers);
	if (problem)
		fprintf(stderr, "smemlint: error: --header-filter '%s': %s\n", headers.pattern, problem);
	return !problem;
}

bool driver_start(Driver *driver)
{
	driver->project.arena = arena_new();
	const bool is_there = check_headers(driver) && project_check(&driver->project, driver->options);
	if (!is_there)
		merge_status(driver, EXIT_USAGE);
	const bool is_ready = is_there && take_files(driver) && prepare_sifting(driver);
	print(driver, project_messages(&driver->project));
	if (is_ready)
		prepare(driver);
	else
		arena_free(driver->project.arena);
	return is_ready;
}

/* --- one file --------------------------------------------------------------------------------- */

static bool was_reported(const Driver *driver, const char *text)
{
	for (int i = 0; i < driver->once.n; i++)
		if (strcmp(driver->once.at[i], text) == 0)
			return true;
	return false;
}

static void say(Driver *driver, const Outcome *outcome)
{
	for (int i = 0; i < outcome->once.n; i++)
		if (!was_reported(driver, outcome->once.at[i])) {
			const char *text = arena_strdup(driver->jobs->arena, outcome->once.at[i]);
			vec_push(driver->jobs->arena, &driver->once, text);
			print(driver, text);
		}
	print(driver, outcome->messages ? outcome->messages : "");
}

static const IncludeProgram *program_of(Driver *driver, const char *file)
{
	return project_program(&driver->project, driver->options, file);
}

static bool goes_to_includers(Driver *driver, const Job *job, const char *why)
{
	Buf messages = { 0 };
	const bool may = job->is_named && !driver->options->is_launched;
	const bool goes = may && jobs_add_includers(driver->jobs, job->file, why, program_of(driver, job->file), &messages);
	print(driver, messages.s ? messages.s : "");
	buf_free(&messages);
	return goes;
}

/* Adds the outcome to that of all files; false: others are analysed in its place, or there is nothing to tell. */
static bool take(Driver *driver, const Job job, Outcome *outcome)
{
	if (outcome->no_kernel && goes_to_includers(driver, &job, outcome->no_kernel)) {
		stats_merge_parse(&driver->stats, &outcome->stats);
		return false;
	}
	stats_merge(&driver->stats, &outcome->stats);
	for (int i = 0; i < outcome->assumed.n; i++)
		driver->assumed[outcome->assumed.at[i]] = true;
	merge_status(driver, outcome->status);
	say(driver, outcome);
	if (!outcome->report)
		return false;
	if (outcome->report->incomplete)
		merge_status(driver, EXIT_INCOMPLETE);
	if (wants_findings(driver->options)) {
		jobs_show(driver->jobs, &job, outcome->report);
		const CompDb *db = project_database(&driver->project, driver->options, job.file);
		sifting_apply(driver->sifting, db, job.file, outcome->report, &driver->stats);
	}
	return true;
}

/* --- several at once -------------------------------------------------------------------------- */

/* A file from when it is taken up until it is told of. */
typedef struct Begun {
	Job job;
	Task task;
	Arena *arena;      /* its own, with the outcome in it */
	Outcome *outcome;
	bool is_new;       /* nothing the cache had */
	int number;        /* in the pool; -1: the outcome is there */
	const char *messages; /* of its command */
} Begun;

/* In the worker. */
static void work(void *context, Buf *out)
{
	Begun *begun = context;
	const double before = usage_now().ms;
	examine(begun->arena, &begun->task, begun->outcome);
	const Usage now = usage_now();
	begun->outcome->stats.worker_ms = now.ms - before;
	begun->outcome->stats.peak_kb = now.peak_kb;
	archive_outcome(&(Archive){ .out = out }, begun->outcome);
}

static void crashed(Begun *begun, int signal)
{
	const char *file = begun->job.file;
	FileReport *report = arena_new_of(begun->arena, FileReport);
	*report = (FileReport){ .file = file, .incomplete = true };
	*begun->outcome = (Outcome){ .report = report,
				     .messages = arena_printf(begun->arena,
							      "%s: error: not analysed: smemlint crashed on it (%s): please report this\n",
							      file, signal ? strsignal(signal) : "its result could not be read") };
}

static void take_back(Driver *driver, Begun *begun)
{
	progress_show(&driver->progress, driver->n_reported, jobs_count(driver->jobs));
	const PoolEnd end = pool_wait(driver->pool, begun->arena, begun->number);
	progress_clear(&driver->progress);
	Archive archive = { .at = end.bytes, .end = end.bytes + end.n, .arena = begun->arena };
	*begun->outcome = (Outcome){ .report = NULL };
	if (!end.signal)
		archive_outcome(&archive, begun->outcome);
	if (end.signal || !archive_ended(&archive))
		crashed(begun, end.signal);
	begun->number = -1;
}

/* A header's launches stand in the files that include it: it is tried by itself only where none does. */
static bool is_left_to_includers(Driver *driver, Begun *begun)
{
	Buf messages = { 0 };
	const bool is =
		is_header_name(begun->job.file) && begun->job.is_named &&
		jobs_add_includers(driver->jobs, begun->job.file, "this is a header", program_of(driver, begun->job.file), &messages);
	begun->outcome->messages = is ? arena_strdup(begun->arena, messages.s) : NULL;
	buf_free(&messages);
	return is;
}

static void only_command(Begun *begun, const char *origin)
{
	FileReport *report = arena_new_of(begun->arena, FileReport);
	*report = (FileReport){ .file = begun->job.file };
	begun->outcome->report = report;
	begun->outcome->printed = print_command(begun->arena, &begun->task.analyze, origin);
}

static Begun *begin(Driver *driver, const Job *job)
{
	Arena *arena = arena_new();
	Begun *begun = arena_new_of(arena, Begun);
	*begun = (Begun){ .job = *job, .arena = arena, .outcome = arena_new_of(arena, Outcome), .number = -1 };
	begun->task = (Task){ .options = driver->options,
			      .analyze = analyze_options(driver->options, job->file),
			      .is_named = job->is_named,
			      .fixing = &driver->fixing };
	begun->outcome->messages = sifting_ignores(driver->sifting, arena, job->file);
	if (begun->outcome->messages)
		return begun;
	if (!examine_first(arena, &begun->task, begun->outcome) || is_left_to_includers(driver, begun))
		return begun;
	configuring_apply(driver->configuring, job->file, &begun->task.analyze);
	if (configuring_report(driver->configuring))
		merge_status(driver, EXIT_USAGE);
	const char *origin = project_apply(&driver->project, arena, driver->options, &begun->task.analyze);
	begun->messages = arena_strdup(arena, project_messages(&driver->project));
	if (driver->options->print_command) {
		only_command(begun, origin);
		return begun;
	}
	if (driver->cache && cache_find(driver->cache, arena, &begun->task, begun->outcome))
		return begun;
	begun->is_new = true;
	if (driver->cache)
		begun->task.analyze.prefix = cache_prefix(driver->cache, &begun->task, &begun->task.prefix_inputs);
	if (fixing_wanted(driver->options)) {
		begun->task.sifting = driver->sifting;
		begun->task.db = project_database(&driver->project, driver->options, job->file);
	}
	if (driver->pool)
		begun->number = pool_start(driver->pool, work, begun);
	if (begun->number < 0) {
		progress_show(&driver->progress, driver->n_reported, jobs_count(driver->jobs));
		examine(arena, &begun->task, begun->outcome);
		progress_clear(&driver->progress);
	}
	return begun;
}

static int most_ahead(const Driver *driver)
{
	const int most = driver->options->jobs * 4;
	return !driver->pool ? 1 : most && most < MAX_AHEAD ? most : MAX_AHEAD;
}

static Begun *first_begun(Driver *driver)
{
	const Job *job;
	while (driver->n_begun < most_ahead(driver) && (job = jobs_next(driver->jobs)))
		driver->begun[driver->n_begun++] = begin(driver, job);
	if (!driver->n_begun)
		return NULL;
	Begun *first = driver->begun[0];
	memmove(driver->begun, driver->begun + 1, sizeof *driver->begun * (size_t)--driver->n_begun);
	return first;
}

Outcome *driver_next(Driver *driver, Arena *arena)
{
	for (Begun *begun; (begun = first_begun(driver));) {
		if (begun->number >= 0)
			take_back(driver, begun);
		print(driver, begun->messages ? begun->messages : "");
		Outcome *outcome = begun->outcome;
		if (driver->cache && begun->is_new)
			cache_store(driver->cache, &begun->task, outcome);
		const bool is_reported = take(driver, begun->job, outcome);
		driver->n_reported++;
		if (!is_reported) {
			arena_free(begun->arena);
			continue;
		}
		arena_adopt(arena, begun->arena);
		if (outcome->analysis)
			outcome->analysis->unit->sources->arena = arena; /* files may be read yet */
		return outcome;
	}
	return NULL;
}

/* What cannot be read does not keep a file from being compiled. */
static bool counts(const Driver *driver, const FileReport *report, const Finding *finding)
{
	const Severity least = finding->rule ? report->fail_level : SEV_WARNING;
	return finding->severity >= least && (finding->rule || !driver->options->is_launched);
}

void driver_count(Driver *driver, const FileReport *report)
{
	for (int i = 0; i < report->findings.n; i++)
		if (counts(driver, report, &report->findings.at[i]))
			merge_status(driver, EXIT_FINDINGS);
}

/* --- the end ---------------------------------------------------------------------------------- */

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
		merge_status(driver, EXIT_USAGE);
	}
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
	merge_status(driver, sifting_finish(driver->sifting));
	merge_status(driver, fixing_export(&driver->fixing, driver->options));
	pool_free(driver->pool);
	cache_close(driver->cache);
	jobs_free(driver->jobs);
	driver->jobs = NULL;
	arena_free(driver->project.arena);
	return driver->status == EXIT_FINDINGS && driver->options->exit_zero ? EXIT_CLEAN : driver->status;
}
