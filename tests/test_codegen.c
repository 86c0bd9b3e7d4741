/* --codegen: recorded PTX and SASS of testdata/codegen, the facts that follow from them, and the programs that are run: scripts
 * in the place of nvcc, and nvcc itself if there is one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/child.h"
#include "base/mangled.h"
#include "codegen/compile.h"
#include "codegen/reconcile.h"
#include "fixture.h"
#include "run.h"
#include "toolchain/embedded.h"
#include "toolchain/toolkit.h"

#define AT "testdata/codegen/"

static Buf read_text(const char *path)
{
	Buf text = { 0 };
	char chunk[4096];
	FILE *file = fopen(path, "rb");
	assert_non_null(file);
	for (size_t n; (n = fread(chunk, 1, sizeof chunk, file)) > 0;)
		buf_add(&text, chunk, n);
	fclose(file);
	return text;
}

static CodeTable recorded(Arena *arena, const char *path)
{
	CodeTable code = { 0 };
	Buf text = read_text(path);
	(strstr(path, ".sass") ? sass_read : ptx_read)(arena, text.s, &code);
	code.by = "nvcc 13.0 for sm_90";
	buf_free(&text);
	return code;
}

/* --- what is read --------------------------------------------------------------------------------- */

/* How many instructions of a kind and width the kernel has at a place; `outer`: the line that it was inlined into. */
static int count_at(const CodeTable *code, const char *kernel, AccessKind kind, int bytes, const char *file, int line, int outer)
{
	int n = 0;
	for (int i = 0; i < code->accesses.n; i++) {
		const CodeAccess *a = &code->accesses.at[i];
		const CodePlace *last = &a->places[a->n_places - 1];
		if (a->kernel && mangled_same(a->kernel, kernel) && a->kind == kind && a->bytes == bytes &&
		    path_may_be_same(code->files.at[a->places[0].file], file) && a->places[0].line == line && last->line == outer)
			n += a->count;
	}
	return n;
}

static void test_sass(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	const CodeTable code = recorded(arena, AT "merges.sass");
	assert_true(code.is_machine_code);
	assert_int_equal(code.kernels.n, 8);
	assert_int_equal(count_at(&code, "_Z5pairsPfPKf", ACCESS_STORE, 8, "merges.cu", 12, 12), 1);
	assert_int_equal(count_at(&code, "_Z5pairsPfPKf", ACCESS_STORE, 4, "merges.cu", 11, 11), 0);
	assert_int_equal(count_at(&code, "_Z5pairsPfPKf", ACCESS_LOAD, 4, "merges.h", 4, 17), 1);
	assert_int_equal(count_at(&code, "_Z9odd_startPfPKf", ACCESS_LOAD, 16, "merges.cu", 40, 40), 2);
	assert_int_equal(count_at(&code, "_ZN12_GLOBAL__N_16hiddenIdEEvPT_PKS1_", ACCESS_LOAD, 16, "merges.cu", 80, 80), 1);
	/* What is never executed does not count: three @!PT LDS precede the copy. */
	assert_int_equal(count_at(&code, "_Z10operationsPiPKi", ACCESS_CP_ASYNC, 4, "cuda_pipeline_helpers.h", 190, 92), 1);
	assert_int_equal(count_at(&code, "_Z10operationsPiPKi", ACCESS_LOAD, 4, "cuda_pipeline_helpers.h", 190, 92), 0);
	assert_int_equal(count_at(&code, "_Z10operationsPiPKi", ACCESS_LDMATRIX, 0, "merges.cu", 104, 104), 1);
	arena_free(arena);
}

static void test_ptx(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	const CodeTable code = recorded(arena, AT "merges.ptx");
	assert_false(code.is_machine_code);
	assert_int_equal(code.kernels.n, 8);
	assert_int_equal(count_at(&code, "_Z5pairsPfPKf", ACCESS_STORE, 4, "merges.cu", 11, 11), 1);
	assert_int_equal(count_at(&code, "_Z5pairsPfPKf", ACCESS_LOAD, 4, "merges.h", 4, 17), 1);
	assert_int_equal(count_at(&code, "_ZN12_GLOBAL__N_16hiddenIfEEvPT_PKS1_", ACCESS_LOAD, 8, "merges.cu", 80, 80), 1);
	assert_int_equal(count_at(&code, "_Z10operationsPiPKi", ACCESS_ATOMIC, 4, "sm_20_atomic_functions.hpp", 84, 98), 1);
	arena_free(arena);
}

static void test_names(void **state)
{
	(void)state;
	assert_true(path_may_be_same("a/k.cu", "/home/x/a/k.cu"));
	assert_true(path_may_be_same("./a/../b/k.cu", "/x/y/../b/./k.cu"));
	assert_true(path_may_be_same("../inc/k.h", "/x/inc/k.h"));
	assert_false(path_may_be_same("a/k.cu", "/home/x/b/k.cu"));
	assert_false(path_may_be_same("/a/k.cu", "/x/a/k.cu"));
	assert_false(path_may_be_same("k.cu", "other_k.cu"));
	assert_false(path_may_be_same("", ""));
}

/* --- what becomes of facts ------------------------------------------------------------------------ */

static const Analysis *analyze_with(Arena *arena, Fixture *fixture, const CodeTable *code)
{
	fixture->options.cuda_path = "none";
	fixture->options.code = code;
	return analyze(arena, &fixture->options);
}

