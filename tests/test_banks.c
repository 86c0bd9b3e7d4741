/* The hardware model against the measured table, against closed forms, and against itself. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "banks/banks.h"
#include "banks/sass.h"
#include "report/maps/passes.h"

#define H200 arch_find(90)

#define TABLE SMEMLINT_SOURCE_DIR "/testdata/hardware/h200_wavefronts.tsv"
#define PROBES SMEMLINT_SOURCE_DIR "/testdata/hardware/h200_probes.tsv"
#define COPIES SMEMLINT_SOURCE_DIR "/testdata/measured/h200_copies.tsv"
#define ATOMICS SMEMLINT_SOURCE_DIR "/testdata/measured/h200_atomics.tsv"
#define OPEN SMEMLINT_SOURCE_DIR "/testdata/measured/h200_open.tsv"

enum { MAX_ROWS = 4096, EXPECTED_ROWS = 2585 };

typedef struct Row {
	WarpRequest request;
	int wavefronts, counter, line;
	bool fills;        /* a copy whose lanes may read less than they write */
} Row;

static Row rows[MAX_ROWS];
static int n_rows;

/* --- the table ---------------------------------------------------------------------------------- */

static void read_offsets(const char *text, int64_t *offset)
{
	char *at;

	for (int lane = 0; lane < WARP_LANES; lane++, text = at + 1)
		offset[lane] = strtoll(text, &at, 10);
}

/* Rows named only cp_async copied 4 and 8 bytes through the L1 cache, and 16 past it. */
static void set_source(WarpRequest *request, const char *source)
{
	request->op = request->bytes == 16 ? BANK_CP_ASYNC_CG : BANK_CP_ASYNC_CA;
	read_offsets(source, request->source);
}

static void read_row(char *text, int line)
{
	char op[64], offsets[1024];
	unsigned mask;
	Row *row = &rows[n_rows++];

	row->line = line;
	assert_int_equal(sscanf(text, "%63s %d %x %1023s %d", op, &row->request.bytes, &mask, offsets, &row->wavefronts), 5);
	assert_true(bank_op_parse(op, &row->request.op));
	row->request.active = mask;
	read_offsets(offsets, row->request.offset);
}

static int read_table(void **state)
{
	char text[2048];
	FILE *in = fopen(TABLE, "r");

	(void)state;
	assert_non_null(in);
	for (int line = 1; fgets(text, sizeof text, in); line++)
		if (line > 1)
			read_row(text, line);
	fclose(in);
	assert_int_equal(n_rows, EXPECTED_ROWS);
	return 0;
}

/* Another set of rows, with the profiler's figures for a source line: op, bytes, mask, offsets, the source's
 * offsets, wavefronts, ideal.  Those figures follow the hardware's counter but for wide loads with idle lanes
 * (7 of 170 rows). */
static bool read_probe(FILE *in, Row *row, int *ideal)
{
	char text[4096], op[64], offsets[1024], source[1024], taken[1024] = "-";
	unsigned mask;

	while (fgets(text, sizeof text, in)) {
		if (text[0] == '#' || !strncmp(text, "op\t", 3))
			continue;
		assert_true(sscanf(text, "%63s %d %x %1023s %1023s %d %d %1023s", op, &row->request.bytes, &mask, offsets, source,
				   &row->wavefronts, ideal, taken) >= 7);
		row->fills = strchr(taken, ',') != NULL;
		row->counter = row->fills ? 0 : atoi(taken);
		assert_true(bank_op_parse(op, &row->request.op));
		row->request.active = mask;
		read_offsets(offsets, row->request.offset);
		if (row->request.op == BANK_CP_ASYNC)
			set_source(&row->request, source);
		else if (source[0] != '-')
			read_offsets(source, row->request.source);
		return true;
	}
	return false;
}

static void probes_are_reproduced_or_bounded(void **state)
{
	FILE *in = fopen(PROBES, "r");
	Row row;
	int ideal, n = 0, exact = 0, wrong = 0;

	(void)state;
	assert_non_null(in);
	for (; read_probe(in, &row, &ideal); n++) {
		BankCost cost = bank_cost(H200, &row.request);
		bool idle = row.request.op == BANK_LD && row.request.active != UINT32_MAX;
		bool good =
			idle || (cost.exact ? cost.wavefronts == row.wavefronts && cost.ideal == ideal : cost.wavefronts >= row.wavefronts);

		exact += cost.exact;
		wrong += !good;
		if (!good)
			print_message("probe %d: measured %d (ideal %d), model %d (%d)\n", n, row.wavefronts, ideal, cost.wavefronts,
				      cost.ideal);
	}
	fclose(in);
	assert_int_equal(wrong, 0);
	assert_true(n >= 1000);
	assert_true(exact >= 900);
}

