#include "eval/recorder.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "eval/again.h"
#include "eval/merge.h"
#include "eval/price.h"

enum { TABLE = 1024 };

/* A fact in the making. */
typedef struct Entry Entry;
struct Entry {
	Fact fact;
	Entry *next;              /* of the same hash */
	WarpPattern *patterns;    /* room for MAX_PATTERNS: memory that is not written to costs nothing */
	int n_patterns;
	uint32_t keys[MAX_PATTERNS]; /* of the patterns: equal ones have equal keys; 0: none */
	int64_t visits;
	int seq;
	bool maybe;               /* lanes that may have been inactive were counted */
	bool uncounted;
	bool open;                /* the compiler may merge it with a neighbour, or not */
	const Entry *into;        /* the request of another place that has some of it */
	bool ratios_differ;
	int64_t ratio_w, ratio_i; /* of the first warp access */
	Ratio dearest;            /* warp access */
	bool cases_ok;
	Sym symbol;
	int64_t by_residue[MAX_RESIDUES], ideal_by_residue[MAX_RESIDUES];
	int ways[MAX_RESIDUES];
	bool has_residue[MAX_RESIDUES];
	int64_t fixed_w, fixed_i; /* what does not depend on the symbol */
	double expected;
};

typedef struct CallNode {
	CallSite site;
	const Expr *expr;
	struct CallNode *child, *sibling;
} CallNode;

struct Recorder {
	Arena *arena;
	ValueCtx *ctx;
	const LaunchShape *launch;
	const EvalOptions *options; /* NULL: the defaults */
	PriceCache *cache;
	Merge *merge;
	Again *again;
	int last;             /* Entry.seq of the access that was added last; -1: none */
	int sunk_from, n_sunk; /* Access.before of still loads of a loop laid out; how many accesses behind it are in doubt */
	Entry *table[TABLE];
	VEC(Entry *) entries;
	CallNode root;
};

static void take_request(void *data, const Request *request);

Recorder *recorder_new(Arena *arena, ValueCtx *ctx, const LaunchShape *launch, const EvalOptions *options)
{
	Recorder *r = arena_new_of(arena, Recorder);
	r->arena = arena;
	r->ctx = ctx;
	r->launch = launch;
	r->options = options;
	r->cache = price_cache_new(ctx->keep);
	r->again = again_new(arena, ctx);
	r->last = -1;
	r->merge = merge_new(ctx->keep, ctx, take_request, r);
	return r;
}

void recorder_free(Recorder *recorder)
{
	merge_free(recorder->merge);
}

void recorder_barrier(Recorder *recorder, const Arms *arms)
{
	again_barrier(recorder->again, arms);
	merge_barrier(recorder->merge);
}

Gaps recorder_fork(Recorder *recorder)
{
	return merge_fork(recorder->merge);
}

Gaps recorder_gaps(const Recorder *recorder)
{
	return merge_gaps(recorder->merge);
}

void recorder_set_gaps(Recorder *recorder, Gaps gaps)
{
	merge_set_gaps(recorder->merge, gaps);
}

void recorder_join(Recorder *recorder, const Gaps *first, bool second_left)
{
	merge_join(recorder->merge, first, second_left);
}

const CallSite *recorder_call(Recorder *recorder, const CallSite *caller, const Func *func, const Expr *site)
{
	/* A CallSite is the first member of its node. */
	CallNode *parent = caller ? (CallNode *)(uintptr_t)caller : &recorder->root;
	for (CallNode *node = parent->child; node; node = node->sibling)
		if (node->expr == site && node->site.func == func)
			return &node->site;
	CallNode *node = arena_new_of(recorder->arena, CallNode);
	*node = (CallNode){ .site = { caller, func, site->range }, .expr = site, .sibling = parent->child };
	parent->child = node;
	return &node->site;
}

/* --- finding the entry ----------------------------------------------------------------------------- */

static bool same_place(const Range *a, const Range *b)
{
	return a->begin.file == b->begin.file && a->begin.offset == b->begin.offset;
}