static void test_machine_code(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	const CodeTable code = recorded(arena, AT "merges.sass");
	Fixture *fixture = fixture_read(arena, AT "merges.cu");
	assert_null(fixture->broken);
	assert_int_equal(fixture_check(arena, fixture, analyze_with(arena, fixture, &code), STRICT_FACTS), 0);
	arena_free(arena);
}

/* The fact of a line, of the first instance that has one. */
static const Fact *fact_at(const Analysis *analysis, int line)
{
	for (int k = 0; k < analysis->kernels.n; k++)
		for (int f = 0; f < analysis->kernels.at[k].n_facts; f++)
			if (fact_line(&analysis->kernels.at[k].facts[f]) == line)
				return &analysis->kernels.at[k].facts[f];
	return NULL;
}

static void expect_fact(const Analysis *analysis, int line, CodeVerdict verdict, Certainty certainty, int64_t wavefronts)
{
	const Fact *fact = fact_at(analysis, line);
	assert_non_null(fact);
	assert_int_equal(fact->code, verdict);
	assert_int_equal(fact->certainty, certainty);
	assert_int_equal(fact->wavefronts, wavefronts);
}

/* Accesses that are separate in PTX may still be merged; those that NVVM has eliminated are gone. */
static void test_intermediate_code(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	const CodeTable code = recorded(arena, AT "merges.ptx");
	const Analysis *analysis = analyze_with(arena, fixture_read(arena, AT "merges.cu"), &code);
	expect_fact(analysis, 11, CODE_CONSISTENT, CERTAINTY_EXACT, 0);
	expect_fact(analysis, 13, CODE_CONSISTENT, CERTAINTY_EXACT, 1);
	expect_fact(analysis, 24, CODE_CONSISTENT, CERTAINTY_EXACT, 4);
	expect_fact(analysis, 98, CODE_SILENT, CERTAINTY_EXACT, 2); /* the load of an atomic that is a loop */
	expect_fact(analysis, 92, CODE_CONFIRMED, CERTAINTY_EXACT, 1); /* a copy stays as wide as it is */
	arena_free(arena);
}

/* Code that differs from the model. */
static const char other[] =
	"\t.section\t.text._Z5pairsPfPKf,\"ax\",@progbits\n"
	"        .other          _Z5pairsPfPKf,@\"STO_CUDA_ENTRY STV_DEFAULT\"\n"
	"\t//## File \"" AT
	"merges.cu\", line 12\n"
	"        /*00f0*/                   STS.64 [R7], R6 ;\n"
	"\t//## File \"" AT
	"merges.cu\", line 13\n"
	"        /*0100*/                   STS.U8 [R7+0x100], R6 ;\n"
	"\t//## File \"" AT
	"merges.cu\", line 15\n"
	"        /*0110*/                   LDS R8, [R0] ;\n"
	"\t//## File \"" AT
	"merges.cu\", line 16\n"
	"        /*0120*/              @!P0 LDS R8, [R0+0x4] ;\n"
	"\t.section\t.text._Z10kept_apartPfPKfi,\"ax\",@progbits\n"
	"        .other          _Z10kept_apartPfPKfi,@\"STO_CUDA_ENTRY STV_DEFAULT\"\n"
	"\t//## File \"" AT
	"merges.cu\", line 50\n"
	"        /*0100*/                   STS.64 [R7], R6 ;\n"
	"\t//## File \"" AT
	"merges.cu\", line 52\n"
	"        /*0110*/                   LDS.64 R8, [R0] ;\n"
	"        /*0120*/                   LDS R8, [R0] ;\n"
	"        /*0130*/                   LDS R8, [R0] ;\n";

static void test_other_code(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	CodeTable code = { 0 };
	sass_read(arena, other, &code);
	const Analysis *analysis = analyze_with(arena, fixture_read(arena, AT "merges.cu"), &code);
	expect_fact(analysis, 11, CODE_CONFIRMED, CERTAINTY_EXACT, 0);
	expect_fact(analysis, 12, CODE_CONFIRMED, CERTAINTY_EXACT, 2);
	expect_fact(analysis, 13, CODE_DIFFERS, CERTAINTY_BOUND, 4); /* a byte at a time: one wavefront for each */
	assert_int_equal(fact_at(analysis, 13)->reason, REASON_CODE);
	expect_fact(analysis, 15, CODE_CORRECTED, CERTAINTY_EXACT, 2); /* every second word: two lanes on each bank */
	expect_fact(analysis, 16, CODE_CORRECTED, CERTAINTY_EXACT, 2);
	expect_fact(analysis, 48, CODE_ABSENT, CERTAINTY_BOUND, 1);
	expect_fact(analysis, 50, CODE_CORRECTED, CERTAINTY_EXACT, 2); /* 256 bytes in two wavefronts */
	assert_int_equal(fact_at(analysis, 50)->ideal, 2);
	assert_int_equal(fact_at(analysis, 50)->bytes, 8);
	assert_int_equal(fact_at(analysis, 50)->parts, 3);
	expect_fact(analysis, 49, CODE_MOVED, CERTAINTY_EXACT, 0);
	assert_int_equal(fact_at(analysis, 49)->merged, 1);
	assert_int_equal(fact_at(analysis, 49)->into.begin.line, 50);
	assert_int_equal(fact_at(analysis, 52)->code, CODE_DIFFERS); /* which of them is which is not known */
	assert_int_equal(fact_at(analysis, 52)->certainty, CERTAINTY_BOUND);
	expect_fact(analysis, 24, CODE_SILENT, CERTAINTY_EXACT, 4); /* a kernel without code */
	arena_free(arena);
}

