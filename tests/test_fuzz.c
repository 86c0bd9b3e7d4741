/* Damaged input to everything that reads text: nothing may crash, hang or leak, and facts must be
 * consistent.  Deterministic: case i of a fuzzer is made from the seed SMEMLINT_FUZZ_SEED + i alone.
 *
 *   SMEMLINT_FUZZ_RUNS=N       so many cases of each fuzzer
 *   SMEMLINT_FUZZ_SEED=N       another start
 *   SMEMLINT_FUZZ_ONLY=PATTERN only the fuzzers whose names match (* and ?)
 *
 * A case that fails is printed with its seed: SMEMLINT_FUZZ_SEED=that SMEMLINT_FUZZ_RUNS=1 repeats it. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "analysis/analyze.h"
#include "core/block.h"
#include "analysis/callers.h"
#include "base/mangled.h"
#include "base/paths.h"
#include "codegen/reconcile.h"
#include "cute/access.h"
#include "fixture.h"
#include "database/command.h"
#include "database/compdb.h"
#include "ir/ptx_opcode.h"
#include "lower/directives.h"
#include "lower/lower.h"
#include "database/response.h"
#include "mutate.h"
#include "report/facts_json.h"
#include "report/formats.h"
#include "report/make.h"
#include "run.h"
#include "toolchain/embedded.h"
#include "verify/backends/ncu_read.h"
#include "verify/verdict/verdict.h"

#define H200 arch_find(90)

enum { CASE_SECONDS = 30, LANE_OPS = 200000 };

/* --- the case at hand, for when it goes wrong --------------------------------------------------- */

static struct {
	const char *fuzzer;
	uint64_t seed;
	const char *text;
	size_t n;
} now;

static void tell(void)
{
	if (!now.text)
		return;
	fprintf(stderr, "\n%s: SMEMLINT_FUZZ_SEED=%llu\n--- input, %zu bytes\n", now.fuzzer, (unsigned long long)now.seed, now.n);
	fwrite(now.text, 1, now.n, stderr);
	fputs("\n--- end\n", stderr);
	fflush(stderr);
}

static void on_alarm(int signal_number)
{
	(void)signal_number;
	fputs("too slow\n", stderr);
	tell();
	_exit(1);
}

static void on_abort(int signal_number)
{
	tell();
	signal(signal_number, SIG_DFL); /* and then it aborts */
}

/* Of the sanitizers, where there are any: AddressSanitizer calls back, UndefinedBehaviorSanitizer aborts. */
void __sanitizer_set_death_callback(void (*callback)(void)) __attribute__((weak));
const char *__ubsan_default_options(void);
const char *__ubsan_default_options(void)
{
	return "abort_on_error=1:print_stacktrace=1";
}

static void case_begin(const char *fuzzer, uint64_t seed, const Buf *text)
{
	now.fuzzer = fuzzer;
	now.seed = seed;
	now.text = text->s;
	now.n = text->n;
	alarm(CASE_SECONDS);
}

static void case_end(void)
{
	alarm(0);
	now.text = NULL;
}

/* Fails inside a case end up here. */
static int tear_down(void **state)
{
	(void)state;
	tell();
	case_end();
	return 0;
}

static uint64_t number_of(const char *variable, uint64_t otherwise)
{
	const char *text = getenv(variable);
	return text && *text ? strtoull(text, NULL, 10) : otherwise;
}

static uint64_t first_seed(void)
{
	return number_of("SMEMLINT_FUZZ_SEED", 20250101);
}

typedef void Check(Arena *arena, Rng *rng, const Buf *text);

static void fuzz(const char *name, const Language *language, uint64_t runs, Check *check)
{
	uint64_t first = first_seed(), n = number_of("SMEMLINT_FUZZ_RUNS", runs);
	for (uint64_t i = 0; i < n; i++) {
		Rng rng = { first + i };
		Buf text = mutant(&rng, language);
		Arena *arena = arena_new();
		case_begin(name, first + i, &text);
		check(arena, &rng, &text);
		case_end();
		arena_free(arena);
		buf_free(&text);
	}
}

/* --- inline PTX --------------------------------------------------------------------------------- */

static const char *const ptx_seeds[] = {
	"ld.shared.v4.s32 {$0, $1, $2, $3}, [$4];",
	"{\n\t.reg .pred p;\n\tsetp.ne.b32 p, $1, 0;\n\t@p cp.async.ca.shared.global [$0], [$2], 16;\n}",
	"ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0,$1,$2,$3}, [$4 + 0x20]; // rows\n",
	"{ .reg .u64 t; cvta.to.shared.u64 t, $1; cvt.u32.u64 $0, t; } /* a */ /* b */",
	"atom.shared.cas.b32 $0, [$1-4], $2, 1;",
	"mov.u32 $0, %laneid; mov.b32 ${1:c}, 0f3f800000;",
	"LAB_WAIT: mbarrier.try_wait.parity.shared::cta.b64 P1, [$0], $1;\n@!P1 bra LAB_WAIT;",
	"cp.async.bulk.tensor.2d.shared::cluster.global.tile [$0], [$1, {$2, $3}], [$4];",
	NULL,
};

static const char *const ptx_words[] = {
	"$0",
	"$",
	"${",
	"${1:c}",
	"$99",
	"$1024",
	"%r1",
	"%",
	"%tid.x",
	"[",
	"]",
	"{",
	"}",
	",",
	";",
	"+",
	"-",
	"@p ",
	"@!",
	"!",
	"//",
	"/*",
	"*/",
	"*//*",
	"\n",
	" ",
	"\t",
	":",
	"::",
	"L:",
	".reg .b32 r;",
	".",
	"|",
	"p|q",
	"0f",
	"0d",
	"0f3f8",
	"U",
	"ld.shared.b32",
	"st.shared.v2.f32",
	"_",
	"[[",
	"{{",
	"}}",
	"[{",
	"(",
	")",
	"1.5",
	"--",
	"+-",
	"\"",
	"\\",
	"\x80",
	NULL,
};

static const Language ptx_language = { ptx_seeds, ptx_words };

static void check_operand(const AsmOperand *o, int depth)
{
	assert_true(depth < 16);
	assert_true(o->kind <= AO_OTHER);
	if (o->kind == AO_REG || o->kind == AO_SPECIAL)
		assert_true(o->name && *o->name);
	assert_in_range(o->arg, 0, 1023);
	assert_in_range(o->n_parts, 0, 64);
	if (o->base)
		check_operand(o->base, depth + 1);
	if (o->offset)
		check_operand(o->offset, depth + 1);
	for (int i = 0; i < o->n_parts; i++)
		check_operand(&o->parts[i], depth + 1);
}

