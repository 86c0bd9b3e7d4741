#include "driver/driver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/archive.h"
#include "base/confine.h"
#include "base/heap.h"
#include "base/workers.h"
#include "cache/cache.h"
#include "driver/built_files.h"
#include "driver/opening.h"
#include "driver/ptx_folders.h"
#include "project/print_command.h"
#include "report/formats.h"
#include "report/stats_json.h"

static bool needs_findings(const Options *options)
{
	return options->command != CMD_FACTS && (options->command != CMD_VERIFY || options->verify_format == FORMAT_SARIF);
}

/* Of standard input and of what a build made; NULL: the file is read. */
static const char *text_of(const Options *options, const char *file)
{
	for (int i = 0; options->held && i < options->held->n; i++)
		if (strcmp(options->held->at[i].path, file) == 0)
			return options->held->at[i].text;
	return NULL;
}

/* Of a file's time, up to when kernels are evaluated: what is known of it by then is to be reported. */
enum { PERCENT_TO_EVALUATE = 75 };

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
		.text = text_of(options, file),
		.facts_only = !needs_findings(options) || options->dump_ir,
		.eval = { .deadline_ms = options_limits(options).seconds * INT64_C(1000) * PERCENT_TO_EVALUATE / 100 },
	};
}

/* As a compiler launcher, a problem of the analysis must not make the compilation fail. */
static void merge_status(Driver *driver, int status)
{
	if (!driver->options->is_launched || status == EXIT_FINDINGS)
		driver->status = status_worse(driver->status, status);
}

/* --- standard error ----------------------------------------------------------------------------- */

/* Only a note: a file name may contain ": note: ". */
static bool is_note(const char *line, size_t n)
{
	return memmem(line, n, ": note: ", 8) && !memmem(line, n, ": warning: ", 11) && !memmem(line, n, ": error: ", 9);
}

/* Names of files are escaped where messages are made; nothing else may make a terminal do something. */
static void print_line(const char *line, size_t n)
{
	for (size_t i = 0; i < n; i++)
		putc(((unsigned char)line[i] < 0x20 && !strchr("\t\n", line[i])) || line[i] == 0x7f ? '?' : line[i], stderr);
}

/* --quiet drops notes only. */
static void print(const Driver *driver, const char *lines)
{
	while (*lines) {
		const size_t n = strcspn(lines, "\n") + 1, length = lines[n - 1] ? n : n - 1;
		if (!driver->options->quiet || !is_note(lines, length))
			print_line(lines, length);
		lines += length;
	}
}

/* --- start ------------------------------------------------------------------------------------ */

/* They need the analysis itself, which cannot cross a process boundary. */
static bool needs_analysis(const Options *options)
{
	return options->command == CMD_VERIFY || options->command == CMD_MAP;
}

static Pool *new_pool(const Options *options)
{
	Pool *pool = pool_new(options->jobs ? options->jobs : processors());
	pool_limit(pool, options_limits(options));
	return pool;
}

static void name_files(Driver *driver, const Names names)
{
	driver->completed = *driver->options;
	driver->completed.files = names.at;
	driver->completed.n_files = names.n;
	driver->options = &driver->completed;
}

/* The files of the command line, with the PTX in folders and in what a build made. */
static void open_files(Driver *driver)
{
	Arena *arena = driver->project.arena;
	const Options *options = driver->options;
	HeldTexts *held = arena_new_of(arena, HeldTexts);
	Buf messages = { 0 };
	for (int i = 0; options->held && i < options->held->n; i++)
		vec_push(arena, held, options->held->at[i]);
	const Names names = ptx_folders_open(arena, options->files, options->n_files);
	name_files(driver, built_files_open(arena, options, names, held, &messages, &driver->status));
	driver->completed.held = held->n ? held : NULL;
	print(driver, messages.s ? messages.s : "");
	buf_free(&messages);
}

static bool find_files(Driver *driver)
{
	const Options *options = driver->options;
	if (options->n_files)
		open_files(driver);
	if (options->n_files || options->files_from)
		return true;
	if (options->command == CMD_VERIFY || options->has_flags) {
		fputs("smemlint: error: no input files (see --help)\n", stderr);
		merge_status(driver, EXIT_USAGE);
		return false;
	}
	const Names names = project_all(&driver->project, options, &driver->status);
	name_files(driver, names);
	driver->completed.is_project = true;
	return names.n > 0;
}

