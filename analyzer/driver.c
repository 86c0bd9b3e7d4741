#include "driver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/heap.h"
#include "report/stats_json.h"

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

static void merge_status(Driver *driver, int status)
{
	driver->status = status_worse(driver->status, status);
}

/* --- start ------------------------------------------------------------------------------------ */

bool driver_start(Driver *driver)
{
	if (!project_check(driver->options)) {
		merge_status(driver, EXIT_USAGE);
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
	merge_status(driver, EXIT_USAGE);
	return false;
}

/* --- one file --------------------------------------------------------------------------------- */

static bool was_said(const Driver *driver, const char *text)
{
	for (int i = 0; i < driver->once.n; i++)
		if (strcmp(driver->once.at[i], text) == 0)
			return true;
	return false;
}

static void say(Driver *driver, const Outcome *outcome)
{
	for (int i = 0; i < outcome->once.n; i++)
		if (!was_said(driver, outcome->once.at[i])) {
			const char *text = arena_strdup(driver->jobs->arena, outcome->once.at[i]);
			vec_push(driver->jobs->arena, &driver->once, text);
			fputs(text, stderr);
		}
	if (outcome->said)
		fputs(outcome->said, stderr);
}

static bool goes_to_includers(Driver *driver, const Job *job, const char *why)
{
	return job->is_named && jobs_add_includers(driver->jobs, job->file, why);
}

/* A header's launches stand in the files that include it: it is tried by itself only where none does. */
static bool is_passed_by(Driver *driver, Arena *arena, const Job *job, const Task *task, Outcome *outcome)
{
	if (examine_first(arena, task, outcome))
		return is_header_name(job->file) && goes_to_includers(driver, job, "this is a header");
	say(driver, outcome);
	merge_status(driver, outcome->status);
	return true;
}

/* Adds the outcome to that of all files; false: others are analysed in its place. */
static bool take(Driver *driver, const Job job, Outcome *outcome)
{
	if (outcome->no_kernel && goes_to_includers(driver, &job, outcome->no_kernel)) {
		stats_merge_parse(&driver->stats, &outcome->stats);
		return false;
	}
	stats_merge(&driver->stats, &outcome->stats);
	for (int i = 0; i < outcome->assumed.n; i++)
		driver->assumed[outcome->assumed.at[i]] = true;
	if (outcome->report->incomplete)
		merge_status(driver, EXIT_INCOMPLETE);
	merge_status(driver, outcome->status);
	if (driver->options->command == CMD_LINT)
		jobs_show(driver->jobs, &job, outcome->report);
	say(driver, outcome);
	return true;
}

Outcome *driver_next(Driver *driver, Arena *arena)
{
	for (const Job *next; (next = jobs_next(driver->jobs));) {
		const Job job = *next;
		Outcome *outcome = arena_new_of(arena, Outcome);
		Task task = { driver->options, analyze_options(driver->options, job.file), job.is_named, &driver->fixing };
		if (is_passed_by(driver, arena, &job, &task, outcome))
			continue;
		project_apply(&driver->project, driver->options, &task.analyze);
		examine(arena, &task, outcome);
		if (take(driver, job, outcome))
			return outcome;
	}
	return NULL;
}

void driver_count(Driver *driver, const FileReport *report)
{
	for (int i = 0; i < report->findings.n; i++)
		if (report->findings.at[i].severity >= SEV_WARNING)
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
	merge_status(driver, fixing_export(&driver->fixing, driver->options));
	jobs_free(driver->jobs);
	driver->jobs = NULL;
	return driver->status;
}
