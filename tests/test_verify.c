/* Predictions compared with measurements: the join and its verdicts, on tables made by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "facts_made.h"
#include "verify/table/csv.h"
#include "verify/backends/ncu_read.h"
#include "verify/verdict/verdict.h"

/* --- predictions -------------------------------------------------------------------------------- */

typedef struct Bench {
	Arena *arena;
	Made *made;
	const Var *tile;
	Measured measured;
	const char *path;
} Bench;

static const char source[] =
	"__global__ void k(float *p)\n"
	"{\n"
	"\t__shared__ float tile[32][32];\n"
	"\tp[0] = tile[threadIdx.x][threadIdx.y];\n"
	"}\n";

/* One block of 32 x 4 threads. */
static Bench bench_new(void)
{
	Arena *arena = arena_new();
	Bench b = { .arena = arena, .made = made_new(arena, source, 32, 4), .measured = { .by = "test" } };
	b.tile = made_shared(b.made, "tile", made_array(arena, made_scalar(arena, TY_FLOAT, "float", 4), 1024));
	b.path = path_absolute(arena, "made.cu");
	return b;
}

static int64_t columns(int x, int y)
{
	return 128 * x + 4 * y;
}

static int64_t pairs(int x, int y)
{
	return 8 * x + 4 * y;
}

/* A load of 128 wavefronts, 4 ideal: of 4 warps each is 32-way. */
static Fact *add_columns(Bench *b)
{
	return made_add(b->made, b->tile, BANK_LD, 4, columns);
}

static void launched(Bench *b, int x, int y, int64_t blocks)
{
	const MeasuredLaunch launch = { .kernel = "_Z1kPf", .block = { x, y, 1 }, .launches = 1, .blocks = blocks };
	measured_add_launch(b->arena, &b->measured, &launch);
}

static MeasuredLine *line(Bench *b, int number, AccessKind kind, int64_t wavefronts, int64_t ideal)
{
	const MeasuredLine row = { .kernel = "_Z1kPf",
				   .block = { 32, 4, 1 },
				   .file = b->path,
				   .line = number,
				   .kind = kind,
				   .bytes = 4,
				   .requests = ideal,
				   .wavefronts = wavefronts,
				   .ideal = ideal };
	measured_add_line(b->arena, &b->measured, &row);
	return &b->measured.lines.at[b->measured.lines.n - 1];
}

static Verification *join(Bench *b)
{
	PredictedList *predicted = arena_new_of(b->arena, PredictedList);
	predicted_add(b->arena, &b->made->unit, made_facts(b->made), predicted);
	return verify_join(b->arena, predicted, &b->measured);
}

/* The verdict on the only line. */
static void expect(Bench *b, Verdict verdict, const char *why)
{
	Verification *v = join(b);
	assert_int_equal(v->lines.n, 1);
	assert_string_equal(verdict_name(v->lines.at[0].verdict), verdict_name(verdict));
	if (why)
		assert_non_null(strstr(v->lines.at[0].why ? v->lines.at[0].why : "", why));
	arena_free(b->arena);
}

/* --- exact facts -------------------------------------------------------------------------------- */

static void exact_to_the_wavefront(void **state)
{
	(void)state;
	Bench b = bench_new();
	add_columns(&b);
	launched(&b, 32, 4, 3);
	line(&b, 4, ACCESS_LOAD, 3 * 128, 3 * 4);
	Verification *v = join(&b);
	assert_int_equal(v->count[VERDICT_CONFIRMED], 1);
	assert_int_equal(v->exact_facts[VERDICT_CONFIRMED], 1);
	assert_int_equal(v->to_the_wavefront, 1);
	assert_int_equal(v->beyond.n, 0);
	arena_free(b.arena);
}

/* Twice as many as predicted, at the same ratio: confirmed, but not to the wavefront. */
static void exact_by_ratio(void **state)
{
	(void)state;
	Bench b = bench_new();
	add_columns(&b);
	launched(&b, 32, 4, 1);
	line(&b, 4, ACCESS_LOAD, 256, 8);
	Verification *v = join(&b);
	assert_int_equal(v->count[VERDICT_CONFIRMED], 1);
	assert_int_equal(v->to_the_wavefront, 0);
	arena_free(b.arena);
}