/* Through the L1 cache, lanes that only write zeros have no source to conflict at. */
static bool between_source_and_none(WarpRequest r, int wavefronts)
{
	BankCost all = bank_cost(H200, &r);

	for (int lane = 0; lane < WARP_LANES; lane++)
		r.source[lane] = r.bytes * (int64_t)lane;
	return wavefronts <= all.wavefronts && wavefronts >= bank_cost(H200, &r).wavefronts;
}

static int check_copies(const char *path)
{
	FILE *in = fopen(path, "r");
	Row row = { .line = 0 };
	int ideal, n = 0, wrong = 0;

	assert_non_null(in);
	while (read_probe(in, &row, &ideal)) {
		BankCost cost = bank_cost(H200, &row.request);
		bool some = row.fills && row.request.op == BANK_CP_ASYNC_CA;

		if (bank_op_kind(row.request.op) != ACCESS_CP_ASYNC)
			continue;
		n++;
		if (some ? between_source_and_none(row.request, row.wavefronts)
			 : cost.exact && cost.wavefronts == row.wavefronts && cost.ideal == ideal)
			continue;
		wrong++;
		print_message("copy %d: measured %d (ideal %d), model %d (%d)\n", n, row.wavefronts, ideal, cost.wavefronts, cost.ideal);
	}
	fclose(in);
	assert_int_equal(wrong, 0);
	return n;
}

static void copies_are_reproduced(void **state)
{
	(void)state;
	assert_int_equal(check_copies(OPEN), 586);
	assert_int_equal(check_copies(COPIES), 807);
}

static const struct {
	const char *name;
	BankOp op;
} measured_atomics[] = {
	{ "atom_exch", BANK_ATOM_EXCH }, { "atom_cas", BANK_ATOM_CAS },  { "atom_add_f16\t", BANK_ATOM_ADDH },
	{ "atom_add_", BANK_ATOM_ADDF }, { "red_add_", BANK_ATOM_ADDF },
};

static BankOp measured_atomic(const char *text)
{
	for (size_t i = 0; i < sizeof measured_atomics / sizeof *measured_atomics; i++)
		if (!strncmp(text, measured_atomics[i].name, strlen(measured_atomics[i].name)))
			return measured_atomics[i].op;
	fail_msg("%s", text);
	return BANK_LD;
}

/* A launch: the instruction, or the loop with its loads, and one wavefront of the kernel's own in the counter. */
static void atomics_are_reproduced(void **state)
{
	FILE *in = fopen(ATOMICS, "r");
	char text[2048], offsets[1024];
	int wavefronts, ideal, counter, n = 0, wrong = 0;
	unsigned mask;

	(void)state;
	assert_non_null(in);
	while (fgets(text, sizeof text, in)) {
		WarpRequest r = { .op = BANK_LD };

		if (text[0] == '#' || !strncmp(text, "op\t", 3))
			continue;
		assert_int_equal(sscanf(text, "%*s %d %x %1023s - %d %d %d", &r.bytes, &mask, offsets, &wavefronts, &ideal, &counter), 6);
		read_offsets(offsets, r.offset);
		r.active = mask;
		r.op = measured_atomic(text);
		BankCost swaps = bank_cost(H200, &r), loads = { .exact = true };
		bool loops = r.op == BANK_ATOM_ADDF || r.op == BANK_ATOM_ADDH;

		r.op = BANK_ATOM_ADDF_LD;
		if (loops)
			loads = bank_cost(H200, &r);
		bool good = swaps.exact && loads.exact && swaps.wavefronts + loads.wavefronts == counter - 1 &&
			    swaps.profiled + loads.profiled == ideal;

		n++;
		wrong += !good;
		if (!good)
			print_message("%.20s %08x: measured %d (%d), model %d + %d (%d + %d)\n", text, mask, counter - 1, ideal,
				      swaps.wavefronts, loads.wavefronts, swaps.profiled, loads.profiled);
	}
	fclose(in);
	assert_int_equal(wrong, 0);
	assert_true(n > 400);
}

/* Loads whose lanes agree: the hardware's counter, and the ratio of the profiler's two figures, as near to it as whole numbers are.
 * In three rows the profiler counts neither the shared phases nor the separate ones. */
