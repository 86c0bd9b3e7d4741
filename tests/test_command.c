/* Compiler flags, toolkits and the bundled headers: libclang's command line, and that it parses with it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <clang-c/Index.h>
#include <cmocka.h>

#include "arena.h"
#include "database/command.h"
#include "database/nvcc.h"
#include "database/response.h"
#include "files.h"
#include "toolchain/toolkit.h"

static const char *joined(const char *const *words, int n)
{
	const char *all = "";
	for (int i = 0; i < n; i++)
		all = arena_printf(arena, "%s%s%s", all, i ? "|" : "", words[i]);
	return all;
}

/* The words of a command line as a shell would split it. */
static NvccFlags translate(const char *line)
{
	FlagList words = { 0 };
	response_split(arena, line, 0, &words);
	return nvcc_translate(arena, words.at, words.n);
}

static const Command *command_of(const char *line, const char *arch, const char *cuda_path)
{
	FlagList words = { 0 };
	response_split(arena, line, 0, &words);
	const CommandOptions options = { .flags = words.at, .n_flags = words.n, .arch = arch, .cuda_path = cuda_path };
	return command_make(arena, &options);
}

static bool has(const Command *command, const char *word)
{
	for (int i = 0; i < command->n_argv; i++) {
		if (strcmp(command->argv[i], word) == 0)
			return true;
	}
	return false;
}

static const char *new_folder(void)
{
	char *path = arena_strdup(arena, TEST_FOLDER);
	make_folder(path);
	return path;
}

/* --- flags ------------------------------------------------------------------------------------- */

static void known_flags(void **state)
{
	static const struct {
		const char *line, *kept, *skipped;
	} rows[] = {
		{ "-Ia -I b -I=c --include-path=d -isystem=e -isystem f", "-Ia|-Ib|-Ic|-Id|-isysteme|-isystemf", "" },
		{ "-DA -D B=1 --define-macro=C -UD -DNAME='\"a b\"'", "-DA|-DB=1|-DC|-UD|-DNAME=\"a b\"", "" },
		{ "-include a.h --pre-include=b.h -imacros c.h", "-includea.h|-includeb.h|-imacrosc.h", "" },
		{ "-dc", "-D__CUDACC_RDC__", "" },
		{ "-rdc=true", "-D__CUDACC_RDC__", "" },
		{ "-c -rdc=false -rdc false -lineinfo -G -g3 -O3 -O 2 -o x.o -x cu -xcu a.cu", "", "" },
		{ "-O -DX", "-DX", "" },
		{ "--use_fast_math -maxrregcount=64 -maxrregcount 32 --threads=2 -t4 --ptxas-options=-v -Xptxas -v", "", "" },
		{ "-Xcudafe --diag_suppress=20012 -Xlinker -rpath -Werror all-warnings -Werror -Wall", "", "" },
		{ "--expt-relaxed-constexpr", "-D__CUDACC_RELAXED_CONSTEXPR__", "" },
		{ "--extended-lambda", "-D__CUDACC_EXTENDED_LAMBDA__", "" },
		{ "-Xcompiler -fPIC,-DX=1,-Wall -Xcompiler=-Iy", "-DX=1|-Iy", "" },
		{ "-Xcompiler -isystem -Xcompiler dir -Xcompiler -march=native", "-isystemdir", "" },
		{ "ccache /opt/bin/nvcc -forward-unknown-to-host-compiler -DA a.cu", "-DA", "" },
		{ "-MD -MT a.o -MF a.d -MMD -MP -E", "", "" },
		{ "--sysroot=/s -stdlib=libc++ -nostdinc++", "--sysroot=/s|-stdlib=libc++|-nostdinc++", "" },
		{ "--no-such-flag stray -Xclang -load -DA", "-DA", "--no-such-flag|stray|-Xclang -load" },
		{ "-I", "", "-I" },
		{ "--options-file", "", "--options-file" },
		{ "", "", "" },
	};
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		NvccFlags flags = translate(rows[i].line);
		assert_string_equal(joined(flags.kept.at, flags.kept.n), rows[i].kept);
		assert_string_equal(joined(flags.skipped.at, flags.skipped.n), rows[i].skipped);
	}
	assert_string_equal(translate("ccache /opt/bin/nvcc -c a.cu").nvcc, "/opt/bin/nvcc");
	assert_string_equal(translate("-std=c++20 --cuda-path=/x").standard, "c++20");
	assert_string_equal(translate("--std c++14 --cuda-path /x").cuda_path, "/x");
}

