/* The cost of an access as a list of conditions on a runtime value. */
#include "rules/words.h"

enum { MAX_MODULUS = 1024, MAX_LISTED = 4 };

/* The residues for which the access costs the same. */
typedef struct Group {
	int n;
	bool has[MAX_MODULUS];
} Group;

/* Ten times the ratio of wavefronts to ideal, rounded. */
static int64_t tenfold(const SymbolicCase *c)
{
	return c->ideal > 0 ? (10 * c->wavefronts + c->ideal / 2) / c->ideal : 0;
}

/* What cases of one group have in common: the ways of a conflict; of single values, or if no lanes share a bank, tenfold(). */
static int64_t cost_of(const Fact *fact, const SymbolicCase *c)
{
	if (fact->modulus == 0 || waits_for_lines(fact))
		return tenfold(c);
	return c->wavefronts <= c->ideal ? 1 : c->ways;
}

/* The smallest divisor d of the modulus such that the residue modulo d decides whether the group has it. */
static int64_t period(const Group *group, int64_t modulus)
{
	for (int64_t d = 1; d < modulus; d++) {
		if (modulus % d)
			continue;
		bool is_period = true;
		for (int64_t r = d; r < modulus && is_period; r++)
			is_period = group->has[r] == group->has[r - d];
		if (is_period)
			return d;
	}
	return modulus;
}

static void print_condition(Buf *out, const Group *group, const char *symbol, int64_t modulus)
{
	int64_t d = period(group, modulus);
	int n = 0;
	for (int64_t r = 0; r < d; r++)
		n += group->has[r];
	if (d == 1) {
		buf_printf(out, "for every %s", symbol);
	} else if (d == 2) {
		buf_printf(out, "if %s is %s", symbol, group->has[0] ? "even" : "odd");
	} else if (n > MAX_LISTED) {
		buf_puts(out, "otherwise");
	} else {
		bool is_first = true;
		buf_printf(out, n == 1 ? "if %s %% %lld == " : "if %s %% %lld is ", symbol, (long long)d);
		for (int64_t r = 0; r < d; r++) {
			if (!group->has[r])
				continue;
			buf_printf(out, "%s%lld", is_first ? "" : ", ", (long long)r);
			is_first = false;
		}
	}
}

static Group *group_of(Arena *arena, const Fact *fact, int64_t cost)
{
	Group *group = arena_new_of(arena, Group);
	for (int i = 0; i < fact->n_cases; i++) {
		const SymbolicCase *c = &fact->cases[i];
		if (cost_of(fact, c) != cost || c->residue < 0 || c->residue >= fact->modulus)
			continue;
		group->has[c->residue] = true;
		group->n++;
	}
	return group;
}

/* The highest cost of a case that is less than `below`; 0: there is none. */
static int64_t next_cost(const Fact *fact, int64_t below)
{
	int64_t most = 0;
	for (int i = 0; i < fact->n_cases; i++) {
		const int64_t cost = cost_of(fact, &fact->cases[i]);
		if (cost < below && cost > most)
			most = cost;
	}
	return most;
}

static void print_cost(Buf *out, const Fact *fact, int64_t cost)
{
	const bool by_line = waits_for_lines(fact);
	if (cost <= (by_line ? 10 : 1))
		buf_puts(out, "free ");
	else if (by_line)
		buf_printf(out, "%lld.%lld times the ideal wavefronts ", (long long)cost / 10, (long long)cost % 10);
	else
		buf_printf(out, "%lld-way ", (long long)cost);
}

/* --- cases of single values --------------------------------------------------------------------- */

static void print_values(Buf *out, const Fact *fact, int64_t cost)
{
	int n = 0;
	for (int i = fact->n_cases - 1; i >= 0; i--) {
		if (tenfold(&fact->cases[i]) != cost || n > MAX_LISTED)
			continue;
		buf_puts(out, n ? ", " : "");
		if (n++ == MAX_LISTED)
			buf_puts(out, "…");
		else
			buf_printf(out, "%lld", (long long)fact->cases[i].residue);
	}
}

bool cases_agree(const Fact *fact)
{
	if (fact->n_cases == 0 || fact->modulus != 0)
		return false;
	for (int i = 1; i < fact->n_cases; i++)
		if (tenfold(&fact->cases[i]) != tenfold(&fact->cases[0]))
			return false;
	return true;
}

/* "4.8 times the ideal wavefronts if n is 512, 3.9 times if 256, free if 32, 16, 8, 4, …"; "2.0 times the ideal wavefronts
 * for every n that was tried: 512, 256, 128, 64, …" */
static const char *value_words(Arena *arena, const Fact *fact)
{
	Buf out = { 0 };
	const bool agree = cases_agree(fact);
	for (int64_t cost = next_cost(fact, INT64_MAX); cost > 0; cost = next_cost(fact, cost)) {
		bool is_first = out.n == 0;
		buf_puts(&out, is_first ? "" : ", ");
		if (cost <= 10)
			buf_puts(&out, "free");
		else
			buf_printf(&out, "%lld.%lld times%s", (long long)cost / 10, (long long)cost % 10,
				   is_first ? " the ideal wavefronts" : "");
		if (agree)
			buf_printf(&out, " for every %s that was tried: ", fact->symbol);
		else
			buf_printf(&out, " if %s%s", is_first ? fact->symbol : "", is_first ? " is " : "");
		print_values(&out, fact, cost);
	}
	const char *text = out.n ? arena_strdup(arena, out.s) : NULL;
	buf_free(&out);
	return text;
}

const char *case_words(Arena *arena, const Fact *fact)
{
	Buf out = { 0 };
	if (fact->n_cases > 0 && fact->symbol && fact->modulus == 0)
		return value_words(arena, fact);
	if (fact->n_cases == 0 || !fact->symbol || fact->modulus < 1 || fact->modulus > MAX_MODULUS)
		return NULL;
	for (int64_t cost = next_cost(fact, INT64_MAX); cost > 0; cost = next_cost(fact, cost)) {
		const Group *group = group_of(arena, fact, cost);
		if (group->n == 0)
			continue;
		buf_puts(&out, out.n ? ", " : "");
		print_cost(&out, fact, cost);
		print_condition(&out, group, fact->symbol, fact->modulus);
	}
	const char *text = out.n ? arena_strdup(arena, out.s) : NULL;
	buf_free(&out);
	return text;
}

bool waits_for_lines(const Fact *fact)
{
	const bool by_line = fact->op == BANK_CP_ASYNC_CG || fact->op == BANK_CP_ASYNC_CG_FILL;
	return by_line && fact->certainty == CERTAINTY_SYMBOLIC && __builtin_popcount(fact->worst.cost.worst_lanes) <= 1;
}

bool data_decides_cases(const Fact *fact)
{
	if (fact->certainty != CERTAINTY_SYMBOLIC || !fact_is_of_data(fact))
		return false;
	for (int i = 0; i < fact->n_cases; i++)
		if (fact->cases[i].wavefronts <= fact->cases[i].ideal)
			return true;
	return false;
}
