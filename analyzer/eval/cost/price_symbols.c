/* Prices accesses whose symbols have coefficients that differ between lanes, by trying all their values. */
#include "eval/cost/price_impl.h"
#include "eval/cost/price_memo.h"

#include <string.h>

enum { MAX_COMBINATIONS = 1024 };

/* Far enough apart that different multiples never share a word by accident. */
static const int64_t FAR = (int64_t)1 << 24;

typedef struct Symbols {
	Sym sym[MAX_VARYING];
	int64_t modulus[MAX_VARYING]; /* > 0: try the residues of it; 0: the values low .. low + (n-1)*align */
	int64_t n[MAX_VARYING];       /* how many to try */
	int64_t value[MAX_VARYING];   /* the one being tried */
	int count;
} Symbols;

/* A power of two, up to a row of banks, that divides the differences between lanes' coefficients. */
static int64_t weight_gcd(const Warp *w, Sym sym)
{
	uint64_t bits = 128;
	for (int i = 0; i < w->n_varying; i++) {
		const MonoInfo *mono = &w->ctx->monos.at[w->varying[i]->mono];
		bool has = false;
		for (int s = 0; s < mono->n; s++)
			has = has || mono->syms[s] == sym;
		int first = __builtin_ctz(w->request.active);
		for (int l = 0; has && l < WARP_LANES; l++)
			if (w->request.active >> l & 1)
				bits |= (uint64_t)per_thread_at(w->varying[i]->k, w->first + l) -
					(uint64_t)per_thread_at(w->varying[i]->k, w->first + first);
	}
	return (int64_t)(bits & (0 - bits));
}

static void add_symbol(const Warp *w, Symbols *u, Sym sym)
{
	for (int i = 0; i < u->count; i++)
		if (u->sym[i] == sym)
			return;
	if (u->count == MAX_VARYING) {
		u->count = MAX_VARYING + 1;
		return;
	}
	if (u->count > MAX_VARYING)
		return;
	const SymInfo *info = &w->ctx->syms.at[sym];
	int64_t align = info->align > 0 ? info->align : 1;
	int i = u->count++;
	u->sym[i] = sym;
	int64_t span;
	bool small = info->low > INT64_MIN && info->high < INT64_MAX && !__builtin_sub_overflow(info->high, info->low, &span) &&
		     span >= 0 && span / align < 64;
	u->modulus[i] = small ? 0 : 128 / weight_gcd(w, sym);
	u->n[i] = small ? span / align + 1 : u->modulus[i];
}

static Symbols find_symbols(const Warp *w)
{
	Symbols u = { .count = 0 };
	for (int i = 0; i < w->n_varying; i++) {
		const MonoInfo *mono = &w->ctx->monos.at[w->varying[i]->mono];
		for (int s = 0; s < mono->n; s++)
			add_symbol(w, &u, mono->syms[s]);
	}
	return u;
}

static int64_t symbol_value(const Warp *w, const Symbols *u, int i, int64_t step)
{
	const SymInfo *info = &w->ctx->syms.at[u->sym[i]];
	int64_t align = info->align > 0 ? info->align : 1;
	if (!u->modulus[i])
		return info->low + step * align;
	/* Large, so that lanes share a word only if they must; different for each symbol. */
	return step + u->modulus[i] * (FAR + 2 * i + 1);
}

static bool residue_is_possible(const Warp *w, const Symbols *u, int i, int64_t step)
{
	int64_t align = w->ctx->syms.at[u->sym[i]].align;
	if (!u->modulus[i] || align <= 1)
		return true;
	int64_t common = align < u->modulus[i] ? align : u->modulus[i];
	return step % common == 0;
}

static void apply_symbols(const Warp *w, const Symbols *u, WarpRequest *request)
{
	for (int i = 0; i < w->n_varying; i++) {
		const MonoInfo *mono = &w->ctx->monos.at[w->varying[i]->mono];
		uint64_t product = 1;
		for (int s = 0; s < mono->n; s++)
			for (int j = 0; j < u->count; j++)
				if (u->sym[j] == mono->syms[s])
					product *= (uint64_t)u->value[j];
		int64_t *address = w->of_source[i] ? request->source : request->offset;
		for (int l = 0; l < WARP_LANES; l++)
			if (request->active >> l & 1)
				address[l] =
					(int64_t)((uint64_t)address[l] + product * (uint64_t)per_thread_at(w->varying[i]->k, w->first + l));
	}
	price_normalise(request);
}

