#include "driver/driver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/heap.h"
#include "base/workers.h"
#include "cache/cache.h"
#include "driver/built_files.h"
#include "driver/messages.h"
#include "driver/opening.h"
#include "driver/pending.h"
#include "driver/ptx_folders.h"
#include "driver/queue.h"
#include "report/formats.h"
#include "report/stats_json.h"

void driver_merge_status(Driver *driver, int status)
{
	if (!driver->options->is_launched || status == EXIT_FINDINGS)
		driver->status = status_worse(driver->status, status);
}

/* --- start ------------------------------------------------------------------------------------ */

static Pool *new_pool(const Options *options, int n_jobs)
{
	Pool *pool = pool_new(n_jobs);
	pool_limit(pool, options_limits(options));
	pool_on_begin(pool, pending_confine, options);
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
	messages_print(driver->options, messages.s ? messages.s : "");
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
		driver_merge_status(driver, EXIT_USAGE);
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
		driver_merge_status(driver, EXIT_USAGE);
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

static void show_progress(void *context)
{
	Driver *driver = context;
	const PendingFile *file = driver->waiting;
	if (!file)
		return;
	const double since = pool_since(driver->pool, file->number);
	progress_show(&driver->progress, driver->n_done, jobs_count(driver->jobs), file->job.file, since);
}

/* While as many files are analysed as may be, nothing is lost by waiting for a server. */
static bool waiting_costs(void *context)
{
	Driver *driver = context;
	return !driver->pool || pool_has_room(driver->pool);
}

static void prepare(Driver *driver)
{
	driver->stats.start = usage_now();
	progress_start(&driver->progress, driver->options->quiet);
	driver->assumed = heap_alloc((size_t)driver->options->assume.n + 1, sizeof *driver->assumed);
	driver->jobs = jobs_new(driver->options->files, driver->options->n_files, opening_elsewhere(driver));
	driver->n_jobs = driver->options->jobs ? driver->options->jobs : processors();
	if (!driver->options->print_command)
		driver->pool = new_pool(driver->options, driver->n_jobs);
	if (driver->cache)
		cache_on_wait(driver->cache, waiting_costs, driver);
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
		driver_merge_status(driver, EXIT_USAGE);
	const bool is_ready = is_valid && find_files(driver) && prepare_sifting(driver);
	messages_print(driver->options, project_messages(&driver->project));
	if (is_ready)
		choose_codegen(driver);
	if (is_ready && opening_cache(driver)) {
		prepare(driver);
		return true;
	}
	if (is_ready)
		driver_merge_status(driver, EXIT_USAGE);
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
			messages_print(driver->options, text);
		}
	messages_print(driver->options, outcome->messages ? outcome->messages : "");
}

const IncludeProgram *driver_program(Driver *driver, const char *file)
{
	return project_program(&driver->project, driver->options, file);
}

int64_t driver_expects(Driver *driver, const Job *job)
{
	return jobs_cost(driver->jobs, job, driver_program(driver, job->file));
}

static bool add_includers(Driver *driver, const Job *job, const char *why)
{
	Buf messages = { 0 };
	const bool may_add = job->is_named && !driver->options->is_launched;
	const bool added = may_add && jobs_add_includers(driver->jobs, job, why, driver_program(driver, job->file), &messages);
	messages_print(driver->options, messages.s ? messages.s : "");
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
	driver_merge_status(driver, outcome->status);
	print_messages(driver, outcome);
	if (!outcome->report)
		return false;
	outcome->report->position = job.position;
	if (outcome->report->incomplete)
		driver_merge_status(driver, EXIT_INCOMPLETE);
	if (pending_needs_findings(driver->options)) {
		jobs_filter(driver->jobs, &job, outcome->report);
		const CompDb *db = project_database(&driver->project, driver->options, job.file);
		sifting_apply(driver->sifting, db, job.file, outcome->report, &driver->stats);
	}
	return true;
}

Outcome *driver_next(Driver *driver, Arena *arena)
{
	for (PendingFile *pending; (pending = queue_next(driver));) {
		messages_print(driver->options, pending->messages ? pending->messages : "");
		Outcome *outcome = pending->outcome;
		if (driver->cache && pending->is_uncached && !fixing_requested(driver->options))
			cache_callers(driver->cache, &pending->task, &outcome->callers);
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
			driver_merge_status(driver, EXIT_FINDINGS);
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
		driver_merge_status(driver, EXIT_USAGE);
	}
}

static void report_cache(Driver *driver)
{
	Arena *arena = driver->project.arena;
	const char *complaint = driver->cache ? cache_complaint(driver->cache, arena) : NULL;
	if (complaint)
		messages_print(driver->options, arena_printf(arena, "smemlint: note: %s\n", path_shown(arena, complaint)));
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
	driver_merge_status(driver, sifting_finish(driver->sifting));
	driver_merge_status(driver, fixing_export(&driver->fixing, driver->options));
	pool_free(driver->pool);
	cache_close(driver->cache);
	jobs_free(driver->jobs);
	driver->jobs = NULL;
	arena_free(driver->project.arena);
	return driver->status == EXIT_FINDINGS && driver->options->exit_zero ? EXIT_CLEAN : driver->status;
}
