#include "codegen/compile_clang.h"

#include <string.h>
#include <unistd.h>

#include "base/paths.h"
#include "base/scratch.h"
#include "codegen/job.h"

/* Writes the prelude's files to the job's folder, and a list of which stands for which name; its path, or NULL.  What replaces a header
 * of clang's own is left out: here the built-in variables are to be registers. */
static const char *write_files(CodeJob *job, const ClangOptions *options)
{
	Buf list = { 0 };
	const char *path = code_job_path(job, "overlay.yaml");
	bool is_written = true;
	buf_puts(&list, "{ \"version\": 0, \"use-external-names\": false, \"roots\": [");
	for (int i = 0, n = 0; i < options->n_files; i++) {
		const PreludeFile *file = &options->files[i];
		const char *copy = code_job_path(job, arena_printf(job->arena, "header%d", i));
		if (!path_is_below(PRELUDE_ROOT, file->path))
			continue;
		is_written &= scratch_write(copy, file->text, file->size);
		buf_printf(&list, "%s\n{ \"type\": \"file\", \"name\": \"%s\", \"external-contents\": \"%s\" }", n++ ? "," : "", file->path,
			   copy);
	}
	buf_puts(&list, "] }\n");
	is_written &= scratch_write(path, list.s, list.n);
	buf_free(&list);
	if (!is_written)
		buf_puts(job->error, "cannot write to a temporary folder");
	return is_written ? path : NULL;
}

/* The functions that the toolkit's headers only declare, such as min(); where they are missing, they are calls. */
static void add_library(CodeJob *job, const ClangOptions *options, WordList *argv)
{
	const char *library = arena_printf(job->arena, "%s/nvvm/libdevice/libdevice.10.bc", options->toolkit);
	const char *const words[] = { "-Xclang", "-mlink-builtin-bitcode", "-Xclang", library };
	for (size_t i = 0; i < sizeof words / sizeof *words && access(library, R_OK) == 0; i++)
		vec_push(job->arena, argv, words[i]);
}

static const ChildText *make_ptx(CodeJob *job, const ClangOptions *options)
{
	const char *overlay = write_files(job, options), *ptx = code_job_path(job, "code.ptx");
	const char *const last[] = {
		"-S", "-O3", "-gline-tables-only", "-ivfsoverlay", overlay, "-o", ptx, path_from_root(job->arena, options->file), NULL
	};
	WordList argv = { 0 };
	vec_push(job->arena, &argv, options->clang);
	for (int i = 0; i < options->n_flags; i++)
		vec_push(job->arena, &argv, options->flags[i]);
	add_library(job, options, &argv);
	for (size_t i = 0; i < sizeof last / sizeof *last; i++)
		vec_push(job->arena, &argv, last[i]);
	return overlay && code_job_run(job, argv.at, NULL) ? code_job_read(job, ptx) : NULL;
}

/* "clang 22.1.4 for sm_90", from "Debian clang version 22.1.4 (...)"; NULL: clang failed. */
static const char *made_by(CodeJob *job, const ClangOptions *options)
{
	static const char word[] = "version ";
	const ChildText *text = code_job_run(job, (const char *const[]){ options->clang, "--version", NULL }, NULL);
	const char *number = text ? strstr(text->s, word) : NULL;
	number = number ? number + sizeof word - 1 : "";
	return text ? arena_printf(job->arena, "clang%s%.*s for %s", *number ? " " : "", (int)strspn(number, "0123456789."), number,
				   options->arch)
		    : NULL;
}

bool code_compile_clang(Arena *arena, const ClangOptions *options, CodeTable *out, Buf *error)
{
	CodeJob job = code_job_begin(arena, 0, error);
	const char *by = job.folder ? made_by(&job, options) : NULL;
	const ChildText *ptx = by ? make_ptx(&job, options) : NULL;
	const bool made = ptx && code_job_is_whole(&job, ptx, options->clang, ".version");
	if (made) {
		out->by = by;
		out->is_other_compiler = true;
		out->ptx = arena_strndup(arena, ptx->s, ptx->n);
	}
	code_job_end(&job);
	return made;
}