static void architectures(void **state)
{
	static const struct {
		const char *line, *arch;
	} rows[] = {
		{ "-arch=sm_86", "sm_86" },
		{ "-arch sm_120f", "sm_120" },
		{ "--gpu-architecture=compute_90a", "sm_90a" },
		{ "--generate-code=arch=compute_80,code=[compute_80,sm_80] -gencode arch=compute_90,code=\"sm_90\"", "sm_90" },
		{ "-gencode=arch=compute_80,code=sm_86", "sm_86" },
		{ "-gencode arch=compute_90a,code=sm_90a -gencode arch=compute_90,code=sm_90", "sm_90a" },
		{ "--cuda-gpu-arch=sm_75 --offload-arch=sm_70,sm_72", "sm_75" },
		{ "-arch=native", NULL },
		{ "-arch=all-major", NULL },
		{ "-arch=sm_99999999999999999999", NULL },
	};
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const char *arch = translate(rows[i].line).arch;
		assert_string_equal(arch ? arch : "", rows[i].arch ? rows[i].arch : "");
	}
	assert_string_equal(command_of("", NULL, "none")->arch, "sm_90");
	assert_string_equal(command_of("-arch=sm_80", "sm_75", "none")->arch, "sm_75");
	assert_true(has(command_of("-arch=sm_80", NULL, "none"), "--cuda-gpu-arch=sm_80"));
	const Command *newer = command_of("-arch=sm_999", NULL, "none");
	assert_string_equal(newer->arch, "sm_999");
	assert_false(has(newer, "--cuda-gpu-arch=sm_999"));
}

static void response_files(void **state)
{
	(void)state;
	const char *folder = new_folder();
	make_file(folder, "a.rsp", "-DONE -I\"with space\"\n-DTWO=\\\"x\\\" @b.rsp");
	make_file(folder, "b.rsp", "-isystem deep --options-file b.rsp");
	NvccFlags flags = translate(arena_printf(arena, "-working-directory=%s --options-file a.rsp -DEND", folder));
	const char *expected = arena_printf(arena, "-working-directory=%s|-DONE|-Iwith space|-DTWO=\"x\"|-isystemdeep", folder);
	const char *kept = joined(flags.kept.at, flags.kept.n);
	assert_int_equal(strncmp(kept, expected, strlen(expected)), 0);
	assert_string_equal(flags.kept.at[flags.kept.n - 1], "-DEND");
	assert_true(flags.unread.n > 0); /* a file that includes itself ends */
	flags = translate("@/no/such/file.rsp -DA");
	assert_string_equal(joined(flags.unread.at, flags.unread.n), "/no/such/file.rsp");
	remove_folder(folder);
}

static void value_lists(void **state)
{
	static const struct {
		const char *line, *kept;
	} rows[] = {
		{ "nvcc -I a,b -isystem=c,d -D A,B=2 -include x.h,y.h -U P,Q",
		  "-Ia|-Ib|-isystemc|-isystemd|-DA|-DB=2|-includex.h|-includey.h|-UP|-UQ" },
		{ "nvcc -DA=1\\\\,2 '-DS=\"x,y\"' '-DF(a,b)=a' -DV=1,2", "-DA=1,2|-DS=\"x,y\"|-DF(a,b)=a|-DV=1,2" },
		{ "clang++ -DA,B -Ia,b", "-DA,B|-Ia,b" },
		{ "nvcc -Xcompiler -DA,-DB -Xcompiler='-DS=\"x,y\"'", "-DA|-DB|-DS=x,y" },
		{ "nvcc '-I\"with space\"'", "-Iwith space" },
	};
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		NvccFlags flags = translate(rows[i].line);
		assert_string_equal(joined(flags.kept.at, flags.kept.n), rows[i].kept);
		assert_int_equal(flags.skipped.n, 0);
	}
}