/* Of an access as the program has it, or of the request of `bytes` bytes that it is merged into. */
static Entry *entry_of(Recorder *r, const Access *a, int bytes, unsigned parts)
{
	uint64_t hash = ((uint64_t)(uintptr_t)a->site ^ (uint64_t)(uintptr_t)a->stack * 31) * 0x9e3779b97f4a7c15u;
	Entry **slot = &r->table[(hash >> 40) % TABLE];
	for (Entry *e = *slot; e; e = e->next)
		if (e->fact.site == a->site && e->fact.stack == a->stack && e->fact.op == a->op && e->fact.bytes == bytes &&
		    e->fact.written == a->bytes && e->fact.parts == parts && e->fact.object == a->object &&
		    same_place(&e->fact.range, &a->range))
			return e;
	Entry *e = arena_new_of(r->arena, Entry);
	e->fact = (Fact){ .range = a->range, .stack = a->stack, .site = a->site, .launch = r->launch, .object = a->object,
			  .kind = bank_op_kind(a->op), .op = a->op, .bytes = bytes, .written = a->bytes, .parts = parts,
			  .count_known = true, .reason_loc = LOC_NONE };
	e->fact.digest.unknown = !r->options || !r->options->digest;
	e->next = *slot;
	e->symbol = -1;
	e->cases_ok = true;
	e->seq = r->entries.n;
	*slot = e;
	vec_push(r->arena, &r->entries, e);
	return e;
}

/* --- adding ------------------------------------------------------------------------------------------ */

static void less_sure(Fact *fact, Certainty certainty, Reason reason, Loc loc)
{
	if (certainty <= fact->certainty)
		return;
	fact->certainty = certainty;
	fact->reason = reason;
	fact->reason_loc = loc;
}

static bool same_pattern(const WarpPattern *a, const WarpPattern *b)
{
	return a->active == b->active && a->cost.wavefronts == b->cost.wavefronts &&
	       !memcmp(a->offset, b->offset, sizeof a->offset) &&
	       (!a->source || !memcmp(a->source, b->source, sizeof a->offset));
}

static WarpPattern kept(Recorder *r, const WarpPattern *p)
{
	WarpPattern copy = *p;
	if (p->source)
		copy.source = arena_dup(r->arena, p->source, sizeof p->offset);
	return copy;
}

/* Most differ at either end already. */
static uint32_t pattern_key(const WarpPattern *p)
{
	uint64_t first = (uint64_t)p->offset[__builtin_ctz(p->active)];
	uint64_t last = (uint64_t)p->offset[31 - __builtin_clz(p->active)];
	return (uint32_t)((first + last * 31 + p->active) * 0x9e3779b97f4a7c15u >> 32) | 1;
}

static WarpPattern *find_pattern(const Entry *e, const WarpPattern *p, uint32_t key)
{
	uint32_t any = 0;
	for (int i = 0; i < MAX_PATTERNS; i++) /* without a branch: vector instructions */
		any |= e->keys[i] == key ? UINT32_MAX : 0;
	for (int i = 0; any && i < e->n_patterns; i++)
		if (e->keys[i] == key && same_pattern(&e->patterns[i], p))
			return &e->patterns[i];
	return NULL;
}

static void keep_pattern(Recorder *r, Entry *e, const WarpPattern *p)
{
	uint32_t key = pattern_key(p);
	WarpPattern *same = find_pattern(e, p, key);
	if (same) {
		same->count += p->count;
	} else if (e->n_patterns < MAX_PATTERNS) {
		if (!e->patterns)
			e->patterns = arena_alloc_raw(r->arena, sizeof *p * MAX_PATTERNS);
		e->keys[e->n_patterns] = key;
		e->patterns[e->n_patterns++] = kept(r, p);
	} else {
		e->fact.more_patterns = true;
	}
}

static void keep_worst(Recorder *r, Fact *fact, const WarpPattern *p)
{
	if (!fact->worst.count || p->cost.wavefronts - p->cost.ideal > fact->worst.cost.wavefronts - fact->worst.cost.ideal)
		fact->worst = kept(r, p);
}

static void keep_residues(Entry *e, const Price *price)
{
	int64_t n = price->pattern.count;
	if (price->certainty != SURE_SYMBOLIC) {
		e->fixed_w += n * price->pattern.cost.wavefronts;
		e->fixed_i += n * price->pattern.cost.ideal;
		return;
	}
	if (price->symbol < 0 || (e->symbol >= 0 && (e->symbol != price->symbol || e->fact.modulus != price->modulus))) {
		e->cases_ok = false;
		return;
	}
	e->symbol = price->symbol;
	e->fact.modulus = price->modulus;
	for (int i = 0; i < MAX_RESIDUES; i++) {
		e->has_residue[i] = e->has_residue[i] || price->has_residue[i];
		e->by_residue[i] += n * price->by_residue[i];
		e->ideal_by_residue[i] += n * price->pattern.cost.ideal;
		if (price->ways[i] > e->ways[i])
			e->ways[i] = price->ways[i];
	}
}

