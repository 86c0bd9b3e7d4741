#include "eval/nvcc/recorder_impl.h"

#include <stdlib.h>
#include <string.h>

static void take_request(void *data, const Request *request);

Recorder *recorder_new(Arena *arena, ValueCtx *ctx, const Arch *arch, const LaunchShape *launch, const EvalOptions *options)
{
	Recorder *r = arena_new_of(arena, Recorder);
	r->arena = arena;
	r->ctx = ctx;
	r->arch = arch;
	r->launch = launch;
	r->options = options;
	r->cache = price_cache_new(ctx->keep, arch);
	r->redundancy = redundancy_new(arena, ctx, launch->block);
	r->last = -1;
	r->merge = merge_new(ctx->keep, ctx, take_request, r);
	return r;
}

void recorder_share_prices(Recorder *recorder, struct PriceMemo *memo)
{
	price_cache_share(recorder->cache, memo);
}

void recorder_free(Recorder *recorder)
{
	merge_free(recorder->merge);
}

void recorder_barrier(Recorder *recorder, const Regions *regions)
{
	recorder->n_before_barrier = recorder->entries.n;
	redundancy_barrier(recorder->redundancy, regions);
	merge_barrier(recorder->merge);
}

void recorder_view(Recorder *recorder, const TensorView *view)
{
	for (int i = 0; i < recorder->views.n; i++)
		if (recorder->views.at[i].var == view->var)
			return;
	vec_push(recorder->arena, &recorder->views, *view);
}

Epochs recorder_fork(Recorder *recorder)
{
	return merge_fork(recorder->merge);
}

Epochs recorder_epochs(const Recorder *recorder)
{
	return merge_epochs(recorder->merge);
}

void recorder_set_epochs(Recorder *recorder, Epochs epochs)
{
	merge_set_epochs(recorder->merge, epochs);
}

void recorder_join(Recorder *recorder, const Epochs *first, bool second_left)
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

static Entry *entry_new(Recorder *r)
{
	Entry *e = r->spare;
	if (!e)
		return arena_new_of(r->arena, Entry);
	r->spare = e->next;
	*e = (Entry){ .patterns = e->patterns };
	return e;
}