static bool prepare_sifting(Driver *driver)
{
	driver->configuring = configuring_new(driver->project.arena, driver->options);
	driver->sifting = sifting_new(driver->project.arena, driver->options, driver->configuring);
	if (!driver->sifting)
		merge_status(driver, EXIT_USAGE);
	if (driver->sifting)
		driver->sifting->held = driver->options->held;
	return driver->sifting;
}

static void choose_codegen(Driver *driver)
{
	const Options *options = driver->options;
	const bool takes_it = (options->command == CMD_LINT || options->command == CMD_FACTS) && !options->is_launched;
	const char *codegen = takes_it && !options->codegen ? configuring_codegen(driver->configuring) : NULL;
	if (!codegen)
		return;
	driver->completed = *options;
	driver->completed.codegen = codegen;
	driver->options = &driver->completed;
}

/* A file that is started and not yet reported. */
typedef struct PendingFile {
	Job job;
	Task task;
	Arena *arena;      /* its own; holds the outcome */
	Outcome *outcome;
	bool is_uncached;
	int number;        /* in the pool; -1: the outcome is complete */
	const char *messages; /* about its compile command */
	double since;      /* when it was started, by progress_now() */
} PendingFile;

static void show_progress(void *context)
{
	Driver *driver = context;
	const PendingFile *file = driver->waiting;
	if (file)
		progress_show(&driver->progress, driver->n_done, jobs_count(driver->jobs), file->job.file, file->since);
}

static void prepare(Driver *driver)
{
	driver->stats.start = usage_now();
	progress_start(&driver->progress, driver->options->quiet);
	driver->assumed = heap_alloc((size_t)driver->options->assume.n + 1, sizeof *driver->assumed);
	driver->jobs = jobs_new(driver->options->files, driver->options->n_files, opening_elsewhere(driver));
	if (!driver->options->print_command)
		driver->pool = new_pool(driver->options);
	if (driver->pool && driver->progress.out)
		pool_on_tick(driver->pool, show_progress, driver);
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
	const bool is_valid =
		opening_check_shard(driver->options) && check_headers(driver) && project_check(&driver->project, driver->options);
	if (!is_valid)
		merge_status(driver, EXIT_USAGE);
	const bool is_ready = is_valid && find_files(driver) && prepare_sifting(driver);
	print(driver, project_messages(&driver->project));
	if (is_ready)
		choose_codegen(driver);
	if (is_ready && opening_cache(driver)) {
		prepare(driver);
		return true;
	}
	if (is_ready)
		merge_status(driver, EXIT_USAGE);
	arena_free(driver->project.arena);
	return false;
}

/* --- one file --------------------------------------------------------------------------------- */

static bool was_reported(const Driver *driver, const char *text)
{
	for (int i = 0; i < driver->once.n; i++)
		if (strcmp(driver->once.at[i], text) == 0)
			return true;
	return false;
}

static void print_messages(Driver *driver, const Outcome *outcome)
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

static bool add_includers(Driver *driver, const Job *job, const char *why)
{
	Buf messages = { 0 };
	const bool may_add = job->is_named && !driver->options->is_launched;
	const bool added = may_add && jobs_add_includers(driver->jobs, job, why, program_of(driver, job->file), &messages);
	print(driver, messages.s ? messages.s : "");
	buf_free(&messages);
	return added;
}

/* Merges the outcome into that of all files; false: its includers are analysed instead, or it has no report. */
static bool merge_outcome(Driver *driver, const Job job, Outcome *outcome)
{
	if (outcome->not_alone && add_includers(driver, &job, outcome->not_alone)) {
		stats_merge_parse(&driver->stats, &outcome->stats);
		return false;
	}
	stats_merge(&driver->stats, &outcome->stats);
	fixing_keep(&driver->fixing, &outcome->yaml);
	for (int i = 0; i < outcome->assumed.n; i++)
		driver->assumed[outcome->assumed.at[i]] = true;
	merge_status(driver, outcome->status);
	print_messages(driver, outcome);
	if (!outcome->report)
		return false;
	outcome->report->position = job.position;
	if (outcome->report->incomplete)
		merge_status(driver, EXIT_INCOMPLETE);
	if (needs_findings(driver->options)) {
		jobs_filter(driver->jobs, &job, outcome->report);
		const CompDb *db = project_database(&driver->project, driver->options, job.file);
		sifting_apply(driver->sifting, db, job.file, outcome->report, &driver->stats);
	}
	return true;
}

/* --- several at once -------------------------------------------------------------------------- */

/* What only reads needs no more: a source that takes control of the parser has no network, and nothing to write to.  Where the
 * machine cannot confine, it does without. */
