/* Rules and reporters on facts made by hand: which rule reports them, its message, and how that is printed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>

#include "facts_made.h"
#include "report/facts_json.h"
#include "report/formats.h"
#include "report/make.h"
#include "report/snippet.h"
#include "rules/rule.h"

static const char source[] =
	"__global__ void k(float *out) {\n"
	"\t__shared__ float tile[32][32];\n"
	"\ttile[threadIdx.y][threadIdx.x] = 0;\n"
	"\tout[i] = tile[threadIdx.x][threadIdx.y];\n"
	"}\n"
	"\tk<<<1, dim3(32, 32)>>>(p);\n";

static int64_t column_32(int x, int y)
{
	return (x * 32 + y) * 4;
}
static int64_t column_17(int x, int y)
{
	return (x * 17 + y) * 4;
}
static int64_t row_32(int x, int y)
{
	return (y * 32 + x) * 4;
}
static int64_t row_xor(int x, int y)
{
	return ((x ^ y) * 32 + y) * 4;
}
static int64_t stride_32(int x, int y)
{
	(void)y;
	return x * 32 * 4;
}
static int64_t one_word(int x, int y)
{
	(void)x, (void)y;
	return 0;
}
static int64_t matrix_row(int x, int y)
{
	(void)y;
	return (x % 16 * 64 + x / 16 * 8) * 2;
}
static int64_t halving(int x, int y)
{
	(void)y;
	return x < 64 ? x * 8 : -1;
}

static const Type *floats(Arena *arena, int64_t rows, int64_t columns)
{
	const Type *row = made_array(arena, made_scalar(arena, TY_FLOAT, "float", 4), columns);
	return rows ? made_array(arena, row, rows) : row;
}

static Diags check(Made *made)
{
	Diags diags = { 0 };
	run_rules(made->arena, &made->unit, made_facts(made), 1, PREFER_MEMORY, NULL, &diags, NULL);
	return diags;
}

/* --- rules -------------------------------------------------------------------------------------- */

typedef struct Case {
	BankOp op;
	int bytes, block_x, block_y;
	int64_t rows, columns; /* of the object */
	OffsetOf *offset;
	const char *rule, *message;
} Case;

static const Case cases[] = {
	{ BANK_LD, 4, 32, 32, 32, 32, row_32, NULL, NULL },
	{ BANK_CP_ASYNC, 4, 32, 32, 32, 32, row_32, NULL, NULL }, /* its cost is open: no sign of a conflict */
	{ BANK_LD, 4, 32, 32, 32, 32, column_32, "smem-bank-conflict-load",
	  "32-way bank conflict: this load of 's' takes 32 wavefronts where 1 would do" },
	{ BANK_ST, 4, 32, 32, 32, 32, column_32, "smem-bank-conflict-store",
	  "32-way bank conflict: this store to 's' takes 32 wavefronts where 1 would do" },
	{ BANK_ATOM_ADD, 4, 32, 1, 0, 1024, stride_32, "smem-bank-conflict-atomic",
	  "32-way bank conflict: this atomic on 's' takes 32 wavefronts where 1 would do" },
	{ BANK_ATOM_ADD, 4, 32, 1, 0, 32, one_word, "smem-atomic-contention",
	  "32 lanes update one word: this atomic on 's' takes 32 wavefronts where 1 would do" },
	{ BANK_ATOM_CAS, 4, 32, 1, 0, 1024, stride_32, "smem-bank-conflict-atomic",
	  "32-way bank conflict: this atomic on 's' takes 64 wavefronts where 2 would do" },
	{ BANK_LDMATRIX_X4, 16, 32, 1, 64, 32, matrix_row, "smem-bank-conflict-matrix",
	  "8-way bank conflict: this ldmatrix from 's' takes 32 wavefronts where 4 would do" },
	{ BANK_LD, 4, 16, 16, 16, 17, column_17, "smem-padding-no-help",
	  "2-way bank conflict in spite of the padding: this load of 's' takes 2 wavefronts where 1 would do" },
	{ BANK_LD, 4, 16, 16, 18, 18, column_17, "smem-bank-conflict-load",
	  "2-way bank conflict: this load of 's' takes 2 wavefronts where 1 would do" },
};

