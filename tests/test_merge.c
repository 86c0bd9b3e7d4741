/* Merging of successive accesses: random ones, compared with a list of them that is grouped afterwards by the rules of
 * docs/developers/compiler.md. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "c_arithmetic.h"
#include "eval/nvcc/merge.h"
#include "merge_rules.h"

enum { LANES = 4, MOST = 2048, RUNS = 4000, WORDS_OF_WINDOW = 4 };

static const Var arrays[] = { { .name = "s", .kind = VAR_SHARED, .id = 0 }, { .name = "t", .kind = VAR_SHARED, .id = 1 } };
static const Expr sites[MOST];

typedef enum EventKind { LOAD, STORE, BARRIER, ATOMIC, MATRIX } EventKind;

typedef struct Event {
	EventKind kind;
	int array, word;
	/* The expectation, from the list: */
	int group;      /* accesses with nothing between them that ends it; a store to another window ends a group of stores */
	bool twice;     /* a word of the group is stored twice: nothing is expected */
	unsigned there; /* words of its window that its group accesses */
} Event;

/* The requests that were sent, by the fact of the access that leads it. */
typedef struct Sent {
	Request request;
	int64_t at;
	const Expr *site;
	int times;
} Sent;

typedef struct Run {
	ValueCtx ctx;
	Arena *arena;
	Merge *merge;
	Mask may_execute;
	int declared; /* KnownAlign.declared */
	Event at[MOST];
	int n;
	Sent sent[MOST];
} Run;

static void note(void *data, const Request *request)
{
	Run *run = data;
	Sent *sent = &run->sent[request->fact];
	sent->request = *request;
	sent->site = request->access->site;
	sent->at = per_thread_at(request->access->offset->base, 0);
	for (int l = 1; l < LANES; l++)
		assert_int_equal(per_thread_at(request->access->offset->base, l), sent->at + 16 * l);
	sent->times++;
}

static Run *run_new(void)
{
	Run *run = calloc(1, sizeof *run);
	run->ctx = ctx_new(LANES);
	run->arena = arena_new();
	run->may_execute = mask_first(LANES);
	run->declared = 2;
	run->merge = merge_new(run->arena, &run->ctx, note, run);
	return run;
}

static void run_free(Run *run)
{
	merge_free(run->merge);
	arena_free(run->arena);
	ctx_free(&run->ctx);
	free(run);
}

/* s[word + 4 * lane] */
static void access_word(Run *run, EventKind kind, int array, int word)
{
	int64_t lanes[LANES];
	for (int l = 0; l < LANES; l++)
		lanes[l] = 4 * word + 16 * l;
	Value offset = value_per_thread(&run->ctx, lanes);
	offset.form = form_binary(OP_ADD, true, form_symbol(7, 4), form_const(4 * word));
	Access access = { .site = &sites[run->n],
			  .object = &arrays[array],
			  .op = kind == LOAD ? BANK_LD : BANK_ST,
			  .bytes = 4,
			  .may_execute = &run->may_execute,
			  .must_execute = &run->may_execute,
			  .offset = &offset,
			  .basic_block = 1,
			  .certain = true,
			  .known_align = { .log2_align = 4, .exact = true, .declared = run->declared } };
	assert_true(merge_takes(&access));
	merge_add(run->merge, &access, run->n, 0, false);
	run->at[run->n++] = (Event){ .kind = kind, .array = array, .word = word };
}

static void other_event(Run *run, EventKind kind)
{
	Access access = { .op = kind == ATOMIC ? BANK_ATOM_ADD : BANK_LDMATRIX_X1, .bytes = 4 };
	assert_false(merge_takes(&access));
	if (kind == BARRIER)
		merge_barrier(run->merge);
	else
		merge_other(run->merge, &access);
	run->at[run->n++] = (Event){ .kind = kind };
}

/* --- the list -------------------------------------------------------------------------------------------------- */

static bool is_access(const Event *e)
{
	return e->kind == LOAD || e->kind == STORE;
}

