/* Symbols, monomials, and derived symbols: results of operations on others. */
#include "eval/value/value_impl.h"

#include <string.h>

/* How many definitions are followed in search of an origin. */
enum { MAX_LOOKUPS = 32 };

typedef struct Entry {
	Derived how;
	Value a, b;
	Sym sym;
	Span assumed;          /* its range as of mono_span() with `assume` */
	bool lasting;          /* found again for the same operands */
} Entry;

/* An open hash table of indices plus one, at most half full; 0: free. */
typedef struct Index {
	int *slot;
	uint32_t cap;
} Index;

typedef struct ValueMemo {
	Index monos, derived;
	VEC(Entry) entries;
	VEC(uint64_t) hashes;  /* of the entries */
	VEC(int) entry_of_sym; /* index in `entries`, -1: none; covers symbols up to the last derived one */
} ValueMemo;

static ValueMemo *memo_of(ValueCtx *ctx)
{
	if (!ctx->memo)
		ctx->memo = arena_new_of(ctx->keep, ValueMemo);
	return ctx->memo;
}

static uint64_t mix(uint64_t hash, uint64_t with)
{
	hash = (hash ^ with) * 0x9e3779b97f4a7c15u;
	return hash ^ hash >> 29;
}

/* --- bounds ------------------------------------------------------------------------------------- */

static Span span_mul(Span a, Span b)
{
	if (b.low == b.high)
		return span_scale(a, b.low);
	if (a.low >= 0 && b.low >= 0) {
		Span low = span_scale((Span){ a.low, a.low }, b.low);
		bool open = a.high == INT64_MAX || b.high == INT64_MAX;
		Span high = open ? SPAN_ANY : span_scale((Span){ a.high, a.high }, b.high);
		return (Span){ low.low == INT64_MIN ? 0 : low.low, high.high };
	}
	if (a.low == INT64_MIN || a.high == INT64_MAX || b.low == INT64_MIN || b.high == INT64_MAX)
		return SPAN_ANY;
	Span p = span_scale(a, b.low), q = span_scale(a, b.high);
	return (Span){ p.low < q.low ? p.low : q.low, p.high > q.high ? p.high : q.high };
}

static const Entry *entry_of(const ValueCtx *ctx, Sym sym)
{
	const ValueMemo *memo = ctx->memo;
	int i = memo && sym < memo->entry_of_sym.n ? memo->entry_of_sym.at[sym] : -1;
	return i < 0 ? NULL : &memo->entries.at[i];
}

static Span sym_span(const ValueCtx *ctx, Sym sym, bool assume)
{
	const SymInfo *info = &ctx->syms.at[sym];
	const Entry *entry = assume ? entry_of(ctx, sym) : NULL;
	if (entry)
		return entry->assumed;
	bool unbounded = info->low <= INT32_MIN && info->high >= 0;
	return (Span){ assume && unbounded ? 0 : info->low, info->high };
}

Span mono_span(const ValueCtx *ctx, Mono mono, bool assume)
{
	const MonoInfo *info = &ctx->monos.at[mono];
	Span s = sym_span(ctx, info->syms[0], assume);
	for (int i = 1; i < info->n; i++)
		s = span_mul(s, sym_span(ctx, info->syms[i], assume));
	return s;
}

int64_t mono_align(const ValueCtx *ctx, Mono mono)
{
	const MonoInfo *info = &ctx->monos.at[mono];
	int64_t align = 1;
	for (int i = 0; i < info->n; i++) {
		int64_t more;
		if (!__builtin_mul_overflow(align, ctx->syms.at[info->syms[i]].align, &more) && more < (int64_t)1 << 62)
			align = more;
	}
	return align;
}

/* --- symbols and monomials ---------------------------------------------------------------------- */

Sym sym_new(ValueCtx *ctx, SymInfo info)
{
	if (!info.name)
		info.name = value_anonymous;
	if (info.align < 1)
		info.align = 1;
	if (info.low > info.high)
		info.low = INT64_MIN, info.high = INT64_MAX;
	vec_push(ctx->keep, &ctx->syms, info);
	return ctx->syms.n - 1;
}

/* An empty table of twice the size. */
static void index_grow(ValueCtx *ctx, Index *index)
{
	index->cap = index->cap ? index->cap * 2 : 64;
	index->slot = arena_array(ctx->keep, int, index->cap);
}

static void index_put(Index *index, uint64_t hash, int i)
{
	uint32_t at = (uint32_t)(hash >> 32) & (index->cap - 1);
	while (index->slot[at])
		at = (at + 1) & (index->cap - 1);
	index->slot[at] = i + 1;
}

static uint64_t mono_hash(const Sym *syms, int n)
{
	uint64_t hash = (uint64_t)n;
	for (int i = 0; i < n; i++)
		hash = mix(hash, (uint64_t)syms[i] + 1);
	return hash;
}