static void check_ptx(Arena *arena, Rng *rng, const Buf *text)
{
	(void)rng;
	const AsmBlock *block = asm_parse(arena, text->s);
	for (int i = 0; i < block->n_instrs; i++) {
		const AsmInstr *instr = &block->instrs[i];
		assert_true(instr->text && (!instr->opcode || *instr->opcode->text));
		if (instr->guard)
			check_operand(instr->guard, 0);
		for (int k = 0; k < instr->n_operands; k++)
			check_operand(&instr->operands[k], 0);
	}
}

static void ptx_is_parsed(void **state)
{
	(void)state;
	fuzz("ptx_is_parsed", &ptx_language, 4000, check_ptx);
}

/* --- directives, and what is inserted into the text ---------------------------------------------- */

static const char *const directive_seeds[] = {
	"// smemlint: block(32, 8)\n__global__ void k(float *p)\n{\n}\n",
	"// smemlint: instantiate<float, 32>\ntemplate <typename T, int N>\n__global__ void k(T *p) { p[N] = 0; }\n",
	"/* smemlint: assume(n % 32 == 0), block(64) */\n",
	"template <int N> __global__ void k(const int *p) { }\ntemplate __global__ void k<3>(const int *p);\n",
	"template __global__ void __launch_bounds__(128, 2) n::k<float, (3 > 2)>(float *, dim3 (*)(int));\n",
	"__global__ void k() { static __shared__ Array<int, 4> a, b; __shared__ T t; }\n",
	"#define X \\\n  1\n'a' \"text // no comment\" 1'000 // smemlint: nothing-known\n",
	NULL,
};

static const char *const directive_words[] = {
	"// smemlint:",
	"/* smemlint: ",
	"*/",
	"//",
	"/*",
	"\n",
	" block(",
	"instantiate<",
	"instantiate(",
	"<",
	">",
	"(",
	")",
	",",
	"{",
	"}",
	";",
	"template ",
	"extern template ",
	"class ",
	"__global__ ",
	"__launch_bounds__(",
	"__shared__ ",
	"static ",
	"::",
	"\"",
	"'",
	"\\\n",
	"#if 0\n",
	"int",
	"k",
	"<<",
	">>",
	"-",
	"smemlint:",
	"R\"(",
	"\x80\xff",
	"\r\n",
	"\t",
	NULL,
};

static const Language directives = { directive_seeds, directive_words };

static void check_edits(Arena *arena, Rng *rng, const Buf *text)
{
	Refused refused[2];
	for (int i = 0; i < 2; i++)
		refused[i] = (Refused){ rng_below(rng, text->n + 1), (Correction)rng_below(rng, N_CORRECTIONS) };
	static const char *const extra[] = { "\nint added;", "\nint more;" };
	const Changes changes = { refused, (int)rng_below(rng, 3), extra, (int)rng_below(rng, 3) };
	Insertions insertions = directives_expand(arena, text->s, text->n, &changes);
	size_t added = 0, last = 0;
	for (int i = 0; i < insertions.n; i++) {
		assert_in_range(insertions.at[i].at, last, text->n);
		last = insertions.at[i].at;
		added += insertions.at[i].length;
	}
	if (!insertions.text)
		return;
	assert_int_equal(insertions.size, text->n + added);
	assert_int_equal(insertions.text[insertions.size], 0);
	last = 0;
	for (size_t i = 0; i <= insertions.size; i++) {
		size_t original = insertions_offset(&insertions, i, NULL);
		assert_in_range(original, last, text->n);
		last = original;
	}
	assert_int_equal(last, text->n);
}

static void check_directives(Arena *arena, Rng *rng, const Buf *text)
{
	Directives found = { 0 };
	/* Some with a NUL inside: a file may hold one. */
	if (rng_below(rng, 16) == 0 && text->n)
		text->s[rng_below(rng, text->n)] = 0;
	directives_scan(arena, text->s, text->n, (Loc){ .line = 1, .column = 1 }, &found);
	for (int i = 0; i < found.n; i++) {
		const Directive *d = &found.at[i];
		size_t n = strlen(d->verb);
		assert_true(n > 0 && d->text);
		assert_true(d->loc.offset + n <= text->n);
		assert_memory_equal(text->s + d->loc.offset, d->verb, n);
		assert_true(d->loc.line >= 1 && d->loc.column >= 1);
		int64_t block[3];
		if (block_parse(d->text, block))
			block_problem(arena, block);
	}
	check_edits(arena, rng, text);
}

static void directives_are_read(void **state)
{
	(void)state;
	fuzz("directives_are_read", &directives, 4000, check_directives);
}

/* --- assumptions ---------------------------------------------------------------------------------- */

static const char *const assumption_seeds[] = {
	"n == 1024, k % 8 == 0 && row < height",
	"!flag, p.pitch >= 4 * blockDim.x",
	"f<float, 32>: ns::n / -(3 - k) << 2 != 0x10u",
	"n",
	NULL,
};
static const char *const assumption_words[] = {
	"n", "p.q", "ns::n", "::", ".", ":",  "(", ")", "-", "!",  "==", "=", "<",    "<<",
	">", "%",   "/",     "*",  "+", "&&", "&", ",", " ", "\n", "'",  "u", "\x80", NULL,
};
static const Language assumption_language = { assumption_seeds, assumption_words };

static void check_assumption(Arena *arena, Rng *rng, const Buf *text)
{
	(void)rng;
	AssumeOption option;
	AssumeError error;
	Assumptions list = { 0 };
	Buf why = { 0 };
	const Loc begin = { .file = 0, .line = 1, .column = 1 };
	bool good = assume_parse(arena, text->s, begin, &list, &error);
	for (int i = 0; i < list.n; i++) {
		assert_true(list.at[i].a && list.at[i].b && *list.at[i].text);
		assert_true(list.at[i].op >= OP_EQ && list.at[i].op <= OP_GE);
		assert_int_equal(list.at[i].at, list.at[i].loc.offset);
		assert_in_range(list.at[i].at + strlen(list.at[i].text), 1, text->n);
	}
	assert_int_equal(good, error.message == NULL);
	assert_true(good ? list.n > 0 : error.at <= text->n);
	good = assume_option_parse(arena, text->s, &option, &why);
	assert_int_equal(good, why.n == 0);
	buf_free(&why);
}

static void assumptions_are_read(void **state)
{
	(void)state;
	fuzz("assumptions_are_read", &assumption_language, 4000, check_assumption);
}

/* --- who calls ------------------------------------------------------------------------------------ */