/* The lanes' addresses show which fact has which width, if the numbers of instructions fit. */
static void test_two_widths(void **state)
{
	(void)state;
	static const char program[] =
		"__global__ void two(float *out)\n{\n\t__shared__ volatile float a[128], b[128];\n"
		"\ta[threadIdx.x] = b[threadIdx.x] = out[threadIdx.x];\n\t__syncthreads();\n"
		"\tfloat sum = 0;\n#pragma unroll\n\tfor (int k = 0; k < 4; k++)\n"
		"\t\tsum += a[4 * threadIdx.x + k] * b[32 * k + threadIdx.x];\n\tout[threadIdx.x] = sum;\n}\n";
	static const char start[] =
		"\t.section\t.text._Z3twoPf\n\t.sectionflags\t@\"SHF_BARRIERS=1\"\n\t.other _Z3twoPf,@\"STO_CUDA_ENTRY "
		"STV_DEFAULT\"\n\t//## File \"two.cu\", line 9\n"
		"/*10*/ LDS.128 R4, [R0] ;\n/*20*/ LDS R8, [R1] ;\n/*30*/ LDS R9, [R1+0x80] ;\n/*40*/ LDS R10, [R1+0x100] ;\n";
	for (int more = 0; more < 2; more++) {
		Arena *arena = arena_new();
		CodeTable code = { 0 };
		sass_read(arena, arena_printf(arena, "%s%s", start, more ? "/*50*/ LDS R11, [R1+0x180] ;\n" : ""), &code);
		const AnalyzeOptions options = {
			.file = "two.cu", .text = program, .cuda_path = "none", .alone = true, .block = { 32, 1, 1 }, .code = &code
		};
		const Analysis *analysis = analyze(arena, &options);
		const Fact *fact = fact_at(analysis, 9);
		assert_non_null(fact);
		assert_int_equal(fact->code, more ? CODE_CORRECTED : CODE_DIFFERS);
		assert_int_equal(fact->certainty, more ? CERTAINTY_EXACT : CERTAINTY_BOUND);
		assert_int_equal(fact->bytes, more ? 16 : 4);
		assert_int_equal(fact->wavefronts, more ? 4 : 16); /* 512 bytes in four wavefronts; four times four lanes on a bank */
		arena_free(arena);
	}
}

/* The same with PTX: what is merged in it is merged, but no fact is exact. */
static const char other_ptx[] =
	".visible .entry _Z10kept_apartPfPKfi(\n)\n{\n"
	"\t.loc\t1 50 2\n\tst.shared.v2.f32 \t[%r4], {%f1, %f2};\n"
	"\t.loc\t1 52 2\n\tld.shared.f32 \t%f3, [%r4];\n}\n"
	"\t.file\t1 \"" AT "merges.cu\"\n";

static void test_other_ptx(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	CodeTable code = { 0 };
	ptx_read(arena, other_ptx, &code);
	const Analysis *analysis = analyze_with(arena, fixture_read(arena, AT "merges.cu"), &code);
	expect_fact(analysis, 48, CODE_ABSENT, CERTAINTY_BOUND, 1);
	expect_fact(analysis, 50, CODE_CORRECTED, CERTAINTY_BOUND, 2);
	expect_fact(analysis, 49, CODE_MOVED, CERTAINTY_BOUND, 0);
	assert_int_equal(fact_at(analysis, 52)->code, CODE_DIFFERS); /* one of two loads */
	arena_free(arena);
}

/* --- the PTX as a second front end ------------------------------------------------------------------ */

/* The recorded PTX with `change` replaced by `by`, if there is a change. */
static CodeTable with_ptx(Arena *arena, const char *change, const char *by)
{
	Buf text = read_text(AT "completed.ptx");
	const char *at = change ? strstr(text.s, change) : NULL;
	CodeTable code = { .by = "nvcc 13.0 for sm_90" };
	assert_true(!change || at);
	code.ptx = at ? arena_printf(arena, "%.*s%s%s", (int)(at - text.s), text.s, by, at + strlen(change)) : arena_strdup(arena, text.s);
	ptx_read(arena, code.ptx, &code);
	buf_free(&text);
	return code;
}

static const Fact *fact_of_kind(const Analysis *analysis, int line, AccessKind kind, int bytes)
{
	for (int f = 0; f < analysis->kernels.at[0].n_facts; f++) {
		const Fact *fact = &analysis->kernels.at[0].facts[f];
		if (fact_line(fact) == line && fact->kind == kind && fact->bytes == bytes)
			return fact;
	}
	return NULL;
}