static Mono mono_intern(ValueCtx *ctx, const Sym *syms, int n)
{
	Index *index = &memo_of(ctx)->monos;
	uint64_t hash = mono_hash(syms, n);
	for (uint32_t at = (uint32_t)(hash >> 32); index->cap; at++) {
		int i = index->slot[at & (index->cap - 1)] - 1;
		if (i < 0)
			break;
		if (ctx->monos.at[i].n == n && !memcmp(ctx->monos.at[i].syms, syms, sizeof *syms * (size_t)n))
			return i;
	}
	vec_push(ctx->keep, &ctx->monos, ((MonoInfo){ n, arena_dup(ctx->keep, syms, sizeof *syms * (size_t)n) }));
	if ((uint32_t)ctx->monos.n * 2 > index->cap) {
		index_grow(ctx, index);
		for (int i = 0; i < ctx->monos.n - 1; i++)
			index_put(index, mono_hash(ctx->monos.at[i].syms, ctx->monos.at[i].n), i);
	}
	index_put(index, hash, ctx->monos.n - 1);
	return ctx->monos.n - 1;
}

static Mono mono_of_sym(ValueCtx *ctx, Sym sym)
{
	return mono_intern(ctx, &sym, 1);
}

static Value mono_value(ValueCtx *ctx, Mono mono)
{
	Value v = { 0 };
	value_set_terms(ctx, &v, &(Term){ mono, { .u = 1 } }, 1);
	return v;
}

/* 0 and 1 are their own squares. */
static bool is_flag(const SymInfo *info)
{
	return info->low >= 0 && info->high <= 1;
}

bool mono_product(ValueCtx *ctx, Mono a, Mono b, Mono *product, int64_t *number)
{
	Sym syms[2 * MAX_DEGREE];
	MonoInfo p = ctx->monos.at[a], q = ctx->monos.at[b];
	int n = 0;
	for (int i = 0, j = 0; i < p.n || j < q.n;) {
		Sym sym = j >= q.n || (i < p.n && p.syms[i] <= q.syms[j]) ? p.syms[i++] : q.syms[j++];
		if (!n || syms[n - 1] != sym || !is_flag(&ctx->syms.at[sym]))
			syms[n++] = sym;
	}
	if (n <= MAX_DEGREE) {
		*product = mono_intern(ctx, syms, n);
		return true;
	}
	Span span = span_mul(mono_span(ctx, a, false), mono_span(ctx, b, false));
	Span assumed = span_mul(mono_span(ctx, a, true), mono_span(ctx, b, true));
	int64_t align;
	if (__builtin_mul_overflow(mono_align(ctx, a), mono_align(ctx, b), &align) || align >= (int64_t)1 << 62)
		align = mono_align(ctx, a);
	Value v = value_derived_as(ctx, BY_PRODUCT, mono_value(ctx, a), mono_value(ctx, b), span, assumed, align);
	if (v.n_terms)
		*product = v.terms[0].mono;
	else
		*number = v.base.u;
	return v.n_terms > 0;
}

Value value_sym(ValueCtx *ctx, Sym sym)
{
	Value v = mono_value(ctx, mono_of_sym(ctx, sym));
	/* The alignment of objects is not part of forms (KnownAlign). */
	SymKind kind = ctx->syms.at[sym].kind;
	v.form = kind == SYM_OBJECT ? form_object(sym) : form_symbol(sym, 0);
	v.form.made_of = kind == SYM_PARAM || kind == SYM_BLOCK || kind == SYM_OBJECT ? MADE_OF_UNIFORM : MADE_OF_SOMETHING;
	return v;
}

/* --- origins -------------------------------------------------------------------------------------- */

bool origin_is_set(const Origin *origin)
{
	return origin->var || origin->at;
}

bool origin_same(const Origin *a, const Origin *b)
{
	return a->var == b->var && a->at == b->at;
}

Value value_of_origin(ValueCtx *ctx, SymInfo info)
{
	if (ctx->pin && origin_same(&ctx->pin->origin, &info.origin))
		return value_at_run_time(ctx, value_int(ctx->pin->value), 0, REFINE_NONE);
	return value_sym(ctx, sym_new(ctx, info));
}

static Sym origin_of_sym(const ValueCtx *ctx, Sym sym, int *lookups);

static Sym origin_of(const ValueCtx *ctx, const Value *v, int *lookups)
{
	for (int i = 0; i < v->n_terms; i++) {
		const MonoInfo *mono = &ctx->monos.at[v->terms[i].mono];
		for (int s = 0; s < mono->n; s++) {
			Sym found = origin_of_sym(ctx, mono->syms[s], lookups);
			if (found)
				return found;
		}
	}
	return v->unknown ? v->unknown->from : 0;
}