static void agreeing_loads_are_reproduced(void **state)
{
	FILE *in = fopen(OPEN, "r");
	Row row = { .line = 0 };
	int ideal, n = 0, wrong = 0, unlike = 0;

	(void)state;
	assert_non_null(in);
	while (read_probe(in, &row, &ideal)) {
		BankCost cost = bank_cost(H200, &row.request);

		if (row.request.op != BANK_LD || row.request.bytes < 8)
			continue;
		int off = abs(cost.ideal * row.wavefronts - cost.wavefronts * ideal);
		n++;
		if (cost.wavefronts == row.counter && 2 * off <= row.wavefronts)
			continue;
		wrong += cost.wavefronts != row.counter;
		unlike += cost.wavefronts == row.counter;
		print_message("load %d: measured %d (ideal %d, counter %d), model %d (%d)\n", n, row.wavefronts, ideal, row.counter,
			      cost.wavefronts, cost.ideal);
	}
	fclose(in);
	assert_int_equal(wrong, 0);
	assert_int_equal(unlike, 3);
	assert_true(n > 150);
}

/* In the table, lane l of a copy reads at 16 * l. */
static void copies_from_pieces_are_reproduced(void **state)
{
	int n = 0;

	(void)state;
	for (int i = 0; i < n_rows; i++) {
		WarpRequest r = rows[i].request;

		if (r.op != BANK_CP_ASYNC)
			continue;
		r.op = r.bytes == 16 ? BANK_CP_ASYNC_CG : BANK_CP_ASYNC_CA;
		for (int lane = 0; lane < WARP_LANES; lane++)
			r.source[lane] = 16 * lane;
		assert_int_equal(bank_cost(H200, &r).wavefronts, rows[i].wavefronts);
		n++;
	}
	assert_int_equal(n, 215);
}

static void every_row_is_reproduced(void **state)
{
	int wrong = 0;

	(void)state;
	for (int i = 0; i < n_rows; i++) {
		BankCost cost = bank_cost(H200, &rows[i].request);
		bool has_no_rule = rows[i].request.op == BANK_CP_ASYNC;
		bool good = has_no_rule ? cost.wavefronts >= rows[i].wavefronts : cost.wavefronts == rows[i].wavefronts;

		if (good && cost.exact == !has_no_rule)
			continue;
		wrong++;
		print_message("line %d: measured %d, model %d (%s)\n", rows[i].line, rows[i].wavefronts, cost.wavefronts,
			      cost.exact ? "exact" : "bound");
	}
	assert_int_equal(wrong, 0);
}

static void ideal_is_never_more(void **state)
{
	(void)state;
	for (int i = 0; i < n_rows; i++) {
		BankCost cost = bank_cost(H200, &rows[i].request);

		assert_true(cost.ideal <= cost.wavefronts);
		assert_true((cost.ideal > 0) == (cost.worst_bank >= 0));
	}
}

/* --- wrong rules -------------------------------------------------------------------------------- */

/* The model a second time, by brute force, with rules that can be broken one at a time. */
typedef enum Flaw {
	FLAW_NONE,
	FLAW_NO_MERGING,
	FLAW_MERGING_STORES,
	FLAW_ONE_PHASE,
	FLAW_NO_BROADCAST,
	FLAW_ATOMICS_BROADCAST,
	FLAW_CAS_ONCE,
	FLAW_MERGING_NEIGHBOURS_ONLY,
	FLAW_BANKS_OF_8_BYTES,
	FLAW_COUNT,
} Flaw;

static bool pairs_agree(const WarpRequest *r, int distance)
{
	for (int lane = 0; lane < WARP_LANES; lane++)
		if (r->active >> lane & r->active >> (lane ^ distance) & 1 && r->offset[lane] != r->offset[lane ^ distance])
			return false;
	return true;
}

static int slow_phase_lanes(const WarpRequest *r, Flaw flaw)
{
	int lanes = r->bytes == 16 ? 8 : r->bytes == 8 ? 16 : 32;
	bool merges = r->op == BANK_ST ? flaw == FLAW_MERGING_STORES : r->op == BANK_LD && flaw != FLAW_NO_MERGING;
	bool agree = pairs_agree(r, 1) || (flaw != FLAW_MERGING_NEIGHBOURS_ONLY && pairs_agree(r, 2));

	if (flaw == FLAW_ONE_PHASE)
		return 32;
	return merges && agree && lanes < 32 ? 2 * lanes : lanes;
}

