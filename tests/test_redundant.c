/* Redundant accesses, which load what the thread has just loaded or stored: random ones, compared with a list of all and the
 * table of docs/developers/compiler.md. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "c_arithmetic.h"
#include "eval/nvcc/redundant.h"

enum { LANES = 4, MOST = 64, RUNS = 6000, PARTS = 3, LOOSE = 2 };

static const Var arrays[] = { { .name = "s", .kind = VAR_SHARED }, { .name = "t", .kind = VAR_SHARED } };
static const Expr sites[MOST];

typedef enum EventKind { LOAD, STORE, ATOMIC, BARRIER } EventKind;

typedef struct Event {
	EventKind kind;
	int array, part, word, bytes; /* s[part + word]: parts are not constants apart; the last one is unknown */
	int written; /* of a part of a vector: the vector\'s bytes; `word` says which part */
	int64_t basic_block;
	bool none;      /* it is eliminated */
	bool maybe;     /* it is a load that may be */
} Event;

typedef struct Run {
	ValueCtx ctx;
	Arena *arena;
	Redundancy *again;
	Form parts[PARTS];
	Mask may_execute;
	Event at[MOST];
	int n;
} Run;

static Run run_new(void)
{
	Run run = { .ctx = ctx_new(LANES), .arena = arena_new(), .may_execute = mask_first(LANES), .n = 0 };
	for (int i = 0; i < PARTS; i++)
		run.parts[i] = i == LOOSE ? form_fresh(&run.ctx.n_forms, 4, REFINE_OFFSET) : form_symbol(i + 1, 4);
	return run;
}

static void run_begin(Run *run)
{
	static const int block[] = { LANES, 1, 1 };
	run->again = redundancy_new(run->arena, &run->ctx, block);
}

static void run_free(Run *run)
{
	arena_free(run->arena);
	ctx_free(&run->ctx);
}

/* Of different parts threads other than the first have different addresses. */
static int64_t address_in(const Event *e, int lane)
{
	return 4 * e->word + 64 * lane * (e->part + 1);
}

static RedundancyVerdict add(Run *run, const Event *e, int fact, Regions regions, const Expr *site)
{
	int64_t lanes[LANES];
	for (int l = 0; l < LANES; l++)
		lanes[l] = address_in(e, l);
	Value offset = value_per_thread(&run->ctx, lanes);
	offset.form = form_binary(OP_ADD, true, run->parts[e->part], form_const(4 * e->word));
	Access access = { .site = site,
			  .object = &arrays[e->array],
			  .bytes = e->bytes,
			  .written = e->written ? e->written : e->bytes,
			  .part_offset = e->written ? 4 * (e->word % (e->written / 4)) : 0,
			  .may_execute = &run->may_execute,
			  .must_execute = &run->may_execute,
			  .op = e->kind == LOAD    ? BANK_LD
				: e->kind == STORE ? BANK_ST
						   : BANK_ATOM_ADD,
			  .offset = &offset,
			  .basic_block = e->basic_block,
			  .regions = regions,
			  .certain = true };
	return redundancy_add(run->again, &access, fact);
}

static RedundancyVerdict verdict_of(Tristate is_redundant, int by, int uncertain)
{
	return (RedundancyVerdict){ is_redundant, by, uncertain, .hoisted = -1, .before_hoisted = -1 };
}

/* --- the list -------------------------------------------------------------------------------------------------- */

static bool same_place(const Event *a, const Event *b)
{
	return (a->kind == LOAD || a->kind == STORE) && a->array == b->array && a->part == b->part && a->word == b->word &&
	       a->bytes == b->bytes && !a->none;
}

static bool in_a_thread(const Event *a, const Event *b)
{
	for (int l = 0; l < LANES; l++)
		if (address_in(a, l) < address_in(b, l) + b->bytes && address_in(b, l) < address_in(a, l) + a->bytes)
			return true;
	return false;
}

/* Whether the two overlap: 0 no, 1 perhaps, 2 the compiler must assume it. */
static int overlap(const Event *a, const Event *b)
{
	if (a->kind == BARRIER)
		return 2;
	if (a->array != b->array)
		return 0;
	if (a->kind == ATOMIC)
		return 1;
	if (a->part != b->part)
		return a->part != LOOSE && b->part != LOOSE && in_a_thread(a, b) ? 2 : 1;
	return 4 * a->word < 4 * b->word + b->bytes && 4 * b->word < 4 * a->word + a->bytes ? 2 : 0;
}

static int last_same(const Run *run, int i)
{
	int at = i - 1;
	while (at >= 0 && (!same_place(&run->at[at], &run->at[i]) || (run->at[i].kind == STORE && run->at[at].maybe)))
		at--;
	return at;
}

/* The highest such number among the writes, or else the reads, between `from` and i. */
static int between(const Run *run, int from, int i, bool writes)
{
	int most = 0;
	for (int k = from + 1; k < i; k++) {
		const Event *e = &run->at[k];
		int much = !e->none && (e->kind == BARRIER || (e->kind != LOAD) == writes) ? overlap(e, &run->at[i]) : 0;
		much = much == 2 && e->maybe ? 1 : much;
		most = much > most ? much : most;
	}
	return most;
}