/* What the source does not show comes from the PTX, with the launch of the source, and says so; the rest stays. */
static void test_completed(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	const CodeTable code = with_ptx(arena, NULL, NULL);
	const Analysis *analysis = analyze_with(arena, fixture_read(arena, AT "completed.cu"), &code);
	assert_int_equal(analysis->kernels.n, 1);
	assert_int_equal(analysis->kernels.at[0].n_facts, 3);
	expect_fact(analysis, 6, CODE_CONSISTENT, CERTAINTY_EXACT, 2);
	expect_fact(analysis, 8, CODE_FROM_PTX, CERTAINTY_EXACT, 64); /* every lane on one bank, in two warps */
	expect_fact(analysis, 10, CODE_FROM_PTX, CERTAINTY_EXACT, 68); /* 4 and 64 */
	const Fact *fact = fact_at(analysis, 8);
	assert_string_equal(fact->object->name, "tile");
	assert_int_equal(fact->object->type->size, 64 * 33 * 4);
	assert_int_equal(fact->object->loc.line, 4);
	assert_string_equal(fact->launch->kernel->name, "completed");
	assert_int_equal(fact->launch->from, BLOCK_LAUNCH);
	assert_non_null(strstr(fact->code_text, "from the PTX of nvcc 13.0 for sm_90: by the source it is unknown"));
	assert_int_equal(analysis->comparison.compared, 1);
	assert_int_equal(analysis->comparison.taken, 2);
	assert_int_equal(analysis->comparison.differences.n, 0);
	arena_free(arena);
}

/* A line of which both know the cost, and not the same one, keeps the source's, and is listed. */
static void test_differences(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	const CodeTable code = with_ptx(arena, "mad.lo.s32 \t%r6, %r2, 132,", "mad.lo.s32 \t%r6, %r2, 120,");
	const Analysis *analysis = analyze_with(arena, fixture_read(arena, AT "completed.cu"), &code);
	expect_fact(analysis, 6, CODE_CONSISTENT, CERTAINTY_EXACT, 2);
	assert_int_equal(analysis->comparison.differences.n, 1);
	assert_int_equal(analysis->comparison.differences.at[0].range.begin.line, 6);
	assert_non_null(strstr(analysis->comparison.differences.at[0].text,
			       "takes 2 wavefronts where 2 would do, and by the PTX of nvcc 13.0 "
			       "for sm_90 4 and 2"));
	arena_free(arena);
}

/* The PTX alone: launches and names are still the source's. */
static void test_compiled_only(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	const CodeTable code = with_ptx(arena, NULL, NULL);
	Fixture *fixture = fixture_read(arena, AT "completed.cu");
	fixture->options.compiled_only = true;
	const Analysis *analysis = analyze_with(arena, fixture, &code);
	assert_int_equal(analysis->kernels.n, 1);
	expect_fact(analysis, 6, CODE_FROM_PTX, CERTAINTY_EXACT, 2);
	expect_fact(analysis, 8, CODE_FROM_PTX, CERTAINTY_EXACT, 64);
	assert_int_equal(fact_at(analysis, 6)->launch->block[0], 64);
	assert_string_equal(fact_of_kind(analysis, 10, ACCESS_LOAD, 4)->object->name, "tile");
	arena_free(arena);
}

/* PTX that cannot be read changes nothing. */
static void test_unreadable_ptx(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	const CodeTable code = { .by = "nvcc", .ptx = "noise" };
	const Analysis *analysis = analyze_with(arena, fixture_read(arena, AT "completed.cu"), &code);
	expect_fact(analysis, 6, CODE_SILENT, CERTAINTY_EXACT, 2);
	assert_int_equal(analysis->comparison.taken, 0);
	arena_free(arena);
}

/* --- flags ---------------------------------------------------------------------------------------- */

static void expect_flags(const char *line, const char *want)
{
	Arena *arena = arena_new();
	const char *words[32];
	int n = 0;
	char *save = NULL;
	for (char *w = strtok_r(arena_strdup(arena, line), " ", &save); w; w = strtok_r(NULL, " ", &save))
		words[n++] = w;
	WordList out = { 0 };
	Buf text = { 0 };
	buf_puts(&text, "");
	toolchain_flags(arena, words, n, ARCH_OMITTED, &out);
	for (int i = 0; i < out.n; i++)
		buf_printf(&text, "%s%s", i ? " " : "", out.at[i]);
	assert_string_equal(text.s, want);
	buf_free(&text);
	arena_free(arena);
}

static void test_flags(void **state)
{
	(void)state;
	expect_flags("ccache nvcc -arch sm_80 -gencode=arch=compute_80,code=sm_80 -Iinclude -I src.c -c a.cu -o a.o -O3",
		     "-Iinclude -I src.c -O3");
	expect_flags("-x cuda --cuda-gpu-arch=sm_90 -std=c++17 -DN=4 -MD -MF a.d -fsyntax-only --use_fast_math",
		     "-std=c++17 -DN=4 --use_fast_math");
	expect_flags("-ccbin g++ -Xcompiler -Wall -maxrregcount=64 -lineinfo -o", "-ccbin g++ -Xcompiler -Wall -maxrregcount=64");
	expect_flags("-dc -std=c++17", "-rdc=true -std=c++17");
	expect_flags("", "");
}

/* --- programs ------------------------------------------------------------------------------------- */

static char folder[] = "/tmp/smemlint-test-XXXXXX";

static const char *in_folder(const char *name)
{
	static char path[4][256];
	static int next;
	next = (next + 1) % 4;
	snprintf(path[next], sizeof path[next], "%s/%s", folder, name);
	return path[next];
}

static void write_script(const char *name, const char *text)
{
	FILE *file = fopen(in_folder(name), "w");
	assert_non_null(file);
	fputs(text, file);
	fclose(file);
	assert_int_equal(chmod(in_folder(name), 0755), 0);
}