static void exact_within_two_percent(void **state)
{
	(void)state;
	static const struct {
		int64_t wavefronts;
		Verdict verdict;
	} rows[] = {
		{ 128 * 100, VERDICT_CONFIRMED }, { 128 * 102, VERDICT_CONFIRMED }, { 128 * 98, VERDICT_CONFIRMED },
		{ 128 * 103, VERDICT_REFUTED },   { 128 * 97, VERDICT_REFUTED },    { 400, VERDICT_REFUTED },
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		Bench b = bench_new();
		add_columns(&b);
		launched(&b, 32, 4, 100);
		line(&b, 4, ACCESS_LOAD, rows[i].wavefronts, 400);
		expect(&b, rows[i].verdict, NULL);
	}
}

static void the_way_says_how_near(void **state)
{
	(void)state;
	for (int within = 0; within < 2; within++) {
		Bench b = bench_new();
		b.measured.tolerance = within ? 0.1 : 0.01;
		b.measured.unit = 100;
		add_columns(&b);
		launched(&b, 32, 4, 0);
		line(&b, 4, ACCESS_LOAD, 12300, 400);
		expect(&b, within ? VERDICT_CONFIRMED : VERDICT_REFUTED, NULL);
	}
}

/* Widths of one line are summed, kinds are not. */
static void lines_are_summed(void **state)
{
	(void)state;
	Bench b = bench_new();
	add_columns(&b);
	made_add(b.made, b.tile, BANK_ST, 4, pairs); /* 2-way: 8 wavefronts, 4 ideal */
	launched(&b, 32, 4, 1);
	line(&b, 4, ACCESS_LOAD, 100, 3);
	line(&b, 4, ACCESS_LOAD, 28, 1)->bytes = 8;
	line(&b, 4, ACCESS_STORE, 8, 4);
	line(&b, 5, ACCESS_STORE, 8, 4);
	Verification *v = join(&b);
	assert_int_equal(v->lines.n, 2);
	assert_int_equal(v->count[VERDICT_CONFIRMED], 2);
	assert_int_equal(v->beyond.n, 1);
	assert_int_equal(v->beyond.at[0].line, 5);
	arena_free(b.arena);
}

/* Kernels of one name in two programs: each line counts for the blocks of its own. */
static void programs_are_apart(void **state)
{
	(void)state;
	Bench b = bench_new();
	Measured one = { .by = "test" }, other = one;
	const MeasuredLaunch mine = { "_Z1kPf", { 32, 4, 1 }, 1, 2, 0, NULL }, its = { "_Z1kPf", { 32, 4, 1 }, 1, 5, 0, NULL };
	add_columns(&b);
	line(&b, 4, ACCESS_LOAD, 2 * 128, 2 * 4);
	measured_add_line(b.arena, &one, &b.measured.lines.at[0]);
	measured_add_launch(b.arena, &one, &mine);
	measured_add_launch(b.arena, &other, &its);
	vec_push(b.arena, &other.remarks, "a remark");
	b.measured = (Measured){ .by = "test" };
	measured_join(b.arena, &b.measured, &one);
	measured_join(b.arena, &b.measured, &other);
	assert_int_equal(b.measured.launches.n, 2);
	assert_int_equal(b.measured.remarks.n, 1);
	Verification *v = join(&b);
	assert_int_equal(v->lines.at[0].blocks, 2);
	assert_int_equal(v->to_the_wavefront, 1);
	arena_free(b.arena);
}

/* --- not reached -------------------------------------------------------------------------------- */

static void another_block(void **state)
{
	(void)state;
	Bench b = bench_new();
	add_columns(&b);
	launched(&b, 64, 2, 1);
	expect(&b, VERDICT_NOT_REACHED, "other blocks only, as [64,2,1]");
}