static void test_one_rule_an_access(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		const Case *c = &cases[i];
		Arena *arena = arena_new();
		Made *made = made_new(arena, source, c->block_x, c->block_y);
		made_add(made, made_shared(made, "s", floats(arena, c->rows, c->columns)), c->op, c->bytes, c->offset);
		Diags diags = check(made);
		assert_int_equal(diags.n, c->rule ? 1 : 0);
		if (c->rule) {
			assert_string_equal(diags.at[0].rule, c->rule);
			assert_string_equal(diags.at[0].message, c->message);
		}
		arena_free(arena);
	}
}

/* An access of a padded tile, the rules that claim it in the order of their rows, and the last of them reports it. */
static const struct Claimed {
	BankOp op;
	OffsetOf *offset;
	bool is_swizzled;
	const char *rules, *reported;
} claimed[] = {
	{ BANK_LD, column_17, false, " smem-bank-conflict-load smem-padding-no-help", "smem-padding-no-help" },
	{ BANK_LD, column_17, true, " smem-bank-conflict-load smem-padding-no-help smem-swizzle-no-help", "smem-swizzle-no-help" },
	{ BANK_ATOM_ADD, column_17, true, " smem-bank-conflict-atomic smem-padding-no-help smem-swizzle-no-help", "smem-swizzle-no-help" },
	{ BANK_ATOM_ADD, one_word, true, " smem-atomic-contention", "smem-atomic-contention" },
};

static void test_the_last_row_reports(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof claimed / sizeof *claimed; i++) {
		const struct Claimed *c = &claimed[i];
		Arena *arena = arena_new();
		Buf rules = { 0 };
		Made *made = made_new(arena, source, 16, 16);
		Fact *fact = made_add(made, made_shared(made, "s", floats(arena, 16, 17)), c->op, 4, c->offset);
		if (c->is_swizzled)
			fact->index = (IndexForm){ .kind = INDEX_XOR, .unit = 4, .n_bits = 2, .bit = { 1, 1 }, .text = "x ^ y" };
		const RuleContext context = { .arena = arena, .kernel = made_facts(made), .fact = fact };
		for (int r = 0; r < N_RULES; r++)
			if (all_rules[r]->claims && all_rules[r]->claims(&context))
				buf_printf(&rules, " %s", all_rules[r]->name);
		assert_string_equal(rules.s ? rules.s : "", c->rules);
		Diags diags = check(made);
		assert_int_equal(diags.n, 1);
		assert_string_equal(diags.at[0].rule, c->reported);
		buf_free(&rules);
		arena_free(arena);
	}
}

static const char *note_with(const Diag *diag, const char *part)
{
	for (int i = 0; i < diag->notes.n; i++)
		if (strstr(diag->notes.at[i].text, part))
			return diag->notes.at[i].text;
	return "";
}

static void test_swizzle_of_the_rows(void **state)
{
	Arena *arena = arena_new();
	Made *made = made_new(arena, source, 32, 32);
	(void)state;
	Fact *load = made_add(made, made_shared(made, "s", floats(arena, 32, 32)), BANK_LD, 4, row_xor);
	load->index = (IndexForm){ .kind = INDEX_XOR, .unit = 4, .n_bits = 10, .text = "32*(x ^ y) ^ y" };
	for (int b = 0; b < 5; b++) {
		load->index.bit[b] = UINT64_C(32) << b;
		load->index.bit[b + 5] = UINT64_C(33) << b;
	}
	Diags diags = check(made);
	assert_int_equal(diags.n, 1);
	assert_string_equal(diags.at[0].rule, "smem-swizzle-no-help");
	assert_string_equal(diags.at[0].notes.at[0].text,
			    "index = 32*(x ^ y) ^ y, in units of 4 bytes: address bits 2-6 "
			    "select the bank; lane bits 0-4 flip only bits 7-11, so all 32 lanes use one bank");
	arena_free(arena);
}