static void confine_worker(const Options *options)
{
	if (!fixing_requested(options) && !options->codegen)
		(void)confine(NULL);
}

/* Runs in the worker process. */
static void run_worker(void *context, Buf *out)
{
	PendingFile *pending = context;
	confine_worker(pending->task.options);
	const double before = usage_now().ms;
	examine(pending->arena, &pending->task, pending->outcome);
	const Usage now = usage_now();
	Stats *stats = &pending->outcome->stats;
	stats->worker_ms = now.ms - before;
	stats->phases.ms[PHASE_OTHER] = stats->worker_ms - phases_sum(&stats->phases);
	pending->outcome->stats.peak_kb = now.peak_kb;
	archive_outcome(&(Archive){ .out = out }, pending->outcome);
}

static const char *why_lost(Arena *arena, const Options *options, const PoolEnd *end)
{
	const PoolLimits limits = options_limits(options);
	switch (end->how) {
	case POOL_LATE:
		return arena_printf(arena, "not analysed: it takes longer than %d s (--timeout)", limits.seconds);
	case POOL_NO_MEMORY:
		return arena_printf(arena, "not analysed: it takes more memory than %d GiB (--memory-limit)", (int)(limits.bytes >> 30));
	case POOL_CRASHED:
	case POOL_DONE:
		break;
	}
	return arena_printf(arena, "not analysed: smemlint crashed on it (%s): please report this",
			    end->signal ? strsignal(end->signal) : "its result could not be read");
}

static void receive_outcome(Driver *driver, PendingFile *pending)
{
	driver->waiting = pending;
	show_progress(driver);
	const PoolEnd end = pool_wait(driver->pool, pending->arena, pending->number);
	progress_clear(&driver->progress);
	driver->waiting = NULL;
	Archive archive = { .at = end.bytes, .end = end.bytes + end.n, .arena = pending->arena };
	*pending->outcome = (Outcome){ .report = NULL };
	if (end.how == POOL_DONE)
		archive_outcome(&archive, pending->outcome);
	if (end.how != POOL_DONE || !archive_ended(&archive))
		*pending->outcome = outcome_lost(pending->arena, pending->job.file, why_lost(pending->arena, driver->options, &end));
	else if (needs_analysis(driver->options)) /* once more, here, since it goes well */
		examine(pending->arena, &pending->task, pending->outcome);
	pending->number = -1;
}

/* A header's launches are in the files that include it: it is analysed by itself only if there are none. */
static bool defer_to_includers(Driver *driver, PendingFile *pending)
{
	Buf messages = { 0 };
	const bool is =
		path_is_header(pending->job.file) && pending->job.is_named &&
		jobs_add_includers(driver->jobs, &pending->job, "this is a header", program_of(driver, pending->job.file), &messages);
	pending->outcome->messages = is ? arena_strdup(pending->arena, messages.s) : NULL;
	buf_free(&messages);
	return is;
}

static void report_command(PendingFile *pending, const char *origin)
{
	FileReport *report = arena_new_of(pending->arena, FileReport);
	*report = (FileReport){ .file = pending->job.file };
	pending->outcome->report = report;
	pending->outcome->printed = print_command(pending->arena, &pending->task.analyze, origin);
}

static bool names_header(const Options *options)
{
	for (int i = 0; i < options->n_files; i++)
		if (path_is_header(options->files[i]))
			return true;
	return false;
}

