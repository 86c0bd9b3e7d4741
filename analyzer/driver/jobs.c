#include "driver/jobs.h"

#include <stddef.h>
#include <string.h>

#include "base/buf.h"
#include "base/paths.h"

static Names files_of(const Jobs *jobs)
{
	Names files = { 0 };
	for (int i = 0; i < jobs->list.n; i++)
		vec_push(jobs->arena, &files, jobs->list.at[i].file);
	return files;
}

Jobs *jobs_new(const char *const *files, int n_files, const bool *elsewhere)
{
	Arena *arena = arena_new();
	Jobs *jobs = arena_new_of(arena, Jobs);
	jobs->arena = arena;
	for (int i = 0; i < n_files; i++) {
		const Job job = { .file = files[i], .is_named = true, .is_elsewhere = elsewhere && elsewhere[i], .position = i };
		vec_push(arena, &jobs->list, job);
		jobs->has_header |= path_is_header(files[i]);
	}
	return jobs;
}

void jobs_free(Jobs *jobs)
{
	if (jobs)
		arena_free(jobs->arena);
}

int jobs_count(const Jobs *jobs)
{
	int n = 0;
	for (int i = 0; i < jobs->list.n; i++)
		n += !jobs->list.at[i].is_elsewhere;
	return n;
}

const Job *jobs_next(Jobs *jobs)
{
	while (jobs->next < jobs->list.n && jobs->list.at[jobs->next].is_elsewhere)
		jobs->next++;
	return jobs->next < jobs->list.n ? &jobs->list.at[jobs->next++] : NULL;
}

int64_t jobs_cost(Jobs *jobs, const Job *job, const IncludeProgram *program)
{
	const ptrdiff_t at = job - jobs->list.at;
	if (!jobs->costs) {
		const Names files = files_of(jobs);
		jobs->costs = expected_costs(jobs->arena, &files, program);
		jobs->n_costs = files.n;
	}
	return at < jobs->n_costs ? jobs->costs[at] : 0;
}

/* --- includers -------------------------------------------------------------------------------- */

static Job *find_job(Jobs *jobs, const char *file)
{
	for (int i = 0; i < jobs->list.n; i++)
		if (is_same_file(jobs->list.at[i].file, file))
			return &jobs->list.at[i];
	return NULL;
}

static int count_named(const Jobs *jobs)
{
	int n = 0;
	while (n < jobs->list.n && jobs->list.at[n].is_named)
		n++;
	return n;
}

/* position: of the job of `wanted`. */
static void add_includer(Jobs *jobs, const char *file, const char *wanted, int position)
{
	Job *job = find_job(jobs, file);
	if (!job) {
		const Job added = { .file = file, .position = count_named(jobs) + position };
		vec_push(jobs->arena, &jobs->list, added);
		job = &jobs->list.at[jobs->list.n - 1];
	}
	if (!job->is_named)
		vec_push(jobs->arena, &job->wanted, wanted);
}

/* "a.cu, b.cu and c.cu" */
static void print_names(Buf *out, const char *const *names, int n)
{
	for (int i = 0; i < n; i++) {
		buf_puts(out, i == 0 ? "" : i == n - 1 ? " and " : ", ");
		buf_add_shown(out, names[i]);
	}
}

static void print_includers(Buf *messages, const char *file, const char *why, const char *const *names, int n, int n_others)
{
	Buf text = { 0 };
	print_names(&text, names, n);
	buf_add_shown(messages, file);
	buf_printf(messages, ": note: %s; analysed through %s, which include%s it", why, text.s, n == 1 ? "s" : "");
	if (n_others)
		buf_printf(messages, ", but not through %d more files that do", n_others);
	buf_putc(messages, '\n');
	buf_free(&text);
}

bool jobs_add_includers(Jobs *jobs, const Job *job, const char *why, const IncludeProgram *program, Buf *messages)
{
	const char *file = job->file;
	const int position = job->position; /* the list may move */
	int n = 0, n_others;
	const char *const *includers = program ? includers_in(jobs->arena, file, program, &n, &n_others) : NULL;
	if (!n)
		includers = includers_of(jobs->arena, file, &n, &n_others);
	for (int i = 0; i < n; i++)
		add_includer(jobs, includers[i], file, position);
	if (n)
		print_includers(messages, file, why, includers, n, n_others);
	return n > 0;
}

/* --- findings ----------------------------------------------------------------------------------- */

static bool was_shown(const Jobs *jobs, const ShownFinding *it)
{
	for (int i = 0; i < jobs->shown.n; i++) {
		const ShownFinding *other = &jobs->shown.at[i];
		if (other->line == it->line && other->column == it->column && strcmp(other->rule, it->rule) == 0 &&
		    strcmp(other->message, it->message) == 0 && is_same_file(other->path, it->path))
			return true;
	}
	return false;
}

static bool is_wanted(const Job *job, const char *path)
{
	for (int i = 0; i < job->wanted.n; i++)
		if (is_same_file(job->wanted.at[i], path))
			return true;
	return false;
}

/* Problems of the input (no rule) say what was not analysed: warnings are shown for every file. */
static bool must_show(Jobs *jobs, const Job *job, Finding *finding)
{
	const Place *at = &finding->place;
	const char *path = at->path ? at->path : "<unknown>";
	finding->is_own = job->is_named && is_same_file(job->file, path);
	if (!finding->rule && finding->severity > SEV_NOTE)
		return true;
	if (!job->is_named && !is_wanted(job, path))
		return false;
	const ShownFinding it = { path, finding->rule ? finding->rule : "", finding->message, at->line, at->column };
	if (!finding->is_own && was_shown(jobs, &it))
		return false;
	const ShownFinding kept = {
		arena_strdup(jobs->arena, it.path),
		arena_strdup(jobs->arena, it.rule),
		arena_strdup(jobs->arena, it.message),
		it.line,
		it.column,
	};
	vec_push(jobs->arena, &jobs->shown, kept);
	return true;
}

void jobs_filter(Jobs *jobs, const Job *job, FileReport *report)
{
	int kept = 0;
	for (int i = 0; i < report->findings.n; i++)
		if (must_show(jobs, job, &report->findings.at[i]))
			report->findings.at[kept++] = report->findings.at[i];
	report->findings.n = kept;
}