static void test_runtime_stride(void **state)
{
	Arena *arena = arena_new();
	Made *made = made_new(arena, source, 32, 1);
	(void)state;
	Fact *load = made_add(made, made_shared(made, "s", floats(arena, 0, -1)), BANK_LD, 4, stride_32);
	SymbolicCase table[32];
	for (int r = 0; r < 32; r++) {
		int ways = r == 0 ? 32 : r & -r;
		table[r] = (SymbolicCase){ .residue = r, .wavefronts = ways, .ideal = 1, .ways = ways };
	}
	load->certainty = CERTAINTY_SYMBOLIC;
	load->reason = REASON_ARGUMENT;
	load->symbol = "n";
	load->modulus = load->n_cases = 32;
	load->cases = table;
	Diags diags = check(made);
	assert_int_equal(diags.n, 1);
	assert_string_equal(diags.at[0].rule, "smem-runtime-stride");
	assert_string_equal(diags.at[0].message,
			    "up to 32-way bank conflict, depending on 'n': this load of 's' takes up to "
			    "32 wavefronts where 1 would do");
	assert_string_equal(diags.at[0].notes.at[0].text,
			    "32-way if n % 32 == 0, 16-way if n % 32 == 16, "
			    "8-way if n % 16 == 8, 4-way if n % 8 == 4, 2-way if n % 4 == 2, free if n is odd");
	arena_free(arena);
}

static void test_tried_values(void **state)
{
	Arena *arena = arena_new();
	Made *made = made_new(arena, source, 32, 1);
	(void)state;
	Fact *load = made_add(made, made_shared(made, "s", floats(arena, 0, 1024)), BANK_LD, 4, halving);
	SymbolicCase table[] = { { 2, 2, 1, 2 }, { 4, 2, 1, 2 }, { 8, 2, 1, 2 } };
	load->certainty = CERTAINTY_SYMBOLIC;
	load->reason = REASON_ARGUMENT;
	load->symbol = "n";
	load->n_cases = 3;
	load->cases = table;
	Diags same = check(made);
	assert_null(strstr(same.at[0].message, "depending on"));
	assert_string_equal(same.at[0].notes.at[0].text, "2.0 times the ideal wavefronts for every n that was tried: 8, 4, 2");
	table[0] = (SymbolicCase){ 2, 1, 1, 1 };
	Diags differ = check(made);
	assert_non_null(strstr(differ.at[0].message, "depending on 'n'"));
	assert_string_equal(differ.at[0].notes.at[0].text, "2.0 times the ideal wavefronts if n is 8, 4, free if 2");
	arena_free(arena);
}

static void test_data_and_bound(void **state)
{
	Arena *arena = arena_new();
	Made *made = made_new(arena, source, 32, 1);
	const Var *s = made_shared(made, "hist", floats(arena, 0, 1024));
	(void)state;
	Fact *data = made_add(made, s, BANK_LD, 4, one_word);
	data->certainty = CERTAINTY_DATA;
	data->reason = REASON_GLOBAL_LOAD;
	data->expected = 3.53;
	Fact *bound = made_add(made, s, BANK_LD, 4, stride_32);
	bound->certainty = CERTAINTY_BOUND;
	bound->reason = REASON_BRANCH;
	bound->range.begin = made_loc(5, 11);
	Diags diags = check(made);
	assert_int_equal(diags.n, 2);
	assert_int_equal(diags.at[0].severity, SEV_NOTE);
	assert_string_equal(diags.at[0].message,
			    "about 3.5 wavefronts where 1 would do, if the data is random: the banks of this load of 'hist' "
			    "depend on data");
	assert_string_equal(diags.at[1].message,
			    "up to 32-way bank conflict: this load of 'hist' takes up to 32 wavefronts "
			    "where 1 would do");
	assert_string_equal(note_with(&diags.at[1], "upper bound"),
			    "an upper bound, since the value depends on a condition "
			    "that is not known");
	arena_free(arena);
}