static void take_dearer(Ratio *most, Ratio ratio)
{
	if (!most->ideal || ratio.wavefronts * most->ideal > most->wavefronts * ratio.ideal)
		*most = ratio;
}

/* For pattern.count warps that are alike. */
static void add_price(Recorder *r, Entry *e, const Price *price)
{
	Fact *fact = &e->fact;
	const WarpPattern *p = &price->pattern;
	if (!fact->warps) {
		e->ratio_w = p->cost.wavefronts;
		e->ratio_i = p->cost.ideal;
	}
	e->ratios_differ = e->ratios_differ || e->ratio_w * p->cost.ideal != e->ratio_i * p->cost.wavefronts;
	take_dearer(&e->dearest, (Ratio){ p->cost.wavefronts, p->cost.ideal });
	fact->warps += p->count;
	fact->wavefronts += p->count * p->cost.wavefronts;
	fact->ideal += p->count * p->cost.ideal;
	fact->profiled += p->count * p->cost.profiled;
	bool is_guess = price->certainty == SURE_DATA || price->certainty == SURE_UNKNOWN;
	e->expected += (double)p->count * (is_guess ? price->expected : p->cost.wavefronts);
	if (price->symbols && price->certainty == SURE_SYMBOLIC)
		fact->symbol = price->symbols;
	less_sure(fact, price->certainty, price->reason, price->reason_loc);
	keep_residues(e, price);
	keep_pattern(r, e, p);
	keep_worst(r, fact, p);
}

/* How many warps from w on ask for what w asks for. */
static int warps_alike(const ValueCtx *ctx, const Access *a, int w)
{
	const Value *v = a->offset;
	bool plain = !v->murk && !a->source;
	for (int i = 0; i < v->n_terms; i++)
		plain = plain && !v->terms[i].k.v;
	int n = 1;
	while (plain && (w + n + 1) * WARP_LANES <= ctx->n_lanes && mask_warp(a->act, w + n) == mask_warp(a->act, w) &&
	       (!v->base.v || !memcmp(v->base.v + w * WARP_LANES, v->base.v + (w + n) * WARP_LANES,
				      sizeof *v->base.v * WARP_LANES)))
		n++;
	return n;
}

/* Prices the access warp by warp; e: where to add it up, or NULL.  How sure the least sure of them is. */
static Certainty price(Recorder *r, const Access *a, Entry *e, int64_t visit)
{
	Certainty least = SURE_EXACT;
	if (e)
		e->maybe = e->maybe || !mask_subset(a->act, a->sure);
	for (int w = 0, n; w < (r->ctx->n_lanes + WARP_LANES - 1) / WARP_LANES; w += n) {
		n = warps_alike(r->ctx, a, w);
		if (!mask_warp(a->act, w))
			continue;
		Price price;
		price_warp(r->ctx, r->cache, a, w, mask_warp(a->act, w), &price);
		least = price.certainty > least ? price.certainty : least;
		if (!e)
			continue;
		price.pattern.iteration = visit;
		price.pattern.count = n;
		add_price(r, e, &price);
	}
	return least;
}

static Certainty add_priced(Recorder *r, Entry *e, const Access *a, int64_t visit)
{
	e->fact.visits++;
	e->uncounted = e->uncounted || !a->counted;
	if (!e->fact.index.text && !e->fact.warps)
		e->fact.index = index_form(r->arena, r->ctx, a->offset, a->act, r->launch->block, a->bytes);
	return price(r, a, e, visit);
}

static int count_warps(const Mask *act)
{
	int n = 0;
	for (int w = 0; w < MAX_LANES / WARP_LANES; w++)
		n += mask_warp(act, w) != 0;
	return n;
}

static Certainty add_unknown(Entry *e, const Access *a)
{
	e->fact.digest.unknown = true;
	e->uncounted = e->uncounted || !a->counted;
	e->fact.warps += count_warps(a->act);
	less_sure(&e->fact, SURE_UNKNOWN, a->unknown, a->unknown_loc);
	return SURE_UNKNOWN;
}

static void note_merged(Entry *e, const Entry *request, int warps, bool open)
{
	e->fact.merged += warps;
	e->fact.into = request->fact.range;
	e->into = request;
	e->open = e->open || open;
}

/* Nothing, or perhaps nothing, is left of it. */
static Done find_done(Recorder *r, Entry *e, const Access *a)
{
	Verdict verdict = again_add(r->again, a, e->seq);
	if (verdict.open >= 0)
		r->entries.at[verdict.open]->open = true;
	e->open = e->open || verdict.done == DONE_PERHAPS;
	if (verdict.done == DONE_BEFORE && r->entries.at[verdict.by] != e)
		note_merged(e, r->entries.at[verdict.by], count_warps(a->act), false);
	return verdict.done;
}