static const char *const caller_seeds[] = {
	"#include \"k.h\"\nint main()\n{\n\trun(1, 2);\n\treturn 0;\n}\n",
	"void run(int n) const noexcept { }\nvoid f() { auto p = &run; call(run, 3); run<32>(1); run<<<1, 2>>>(3); }\n",
	"// run(1)\n/* run(1) */ const char *s = \"run(1)\", c = 'r'; // main() {\n",
	"#define X run( \\\n  1)\nR\"(run(1))\" run((1), (2)) { }\n",
	NULL,
};

static const char *const caller_words[] = {
	"run", "main", "(",  ")",  "{",  "}", ";",    ",",        "<",       ">",    "<<<", ">>>", "&",    "void ", "int ", " const ",
	"\n",  "//",   "/*", "*/", "\"", "'", "\\\n", "#define ", "#if 0\n", "R\"(", ")\"", "::",  "run_", "\x80",  "\t",   NULL,
};

static const Language caller_language = { caller_seeds, caller_words };

static char caller_path[] = "/tmp/smemlint_fuzz_XXXXXX";

static void check_callers(Arena *arena, Rng *rng, const Buf *text)
{
	static const char *const known[] = { "run", "main", "f", "" };
	const char *path = caller_path;
	static const Want wants[] = { WANT_LAUNCH, WANT_CALL, WANT_NUMBER, WANT_BEGIN };
	Names files = { 0 };
	WantedNames names = { 0 };
	FILE *file = fopen(path, "wb");
	assert_non_null(file);
	fwrite(text->s, 1, text->n, file);
	fclose(file);
	vec_push(arena, &files, path);
	for (size_t i = rng_below(rng, 5); i-- > 0;)
		vec_push(arena, &names, ((Wanted){ known[i], wants[rng_below(rng, 4)] }));
	Names found = callers_among(arena, "no/such/file.cu", &files, &names, &(Inputs){ 0 });
	assert_in_range(found.n, 0, names.n > 0);
}

static void callers_are_found(void **state)
{
	(void)state;
	int fd = mkstemp(caller_path);
	assert_true(fd >= 0);
	close(fd);
	fuzz("callers_are_found", &caller_language, 4000, check_callers);
	unlink(caller_path);
}

/* --- flags --------------------------------------------------------------------------------------- */

static char response_path[] = "/tmp/smemlint_fuzz_XXXXXX";

static const char *const flag_seeds[] = {
	"nvcc -c a.cu -o a.o -gencode arch=compute_80,code=[sm_80,sm_86] -Xcompiler -Wall,-DX=1 -I include -std=c++17",
	"clang++ -x cuda --cuda-gpu-arch=sm_90a -DX='\"a b\"' -isystem /usr/include --cuda-path=none -O2",
	"ccache /opt/cuda/bin/nvcc -arch native -Xcompiler=-isystem -Xcompiler=/x -ccbin g++-12 -rdc=true --options-file a,b",
	"-working-directory=/tmp -include a.h -imacros b.h -UX -D X=1 -idirafter c -nocudainc --expt-relaxed-constexpr",
	"-Xcompiler \"-Xcompiler -DX\" --extended-lambda -code=sm_100f -std c++20 -stdlib=libc++ --sysroot=/",
	NULL,
};

static const char *const flag_words[] = {
	"-",
	"--",
	"-I",
	"-D",
	"-U",
	"-include",
	"-std=",
	"-std",
	"-arch=",
	"sm_",
	"sm_90a",
	"compute_",
	"lto_75",
	"-gencode",
	"-Xcompiler",
	"-Xcompiler=",
	"-Xcompiler=-Xcompiler=",
	"-Xcompiler,",
	"--options-file",
	"-optf=",
	"@",
	"@@",
	"=",
	",",
	"\"",
	"'",
	"\\",
	" ",
	"\n",
	"\t",
	"-ccbin=g++-",
	"--cuda-path=",
	"-working-directory",
	"-working-directory=/tmp",
	"a.cu",
	"b.o",
	"nvcc",
	"-isystem",
	"-m64",
	"-O3",
	"-Werror",
	"\x80",
	"@"
	"/dev/null",
	NULL,
};

static const Language flags_language = { flag_seeds, flag_words };

/* Names itself, so that files nest. */
static void write_response(Rng *rng, const Buf *text)
{
	FILE *file = fopen(response_path, "wb");
	assert_non_null(file);
	fwrite(text->s, 1, text->n, file);
	for (size_t i = rng_below(rng, 4); i > 0; i--)
		fprintf(file, " @%s", response_path);
	fclose(file);
}

static void check_words(const char *const *words, int n)
{
	for (int i = 0; i < n; i++)
		assert_non_null(words[i]);
}

static void check_flags(Arena *arena, Rng *rng, const Buf *text)
{
	FlagList words = { 0 };
	response_split(arena, text->s, rng_below(rng, 4) ? 0 : ',', &words);
	if (rng_below(rng, 4) == 0) {
		write_response(rng, text);
		vec_push(arena, &words, arena_printf(arena, "@%s", response_path));
	}
	NvccFlags flags = nvcc_translate(arena, words.at, words.n);
	check_words(flags.kept.at, flags.kept.n);
	check_words(flags.skipped.at, flags.skipped.n);
	FlagList patterns = { 0 };
	vec_push(arena, &patterns, (const char *)"-*o*");
	const FlagList left = nvcc_remove(arena, NULL, words.at, words.n, &patterns);
	check_words(left.at, left.n);
	if (flags.arch)
		assert_string_equal(nvcc_arch(arena, flags.arch), flags.arch);
	const char *arch = nvcc_arch(arena, text->s);
	const CommandOptions options = { .flags = words.at, .n_flags = words.n, .arch = arch, .cuda_path = "none" };
	const Command *command = command_make(arena, &options);
	check_words(command->argv, command->n_argv);
	check_words(command->skipped, command->n_skipped);
	assert_int_equal(strncmp(command->arch, "sm_", 3), 0);
	assert_null(command->toolkit);
}

static void flags_are_translated(void **state)
{
	(void)state;
	int file = mkstemp(response_path);
	assert_true(file >= 0);
	close(file);
	fuzz("flags_are_translated", &flags_language, 1500, check_flags);
	unlink(response_path);
}

/* --- databases ------------------------------------------------------------------------------------ */

static char database_path[] = "/tmp/smemlint_fuzz_XXXXXX";