/* nvcc writes the requested file, and another one next to it; nvdisasm writes the recording. */
static void write_tools(const char *nvcc)
{
	char disassembler[512];
	write_script("nvcc", nvcc);
	snprintf(disassembler, sizeof disassembler, "#!/bin/sh\n[ -f \"$3\" ] && cat '%s/" AT "merges.sass'\n", SMEMLINT_SOURCE_DIR);
	write_script("nvdisasm", disassembler);
}

static int entries(const char *path)
{
	int n = 0;
	DIR *dir = opendir(path);
	assert_non_null(dir);
	for (struct dirent *entry; (entry = readdir(dir)) != NULL;)
		n += entry->d_name[0] != '.';
	closedir(dir);
	return n;
}

static const char *command(const char *rest)
{
	static char line[1024];
	snprintf(line, sizeof line, "%s --cuda-path none --codegen=%s/nvcc", rest, folder);
	return line;
}

static const char good_nvcc[] =
	"#!/bin/sh\necho noise, release 13.0, V13.0.88; echo warning >&2; touch \"$TMPDIR/left_behind\"\n"
	"while [ $# -gt 0 ]; do [ \"$1\" = -o ] && echo .version 9.0 >\"$2\"; shift; done\n";

static void test_command_line(void **state)
{
	(void)state;
	write_tools(good_nvcc);
	expect_says(command("facts " AT "merges.cu"), 0, "\"codegen\":{\"verdict\":\"confirmed\"",
		    "confirmed by the machine code of nvcc 13.0 for sm_90: 1 store of 8 bytes on this line");
	expect_says(command("--verbose " AT "merges.cu"), 1, "note: confirmed by the machine code of nvcc 13.0 for sm_90: ");
	assert_int_equal(entries(in_folder("tmp")), 0);
}

static void test_failures(void **state)
{
	(void)state;
	write_tools("#!/bin/sh\necho 'merges.cu(3): error: it is broken' >&2\nexit 2\n");
	expect_says(command(AT "merges.cu"), 3,
		    AT
		    "merges.cu: error: --codegen: nvcc: exit status 2:\n"
		    "merges.cu(3): error: it is broken",
		    "warning: 2-way bank conflict");
	write_tools("#!/bin/sh\nkill -SEGV $$\n");
	expect_says(command("facts " AT "merges.cu"), 3, "nvcc: killed by signal 11", "\"codegen\":null");
	write_tools("#!/bin/sh\nexit 0\n"); /* and nothing is written */
	expect_says(command("facts " AT "merges.cu"), 3, "nvcc wrote no readable code", "\"codegen\":null");
	write_tools(good_nvcc);
	write_script("nvdisasm", "#!/bin/sh\necho 'not what is expected'\n");
	expect_says(command("facts " AT "merges.cu"), 3, "nvdisasm wrote no readable code", "\"codegen\":null");
	write_script("nvdisasm", "#!/bin/sh\nprintf '\\t.section\\t.text._Z5pairsPfPKf\\n\\000\\n'\n");
	expect_says(command("facts " AT "merges.cu"), 3, "nvdisasm wrote no readable code");
	assert_int_equal(entries(in_folder("tmp")), 0);
	expect_says("facts --codegen=/no/such/nvcc " AT "merges.cu", 2,
		    "--codegen: '/no/such/nvcc' is not a program; files are analysed without nvcc", "\"codegen\":null");
	expect_says("facts --codegen=no-such-compiler " AT "merges.cu", 2,
		    "--codegen: 'no-such-compiler' is not a program; files are analysed without nvcc", "\"codegen\":null");
}

/* Without a disassembler PTX is read, and a note says so. */
static void test_without_disassembler(void **state)
{
	(void)state;
	char nvcc[1024], *path = strdup(getenv("PATH"));
	snprintf(nvcc, sizeof nvcc,
		 "#!/bin/sh\n[ \"$1\" = --version ] && echo release 13.0,\n"
		 "while [ $# -gt 0 ]; do [ \"$1\" = -o ] && /bin/cat '%s/" AT "merges.ptx' >\"$2\"; shift; done\n",
		 SMEMLINT_SOURCE_DIR);
	write_tools(nvcc);
	remove(in_folder("nvdisasm"));
	setenv("PATH", in_folder("tmp"), 1);
	expect_says(command("facts " AT "merges.cu"), 0, "no nvdisasm found", "\"codegen\":{\"verdict\":\"consistent\"",
		    "confirmed by the PTX of nvcc 13.0 for sm_90: 1 atomic of 4 bytes on this line");
	setenv("PATH", path, 1);
	free(path);
}