static void compilers(void **state)
{
	static const struct {
		const char *line;
		Compiler kind;
		const char *name;
		int n;
	} rows[] = {
		{ "nvcc -c a.cu", COMPILER_NVCC, "nvcc", 1 },
		{ "ccache /opt/cuda/bin/nvcc -c a.cu", COMPILER_NVCC, "/opt/cuda/bin/nvcc", 2 },
		{ "cmake -E env CCACHE_DIR=/c sccache nvcc -c", COMPILER_NVCC, "nvcc", 6 },
		{ "wrap.py --jobs 4 -- nvcc-13.0 -c", COMPILER_NVCC, "nvcc-13.0", 5 },
		{ "clang++-22 -x cuda", COMPILER_CLANG, "clang++-22", 1 },
		{ "ccache x86_64-linux-gnu-g++-12 -c", COMPILER_HOST, "x86_64-linux-gnu-g++-12", 2 },
		{ "wrap -ccbin clang++ -c a.cu", COMPILER_OTHER, NULL, 1 },
		{ "-I nvcc", COMPILER_NONE, NULL, 0 },
		{ "a.cu -DX", COMPILER_NONE, NULL, 0 },
	};
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		FlagList words = { 0 };
		response_split(arena, rows[i].line, 0, &words);
		CompilerWords found = compiler_of(words.at, words.n);
		assert_int_equal(found.kind, rows[i].kind);
		assert_int_equal(found.n, rows[i].n);
		if (rows[i].name)
			assert_string_equal(found.name, rows[i].name);
	}
}

static void environment(void **state)
{
	(void)state;
	setenv("NVCC_PREPEND_FLAGS", "-DFIRST=\"a b\" -std=c++14", 1);
	setenv("NVCC_APPEND_FLAGS", "-DLAST  -arch=sm_80", 1);
	NvccFlags flags = translate("ccache nvcc -DMID -std=c++20 a.cu");
	assert_string_equal(joined(flags.kept.at, flags.kept.n), "-DFIRST=\"a b\"|-DMID|-DLAST");
	assert_string_equal(flags.standard, "c++20");
	assert_string_equal(flags.arch, "sm_80");
	flags = translate("clang++ -DMID a.cu");
	assert_string_equal(joined(flags.kept.at, flags.kept.n), "-DMID");
	flags = translate("-DMID");
	assert_string_equal(joined(flags.kept.at, flags.kept.n), "-DMID");
	unsetenv("NVCC_PREPEND_FLAGS");
	unsetenv("NVCC_APPEND_FLAGS");
}

/* A gcc in a folder of its own: --gcc-install-dir names the folder of its library. */
static void host_compilers(void **state)
{
	(void)state;
	const char *folder = new_folder();
	make_file(folder, "bin/x86_64-linux-gnu-g++-31", "");
	make_file(folder, "bin/clang++-31", "");
	make_file(folder, "lib/gcc/x86_64-linux-gnu/31/cc1plus", "");
	make_file(folder, "lib/gcc/x86_64-linux-gnu/32/cc1plus", "");
	make_file(folder, "include/c++/31/vector", "");
	make_file(folder, "include/c++/32/vector", "");
	assert_int_equal(symlink("x86_64-linux-gnu-g++-31", arena_printf(arena, "%s/bin/g++", folder)), 0);
	const char *wanted = arena_printf(arena, "--gcc-install-dir=%s/lib/gcc/x86_64-linux-gnu/31", folder);
	static const char *const lines[] = { "nvcc -ccbin=%s/bin/g++", "nvcc -ccbin %s/bin", "nvcc --compiler-bindir %s/bin/g++" };
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		NvccFlags flags = translate(arena_printf(arena, lines[i], folder));
		assert_string_equal(joined(flags.kept.at, flags.kept.n), wanted);
	}
	setenv("NVCC_CCBIN", arena_printf(arena, "%s/bin/g++", folder), 1);
	NvccFlags flags = translate("nvcc a.cu");
	assert_string_equal(joined(flags.kept.at, flags.kept.n), wanted);
	assert_int_equal(translate("-DA").kept.n, 1);
	unsetenv("NVCC_CCBIN");
	assert_int_equal(translate(arena_printf(arena, "nvcc -ccbin=%s/bin/clang++-31", folder)).kept.n, 0);
	assert_int_equal(translate("nvcc -ccbin=/no/such/g++").kept.n, 0);
	remove_folder(folder);
}