static RedundancyVerdict listed(const Run *run, int i)
{
	const Event *e = &run->at[i];
	RedundancyVerdict none = verdict_of(TRI_NO, -1, -1);
	int at = e->kind <= STORE ? last_same(run, i) : -1;
	int gone = at >= 0 ? between(run, at, i, e->kind == LOAD) : 2;
	bool straight = at >= 0 && run->at[at].basic_block == e->basic_block;
	if (gone == 2)
		return none;
	if (e->kind == STORE)
		return verdict_of(TRI_NO, -1, run->at[at].kind == STORE && straight ? at : -1);
	return verdict_of(straight && !gone ? TRI_YES : TRI_MAYBE, at, -1);
}

static void random_accesses_are_eliminated_as_in_the_list(void **state)
{
	int seen[3] = { 0, 0, 0 }, uncertain = 0;
	(void)state;
	for (int k = 0; k < RUNS; k++) {
		Run run = run_new();
		run_begin(&run);
		seed = (uint64_t)k * 7919 + 1;
		int n = 2 + below(MOST - 2), parts = 1 + below(PARTS), barriers = 5 + below(30);
		int64_t basic_block = 1;
		for (int i = 0; i < n; i++) {
			basic_block += !below(20);
			run.at[run.n++] = (Event){ .kind = below(barriers) ? (EventKind)(below(16) ? below(2) : ATOMIC) : BARRIER,
						   .array = !below(4),
						   .part = below(parts),
						   .word = below(4),
						   .bytes = below(6) ? 4 : 8,
						   .basic_block = basic_block };
			if (run.at[i].kind == BARRIER) {
				redundancy_barrier(run.again, &(Regions){ NULL, 0 });
				continue;
			}
			RedundancyVerdict wanted = listed(&run, i), got = add(&run, &run.at[i], i, (Regions){ NULL, 0 }, &sites[i]);
			if (got.is_redundant != wanted.is_redundant || got.by != wanted.by || got.uncertain != wanted.uncertain)
				fail_msg("run %d, access %d: done %d by %d uncertain %d, the model by a list %d by %d uncertain %d", k, i,
					 (int)got.is_redundant, got.by, got.uncertain, (int)wanted.is_redundant, wanted.by,
					 wanted.uncertain);
			run.at[i].none = got.is_redundant == TRI_YES;
			run.at[i].maybe = run.at[i].kind == LOAD && got.is_redundant == TRI_MAYBE;
			seen[got.is_redundant]++;
			uncertain += got.uncertain >= 0;
		}
		run_free(&run);
	}
	assert_true(seen[TRI_NO] > RUNS && seen[TRI_MAYBE] > RUNS && seen[TRI_YES] > RUNS && uncertain > RUNS / 2);
}

/* --- conditions and loops: the rows of the table ------------------------------------------------------------------ */

typedef struct Step {
	EventKind kind;
	int word;
	int64_t region; /* of a branch or iteration; 0: of none */
} Step;

static RedundancyVerdict play(const Step *steps, int n, const Expr *second_site)
{
	Run run = run_new();
	RedundancyVerdict verdict = verdict_of(TRI_NO, -1, -1);
	run_begin(&run);
	for (int i = 0; i < n; i++) {
		Regions regions = { &steps[i].region, steps[i].region > 0 };
		Event e = {
			.kind = steps[i].kind, .word = steps[i].word, .bytes = 4, .basic_block = steps[i].region ? steps[i].region : i + 10
		};
		if (e.kind == BARRIER)
			redundancy_barrier(run.again, &regions);
		else
			verdict = add(&run, &e, i, regions, i == n - 1 && second_site ? second_site : &sites[i]);
	}
	run_free(&run);
	return verdict;
}

