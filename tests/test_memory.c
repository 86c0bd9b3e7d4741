/* Contents of objects against plain arrays of bytes, one for each thread: random writes of all widths under random masks,
 * with journals that are kept, undone, or run one after the other as the two branches of a condition are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "c_arithmetic.h"
#include "eval/state/memory.h"

enum { THREADS = 4, SIZE = 24, OBJECTS = 3, RUNS = 150, DEEPEST = 4 };

typedef enum State {
	UNDEFINED,
	UNKNOWN,
	KNOWN
} State; /* anything may be read; must be read as unknown; may be read as the number or unknown */

typedef struct Byte {
	State state;
	uint8_t is;
	int write; /* number of the last write */
} Byte;

typedef struct Bytes {
	Byte at[OBJECTS][THREADS][SIZE];
} Bytes;

typedef struct Run {
	ValueCtx ctx;
	Memory mem;
	Object *objects[OBJECTS];
	Bytes now;
	struct {
		int object, at, size;
		Mask where;
	} writes[4096];
	int n_writes, exact, wide;
} Run;

static Mask some_threads(void)
{
	Mask threads = mask_none();
	for (int l = 0; l < THREADS; l++)
		if (below(2))
			mask_add(&threads, l);
	return below(3) ? mask_first(THREADS) : threads;
}

/* --- writes, to both ----------------------------------------------------------------------------------------------- */

static void write_some(Run *run)
{
	int size = 1 << below(4), object = below(OBJECTS), at = below(SIZE - size + 1);
	at = below(4) ? at / size * size : at;
	int64_t values[THREADS];
	Mask where = some_threads();
	int number = ++run->n_writes % 4096;
	run->writes[number].object = object;
	run->writes[number].at = at;
	run->writes[number].size = size;
	run->writes[number].where = where;
	for (int l = 0; l < THREADS; l++) {
		uint64_t v = (uint64_t)next() << 32 | next();
		values[l] = ref_cast((Int){ size, false, false }, (int64_t)v);
		for (int k = 0; k < size; k++) {
			Byte *byte = &run->now.at[object][l][at + k];
			byte->write = number;
			if (mask_has(&where, l))
				*byte = (Byte){ KNOWN, (uint8_t)((uint64_t)values[l] >> 8 * k), number };
		}
	}
	memory_write(&run->mem, run->objects[object], at, size, false, value_per_thread(&run->ctx, values), &where);
}

static void set_all(Run *run, int object, int from, int n, State state)
{
	for (int l = 0; l < THREADS; l++)
		for (int k = from; k < from + n; k++)
			run->now.at[object][l][k] = (Byte){ state, 0, 0 };
}

static void forget_some(Run *run)
{
	static const struct {
		Reason rest;
		State state;
	} kinds[] = {
		{ REASON_NONE, KNOWN },
		{ REASON_UNINITIALISED, UNDEFINED },
		{ REASON_GLOBAL_LOAD, UNKNOWN },
	};
	int object = below(OBJECTS), kind = below(4), at = below(SIZE), n = below(SIZE - at + 1);
	if (kind < 3) {
		memory_invalidate(&run->mem, run->objects[object], kinds[kind].rest);
		set_all(run, object, 0, SIZE, kinds[kind].state);
	} else {
		memory_invalidate_part(&run->mem, run->objects[object], at, n, REASON_GLOBAL_LOAD);
		set_all(run, object, at, n, UNKNOWN);
	}
}

/* --- reads, from both ---------------------------------------------------------------------------------------------- */

static bool is_known(const Value *v, int thread)
{
	bool known = !(v->unknown && mask_has(&v->unknown->threads, thread));
	for (int i = 0; i < v->n_terms && known; i++)
		known = !per_thread_at(v->terms[i].k, thread);
	return known;
}

/* All bytes of one write are still there, so that it must be known; parts of it only if it wrote in all threads. */
static bool is_whole(const Run *run, int object, int thread, int at, int size)
{
	int number = run->now.at[object][thread][at].write;
	bool whole = number && mask_has(&run->writes[number].where, thread) && run->writes[number].object == object &&
		     (run->writes[number].size == size || mask_count(&run->writes[number].where) == THREADS);
	for (int k = at; k < at + size && whole; k++)
		whole = run->now.at[object][thread][k].write == number;
	for (int k = 0; k < run->writes[number].size && whole; k++)
		whole = run->now.at[object][thread][run->writes[number].at + k].write == number;
	return whole;
}

static void check_read(Run *run, int object, int at, int size)
{
	Value v = memory_read(&run->mem, run->objects[object], at, size, false, LOC_NONE);
	for (int l = 0; l < THREADS; l++) {
		uint64_t is = 0;
		bool undefined = false, unknown = false, known = is_known(&v, l);
		for (int k = 0; k < size; k++) {
			const Byte *byte = &run->now.at[object][l][at + k];
			undefined = undefined || byte->state == UNDEFINED;
			unknown = unknown || byte->state == UNKNOWN;
			is |= (uint64_t)byte->is << 8 * k;
		}
		assert_false(unknown && known);
		if (known && !undefined)
			assert_int_equal((uint64_t)per_thread_at(v.base, l), is);
		if (is_whole(run, object, l, at, size))
			assert_true(known);
		run->exact += known && !undefined;
		run->wide += known && !undefined && size < 8;
	}
}

