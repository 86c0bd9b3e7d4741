/* Which adjacent accesses are merged: every set of them, in several orders, compared with the table of
 * docs/developers/compiler.md. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "c_arithmetic.h"
#include "eval/nvcc/merge_plan.h"
#include "merge_rules.h"

enum { LANES = 4, ELEMENTS = 8, ORDERS = 6 };

static const Var array = { .name = "s", .kind = VAR_SHARED }, other_array = { .name = "t", .kind = VAR_SHARED };
static ValueCtx ctx;

static int log2_of(int n)
{
	return __builtin_ctz((unsigned)n);
}

static const Type half = { .kind = TY_FLOAT, .size = 2 };
static const Expr half_load = { .kind = EX_LOAD, .type = &half };

/* s[at + stride * lane]: the compiler sees that a multiple of 1 << log2_align is added to `at`. */
static Held held_at(bool load, int bytes, int64_t at, int log2_align, int stride)
{
	int64_t lanes[LANES];
	for (int l = 0; l < LANES; l++)
		lanes[l] = at + stride * l;
	Held h = { .may_execute = mask_first(LANES), .must_execute = mask_first(LANES), .epoch = 1, .all_epoch = 2, .flush = true };
	h.access = (Access){ .object = &array,
			     .op = load ? BANK_LD : BANK_ST,
			     .bytes = bytes,
			     .basic_block = 1,
			     .certain = true,
			     .half_register = HALF_REGISTER_NO,
			     .known_align = { .log2_align = 4, .exact = true, .declared = log2_of(bytes) } };
	h.offset = value_per_thread(&ctx, lanes);
	h.offset.form = form_binary(OP_ADD, true, form_symbol(7, log2_align), form_const(at));
	held_look(&ctx, &h);
	return h;
}

/* --- every set of neighbours ------------------------------------------------------------------------------- */

typedef struct Case {
	bool load;
	int bytes, log2_align; /* 1 << log2_align: the alignment that the text shows … */
	int stride;         /* … and the actual one */
	bool declared;      /* the object is __align__(16) */
	int at[ELEMENTS], n; /* elements, in the program's order */
} Case;

static void order(Case *c, unsigned set, int how)
{
	c->n = 0;
	for (int i = 0; i < ELEMENTS; i++)
		if (set >> (how == 1 ? ELEMENTS - 1 - i : i) & 1)
			c->at[c->n++] = how == 1 ? ELEMENTS - 1 - i : i;
	for (int i = c->n - 1; i > 0 && how > 1; i--) {
		int k = below(i + 1), at = c->at[i];
		c->at[i] = c->at[k];
		c->at[k] = at;
	}
}

/* The elements of i's window in one request with it; `runs`: a store to another window ends it. */
static unsigned there(const Case *c, int window, int i, bool runs)
{
	int n = window / c->bytes, from = i, to = i;
	while (from > 0 && (!runs || c->at[from - 1] / n == c->at[i] / n))
		from--;
	while (to < c->n - 1 && (!runs || c->at[to + 1] / n == c->at[i] / n))
		to++;
	unsigned found = 0;
	for (int j = from; j <= to; j++)
		if (c->at[j] / n == c->at[i] / n)
			found |= 1u << c->at[j] % n;
	return found;
}

static bool same(Ruled a, int e, Ruled b, int f)
{
	return a.width == b.width && a.parts == b.parts && e - a.start == f - b.start;
}

static int index_of(const Case *c, int element)
{
	int i = 0;
	while (c->at[i] != element)
		i++;
	return i;
}

/* The access at whose place the request is: the first load; the last store or, if the declaration aligns enough, the highest. */
static int leader(const Case *c, const Ruled *r, int first_element)
{
	int best = -1;
	bool highest = !c->load && c->declared;
	for (int k = 0; r->parts >> k; k++) {
		int at = r->parts >> k & 1 ? index_of(c, first_element + r->start + k) : -1;
		if (at >= 0 && (best < 0 || highest || (c->load ? at < best : at > best)))
			best = at;
	}
	return best;
}

