/* smemlint verify: compares predictions with measurements. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "base/replace_file.h"
#include "base/scratch.h"
#include "driver/driver.h"
#include "driver/outputs.h"
#include "examine/repeats.h"
#include "database/nvcc.h"
#include "toolchain/toolkit.h"
#include "report/verified.h"

enum { DEFAULT_SECONDS = 300, MAX_SECONDS = 86400 };

/* All results live until the report is written. */
typedef struct Run {
	Arena *arena;
	const Options *options;
	PredictedList predicted;
	VEC(FileReport *) reports;       /* of the analysed files */
	VEC(const char *) mains, others; /* absolute paths of files: with a main() and without */
	VEC(Driven) driven;              /* those of `others` that have kernels, with their launches */
	int driven_size;
	bool is_lost;                    /* a file was not analysed */
	BackendId backend;               /* of --with; BACKEND_COUNT: not given */
	int seconds;
} Run;

static bool complain(const char *what)
{
	fprintf(stderr, "smemlint: error: %s\n", what);
	return false;
}

/* --- the command line ------------------------------------------------------------------------------ */

static bool read_backend(Run *run)
{
	const char *name = run->options->with;
	run->backend = name ? backend_find(name) : BACKEND_COUNT;
	if (!name || run->backend != BACKEND_COUNT)
		return true;
	Buf names = { 0 };
	for (int i = 0; i < BACKEND_COUNT; i++)
		buf_printf(&names, "%s%s", i ? ", " : "", backend_name((BackendId)i));
	complain(arena_printf(run->arena, "option '--with' expects one of %s, not '%.80s'", names.s, name));
	buf_free(&names);
	return false;
}

static bool read_number(Run *run, const char *text, const char *option, int most, int *out)
{
	char *end;
	if (!text)
		return true;
	long number = strtol(text, &end, 10);
	if (*end || end == text || number < 1 || number > most)
		return complain(arena_printf(run->arena, "option '%s' expects a number from 1 to %d, not '%.80s'", option, most, text));
	*out = (int)number;
	return true;
}

static bool read_numbers(Run *run)
{
	run->seconds = DEFAULT_SECONDS;
	run->driven_size = DRIVEN_SIZE;
	return read_number(run, run->options->time_limit, "--time-limit", MAX_SECONDS, &run->seconds) &&
	       read_number(run, run->options->drive_size, "--drive-size", DRIVEN_SIZE_MAX, &run->driven_size);
}

static bool read_options(Run *run)
{
	if (!read_backend(run) || !read_numbers(run))
		return false;
	if (run->options->run && run->options->ncu_report)
		return complain("--run and --ncu-report exclude each other: one runs the program, the other reads a report");
	if (run->options->ncu_report && run->backend != BACKEND_COUNT && run->backend != BACKEND_ncu)
		return complain("--ncu-report requires --with=ncu");
	if (run->options->times && run->backend != BACKEND_timing)
		return complain("--times requires --with=timing");
	const char *problem = run->options->times ? write_file_problem(run->options->times) : NULL;
	if (problem)
		return complain(arena_printf(run->arena, "%s cannot be written: %s", run->options->times, problem));
	return true;
}

/* --- the analysis ---------------------------------------------------------------------------------- */