static Sym origin_of_sym(const ValueCtx *ctx, Sym sym, int *lookups)
{
	const Entry *entry = entry_of(ctx, sym);
	if (origin_is_set(&ctx->syms.at[sym].origin))
		return sym;
	if (!entry || --*lookups < 0)
		return 0;
	Sym found = origin_of(ctx, &entry->a, lookups);
	return found ? found : origin_of(ctx, &entry->b, lookups);
}

Sym value_origin(const ValueCtx *ctx, const Value *v)
{
	int lookups = MAX_LOOKUPS;
	return origin_of(ctx, v, &lookups);
}

bool sym_is_shift_count(const ValueCtx *ctx, Sym sym)
{
	const ValueMemo *memo = ctx->memo;
	for (int i = 0; memo && i < memo->entries.n; i++) {
		const Entry *e = &memo->entries.at[i];
		if ((e->how == BY_SHL || e->how == BY_SHR) && value_origin(ctx, &e->b) == sym)
			return true;
	}
	return false;
}

Value value_unknown_uniform(ValueCtx *ctx, Reason reason, Loc loc, const char *name, int64_t low, int64_t high)
{
	SymInfo info = { .kind = SYM_UNIFORM,
			 .name = name ? arena_strdup(ctx->keep, name) : NULL,
			 .low = low,
			 .high = high,
			 .align = 1,
			 .why = reason,
			 .object = -1,
			 .loc = loc };
	return value_sym(ctx, sym_new(ctx, info));
}

/* --- derived symbols ---------------------------------------------------------------------------- */

Reason value_why(const ValueCtx *ctx, const Value *v, Reason otherwise, Loc *loc)
{
	Reason first = REASON_NONE;
	*loc = LOC_NONE;
	for (int i = 0; i < v->n_terms; i++) {
		const MonoInfo *mono = &ctx->monos.at[v->terms[i].mono];
		for (int s = 0; s < mono->n; s++) {
			const SymInfo *info = &ctx->syms.at[mono->syms[s]];
			Reason why = info->kind == SYM_PARAM ? REASON_ARGUMENT : info->why;
			if (why == REASON_NONE || (first && !info->per_warp))
				continue;
			first = why;
			*loc = info->loc;
			if (info->per_warp)
				return why;
		}
	}
	return first ? first : otherwise;
}

Reason value_data_reason(const ValueCtx *ctx, const Value *v, Reason otherwise)
{
	Reason why = v->unknown ? v->unknown->reason : otherwise;
	for (int i = 0; i < v->n_terms && !reason_is_data(why); i++) {
		const MonoInfo *mono = &ctx->monos.at[v->terms[i].mono];
		for (int s = 0; s < mono->n && !reason_is_data(why); s++)
			why = ctx->syms.at[mono->syms[s]].why;
	}
	return reason_is_data(why) ? why : otherwise;
}

bool mono_has_object(const ValueCtx *ctx, Mono mono)
{
	const MonoInfo *info = &ctx->monos.at[mono];
	for (int i = 0; i < info->n; i++)
		if (ctx->syms.at[info->syms[i]].kind == SYM_OBJECT)
			return true;
	return false;
}

unsigned mono_points_to(const ValueCtx *ctx, Mono mono)
{
	const MonoInfo *info = &ctx->monos.at[mono];
	unsigned points_to = 0;
	for (int s = 0; s < info->n; s++)
		points_to |= ctx->syms.at[info->syms[s]].points_to;
	return points_to;
}

/* If v is an address in one object, Object.id of it; else -1. */
static int object_of(const ValueCtx *ctx, const Value *v)
{
	int found = -1;
	for (int i = 0; i < v->n_terms; i++) {
		const Term *t = &v->terms[i];
		const MonoInfo *mono = &ctx->monos.at[t->mono];
		if (!mono_has_object(ctx, t->mono))
			continue;
		if (found >= 0 || mono->n > 1 || t->k.v || t->k.u != 1)
			return -1;
		found = ctx->syms.at[mono->syms[0]].object;
	}
	return found;
}

bool value_has_object(const ValueCtx *ctx, const Value *v)
{
	for (int i = 0; i < v->n_terms; i++)
		if (mono_has_object(ctx, v->terms[i].mono))
			return true;
	return false;
}

/* All objects in it are shared: they stay as long as the context does. */
static bool has_lasting_objects(const ValueCtx *ctx, const Value *v)
{
	for (int i = 0; i < v->n_terms; i++)
		if (mono_has_object(ctx, v->terms[i].mono) && mono_points_to(ctx, v->terms[i].mono) != POINTS_TO_SHARED)
			return false;
	return true;
}