/* Lanes are not a multiple of the access's size apart: in no program that runs. */
static bool is_misaligned(const WarpRequest *request)
{
	uint64_t bits = 0;
	int first = __builtin_ctz(request->active);
	bool copies = bank_op_has_source(request->op);
	for (int l = 0; l < WARP_LANES; l++) {
		if (!(request->active >> l & 1))
			continue;
		bits |= (uint64_t)request->offset[l] - (uint64_t)request->offset[first];
		if (copies)
			bits |= (uint64_t)request->source[l] - (uint64_t)request->source[first];
	}
	return bits & (uint64_t)(request->bytes - 1);
}

static const char *symbol_names(const Warp *w, const Symbols *u)
{
	const char *all = NULL;
	for (int i = 0; i < u->count; i++) {
		const char *name = w->ctx->syms.at[u->sym[i]].name;
		name = name ? name : value_anonymous;
		all = all ? arena_printf(w->ctx->keep, "%s, %s", all, name) : name;
	}
	return all;
}

/* What is being tried, where its alignment moves the lines of a copy. */
static void align_symbols(Warp *w, const Symbols *u)
{
	for (int i = 0; i < u->count; i++)
		w->tried[i] = (TriedAlign){ u->sym[i], u->value[i] | u->modulus[i] };
	w->n_tried = u->count;
	price_align_lines(w);
}

/* Prices all combinations; false if there are too many, or none is possible. */
static bool try_all(Warp *w, Symbols *u, bool *all_same, bool *all_free, bool *generic)
{
	int64_t combinations = 1;
	for (int i = 0; i < u->count; i++) {
		combinations *= u->n[i];
		*generic = *generic || u->modulus[i];
		if (combinations > MAX_COMBINATIONS)
			return false;
	}
	int first = -1; /* the first combination's wavefronts */
	for (int64_t c = 0; c < combinations; c++) {
		int64_t rest = c;
		bool possible = true;
		for (int i = 0; i < u->count; i++) {
			int64_t step = rest % u->n[i];
			rest /= u->n[i];
			possible = possible && residue_is_possible(w, u, i, step);
			u->value[i] = symbol_value(w, u, i, step);
		}
		if (!possible)
			continue;
		WarpRequest request = w->request;
		apply_symbols(w, u, &request);
		if (is_misaligned(&request))
			continue;
		BankCost cost;
		align_symbols(w, u);
		*all_same = price_shifts(w, &request, &cost) && *all_same;
		w->some_settled = w->some_settled || !w->shift_matters_here;
		*all_same = *all_same && (first < 0 || first == cost.wavefronts);
		*all_free = *all_free && cost.wavefronts == cost.ideal;
		first = first < 0 ? cost.wavefronts : first;
		if (u->count == 1 && u->modulus[0] && c < MAX_RESIDUES) {
			w->out->by_residue[c] = cost.wavefronts;
			w->out->ways[c] = bank_ways(&cost);
			w->out->has_residue[c] = true;
		}
	}
	return first >= 0;
}

bool price_add_multiples(Warp *w, WarpRequest *request)
{
	Symbols u = find_symbols(w);
	bool fits = !w->too_many && u.count <= MAX_VARYING;
	for (int i = 0; i < u.count && fits; i++) {
		fits = u.modulus[i] > 0;
		u.value[i] = symbol_value(w, &u, i, 0);
	}
	if (fits)
		apply_symbols(w, &u, request);
	return fits;
}

/* What a symbol is multiplied with moves all lanes together by whole rows of banks, whatever the symbol is: that does not matter. */
static void add_coefficients(const Warp *w, const Term *term, PriceKey *key)
{
	int64_t k[WARP_LANES] = { 0 };
	for (uint32_t m = w->request.active; m; m &= m - 1)
		k[__builtin_ctz(m)] = per_thread_at(term->k, w->first + __builtin_ctz(m));
	price_normalise_offsets(w->request.active, k);
	for (int l = 0; l < WARP_LANES; l++)
		price_key_add(key, k[l]);
}