static void check(const Case *c, const Held *held, int i)
{
	int window = ruled_window(c->load, c->bytes, 1 << c->log2_align), n = window / c->bytes, e = c->at[i] % n;
	unsigned must_execute = there(c, window, i, !c->load && !c->declared); /* NVVM merges past stores to other windows */
	Ruled r = ruled(c->load, c->bytes, window, must_execute, e);
	assert_int_equal(held[i].plan.width, r.width);
	assert_int_equal(held[i].plan.parts, r.parts);
	assert_int_equal(held[i].element - held[i].plan.start, e - r.start);
	assert_int_equal(held[i].leader, leader(c, &r, c->at[i] - e));
	int placed_at = i;
	for (int k = 0; k < n && ruled_apart(c->load, c->bytes, window, must_execute); k++)
		if (must_execute >> k & 1 && index_of(c, c->at[i] - e + k) < placed_at)
			placed_at = index_of(c, c->at[i] - e + k);
	assert_int_equal(held[i].placed_at, placed_at);
	/* Addresses may allow more than the text shows. */
	int wide = ruled_window(c->load, c->bytes, c->stride), f = c->at[i] % (wide / c->bytes);
	unsigned all = there(c, wide, i, !c->load && !c->declared);
	Ruled possible = ruled(c->load, c->bytes, wide, all, f);
	bool apart = ruled_apart(c->load, c->bytes, wide, all) && !ruled_apart(c->load, c->bytes, window, must_execute);
	assert_int_equal(held[i].doubts != 0, !same(r, e, possible, f) || apart);
}

static int plan_sets(Case c)
{
	Held held[ELEMENTS];
	int merged = 0;
	for (unsigned set = 1; set < 1u << ELEMENTS; set++)
		for (int how = 0; how < ORDERS; how++) {
			order(&c, set, how);
			for (int i = 0; i < c.n; i++) {
				held[i] = held_at(c.load, c.bytes, c.bytes * c.at[i], c.log2_align, c.stride);
				held[i].access.known_align.declared = c.declared ? 4 : log2_of(c.bytes);
			}
			merge_plan(&ctx, held, c.n);
			for (int i = 0; i < c.n; i++) {
				check(&c, held, i);
				merged += held[i].plan.width > c.bytes;
			}
			arena_release(ctx.arena, (ArenaMark){ 0 });
		}
	return merged;
}

static void every_set_is_merged_as_in_the_table(void **state)
{
	(void)state;
	seed = 1;
	ctx = ctx_new(LANES);
	for (int load = 0; load < 2; load++)
		for (int bytes = 1; bytes <= 8; bytes *= 2)
			for (int log2_align = log2_of(bytes); log2_align <= 4; log2_align++)
				for (int stride = 1 << log2_align; stride <= 16; stride *= 2)
					for (int declared = 0; declared <= (bytes >= 4); declared++) {
						int merged = plan_sets((Case){ load, bytes, log2_align, stride, declared, .n = 0 });
						bool can = ruled_window(load, bytes, 1 << log2_align) > bytes;
						assert_int_equal(merged > 0, can);
					}
	ctx_free(&ctx);
}

/* Of registers of 2 bytes: as words, of half the size. */
static void half_words_are_merged_as_words_are(void **state)
{
	Held halves[ELEMENTS], words[ELEMENTS];
	Case c = { .load = true, .n = 0 };
	(void)state;
	seed = 1;
	ctx = ctx_new(LANES);
	for (int log2_align = 1; log2_align <= 3; log2_align++)
		for (unsigned set = 1; set < 1u << ELEMENTS; set++)
			for (int how = 0; how < ORDERS; how++) {
				order(&c, set, how);
				for (int i = 0; i < c.n; i++) {
					halves[i] = held_at(true, 2, 2 * c.at[i], log2_align, 1 << log2_align);
					words[i] = held_at(true, 4, 4 * c.at[i], log2_align + 1, 2 << log2_align);
					halves[i].access.half_register = HALF_REGISTER_YES;
					halves[i].access.site = words[i].access.site = &half_load;
				}
				merge_plan(&ctx, halves, c.n);
				merge_plan(&ctx, words, c.n);
				for (int i = 0; i < c.n; i++) {
					assert_int_equal(2 * halves[i].plan.width, words[i].plan.width);
					assert_int_equal(halves[i].plan.parts, words[i].plan.parts);
					assert_int_equal(halves[i].leader, words[i].leader);
					assert_int_equal(!halves[i].doubts, !words[i].doubts);
				}
				arena_release(ctx.arena, (ArenaMark){ 0 });
			}
	ctx_free(&ctx);
}

/* --- what keeps two words apart ------------------------------------------------------------------------------ */

typedef struct Pair {
	const char *name;
	void (*change)(Held *second);
	bool merged, uncertain;
} Pair;

static void nothing(Held *h)
{
	(void)h;
}
static void other_epoch(Held *h)
{
	h->epoch = 3;
}
static void other_all_epoch(Held *h)
{
	h->epoch = 3;
	h->all_epoch = 4;
}
static void other_basic_block(Held *h)
{
	h->access.basic_block = 2;
}
static void other_iteration(Held *h)
{
	h->access.iteration = 9;
}
static void other_object(Held *h)
{
	h->access.object = &other_array;
}
static void other_lanes(Held *h)
{
	h->may_execute = mask_first(LANES - 1);
	held_look(&ctx, h);
}
static void other_part(Held *h)
{
	h->offset.form = form_symbol(8, 4);
}
static void loose_part(Held *h)
{
	h->offset.form = form_fresh(&ctx.n_forms, 4, REFINE_OFFSET);
}
static void no_form(Held *h)
{
	h->offset.form = (Form){ 0 };
}
static void other_width(Held *h)
{
	*h = held_at(true, 8, 8, 4, 16);
}
static void copied(Held *h)
{
	h->access.is_copy = true;
}

