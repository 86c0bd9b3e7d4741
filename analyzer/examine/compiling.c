#include "examine/compiling.h"

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

static const char *arch_of(Arena *arena, const AnalyzeOptions *options, const NvccFlags *flags)
{
	const char *arch = options->arch ? nvcc_arch(arena, options->arch) : flags->arch;
	return arch ? arch : DEFAULT_ARCH;
}

void compiling_run(Arena *arena, const char *codegen, AnalyzeOptions *options, Outcome *out, Buf *messages)
{
	if (path_ends_with(options->file, ".ptx")) {
		vec_push(arena, &out->once, no_source);
		return;
	}
	const NvccFlags flags = nvcc_translate(arena, options->flags, options->n_flags);
	const char *wanted = *codegen || !flags.nvcc ? codegen : flags.nvcc;
	const Toolchain tools = toolchain_find(arena, wanted);
	if (!tools.nvcc) {
		vec_push(arena, &out->once, no_compiler(arena, wanted));
		out->status = status_worse(out->status, EXIT_USAGE);
		return;
	}
	if (!tools.nvdisasm)
		vec_push(arena, &out->once, no_disassembler);
	const CompileOptions compile = { .tools = tools,
					 .file = options->file,
					 .flags = options->flags,
					 .n_flags = options->n_flags,
					 .directory = options->directory,
					 .arch = arch_of(arena, options, &flags) };
	CodeTable *code = arena_new_of(arena, CodeTable);
	Buf error = { 0 };
	if (code_compile(arena, &compile, code, &error)) {
		options->code = code;
	} else {
		buf_printf(messages, "%s: error: --codegen: %s\n%s: note: analysed without compiled code\n", options->file, error.s,
			   options->file);
		out->status = status_worse(out->status, EXIT_INCOMPLETE);
	}
	buf_free(&error);
}