/* All that try_all() reads.  The base, too, only as far as it matters. */
static void make_key(const Warp *w, const Symbols *u, PriceKey *key)
{
	const bool copies = bank_op_has_source(w->request.op);
	WarpRequest base = w->request;
	price_normalise(&base);
	const int64_t numbers[] = { base.op, base.bytes, base.active, w->shift_align, price_in_parts(w->access), u->count };
	key->n = 0;
	key->too_long = false;
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		price_key_add(key, numbers[i]);
	for (int i = 0; i < u->count; i++) {
		const SymInfo *info = &w->ctx->syms.at[u->sym[i]];
		const int64_t of_symbol[] = { u->modulus[i], u->n[i], info->low, info->align };
		for (size_t k = 0; k < sizeof of_symbol / sizeof *of_symbol; k++)
			price_key_add(key, of_symbol[k]);
	}
	for (int l = 0; l < WARP_LANES; l++)
		price_key_add(key, base.offset[l]);
	for (int l = 0; copies && l < WARP_LANES; l++)
		price_key_add(key, base.source[l]);
	for (int i = 0; i < w->n_varying; i++) {
		const MonoInfo *mono = &w->ctx->monos.at[w->varying[i]->mono];
		price_key_add(key, w->of_source[i]);
		price_key_add(key, mono->n);
		for (int s = 0; s < mono->n; s++)
			for (int j = 0; j < u->count; j++)
				if (u->sym[j] == mono->syms[s])
					price_key_add(key, j);
		add_coefficients(w, w->varying[i], key);
	}
}

static void take_tried(Price *out, const PriceTried *tried, bool has_source)
{
	out->pattern = tried->pattern;
	memcpy(out->source, tried->source, sizeof out->source);
	out->pattern.source = has_source && tried->pattern.count ? out->source : NULL;
	memcpy(out->by_residue, tried->by_residue, sizeof out->by_residue);
	memcpy(out->ways, tried->ways, sizeof out->ways);
	memcpy(out->has_residue, tried->has_residue, sizeof out->has_residue);
}

/* As try_all(), which is not run for what it was run for before.  Where lines decide it depends on more than is kept. */
static bool try_once(Warp *w, Symbols *u, PriceTried *tried)
{
	PriceKey key;
	const bool has_source = bank_op_has_source(w->request.op), is_kept = w->cache->memo && !price_is_by_line(w->request.op);
	if (!is_kept) {
		tried->any = try_all(w, u, &tried->all_same, &tried->all_free, &tried->generic);
		return tried->any;
	}
	make_key(w, u, &key);
	const PriceTried *known = price_memo_find(w->cache->memo, &key);
	if (known) {
		*tried = *known;
		take_tried(w->out, tried, has_source);
		w->some_settled = w->some_settled || tried->any;
		return tried->any;
	}
	tried->any = try_all(w, u, &tried->all_same, &tried->all_free, &tried->generic);
	tried->pattern = w->out->pattern;
	tried->pattern.source = NULL;
	memset(tried->source, 0, sizeof tried->source);
	if (w->out->pattern.source)
		memcpy(tried->source, w->out->pattern.source, sizeof tried->source);
	memcpy(tried->by_residue, w->out->by_residue, sizeof tried->by_residue);
	memcpy(tried->ways, w->out->ways, sizeof tried->ways);
	memcpy(tried->has_residue, w->out->has_residue, sizeof tried->has_residue);
	price_memo_add(w->cache->memo, &key, tried);
	return tried->any;
}

void price_symbolic(Warp *w)
{
	Symbols u = find_symbols(w);
	PriceTried tried;
	Price *out = w->out;
	tried.all_same = tried.all_free = true;
	tried.generic = false;
	memset(out->by_residue, 0, sizeof out->by_residue);
	memset(out->ways, 0, sizeof out->ways);
	memset(out->has_residue, 0, sizeof out->has_residue);
	if (w->too_many || u.count > MAX_VARYING || !try_once(w, &u, &tried)) {
		out->pattern.count = 0;
		price_upper_bound(w);
		out->certainty = CERTAINTY_SYMBOLIC;
		out->reason = REASON_TOO_MANY_SYMBOLS;
		out->symbols = "several runtime values";
		return;
	}
	out->reason = w->ctx->syms.at[u.sym[0]].why;
	out->reason_loc = w->ctx->syms.at[u.sym[0]].loc;
	out->symbols = symbol_names(w, &u);
	bool banks_decide = w->request.op == BANK_CP_ASYNC_CA; /* lanes never share a word */
	if (tried.all_same && (!tried.generic || tried.all_free || banks_decide)) {
		out->certainty = CERTAINTY_EXACT;
		return;
	}
	bool open = w->shift_matters && !w->some_settled;
	out->certainty = tried.all_same || !tried.generic || open ? CERTAINTY_BOUND : CERTAINTY_SYMBOLIC;
	if (out->certainty == CERTAINTY_SYMBOLIC && u.count == 1) {
		out->symbol = u.sym[0];
		out->modulus = (int)u.modulus[0];
	}
}
