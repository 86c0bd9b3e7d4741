#include "examine/compiling.h"

#include <string.h>

#include "base/child.h"
#include "base/paths.h"
#include "codegen/built.h"
#include "codegen/compile.h"
#include "codegen/compile_clang.h"
#include "database/command.h"
#include "database/nvcc.h"
#include "toolchain/embedded.h"

static bool names_clang(const char *codegen)
{
	return strncmp(path_name(codegen), "clang", 5) == 0;
}

static const char *no_compiler(Arena *arena, const char *codegen)
{
	if (names_clang(codegen))
		return arena_printf(arena,
				    "smemlint: error: --codegen: '%s' is not a program, or there are no headers of a CUDA toolkit for it "
				    "(--cuda-path); files are analysed without compiled code\n",
				    codegen);
	if (*codegen)
		return arena_printf(arena, "smemlint: error: --codegen: '%s' is not a program; files are analysed without nvcc\n", codegen);
	return "smemlint: error: --codegen: no nvcc found on PATH, in CUDA_HOME or CUDA_PATH, or in /usr/local/cuda/bin "
	       "(use --codegen=/path/to/nvcc), nor a clang and the headers of a CUDA toolkit; files are analysed without nvcc\n";
}

static const char no_disassembler[] =
	"smemlint: note: --codegen: no nvdisasm found next to nvcc or on PATH (NVIDIA's package cuda-nvdisasm-<version>, Debian's "
	"nvidia-cuda-toolkit): accesses are read from PTX, some of which the assembler still merges or removes\n";

static const char no_source[] = "smemlint: note: --codegen: PTX is not compiled and compared\n";

static const char *arch_of(Arena *arena, const AnalyzeOptions *options, const NvccFlags *flags)
{
	const char *arch = options->arch ? nvcc_arch(arena, options->arch) : flags->arch;
	return arch ? arch : DEFAULT_ARCH;
}

static const char *untrusted(Arena *arena, const char *compiler)
{
	return arena_printf(
		arena,
		"smemlint: error: --codegen: '%s' of the compile command is not run: it is neither on PATH nor in a CUDA toolkit; "
		"give --codegen=NVCC, or allow it by 'compilers' in ~/.config/smemlint/config.yaml (SECURITY.md); files are "
		"analysed without nvcc\n",
		compiler);
}

/* The words that are not passed on, once for all files that have the same. */
static void report_left_out(Arena *arena, const FlagList *words, Outcome *out)
{
	Buf text = { 0 };
	buf_puts(&text, "smemlint: note: --codegen: not passed to nvcc, since they may run programs or write files:");
	for (int i = 0; i < words->n; i++)
		buf_printf(&text, " %s", words->at[i]);
	buf_puts(&text, " (give the flags after -- to pass all)\n");
	if (words->n)
		vec_push(arena, &out->once, (const char *)arena_strdup(arena, text.s));
	buf_free(&text);
}

/* One file, from the option to its code. */
typedef struct Compiling {
	Arena *arena;
	const char *codegen; /* "", or what the option names */
	bool is_auto;        /* programs that are not there are no errors */
	const Trust *trust;
	AnalyzeOptions *options;
	Outcome *out;
	Buf *messages;
} Compiling;

static void fail(Compiling *c, const char *why)
{
	buf_printf(c->messages, "%s: error: --codegen: %s\n%s: note: analysed without compiled code\n", c->options->file, why,
		   c->options->file);
	c->out->status = status_worse(c->out->status, EXIT_INCOMPLETE);
}

static void lacks(Compiling *c, const char *message)
{
	if (c->is_auto)
		return;
	vec_push(c->arena, &c->out->once, message);
	c->out->status = status_worse(c->out->status, EXIT_USAGE);
}

/* --- what a build made ------------------------------------------------------------------------------ */

/* A compiler may be a binary, too. */
static bool is_built(const char *codegen)
{
	return strncmp(path_name(codegen), "nvcc", 4) != 0 && !names_clang(codegen) && embedded_may_be_in(codegen);
}

/* What the compile command writes, if that is there; else NULL. */
static const char *output_of(Compiling *c)
{
	const AnalyzeOptions *options = c->options;
	const char *name = NULL;
	for (int i = 0; i + 1 < options->n_flags; i++)
		if (strcmp(options->flags[i], "-o") == 0 || strcmp(options->flags[i], "--output-file") == 0)
			name = options->flags[i + 1];
	const char *path = name ? path_join(c->arena, options->directory ? options->directory : ".", name) : NULL;
	return path && embedded_may_be_in(path) ? path : NULL;
}

static bool read_built(Compiling *c, const char *built, Buf *error)
{
	CodeTable *code = arena_new_of(c->arena, CodeTable);
	const BuiltOptions options = { toolchain_find(c->arena, ""), c->options->file, built, c->options->arch };
	const bool is_read = code_read_built(c->arena, &options, code, error);
	if (is_read)
		c->options->code = code;
	return is_read;
}