static const char *const database_seeds[] = {
	"[{\"directory\": \"/tmp\", \"command\": \"ccache nvcc -DA=\\\"x\\\" -c a.cu\", \"file\": \"a.cu\"},\n"
	"{\"directory\": \"b/..\", \"command\": \"g++ -E -x c++ a.cu\", \"file\": \"./a.cu\", \"output\": \"a.o\"}]",
	"[{\"arguments\": [\"clang++\", \"-xcuda\", \"-I\", \"x y\"], \"directory\": \"/x/../..\", \"file\": \"/y/b.cc\"}, {}, 1]",
	"[{\"file\": \"a.cu\", \"command\": \"nvcc 'a\"}, {\"file\": \"../../a.cu\", \"arguments\": [\"nvcc\", null, \"-x\", \"cu\"]}]",
	NULL,
};

static const char *const database_words[] = {
	"[",  "]", "{", "}",    "\"",    "\\",   ",",       ":",       "\"file\"", "\"directory\"", "\"command\"", "\"arguments\"",
	"..", "/", ".", "a.cu", "-x cu", "nvcc", "\\u0000", "\\ud800", "\xff",     "null",          "1e999",       "'",
	NULL,
};

static const Language database_language = { database_seeds, database_words };

static void check_database(Arena *arena, Rng *rng, const Buf *text)
{
	(void)rng;
	FILE *file = fopen(database_path, "wb");
	assert_non_null(file);
	fwrite(text->s, 1, text->n, file);
	fclose(file);
	const CompDb *db = compdb_read(arena, database_path);
	assert_true(!db->problem || !db->entries.n);
	const CompDbFiles files = compdb_cuda(arena, db);
	for (int i = 0; i < files.n; i++)
		for (int k = 0; k < i; k++)
			assert_string_not_equal(files.at[i]->path, files.at[k]->path);
	for (int i = 0; i < db->entries.n; i++)
		check_words(db->entries.at[i].flags, db->entries.at[i].n_flags);
	compdb_entry(db, database_path);
	compdb_nearest(arena, db, "a.cu");
	compdb_may_name(database_path, "a.cu");
}

static void databases_are_read(void **state)
{
	(void)state;
	int file = mkstemp(database_path);
	assert_true(file >= 0);
	close(file);
	fuzz("databases_are_read", &database_language, 4000, check_database);
	unlink(database_path);
}

/* --- blocks -------------------------------------------------------------------------------------- */

static const char *const block_seeds[] = { "32", "32,8", " 16 , 16 , 4 ", "1024,1,1", "0", NULL };
static const char *const block_words[] = { ",", " ", "-", "+", "1", "x", "\t", "3037000500", "4294967296", "2097152", NULL };
static const Language block_language = { block_seeds, block_words };

static void check_block(Arena *arena, Rng *rng, const Buf *text)
{
	(void)rng;
	int64_t b[3];
	if (!block_parse(text->s, b) || block_problem(arena, b))
		return;
	for (int i = 0; i < 3; i++)
		assert_in_range(b[i], 1, 1024);
	assert_in_range(b[0] * b[1] * b[2], 1, 1024);
}

static void blocks_are_read(void **state)
{
	(void)state;
	fuzz("blocks_are_read", &block_language, 4000, check_block);
}

/* --- rows of `smemlint banks` --------------------------------------------------------------------- */

#define LANES_0_31 "0,4,8,12,16,20,24,28,32,36,40,44,48,52,56,60,64,68,72,76,80,84,88,92,96,100,104,108,112,116,120,124"
#define LANES_ENDS \
	"-9223372036854775808,9223372036854775807,0,-1,1,2,3,-128,127,128,-4,6,0,0,0,0," \
	"9223372036854775804,-9223372036854775805,0,4294967296,-4294967296,0,0,0,0,0,0,0,0,0,0,9223372036854775800"

static const char *const row_seeds[] = {
	"ld\t4\tffffffff\t" LANES_0_31,
	"st\t16\t0xffffffff\t" LANES_0_31 "\trest",
	"cp_async\t8\t0f0f0f0f\t" LANES_ENDS,
	"atom_add\t4\t1\t" LANES_ENDS,
	"atom_cas\t8\tffffffff\t" LANES_ENDS,
	"ldmatrix_x4\t16\tffff0000\t" LANES_0_31,
	"atom_addf\t2\tffffffff\t" LANES_ENDS,
	"stmatrix_x2\t1\tffffffff\t" LANES_ENDS,
	"ld\t16\tffffffff\t" LANES_ENDS,
	"cp_async_coalesced\t16\tffffffff\t" LANES_0_31,
	"op\tbytes",
	"# comment",
	NULL,
};
static const char *const row_words[] = { "\t", ",", "ld", "red_add", "popc_inc", "0x", "ffffffff", "0", "-", "#", " ", "16", "\r", NULL };
static const Language rows = { row_seeds, row_words };

/* A row whose offsets alone are changed is mostly still one. */
static Buf make_row(Rng *rng)
{
	if (rng_below(rng, 3) == 0)
		return mutant(rng, &rows);
	Buf row = { 0 };
	buf_printf(&row, "%s\t%d\t%x\t", bank_op_name((BankOp)rng_below(rng, BANK_OP_COUNT)), 1 << rng_below(rng, 5),
		   (unsigned)rng_next(rng) | (rng_below(rng, 2) ? ~0u : 0));
	for (int lane = 0; lane < WARP_LANES; lane++) {
		int64_t offset = rng_below(rng, 8) ? (int64_t)rng_below(rng, 2048) : (int64_t)rng_next(rng);
		if (rng_below(rng, 32) == 0)
			offset = rng_below(rng, 2) ? INT64_MAX : INT64_MIN;
		buf_printf(&row, "%s%lld", lane ? "," : "", (long long)offset);
	}
	return row;
}

static void check_costs(const Buf *out)
{
	const char *line = out->s;
	while (*line) {
		int wavefronts, ideal, n = -1;
		if (strncmp(line, "error\n", 6) == 0) {
			line += 6;
			continue;
		}
		int read = sscanf(line, "%d\t%d%n", &wavefronts, &ideal, &n);
		assert_int_equal(read, 2);
		assert_true(ideal >= 0 && ideal <= wavefronts && wavefronts <= 4 * WARP_LANES);
		assert_int_equal(line[n], '\n');
		line += n + 1;
	}
}

static void bank_rows_are_priced(void **state)
{
	(void)state;
	char path[] = "/tmp/smemlint_fuzz_XXXXXX";
	int fd = mkstemp(path);
	assert_true(fd >= 0);
	FILE *file = fdopen(fd, "wb");
	uint64_t first = first_seed(), n = number_of("SMEMLINT_FUZZ_RUNS", 3000);
	for (uint64_t i = 0; i < n; i++) {
		Rng rng = { first + i };
		Buf row = make_row(&rng);
		fwrite(row.s, 1, row.n, file);
		fputc('\n', file);
		buf_free(&row);
	}
	fclose(file);
	char line[64];
	snprintf(line, sizeof line, "banks %s", path);
	Result result = run_smemlint(line);
	if (result.status != 0 && result.status != 2)
		printf("%s: status %d\n%.3000s\n", path, result.status, result.err.s);
	assert_true(result.status == 0 || result.status == 2);
	check_costs(&result.out);
	result_free(&result);
	unlink(path);
}