static void test_totals(void **state)
{
	Arena *arena = arena_new();
	Made *made = made_new(arena, source, 256, 1);
	(void)state;
	Fact *load = made_add(made, made_shared(made, "s", floats(arena, 0, 256)), BANK_LD, 4, halving);
	load->warps += 8;
	load->wavefronts += 8;
	load->ideal += 8;
	Diags diags = check(made);
	assert_string_equal(note_with(&diags.at[0], "warps and iterations"),
			    "12 wavefronts in 10 requests of all warps and iterations, where 10 would do");
	arena_free(arena);
}

static void test_equal_findings_are_merged(void **state)
{
	Arena *arena = arena_new();
	Made *first = made_new(arena, source, 32, 32), *second = made_new(arena, source, 32, 32);
	const Var *tile = made_shared(first, "tile", floats(arena, 32, 32));
	Diags diags = { 0 };
	(void)state;
	second->launch.kernel = &first->kernel;
	second->launch.block[1] = 16;
	made_add(first, tile, BANK_LD, 4, column_32);
	made_add(first, tile, BANK_LD, 4, column_32);
	made_add(second, tile, BANK_LD, 4, column_32);
	KernelFacts kernels[] = { *made_facts(first), *made_facts(second) };
	run_rules(arena, &first->unit, kernels, 2, PREFER_MEMORY, NULL, &diags, NULL);
	assert_int_equal(diags.n, 1);
	assert_int_equal(diags.at[0].n_facts, 3);
	assert_string_equal(note_with(&diags.at[0], "the same"), "the same in 1 other block shape and 1 other call");
	arena_free(arena);
}

static void test_rules_have_their_text(void **state)
{
	(void)state;
	for (int i = 0; i < N_RULES; i++) {
		assert_ptr_equal(rule_find(all_rules[i]->name), all_rules[i]); /* no name twice */
		assert_memory_equal(all_rules[i]->name, "smem", 4); /* by which a NOLINT comment is known to be ours */
		static const char *const parts[] = { "```cuda\n", "**What to do.**", "**What it cannot see.**" };
		for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
			if (!strstr(all_rules[i]->explanation, parts[k]))
				fail_msg("%s: its explanation lacks %s", all_rules[i]->name, parts[k]);
		assert_null(strchr(all_rules[i]->summary, '\n'));
	}
}

/* --- reporters ---------------------------------------------------------------------------------- */

static Analysis *transpose(Arena *arena)
{
	Made *made = made_new(arena, source, 32, 32);
	const Var *tile = made_shared(made, "tile", floats(arena, 32, 32));
	Analysis *analysis = arena_new_of(arena, Analysis);
	Fact *store = made_add(made, tile, BANK_ST, 4, row_32);
	store->range = (Range){ made_loc(3, 2), made_loc(3, 36), 0 };
	made_affine(store, 1, 32, "threadIdx.x + 32*threadIdx.y");
	made_affine(made_add(made, tile, BANK_LD, 4, column_32), 32, 1, "32*threadIdx.x + threadIdx.y");
	vec_push(arena, &analysis->kernels, *made_facts(made));
	analysis->unit = &made->unit;
	run_rules(arena, analysis->unit, analysis->kernels.at, analysis->kernels.n, PREFER_MEMORY, NULL, &analysis->diags, NULL);
	return analysis;
}

static const FileReport *transpose_report(Arena *arena, SourceSet *sources)
{
	const Analysis *analysis = transpose(arena);
	*sources = (SourceSet){ .arena = arena };
	source_set_text(sources, source_add(sources, "made.cu", false), source, strlen(source));
	return report_make(arena, analysis, true);
}

static void test_text(void **state)
{
	Arena *arena = arena_new();
	Buf out = { 0 };
	(void)state;
	SourceSet sources;
	const FileReport *report = transpose_report(arena, &sources);
	const ReportContext context = { .arena = arena, .sources = &sources };
	report_text(&out, &report, 1, &context);
	assert_string_equal(out.s,
			    "made.cu:4:11: warning: 32-way bank conflict: this load of 'tile' takes 32 wavefronts where 1 would do "
			    "[smem-bank-conflict-load]\n"
			    "    4 |         out[i] = tile[threadIdx.x][threadIdx.y];\n"
			    "      |                  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~\n"
			    "      = why: thread x+1 is 32 words away: all 32 lanes use bank 0\n"
			    "      = fix: write tile[r][c ^ (r % 32)] for tile[r][c] everywhere (no extra memory): no conflicts are left\n"
			    "      = block: 32x32 from the launch in line 6\n");
	buf_free(&out);
	arena_free(arena);
}

