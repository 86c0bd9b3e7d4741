#include "driver/pending.h"

#include <string.h>

#include "base/archive.h"
#include "base/confine.h"
#include "base/usage.h"
#include "cache/cache.h"
#include "project/print_command.h"
#include "report/formats.h"

bool pending_needs_findings(const Options *options)
{
	return options->command != CMD_FACTS && (options->command != CMD_VERIFY || options->verify_format == FORMAT_SARIF);
}

/* --- opening -------------------------------------------------------------------------------------- */

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
		.facts_only = !pending_needs_findings(options) || options->dump_ir,
		.eval = { .deadline_ms = options_limits(options).seconds * INT64_C(1000) * PERCENT_TO_EVALUATE / 100 },
	};
}

/* A header's launches are in the files that include it: it is analysed by itself only if there are none. */
static bool defer_to_includers(Driver *driver, PendingFile *pending)
{
	Buf messages = { 0 };
	const bool is =
		path_is_header(pending->job.file) && pending->job.is_named &&
		jobs_add_includers(driver->jobs, &pending->job, "this is a header", driver_program(driver, pending->job.file), &messages);
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

PendingFile *pending_open(Driver *driver, const Job *job)
{
	Arena *arena = arena_new();
	PendingFile *pending = arena_new_of(arena, PendingFile);
	*pending = (PendingFile){ .job = *job, .arena = arena, .outcome = arena_new_of(arena, Outcome), .number = -1 };
	pending->task =
		(Task){ .options = driver->options, .analyze = analyze_options(driver->options, job->file), .is_named = job->is_named };
	pending->task.analyze.for_header = !job->is_named || driver->jobs->has_header;
	pending->outcome->messages = sifting_ignores(driver->sifting, arena, job->file);
	if (pending->outcome->messages)
		return pending;
	if (!examine_check(arena, &pending->task, pending->outcome) || defer_to_includers(driver, pending))
		return pending;
	configuring_apply(driver->configuring, job->file, &pending->task.analyze);
	if (configuring_report(driver->configuring))
		driver_merge_status(driver, EXIT_USAGE);
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
	pending->is_uncached = pending->is_waiting = true;
	pending->cost = driver->n_jobs > 1 ? driver_expects(driver, job) : 0;
	return pending;
}

/* --- in a process --------------------------------------------------------------------------------- */

/* They need the analysis itself, which cannot cross a process boundary. */
static bool needs_analysis(const Options *options)
{
	return options->command == CMD_VERIFY || options->command == CMD_MAP;
}

/* What only reads needs no more: a source that takes control of the parser has no network, and nothing to write to.  Where the
 * machine cannot confine, it does without. */
void pending_confine(const void *options)
{
	if (!fixing_requested(options) && !((const Options *)options)->codegen)
		(void)confine(NULL, CONFINE_WHOLLY);
}

/* Runs in the worker process. */
static void run_worker(void *context, Buf *out)
{
	PendingFile *pending = context;
	const double before = usage_now().ms;
	int64_t *deadline_ms = &pending->task.analyze.eval.deadline_ms;
	*deadline_ms += *deadline_ms ? (int64_t)before : 0; /* other files' time is not this one's */
	examine(pending->arena, &pending->task, pending->outcome);
	const Usage now = usage_now();
	Stats *stats = &pending->outcome->stats;
	stats->worker_ms = now.ms - before;
	stats->phases.ms[PHASE_OTHER] = stats->worker_ms - phases_sum(&stats->phases);
	pending->outcome->stats.peak_kb = now.peak_kb;
	archive_outcome(&(Archive){ .out = out }, pending->outcome);
	arena_free(pending->arena); /* with the file itself: another one may follow */
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

/* What is known only now: files that came before may have had headers, or others, precompiled. */
static void complete_task(Driver *driver, PendingFile *pending)
{
	const Job *job = &pending->job;
	pending->is_waiting = false;
	if (driver->cache && !driver->options->fix_headers) { /* headers that are changed are read as they are */
		const Leading *leading = project_leading(&driver->project, driver->options);
		pending->task.leading = job->is_named && leading[job->position].text ? &leading[job->position] : NULL;
	}
	if (driver->cache)
		cache_prefix(driver->cache, &pending->task);
	if (driver->cache)
		pending->task.analyze.saved = cache_saved(driver->cache);
	if (fixing_requested(driver->options)) {
		pending->task.sifting = driver->sifting;
		pending->task.db = project_database(&driver->project, driver->options, pending->job.file);
	}
}

void pending_start(Driver *driver, PendingFile *const *files, int n)
{
	int first = -1;
	for (int i = 0; i < n; i++)
		complete_task(driver, files[i]);
	/* Another process: a crash, or a file without end, costs that file only. */
	if (driver->pool)
		first = pool_start(driver->pool, run_worker, (void *const *)files, n);
	for (int i = 0; i < n; i++) {
		files[i]->number = first < 0 ? -1 : first + i;
		if (first < 0)
			examine(files[i]->arena, &files[i]->task, files[i]->outcome);
	}
}

bool pending_is_ready(const Driver *driver, const PendingFile *pending)
{
	return !pending->is_waiting && (pending->number < 0 || pool_has_ended(driver->pool, pending->number));
}

void pending_finish(Driver *driver, PendingFile *pending)
{
	if (pending->number < 0)
		return;
	const PoolEnd end = pool_wait(driver->pool, pending->arena, pending->number);
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