static void no_launch(void **state)
{
	(void)state;
	Bench b = bench_new();
	add_columns(&b);
	expect(&b, VERDICT_NOT_REACHED, "not launched");
}

static void the_line_did_not_run(void **state)
{
	(void)state;
	Bench b = bench_new();
	add_columns(&b);
	launched(&b, 32, 4, 1);
	line(&b, 4, ACCESS_STORE, 128, 4);
	expect(&b, VERDICT_NOT_REACHED, "not executed");
}

static void nothing_but_idle_warps(void **state)
{
	(void)state;
	Bench b = bench_new();
	add_columns(&b);
	launched(&b, 32, 4, 1);
	line(&b, 4, ACCESS_LOAD, 0, 0);
	expect(&b, VERDICT_NOT_REACHED, "not executed");
}

static void another_text(void **state)
{
	(void)state;
	Bench b = bench_new();
	add_columns(&b);
	launched(&b, 32, 4, 1);
	line(&b, 4, ACCESS_LOAD, 128, 4)->text = "p[0] = tile[threadIdx.y][threadIdx.x];";
	Verification *v = join(&b);
	assert_int_equal(v->foreign.n, 1);
	expect(&b, VERDICT_NOT_REACHED, "changed since it was measured");
	b = bench_new();
	add_columns(&b);
	launched(&b, 32, 4, 1);
	line(&b, 4, ACCESS_LOAD, 128, 4)->text = "p[0] =  tile[threadIdx.x][threadIdx.y]; ";
	expect(&b, VERDICT_CONFIRMED, NULL);
}

/* --- other certainties -------------------------------------------------------------------------- */

static void bounds(void **state)
{
	(void)state;
	/* Two warps of the four ran, or the same four cost less: within it.  Higher ratios of fewer wavefronts are, too. */
	static const struct {
		int64_t wavefronts, ideal;
		Verdict verdict;
		const char *why;
	} rows[] = {
		{ 64, 2, VERDICT_CONFIRMED, NULL },  { 64, 4, VERDICT_CONFIRMED, "within the bound" },
		{ 128, 4, VERDICT_CONFIRMED, NULL }, { 140, 4, VERDICT_REFUTED, NULL },
		{ 120, 3, VERDICT_CONFIRMED, NULL },
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		Bench b = bench_new();
		add_columns(&b)->certainty = CERTAINTY_BOUND;
		launched(&b, 32, 4, 1);
		line(&b, 4, ACCESS_LOAD, rows[i].wavefronts, rows[i].ideal);
		expect(&b, rows[i].verdict, rows[i].why);
	}
}

/* Where the number of blocks is not known the dearest warp access decides: none takes more than 32. */
static void bounds_without_counts(void **state)
{
	(void)state;
	for (int above = 0; above < 2; above++) {
		Bench b = bench_new();
		Fact *fact = add_columns(&b);
		fact->certainty = CERTAINTY_BOUND;
		fact->count_known = false;
		launched(&b, 32, 4, 0);
		line(&b, 4, ACCESS_LOAD, 400, 10)->requests = above ? 10 : 20;
		expect(&b, above ? VERDICT_REFUTED : VERDICT_CONFIRMED, NULL);
	}
}

static void symbolic(void **state)
{
	(void)state;
	static const SymbolicCase cases[] = { { 0, 128, 4, 32 }, { 1, 4, 4, 1 }, { 2, 8, 4, 2 } };
	static const struct {
		int64_t wavefronts;
		int modulus;
		Verdict verdict;
		const char *why;
	} rows[] = {
		{ 128, 0, VERDICT_CONFIRMED, "cases" },
		{ 8, 0, VERDICT_CONFIRMED, "cases" },
		{ 16, 0, VERDICT_NO_CLAIM, "without a predicted case" },
		{ 16, 3, VERDICT_NO_CLAIM, "a mix" },
		{ 140, 0, VERDICT_REFUTED, NULL },
		{ 140, 3, VERDICT_REFUTED, NULL },
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		Bench b = bench_new();
		Fact *fact = add_columns(&b);
		fact->certainty = CERTAINTY_SYMBOLIC;
		fact->symbol = "n";
		fact->modulus = rows[i].modulus;
		fact->cases = cases;
		fact->n_cases = 3;
		launched(&b, 32, 4, 1);
		line(&b, 4, ACCESS_LOAD, rows[i].wavefronts, 4);
		expect(&b, rows[i].verdict, rows[i].why);
	}
}