static bool is_word(char c)
{
	return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Whether the text contains `int main(`, with any white space. */
static bool has_main(const char *text)
{
	for (const char *at = text; (at = strstr(at, "main")); at += 4)
		if (at > text && !is_word(at[-1]) && at[4 + strspn(at + 4, " \t\r\n")] == '(') {
			const char *before = at;
			while (before > text && strchr(" \t\r\n", before[-1]))
				before--;
			if (before - text >= 3 && memcmp(before - 3, "int", 3) == 0)
				return true;
		}
	return false;
}

static void add_without_main(Run *run, const Analysis *analysis, const char *path)
{
	vec_push(run->arena, &run->others, path);
	if (analysis->kernels.n)
		vec_push(run->arena, &run->driven, ((Driven){ path, analysis->kernels.at, analysis->kernels.n }));
}

static void take_analysis(Run *run, const Analysis *analysis)
{
	const Unit *unit = analysis->unit;
	for (int i = 0; i < analysis->kernels.n; i++)
		predicted_add(run->arena, unit, &analysis->kernels.at[i], &run->predicted);
	const char *text = source_text(unit->sources, unit->main_file, NULL);
	const char *path = path_absolute(run->arena, source_path(unit->sources, unit->main_file));
	if (text && has_main(text))
		vec_push(run->arena, &run->mains, path);
	else
		add_without_main(run, analysis, path);
}

static void report_lost(Run *run, const FileReport *report)
{
	fprintf(stderr, "%s: error: %s\n", path_shown(run->arena, report->file), report->findings.at[0].message);
	run->is_lost = true;
}

/* EXIT_CLEAN, or the status to exit with. */
static int analyze_all(Run *run)
{
	Driver driver = { .options = run->options };
	Repeats repeats = { .arena = run->arena };
	if (!driver_start(&driver))
		return driver.status;
	for (const Outcome *outcome; (outcome = driver_next(&driver, run->arena));) {
		vec_push(run->arena, &run->reports, outcome->report);
		if (!outcome->analysis)
			report_lost(run, outcome->report);
		else
			take_analysis(run, repeats_drop(&repeats, run->arena, outcome->analysis));
	}
	int status = driver_finish(&driver);
	return status == EXIT_USAGE ? status : EXIT_CLEAN;
}

/* --- measuring ------------------------------------------------------------------------------------- */

/* One file with a main() makes a program with all others; several make a program each. */
static void list_programs(Run *run, VerifyTask *task)
{
	int n = run->mains.n, each = n == 1 ? 1 + run->others.n : 1;
	Program *programs = arena_array(run->arena, Program, n + 1);
	for (int i = 0; i < n; i++) {
		const char **files = arena_array(run->arena, const char *, each);
		files[0] = run->mains.at[i];
		for (int k = 1; k < each; k++)
			files[k] = run->others.at[k - 1];
		programs[i] = (Program){ files, each };
	}
	task->programs = programs;
	task->n_programs = n;
	task->driven = run->driven.at;
	task->n_driven = n == 1 ? 0 : run->driven.n;
	task->driven_size = run->driven_size;
}

static void find_toolkit(Run *run, VerifyTask *task)
{
	VerifyToolkit *out = &task->toolkit;
	NvccFlags flags = nvcc_translate(run->arena, run->options->flags, run->options->n_flags);
	const char *path = run->options->cuda_path ? run->options->cuda_path : flags.cuda_path;
	const Toolkit *toolkit = path ? toolkit_at(run->arena, path) : toolkit_find(run->arena, flags.nvcc);
	if (flags.standard)
		vec_push(run->arena, &flags.kept, arena_printf(run->arena, "-std=%s", flags.standard));
	task->nvcc = flags.nvcc;
	out->flags = flags.kept.at;
	out->n_flags = flags.kept.n;
	if (!toolkit)
		return;
	out->root = toolkit->root;
	out->include = toolkit->include;
	out->more = toolkit->more.at;
	out->n_more = toolkit->more.n;
}

static bool measure(Run *run, Verified *verified, BackendChoice *choices)
{
	const Options *options = run->options;
	Measured *measured = arena_new_of(run->arena, Measured);
	VerifyTask task = { .command = options->run,
			    .report = options->ncu_report,
			    .files = options->files,
			    .n_files = options->n_files,
			    .flags = options->flags,
			    .n_flags = options->n_flags,
			    .seconds = run->seconds,
			    .unconfined = options->unconfined,
			    .times = options->times,
			    .predicted = &run->predicted,
			    .scratch = scratch_begin(run->arena) };
	Buf why = { 0 };
	list_programs(run, &task);
	find_toolkit(run, &task);
	if (!task.scratch)
		buf_puts(&why, "cannot create a temporary folder");
	else if (backends_measure(run->arena, &task, options->ncu_report ? BACKEND_ncu : run->backend, choices, measured, &why))
		verified->verification = verify_join(run->arena, &run->predicted, measured);
	verified->failed = verified->verification ? NULL : arena_strdup(run->arena, why.n ? why.s : "nothing was measured");
	buf_free(&why);
	scratch_end(task.scratch);
	return verified->verification;
}

static int status_of(Run *run, const Verification *v)
{
	for (int i = 0; i < v->foreign.n; i++)
		complain(arena_printf(run->arena, "%s:%d: this line has changed since it was measured: measure the current build",
				      v->foreign.at[i]->file, v->foreign.at[i]->line));
	if (v->foreign.n)
		return EXIT_USAGE;
	if (v->count[VERDICT_REFUTED])
		return EXIT_FINDINGS;
	/* A run that compared nothing is not a success. */
	if (v->count[VERDICT_CONFIRMED])
		return EXIT_CLEAN;
	complain("no predicted access was measured");
	return EXIT_USAGE;
}

static void write_sarif(Run *run, const Verified *verified, Buf *out)
{
	FileReport *rest = report_verified_attach(run->arena, verified, run->reports.at, run->reports.n);
	vec_push(run->arena, &run->reports, rest);
	outputs_write(run->options, FORMAT_SARIF, (const FileReport *const *)run->reports.at, run->reports.n, out);
}

static int verify(Run *run)
{
	BackendChoice choices[BACKEND_COUNT] = { 0 };
	Verified verified = { .choices = choices, .version = SMEMLINT_VERSION };
	Buf text = { 0 };
	bool done = measure(run, &verified, choices);
	if (run->options->verify_format == FORMAT_JSON)
		report_verified_json(&text, &verified);
	else if (run->options->verify_format == FORMAT_SARIF)
		write_sarif(run, &verified, &text);
	else
		report_verified_text(&text, &verified);
	if (text.n)
		fwrite(text.s, 1, text.n, stdout);
	buf_free(&text);
	fflush(stdout);
	if (done)
		return status_of(run, verified.verification);
	fprintf(stderr, "smemlint: error: nothing was verified: %s\n", verified.failed);
	return EXIT_USAGE;
}

int cmd_verify(const Options *options)
{
	Run run = { .arena = arena_new(), .options = options };
	int status = read_options(&run) ? analyze_all(&run) : EXIT_USAGE;
	if (status == EXIT_CLEAN && run.predicted.n) {
		status = verify(&run);
	} else if (status == EXIT_CLEAN && !run.is_lost) {
		complain("there is no access to shared memory to verify");
		status = EXIT_USAGE;
	}
	arena_free(run.arena);
	return run.is_lost ? status_worse(status, EXIT_INCOMPLETE) : status;
}
