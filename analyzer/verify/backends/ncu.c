/* The backend `ncu`: Nsight Compute counts wavefronts while the program runs. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/paths.h"
#include "verify/backends/build.h"
#include "verify/backends/ncu_read.h"
#include "verify/backends/backend.h"

enum { EXPORT_SECONDS = 300, START_BYTES = 4096 };
#define MAX_EXPORT ((size_t)1 << 30)
#define MAX_OUTPUT ((size_t)1 << 20)

/* --- files ----------------------------------------------------------------------------------------- */

/* Up to `max` bytes of a file; false: `why` has the reason. */
static bool read_file(const char *path, size_t max, Buf *out, Buf *why)
{
	char bytes[65536];
	FILE *file = fopen(path, "rb");
	if (!file) {
		buf_printf(why, "%s: %s", path, file_error());
		return false;
	}
	for (size_t n; out->n < max && (n = fread(bytes, 1, sizeof bytes, file)) > 0;)
		buf_add(out, bytes, n < max - out->n ? n : max - out->n);
	bool good = !ferror(file);
	if (!good)
		buf_printf(why, "%s: %s", path, file_error());
	fclose(file);
	return good;
}

/* Whether the report is a CSV export; true if it cannot be read, so that reading it reports why. */
static bool is_text(const char *path)
{
	Buf start = { 0 }, why = { 0 };
	bool is = !read_file(path, START_BYTES, &start, &why) || !start.n || !memchr(start.s, 0, start.n);
	buf_free(&start);
	buf_free(&why);
	return is;
}

/* --- what it needs --------------------------------------------------------------------------------- */

const char *backend_ncu_obstacle(Arena *arena, const VerifyTask *task)
{
	bool has_ncu = child_find(arena, "ncu");
	if (task->report && (is_text(task->report) || has_ncu))
		return NULL;
	if (task->report)
		return "there is no ncu on PATH to read the report with; where it was made, it can be exported as CSV "
		       "(docs/users/verify.md)";
	if (!has_ncu)
		return "there is no ncu (Nsight Compute) on PATH";
	const char *obstacle = gpu_obstacle(arena);
	if (obstacle || task->command)
		return obstacle;
	if (!task->n_programs)
		return "no file has a main(): give the program's command with --run";
	return build_obstacle(arena, task) ? "there is no nvcc to build the program with: build it and give its command with --run" : NULL;
}

/* --- reading --------------------------------------------------------------------------------------- */

static const char *export_page(Arena *arena, const char *report, const char *const *page, Buf *why)
{
	const char *argv[16] = { child_find(arena, "ncu"), "--import", report };
	int n = 3;
	for (int i = 0; page[i]; i++)
		argv[n++] = page[i];
	argv[n] = NULL;
	ChildEnd end = child_run(arena, &(Child){ .argv = argv, .seconds = EXPORT_SECONDS, .max_output = MAX_EXPORT });
	if (child_ok(&end) && !end.out.cut)
		return end.out.s;
	if (end.out.cut)
		buf_puts(why, "the report is too large to read");
	else
		describe_end(arena, why, "ncu cannot read the report", &end);
	return NULL;
}

static bool read_report(Arena *arena, const char *report, Measured *out, Buf *why)
{
	static const char *const launches[] = { "--page", "raw", "--print-kernel-base", "mangled", "--csv", NULL };
	static const char *const lines[] = { "--page", "source", "--print-source", "cuda,sass", "--csv", NULL };
	const char *first = export_page(arena, report, launches, why);
	const char *second = first ? export_page(arena, report, lines, why) : NULL;
	return second && ncu_read(arena, arena_printf(arena, "%s\n%s", first, second), out, why);
}

static bool read_export(Arena *arena, const char *path, Measured *out, Buf *why)
{
	Buf text = { 0 };
	bool good = read_file(path, MAX_EXPORT, &text, why);
	if (good) {
		Buf problem = { 0 };
		good = ncu_read(arena, text.s ? text.s : "", out, &problem);
		if (!good)
			buf_printf(why, "%s: %s", path, problem.s);
		buf_free(&problem);
	}
	buf_free(&text);
	return good;
}

