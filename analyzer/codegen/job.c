#include "codegen/job.h"

#include <stdio.h>
#include <string.h>

#include "base/paths.h"
#include "base/scratch.h"

enum { DEFAULT_SECONDS = 300, MAX_ERROR = 4000 };
static const size_t MAX_TEXT = (size_t)512 << 20;

CodeJob code_job_begin(Arena *arena, int seconds, Buf *error)
{
	const CodeJob job = { .arena = arena,
			      .texts = arena_new(),
			      .folder = scratch_begin(arena),
			      .seconds = seconds ? seconds : DEFAULT_SECONDS,
			      .error = error };
	if (!job.folder)
		buf_puts(error, "cannot create a temporary folder");
	return job;
}

void code_job_end(CodeJob *job)
{
	scratch_end(job->folder);
	arena_free(job->texts);
}

const char *code_job_path(const CodeJob *job, const char *name)
{
	return arena_printf(job->arena, "%s/%s", job->folder, name);
}

static void report_failure(CodeJob *job, const char *program, const ChildEnd *end)
{
	const ChildText *output = &end->err;
	int n = output->n < MAX_ERROR ? (int)output->n : MAX_ERROR;
	while (n && strchr("\n ", output->s[n - 1]))
		n--;
	buf_printf(job->error, "%s: %s%s%.*s", path_name(program), child_end_text(job->arena, end), n ? ":\n" : "", n, output->s);
}

const ChildText *code_job_run(CodeJob *job, const char *const *argv, const char *where)
{
	const char *const env[] = { arena_printf(job->arena, "TMPDIR=%s", job->folder), NULL };
	ChildEnd *end = arena_new_of(job->texts, ChildEnd);
	*end = child_run(job->texts,
			 &(Child){ .argv = argv, .folder = where, .env = env, .max_output = MAX_TEXT, .seconds = job->seconds });
	if (child_ok(end))
		return &end->out;
	report_failure(job, argv[0], end);
	return NULL;
}

const ChildText *code_job_read(CodeJob *job, const char *path)
{
	ChildText *text = arena_new_of(job->texts, ChildText);
	Buf all = { 0 };
	char chunk[65536];
	FILE *file = fopen(path, "rb");
	buf_puts(&all, "");
	for (size_t n; file && all.n < MAX_TEXT && (n = fread(chunk, 1, sizeof chunk, file)) > 0;)
		buf_add(&all, chunk, n);
	if (file)
		fclose(file);
	*text = (ChildText){ arena_dup(job->texts, all.s, all.n + 1), all.n, all.n >= MAX_TEXT };
	buf_free(&all);
	return text;
}

const ChildText *code_job_disassemble(CodeJob *job, const char *nvdisasm, const char *cubin)
{
	return code_job_run(job, (const char *const[]){ nvdisasm, "-gi", "-c", cubin, NULL }, NULL);
}

bool code_job_is_whole(CodeJob *job, const ChildText *text, const char *by, const char *sign)
{
	const char *wrong = text->cut ? "too much text" : strlen(text->s) != text->n || !strstr(text->s, sign) ? "no readable code" : NULL;
	if (wrong)
		buf_printf(job->error, "%s wrote %s", path_name(by), wrong);
	return !wrong;
}