static void check_all(Run *run)
{
	for (int object = 0; object < OBJECTS; object++)
		for (int size = 1; size <= 8; size *= 2)
			for (int at = 0; at + size <= SIZE; at++)
				check_read(run, object, at, size);
}

/* --- journals ------------------------------------------------------------------------------------------------------ */

static void do_some(Run *run, int depth);

/* The objects that the first branch changed are as it left them. */
static void check_first_branch(Run *run, Journal *first, const Bytes *reached)
{
	Bytes now = run->now;
	journal_swap(&run->mem, first);
	for (int i = 0; i < OBJECTS; i++)
		for (int k = 0; k < first->n; k++)
			if (first->entries[k].object == run->objects[i])
				memcpy(run->now.at[i], reached->at[i], sizeof now.at[i]);
	check_all(run);
	journal_swap(&run->mem, first);
	run->now = now;
}

static void run_two_branches(Run *run, int depth)
{
	Journal first, second;
	Bytes before = run->now;
	assert_true(journal_begin(&run->mem, &first));
	do_some(run, depth + 1);
	Bytes reached = run->now;
	journal_pause(&run->mem, &first);
	journal_swap(&run->mem, &first);
	run->now = before;
	check_all(run);
	assert_true(journal_begin(&run->mem, &second));
	do_some(run, depth + 1);
	journal_pause(&run->mem, &second);
	check_first_branch(run, &first, &reached);
	journal_end(&run->mem, &second);
	journal_end(&run->mem, &first);
}

static void run_and_undo(Run *run, int depth)
{
	Journal journal;
	Bytes before = run->now;
	assert_true(journal_begin(&run->mem, &journal));
	do_some(run, depth + 1);
	journal_pause(&run->mem, &journal);
	journal_swap(&run->mem, &journal);
	journal_end(&run->mem, &journal);
	run->now = before;
}

static void run_and_keep(Run *run, int depth)
{
	Journal journal;
	assert_true(journal_begin(&run->mem, &journal));
	do_some(run, depth + 1);
	journal_end(&run->mem, &journal);
}

/* An object of a scope that ends; the others do not change. */
static void run_in_scope(Run *run, int depth)
{
	Mask all = mask_first(THREADS);
	Object *local = memory_object(&run->mem, OBJ_LOCAL, NULL, depth, all), *before = run->objects[0];
	Bytes outer = run->now;
	run->objects[0] = local;
	set_all(run, 0, 0, SIZE, UNDEFINED);
	do_some(run, depth + 1);
	check_all(run);
	run->objects[0] = before;
	memcpy(run->now.at[0], outer.at[0], sizeof outer.at[0]);
	memory_retire(&run->mem, local);
}

static void do_some(Run *run, int depth)
{
	static void (*const parts[])(Run *, int) = { run_two_branches, run_and_undo, run_and_keep, run_in_scope };
	for (int n = below(8); n > 0; n--) {
		if (depth < DEEPEST && !below(3))
			parts[below(4)](run, depth);
		else if (below(8))
			write_some(run);
		else
			forget_some(run);
	}
}

static void objects_hold_what_bytes_do(void **state)
{
	int exact = 0, wide = 0;
	(void)state;
	for (int i = 0; i < RUNS; i++) {
		Run *run = calloc(1, sizeof *run);
		seed = (uint64_t)i * 7919 + 1;
		run->ctx = ctx_new(THREADS);
		memory_init(&run->mem, &run->ctx);
		for (int k = 0; k < OBJECTS; k++)
			run->objects[k] = memory_object(&run->mem, OBJ_LOCAL, NULL, 0, mask_first(THREADS));
		do_some(run, 0);
		check_all(run);
		exact += run->exact;
		wide += run->wide;
		memory_free(&run->mem);
		ctx_free(&run->ctx);
		free(run);
	}
	assert_true(exact > 100 * RUNS && wide > exact / 4);
}

/* --- forms ----------------------------------------------------------------------------------------------------------- */

static Form form_at(Run *run, int64_t at)
{
	return memory_read(&run->mem, run->objects[0], at, 4, false, LOC_NONE).form;
}

/* Values get fresh forms after the branch that they were stored in, and at the begin of a loop that changes them. */
static void forms_are_lost_where_code_parts(void **state)
{
	(void)state;
	Run *run = calloc(1, sizeof *run);
	run->ctx = ctx_new(THREADS);
	memory_init(&run->mem, &run->ctx);
	run->objects[0] = memory_object(&run->mem, OBJ_LOCAL, NULL, 0, mask_first(THREADS));
	memory_put(&run->mem, run->objects[0], 0, 4, false, value_int(64));
	region_enter(&run->mem.storage);
	memory_put(&run->mem, run->objects[0], 4, 4, false, value_int(64));
	Form before = form_at(run, 0), in = form_at(run, 4);
	assert_true(form_is_const(&before) && form_is_const(&in));
	region_leave(&run->mem.storage);
	before = form_at(run, 0);
	in = form_at(run, 4);
	assert_true(form_is_const(&before) && !form_is_const(&in));
	memory_widen(&run->mem, run->objects[0], 0, 4, 3, REFINE_STEPS);
	Form stepped = form_at(run, 0);
	assert_true(!form_is_const(&stepped) && stepped.stepped && form_log2_align(&stepped) == 3);
	memory_free(&run->mem);
	ctx_free(&run->ctx);
	free(run);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(objects_hold_what_bytes_do),
		cmocka_unit_test(forms_are_lost_where_code_parts),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