/* What is taken out of a loop stands at the line of the access before it; of one that is laid out, mostly at that of one
 * of the next two behind it. */
static void note_still(Recorder *r, Entry *e, const Access *a)
{
	bool is_still = a->is_still && !a->is_volatile;
	if (is_still && a->before >= 0)
		less_sure(&r->entries.at[a->before]->fact, SURE_BOUND, WHY_STILL, LOC_NONE);
	if (is_still && !a->turn) {
		r->sunk_from = a->before;
		r->n_sunk = 2;
	} else if (!is_still && r->n_sunk && a->before != r->sunk_from) {
		r->n_sunk--;
		is_still = true;
	}
	if (is_still)
		less_sure(&e->fact, SURE_BOUND, WHY_STILL, LOC_NONE);
}

int recorder_last(const Recorder *recorder)
{
	return recorder->last;
}

Certainty recorder_add(Recorder *r, const Access *a)
{
	Entry *e = entry_of(r, a, a->bytes, 1);
	int64_t visit = e->visits++;
	note_still(r, e, a);
	r->last = e->seq;
	bool as_written = r->options && r->options->as_written;
	Done done = as_written ? DONE_NOT : find_done(r, e, a);
	if (done != DONE_BEFORE && (a->unknown || a->open || !merge_takes(a)))
		merge_pass(r->merge, a);
	if (a->unknown)
		return add_unknown(e, a);
	if (r->options && r->options->digest)
		digest_add(&e->fact.digest, r->ctx, r->options->remap, a->object, a->offset, a->act, a->bytes, visit);
	if (done == DONE_BEFORE)
		return SURE_EXACT;
	if (a->open)
		less_sure(&e->fact, SURE_BOUND, a->open, LOC_NONE);
	if (as_written || a->open || !merge_takes(a))
		return add_priced(r, e, a, visit);
	merge_add(r->merge, a, e->seq, visit, done == DONE_PERHAPS);
	return a->offset->n_terms || a->offset->murk ? price(r, a, NULL, visit) : SURE_EXACT;
}

/* --- what the compiler merges ----------------------------------------------------------------------------- */

static void add_with(Fact *fact, const Range *other)
{
	bool known = other->begin.file == fact->range.begin.file && other->begin.line == fact->range.begin.line;
	for (int i = 0; i < fact->n_with && !known; i++)
		known = fact->with[i].begin.file == other->begin.file && fact->with[i].begin.line == other->begin.line;
	if (!known && fact->n_with < MAX_WITH)
		fact->with[fact->n_with++] = *other;
}

static void take_request(void *data, const Request *request)
{
	Recorder *r = data;
	Access a = *request->access;
	Entry *e = entry_of(r, &a, request->bytes, request->parts);
	int warps = count_warps(a.act);
	e->open = e->open || request->open;
	if (e != r->entries.at[request->fact])
		note_merged(r->entries.at[request->fact], e, warps, request->open);
	for (int i = 0; i < request->n_with; i++) {
		Entry *other = r->entries.at[request->with[i]];
		note_merged(other, e, warps, request->open);
		add_with(&e->fact, &other->fact.range);
	}
	a.bytes = request->bytes;
	add_priced(r, e, &a, request->visit);
}

/* --- finishing ------------------------------------------------------------------------------------------ */

static void finish_cases(Recorder *r, Entry *e)
{
	Fact *fact = &e->fact;
	if (fact->certainty != SURE_SYMBOLIC)
		return;
	if (!e->cases_ok || e->symbol < 0) {
		fact->modulus = 0;
		return;
	}
	VEC(SymbolicCase) cases = { 0 };
	for (int i = 0; i < MAX_RESIDUES && i < fact->modulus; i++)
		if (e->has_residue[i])
			vec_push(r->arena, &cases, ((SymbolicCase){ i, e->fixed_w + e->by_residue[i], e->fixed_i + e->ideal_by_residue[i], e->ways[i] }));
	fact->cases = cases.at;
	fact->n_cases = cases.n;
	fact->wavefronts = fact->ideal = 0;
	for (int i = 0; i < cases.n; i++)
		if (cases.at[i].wavefronts > fact->wavefronts) {
			fact->wavefronts = cases.at[i].wavefronts;
			fact->ideal = cases.at[i].ideal;
		}
}