static void removed_flags(void **state)
{
	static const struct {
		const char *line, *pattern, *left;
	} rows[] = {
		{ "ccache nvcc -DA -Xptxas -v -DB a.cu", "-Xptxas", "ccache|nvcc|-DA|-DB|a.cu" },
		{ "nvcc -Xptxas -v -Xptxas -O3", "-Xptxas -v", "nvcc|-Xptxas|-O3" },
		{ "nvcc -DA -DB=1 -IC -D D", "-D*", "nvcc|-IC" },
		{ "nvcc -DAB -DA", "-DA", "nvcc|-DAB" },
		{ "nvcc stray -DA", "stray", "nvcc|-DA" },
		{ "nvcc -DA", "-DB", "nvcc|-DA" },
		{ "-std=c++17 -c", "-std=c++1?", "-c" },
		{ "nvcc @/no/such.rsp -DA", "-DA", "nvcc|@/no/such.rsp" },
	};
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		FlagList words = { 0 }, patterns = { 0 };
		response_split(arena, rows[i].line, 0, &words);
		vec_push(arena, &patterns, rows[i].pattern);
		FlagList left = nvcc_remove(arena, NULL, words.at, words.n, &patterns);
		assert_string_equal(joined(left.at, left.n), rows[i].left);
	}
}

/* --- all options of nvcc ----------------------------------------------------------------------- */

/* "--options-file <file>,...        (-optf)": both spellings, each with a value where it has one. */
static void check_help_line(char *line, int *n)
{
	char *both[2] = { line, NULL };
	char *bracket = strstr(line, " (-");
	char *value = line + strcspn(line, " ");
	bool has_value = value[strspn(value, " ")] && value[1] != ' ';
	if (bracket) {
		both[1] = bracket + 2;
		bracket[2 + strcspn(bracket + 2, ")")] = 0;
	}
	*value = 0;
	for (int i = 0; i < 2 && both[i]; i++) {
		NvccFlags flags = translate(arena_printf(arena, "nvcc %s%s a.cu", both[i], has_value ? " /dev/null" : ""));
		if (flags.skipped.n || flags.unread.n)
			fprintf(stderr, "%s: not known, or its value is not\n", both[i]);
		assert_int_equal(flags.skipped.n, 0);
	}
	++*n;
}

/* Every option in the help of the installed nvcc is known. */
static void nvcc_help(void **state)
{
	(void)state;
	char line[512];
	int n = 0;
	FILE *help = popen("{ nvcc --help || /usr/local/cuda/bin/nvcc --help; } 2>/dev/null", "r");
	assert_non_null(help);
	while (fgets(line, sizeof line, help))
		if (strncmp(line, "--", 2) == 0 && !strstr(line, "options-file"))
			check_help_line(line, &n);
	pclose(help);
	if (n < 50)
		skip();
}

/* --- toolkits ---------------------------------------------------------------------------------- */

static void make_headers(const char *folder, const char *include, int version)
{
	make_file(folder, arena_printf(arena, "%s/cuda_runtime.h", include), "");
	make_file(folder, arena_printf(arena, "%s/cuda.h", include),
		  arena_printf(arena, "#pragma once\n#define CUDA_VERSION %d\n", version));
}

