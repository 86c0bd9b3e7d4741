/* Atomics: which instructions nvcc generates for them on sm_90 (testdata/measured/README.md). */
#include "eval/exec/exec.h"

#include <stdlib.h>

static bool is_counting(const Atomic *atomic)
{
	int64_t i;
	return atomic->does == ATOMIC_ADD && atomic->discarded && value_is_const(&atomic->by, &i) && i == 1;
}

static BankOp native_op(const Atomic *atomic)
{
	switch (atomic->does) {
	case ATOMIC_EXCHANGE:
		return BANK_ATOM_EXCH;
	case ATOMIC_SWAP:
		return BANK_ATOM_CAS;
	default:
		return is_counting(atomic) ? BANK_POPC_INC : BANK_ATOM_ADD;
	}
}

/* Whether nvcc can prove something: it knows neither the block's shape nor data. */
typedef enum Holds { HOLDS_NO, HOLDS_MAYBE, HOLDS_YES } Holds;

/* A value that differs between warps depends on the thread: nvcc does not see that it is uniform within each warp. */
static Holds is_uniform(Eval *ev, const Value *v)
{
	if (v->form.known && v->form.made_of != MADE_OF_SOMETHING)
		return v->form.made_of == MADE_OF_UNIFORM ? HOLDS_YES : HOLDS_NO;
	return value_is_uniform(&ev->ctx, v, &ev->flow.may_execute) ? HOLDS_MAYBE : HOLDS_NO;
}

static Holds is_one_place(Eval *ev, Value address)
{
	Value offset;
	return is_uniform(ev, eval_target(ev, address, &offset) ? &offset : &address);
}

/* Counts the warps with some but not all lanes active, and those with more than one active. */
static void count_warps(const Eval *ev, int *parted, int *shared)
{
	*parted = *shared = 0;
	for (int thread = 0; thread < ev->ctx.n_threads; thread += WARP_LANES) {
		int n = 0, threads = ev->ctx.n_threads - thread < WARP_LANES ? ev->ctx.n_threads - thread : WARP_LANES;
		for (int l = 0; l < threads; l++)
			n += mask_has(&ev->flow.may_execute, thread + l);
		*parted += n > 0 && n < threads;
		*shared += n > 1;
	}
}

/* If nvcc sees that a warp's lanes update one integer of 4 bytes, it reduces their operands and one lane does the atomic.  If
 * results are used, it does so only for sums whose partial results each lane can compute: all lanes add the same, or all are
 * active.  (524 combinations measured on an H200; testdata/measured/README.md) */
static Holds is_aggregated(Eval *ev, const Atomic *atomic)
{
	Holds one_place = is_one_place(ev, atomic->address), same = is_uniform(ev, &atomic->by);
	int parted, shared;
	count_warps(ev, &parted, &shared);
	if (!shared || (atomic->does != ATOMIC_ADD && (atomic->does != ATOMIC_REDUCE || !atomic->discarded)))
		return HOLDS_NO;
	if (!ev->arch->has_redux && one_place == HOLDS_YES)
		return HOLDS_MAYBE;
	if (atomic->discarded || one_place == HOLDS_NO || same == HOLDS_YES)
		return one_place;
	return same == HOLDS_NO && parted ? HOLDS_NO : HOLDS_MAYBE;
}

static bool is_native(const Atomic *atomic)
{
	if (atomic->does == ATOMIC_EXCHANGE || atomic->does == ATOMIC_SWAP)
		return atomic->bytes >= 4;
	return atomic->bytes == 4 && !atomic->floating;
}

/* An addition's compare-and-swap loop runs until each lane succeeded.  Loops of operations that may leave the value unchanged
 * may end sooner, or not begin. */
static bool is_sum(const Atomic *atomic)
{
	bool pair_of_floats = atomic->bytes == 8 && atomic->vector;
	return atomic->does == ATOMIC_ADD && atomic->bytes <= 8 && !pair_of_floats && (atomic->bytes != 2 || atomic->floating);
}

/* --- loops ----------------------------------------------------------------------------------------- */

typedef struct Hit {
	int64_t word;
	int warp;
} Hit;

static int by_word(const void *a, const void *b)
{
	const Hit *x = a, *y = b;
	return x->word != y->word ? (x->word < y->word ? -1 : 1) : (x->warp > y->warp) - (x->warp < y->warp);
}

/* Lanes of two warps may update one word: each may make the other's compare-and-swap fail. */
static bool warps_contend(Eval *ev, Value address)
{
	Hit hits[MAX_THREADS];
	int n = 0;
	for (int thread = 0; thread < ev->ctx.n_threads; thread++)
		if (mask_has(&ev->flow.may_execute, thread))
			hits[n++] = (Hit){ per_thread_at(address.base, thread) / BANK_BYTES, thread / WARP_LANES };
	if (n == 0 || hits[0].warp == hits[n - 1].warp)
		return false;
	Value base = address;
	base.base = (PerThread){ 0 };
	if (address.unknown || !value_is_uniform(&ev->ctx, &base, &ev->flow.may_execute))
		return true;
	qsort(hits, (size_t)n, sizeof *hits, by_word);
	for (int i = 1; i < n; i++)
		if (hits[i].word == hits[i - 1].word && hits[i].warp != hits[i - 1].warp)
			return true;
	return false;
}

/* An access in a compare-and-swap loop.  If warps contend, the trip count is unknown.  With 4 bytes all iterations have the same
 * ratio of wavefronts to ideal; with 8 bytes they do not (measured: 304 wavefronts, 296 ideal), unless no warp has two active lanes. */
static void eval_contended(Eval *ev, const Expr *site, const Atomic *atomic, BankOp op, int bytes, Reason bound_reason)
{
	int parted, shared;
	bool contend = warps_contend(ev, atomic->address), count_known = ev->flow.count_known;
	count_warps(ev, &parted, &shared);
	ev->flow.count_known = count_known && !contend;
	eval_shared(ev, site, op, bytes, atomic->address, atomic->in_shared,
		    contend && shared && bytes == 8 ? REASON_CONTEND : bound_reason);
	ev->flow.count_known = count_known;
}

void eval_atomic(Eval *ev, const Expr *site, const Atomic *atomic)
{
	if (is_native(atomic)) {
		Holds aggregated = is_aggregated(ev, atomic);
		/* one address costs the same with either instruction */
		BankOp op = aggregated == HOLDS_YES ? BANK_POPC_INC : native_op(atomic);
		eval_shared(ev, site, op, atomic->bytes, atomic->address, atomic->in_shared,
			    aggregated == HOLDS_MAYBE && op != BANK_POPC_INC ? REASON_ELECT : REASON_NONE);
		return;
	}
	int bytes = atomic->bytes == 2 || atomic->bytes == 4 ? atomic->bytes : 8;
	Reason bound_reason = bytes != atomic->bytes || !is_sum(atomic) ? REASON_RULE_OPEN : REASON_NONE;
	eval_contended(ev, site, atomic, BANK_ATOM_ADDF_LD, bytes, bound_reason);
	eval_contended(ev, site, atomic, bytes == 2 ? BANK_ATOM_ADDH : BANK_ATOM_ADDF, bytes, bound_reason);
}
