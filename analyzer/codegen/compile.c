#include "codegen/compile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/child.h"
#include "base/paths.h"
#include "base/scratch.h"

enum { DEFAULT_SECONDS = 300, MAX_ERROR = 4000 };
static const size_t MAX_TEXT = (size_t)512 << 20;

typedef struct Job {
	Arena *arena, *texts; /* texts: for the output of programs, which may be large */
	const CompileOptions *options;
	const char *folder;
	Buf *error;
} Job;

static const char *path_of(const Job *job, const char *name)
{
	return arena_printf(job->arena, "%s/%s", job->folder, name);
}

/* --- programs ------------------------------------------------------------------------------------- */

static void report_failure(Job *job, const char *program, const ChildEnd *end)
{
	const ChildText *output = &end->err;
	int n = output->n < MAX_ERROR ? (int)output->n : MAX_ERROR;
	while (n && strchr("\n ", output->s[n - 1]))
		n--;
	buf_printf(job->error, "%s: %s%s%.*s", path_name(program), child_end_text(job->arena, end), n ? ":\n" : "", n, output->s);
}

/* Its standard output; NULL: it failed, and the error is reported. */
static const ChildText *run(Job *job, const WordList *argv, const char *where)
{
	const char *const env[] = { arena_printf(job->arena, "TMPDIR=%s", job->folder), NULL };
	ChildEnd *end = arena_new_of(job->texts, ChildEnd);
	*end = child_run(job->texts, &(Child){ .argv = argv->at,
					       .folder = where,
					       .env = env,
					       .max_output = MAX_TEXT,
					       .seconds = job->options->seconds ? job->options->seconds : DEFAULT_SECONDS });
	if (child_ok(end))
		return &end->out;
	report_failure(job, argv->at[0], end);
	return NULL;
}

static void add(const Job *job, WordList *argv, const char *word)
{
	vec_push(job->arena, argv, word);
}

/* what: "-ptx", of the source; "-cubin", of its PTX. */
static bool compile(Job *job, const char *what, const char *language, const char *from, const char *to)
{
	const CompileOptions *options = job->options;
	WordList argv = { 0 };
	add(job, &argv, options->tools.nvcc);
	add(job, &argv, "-forward-unknown-to-host-compiler");
	toolchain_flags(job->arena, options->flags, options->n_flags, ARCH_OMITTED, &argv);
	add(job, &argv, arena_printf(job->arena, "-arch=%s", options->arch));
	add(job, &argv, what);
	add(job, &argv, "-lineinfo");
	add(job, &argv, "-o");
	add(job, &argv, to);
	if (language) {
		add(job, &argv, "-x");
		add(job, &argv, language);
	}
	add(job, &argv, from);
	add(job, &argv, NULL);
	return run(job, &argv, options->directory) != NULL;
}

static const ChildText *disassemble(Job *job, const char *cubin)
{
	WordList argv = { 0 };
	add(job, &argv, job->options->tools.nvdisasm);
	add(job, &argv, "-gi");
	add(job, &argv, "-c");
	add(job, &argv, cubin);
	add(job, &argv, NULL);
	return run(job, &argv, NULL);
}

/* "nvcc 13.0 for sm_90", from "Cuda compilation tools, release 13.0, V13.0.88"; NULL: nvcc failed. */
static const char *made_by(Job *job)
{
	static const char word[] = "release ";
	WordList argv = { 0 };
	add(job, &argv, job->options->tools.nvcc);
	add(job, &argv, "--version");
	add(job, &argv, NULL);
	const ChildText *text = run(job, &argv, NULL);
	if (!text)
		return NULL;
	const char *number = strstr(text->s, word);
	number = number ? number + sizeof word - 1 : "";
	return arena_printf(job->arena, "nvcc%s%.*s for %s", *number ? " " : "", (int)strspn(number, "0123456789."), number,
			    job->options->arch);
}

/* --- the text ------------------------------------------------------------------------------------- */

static const ChildText *read_file(Job *job, const char *path)
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
	*text = (ChildText){ arena_strndup(job->texts, all.s, all.n), all.n, all.n >= MAX_TEXT };
	buf_free(&all);
	return text;
}

static const ChildText *make_ptx(Job *job, const char *path)
{
	char *source = realpath(job->options->file, NULL);
	const char *from = arena_strdup(job->arena, source ? source : job->options->file);
	free(source);
	return compile(job, "-ptx", "cu", from, path) ? read_file(job, path) : NULL;
}

static const ChildText *make_machine_code(Job *job, const char *ptx)
{
	const char *cubin = path_of(job, "code.cubin");
	return compile(job, "-cubin", NULL, ptx, cubin) ? disassemble(job, cubin) : NULL;
}

/* A text that is cut off or not code is an error. */
static bool is_whole(Job *job, const ChildText *text, const char *by, const char *sign)
{
	const char *wrong = text->cut ? "too much text" : strlen(text->s) != text->n || !strstr(text->s, sign) ? "no readable code" : NULL;
	if (wrong)
		buf_printf(job->error, "%s wrote %s", path_name(by), wrong);
	return !wrong;
}

static bool make_table(Job *job, CodeTable *out)
{
	const Toolchain *tools = &job->options->tools;
	const char *by = made_by(job), *path = path_of(job, "code.ptx");
	const ChildText *ptx = by ? make_ptx(job, path) : NULL, *sass = NULL;
	if (!ptx || !is_whole(job, ptx, tools->nvcc, ".version"))
		return false;
	if (tools->nvdisasm && (!(sass = make_machine_code(job, path)) || !is_whole(job, sass, tools->nvdisasm, ".section")))
		return false;
	out->by = by;
	out->ptx = arena_strndup(job->arena, ptx->s, ptx->n);
	(sass ? sass_read : ptx_read)(job->arena, sass ? sass->s : ptx->s, out);
	return true;
}

bool code_compile(Arena *arena, const CompileOptions *options, CodeTable *out, Buf *error)
{
	Job job = { .arena = arena, .texts = arena_new(), .options = options, .error = error };
	job.folder = scratch_begin(arena);
	bool made = job.folder && make_table(&job, out);
	if (!job.folder)
		buf_puts(error, "cannot create a temporary folder");
	scratch_end(job.folder);
	arena_free(job.texts);
	return made;
}