/* A run that is ended leaves neither files nor processes. */
static void test_ended(void **state)
{
	(void)state;
	static char option[512];
	const struct timespec pause = { .tv_nsec = 20000000 };
	char pids[512];
	snprintf(option, sizeof option, "--codegen=%s/nvcc", folder);
	snprintf(pids, sizeof pids, "#!/bin/sh\necho $$ >%s/pid\necho half >\"$TMPDIR/half\"\nsleep 100\n", folder);
	write_tools(pids);
	pid_t child = fork();
	if (child == 0) {
		execl(SMEMLINT_BINARY, SMEMLINT_BINARY, "facts", option, AT "merges.cu", (char *)NULL);
		_exit(127);
	}
	for (int i = 0; i < 500 && entries(in_folder("tmp")) == 0; i++)
		nanosleep(&pause, NULL);
	for (int i = 0; i < 500 && access(in_folder("pid"), F_OK) != 0; i++)
		nanosleep(&pause, NULL);
	assert_int_equal(access(in_folder("pid"), F_OK), 0);
	int status;
	kill(child, SIGTERM);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFSIGNALED(status));
	assert_int_equal(WTERMSIG(status), SIGTERM);
	for (int i = 0; i < 500 && entries(in_folder("tmp")) != 0; i++) /* by the process that analyses the file */
		nanosleep(&pause, NULL);
	assert_int_equal(entries(in_folder("tmp")), 0);
	Buf pid = read_text(in_folder("pid"));
	for (int i = 0; i < 250 && kill((pid_t)atoi(pid.s), 0) == 0; i++)
		nanosleep(&pause, NULL);
	assert_int_equal(kill((pid_t)atoi(pid.s), 0), -1);
	buf_free(&pid);
}

static void test_time_limit(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	Buf error = { 0 };
	CodeTable code = { 0 };
	write_tools("#!/bin/sh\n[ \"$1\" = --version ] && exit 0\nsleep 100 & sleep 100\n");
	const CompileOptions options = {
		.tools = { in_folder("nvcc"), in_folder("nvdisasm"), NULL }, .file = AT "merges.cu", .arch = "sm_90", .seconds = 1
	};
	assert_false(code_compile(arena, &options, &code, &error));
	assert_string_equal(error.s, "nvcc: stopped after 1 s");
	assert_int_equal(entries(in_folder("tmp")), 0);
	assert_int_equal(code.accesses.n, 0);
	buf_free(&error);
	arena_free(arena);
}

/* --- what a build made ----------------------------------------------------------------------------- */

static void write_bytes(const char *name, const char *bytes, size_t n)
{
	FILE *file = fopen(in_folder(name), "wb");
	assert_non_null(file);
	assert_int_equal(fwrite(bytes, 1, n, file), n);
	fclose(file);
}

/* Writes what cuobjdump 11.8 wrote of an archive, if it is asked as it was then. */
static void write_cuobjdump(const char *name)
{
	char script[1024];
	snprintf(script, sizeof script,
		 "#!/bin/sh\n[ \"$1 $2\" = '-all -ptx' ] && [ $# = 3 ] && [ -f \"$3\" ] && case $3 in\n"
		 "*/empty.o) echo \"cuobjdump info    : No PTX file found to extract from '$3'.\" >&2 ;;\n"
		 "*/host.o) echo \"cuobjdump info    : File '$3' does not contain device code\" >&2; exit 255 ;;\n"
		 "/*) /bin/cat '%s/" AT "library.cuobjdump' ;;\nesac\n",
		 SMEMLINT_SOURCE_DIR);
	write_script(name, script);
}

static int count_of(const char *text, const char *part)
{
	int n = 0;
	for (const char *at = text; (at = strstr(at, part)) != NULL; at += strlen(part))
		n++;
	return n;
}

static const char *line_with(const char *before, const char *name, const char *after)
{
	static char line[1024];
	snprintf(line, sizeof line, "%s %s%s", before, in_folder(name), after);
	return line;
}

static const char archive_bytes[] = "!<arch>\nsomething", object_bytes[] = "\177ELF\2\1\1\0\0",
		  fatbin_bytes[] = "\x50\xed\x55\xba\1\0\x10\0";

/* An archive is the PTX of its members: that of the newest architecture, at the source's lines where it has any. */
static void test_objects(void **state)
{
	(void)state;
	char *path = strdup(getenv("PATH"));
	setenv("PATH", folder, 1);
	write_tools(good_nvcc);
	write_cuobjdump("cuobjdump");
	write_bytes("lib.a", archive_bytes, sizeof archive_bytes);
	write_bytes("k.o", object_bytes, sizeof object_bytes);
	write_bytes("k.fatbin", fatbin_bytes, sizeof fatbin_bytes);
	Result result = run_smemlint(line_with("facts", "lib.a", ""));
	assert_int_equal(result.status, 0);
	assert_int_equal(count_of(result.out.s, "\n"), 5);
	assert_int_equal(count_of(result.out.s, "\"file\":\"" AT "completed.cu\""), 3);
	assert_int_equal(count_of(result.out.s, "/lib.a.3.sm_80.ptx\",\"line\":"), 2);
	result_free(&result);
	expect_says(line_with("", "k.o", " --block 32,32"), 1, AT "completed.cu:8:2: warning: 32-way bank conflict: this store to 'tile'",
		    "/k.o.3.sm_80.ptx:30:1: warning: 32-way bank conflict", "   30 | st.shared.f32 [%r7], %f1;");
	expect_says(line_with("--format=json", "k.fatbin", " " AT "merges.cu"), 1, "/k.fatbin.2.sm_90.ptx\"", AT "merges.cu\"");
	setenv("PATH", path, 1);
	free(path);
}