static void what_conditions_leave_is_as_in_the_table(void **state)
{
	static const struct {
		const char *name;
		Step steps[4];
		int n;
		Tristate done;
		int uncertain;
	} rows[] = {
		{ "the second in a condition", { { LOAD, 0, 0 }, { LOAD, 0, 1 } }, 2, TRI_MAYBE, -1 },
		{ "the second behind a condition", { { LOAD, 0, 0 }, { LOAD, 1, 1 }, { LOAD, 0, 0 } }, 3, TRI_MAYBE, -1 },
		{ "on both sides", { { LOAD, 0, 1 }, { LOAD, 0, 2 } }, 2, TRI_MAYBE, 0 },
		{ "stored on one side, loaded on the other", { { STORE, 0, 1 }, { LOAD, 0, 2 } }, 2, TRI_MAYBE, -1 },
		{ "the first in a condition", { { LOAD, 0, 1 }, { LOAD, 0, 0 } }, 2, TRI_MAYBE, -1 },
		{ "a barrier between", { { LOAD, 0, 0 }, { BARRIER, 0, 0 }, { LOAD, 0, 0 } }, 3, TRI_NO, -1 },
		{ "a barrier on a side between", { { LOAD, 0, 0 }, { BARRIER, 0, 1 }, { LOAD, 0, 0 } }, 3, TRI_MAYBE, -1 },
		{ "a barrier before the second on its side", { { LOAD, 0, 0 }, { BARRIER, 0, 1 }, { LOAD, 0, 1 } }, 3, TRI_NO, -1 },
		{ "a barrier behind the first on its side", { { LOAD, 0, 1 }, { BARRIER, 0, 1 }, { LOAD, 0, 0 } }, 3, TRI_NO, -1 },
		{ "something else stored on a side between", { { LOAD, 0, 0 }, { STORE, 1, 1 }, { LOAD, 0, 0 } }, 3, TRI_MAYBE, -1 },
		{ "the same word stored, then loaded twice on one side",
		  { { STORE, 0, 0 }, { STORE, 0, 1 }, { LOAD, 0, 1 } },
		  3,
		  TRI_YES,
		  -1 },
		{ "stored on both sides", { { STORE, 0, 1 }, { STORE, 0, 2 } }, 2, TRI_NO, -1 },
	};
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		RedundancyVerdict got = play(rows[i].steps, rows[i].n, NULL);
		if (got.is_redundant != rows[i].done || got.uncertain != rows[i].uncertain)
			fail_msg("%s: done %d, uncertain %d", rows[i].name, (int)got.is_redundant, got.uncertain);
	}
	/* The same load in another iteration may be hoisted before the loop. */
	assert_int_equal(play((const Step[]){ { LOAD, 0, 1 }, { LOAD, 0, 1 } }, 2, &sites[0]).uncertain, 0);
}

/* Parts of vectors of four words, of which nvcc loads no more: [first word, words) each. */
static Tristate second_of(int first, int n_first, int second, int n_second)
{
	Run run = run_new();
	Event a = { .kind = LOAD, .word = first, .bytes = 4 * n_first, .written = 16, .basic_block = 1 };
	Event b = { .kind = LOAD, .word = second, .bytes = 4 * n_second, .written = 16, .basic_block = 1 };
	run_begin(&run);
	add(&run, &a, 0, (Regions){ NULL, 0 }, &sites[0]);
	Tristate done = add(&run, &b, 1, (Regions){ NULL, 0 }, &sites[1]).is_redundant;
	run_free(&run);
	return done;
}

static void parts_of_a_vector_are_loaded_once(void **state)
{
	(void)state;
	for (int first = 0; first < 8; first++)
		for (int n = 1; first % 4 + n <= 4; n++)
			for (int second = 0; second < 8; second++)
				for (int m = 1; second % 4 + m <= 4; m++) {
					const bool covered = first <= second && second + m <= first + n;
					const bool apart = first + n <= second || second + m <= first;
					assert_int_equal(second_of(first, n, second, m), covered ? TRI_YES : apart ? TRI_NO : TRI_MAYBE);
				}
}

/* --- limits -------------------------------------------------------------------------------------------------------- */

/* The same addresses, though the text does not show it. */
static void places_that_turn_out_the_same_are_perhaps(void **state)
{
	(void)state;
	Run run = run_new();
	run_begin(&run);
	Event first = { .kind = LOAD, .word = 1, .bytes = 4, .basic_block = 1 };
	assert_int_equal(add(&run, &first, 0, (Regions){ NULL, 0 }, &sites[0]).is_redundant, TRI_NO);
	run.parts[0] = form_symbol(9, 4);
	RedundancyVerdict got = add(&run, &first, 1, (Regions){ NULL, 0 }, &sites[1]);
	assert_true(got.is_redundant == TRI_MAYBE && got.by == 0);
	run_free(&run);
}

static Tristate behind(int others, int parts)
{
	Run run = run_new();
	Event e = { .kind = LOAD, .bytes = 4, .basic_block = 1 };
	run_begin(&run);
	add(&run, &e, 0, (Regions){ NULL, 0 }, &sites[0]);
	for (int i = 0; i < others; i++)
		add(&run, &(Event){ .kind = STORE, .array = 1, .word = i % parts, .bytes = 4, .basic_block = 1 }, 1 + i,
		    (Regions){ NULL, 0 }, &sites[1]);
	Tristate done = add(&run, &e, others + 1, (Regions){ NULL, 0 }, &sites[2]).is_redundant;
	run_free(&run);
	return done;
}

/* With too many accesses between, or dropped ones, nothing is certain. */
static void far_accesses_are_perhaps(void **state)
{
	(void)state;
	assert_int_equal(behind(200, 100), TRI_YES);
	assert_int_equal(behind(1000, 100), TRI_MAYBE);
	assert_int_equal(behind(6000, 100), TRI_MAYBE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_accesses_are_eliminated_as_in_the_list),
		cmocka_unit_test(what_conditions_leave_is_as_in_the_table),
		cmocka_unit_test(parts_of_a_vector_are_loaded_once),
		cmocka_unit_test(places_that_turn_out_the_same_are_perhaps),
		cmocka_unit_test(far_accesses_are_perhaps),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