/* Requests of lanes first .. first+n-1 that one bank serves. */
static int slow_bank(const WarpRequest *r, uint32_t active, int first, int n, int bank, bool by_lane, int bank_bytes)
{
	int64_t seen[WARP_LANES * 4];
	int count = 0;

	for (int lane = first; lane < first + n; lane++) {
		if (!(active >> lane & 1))
			continue;
		int64_t last = (r->offset[lane] + r->bytes - 1) / bank_bytes;

		for (int64_t word = r->offset[lane] / bank_bytes; word <= last; word++) {
			bool known = false;

			for (int i = 0; i < count && !by_lane; i++)
				known = known || seen[i] == word;
			if (word % BANKS == bank && !known)
				seen[count++] = word;
		}
	}
	return count;
}

/* The most lanes of the phase that conflict with one of them, by source or destination, itself included. */
static int slow_copy(const WarpRequest *r, int first, int n)
{
	int most = 0;

	for (int lane = first; lane < first + n; lane++) {
		int meet = 0;

		for (int other = first; other < first + n; other++)
			if (r->active >> lane & r->active >> other & 1)
				meet += (r->offset[lane] - r->offset[other]) % 128 == 0 || (r->source[lane] - r->source[other]) % 128 == 0;
		most = meet > most ? meet : most;
	}
	return most;
}

static int slow_cost(const WarpRequest *r, Flaw flaw)
{
	const char *name = bank_op_name(r->op);
	AccessKind kind = bank_op_kind(r->op);
	bool matrix = kind == ACCESS_LDMATRIX || kind == ACCESS_STMATRIX;
	bool by_lane = (kind == ACCESS_ATOMIC && flaw != FLAW_ATOMICS_BROADCAST) || kind == ACCESS_CP_ASYNC || flaw == FLAW_NO_BROADCAST;
	bool twice = (r->op == BANK_ATOM_CAS || r->op == BANK_ATOM_ADDF) && flaw != FLAW_CAS_ONCE;
	int lanes = slow_phase_lanes(r, flaw), sum = 0;
	uint32_t active = r->active;

	if (matrix)
		active &= strstr(name, "_x1") ? 0xff : strstr(name, "_x2") ? 0xffff : UINT32_MAX;
	for (int first = 0; first < WARP_LANES; first += lanes) {
		int most = 0;

		for (int bank = 0; bank < BANKS; bank++) {
			int n = slow_bank(r, active, first, lanes, bank, by_lane, flaw == FLAW_BANKS_OF_8_BYTES ? 8 : 4);

			most = n > most ? n : most;
		}
		if (r->op == BANK_CP_ASYNC_CA)
			most = slow_copy(r, first, lanes);
		sum += most * (twice ? 2 : 1);
	}
	return sum;
}

static void wrong_rules_are_refuted(void **state)
{
	(void)state;
	for (Flaw flaw = FLAW_NONE; flaw < FLAW_COUNT; flaw++) {
		int wrong = 0;

		for (int i = 0; i < n_rows; i++)
			if (rows[i].request.op != BANK_CP_ASYNC)
				wrong += slow_cost(&rows[i].request, flaw) != rows[i].wavefronts;
		if ((flaw == FLAW_NONE) != (wrong == 0))
			fail_msg("flaw %d: %d rows differ", (int)flaw, wrong);
	}
}

/* --- properties --------------------------------------------------------------------------------- */

static uint32_t random_state = 1;

static uint32_t next_random(void)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 17;
	random_state ^= random_state << 5;
	return random_state;
}

static const struct {
	BankOp op;
	int bytes;
} shapes[] = {
	{ BANK_LD, 1 },
	{ BANK_LD, 2 },
	{ BANK_LD, 4 },
	{ BANK_LD, 8 },
	{ BANK_LD, 16 },
	{ BANK_ST, 1 },
	{ BANK_ST, 2 },
	{ BANK_ST, 4 },
	{ BANK_ST, 8 },
	{ BANK_ST, 16 },
	{ BANK_ATOM_ADD, 4 },
	{ BANK_ATOM_CAS, 4 },
	{ BANK_ATOM_CAS, 8 },
	{ BANK_ATOM_EXCH, 8 },
	{ BANK_ATOM_EXCH, 16 },
	{ BANK_ATOM_ADDF, 4 },
	{ BANK_ATOM_ADDF, 8 },
	{ BANK_ATOM_ADDF_LD, 4 },
	{ BANK_ATOM_ADDF_LD, 8 },
	{ BANK_ATOM_ADDH, 2 },
	{ BANK_LDMATRIX_X2, 16 },
	{ BANK_LDMATRIX_X4, 16 },
	{ BANK_CP_ASYNC_COALESCED, 8 },
	{ BANK_CP_ASYNC_CA, 4 },
	{ BANK_CP_ASYNC_CA, 8 },
	{ BANK_CP_ASYNC_CA, 16 },
};
enum { N_SHAPES = sizeof shapes / sizeof *shapes, TRIES = 400 };