/* The entry of an access as written, or of the request of `bytes` bytes that it is merged into. */
static Entry *entry_of(Recorder *r, const Access *a, int bytes, unsigned parts)
{
	uint64_t hash = ((uint64_t)(uintptr_t)a->site ^ (uint64_t)(uintptr_t)a->stack * 31) * 0x9e3779b97f4a7c15u;
	Entry **slot = &r->table[(hash >> 40) % TABLE];
	for (Entry *e = *slot; e; e = e->next)
		if (e->fact.site == a->site && e->fact.stack == a->stack && e->fact.op == a->op && e->fact.bytes == bytes &&
		    e->fact.written == a->written && e->fact.parts == parts && e->fact.object == a->object &&
		    loc_same(e->fact.range.begin, a->range.begin))
			return e;
	Entry *e = entry_new(r);
	e->fact = (Fact){ .range = a->range,
			  .stack = a->stack,
			  .site = a->site,
			  .launch = r->launch,
			  .arch = r->arch,
			  .object = a->object,
			  .kind = bank_op_kind(a->op),
			  .op = a->op,
			  .bytes = bytes,
			  .written = a->written,
			  .parts = parts,
			  .count_known = true,
			  .reason_loc = LOC_NONE };
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

/* How many warps from w on have the same request. */
static int warps_alike(const ValueCtx *ctx, const Access *a, int w)
{
	const Value *v = a->offset;
	bool plain = !v->unknown && !a->source;
	for (int i = 0; i < v->n_terms; i++)
		plain = plain && !v->terms[i].k.v;
	int n = 1;
	while (plain && (w + n + 1) * WARP_LANES <= ctx->n_threads && mask_warp(a->may_execute, w + n) == mask_warp(a->may_execute, w) &&
	       (!v->base.v || !memcmp(v->base.v + w * WARP_LANES, v->base.v + (w + n) * WARP_LANES, sizeof *v->base.v * WARP_LANES)))
		n++;
	return n;
}

/* Prices the access warp by warp and adds the costs to `e`, unless NULL.  Returns the least certainty. */
static Certainty price(Recorder *r, const Access *a, Entry *e, int64_t visit)
{
	Certainty least = CERTAINTY_EXACT;
	if (e)
		e->maybe = e->maybe || !mask_subset(a->may_execute, a->must_execute);
	for (int w = 0, n; w < (r->ctx->n_threads + WARP_LANES - 1) / WARP_LANES; w += n) {
		n = warps_alike(r->ctx, a, w);
		if (!mask_warp(a->may_execute, w))
			continue;
		Price price;
		price_warp(r->ctx, r->cache, a, w, mask_warp(a->may_execute, w), &price);
		least = price.certainty > least ? price.certainty : least;
		if (!e)
			continue;
		price.pattern.iteration = visit;
		price.pattern.count = n * (1 + a->repeats);
		entry_add_price(r, e, &price);
	}
	return least;
}

static Certainty add_priced(Recorder *r, Entry *e, const Access *a, int64_t visit)
{
	e->fact.visits++;
	e->count_unknown = e->count_unknown || !a->count_known;
	e->of_some_warps = e->of_some_warps || a->of_some_warps;
	if (!e->fact.index.text && !e->fact.warps)
		e->fact.index = index_form(r->arena, r->ctx, a->offset, a->may_execute, r->launch->block, a->bytes);
	Certainty certainty = price(r, a, e, visit);
	if (a->other_branch)
		entry_add_other_branch(r, e, a, visit);
	return certainty;
}

static int64_t count_warps(const Access *a, const Mask *threads)
{
	int64_t n = 0;
	for (int w = 0; w < MAX_THREADS / WARP_LANES; w++)
		n += mask_warp(threads, w) != 0;
	return n * (1 + a->repeats);
}

static void add_use(Recorder *r, Entry *e, const UnitUse *use)
{
	Fact *fact = &e->fact;
	for (int i = 0; i < fact->n_uses; i++)
		if (unit_use_same(&fact->uses[i], use))
			return;
	if (!e->uses)
		fact->uses = e->uses = arena_array(r->arena, UnitUse, MAX_USES);
	if (fact->n_uses < MAX_USES)
		e->uses[fact->n_uses++] = *use;
	else
		fact->more_uses = true;
}

static Certainty add_unknown(Recorder *r, Entry *e, const Access *a)
{
	Certainty certainty = a->by_unit ? CERTAINTY_UNIT : CERTAINTY_UNKNOWN;
	for (int i = 0; i < a->n_uses; i++)
		add_use(r, e, &a->uses[i]);
	e->fact.digest.unknown = true;
	e->count_unknown = e->count_unknown || !a->count_known;
	e->of_some_warps = e->of_some_warps || a->of_some_warps;
	e->fact.warps += count_warps(a, a->may_execute);
	fact_lower_certainty(&e->fact, certainty, a->unknown, a->unknown_loc);
	return certainty;
}

static void note_merged(Entry *e, const Entry *request, int64_t warps, unsigned doubts)
{
	e->fact.merged += warps;
	e->fact.into = request->fact.range;
	e->into = request;
	e->fact.doubts |= doubts;
}

/* The value of the load `hoisted`, in the branch before, is loaded before that branch, for the threads of `e`, too. */
static void note_hoisted(Recorder *r, Entry *e, const Access *a, const RedundancyVerdict *verdict)
{
	Mask threads;
	Entry *hoisted = r->entries.at[verdict->hoisted];
	entry_weaken(hoisted, REASON_SINKING, DOUBT_SUNK);
	entry_weaken(e, REASON_SINKING, DOUBT_SUNK);
	if (hoisted != e && merge_take_back(r->merge, verdict->hoisted, verdict->hoisted_from, &threads))
		note_merged(hoisted, e, count_warps(a, &threads), 0);
	recorder_near(r, ACCESS_LOAD, verdict->before_hoisted, &a->regions);
}

/* Whether the access is redundant. */
static Tristate find_redundant(Recorder *r, Entry *e, const Access *a)
{
	RedundancyVerdict verdict = redundancy_add(r->redundancy, a, e->seq);
	if (verdict.uncertain >= 0)
		r->entries.at[verdict.uncertain]->fact.doubts |= a->op == BANK_LD ? DOUBT_REUSED : DOUBT_OVERWRITTEN;
	if (verdict.hoisted >= 0)
		note_hoisted(r, e, a, &verdict);
	if (verdict.is_redundant == TRI_MAYBE && a->op != BANK_LD)
		e->fact.doubts |= DOUBT_OVERWRITTEN;
	else if (verdict.is_redundant == TRI_MAYBE)
		e->fact.doubts |= verdict.uncertain < 0 ? DOUBT_REDUNDANT : DOUBT_REDUNDANT | DOUBT_REUSED;
	if (verdict.is_redundant == TRI_YES && r->entries.at[verdict.by] != e) {
		note_merged(e, r->entries.at[verdict.by], count_warps(a, a->may_execute), 0);
		e->fact.dropped += count_warps(a, a->may_execute);
	}
	return verdict.is_redundant;
}

/* Of an access that may be sunk, and one next to it: sunk or not, they may be merged. */
static void note_beside_sunk(Recorder *r, Entry *e, int beside)
{
	if (beside < 0)
		return;
	Fact *facts[] = { &e->fact, &r->entries.at[beside]->fact };
	for (int i = 0; i < 2; i++) {
		facts[i]->doubts |= DOUBT_BESIDE_SUNK;
		if (facts[i]->widest < 2 * facts[i]->written)
			facts[i]->widest = 2 * facts[i]->written;
	}
}

bool recorder_models_nvcc(const Recorder *recorder)
{
	return !recorder->options || !recorder->options->as_written;
}

int recorder_count(const Recorder *recorder)
{
	return recorder->entries.n;
}

void recorder_weaken(Recorder *recorder, int first, Reason reason)
{
	for (int i = first; i < recorder->entries.n; i++)
		fact_lower_certainty(&recorder->entries.at[i]->fact, CERTAINTY_BOUND, reason, LOC_NONE);
}

int recorder_last(const Recorder *recorder)
{
	return recorder->last;
}

Certainty recorder_add(Recorder *r, const Access *a)
{
	Entry *e = entry_of(r, a, a->bytes, 1);
	int64_t visit = e->visits++;
	entry_note_invariant(r, e, a);
	entry_note_unplaced(r, e, a, r->last);
	entry_note_addresses(r, e, a);
	r->last = e->seq;
	e->region = regions_innermost(&a->regions);
	bool as_written = !recorder_models_nvcc(r);
	Access alone = *a;
	if (as_written && a->bound_reason == REASON_SINKING) {
		alone.bound_reason = REASON_NONE;
		alone.other_branch = NULL;
		a = &alone;
	}
	if (!as_written)
		entry_note_near(r, e);
	if (!as_written && a->is_late && !a->is_volatile)
		e->fact.doubts |= DOUBT_LATE;
	Tristate eliminated = as_written ? TRI_NO : find_redundant(r, e, a);
	if (eliminated != TRI_YES && !a->unknown && a->bound_reason == REASON_SINKING && merge_takes(a))
		note_beside_sunk(r, e, merge_sunk(r->merge, a, e->seq));
	else if (eliminated != TRI_YES && (a->unknown || a->bound_reason || !merge_takes(a)))
		merge_other(r->merge, a);
	if (a->unknown)
		return add_unknown(r, e, a);
	if (r->options && r->options->digest)
		digest_add(&e->fact.digest, r->ctx, r->options->remap, a->object, a->offset, a->may_execute, a->bytes, visit);
	if (eliminated == TRI_YES)
		return CERTAINTY_EXACT;
	if (a->bound_reason)
		entry_weaken(e, a->bound_reason, a->bound_reason == REASON_SINKING ? DOUBT_SUNK : 0);
	if (as_written || a->bound_reason || !merge_takes(a))
		return add_priced(r, e, a, visit);
	merge_add(r->merge, a, e->seq, visit, eliminated == TRI_MAYBE);
	return a->offset->n_terms || a->offset->unknown ? price(r, a, NULL, visit) : CERTAINTY_EXACT;
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

/* A request of accesses that may be counted at another line, or with others, may be so, too. */
static void inherit_weakness(Entry *e, const Entry *part)
{
	const bool bound = part->fact.certainty == CERTAINTY_BOUND;
	e->fact.doubts |= part->fact.doubts & DOUBT_LATE;
	if (bound && part->fact.reason == REASON_SINKING)
		entry_weaken(e, REASON_SINKING, part->fact.doubts & (DOUBT_SUNK | DOUBT_NEAR_SUNK));
	else if (bound && part->fact.reason == REASON_LOOP_INVARIANT)
		entry_weaken(e, REASON_LOOP_INVARIANT, part->fact.doubts & (DOUBT_INVARIANT | DOUBT_NEAR_INVARIANT));
	e->is_unplaced = e->is_unplaced || part->is_unplaced;
	e->more_unplaced = e->more_unplaced || part->more_unplaced;
	if (part->unplaced)
		entry_take_unplaced(e, part->unplaced);
}

/* Words that ptxas splits again are at the line of the first, but in a branch not always (an H200: testdata/facts/split_lines.cu). */
static bool may_stay_at_line(const Access *a, const Entry *placed, const Entry *own)
{
	return a->bytes == own->fact.bytes && a->regions.n && fact_line(&placed->fact) != fact_line(&own->fact);
}

static void take_request(void *data, const Request *request)
{
	Recorder *r = data;
	Access a = *request->access;
	Entry *e = entry_of(r, &a, request->bytes, request->parts);
	int64_t warps = count_warps(&a, a.may_execute);
	e->fact.doubts |= request->doubts;
	e->fact.widest = e->fact.widest > request->widest ? e->fact.widest : request->widest;
	entry_note_addresses(r, e, &a);
	Entry *own = r->entries.at[request->fact];
	inherit_weakness(e, own);
	if (e != own)
		note_merged(own, e, warps, request->doubts);
	if (request->bytes == a.bytes && may_stay_at_line(&a, e, own)) {
		entry_weaken(e, REASON_MERGE, DOUBT_SPLIT);
		entry_weaken(own, REASON_MERGE, DOUBT_SPLIT);
	}
	for (int i = 0; i < request->n_with; i++) {
		Entry *other = r->entries.at[request->with[i]];
		note_merged(other, e, warps, request->doubts);
		inherit_weakness(e, other);
		add_with(&e->fact, &other->fact.range);
	}
	a.bytes = request->bytes;
	add_priced(r, e, &a, request->visit);
}