static void open_claims(void **state)
{
	(void)state;
	for (int exact_too = 0; exact_too < 2; exact_too++) {
		Bench b = bench_new();
		add_columns(&b)->certainty = CERTAINTY_DATA;
		if (exact_too)
			add_columns(&b);
		launched(&b, 32, 4, 1);
		line(&b, 4, ACCESS_LOAD, 77, 4);
		expect(&b, VERDICT_NO_CLAIM, "data");
	}
}

/* What nvcc puts into another line's request claims nothing here. */
static void merged_elsewhere(void **state)
{
	(void)state;
	Bench b = bench_new();
	Fact *fact = add_columns(&b);
	fact->wavefronts = fact->ideal = fact->profiled = fact->warps = 0;
	fact->merged = 4;
	fact->into = (Range){ made_loc(3, 2), made_loc(3, 9), 0 };
	launched(&b, 32, 4, 1);
	expect(&b, VERDICT_NO_CLAIM, "wider access in line 3");
}

/* Of two accesses whose counts are unknown, the ratio lies between theirs. */
static void mixtures(void **state)
{
	(void)state;
	static const struct {
		int64_t wavefronts;
		Verdict verdict;
	} rows[] = {
		{ 200, VERDICT_CONFIRMED }, { 320, VERDICT_CONFIRMED }, { 20, VERDICT_CONFIRMED },
		{ 19, VERDICT_REFUTED },    { 330, VERDICT_REFUTED },
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		Bench b = bench_new();
		add_columns(&b)->count_known = false;
		made_add(b.made, b.tile, BANK_LD, 4, pairs);
		launched(&b, 32, 4, 1);
		line(&b, 4, ACCESS_LOAD, rows[i].wavefronts, 10);
		expect(&b, rows[i].verdict, NULL);
	}
}

/* --- names and places --------------------------------------------------------------------------- */

static void another_machine(void **state)
{
	(void)state;
	Bench b = bench_new();
	add_columns(&b);
	launched(&b, 32, 4, 1);
	line(&b, 4, ACCESS_LOAD, 128, 4)->file = "/no/such/folder/of/theirs/made.cu";
	expect(&b, VERDICT_CONFIRMED, NULL);
	b = bench_new();
	add_columns(&b);
	launched(&b, 32, 4, 1);
	line(&b, 4, ACCESS_LOAD, 128, 4)->file = "/no/such/folder/unmade.cu";
	expect(&b, VERDICT_NOT_REACHED, "not executed");
}

/* --- CSV ---------------------------------------------------------------------------------------- */

/* As the profiler writes them: quotes and commas in a field are as they are in the source. */
static void csv_rows(void **state)
{
	(void)state;
	static const char text[] =
		"==PROF== x\n\"a\",\"f(\"x\", y);\",\"\"\r\n\n1,,two\n\"Kernel Name\",\"k\",\n"
		"\"7\",\"g(\"a\",\"b\",\"c\");\",\"0\"\n\"open";
	Arena *arena = arena_new();
	CsvReader reader = csv_begin(arena, text, sizeof text - 1);
	CsvRow row;
	assert_true(csv_next(&reader, &row));
	assert_int_equal(row.n, 3);
	assert_string_equal(row.field[1], "f(\"x\", y);");
	assert_string_equal(row.field[2], "");
	assert_int_equal(csv_column(&row, "a", 0), 0);
	assert_int_equal(csv_column(&row, "a", 1), -1);
	assert_true(csv_next(&reader, &row));
	assert_int_equal(row.n, 3);
	assert_string_equal(row.field[0], "1");
	assert_string_equal(row.field[2], "two");
	assert_string_equal(csv_field(&row, 3), "");
	assert_true(csv_next(&reader, &row));
	assert_int_equal(row.n, 2);
	assert_string_equal(row.field[1], "k");
	assert_true(csv_next(&reader, &row));
	assert_int_equal(row.n, 5);
	csv_fit(arena, &row, 3, 1);
	assert_int_equal(row.n, 3);
	assert_string_equal(row.field[1], "g(\"a\",\"b\",\"c\");");
	assert_string_equal(row.field[2], "0");
	assert_false(reader.cut);
	assert_true(csv_next(&reader, &row));
	assert_string_equal(row.field[0], "open");
	assert_true(reader.cut);
	assert_false(csv_next(&reader, &row));
	arena_free(arena);
}

