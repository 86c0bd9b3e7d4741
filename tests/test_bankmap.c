/* The picture of an access, and `smemlint banks`, which prints it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include <cmocka.h>

#include "banks/banks.h"
#include "report/maps/bankmap.h"

#define H200 arch_find(90)

#define TABLE SMEMLINT_SOURCE_DIR "/testdata/hardware/h200_wavefronts.tsv"

static WarpRequest strided(BankOp op, int bytes, int64_t stride)
{
	WarpRequest r = { .op = op, .bytes = bytes, .active = UINT32_MAX };

	for (int lane = 0; lane < WARP_LANES; lane++) {
		r.offset[lane] = lane * stride;
		r.source[lane] = (int64_t)bytes * lane; /* as bankmap_print() has it */
	}
	return r;
}

/* --- the picture -------------------------------------------------------------------------------- */

static char *draw(WarpRequest r, BankMapStyle style)
{
	WarpPattern pattern = { .active = r.active };
	Buf out = { 0 };

	memcpy(pattern.offset, r.offset, sizeof r.offset);
	bankmap_print(&out, H200, &pattern, r.op, r.bytes, &style);
	return out.s;
}

static void a_map_shows_the_tower(void **state)
{
	BankMapStyle style = { .ascii = true };
	char *slow = draw(strided(BANK_LD, 4, 128), style), *fast = draw(strided(BANK_LD, 4, 132), style);

	(void)state;
	assert_non_null(strstr(slow, "32 wavefronts, ideal 1: 32-way conflict on bank 0"));
	assert_non_null(strstr(slow, "pass  2 01...... ........"));
	assert_non_null(strstr(slow, "... 24 more passes"));
	assert_non_null(strstr(fast, "no conflict"));
	assert_non_null(strstr(fast, "pass  1 00010203 04050607"));
	assert_null(strstr(fast, "pass  2"));
	free(slow);
	free(fast);
}

/* The lanes 0 to 15 access 16 words of a bank, the others one word of each: 16 + 1 wavefronts where two phases need 2. */
static void the_degree_is_that_of_messages(void **state)
{
	BankMapStyle style = { .ascii = true };
	WarpRequest r = strided(BANK_LD, 8, 8);
	char *text;

	(void)state;
	for (int lane = 0; lane < 16; lane++)
		r.offset[lane] = 128 * lane;
	text = draw(r, style);
	assert_non_null(strstr(text, "17 wavefronts, ideal 2: 9-way conflict\n"));
	assert_non_null(strstr(text, "bank 0 is accessed 16 times in one phase\n"));
	free(text);
	r = strided(BANK_ST, 8, 8);
	r.active = 0x00010001;
	text = draw(r, style);
	assert_non_null(strstr(text, "2 wavefronts, ideal 1: 2-way conflict\n"));
	assert_non_null(strstr(text, "no bank is accessed twice in a phase"));
	free(text);
}

static void check_degree(const char *text, const WarpRequest *request)
{
	const BankCost cost = bank_cost(H200, request);
	const char *after = strstr(text, "-way conflict");

	if (!after)
		return;
	while (after[-1] != ' ')
		after--;
	assert_int_equal(strtol(after, NULL, 10), bank_ways(&cost));
}

static void check_page(const char *text)
{
	for (const char *line = text; *line; line += strcspn(line, "\n") + 1)
		assert_true((int)strcspn(line, "\n") <= 80);
	for (const char *c = text; *c; c++)
		assert_true(*c == '\n' || (*c >= ' ' && *c <= '~'));
}

static void maps_stay_on_the_page(void **state)
{
	(void)state;
	for (int op = 0; op < BANK_OP_COUNT; op++)
		for (int bytes = 1; bytes <= 16; bytes *= 2)
			for (int stride = 0; stride <= 16; stride++) {
				BankMapStyle style = { .ascii = true, .width = stride % 3 ? 80 : 50 };
				WarpRequest r = strided((BankOp)op, bytes, (int64_t)bytes * stride * stride);
				char *text;

				r.offset[31] = stride % 2 ? r.offset[0] : r.offset[31];
				r.active -= stride % 4 == 3 ? 0x01f0ffff : 0;
				text = draw(r, style);
				check_page(text);
				check_degree(text, &r);
				free(text);
			}
}

static void colour_is_only_added(void **state)
{
	BankMapStyle plain = { .ascii = true }, coloured = { .ascii = true, .color = true };
	char *a = draw(strided(BANK_LD, 4, 8), plain), *b = draw(strided(BANK_LD, 4, 8), coloured), *to = b;

	(void)state;
	assert_non_null(strchr(b, '\033'));
	for (const char *from = b; (*to = *from); from++)
		if (*from == '\033')
			from = strchr(from, 'm');
		else
			to++;
	assert_string_equal(a, b);
	free(a);
	free(b);
}

/* --- the command -------------------------------------------------------------------------------- */