/* Whether what is between two accesses of a kind prevents their merging. */
static bool ends(const Event *between, const Event *a)
{
	if (between->kind == BARRIER || between->kind == ATOMIC)
		return true;
	if (a->kind == LOAD)
		return between->kind == STORE;
	return between->kind != STORE || between->array != a->array || between->word / WORDS_OF_WINDOW != a->word / WORDS_OF_WINDOW;
}

static bool same_window(const Event *a, const Event *b)
{
	return a->array == b->array && a->word / WORDS_OF_WINDOW == b->word / WORDS_OF_WINDOW;
}

static void group(Run *run)
{
	for (int i = 0; i < run->n; i++) {
		Event *e = &run->at[i];
		e->group = i;
		for (int j = i - 1; j >= 0 && !ends(&run->at[j], e); j--)
			if (run->at[j].kind == e->kind && same_window(&run->at[j], e))
				e->group = run->at[j].group;
	}
	for (int i = 0; i < run->n; i++)
		for (int j = 0; j < run->n; j++)
			if (run->at[j].group == run->at[i].group) {
				run->at[i].there |= 1u << run->at[j].word % WORDS_OF_WINDOW;
				run->at[i].twice = run->at[i].twice || (run->at[i].kind == STORE && run->at[j].kind == STORE && i != j &&
									run->at[j].word == run->at[i].word);
			}
	for (int i = 0; i < run->n; i++)
		for (int j = 0; j < run->n; j++)
			run->at[i].twice = run->at[i].twice || (run->at[j].group == run->at[i].group && run->at[j].twice);
}

static Ruled ruled_for(const Event *e)
{
	Ruled alone = { 4, e->word % WORDS_OF_WINDOW, 1 };
	return e->twice ? alone : ruled(e->kind == LOAD, 4, 16, e->there, e->word % WORDS_OF_WINDOW);
}

/* The accesses in one request with access i, in order. */
static int together(const Run *run, int i, int out[MOST])
{
	int n = 0;
	Ruled r = ruled_for(&run->at[i]);
	for (int j = 0; j < run->n; j++) {
		Ruled other = ruled_for(&run->at[j]);
		bool in = run->at[j].group == run->at[i].group && other.width == r.width && other.start == r.start;
		if (j == i || (in && r.width > 4))
			out[n++] = j;
	}
	return n;
}

static void check_access(const Run *run, int i)
{
	int in[MOST], n = together(run, i, in), with = 0;
	const Event *e = &run->at[i];
	const Sent *sent = &run->sent[i];
	Ruled r = ruled_for(e);
	if (i != (e->kind == LOAD ? in[0] : in[n - 1])) {
		assert_int_equal(sent->times, 0);
		return;
	}
	assert_int_equal(sent->times, 1);
	assert_int_equal(sent->request.bytes, r.width);
	assert_int_equal(sent->request.parts, r.parts);
	assert_int_equal(sent->at, 4 * (e->word / WORDS_OF_WINDOW * WORDS_OF_WINDOW + r.start));
	assert_true(e->twice || !sent->request.doubts);
	for (int k = 0; k < n; k++)
		if (in[k] != i)
			assert_int_equal(sent->request.with[with++], in[k]);
	assert_int_equal(sent->request.n_with, with);
	int first = i; /* two words that are not a pair are at the place of the first */
	for (int j = i; j >= 0 && ruled_apart(e->kind == LOAD, 4, 16, e->there); j--)
		first = run->at[j].group == e->group ? j : first;
	assert_ptr_equal(sent->site, &sites[first]);
}