static void csv_numbers(void **state)
{
	(void)state;
	int64_t n;
	assert_true(csv_number("1,234,567", &n) && n == 1234567);
	assert_true(csv_number("12.0", &n) && n == 12);
	assert_true(csv_number("-", &n) && n == 0);
	assert_true(csv_number("", &n) && n == 0);
	assert_false(csv_number("-5", &n));
	assert_false(csv_number("nan", &n));
	assert_false(csv_number("12x", &n));
	assert_false(csv_number("1e300", &n));
	assert_false(csv_number("11111111111111111111111111111111111111111", &n));
}

/* --- a recorded export, cut anywhere ------------------------------------------------------------- */

static char *read_whole(const char *path, size_t *n)
{
	FILE *file = fopen(path, "rb");
	assert_non_null(file);
	char *text = calloc(1, 1 << 16);
	*n = fread(text, 1, (1 << 16) - 1, file);
	fclose(file);
	return text;
}

static bool same_lines(const Measured *a, const Measured *b)
{
	if (a->lines.n != b->lines.n || a->launches.n != b->launches.n)
		return false;
	for (int i = 0; i < a->lines.n; i++)
		if (a->lines.at[i].line != b->lines.at[i].line || a->lines.at[i].wavefronts != b->lines.at[i].wavefronts ||
		    a->lines.at[i].ideal != b->lines.at[i].ideal)
			return false;
	return true;
}

/* Where an export ends too early it is refused, unless what is missing is what is listed twice. */
static void a_truncated_export(void **state)
{
	(void)state;
	size_t n;
	int read = 0;
	char *text = read_whole("testdata/verify/multi.csv", &n);
	Arena *all = arena_new();
	Measured whole = { 0 };
	Buf why = { 0 };
	assert_true(ncu_read(all, text, &whole, &why));
	assert_int_equal(whole.launches.n, 4);
	for (size_t cut = n - 1; cut > 0; cut--) {
		Arena *arena = arena_new();
		Measured part = { 0 };
		text[cut] = 0;
		buf_free(&why);
		if (ncu_read(arena, text, &part, &why)) {
			assert_true(same_lines(&whole, &part));
			read++;
		} else {
			assert_true(why.n > 0);
		}
		arena_free(arena);
	}
	assert_true(read < 8);
	buf_free(&why);
	arena_free(all);
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(exact_to_the_wavefront),
		cmocka_unit_test(exact_by_ratio),
		cmocka_unit_test(exact_within_two_percent),
		cmocka_unit_test(the_way_says_how_near),
		cmocka_unit_test(lines_are_summed),
		cmocka_unit_test(programs_are_apart),
		cmocka_unit_test(another_block),
		cmocka_unit_test(no_launch),
		cmocka_unit_test(the_line_did_not_run),
		cmocka_unit_test(nothing_but_idle_warps),
		cmocka_unit_test(another_text),
		cmocka_unit_test(bounds),
		cmocka_unit_test(bounds_without_counts),
		cmocka_unit_test(symbolic),
		cmocka_unit_test(open_claims),
		cmocka_unit_test(merged_elsewhere),
		cmocka_unit_test(mixtures),
		cmocka_unit_test(another_machine),
		cmocka_unit_test(csv_rows),
		cmocka_unit_test(csv_numbers),
		cmocka_unit_test(a_truncated_export),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