/* --- whole programs ------------------------------------------------------------------------------- */

static const char *const program_words[] = {
	"$0",
	"%0",
	"[",
	"]",
	"{",
	"}",
	";",
	",",
	"+",
	"-",
	"@p ",
	"ld.shared.b32 ",
	"st.shared.v4.f32 ",
	"block(",
	"smemlint: ",
	"smemlint: assume(",
	"n",
	"==",
	"<",
	"% 8",
	"stride",
	"smemlint: block(0)",
	"instantiate<",
	")",
	">",
	"32",
	"mov.u32 ",
	"atom.shared.add.u32 ",
	".trans",
	NULL,
};
static const Language program_language = { ptx_seeds, program_words };

/* The hardware does no access that is not aligned: what it costs is not defined. */
static bool is_aligned(const WarpPattern *p, int bytes)
{
	for (int lane = 0; lane < WARP_LANES; lane++)
		if (p->active >> lane & 1 && p->offset[lane] % bytes)
			return false;
	return true;
}

static bool cost_is(const Fact *fact, const WarpPattern *p)
{
	if (!is_aligned(p, fact->written))
		return true;
	WarpRequest request = warp_request(p, fact->op, fact->bytes);
	BankCost cost = bank_cost(H200, &request);
	if (cost.wavefronts == p->cost.wavefronts && cost.ideal == p->cost.ideal)
		return true;
	const bool is_stored_by_parts = fact->op == BANK_ST && fact->reason == REASON_PIECES;
	if (fact->certainty == CERTAINTY_EXACT || (fact->op != BANK_LD && !is_stored_by_parts) || fact->bytes <= BANK_BYTES)
		return false;
	/* smem-parts-undecided: two words of a vector that is loaded, one by one, or all of a record that is stored */
	const int loaded = fact->bytes > 2 * BANK_BYTES ? 2 : 1, n = is_stored_by_parts ? fact->bytes / BANK_BYTES : loaded;
	request.bytes = BANK_BYTES;
	cost = bank_cost(H200, &request);
	return n * cost.wavefronts == p->cost.wavefronts && n * cost.ideal == p->cost.ideal;
}

#define MUST(condition) (void)((condition) || (broken = #condition))

/* What does not hold, or NULL. */
static const char *broken_fact(const Fact *fact)
{
	const char *broken = NULL;
	int64_t counted = 0;
	for (int i = 0; i < fact->n_patterns; i++) {
		counted += fact->patterns[i].count;
		MUST(fact->patterns[i].count > 0);
		MUST(cost_is(fact, &fact->patterns[i]));
	}
	MUST(fact->warps > 0 || fact->merged > 0); /* of which all may be part of another place's requests */
	MUST(fact->ideal >= 0 && fact->ideal <= fact->wavefronts);
	MUST(fact->wavefronts <= 34 * WARP_LANES * fact->warps); /* loops: 32 + 31 + … wavefronts, twice */
	MUST(fact->certainty != CERTAINTY_EXACT || fact->reason == REASON_NONE);
	MUST(fact->certainty <= CERTAINTY_UNKNOWN && (int)fact->reason >= 0 && reason_text(fact->reason));
	MUST(counted <= fact->warps);
	MUST(fact->more_patterns || counted == fact->warps || fact->certainty >= CERTAINTY_UNIT);
	MUST(!fact->worst.count || cost_is(fact, &fact->worst));
	MUST(fact->worst.count || fact->certainty >= CERTAINTY_UNIT || !fact->warps);
	MUST(fact->expected >= 0 && fact->expected <= 4 * WARP_LANES);
	for (int i = 0; i < fact->n_cases; i++) {
		const SymbolicCase *c = &fact->cases[i];
		MUST(c->residue >= 0 && (!fact->modulus || c->residue < fact->modulus));
		const bool may_be_less = fact->of_known_launch || fact->is_usual;
		MUST(!fact->modulus || c->wavefronts <= fact->wavefronts || may_be_less);
		MUST(c->wavefronts * fact->ideal <= fact->wavefronts * c->ideal || fact->modulus || may_be_less);
		MUST(fact->cases[i].ideal <= fact->cases[i].wavefronts);
	}
	return broken;
}

static void check_facts(const Analysis *analysis)
{
	for (int i = 0; i < analysis->kernels.n; i++)
		for (int k = 0; k < analysis->kernels.at[i].n_facts; k++) {
			const Fact *fact = &analysis->kernels.at[i].facts[k];
			const char *broken = broken_fact(fact);
			if (broken)
				printf("line %d, %s %lld/%lld %s, %lld warps, %s: does not hold: %s\n", fact->range.begin.line,
				       bank_op_name(fact->op), (long long)fact->wavefronts, (long long)fact->ideal,
				       certainty_name(fact->certainty), (long long)fact->warps, reason_text(fact->reason), broken);
			assert_null(broken);
		}
}

/* What a person is shown of it. */
static void check_reports(const Analysis *analysis)
{
	Buf out = { 0 };
	Arena *arena = arena_new();
	SourceSet sources = { .arena = arena };
	const FileReport *report = report_make(arena, analysis, true);
	const ReportContext context = {
		.arena = arena, .sources = &sources, .version = "0", .folder = "/", .root = "/", .style.map = true
	};
	for (int i = 0; i < FORMAT_COUNT; i++)
		formats[i].write(&out, &report, 1, &context);
	arena_free(arena);
	report_facts(&out, analysis);
	ir_print(&out, analysis->unit);
	buf_free(&out);
}

static Buf read_program(const char *path)
{
	Buf text = { 0 };
	char chunk[4096];
	FILE *file = fopen(path, "rb");
	assert_non_null(file);
	buf_puts(&text, "");
	for (size_t n; (n = fread(chunk, 1, sizeof chunk, file)) > 0;)
		buf_add(&text, chunk, n);
	fclose(file);
	return text;
}

static void check_program(Arena *arena, const char *file, const Buf *text)
{
	const AnalyzeOptions options = {
		.file = file,
		.text = text->s,
		.cuda_path = "none",
		.eval = { .max_ops = LANE_OPS },
	};
	const Analysis *analysis = analyze(arena, &options);
	check_facts(analysis);
	check_reports(analysis);
}

