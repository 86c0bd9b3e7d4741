#include "codegen/compile.h"

#include <stdlib.h>
#include <string.h>

#include "codegen/job.h"

typedef struct Compilation {
	CodeJob job;
	const CompileOptions *options;
} Compilation;

static void add(const Compilation *c, WordList *argv, const char *word)
{
	vec_push(c->job.arena, argv, word);
}

/* what: "-ptx", of the source; "-cubin", of its PTX. */
static bool compile(Compilation *c, const char *what, const char *language, const char *from, const char *to)
{
	const CompileOptions *options = c->options;
	WordList argv = { 0 };
	add(c, &argv, options->tools.nvcc);
	add(c, &argv, "-forward-unknown-to-host-compiler");
	toolchain_flags(c->job.arena, options->flags, options->n_flags, ARCH_OMITTED, &argv);
	add(c, &argv, arena_printf(c->job.arena, "-arch=%s", options->arch));
	add(c, &argv, what);
	add(c, &argv, "-lineinfo");
	add(c, &argv, "-o");
	add(c, &argv, to);
	if (language) {
		add(c, &argv, "-x");
		add(c, &argv, language);
	}
	add(c, &argv, from);
	add(c, &argv, NULL);
	return code_job_run(&c->job, argv.at, options->directory) != NULL;
}

/* "nvcc 13.0 for sm_90", from "Cuda compilation tools, release 13.0, V13.0.88"; NULL: nvcc failed. */
static const char *made_by(Compilation *c)
{
	static const char word[] = "release ";
	const ChildText *text = code_job_run(&c->job, (const char *const[]){ c->options->tools.nvcc, "--version", NULL }, NULL);
	if (!text)
		return NULL;
	const char *number = strstr(text->s, word);
	number = number ? number + sizeof word - 1 : "";
	return arena_printf(c->job.arena, "nvcc%s%.*s for %s", *number ? " " : "", (int)strspn(number, "0123456789."), number,
			    c->options->arch);
}

static const ChildText *make_ptx(Compilation *c, const char *path)
{
	char *source = realpath(c->options->file, NULL);
	const char *from = arena_strdup(c->job.arena, source ? source : c->options->file);
	free(source);
	return compile(c, "-ptx", "cu", from, path) ? code_job_read(&c->job, path) : NULL;
}

static const ChildText *make_machine_code(Compilation *c, const char *ptx)
{
	const char *cubin = code_job_path(&c->job, "code.cubin");
	return compile(c, "-cubin", NULL, ptx, cubin) ? code_job_disassemble(&c->job, c->options->tools.nvdisasm, cubin) : NULL;
}

static bool make_table(Compilation *c, CodeTable *out)
{
	const Toolchain *tools = &c->options->tools;
	CodeJob *job = &c->job;
	const char *by = made_by(c), *path = code_job_path(job, "code.ptx");
	const ChildText *ptx = by ? make_ptx(c, path) : NULL, *sass = NULL;
	if (!ptx || !code_job_is_whole(job, ptx, tools->nvcc, ".version"))
		return false;
	if (tools->nvdisasm && (!(sass = make_machine_code(c, path)) || !code_job_is_whole(job, sass, tools->nvdisasm, ".section")))
		return false;
	out->by = by;
	out->ptx = arena_strndup(job->arena, ptx->s, ptx->n);
	(sass ? sass_read : ptx_read)(job->arena, sass ? sass->s : ptx->s, out);
	return true;
}

bool code_compile(Arena *arena, const CompileOptions *options, CodeTable *out, Buf *error)
{
	Compilation c = { code_job_begin(arena, options->seconds, error), options };
	const bool made = c.job.folder && make_table(&c, out);
	code_job_end(&c.job);
	return made;
}