/* Few distinct addresses, many, strided or all the same: every kind of conflict turns up. */
static void random_offsets(int bytes, int64_t *offset)
{
	uint32_t range = 1u << next_random() % 12, stride = next_random() % 40, style = next_random() % 3;

	for (int lane = 0; lane < WARP_LANES; lane++)
		offset[lane] = (int64_t)bytes * (style == 0   ? next_random() % range
						 : style == 1 ? (uint32_t)lane * stride
							      : (uint32_t)lane / 2 * stride);
}

static WarpRequest random_request(int shape)
{
	WarpRequest r = { .op = shapes[shape].op, .bytes = shapes[shape].bytes };

	r.active = next_random() % 2 ? UINT32_MAX : next_random();
	random_offsets(r.bytes, r.offset);
	random_offsets(r.bytes, r.source);
	return r;
}

static void random_requests_agree_with_brute_force(void **state)
{
	(void)state;
	for (int i = 0; i < N_SHAPES * TRIES; i++) {
		WarpRequest r = random_request(i % N_SHAPES);
		bool loops = r.op == BANK_ATOM_ADDF || r.op == BANK_ATOM_ADDF_LD || r.op == BANK_ATOM_ADDH;

		if (!loops)
			assert_int_equal(bank_cost(H200, &r).wavefronts, slow_cost(&r, FLAW_NONE));
	}
}

static void fewer_lanes_never_cost_more(void **state)
{
	(void)state;
	for (int i = 0; i < N_SHAPES * TRIES; i++) {
		WarpRequest r = random_request(i % N_SHAPES);
		BankCost all = bank_cost(H200, &r), some;

		r.active &= next_random();
		some = bank_cost(H200, &r);
		assert_true(some.wavefronts <= all.wavefronts);
		assert_true(some.ideal <= all.ideal);
	}
}

static void rotation_changes_nothing(void **state)
{
	(void)state;
	for (int i = 0; i < N_SHAPES * TRIES; i++) {
		WarpRequest r = random_request(i % N_SHAPES);
		int64_t step = r.bytes < 4 ? 4 : r.bytes, by = step * (int64_t)(next_random() % 100) - 50 * step;
		BankCost before = bank_cost(H200, &r), after;

		for (int lane = 0; lane < WARP_LANES; lane++) {
			r.offset[lane] += by;
			r.source[lane] += 3 * by;
		}
		after = bank_cost(H200, &r);
		assert_int_equal(before.wavefronts, after.wavefronts);
		assert_int_equal(before.ideal, after.ideal);
		assert_int_equal(before.exact, after.exact);
	}
}

static void order_of_lanes_changes_nothing(void **state)
{
	(void)state;
	for (int i = 0; i < N_SHAPES * TRIES; i++) {
		WarpRequest r = random_request(i % N_SHAPES);
		BankCost before = bank_cost(H200, &r), after;

		/* a copy's lanes have sources; which lane succeeds first decides what the others load again */
		if (r.bytes > 4 || bank_op_kind(r.op) == ACCESS_CP_ASYNC || r.op == BANK_ATOM_ADDF_LD)
			continue;
		r.active = UINT32_MAX;
		before = bank_cost(H200, &r);
		for (int lane = WARP_LANES - 1; lane > 0; lane--) {
			int other = (int)(next_random() % (uint32_t)(lane + 1));
			int64_t offset = r.offset[lane];

			r.offset[lane] = r.offset[other];
			r.offset[other] = offset;
		}
		after = bank_cost(H200, &r);
		assert_int_equal(before.wavefronts, after.wavefronts);
	}
}