static void programs_are_analysed(void **state)
{
	(void)state;
	Arena *names = arena_new();
	Paths paths = { 0 };
	fixture_find(names, "testdata/facts", &paths);
	fixture_find(names, "testdata/bad", &paths);
	assert_true(paths.list.n > 0);
	uint64_t first = first_seed(), n = number_of("SMEMLINT_FUZZ_RUNS", 120);
	for (uint64_t i = 0; i < n; i++) {
		Rng rng = { first + i };
		const char *path = paths.list.at[rng_below(&rng, (size_t)paths.list.n)];
		Buf text = read_program(path);
		for (size_t k = 1 + rng_below(&rng, 5); k > 0; k--)
			mutate_token(&rng, &program_language, &text);
		Arena *arena = arena_new();
		case_begin("programs_are_analysed", first + i, &text);
		check_program(arena, path_ends_with(path, ".ptx") ? "fuzz.ptx" : "fuzz.cu", &text);
		case_end();
		arena_free(arena);
		buf_free(&text);
	}
	arena_free(names);
}

/* --- modules of PTX ------------------------------------------------------------------------------- */

static const char *const module_words[] = {
	".reg",
	".b32",
	".pred",
	"%r<9>;",
	"%p1",
	"%r1",
	"@%p1 ",
	"@!%p2 ",
	"bra $join;",
	"bra $loop;",
	"$loop:",
	"ret;",
	"{",
	"}",
	"[",
	"]",
	"(",
	")",
	",",
	";",
	"|",
	"!",
	"+",
	"-",
	"0x7fffffff",
	"-1",
	"4294967296",
	"0f3F800000",
	"1.5",
	".loc 1 2 3",
	".loc 1 0 0, inlined_at 1 2 3",
	".file 1 \"x\"",
	".entry",
	".func",
	".param .b32 x",
	".shared",
	".extern",
	".align 3",
	"[4]",
	"[]",
	"mov.b64 {%r1,%r2}, ",
	"ld.shared.v4.u32 ",
	"brx.idx %r1, $t;",
	"$t: .branchtargets $a, $b;",
	"call (x), f, (y);",
	"shfl.sync.bfly.b32 ",
	"cvt.u64.u32 ",
	"bfi.b32 ",
	"lop3.b32 ",
	"%tid.x",
	".pragma \"nounroll\";",
	"/*",
	"*/",
	"//",
	"\n",
	".section .debug_str {",
	".reqntid 1024, 1024",
	NULL,
};
static const char *const module_seeds[] = {
	".visible .entry k(.param .u64 p)\n{\n.reg .b32 %r<9>;\n.shared .align 4 .b8 s[256];\nmov.u32 %r1, s;\nld.shared.u32 %r2, "
	"[%r1];\nret;\n}\n",
	"@%p1 bra $loop;\n",
	NULL,
};
static const Language module_language = { module_seeds, module_words };

static void modules_are_analysed(void **state)
{
	(void)state;
	Arena *names = arena_new();
	Paths paths = { 0 };
	fixture_find(names, "testdata/ptx", &paths);
	fixture_find(names, "testdata/compiled", &paths);
	uint64_t first = first_seed(), n = number_of("SMEMLINT_FUZZ_RUNS", 150);
	for (uint64_t i = 0; i < n; i++) {
		Rng rng = { first + i };
		Buf text = read_program(paths.list.at[rng_below(&rng, (size_t)paths.list.n)]);
		for (size_t k = 1 + rng_below(&rng, 12); k > 0; k--)
			mutate_token(&rng, &module_language, &text);
		Arena *arena = arena_new();
		case_begin("modules_are_analysed", first + i, &text);
		check_program(arena, "fuzz.ptx", &text);
		case_end();
		arena_free(arena);
		buf_free(&text);
	}
	arena_free(names);
}

/* --- the compiler's output ------------------------------------------------------------------------ */

static const char *const code_seeds[] = {
	".visible .entry _Z1kPf(\n)\n{\n.loc 1 14 2\n.loc\t2 3 2, function_name $L__info_string0, inlined_at 1 14 2\n"
	"@%p1 ld.shared.v2.f32 {%f1, %f2}, [%r4+-8];\n{cp.async.ca.shared.global [%r1], [%rd2], 16, 16;}\n}\n"
	".file\t1 \"a/k.cu\"\n.file 2 \"k.h\"\n",
	"\t.section\t.text._Z1kPf,\"ax\",@progbits\n\t.other _Z1kPf,@\"STO_CUDA_ENTRY STV_DEFAULT\"\n"
	"\t//## File \"k.h\", line 3 inlined at \"a/k.cu\", line 14\n\t//## File \"a/k.cu\", line 14\n"
	"/*0100*/  @!P0 LDS.U.128 R4, [R2+UR4+0x80] ;\n/*0110*/ { ATOMS.CAST.SPIN.64 R5, [R10], R4, R5 ;\n",
	NULL,
};
static const char *const code_words[] = {
	".loc",
	".file",
	".entry",
	".func",
	"(",
	")",
	"inlined_at",
	"inlined at",
	",",
	";",
	".text.",
	".section",
	".other",
	"wmma.load.a.sync",
	"cp.async.ca.shared.global",
	"REDS",
	"//## File",
	"\"",
	"line ",
	"/*",
	"*/",
	"LDS",
	"STS.64",
	".128",
	"LDSM",
	"LDGSTS.E",
	"@!PT ",
	"@",
	"ld.shared",
	".v4",
	".f32",
	"st.shared.b64",
	"{",
	"}",
	"\n",
	"\t",
	"STO_CUDA_ENTRY",
	"12",
	"14",
	"k.cu",
	NULL,
};
static const Language code_language = { code_seeds, code_words };

static const char *const embedded_seeds[] = {
	"\nmember lib.a:k.o:\n\nFatbin elf code:\n================\narch = sm_90\n\nFatbin ptx code:\n================\narch = sm_90\n"
	"code version = [7,8]\ncompressed\n\n.version 7.8\n.target sm_90\n.visible .entry _Z1kPf(\n)\n{\nret;\n}\n.file 1 \"a/k.cu\"\n",
	"Fatbin ptx code:\narch = sm_70\n.version 7.8\n.entry a()\n{\n}\n.entry b(\nFatbin ptx code:\narch = sm_80\n.version 8.0\n"
	".entry a()\n{\n}\n.entry b\nmember lib.a:h.o:\n",
	NULL,
};
static const char *const embedded_words[] = {
	"Fatbin ptx code:",
	"Fatbin elf code:",
	"\nFatbin ",
	"\nmember ",
	"arch = sm_",
	"arch = sm_99999999999999999999",
	".version",
	".entry",
	"\n",
	"(",
	"90",
	"_Z1kPf",
	NULL,
};
static const Language embedded_language = { embedded_seeds, embedded_words };