static void test_verbose_text(void **state)
{
	Arena *arena = arena_new();
	Buf out = { 0 };
	(void)state;
	SourceSet sources;
	const FileReport *report = transpose_report(arena, &sources);
	const ReportContext context = { .arena = arena, .sources = &sources, .style = { .verbose = true } };
	report_text(&out, &report, 1, &context);
	assert_string_equal(
		out.s,
		"made.cu:4:11: warning: 32-way bank conflict: this load of 'tile' takes 32 wavefronts where 1 would do "
		"[smem-bank-conflict-load]\n"
		"    4 |         out[i] = tile[threadIdx.x][threadIdx.y];\n"
		"      |                  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~\n"
		"made.cu:4:11: note: address = 128*threadIdx.x + 4*threadIdx.y bytes: neighbouring lanes are 32 words apart, "
		"so all 32 lanes use one bank\n"
		"made.cu:4:11: note: warp 0: lanes 0-31 use 32 different words of bank 0\n"
		"made.cu:6:2: note: block 32x32 from this launch\n"
		"    6 |         k<<<1, dim3(32, 32)>>>(p);\n"
		"      |         ^\n"
		"made.cu:2:19: note: 'tile' is declared here\n"
		"    2 |         __shared__ float tile[32][32];\n"
		"      |                          ^\n"
		"made.cu:4:11: note: XOR-swizzling the column as tile[r][c ^ (r % 32)] would make every access of 'tile' conflict-free "
		"(no extra memory); so would padding the rows of 'tile' to [32][33] (+128 bytes)\n");
	buf_free(&out);
	arena_free(arena);
}

static void test_text_with_maps_and_color(void **state)
{
	Arena *arena = arena_new();
	Buf out = { 0 };
	(void)state;
	SourceSet sources;
	const FileReport *report = transpose_report(arena, &sources);
	const ReportContext context = { .arena = arena, .sources = &sources, .style = { .color = true, .map = true } };
	report_text(&out, &report, 1, &context);
	assert_non_null(strstr(out.s, "\033[1;35mwarning: \033[0m"));
	assert_non_null(strstr(out.s, "  now:\n"));
	assert_non_null(strstr(out.s, "  after XOR-swizzling the column as tile[r][c ^ (r % 32)]:\n"));
	buf_free(&out);
	arena_free(arena);
}

static void test_facts(void **state)
{
	Arena *arena = arena_new();
	Buf out = { 0 };
	(void)state;
	report_facts(&out, transpose(arena));
	char *second = strchr(out.s, '\n') + 1;
	assert_string_equal(
		second,
		"{\"file\":\"made.cu\",\"line\":4,\"column\":11,\"begin_line\":4,\"end_line\":4,\"end_column\":42,\"kernel\":\"k\","
		"\"mangled\":\"_Z1kPf\",\"block\":[32,32,1],\"block_from\":\"launch\","
		"\"launch\":{\"file\":\"made.cu\",\"line\":6,\"args\":{},\"calls\":[],\"others\":0},\"object\":\"tile\",\"op\":\"load\","
		"\"bytes\":4,\"merged\":null,\"warps\":32,\"wavefronts\":1024,\"ideal\":32,\"count_known\":true,"
		"\"worst\":{\"ways\":32,\"warp\":0,\"iteration\":0,\"bank\":0,\"lanes\":[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,"
		"16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31]},\"index\":\"32*threadIdx.x + threadIdx.y\","
		"\"certainty\":\"exact\",\"reason\":null,\"uses\":[],\"stack\":[],\"user\":null,\"symbolic\":null,\"assumptions\":[],"
		"\"codegen\":null,"
		"\"expected\":"
		"null}\n");
	buf_free(&out);
	arena_free(arena);
}