static void test_objects_without_ptx(void **state)
{
	(void)state;
	char *path = strdup(getenv("PATH"));
	setenv("PATH", folder, 1);
	write_bytes("empty.o", object_bytes, sizeof object_bytes);
	write_bytes("host.o", object_bytes, sizeof object_bytes);
	write_bytes("source.cu", object_bytes, sizeof object_bytes);
	expect_says(line_with("", "empty.o", ""), 3,
		    "/empty.o: error: not analysed: it has no PTX of a kernel: nvcc embeds it with -arch=sm_NN");
	expect_says(line_with("--format=json", "host.o", ""), 3,
		    "/host.o: error: not analysed: cuobjdump: exit status 255: ", "does not contain device code", "\"files\": []");
	expect_says(line_with("", "source.cu", ""), 3, "this is a binary file, not CUDA source");
	remove(in_folder("cuobjdump"));
	expect_says(line_with("", "k.o", " " AT "merges.cu"), 2,
		    "/k.o: error: not analysed: no cuobjdump found next to nvcc or on PATH: it is in NVIDIA's package "
		    "cuda-cuobjdump-<version>, "
		    "or Debian's nvidia-cuda-toolkit",
		    AT "merges.cu:66:2: warning");
	setenv("PATH", path, 1);
	free(path);
}

/* Of several architectures the newest that the wanted one runs. */
static void test_architectures(void **state)
{
	(void)state;
	static const int wanted[] = { 0, 60, 70, 86, 90 }, first[] = { 90, 70, 70, 70, 90 };
	write_cuobjdump("cuobjdump");
	write_bytes("lib.a", archive_bytes, sizeof archive_bytes);
	for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
		Arena *arena = arena_new();
		Buf error = { 0 };
		const EmbeddedList got =
			embedded_read(arena, &(EmbeddedOptions){ in_folder("cuobjdump"), in_folder("lib.a"), wanted[i], 20 }, &error);
		assert_int_equal(got.n, 2);
		assert_int_equal(got.at[0].arch, first[i]);
		assert_int_equal(got.at[1].arch, 80);
		assert_string_equal(got.at[0].kernels, "_Z9completedPfPKfi ");
		assert_int_equal(strncmp(got.at[0].text, ".version 7.8\n", 13), 0);
		assert_null(strstr(got.at[0].text, "Fatbin"));
		assert_null(strstr(got.at[1].text, "member"));
		arena_free(arena);
	}
}

static const char *codegen_line(const char *built, const char *rest)
{
	static char line[1024];
	snprintf(line, sizeof line, "facts --cuda-path none --codegen=%s %s", in_folder(built), rest);
	return line;
}

static void make_old(const char *name)
{
	const struct timespec past[2] = { { .tv_sec = 1000000000 }, { .tv_sec = 1000000000 } };
	assert_int_equal(utimensat(AT_FDCWD, in_folder(name), past, 0), 0);
}

/* The source's module among several, with the launches of the source. */
static void test_built(void **state)
{
	(void)state;
	char *path = strdup(getenv("PATH"));
	setenv("PATH", folder, 1);
	write_tools(good_nvcc);
	write_cuobjdump("cuobjdump");
	remove(in_folder("nvdisasm"));
	expect_says(codegen_line("lib.a", AT "completed.cu"), 0, "/lib.a for sm_90 does not contradict: 1 store of 4 bytes on this line",
		    "/lib.a for sm_90: by the source it is unknown", "\"wavefronts\":64,", "\"block_from\":\"launch\"");
	expect_says(codegen_line("lib.a", AT "merges.cu"), 3, AT "merges.cu: error: --codegen: ",
		    "/lib.a has no PTX with lines of this file: it is not a part of it, or was compiled without -lineinfo",
		    "\"codegen\":null");
	expect_says(codegen_line("host.o", AT "completed.cu"), 3, "/host.o: cuobjdump: exit status 255: ", "\"codegen\":null");
	make_old("k.o");
	expect_says(codegen_line("k.o", AT "completed.cu"), 3, "/k.o is older than " AT "completed.cu: build it again", "\"codegen\":null");
	remove(in_folder("cuobjdump"));
	expect_says(codegen_line("lib.a", AT "completed.cu"), 2, "--codegen: no cuobjdump found",
		    "files are analysed without compiled code", "\"codegen\":null");
	setenv("PATH", path, 1);
	free(path);
}

/* The machine code beside the PTX: of the cubins that which has the kernel, by its name between other bytes. */
static void test_built_machine_code(void **state)
{
	(void)state;
	char *path = strdup(getenv("PATH")), script[2048];
	setenv("PATH", folder, 1);
	snprintf(script, sizeof script,
		 "#!/bin/sh\n[ \"$1 $2\" = '-all -ptx' ] && exec /bin/cat '%s/" AT
		 "library.cuobjdump'\n"
		 "[ \"$1 $2 $3\" = '-all -xelf sm_90' ] || exit 1\n"
		 "echo other >a.sm_90.cubin; printf 'x\\000_Z9completedPfPKfi\\000' >b.sm_90.cubin\n",
		 SMEMLINT_SOURCE_DIR);
	write_script("cuobjdump", script);
	snprintf(script, sizeof script, "#!/bin/sh\ncase $3 in */b.sm_90.cubin) /bin/cat '%s/" AT "completed.sass' ;; esac\n",
		 SMEMLINT_SOURCE_DIR);
	write_script("nvdisasm", script);
	expect_says(codegen_line("lib.a", AT "completed.cu"), 0, "confirmed by the machine code of ", "from the PTX of ");
	assert_int_equal(entries(in_folder("tmp")), 0);
	setenv("PATH", path, 1);
	free(path);
}