/* Modules have kernels, in the order of the text, and no head of another in them; all architectures lead to some of them. */
static void check_embedded(Arena *arena, Rng *rng, const Buf *text)
{
	const char *cut = arena_strndup(arena, text->s, rng_below(rng, 4) ? text->n : rng_below(rng, text->n + 1));
	const EmbeddedList newest = embedded_parse(arena, cut, 0), old = embedded_parse(arena, cut, 75);
	assert_int_equal(newest.n > 0, old.n > 0);
	for (int i = 0; i < newest.n; i++) {
		const EmbeddedPtx *one = &newest.at[i];
		assert_true(one->number > (i ? newest.at[i - 1].number : 0) && one->arch >= 0);
		assert_true(*one->kernels && one->kernels[strlen(one->kernels) - 1] == ' ');
		assert_null(strstr(one->text, "\nFatbin "));
	}
}

static void embedded_ptx_is_found(void **state)
{
	(void)state;
	fuzz("embedded_ptx_is_found", &embedded_language, 4000, check_embedded);
}

static void check_table(const CodeTable *code)
{
	for (int i = 0; i < code->accesses.n; i++) {
		const CodeAccess *a = &code->accesses.at[i];
		assert_true(a->count > 0 && a->n_places > 0 && a->n_places <= MAX_CODE_PLACES);
		assert_true(a->bytes >= 0 && a->bytes <= 16 && (a->bytes & (a->bytes - 1)) == 0);
		for (int k = 0; k < a->n_places; k++)
			assert_true(a->places[k].file >= 0 && a->places[k].file < code->files.n && a->places[k].line >= 0);
	}
	for (int i = 0; i < code->kernels.n; i++) {
		assert_non_null(code->kernels.at[i]);
		assert_true(mangled_same(code->kernels.at[i], code->kernels.at[i]));
	}
}

static void check_code(Arena *arena, Rng *rng, const Buf *text)
{
	CodeTable ptx = { 0 }, sass = { 0 };
	const char *cut = arena_strndup(arena, text->s, rng_below(rng, 4) ? text->n : rng_below(rng, text->n + 1));
	ptx_read(arena, cut, &ptx);
	sass_read(arena, cut, &sass);
	check_table(&ptx);
	check_table(&sass);
	size_t half = text->n / 2;
	const char *a = arena_strndup(arena, text->s, half), *b = arena_strndup(arena, text->s + half, text->n - half);
	assert_int_equal(path_may_be_same(a, b), path_may_be_same(b, a));
	assert_int_equal(mangled_same(a, b), mangled_same(b, a));
}

static void code_is_read(void **state)
{
	(void)state;
	fuzz("code_is_read", &code_language, 4000, check_code);
}

/* Facts against code that is not theirs. */
static void facts_are_reconciled(void **state)
{
	(void)state;
	Buf sass = read_program("testdata/codegen/merges.sass"), program = read_program("testdata/codegen/merges.cu");
	uint64_t first = first_seed(), n = number_of("SMEMLINT_FUZZ_RUNS", 30);
	for (uint64_t i = 0; i < n; i++) {
		Rng rng = { first + i };
		Buf text = { 0 };
		buf_add(&text, sass.s, sass.n);
		for (size_t k = rng_below(&rng, 60); k > 0; k--)
			mutate_once(&rng, &code_language, &text);
		Arena *arena = arena_new();
		CodeTable code = { 0 };
		case_begin("facts_are_reconciled", first + i, &text);
		(rng_below(&rng, 8) ? sass_read : ptx_read)(arena, text.s, &code);
		const AnalyzeOptions options = {
			.file = "testdata/codegen/merges.cu", .text = program.s, .cuda_path = "none", .code = &code
		};
		const Analysis *analysis = analyze(arena, &options);
		check_facts(analysis);
		check_reports(analysis);
		case_end();
		arena_free(arena);
		buf_free(&text);
	}
	buf_free(&sass);
	buf_free(&program);
}

/* --- CuTe's layouts and copies -------------------------------------------------------------------- */

static const char *const layout_seeds[] = {
	"Swizzle<3,3,3> o (8,64):(64,1)",
	"Sw<3,4,3> o smem_ptr[16b](unset) o ((_8,_8),(_64,_2)):((_64,_512),(_1,_4096))",
	"tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_64, _128>{}, Step<_2,_1>{})",
	"tile_to_shape((4,4):(2,16), (8,16))",
	"raked_product(Layout<Shape<_16,_8>,Stride<_8,_1>>{}, (1,8):(1,1))",
	"cute::ComposedLayout<cute::Swizzle<2, 3, 3>, cute::C<0>, cute::Layout<cute::tuple<cute::C<8>, int>, cute::tuple<int, cute::C<1> > "
	"> >",
	"composition(Swizzle<2,2>{}, Int<-24>{}, make_layout(make_shape(32, Int<32>{}), LayoutRight{}))",
	"(134217728,(1,1)):(-134217728,(_-1,?))",
	NULL,
};
static const char *const layout_words[] = {
	"(",
	")",
	"<",
	">",
	",",
	":",
	"::",
	" o ",
	"_",
	"_8",
	"8",
	"1",
	"?",
	"-",
	"{}",
	"&",
	"o",
	"[",
	"]",
	"Sw<",
	"Shape<",
	"Layout<",
	"C<",
	"Int<",
	"tile_to_shape(",
	"blocked_product(",
	"const ",
	"int",
	"half_t",
	"Layout_MN_SW64_Atom<",
	"LayoutRight",
	"smem_ptr",
	"(unset)",
	"\x80",
	NULL,
};
static const Language layout_language = { layout_seeds, layout_words };

static const char *const copy_seeds[] = {
	"ld.32@columns",
	"st.128@(16,2):(2,1)@(1,8)",
	"ldmatrix.x4.trans",
	"cp.async.16@rows",
	"SM80_16x8x16_F32F16F16F32_TN:A",
	"cute::UniversalCopy<cute::uint64_t>@(8,4)",
	NULL,
};
static const char *const copy_words[] = { "@", ":", ".", "(", ")", ",", "x", "SM90_", "_TN", ":C", "ld", "::", "1", "8", "<", ">", NULL };
static const Language copy_language = { copy_seeds, copy_words };

/* What is printed is read as the same layout. */
static void check_printed(Arena *arena, const CuteLayout *layout)
{
	CuteLayout again;
	CuteError error;
	Buf out = { 0 };

	cute_print(&out, layout);
	assert_true(cute_read(arena, out.s, &again, &error));
	assert_true(cute_congruent(&layout->shape, &again.shape));
	if (cute_layout_is_known(layout))
		for (int64_t i = 0, n = cute_size(layout); i < n; i = i * 2 + 1)
			assert_int_equal(cute_index(layout, &i, 1), cute_index(&again, &i, 1));
	buf_free(&out);
}