static void use_built(Compiling *c)
{
	Buf error = { 0 };
	if (!toolchain_find(c->arena, "").cuobjdump)
		lacks(c, "smemlint: error: --codegen: " NO_CUOBJDUMP "; files are analysed without compiled code\n");
	else if (!read_built(c, c->codegen, &error))
		fail(c, error.s);
	buf_free(&error);
}

/* Whether the build has left code of the source that is as new as it. */
static bool finds_built(Compiling *c)
{
	Buf ignored = { 0 };
	const char *built = output_of(c);
	const bool is_found = built && read_built(c, built, &ignored);
	buf_free(&ignored);
	return is_found;
}

/* --- the compiler ----------------------------------------------------------------------------------- */

static void keep(Compiling *c, bool is_made, CodeTable *code, Buf *error)
{
	if (is_made)
		c->options->code = code;
	else
		fail(c, error->s);
	buf_free(error);
}

static void compile_with_nvcc(Compiling *c, const Toolchain *tools, const FlagList *flags, const char *arch)
{
	const CompileOptions compile = { .tools = *tools,
					 .file = c->options->file,
					 .flags = flags->at,
					 .n_flags = flags->n,
					 .directory = c->options->directory,
					 .arch = arch };
	CodeTable *code = arena_new_of(c->arena, CodeTable);
	Buf error = { 0 };
	if (!tools->nvdisasm && !c->is_auto)
		vec_push(c->arena, &c->out->once, no_disassembler);
	keep(c, code_compile(c->arena, &compile, code, &error), code, &error);
}

/* The clang that libclang is of; NULL: it is not installed. */
static const char *find_clang(Compiling *c, const Command *command)
{
	const char *beside = child_find(c->arena, command->argv[0]);
	const char *version = command->resource_dir ? path_name(command->resource_dir) : "";
	return beside ? beside : child_find(c->arena, arena_printf(c->arena, "clang-%s", version));
}

/* False: there is no clang, or no toolkit whose headers it could use. */
static bool compile_with_clang(Compiling *c, const FlagList *flags, const char *arch)
{
	CommandOptions options = analyze_compile(c->options);
	options.flags = flags->at;
	options.n_flags = flags->n;
	const Command *command = command_make(c->arena, &options);
	const ClangOptions compile = { .clang = names_clang(c->codegen) ? child_find(c->arena, c->codegen) : find_clang(c, command),
				       .flags = command->argv + 1,
				       .n_flags = command->n_argv - 1,
				       .files = command->files,
				       .n_files = command->n_files,
				       .toolkit = command->toolkit,
				       .file = c->options->file,
				       .arch = arch };
	if (!compile.clang || !compile.toolkit)
		return false;
	CodeTable *code = arena_new_of(c->arena, CodeTable);
	Buf error = { 0 };
	keep(c, code_compile_clang(c->arena, &compile, code, &error), code, &error);
	return true;
}

static void compile(Compiling *c)
{
	AnalyzeOptions *options = c->options;
	const NvccFlags flags = nvcc_translate(c->arena, options->flags, options->n_flags);
	const char *wanted = *c->codegen || !flags.nvcc ? c->codegen : flags.nvcc;
	const bool is_trusted = wanted == c->codegen || trust_program(c->arena, c->trust, wanted);
	const bool is_clang = names_clang(wanted), takes_clang = is_clang || (is_trusted && !*c->codegen);
	const Toolchain tools = is_trusted && !is_clang ? toolchain_find(c->arena, wanted) : (Toolchain){ .nvcc = NULL };
	const char *arch = arch_of(c->arena, options, &flags);
	FlagList left_out = { 0 };
	const FlagList passed = trust_flags(c->arena, c->trust, options->directory, options->flags, options->n_flags, &left_out);
	const bool is_run = tools.nvcc || (takes_clang && compile_with_clang(c, &passed, arch));
	if (tools.nvcc)
		compile_with_nvcc(c, &tools, &passed, arch);
	if (is_run)
		report_left_out(c->arena, &left_out, c->out);
	else
		lacks(c, is_trusted ? no_compiler(c->arena, wanted) : untrusted(c->arena, wanted));
}

void compiling_run(Arena *arena, const char *codegen, const Trust *trust, AnalyzeOptions *options, Outcome *out, Buf *messages)
{
	const bool is_only = strcmp(codegen, "only") == 0, is_auto = strcmp(codegen, "auto") == 0;
	Compiling c = { arena, is_only || is_auto ? "" : codegen, is_auto, trust, options, out, messages };
	if (path_ends_with(options->file, ".ptx")) {
		if (!is_auto)
			vec_push(arena, &out->once, no_source);
		return;
	}
	if (is_built(c.codegen))
		use_built(&c);
	else if (*c.codegen || !finds_built(&c))
		compile(&c);
	options->compiled_only = is_only && options->code;
}

void compiling_differences(const Analysis *analysis, Buf *messages)
{
	const CodeComparison *comparison = &analysis->comparison;
	for (int i = 0; i < comparison->differences.n; i++) {
		const CodeDifference *difference = &comparison->differences.at[i];
		const Loc at = difference->range.begin;
		buf_printf(messages, "%s:%d:%d: note: --codegen: %s\n", source_path(analysis->unit->sources, at.file), at.line, at.column,
			   difference->text);
	}
}
