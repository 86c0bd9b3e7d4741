#include "codegen/built.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/folder.h"
#include "base/paths.h"
#include "codegen/job.h"
#include "toolchain/embedded.h"

enum { EMBEDDED_SECONDS = 300 };

/* --- the module of the source ----------------------------------------------------------------------- */

/* The next path that a .file directive names, and where to go on; NULL: there is none. */
static const char *next_file(Arena *arena, const char **at)
{
	static const char word[] = "\n.file";
	const char *found = strstr(*at, word);
	const char *open = found ? strpbrk(found + 1, "\"\n") : NULL;
	const char *close = open && *open == '"' ? strpbrk(open + 1, "\"\n") : NULL;
	*at = found ? found + sizeof word - 1 : NULL;
	return close && *close == '"' ? arena_strndup(arena, open + 1, (size_t)(close - open - 1)) : found ? "" : NULL;
}

static bool has_file(Arena *arena, const EmbeddedPtx *module, const char *file)
{
	const char *at = module->text;
	for (const char *path; at && (path = next_file(arena, &at)) != NULL;)
		if (path_may_be_same(path, file))
			return true;
	return false;
}

/* The module with lines of the source, by its whole path before its end; NULL: there is none. */
static const EmbeddedPtx *module_of(Arena *arena, const EmbeddedList *modules, const char *file)
{
	const char *const names[] = { path_from_root(arena, file), file };
	for (size_t k = 0; k < sizeof names / sizeof *names; k++)
		for (int i = 0; i < modules->n; i++)
			if (has_file(arena, &modules->at[i], names[k]))
				return &modules->at[i];
	return NULL;
}

static bool is_newer(const char *path, const struct stat *than)
{
	struct stat st;
	return stat(path, &st) == 0 && (st.st_mtim.tv_sec > than->st_mtim.tv_sec ||
					(st.st_mtim.tv_sec == than->st_mtim.tv_sec && st.st_mtim.tv_nsec > than->st_mtim.tv_nsec));
}

/* A file that has changed since the build; NULL: none that has lines of code. */
static const char *changed_file(Arena *arena, const BuiltOptions *options, const EmbeddedPtx *module)
{
	struct stat built;
	const char *at = module->text;
	if (stat(options->built, &built) != 0 || is_newer(options->file, &built))
		return options->file;
	for (const char *path; at && (path = next_file(arena, &at)) != NULL;)
		if (is_newer(path, &built))
			return path;
	return NULL;
}

/* --- the machine code ------------------------------------------------------------------------------- */

/* The cubin among the extracted ones that has the module's first kernel; NULL: there is none. */
static const char *cubin_of(CodeJob *job, const EmbeddedPtx *module)
{
	const Names names = folder_names(job->arena, job->folder);
	const size_t n = strcspn(module->kernels, " ");
	for (int i = 0; i < names.n; i++) {
		const char *path = path_ends_with(names.at[i], ".cubin") ? code_job_path(job, names.at[i]) : NULL;
		const ChildText *bytes = path ? code_job_read(job, path) : NULL;
		if (bytes && memmem(bytes->s, bytes->n, module->kernels, n))
			return path;
	}
	return NULL;
}

/* That of the module's architecture; NULL: there is none, or it cannot be read. */
static const ChildText *machine_code(CodeJob *job, const BuiltOptions *options, const EmbeddedPtx *module)
{
	const char *const argv[] = { options->tools.cuobjdump,
				     "-all",
				     "-xelf",
				     arena_printf(job->arena, "sm_%d", module->arch),
				     path_from_root(job->arena, options->built),
				     NULL };
	const char *cubin = options->tools.nvdisasm && code_job_run(job, argv, job->folder) ? cubin_of(job, module) : NULL;
	const ChildText *text = cubin ? code_job_disassemble(job, options->tools.nvdisasm, cubin) : NULL;
	return text && code_job_is_whole(job, text, options->tools.nvdisasm, "//## File") ? text : NULL;
}

/* --- both ------------------------------------------------------------------------------------------- */

static void make_table(Arena *arena, const BuiltOptions *options, const EmbeddedPtx *module, CodeTable *out)
{
	Buf ignored = { 0 };
	CodeJob job = code_job_begin(arena, 0, &ignored);
	const ChildText *sass = job.folder ? machine_code(&job, options, module) : NULL;
	out->by = arena_printf(arena, "%s for sm_%d", path_shown(arena, options->built), module->arch);
	out->ptx = module->text;
	(sass ? sass_read : ptx_read)(arena, sass ? sass->s : module->text, out);
	code_job_end(&job);
	buf_free(&ignored);
}

bool code_read_built(Arena *arena, const BuiltOptions *options, CodeTable *out, Buf *error)
{
	const char *number = options->arch ? options->arch + strcspn(options->arch, "0123456789") : "0";
	const EmbeddedOptions read = { options->tools.cuobjdump, options->built, atoi(number), EMBEDDED_SECONDS };
	Buf why = { 0 };
	const EmbeddedList modules = read.cuobjdump ? embedded_read(arena, &read, &why) : (EmbeddedList){ 0 };
	const EmbeddedPtx *module = module_of(arena, &modules, options->file);
	const char *changed = module ? changed_file(arena, options, module) : NULL;
	if (!read.cuobjdump)
		buf_puts(error, NO_CUOBJDUMP);
	else if (!modules.n)
		buf_printf(error, "%s: %s", path_shown(arena, options->built), why.s);
	else if (!module)
		buf_printf(error, "%s has no PTX with lines of this file: it is not a part of it, or was compiled without -lineinfo",
			   path_shown(arena, options->built));
	else if (changed)
		buf_printf(error, "%s is older than %s: build it again", path_shown(arena, options->built), path_shown(arena, changed));
	else
		make_table(arena, options, module, out);
	buf_free(&why);
	return module && !changed;
}