void fact_take_dearest(Fact *fact)
{
	if (fact->mix.ideal)
		fact->wavefronts = (fact->ideal * fact->mix.wavefronts + fact->mix.ideal - 1) / fact->mix.ideal;
}

/* Turns, or warps, that data selects: of those that take place all may be the dearest. */
static void finish_mix(Entry *e)
{
	if (e->maybe && e->ratios_differ)
		e->fact.mix = e->dearest;
	if (e->uncounted)
		fact_take_dearest(&e->fact);
}

static void finish_entry(Recorder *r, Entry *e)
{
	Fact *fact = &e->fact;
	fact->count_known = !e->uncounted;
	fact->patterns = e->patterns;
	fact->n_patterns = e->n_patterns;
	if (e->maybe)
		less_sure(fact, SURE_BOUND, WHY_BRANCH, LOC_NONE);
	if (e->open)
		less_sure(fact, SURE_BOUND, WHY_MERGE, LOC_NONE);
	if (e->uncounted && e->ratios_differ)
		less_sure(fact, SURE_BOUND, WHY_LOOP, LOC_NONE);
	finish_mix(e);
	finish_cases(r, e);
	fact->symbol = arena_strdup(r->arena, fact->symbol);
	if (fact->certainty >= SURE_DATA && fact->warps)
		fact->expected = e->expected / (double)fact->warps;
}

static int by_place(const void *a, const void *b)
{
	const Entry *e = *(Entry *const *)a, *f = *(Entry *const *)b;
	const Fact *x = &e->fact, *y = &f->fact;
	if (x->range.begin.file != y->range.begin.file)
		return x->range.begin.file < y->range.begin.file ? -1 : 1;
	if (x->range.begin.offset != y->range.begin.offset)
		return x->range.begin.offset < y->range.begin.offset ? -1 : 1;
	return e->seq < f->seq ? -1 : e->seq > f->seq;
}

/* All that was asked here was asked with a wider request of the same place. */
static bool is_empty(const Recorder *r, const Entry *e)
{
	const Fact *fact = &e->fact, *into = e->into ? &e->into->fact : NULL;
	bool kept = r->options && r->options->digest;
	return !fact->warps && !kept && into && into->site == fact->site && into->stack == fact->stack;
}

void recorder_finish(Recorder *r, bool incomplete, KernelFacts *out)
{
	merge_finish(r->merge);
	Fact *facts = arena_array(r->arena, Fact, r->entries.n + 1);
	if (r->entries.n)
		qsort(r->entries.at, (size_t)r->entries.n, sizeof *r->entries.at, by_place);
	for (int i = 0; i < r->entries.n; i++) {
		if (is_empty(r, r->entries.at[i]))
			continue;
		finish_entry(r, r->entries.at[i]);
		if (incomplete)
			less_sure(&r->entries.at[i]->fact, SURE_BOUND, WHY_BUDGET, LOC_NONE);
		facts[out->n_facts++] = r->entries.at[i]->fact;
	}
	out->facts = facts;
}

WarpRequest warp_request(const WarpPattern *pattern, BankOp op, int bytes)
{
	WarpRequest request = { .op = op, .bytes = bytes, .active = pattern->active };
	memcpy(request.offset, pattern->offset, sizeof request.offset);
	for (int l = 0; l < WARP_LANES; l++)
		request.source[l] = pattern->source ? pattern->source[l] : (int64_t)bytes * l;
	return request;
}

/* --- comparing ------------------------------------------------------------------------------------------ */

static bool same_calls(const CallSite *a, const CallSite *b)
{
	for (; a && b && a != b; a = a->caller, b = b->caller)
		if (a->func != b->func || !same_place(&a->range, &b->range))
			return false;
	return a == b;
}

bool fact_same_access(const Fact *a, const Fact *b)
{
	return a->site == b->site && a->op == b->op && a->bytes == b->bytes && a->parts == b->parts && same_place(&a->range, &b->range) &&
	       same_calls(a->stack, b->stack);
}

/* --- names ---------------------------------------------------------------------------------------------- */

const char *certainty_name(Certainty certainty)
{
	static const char *const names[] = { "exact", "bound", "symbolic", "data-dependent", "unknown" };
	return names[certainty];
}

const char *block_from_name(BlockFrom from)
{
	static const char *const names[] = { "launch", "bounds", "comment", "configuration", "option", "assumed" };
	return names[from];
}

const char *reason_text(Reason reason)
{
	static const char *const texts[] = {
		"",
#define REASON(id, text) text,
#include "eval/reasons.def"
#undef REASON
	};
	return texts[reason];
}