static void random_accesses_are_grouped_as_a_list_is(void **state)
{
	(void)state;
	int merged = 0;
	for (int k = 0; k < RUNS; k++) {
		Run *run = run_new();
		seed = (uint64_t)k * 7919 + 1;
		int n = 2 + below(24), others = below(8), only = below(3);
		for (int i = 0; i < n; i++) {
			if (below(10) < others / 2)
				other_event(run, (EventKind)(BARRIER + below(3)));
			else
				access_word(run, only < 2 ? (EventKind)only : (EventKind)below(2), !below(4), below(6));
		}
		merge_finish(run->merge);
		group(run);
		for (int i = 0; i < run->n; i++)
			if (is_access(&run->at[i])) {
				check_access(run, i);
				merged += run->sent[i].request.bytes > 4;
			}
		run_free(run);
	}
	assert_true(merged > RUNS / 2);
}

/* --- others ------------------------------------------------------------------------------------------------------ */

/* More accesses than are held: each is sent once; one that could have been merged with one that was flushed is uncertain. */
static void many_accesses_are_cut(void **state)
{
	enum { FIRST = 600, AGAIN = 10 };
	(void)state;
	Run *run = run_new();
	int covered = 0;
	for (int i = 0; i < FIRST; i++)
		access_word(run, LOAD, 0, 4 * i);
	for (int i = 0; i < AGAIN; i++)
		access_word(run, LOAD, 0, 4 * i + 1);
	for (int i = FIRST - AGAIN; i < FIRST; i++)
		access_word(run, LOAD, 0, 4 * i + 1);
	merge_finish(run->merge);
	for (int i = 0; i < run->n; i++) {
		const Sent *sent = &run->sent[i];
		bool late = i >= FIRST && i < FIRST + AGAIN, paired = i >= FIRST - AGAIN && i < FIRST;
		covered += sent->times * (1 + sent->request.n_with);
		assert_int_equal(sent->times, i < FIRST + AGAIN);
		assert_true(!sent->times || sent->request.bytes == (paired ? 8 : 4));
		assert_int_equal(sent->times && sent->request.doubts != 0, late);
	}
	assert_int_equal(covered, run->n);
	run_free(run);
}

/* s[0]; if (…) t[0] = …; else s[1]; s[2]: what one branch stores does not separate the loads of the other. */
static void branches_do_not_separate_each_others_accesses(void **state)
{
	(void)state;
	for (int stores = 0; stores < 2; stores++) {
		Run *run = run_new();
		access_word(run, LOAD, 0, 0);
		Epochs start = merge_fork(run->merge);
		if (stores)
			access_word(run, STORE, 1, 0);
		Epochs first = merge_epochs(run->merge);
		merge_set_epochs(run->merge, start);
		access_word(run, LOAD, 0, 1);
		merge_join(run->merge, &first, false);
		access_word(run, LOAD, 0, 2);
		merge_finish(run->merge);
		assert_int_equal(run->sent[0].request.bytes, stores ? 8 : 16);
		assert_int_equal(run->sent[0].request.n_with, stores ? 1 : 2);
		assert_int_equal(run->sent[3].times, stores);
		run_free(run);
	}
}

/* s[0] = …; t[0]; s[1] = …, declared as aligned: NVVM may merge across a load of another array, and the request is uncertain. */
static void stores_to_an_aligned_array_are_open_across_a_load(void **state)
{
	(void)state;
	for (int barrier = 0; barrier < 2; barrier++) {
		Run *run = run_new();
		run->declared = 4;
		access_word(run, STORE, 0, 0);
		if (barrier)
			other_event(run, BARRIER);
		else
			access_word(run, LOAD, 1, 0);
		access_word(run, STORE, 0, 1);
		merge_finish(run->merge);
		for (int i = 0; i < 3; i += 2) {
			assert_int_equal(run->sent[i].times, 1);
			assert_int_equal(run->sent[i].request.bytes, 4);
			assert_int_equal(run->sent[i].request.doubts != 0, !barrier);
		}
		run_free(run);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_accesses_are_grouped_as_a_list_is),
		cmocka_unit_test(many_accesses_are_cut),
		cmocka_unit_test(branches_do_not_separate_each_others_accesses),
		cmocka_unit_test(stores_to_an_aligned_array_are_open_across_a_load),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