static void write_database(const char *command, const char *output)
{
	char text[1024];
	snprintf(text, sizeof text, "[{\"directory\": \"%s\", \"file\": \"%s/" AT "completed.cu\", \"command\": \"%s\"%s}]\n", folder,
		 SMEMLINT_SOURCE_DIR, command, output);
	write_bytes("compile_commands.json", text, strlen(text));
}

/* What the compile command writes is read if it is as new as the source; nvcc is only run if not. */
static void test_found_in_the_database(void **state)
{
	(void)state;
	char *path = strdup(getenv("PATH")), line[1024];
	setenv("PATH", folder, 1);
	write_tools("#!/bin/sh\necho this nvcc is run >&2\nexit 1\n");
	remove(in_folder("nvdisasm"));
	write_cuobjdump("cuobjdump");
	snprintf(line, sizeof line, "facts --cuda-path none -p %s --codegen " AT "completed.cu", folder);
	write_database("nvcc -c -o lib.a", "");
	expect_says(line, 0, "/lib.a for sm_90: by the source it is unknown");
	write_database("nvcc -c", ", \"output\": \"lib.a\"");
	expect_says(line, 0, "/lib.a for sm_90: by the source it is unknown");
	write_database("nvcc -c -o k.o", "");
	expect_says(line, 3, "this nvcc is run");
	write_database("nvcc -c -o none.o", "");
	expect_says(line, 3, "this nvcc is run");
	remove(in_folder("compile_commands.json"));
	setenv("PATH", path, 1);
	free(path);
}

/* auto: programs that are not there are no error. */
static void test_auto(void **state)
{
	(void)state;
	expect_says("facts --cuda-path none --codegen=auto " AT "merges.cu -- /no/such/nvcc", 0, "\"codegen\":null");
	expect_says("facts --cuda-path none --codegen " AT "merges.cu -- /no/such/nvcc", 2, "\"codegen\":null");
}

/* With the installed nvcc: every access of the program is somewhere in its code. */
static void test_real_compiler(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	const Toolchain tools = toolchain_find(arena, "");
	if (!tools.nvcc) {
		printf("no nvcc is found: left out\n");
		arena_free(arena);
		skip();
	}
	CodeTable code = { 0 };
	Buf error = { 0 };
	const CompileOptions options = { .tools = tools, .file = AT "merges.cu", .arch = "sm_90", .seconds = 120 };
	bool made = code_compile(arena, &options, &code, &error);
	if (!made)
		printf("%s\n", error.s);
	assert_true(made);
	assert_int_equal(code.kernels.n, 8);
	assert_int_equal(count_at(&code, "_Z5pairsPfPKf", ACCESS_STORE, 4, AT "merges.cu", 13, 13), 1);
	assert_int_equal(count_at(&code, "_Z5pairsPfPKf", ACCESS_LOAD, 4, AT "merges.h", 4, 17), 1);
	buf_free(&error);
	arena_free(arena);
}

/* With the installed clang and toolkit: its PTX says what the source does not, and nothing of what nvcc merges. */
static void test_real_clang(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	const bool is_there = child_find(arena, "clang++-22") && toolkit_find(arena, NULL);
	arena_free(arena);
	expect_says("facts --cuda-path none --codegen=clang++-22 " AT "merges.cu", 2, "or there are no headers of a CUDA toolkit for it",
		    "\"codegen\":null");
	setenv("XDG_CONFIG_HOME", "/nonexistent", 1); /* with the toolkit that is there */
	if (!is_there) {
		printf("no clang++-22 and toolkit are found: left out\n");
		skip();
	}
	expect_says("facts --codegen=clang++-22 " AT "completed.cu", 0, "\"line\":6,", "\"codegen\":null", "\"wavefronts\":64,",
		    "\"verdict\":\"from-ptx\",\"text\":\"from the PTX of clang 22");
	expect_says("facts --codegen " AT "completed.cu -- /no/such/nvcc", 0, "\"text\":\"from the PTX of clang 22");
}

static int make_folder(void **state)
{
	(void)state;
	if (!mkdtemp(folder) || mkdir(in_folder("tmp"), 0700) != 0)
		return 1;
	return setenv("TMPDIR", in_folder("tmp"), 1);
}

static int remove_folder(void **state)
{
	(void)state;
	char command[512];
	snprintf(command, sizeof command, "rm -r '%s'", folder);
	return system(command);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_sass),
		cmocka_unit_test(test_ptx),
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_machine_code),
		cmocka_unit_test(test_intermediate_code),
		cmocka_unit_test(test_other_code),
		cmocka_unit_test(test_other_ptx),
		cmocka_unit_test(test_completed),
		cmocka_unit_test(test_differences),
		cmocka_unit_test(test_compiled_only),
		cmocka_unit_test(test_unreadable_ptx),
		cmocka_unit_test(test_two_widths),
		cmocka_unit_test(test_flags),
		cmocka_unit_test(test_command_line),
		cmocka_unit_test(test_failures),
		cmocka_unit_test(test_without_disassembler),
		cmocka_unit_test(test_ended),
		cmocka_unit_test(test_time_limit),
		cmocka_unit_test(test_objects),
		cmocka_unit_test(test_objects_without_ptx),
		cmocka_unit_test(test_architectures),
		cmocka_unit_test(test_built),
		cmocka_unit_test(test_built_machine_code),
		cmocka_unit_test(test_found_in_the_database),
		cmocka_unit_test(test_auto),
		cmocka_unit_test(test_real_compiler),
		cmocka_unit_test(test_real_clang),
	};
	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
