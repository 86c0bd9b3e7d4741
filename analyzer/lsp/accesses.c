#include "lsp/accesses.h"

#include <stdlib.h>
#include <string.h>

#include "core/tokens.h"

int fact_ways(const Fact *fact)
{
	if (fact->certainty == CERTAINTY_UNKNOWN || fact->wavefronts <= fact->ideal)
		return fact->certainty == CERTAINTY_UNKNOWN || !fact->wavefronts ? 0 : 1;
	int ways = fact_worst_ways(fact);
	for (int i = 0; i < fact->n_cases; i++)
		if (fact->cases[i].ways > ways)
			ways = fact->cases[i].ways;
	return ways;
}

/* --- ranges ------------------------------------------------------------------------------------- */

typedef enum Assignment { ASSIGNS_NOT, ASSIGNS, ASSIGNS_UPDATE } Assignment;

/* The operator that the '=' at `at` is part of. */
static Assignment assignment_at(const char *text, size_t at)
{
	const char before = at ? text[at - 1] : 0;
	if (text[at + 1] == '=' || before == '!' || ((before == '<' || before == '>') && (at < 2 || text[at - 2] != before)))
		return ASSIGNS_NOT;
	return before && strchr("+-*/%&|^<>", before) ? ASSIGNS_UPDATE : ASSIGNS;
}

/* The end of an assignment's left side; *is becomes ASSIGNS_NOT if there is no assignment. */
static size_t end_of_target(const char *text, Range range, Assignment *is)
{
	Text at = { .s = text, .n = range.end.offset, .at = range.begin.offset };
	size_t end = range.begin.offset;
	int depth = 0;
	*is = ASSIGNS_NOT;
	for (Token token; (token = token_next_code(&at)).kind != TK_END;) {
		const char c = token.kind == TK_PUNCT ? text[token.begin] : 0;
		depth += (c == '(' || c == '[' || c == '{') - (c == ')' || c == ']' || c == '}');
		if (c == '=' && depth == 0) {
			*is = assignment_at(text, token.begin);
			return end;
		}
		if (!c || !strchr("+-*/%&|^<>", c))
			end = token.end;
	}
	return end;
}

Range access_range(const View *view, const Fact *fact)
{
	size_t size;
	Assignment is;
	Range range = fact->range;
	const char *text = source_text(view->analysis->unit->sources, range.begin.file, &size);
	if (!text || range.end.file != range.begin.file || range.end.offset > size)
		return range;
	const size_t end = end_of_target(text, range, &is);
	if (is == ASSIGNS_UPDATE || (is == ASSIGNS && fact->kind == ACCESS_STORE))
		range.end.offset = end;
	return range;
}

/* --- grouping ----------------------------------------------------------------------------------- */

static Access *access_at(Accesses *all, const Range *range)
{
	for (int i = all->n - 1; i >= 0; i--)
		if (all->at[i].range.begin.offset == range->begin.offset && all->at[i].range.end.offset == range->end.offset)
			return &all->at[i];
	return NULL;
}

static void add_fact(const View *view, Accesses *all, const Fact *fact)
{
	const Range range = access_range(view, fact);
	Access *access = access_at(all, &range);
	const int ways = fact_ways(fact);
	if (!access) {
		const Access fresh = { .range = range };
		vec_push(view->arena, all, fresh);
		access = &all->at[all->n - 1];
	}
	vec_push(view->arena, &access->facts, fact);
	if (ways <= access->ways && access->facts.n > 1)
		return;
	access->ways = ways;
	access->facts.at[access->facts.n - 1] = access->facts.at[0];
	access->facts.at[0] = fact;
}

static int compare(const void *a, const void *b)
{
	const Access *x = a, *y = b;
	return (x->range.begin.offset > y->range.begin.offset) - (x->range.begin.offset < y->range.begin.offset);
}

Accesses accesses_of(const View *view)
{
	Accesses all = { 0 };
	for (int k = 0; k < view->analysis->kernels.n; k++) {
		const KernelFacts *kernel = &view->analysis->kernels.at[k];
		for (int i = 0; i < kernel->n_facts; i++)
			if (view_shows(view, kernel->facts[i].range.begin))
				add_fact(view, &all, &kernel->facts[i]);
	}
	if (all.n)
		qsort(all.at, (size_t)all.n, sizeof *all.at, compare);
	return all;
}

const char *access_label(Arena *arena, const Access *access)
{
	const Fact *fact = access->facts.at[0];
	static const char *const before[] = { [CERTAINTY_EXACT] = "", [CERTAINTY_BOUND] = "at most ", [CERTAINTY_SYMBOLIC] = "up to " };
	if (fact->certainty == CERTAINTY_DATA)
		return fact->expected > 1.05 * fact_ideal_each(fact) ? arena_printf(arena, "about %.1f wavefronts", fact->expected) : NULL;
	if (access->ways < 2 || fact->certainty > CERTAINTY_SYMBOLIC)
		return NULL;
	return arena_printf(arena, "%s%d-way", before[fact->certainty], access->ways);
}