static void two_words_are_kept_apart(void **state)
{
	static const Pair pairs[] = {
		{ "neighbours", nothing, true, false },
		{ "something that ends loads is between them", other_epoch, false, false },
		{ "a barrier is between them", other_all_epoch, false, false },
		{ "straight-line code ends between them", other_basic_block, false, true },
		{ "in another iteration", other_iteration, false, false },
		{ "of another array", other_object, false, false },
		{ "of other lanes", other_lanes, false, true },
		{ "a distance that is no constant", other_part, false, false },
		{ "a distance that may be one", loose_part, false, true },
		{ "nothing is known of its form", no_form, false, true },
		{ "of another width", other_width, false, false },
		{ "part of a record that is copied", copied, false, true },
	};
	(void)state;
	ctx = ctx_new(LANES);
	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
		Held held[] = { held_at(true, 4, 0, 4, 16), held_at(true, 4, 4, 4, 16) };
		pairs[i].change(&held[1]);
		merge_plan(&ctx, held, 2);
		if ((held[0].plan.width == 8) != pairs[i].merged || (held[0].doubts != 0) != pairs[i].uncertain)
			fail_msg("%s: %d bytes%s", pairs[i].name, held[0].plan.width, held[0].doubts ? ", or not" : "");
	}
	ctx_free(&ctx);
}

/* Loads of bytes and halves may be merged if they are fields of a small record, or declared aligned: they are uncertain. */
static void small_loads_are_uncertain_where_declared(void **state)
{
	(void)state;
	ctx = ctx_new(LANES);
	for (int bytes = 1; bytes <= 2; bytes++)
		for (int how = 0; how < 3; how++) {
			Held held[] = { held_at(true, bytes, 0, 4, 16), held_at(true, bytes, bytes, 4, 16) };
			for (int i = 0; i < 2; i++) {
				held[i].access.is_field = how == 1;
				held[i].access.known_align.declared = how == 2 ? 4 : log2_of(bytes);
			}
			merge_plan(&ctx, held, 2);
			assert_int_equal(held[0].plan.width, bytes);
			assert_int_equal(held[0].doubts != 0, how > 0);
		}
	ctx_free(&ctx);
}

/* A store that is overwritten in the same group is in no request that can be predicted. */
static void a_word_stored_twice_is_uncertain(void **state)
{
	(void)state;
	ctx = ctx_new(LANES);
	Held held[] = { held_at(false, 4, 0, 4, 16), held_at(false, 4, 0, 4, 16), held_at(false, 4, 4, 4, 16) };
	merge_plan(&ctx, held, 3);
	assert_true(held[0].doubts && held[1].doubts && held[2].doubts);
	Held loads[] = { held_at(true, 4, 0, 4, 16), held_at(true, 4, 4, 4, 16), held_at(true, 4, 0, 4, 16) };
	merge_plan(&ctx, loads, 3);
	assert_true(!loads[0].doubts && loads[2].plan.width == 8 && loads[2].leader == 0);
	ctx_free(&ctx);
}

/* In a loop that is not unrolled, the middle one of eight words is updated, here a multiple of 16 bytes; of four it may be any. */
static void stepped_words_are_aligned_as_the_middle_one(void **state)
{
	(void)state;
	ctx = ctx_new(LANES);
	for (int n = 4; n <= 8; n += 4) {
		Held held[8];
		for (int i = 0; i < n; i++) {
			held[i] = held_at(true, 4, 4 * i + (n == 4 ? 16 : 0), 4, 16);
			held[i].offset.form.stepped = true;
		}
		merge_plan(&ctx, held, n);
		for (int i = 0; i < n; i++) {
			assert_int_equal(held[i].plan.width, n == 4 ? 4 : 16);
			assert_int_equal(held[i].doubts != 0, n == 4);
		}
	}
	ctx_free(&ctx);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(half_words_are_merged_as_words_are), cmocka_unit_test(every_set_is_merged_as_in_the_table),
		cmocka_unit_test(two_words_are_kept_apart),           cmocka_unit_test(small_loads_are_uncertain_where_declared),
		cmocka_unit_test(a_word_stored_twice_is_uncertain),   cmocka_unit_test(stepped_words_are_aligned_as_the_middle_one),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