static void check_copy_of(Arena *arena, Rng *rng, const CuteLayout *layout)
{
	Buf text = mutant(rng, &copy_language), why = { 0 };
	int bits = 1 << rng_below(rng, 8);
	CuteRequests requests;
	CuteAccess access;

	if (!cute_access_read(arena, text.s, &access, &why)) {
		assert_true(why.n > 0);
	} else if (cute_layout_is_known(layout) && cute_size(layout) <= 1 << 14) {
		if (!cute_requests(arena, &access, layout, bits, &requests, &why))
			assert_true(why.n > 0);
		else
			for (int i = 0; i < requests.n; i++)
				assert_true(bank_cost(H200, &requests.at[i]).wavefronts >= bank_cost(H200, &requests.at[i]).ideal);
	}
	buf_free(&text);
	buf_free(&why);
}

static void check_layout(Arena *arena, Rng *rng, const Buf *text)
{
	const CuteLayout *type = cute_layout_of_type(arena, text->s);
	CuteLayout layout;
	CuteError error;
	bool good = cute_read(arena, text->s, &layout, &error);

	assert_int_equal(good, error.text == NULL);
	assert_true(good || error.at <= text->n);
	assert_true(good || !type);
	if (!good)
		layout = (CuteLayout){ .shape = cute_int(1, true), .stride = cute_int(0, true) };
	check_printed(arena, &layout);
	check_copy_of(arena, rng, &layout);
}

static void layouts_are_read(void **state)
{
	(void)state;
	fuzz("layouts_are_read", &layout_language, 4000, check_layout);
}

/* --- a profiler's exports ------------------------------------------------------------------------- */

static const char *const export_words[] = {
	"\"",
	"\",\"",
	",",
	"\n",
	"==",
	"-",
	"...",
	"0",
	"1",
	"33",
	"-7",
	"1e99",
	"1,024",
	"nan",
	"18446744073709551616",
	"(32, 1, 1)",
	"(0, 1, 1)",
	"(1024, 1024, 1)",
	"ID",
	"Line No",
	"File Path",
	"Function Name",
	"Kernel Name",
	"Block Size",
	"Grid Size",
	"Address",
	"Source",
	"L1 Wavefronts Shared",
	"memory_l1_wavefronts_shared",
	"_Z5twicePKfPf",
	"_ZN32_GLOBAL__N_",
	"LDS",
	"@P0 STS.128 [R1]",
	"0x10",
	NULL,
};
static const char *const export_seeds[] = { "", NULL };
static const Language export_language = { export_seeds, export_words };

static void check_measured(const Measured *measured)
{
	for (int i = 0; i < measured->lines.n; i++) {
		const MeasuredLine *line = &measured->lines.at[i];
		assert_true(line->kernel && line->file && line->line > 0 && line->wavefronts > 0 && line->ideal >= 0 &&
			    line->requests >= 0);
		assert_true(line->block[0] >= 1 && line->block[0] * line->block[1] * line->block[2] <= 1024);
		assert_true(line->n_also >= 0 && line->bytes >= 1 && line->bytes <= 16);
	}
	for (int i = 0; i < measured->launches.n; i++)
		assert_true(measured->launches.at[i].launches > 0 && measured->launches.at[i].blocks > 0);
}

static void exports_are_read(void **state)
{
	(void)state;
	Buf csv = read_program("testdata/verify/multi.csv"), program = read_program("testdata/verify/multi.cu");
	uint64_t first = first_seed(), n = number_of("SMEMLINT_FUZZ_RUNS", 2000);
	Arena *kept = arena_new();
	const AnalyzeOptions options = { .file = "testdata/verify/multi.cu", .text = program.s, .cuda_path = "none", .facts_only = true };
	const Analysis *analysis = analyze(kept, &options);
	PredictedList predicted = { 0 };
	for (int i = 0; i < analysis->kernels.n; i++)
		predicted_add(kept, analysis->unit, &analysis->kernels.at[i], &predicted);
	for (uint64_t i = 0; i < n; i++) {
		Rng rng = { first + i };
		Buf text = { 0 }, why = { 0 };
		buf_add(&text, csv.s, csv.n);
		for (size_t k = rng_below(&rng, 12) + 1; k > 0; k--)
			mutate_once(&rng, &export_language, &text);
		Arena *arena = arena_new();
		Measured measured = { .by = "ncu" };
		case_begin("exports_are_read", first + i, &text);
		bool good = ncu_read(arena, text.s, &measured, &why);
		assert_true(good == !why.n);
		if (good) {
			check_measured(&measured);
			Verification *v = verify_join(arena, &predicted, &measured);
			assert_int_equal(v->lines.n, predicted.n);
		}
		case_end();
		arena_free(arena);
		buf_free(&text);
		buf_free(&why);
	}
	arena_free(kept);
	buf_free(&csv);
	buf_free(&program);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(exports_are_read, tear_down),      cmocka_unit_test_teardown(ptx_is_parsed, tear_down),
		cmocka_unit_test_teardown(directives_are_read, tear_down),   cmocka_unit_test_teardown(assumptions_are_read, tear_down),
		cmocka_unit_test_teardown(callers_are_found, tear_down),     cmocka_unit_test_teardown(flags_are_translated, tear_down),
		cmocka_unit_test_teardown(databases_are_read, tear_down),    cmocka_unit_test_teardown(blocks_are_read, tear_down),
		cmocka_unit_test_teardown(bank_rows_are_priced, tear_down),  cmocka_unit_test_teardown(programs_are_analysed, tear_down),
		cmocka_unit_test_teardown(modules_are_analysed, tear_down),  cmocka_unit_test_teardown(layouts_are_read, tear_down),
		cmocka_unit_test_teardown(embedded_ptx_is_found, tear_down), cmocka_unit_test_teardown(code_is_read, tear_down),
		cmocka_unit_test_teardown(facts_are_reconciled, tear_down),
	};
	printf("SMEMLINT_FUZZ_SEED=%llu\n", (unsigned long long)first_seed());
	fflush(stdout);
	signal(SIGALRM, on_alarm);
	signal(SIGABRT, on_abort);
	if (__sanitizer_set_death_callback)
		__sanitizer_set_death_callback(tell);
	if (getenv("SMEMLINT_FUZZ_ONLY"))
		cmocka_set_test_filter(getenv("SMEMLINT_FUZZ_ONLY"));
	return cmocka_run_group_tests(tests, NULL, NULL);
}