static uint64_t uniform_hash(uint64_t hash, const Value *v)
{
	hash = mix(hash, (uint64_t)v->base.u);
	for (int i = 0; i < v->n_terms; i++)
		hash = mix(mix(hash, (uint64_t)v->terms[i].mono + 1), (uint64_t)v->terms[i].k.u);
	return mix(hash, (uint64_t)v->n_terms);
}

static Sym find_derived(const ValueCtx *ctx, const ValueMemo *memo, uint64_t hash, Derived how, const Value *a, const Value *b)
{
	const Index *index = &memo->derived;
	for (uint32_t at = (uint32_t)(hash >> 32); index->cap; at++) {
		int i = index->slot[at & (index->cap - 1)] - 1;
		if (i < 0)
			break;
		const Entry *e = &memo->entries.at[i];
		if (e->how == how && value_same(ctx, &e->a, a) && value_same(ctx, &e->b, b))
			return e->sym;
	}
	return -1;
}

static void remember(ValueCtx *ctx, ValueMemo *memo, uint64_t hash, Entry entry)
{
	entry.a = value_copy(ctx->keep, ctx->n_threads, entry.a);
	entry.b = value_copy(ctx->keep, ctx->n_threads, entry.b);
	vec_push(ctx->keep, &memo->entries, entry);
	vec_push(ctx->keep, &memo->hashes, hash);
	if ((uint32_t)memo->entries.n * 2 > memo->derived.cap) {
		index_grow(ctx, &memo->derived);
		for (int i = 0; i < memo->entries.n - 1; i++)
			if (memo->entries.at[i].lasting)
				index_put(&memo->derived, memo->hashes.at[i], i);
	}
	if (entry.lasting)
		index_put(&memo->derived, hash, memo->entries.n - 1);
	while (memo->entry_of_sym.n < entry.sym)
		vec_push(ctx->keep, &memo->entry_of_sym, -1);
	vec_push(ctx->keep, &memo->entry_of_sym, memo->entries.n - 1);
}

bool value_definition(const ValueCtx *ctx, Sym sym, Derived *how, Value *a, Value *b)
{
	const Entry *entry = entry_of(ctx, sym);
	if (!entry || !entry->lasting)
		return false;
	*how = entry->how;
	*a = entry->a;
	*b = entry->b;
	return true;
}

Value value_derived_as(ValueCtx *ctx, Derived how, Value a, Value b, Span span, Span assumed, int64_t align)
{
	if (span.low == span.high)
		return value_int(span.low);
	ValueMemo *memo = memo_of(ctx);
	/* Symbols of local objects are reused for other objects, so their derived symbols are not found again. */
	bool lasting = has_lasting_objects(ctx, &a) && has_lasting_objects(ctx, &b);
	uint64_t hash = uniform_hash(uniform_hash((uint64_t)how + 1, &a), &b);
	Sym sym = lasting ? find_derived(ctx, memo, hash, how, &a, &b) : -1;
	if (sym >= 0)
		return value_sym(ctx, sym);
	Loc loc, other;
	Reason second = value_why(ctx, &b, how >= BY_EQ && how <= BY_LT_U64 ? REASON_BRANCH : REASON_BITS, &other);
	Reason why = value_why(ctx, &a, second, &loc);
	if (loc.file < 0)
		loc = other;
	int64_t divisor;
	int object = how == BY_FLOOR_DIV && value_is_const(&b, &divisor) ? object_of(ctx, &a) : -1;
	if (object >= 0 && value_points_to(ctx, &a) == POINTS_TO_SHARED && span.low <= 0 && span.high == INT64_MAX)
		span = assumed = (Span){ 0, MAX_SHARED_ADDRESS / divisor };
	/* The result of a remainder or comparison is no address. */
	bool is_address = how != BY_REM && how != BY_FLOOR_REM && (how < BY_EQ || how > BY_LT_U64);
	const char *name = ctx->no_names ? value_anonymous : value_derived_name(ctx, how, &a, &b);
	sym = sym_new(ctx, (SymInfo){ .kind = SYM_UNIFORM,
				      .name = name,
				      .low = span.low,
				      .high = span.high,
				      .align = align,
				      .why = why,
				      .object = object,
				      .loc = loc,
				      .divisor = object < 0 ? 0 : divisor,
				      .per_warp = value_of_warps(ctx, &a) || value_of_warps(ctx, &b),
				      .points_to = is_address ? value_points_to(ctx, &a) | value_points_to(ctx, &b) : 0 });
	remember(ctx, memo, hash, (Entry){ how, a, b, sym, assumed, lasting });
	return value_sym(ctx, sym);
}

Value value_derived(ValueCtx *ctx, Derived how, Value a, Value b, Span span, int64_t align)
{
	return value_derived_as(ctx, how, a, b, span, span, align);
}