static void witness_is_true(void **state)
{
	(void)state;
	for (int i = 0; i < N_SHAPES * TRIES; i++) {
		WarpRequest r = random_request(i % N_SHAPES);
		BankCost cost = bank_cost(H200, &r), alone;
		BankMap map = bank_map(H200, &r);
		int busiest = passes_busiest(&map), n = __builtin_popcount(cost.worst_lanes);

		if (!cost.wavefronts)
			continue;
		assert_true((cost.worst_lanes & ~r.active) == 0);
		if (r.op == BANK_CP_ASYNC_CA) /* the costliest phase may be so because of its sources */
			continue;
		assert_true(n >= busiest);
		r.active = cost.worst_lanes;
		alone = bank_cost(H200, &r);
		assert_true(alone.wavefronts >= busiest || r.op == BANK_LD);
		if (bank_op_kind(r.op) == ACCESS_ATOMIC)
			assert_int_equal(n, busiest);
		else if (bank_op_kind(r.op) != ACCESS_CP_ASYNC)
			assert_int_equal(cost.same_word, 0);
	}
}

/* --- by hand ------------------------------------------------------------------------------------ */

static WarpRequest strided(BankOp op, int bytes, int64_t stride)
{
	WarpRequest r = { .op = op, .bytes = bytes, .active = UINT32_MAX };

	for (int lane = 0; lane < WARP_LANES; lane++)
		r.offset[lane] = lane * stride;
	return r;
}

static void expect(WarpRequest r, int wavefronts, int ideal)
{
	BankCost cost = bank_cost(H200, &r);

	assert_int_equal(cost.wavefronts, wavefronts);
	assert_int_equal(cost.ideal, ideal);
}

static void a_stride_costs_its_common_divisor(void **state)
{
	(void)state;
	for (int stride = 1; stride <= 256; stride++)
		expect(strided(BANK_LD, 4, 4 * stride), stride % 32 ? (stride & -stride) : 32, 1);
}

static void broadcasts(void **state)
{
	(void)state;
	expect(strided(BANK_LD, 4, 0), 1, 1);
	expect(strided(BANK_ST, 4, 0), 1, 1);
	expect(strided(BANK_LD, 8, 0), 1, 1);
	expect(strided(BANK_LD, 16, 0), 2, 2);
	expect(strided(BANK_ST, 16, 0), 4, 4);
	expect(strided(BANK_LD, 1, 1), 1, 1);
	expect(strided(BANK_ATOM_ADD, 4, 0), 32, 1);
	expect(strided(BANK_ATOM_CAS, 4, 4), 2, 2);
	expect(strided(BANK_ATOM_ADDF, 4, 128), 64, 2);
	expect(strided(BANK_ATOM_ADDF_LD, 4, 128), 528, 1);
	expect(strided(BANK_ATOM_ADDF, 8, 0), 96, 4);
}

static void wide_accesses(void **state)
{
	WarpRequest half = strided(BANK_LD, 16, 16), even = strided(BANK_LD, 8, 8);

	(void)state;
	expect(strided(BANK_LD, 16, 16), 4, 4);
	expect(strided(BANK_LD, 16, 32), 8, 4);
	expect(strided(BANK_LD, 16, 128), 32, 4);
	expect(strided(BANK_LD, 8, 8), 2, 2);
	half.active = 0xff;
	expect(half, 1, 1);
	even.active = 0x55555555; /* every lane's neighbour is idle: one phase, in which 0 and 16 share banks */
	expect(even, 2, 1);
	expect(strided(BANK_LDMATRIX_X4, 16, 128), 32, 4);
	expect(strided(BANK_LDMATRIX_X4, 16, 144), 4, 4);
	expect(strided(BANK_LDMATRIX_X1, 16, 128), 8, 1);
}

static void what_is_not_measured_is_not_exact(void **state)
{
	WarpRequest misaligned = strided(BANK_LD, 8, 8), wide = strided(BANK_ATOM_ADD, 8, 8);

	(void)state;
	misaligned.offset[3] += 4;
	assert_false(bank_cost(H200, &misaligned).exact);
	assert_false(bank_cost(H200, &wide).exact);
	wide = strided(BANK_CP_ASYNC, 16, 16);
	assert_false(bank_cost(H200, &wide).exact);
	assert_int_equal(bank_cost(H200, &wide).wavefronts, 32);
}