static void toolkit_layouts(void **state)
{
	(void)state;
	const char *folder = new_folder();
	make_headers(folder, "nvidia/include", 13000);
	make_file(folder, "nvidia/include/cccl/cub/cub.cuh", "");
	make_file(folder, "nvidia/extra/x.h", "");
	make_file(folder, "nvidia/bin/nvcc.profile",
		  "TOP = $(_HERE_)/..\nINCLUDES += \"-I$(TOP)/$(_TARGET_DIR_)/include\" $(_SPACE_)\n"
		  "SYSTEM_INCLUDES += \"-isystem\" \"$(TOP)/extra\" $(_SPACE_)\n");
	make_headers(folder, "debian/usr/include", 11080);
	make_file(folder, "debian/usr/lib/cuda/bin/x", "");
	make_file(folder, "debian/usr/lib/nvidia-cuda-toolkit/bin/nvcc", "");
	make_headers(folder, "conda/targets/x86_64-linux/include", 12040);
	const Toolkit *nvidia = toolkit_at(arena, arena_printf(arena, "%s/nvidia", folder));
	assert_non_null(nvidia);
	assert_int_equal(nvidia->version, 13000);
	assert_int_equal(nvidia->more.n, 2);
	assert_string_equal(nvidia->more.at[0], arena_printf(arena, "%s/nvidia/extra", folder));
	assert_string_equal(nvidia->more.at[1], arena_printf(arena, "%s/nvidia/include/cccl", folder));
	const Toolkit *debian = toolkit_at(arena, arena_printf(arena, "%s/debian/usr/lib/cuda", folder));
	assert_non_null(debian);
	assert_string_equal(debian->include, arena_printf(arena, "%s/debian/usr/include", folder));
	const Toolkit *of_its_nvcc = toolkit_at(arena, arena_printf(arena, "%s/debian/usr/lib/nvidia-cuda-toolkit", folder));
	assert_non_null(of_its_nvcc);
	assert_string_equal(of_its_nvcc->include, debian->include);
	const Toolkit *conda = toolkit_at(arena, arena_printf(arena, "%s/conda", folder));
	assert_non_null(conda);
	assert_int_equal(conda->version, 12040);
	assert_null(toolkit_at(arena, arena_printf(arena, "%s/nowhere", folder)));
	assert_null(toolkit_at(arena, arena_printf(arena, "%s/debian/usr/lib", folder)));
	remove_folder(folder);
}

static void toolkit_search(void **state)
{
	(void)state;
	const char *folder = new_folder();
	make_headers(folder, "one/include", 12000);
	make_file(folder, "one/bin/nvcc", "");
	make_headers(folder, "two/include", 12010);
	make_file(folder, "path/other", "");
	const char *link = arena_printf(arena, "%s/path/nvcc", folder);
	assert_int_equal(symlink(arena_printf(arena, "%s/one/bin/nvcc", folder), link), 0);
	const char *old_path = arena_strdup(arena, getenv("PATH"));
	setenv("PATH", arena_printf(arena, "/nowhere::%s/path", folder), 1);
	setenv("CUDA_PATH", arena_printf(arena, "%s/two", folder), 1);
	assert_int_equal(toolkit_find(arena, NULL)->version, 12000);
	assert_int_equal(toolkit_find(arena, link)->version, 12000);
	setenv("PATH", "/nowhere", 1);
	assert_int_equal(toolkit_find(arena, NULL)->version, 12010);
	assert_int_equal(toolkit_find(arena, link)->version, 12000);
	make_file(folder, "scripts/nvcc", arena_printf(arena, "#!/bin/sh\n# nvcc\nexec \"%s/one/bin/nvcc\" \"$@\"\n", folder));
	make_file(folder, "scripts/other", "#!/bin/sh\nexec /no/such/bin/nvcc");
	assert_int_equal(toolkit_find(arena, arena_printf(arena, "%s/scripts/nvcc", folder))->version, 12000);
	assert_int_equal(toolkit_find(arena, arena_printf(arena, "%s/scripts/other", folder))->version, 12010);
	unsetenv("CUDA_PATH");
	setenv("PATH", old_path, 1);
	remove_folder(folder);
}

static void toolkit_choice(void **state)
{
	(void)state;
	const Command *none = command_of("", NULL, "none");
	assert_null(none->toolkit);
	assert_true(has(none, PRELUDE_MAIN));
	assert_true(has(none, "-std=c++17"));
	assert_true(has(none, "-D__NVCC__"));
	assert_false(has(command_of("clang++ -c a.cu", NULL, "none"), "-D__NVCC__"));
	assert_true(has(command_of("clang++ -c a.cu", NULL, "none"), "-D__SMEMLINT_CLANG__"));
	const Command *wrong = command_of("--cuda-path=/nowhere", NULL, NULL);
	assert_null(wrong->toolkit);
	assert_int_equal(wrong->n_skipped, 1);
	assert_null(command_of("-nocudainc", NULL, NULL)->toolkit);
}