static void test_json(void **state)
{
	Arena *arena = arena_new();
	Analysis *analysis = transpose(arena);
	Buf out = { 0 };
	json_error_t error;
	(void)state;
	/* Text that is no UTF-8 must not spoil the document. */
	analysis->diags.at[0].message = "bad \xff\xc0\xaf text";
	const FileReport *report = report_make(arena, analysis, true);
	const ReportContext context = { .arena = arena, .version = "1.2.3" };
	report_json(&out, &report, 1, &context);
	json_t *document = json_loadb(out.s, out.n, 0, &error);
	assert_non_null(document);
	json_t *file = json_array_get(json_object_get(document, "files"), 0);
	json_t *diag = json_array_get(json_object_get(file, "diagnostics"), 0);
	assert_string_equal(json_string_value(json_object_get(diag, "message")), "bad \xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd text");
	assert_int_equal(json_integer_value(json_object_get(json_object_get(diag, "fact"), "wavefronts")), 1024);
	assert_int_equal(json_array_size(json_object_get(json_object_get(diag, "advice"), "layouts")), 2);
	assert_int_equal(json_array_size(json_object_get(diag, "notes")), 5);
	json_decref(document);
	buf_free(&out);
	arena_free(arena);
}

static void snippet(SourceSet *sources, const char *text, Range range, const char *expected)
{
	Buf out = { 0 };
	source_set_text(sources, 0, text, strlen(text));
	const Place place = place_make(sources->arena, sources, range);
	snippet_print(&out, sources, &place, 1, false);
	assert_string_equal(out.s ? out.s : "", expected);
	buf_free(&out);
}

static void test_snippets(void **state)
{
	Arena *arena = arena_new();
	SourceSet sources = { .arena = arena };
	char longest[2001];
	(void)state;
	source_add(&sources, "a.cu", false);
	snippet(&sources, "\tab\tc\n", (Range){ made_loc(1, 5), made_loc(1, 6), 0 },
		"    1 |         ab      c\n      |                 ^\n");
	snippet(&sources, "\xc3\xa4\xc3\xb6 = b;\n", (Range){ made_loc(1, 1), made_loc(1, 5), 0 },
		"    1 | \xc3\xa4\xc3\xb6 = b;\n      | ^~\n");
	snippet(&sources,
		"a\x01"
		"b\n",
		(Range){ made_loc(1, 3), made_loc(2, 9), 0 }, "    1 | a?b\n      |   ^\n");
	snippet(&sources, "ab\n", (Range){ made_loc(1, 90), made_loc(1, 91), 0 }, "    1 | ab\n      |   ^\n");
	snippet(&sources, "ab\n", (Range){ made_loc(7, 1), made_loc(7, 2), 0 }, "");
	memset(longest, 'x', 2000);
	longest[2000] = 0;
	Buf out = { 0 };
	source_set_text(&sources, 0, longest, 2000);
	const Place place = place_make(sources.arena, &sources, (Range){ made_loc(1, 1000), made_loc(1, 1900), 0 });
	snippet_print(&out, &sources, &place, 1, false);
	assert_true(out.n < 400);
	buf_free(&out);
	arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_one_rule_an_access),
		cmocka_unit_test(test_the_last_row_reports),
		cmocka_unit_test(test_swizzle_of_the_rows),
		cmocka_unit_test(test_runtime_stride),
		cmocka_unit_test(test_tried_values),
		cmocka_unit_test(test_data_and_bound),
		cmocka_unit_test(test_totals),
		cmocka_unit_test(test_equal_findings_are_merged),
		cmocka_unit_test(test_rules_have_their_text),
		cmocka_unit_test(test_text),
		cmocka_unit_test(test_verbose_text),
		cmocka_unit_test(test_text_with_maps_and_color),
		cmocka_unit_test(test_facts),
		cmocka_unit_test(test_json),
		cmocka_unit_test(test_snippets),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
