#include "examine/compiling.h"

#include <string.h>

#include "base/paths.h"
#include "codegen/compile.h"
#include "database/command.h"
#include "database/nvcc.h"

static const char *no_compiler(Arena *arena, const char *codegen)
{
	if (*codegen)
		return arena_printf(arena, "smemlint: error: --codegen: '%s' is not a program; files are analysed without nvcc\n", codegen);
	return "smemlint: error: --codegen: no nvcc found on PATH, in CUDA_HOME or CUDA_PATH, or in /usr/local/cuda/bin "
	       "(use --codegen=/path/to/nvcc); files are analysed without nvcc\n";
}

static const char no_disassembler[] =
	"smemlint: note: --codegen: no nvdisasm found next to nvcc or on PATH: accesses are read from PTX, some of which the "
	"assembler still merges or removes\n";

static const char no_source[] = "smemlint: note: --codegen: PTX is not compiled and compared\n";

/* --codegen=only: nvcc is searched for. */
static bool is_only(const char *codegen)
{
	return strcmp(codegen, "only") == 0;
}

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

void compiling_run(Arena *arena, const char *codegen, const Trust *trust, AnalyzeOptions *options, Outcome *out, Buf *messages)
{
	if (path_ends_with(options->file, ".ptx")) {
		vec_push(arena, &out->once, no_source);
		return;
	}
	const bool only = is_only(codegen);
	codegen = only ? "" : codegen;
	const NvccFlags flags = nvcc_translate(arena, options->flags, options->n_flags);
	const char *wanted = *codegen || !flags.nvcc ? codegen : flags.nvcc;
	const bool is_trusted = wanted == codegen || trust_program(arena, trust, wanted);
	const Toolchain tools = is_trusted ? toolchain_find(arena, wanted) : (Toolchain){ .nvcc = NULL };
	if (!tools.nvcc) {
		vec_push(arena, &out->once, is_trusted ? no_compiler(arena, wanted) : untrusted(arena, wanted));
		out->status = status_worse(out->status, EXIT_USAGE);
		return;
	}
	if (!tools.nvdisasm)
		vec_push(arena, &out->once, no_disassembler);
	FlagList left_out = { 0 };
	const FlagList passed = trust_flags(arena, trust, options->directory, options->flags, options->n_flags, &left_out);
	report_left_out(arena, &left_out, out);
	const CompileOptions compile = { .tools = tools,
					 .file = options->file,
					 .flags = passed.at,
					 .n_flags = passed.n,
					 .directory = options->directory,
					 .arch = arch_of(arena, options, &flags) };
	CodeTable *code = arena_new_of(arena, CodeTable);
	Buf error = { 0 };
	if (code_compile(arena, &compile, code, &error)) {
		options->code = code;
		options->compiled_only = only;
	} else {
		buf_printf(messages, "%s: error: --codegen: %s\n%s: note: analysed without compiled code\n", options->file, error.s,
			   options->file);
		out->status = status_worse(out->status, EXIT_INCOMPLETE);
	}
	buf_free(&error);
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