/* Rows of 128 bytes, of pieces of 16: source and destination from a row's start, or off it. */
static void copies_past_l1(void **state)
{
	WarpRequest r = strided(BANK_CP_ASYNC_CG, 16, 16);

	(void)state;
	memcpy(r.source, r.offset, sizeof r.source);
	expect(r, 4, 4);
	for (int lane = 0; lane < WARP_LANES; lane++)
		r.offset[lane] = 16 * (lane ^ lane / 8);
	expect(r, 4, 4);
	for (int lane = 0; lane < WARP_LANES; lane++)
		r.offset[lane] = 16 * lane + 32; /* every row is copied to two */
	expect(r, 8, 4);
	for (int lane = 0; lane < WARP_LANES; lane++)
		r.offset[lane] = 16 * lane + 64;
	expect(r, 8, 4);
	for (int lane = 0; lane < WARP_LANES; lane++)
		r.offset[lane] = 16 * lane + 16; /* halves are crossed: low ones, high ones, and the one that leaves its row */
	expect(r, 12, 4);
	for (int lane = 0; lane < WARP_LANES; lane++)
		r.offset[lane] = 128 * lane;
	expect(r, 32, 4);
	r = strided(BANK_CP_ASYNC_CG, 16, 0); /* one destination: the first lane counts */
	expect(r, 1, 1);
	r = strided(BANK_CP_ASYNC_CG, 16, 16);
	r.active = 7; /* a whole sector and half of one */
	memcpy(r.source, r.offset, sizeof r.source);
	expect(r, 2, 1);
}

static void nothing_active_costs_nothing(void **state)
{
	WarpRequest r = strided(BANK_LDMATRIX_X1, 16, 16);
	BankCost cost;

	(void)state;
	r.active = 0xffffff00; /* x1 uses lanes 0 to 7 only */
	cost = bank_cost(H200, &r);
	assert_int_equal(cost.wavefronts, 0);
	assert_int_equal(cost.worst_bank, -1);
	assert_int_equal(bank_map(H200, &r).n_phases, 0);
}

static void any_input_is_survived(void **state)
{
	static const int sizes[] = { INT32_MIN, -1, 0, 3, 5, 7, 12, 17, INT32_MAX };
	static const int64_t places[] = { INT64_MIN, -1, 1, 3, INT64_MAX };

	(void)state;
	for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
		for (int op = 0; op <= BANK_OP_COUNT; op++) {
			WarpRequest r = { .op = (BankOp)op, .bytes = sizes[s], .active = UINT32_MAX };

			for (int lane = 0; lane < WARP_LANES; lane++)
				r.offset[lane] = (int64_t)((uint64_t)places[lane % 5] + (uint64_t)lane);
			assert_true(bank_cost(H200, &r).wavefronts > 0);
			assert_true(bank_map(H200, &r).n_phases > 0);
		}
}

static void names_go_both_ways(void **state)
{
	BankOp op;

	(void)state;
	for (int i = 0; i < BANK_OP_COUNT; i++) {
		assert_true(bank_op_parse(bank_op_name((BankOp)i), &op));
		assert_int_equal(op, i);
	}
	assert_false(bank_op_parse("ldm", &op));
}

static const int arch_rows[] = {
#define ARCH(number, ...) number,
#include "banks/arch.def"
#undef ARCH
};

/* What holds for every device; the numbers themselves are those of the guide, and are not checked. */
static void architectures_make_sense(void **state)
{
	enum { N = sizeof arch_rows / sizeof *arch_rows };

	(void)state;
	for (int i = 0; i < N; i++) {
		const Arch *arch = arch_find(arch_rows[i]);

		for (int j = 0; j < i; j++)
			assert_int_not_equal(arch_rows[i], arch_rows[j]);
		assert_int_equal(arch->number, arch_rows[i]);
		assert_ptr_equal(arch_model(arch->number), arch);
		assert_int_equal(arch->shared_per_block, 49152);
		assert_in_range(arch->shared_optin, arch->shared_per_block, arch->shared_per_sm - arch->reserved);
		assert_int_equal(arch->threads_per_sm % WARP_LANES, 0);
		assert_in_range(arch->blocks_per_sm, 8, 64);
		assert_int_equal(arch->piece & (arch->piece - 1), 0);
		assert_true(arch->swap_cost >= 1);
	}
}

/* sm_90 by the guide and the H200; an architecture without a row is priced as the newest older one, or else the oldest. */
static void architectures_are_found(void **state)
{
	(void)state;
	assert_int_equal(arch_find(90)->shared_optin, 232448);
	assert_int_equal(arch_find(90)->shared_per_sm, 233472);
	assert_null(arch_find(0));
	assert_null(arch_find(9));
	assert_null(arch_find(71)); /* a number that no GPU has */
	assert_ptr_equal(arch_model(71), arch_find(70));
	assert_ptr_equal(arch_model(20), arch_find(70));
	assert_ptr_equal(arch_model(0), arch_find(70));
}