/* --- parsing with the result ------------------------------------------------------------------- */

static CXTranslationUnit parse(CXIndex index, const Command *command, const char *file)
{
	struct CXUnsavedFile *files = arena_array(arena, struct CXUnsavedFile, command->n_files);
	for (int i = 0; i < command->n_files; i++) {
		const PreludeFile *f = &command->files[i];
		files[i] = (struct CXUnsavedFile){ f->path, f->text, (unsigned long)f->size };
	}
	CXTranslationUnit unit = NULL;
	assert_int_equal(clang_parseTranslationUnit2FullArgv(index, file, command->argv, command->n_argv, files, (unsigned)command->n_files,
							     CXTranslationUnit_KeepGoing, &unit),
			 CXError_Success);
	return unit;
}

static int count_errors(CXTranslationUnit unit)
{
	int n = 0;
	for (unsigned i = 0; i < clang_getNumDiagnostics(unit); i++) {
		CXDiagnostic d = clang_getDiagnostic(unit, i);
		if (clang_getDiagnosticSeverity(d) >= CXDiagnostic_Error) {
			CXString text = clang_formatDiagnostic(d, clang_defaultDiagnosticDisplayOptions());
			print_message("%s\n", clang_getCString(text));
			clang_disposeString(text);
			n++;
		}
		clang_disposeDiagnostic(d);
	}
	return n;
}

static int errors_in(const char *file, const Command *command)
{
	CXIndex index = clang_createIndex(0, 0);
	CXTranslationUnit unit = parse(index, command, file);
	int n = count_errors(unit);
	clang_disposeTranslationUnit(unit);
	clang_disposeIndex(index);
	return n;
}

#define SOURCE(name) SMEMLINT_SOURCE_DIR "/testdata/prelude/" name ".cu"
static const struct {
	const char *path;
	bool needs_cuda_12;
} sources[] = {
	{ SOURCE("types"), false },
	{ SOURCE("device"), false },
	{ SOURCE("math"), false },
	{ SOURCE("half"), false },
	{ SOURCE("groups"), false },
	{ SOURCE("wmma"), false },
	{ SOURCE("runtime"), false },
	{ SOURCE("host_library"), false },
	/* the libcu++ of CUDA 11 does not support clang */
	{ SOURCE("pipeline"), true },
	{ SOURCE("barrier"), true },
};
enum { N_SOURCES = sizeof sources / sizeof *sources };

static void prelude_alone(void **state)
{
	static const char *const lines[] = { "", "-std=c++14", "-std=c++20 -arch=sm_120", "-nostdinc++", "-nostdinc -nostdinc++" };
	(void)state;
	for (size_t k = 0; k < sizeof lines / sizeof *lines; k++) {
		const Command *command = command_of(lines[k], NULL, "none");
		for (int i = 0; i < N_SOURCES; i++)
			assert_int_equal(errors_in(sources[i].path, command), 0);
	}
}

static void with_toolkit(void **state)
{
	(void)state;
	const Command *command = command_of("", NULL, NULL);
	if (!command->toolkit)
		skip();
	int version = toolkit_at(arena, command->toolkit)->version;
	for (int i = 0; i < N_SOURCES; i++) {
		if (version >= 12000 || !sources[i].needs_cuda_12)
			assert_int_equal(errors_in(sources[i].path, command), 0);
	}
}

/* Each header of the prelude can be included, alone and after the others. */
static void every_header(void **state)
{
	(void)state;
	const Command *command = command_of("-nostdinc -nostdinc++", NULL, "none");
	const char *folder = new_folder(), *all = "";
	for (int i = 0; i < command->n_files; i++) {
		const char *path = command->files[i].path;
		all = arena_printf(arena, "%s#include \"%s\"\n", all, path);
		make_file(folder, "one.cu", arena_printf(arena, "#include \"%s\"\n", path));
		assert_int_equal(errors_in(arena_printf(arena, "%s/one.cu", folder), command), 0);
	}
	make_file(folder, "all.cu", all);
	assert_int_equal(errors_in(arena_printf(arena, "%s/all.cu", folder), command), 0);
	remove_folder(folder);
}

