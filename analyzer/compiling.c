#include "compiling.h"

#include <stdio.h>

#include "codegen/compile.h"
#include "frontend/nvcc.h"

static void complain(Compiling *compiling, const char *codegen)
{
	if (compiling->no_compiler)
		return;
	compiling->no_compiler = true;
	if (*codegen)
		fprintf(stderr, "smemlint: error: --codegen: '%s' is no program; files are analysed without it\n", codegen);
	else
		fputs("smemlint: error: --codegen: no nvcc on PATH, below CUDA_HOME or CUDA_PATH, or in /usr/local/cuda/bin "
		      "(name one as in --codegen=/path/to/nvcc); files are analysed without it\n", stderr);
}

static void note_disassembler(Compiling *compiling)
{
	if (!compiling->no_disassembler)
		fputs("smemlint: note: --codegen: there is no nvdisasm beside nvcc or on PATH: PTX is read instead of machine "
		      "code, of which the assembler merges and drops more\n", stderr);
	compiling->no_disassembler = true;
}

static const char *arch_of(Arena *arena, const AnalyzeOptions *options, const NvccFlags *flags)
{
	const char *arch = options->arch ? nvcc_arch(arena, options->arch) : flags->arch;
	return arch ? arch : "sm_90";
}

ExitStatus compiling_run(Compiling *compiling, Arena *arena, const char *codegen, AnalyzeOptions *options)
{
	const NvccFlags flags = nvcc_translate(arena, options->flags, options->n_flags);
	const Toolchain tools = toolchain_find(arena, *codegen || !flags.nvcc ? codegen : flags.nvcc);
	if (!tools.nvcc) {
		complain(compiling, *codegen || !flags.nvcc ? codegen : flags.nvcc);
		return EXIT_USAGE;
	}
	if (!tools.nvdisasm)
		note_disassembler(compiling);
	const CompileOptions compile = { .tools = tools, .file = options->file, .flags = options->flags, .n_flags = options->n_flags,
					 .directory = options->directory, .arch = arch_of(arena, options, &flags) };
	CodeTable *code = arena_new_of(arena, CodeTable);
	Buf error = { 0 };
	bool made = code_compile(arena, &compile, code, &error);
	if (made)
		options->code = code;
	else
		fprintf(stderr, "%s: error: --codegen: %s\n%s: note: it is analysed without its code\n", options->file, error.s,
			options->file);
	buf_free(&error);
	return made ? EXIT_CLEAN : EXIT_INCOMPLETE;
}