/* The output of a shell command, and its exit status. */
static int output_of(const char *command, char *text, size_t size)
{
	FILE *in = popen(command, "r");
	size_t n;

	assert_non_null(in);
	n = fread(text, 1, size - 1, in);
	text[n] = '\0';
	return WEXITSTATUS(pclose(in));
}

/* The fifth field of a line. */
static int measured(const char *line)
{
	for (int i = 0; i < 4; i++)
		line = strchr(line, '\t') + 1;
	return atoi(line);
}

static void the_command_prices_the_table(void **state)
{
	static char text[1 << 16];
	char line[2048], *at = text;
	FILE *in = fopen(TABLE, "r");

	(void)state;
	assert_non_null(in);
	assert_int_equal(output_of("'" SMEMLINT_BINARY "' banks '" TABLE "'", text, sizeof text), 0);
	assert_non_null(fgets(line, sizeof line, in));
	while (fgets(line, sizeof line, in)) {
		int wavefronts = (int)strtol(at, &at, 10), ideal = (int)strtol(at, &at, 10);

		if (strncmp(line, "cp_async\t", 9))
			assert_int_equal(wavefronts, measured(line));
		else
			assert_true(wavefronts >= measured(line));
		assert_true(ideal <= wavefronts);
		assert_int_equal(*at++, '\n');
	}
	assert_int_equal(*at, '\0');
	fclose(in);
}

#define ZEROS "0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0"

static void malformed_rows_keep_their_line(void **state)
{
	char text[256];

	(void)state;
	assert_int_equal(output_of("printf '# rows\\n\\nld\\t4\\tffffffff\\t" ZEROS "\\nld\\t3\\tff\\t" ZEROS
				   "\\nld\\t4\\nld\\t4\\tffffffff\\t" ZEROS ",0\\nred_add\\t4\\t3\\t" ZEROS
				   "\\tmore\\n' | '" SMEMLINT_BINARY "' banks 2>&1 >/dev/null",
				   text, sizeof text),
			 2);
	assert_non_null(strstr(text, "<stdin>:4: "));
	assert_non_null(strstr(text, "<stdin>:5: "));
	assert_non_null(strstr(text, "<stdin>:6: "));
	assert_null(strstr(text, "<stdin>:3: "));
	assert_int_equal(output_of("printf 'ld\\t4\\tff\\t" ZEROS "\\nnonsense\\nred_add\\t4\\t3\\t" ZEROS "\\tmore\\n' | '" SMEMLINT_BINARY
				   "' banks 2>/dev/null",
				   text, sizeof text),
			 2);
	assert_string_equal(text, "1\t1\nerror\n2\t1\n");
}

#define BANKS "LC_ALL=C '" SMEMLINT_BINARY "' banks "
#define WHAT_IF BANKS "--block 32,32 --decl 'float tile[32]"

static void what_if(void **state)
{
	char text[8192];

	(void)state;
	assert_int_equal(output_of(WHAT_IF "[32]' --expr 'tile[threadIdx.x][threadIdx.y]'", text, sizeof text), 0);
	assert_non_null(strstr(text, "32 wavefronts, ideal 1: 32-way conflict"));
	assert_non_null(strstr(text, "all 32 warps: 1024 wavefronts, ideal 32"));
	assert_int_equal(output_of(WHAT_IF "[33]' --expr 'tile[threadIdx.x][threadIdx.y]' --op store --warp 3", text, sizeof text), 0);
	assert_non_null(strstr(text, "store of tile, block 32 x 32 x 1, warp 3\n"));
	assert_non_null(strstr(text, "1 wavefront, ideal 1: no conflict"));
	assert_int_equal(output_of(WHAT_IF "[64]' --expr 'tile[0][0]' --op atomic", text, sizeof text), 0);
	assert_non_null(strstr(text, "32-way conflict on bank 0"));
	assert_int_equal(output_of(BANKS "--decl 'float4 row[32]' --expr 'row[threadIdx.x]' --block 32", text, sizeof text), 0);
	assert_non_null(strstr(text, "load of 16 bytes: 4 wavefronts, ideal 4: no conflict"));
	assert_int_equal(output_of(WHAT_IF "[33]' --expr 'tile[threadIdx.x][oops]' 2>&1", text, sizeof text), 2);
	assert_non_null(strstr(text, "oops"));
	assert_int_equal(output_of(WHAT_IF "[33]' --expr 'tile[0][0]' --op atom_cass 2>&1", text, sizeof text), 2);
	assert_memory_equal(text, "smemlint: error: option '--op' expects load|ld|store|st|atomic|", 63);
	assert_non_null(strstr(text, "|popc_inc|"));
	assert_non_null(strstr(text, ", not 'atom_cass'; did you mean 'atom_cas'?\n"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_map_shows_the_tower),
		cmocka_unit_test(maps_stay_on_the_page),
		cmocka_unit_test(the_degree_is_that_of_messages),
		cmocka_unit_test(colour_is_only_added),
		cmocka_unit_test(the_command_prices_the_table),
		cmocka_unit_test(malformed_rows_keep_their_line),
		cmocka_unit_test(what_if),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