/* --- running --------------------------------------------------------------------------------------- */

static bool is_forbidden(const char *output)
{
	return strstr(output, "ERR_NVGPUCTRPERM");
}

static BackendEnd report_forbidden(Buf *why)
{
	buf_puts(why, "reading the GPU's counters is not permitted here (ERR_NVGPUCTRPERM: an administrator can allow it)");
	return BACKEND_IMPOSSIBLE;
}

/* ncu's messages go to a log; the program's output is dropped. */
static BackendEnd profile(Arena *arena, const VerifyTask *task, const char *const *run, const char *report, Buf *why)
{
	const char *log = arena_printf(arena, "%s/ncu.log", task->scratch);
	const char *argv[24] = { child_find(arena, "ncu"),
				 "--set",
				 "none",
				 "--section",
				 "SourceCounters",
				 "--import-source",
				 "yes",
				 "--clock-control",
				 "none",
				 "--force-overwrite",
				 "--log-file",
				 log,
				 "--export",
				 report };
	int n = 14;
	for (int i = 0; run[i]; i++)
		argv[n++] = run[i];
	argv[n] = NULL;
	ChildEnd end = run_on_gpu(arena, task, argv, MAX_OUTPUT);
	Buf output = { 0 }, ignored = { 0 };
	struct stat st;
	read_file(log, MAX_OUTPUT, &output, &ignored);
	bool forbidden = output.s && is_forbidden(output.s), failed = !child_ok(&end), empty = stat(report, &st) != 0;
	if (failed && !forbidden && output.n && end.how == CHILD_EXITED)
		end.err = (ChildText){ arena_strdup(arena, output.s), output.n, false };
	buf_free(&output);
	buf_free(&ignored);
	if (forbidden)
		return report_forbidden(why);
	if (failed)
		describe_end(arena, why,
			     is_confined(task, CONFINE_WITH_GPU) ? "the program under ncu" CONFINED_WORDS : "the program under ncu", &end);
	else if (empty)
		buf_puts(why, "the program launched no kernel");
	return failed || empty ? BACKEND_FAILED : BACKEND_MEASURED;
}

static BackendEnd run_one(Arena *arena, const VerifyTask *task, const Program *program, Measured *out, Buf *why)
{
	const char *report = arena_printf(arena, "%s/report.ncu-rep", task->scratch);
	const char *shell[] = { "/bin/sh", "-c", task->command, NULL };
	const char *built[] = { program ? build_program(arena, task, program, why) : NULL, NULL };
	Measured one = { .by = out->by };
	if (program && !built[0])
		return BACKEND_FAILED;
	remove(report);
	BackendEnd end = profile(arena, task, program ? built : shell, report, why);
	if (end != BACKEND_MEASURED)
		return end;
	if (!read_report(arena, report, &one, why))
		return BACKEND_FAILED;
	out->on = one.on;
	measured_join(arena, out, &one);
	return BACKEND_MEASURED;
}

static BackendEnd run_programs(Arena *arena, const VerifyTask *task, Measured *out, Buf *why)
{
	for (int i = 0; i < task->n_programs; i++) {
		const Program *program = &task->programs[i];
		Buf problem = { 0 };
		BackendEnd end = run_one(arena, task, program, out, &problem);
		if (end != BACKEND_MEASURED)
			buf_printf(why, "%s: %s", program->files[0], problem.n ? problem.s : "it failed");
		buf_free(&problem);
		if (end != BACKEND_MEASURED)
			return end;
	}
	return BACKEND_MEASURED;
}

BackendEnd backend_ncu_measure(Arena *arena, const VerifyTask *task, Measured *out, Buf *why)
{
	if (task->report)
		return (is_text(task->report) ? read_export : read_report)(arena, task->report, out, why) ? BACKEND_MEASURED
													  : BACKEND_FAILED;
	remark_confinement(arena, task, CONFINE_WITH_GPU, out);
	return task->command ? run_one(arena, task, NULL, out, why) : run_programs(arena, task, out, why);
}