static enum CXChildVisitResult note_reference(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	if (clang_getCursorKind(cursor) == CXCursor_MemberRefExpr)
		*(enum CXCursorKind *)data = clang_getCursorKind(clang_getCursorReferenced(cursor));
	return CXChildVisit_Recurse;
}

/* threadIdx.x is a field, with a toolkit and without. */
static void builtin_variables(void **state)
{
	(void)state;
	const char *folder = new_folder();
	make_file(folder, "a.cu", "__global__ void k(int *p) { p[0] = threadIdx.x; }\n");
	for (int i = 0; i < 2; i++) {
		CXIndex index = clang_createIndex(0, 0);
		CXTranslationUnit unit = parse(index, command_of("", NULL, i ? NULL : "none"), arena_printf(arena, "%s/a.cu", folder));
		assert_int_equal(count_errors(unit), 0);
		enum CXCursorKind kind = CXCursor_InvalidFile;
		CXCursor last = clang_getNullCursor();
		CXFile file = clang_getFile(unit, arena_printf(arena, "%s/a.cu", folder));
		last = clang_getCursor(unit, clang_getLocation(unit, file, 1, 17));
		clang_visitChildren(last, note_reference, &kind);
		assert_int_equal(kind, CXCursor_FieldDecl);
		clang_disposeTranslationUnit(unit);
		clang_disposeIndex(index);
	}
	remove_folder(folder);
}

/* Inputs, language and no_code of commands. */
static void inputs(void **state)
{
	(void)state;
	static const struct {
		const char *line, *inputs, *language;
		bool no_code;
	} rows[] = {
		{ "nvcc -c a.cu -o b.cu.o", "a.cu", "", false },
		{ "ccache nvcc -x cu -c dir/a.cpp -MF a.d -MT x.cu", "dir/a.cpp", "cu", false },
		{ "nvcc a.cu -Xcompiler b.cu c.o -o app", "a.cu|c.o", "", false },
		{ "clang++ -x cuda a.cu", "a.cu", "cuda", false },
		{ "nvcc -M a.cu", "a.cu", "", true },
		{ "nvcc -MD -MP -c a.cu", "a.cu", "", false },
		{ "nvcc -MM a.cu", "a.cu", "", true },
		{ "nvcc --dryrun -c a.cu", "a.cu", "", true },
		{ "nvcc -E a.cu", "a.cu", "", true },
		{ "nvcc --version", "", "", true },
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		NvccFlags flags = translate(rows[i].line);
		assert_string_equal(joined(flags.inputs.at, flags.inputs.n), rows[i].inputs);
		assert_string_equal(flags.language ? flags.language : "", rows[i].language);
		assert_int_equal(flags.no_code, rows[i].no_code);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(known_flags, set_up, tear_down),
		cmocka_unit_test_setup_teardown(inputs, set_up, tear_down),
		cmocka_unit_test_setup_teardown(architectures, set_up, tear_down),
		cmocka_unit_test_setup_teardown(response_files, set_up, tear_down),
		cmocka_unit_test_setup_teardown(value_lists, set_up, tear_down),
		cmocka_unit_test_setup_teardown(compilers, set_up, tear_down),
		cmocka_unit_test_setup_teardown(environment, set_up, tear_down),
		cmocka_unit_test_setup_teardown(host_compilers, set_up, tear_down),
		cmocka_unit_test_setup_teardown(removed_flags, set_up, tear_down),
		cmocka_unit_test_setup_teardown(nvcc_help, set_up, tear_down),
		cmocka_unit_test_setup_teardown(toolkit_layouts, set_up, tear_down),
		cmocka_unit_test_setup_teardown(toolkit_search, set_up, tear_down),
		cmocka_unit_test_setup_teardown(toolkit_choice, set_up, tear_down),
		cmocka_unit_test_setup_teardown(prelude_alone, set_up, tear_down),
		cmocka_unit_test_setup_teardown(every_header, set_up, tear_down),
		cmocka_unit_test_setup_teardown(builtin_variables, set_up, tear_down),
		cmocka_unit_test_setup_teardown(with_toolkit, set_up, tear_down),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