/* A row may differ in the cost of a compare-and-swap, and in whether wide loads share their phases. */
static void architectures_may_differ(void **state)
{
	WarpRequest swaps = { .op = BANK_ATOM_CAS, .bytes = 4, .active = UINT32_MAX };
	WarpRequest loads = { .op = BANK_LD, .bytes = 16, .active = UINT32_MAX };
	Arch other = *H200;

	(void)state;
	for (int lane = 0; lane < WARP_LANES; lane++) {
		swaps.offset[lane] = 4 * lane;
		loads.offset[lane] = 16 * (lane / 2);
	}
	assert_int_equal(bank_cost(H200, &swaps).wavefronts, 2);
	assert_int_equal(bank_cost(H200, &loads).wavefronts, 2);
	other.swap_cost = 3;
	other.wide_loads_share = false;
	assert_int_equal(bank_cost(&other, &swaps).wavefronts, 3);
	assert_int_equal(bank_map(&other, &swaps).pass_cost, 3);
	assert_int_equal(bank_cost(&other, &loads).wavefronts, 4);
	assert_int_equal(bank_map(&other, &loads).n_phases, 4);
}

/* As nvdisasm 13.0 writes them. */
static void opcodes_are_read(void **state)
{
	static const struct {
		const char *opcode;
		SassOp op; /* bytes 0: not an access */
	} cases[] = {
		{ "LDS", { ACCESS_LOAD, SASS_SHARED, 4 } },
		{ "LDS.U.128", { ACCESS_LOAD, SASS_SHARED, 16 } },
		{ "LDS.S8", { ACCESS_LOAD, SASS_SHARED, 1 } },
		{ "STS.U16", { ACCESS_STORE, SASS_SHARED, 2 } },
		{ "LD.E.64", { ACCESS_LOAD, SASS_GENERIC, 8 } },
		{ "ATOMS.POPC.INC.32", { ACCESS_ATOMIC, SASS_SHARED, 4 } },
		{ "ATOMS.CAS.64", { ACCESS_ATOMIC, SASS_SHARED, 8 } },
		{ "REDS.ADD", { ACCESS_ATOMIC, SASS_SHARED, 4 } },
		{ "RED.E.ADD", { ACCESS_ATOMIC, SASS_SELDOM, 4 } },
		{ "LDSM.16.MT88.4", { ACCESS_LDMATRIX, SASS_SHARED, 16 } },
		{ "LDGSTS.E.BYPASS.128", { ACCESS_CP_ASYNC, SASS_SHARED, 16 } },
		{ "LDG.E", { 0 } },
		{ "LDSX", { 0 } },
		{ "LD", { ACCESS_LOAD, SASS_GENERIC, 4 } },
		{ "", { 0 } },
	};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		SassOp op = { 0 };
		assert_int_equal(sass_op_read(cases[i].opcode, strlen(cases[i].opcode), &op), cases[i].op.bytes > 0);
		assert_int_equal(op.kind, cases[i].op.kind);
		assert_int_equal(op.reach, cases[i].op.reach);
		assert_int_equal(op.bytes, cases[i].op.bytes);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_row_is_reproduced),
		cmocka_unit_test(opcodes_are_read),
		cmocka_unit_test(probes_are_reproduced_or_bounded),
		cmocka_unit_test(copies_are_reproduced),
		cmocka_unit_test(agreeing_loads_are_reproduced),
		cmocka_unit_test(copies_from_pieces_are_reproduced),
		cmocka_unit_test(atomics_are_reproduced),
		cmocka_unit_test(ideal_is_never_more),
		cmocka_unit_test(wrong_rules_are_refuted),
		cmocka_unit_test(random_requests_agree_with_brute_force),
		cmocka_unit_test(fewer_lanes_never_cost_more),
		cmocka_unit_test(rotation_changes_nothing),
		cmocka_unit_test(order_of_lanes_changes_nothing),
		cmocka_unit_test(witness_is_true),
		cmocka_unit_test(a_stride_costs_its_common_divisor),
		cmocka_unit_test(broadcasts),
		cmocka_unit_test(wide_accesses),
		cmocka_unit_test(what_is_not_measured_is_not_exact),
		cmocka_unit_test(copies_past_l1),
		cmocka_unit_test(nothing_active_costs_nothing),
		cmocka_unit_test(any_input_is_survived),
		cmocka_unit_test(names_go_both_ways),
		cmocka_unit_test(architectures_make_sense),
		cmocka_unit_test(architectures_are_found),
		cmocka_unit_test(architectures_may_differ),
	};
	return cmocka_run_group_tests(tests, read_table, NULL);
}