static PendingFile *start_file(Driver *driver, const Job *job)
{
	Arena *arena = arena_new();
	PendingFile *pending = arena_new_of(arena, PendingFile);
	*pending = (PendingFile){ .job = *job, .arena = arena, .outcome = arena_new_of(arena, Outcome), .number = -1 };
	pending->task =
		(Task){ .options = driver->options, .analyze = analyze_options(driver->options, job->file), .is_named = job->is_named };
	pending->task.analyze.for_header = !job->is_named || names_header(driver->options);
	pending->outcome->messages = sifting_ignores(driver->sifting, arena, job->file);
	if (pending->outcome->messages)
		return pending;
	if (!examine_check(arena, &pending->task, pending->outcome) || defer_to_includers(driver, pending))
		return pending;
	configuring_apply(driver->configuring, job->file, &pending->task.analyze);
	if (configuring_report(driver->configuring))
		merge_status(driver, EXIT_USAGE);
	const char *origin = project_apply(&driver->project, arena, driver->options, configuring_file(driver->configuring, job->file),
					   &pending->task.analyze);
	pending->task.trust = configuring_trust(driver->configuring, job->file);
	pending->messages = arena_strdup(arena, project_messages(&driver->project));
	if (driver->options->print_command) {
		report_command(pending, origin);
		return pending;
	}
	if (driver->cache && cache_find(driver->cache, arena, &pending->task, pending->outcome))
		return pending;
	pending->is_uncached = true;
	if (!driver->options->fix_headers) { /* headers that are changed are read as they are */
		pending->task.leading = job->leading.text;
		pending->task.leading_folder = job->leading.folder;
	}
	if (driver->cache)
		cache_prefix(driver->cache, &pending->task);
	if (fixing_requested(driver->options)) {
		pending->task.sifting = driver->sifting;
		pending->task.db = project_database(&driver->project, driver->options, job->file);
	}
	/* A process of its own: a crash, or a file without end, costs that file only. */
	if (driver->pool)
		pending->number = pool_start(driver->pool, run_worker, pending);
	pending->since = progress_now();
	if (pending->number < 0) {
		driver->waiting = pending;
		show_progress(driver);
		examine(arena, &pending->task, pending->outcome);
		progress_clear(&driver->progress);
		driver->waiting = NULL;
	}
	return pending;
}

/* Files are fixed one after the other, since they share headers. */
static int max_pending(const Driver *driver)
{
	const int most = driver->options->jobs * 4;
	return !driver->pool || fixing_requested(driver->options) ? 1 : most && most < MAX_PENDING ? most : MAX_PENDING;
}

static PendingFile *next_pending(Driver *driver)
{
	const Job *job;
	while (driver->n_pending < max_pending(driver) && (job = jobs_next(driver->jobs)))
		driver->pending[driver->n_pending++] = start_file(driver, job);
	if (!driver->n_pending)
		return NULL;
	PendingFile *first = driver->pending[0];
	memmove(driver->pending, driver->pending + 1, sizeof *driver->pending * (size_t)--driver->n_pending);
	return first;
}

Outcome *driver_next(Driver *driver, Arena *arena)
{
	for (PendingFile *pending; (pending = next_pending(driver));) {
		if (pending->number >= 0)
			receive_outcome(driver, pending);
		print(driver, pending->messages ? pending->messages : "");
		Outcome *outcome = pending->outcome;
		if (driver->cache && pending->is_uncached)
			cache_store(driver->cache, &pending->task, outcome);
		const FileCost cost = { arena_strdup(driver->jobs->arena, pending->job.file), outcome->stats.phases };
		vec_push(driver->jobs->arena, &driver->costs, cost);
		const bool is_reported = merge_outcome(driver, pending->job, outcome);
		driver->n_done++;
		if (!is_reported) {
			arena_free(pending->arena);
			continue;
		}
		arena_adopt(arena, pending->arena);
		if (outcome->analysis)
			outcome->analysis->unit->sources->arena = arena; /* sources may still be read */
		return outcome;
	}
	return NULL;
}

/* As a compiler launcher, problems of the input do not count. */
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

/* An --assume that applies to no kernel is likely misspelt, if all kernels are there. */
static void report_unused_assumptions(Driver *driver)
{
	for (int i = 0; !driver->options->shard && i < driver->options->assume.n; i++) {
		const AssumeOption *option = &driver->options->assume.at[i];
		if (driver->assumed[i])
			continue;
		fprintf(stderr, "smemlint: error: --assume '%s': ", option->text);
		if (option->kernel)
			fprintf(stderr, "no kernel '%s' was analysed\n", option->kernel);
		else
			fputs("no analysed kernel has these variables\n", stderr);
		merge_status(driver, EXIT_USAGE);
	}
}

static void report_cache(Driver *driver)
{
	Arena *arena = driver->project.arena;
	const char *complaint = driver->cache ? cache_complaint(driver->cache, arena) : NULL;
	if (complaint)
		print(driver, arena_printf(arena, "smemlint: note: %s\n", path_shown(arena, complaint)));
}

int driver_finish(Driver *driver)
{
	report_cache(driver);
	if (driver->options->stats) {
		Buf text = { 0 };
		if (driver->options->stats == STATS_JSON)
			report_stats(&text, &driver->stats);
		else
			stats_print(&text, &driver->stats);
		fputs(text.s, stderr);
		buf_free(&text);
	}
	if (driver->options->statistics && !driver->options->quiet) {
		Buf text = { 0 };
		cost_print(&text, &driver->costs, &driver->stats);
		fputs(text.s, stderr);
		buf_free(&text);
	}
	report_unused_assumptions(driver);
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
