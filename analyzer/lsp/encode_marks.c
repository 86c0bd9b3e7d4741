#include <string.h>

#include "base/buf.h"
#include "base/json.h"
#include "lsp/accesses.h"
#include "lsp/commands.h"
#include "lsp/encode.h"
#include "rules/words.h"

/* --- inlay hints -------------------------------------------------------------------------------- */

static const char *certainty_words(Arena *arena, const Fact *fact)
{
	const char *reason = reason_text(fact->reason);
	return arena_printf(arena, "%s%s%s", certainty_name(fact->certainty),
			    fact->certainty != CERTAINTY_EXACT && reason && *reason ? ": " : "",
			    fact->certainty != CERTAINTY_EXACT && reason ? reason : "");
}

static json_t *hint(View *view, const Access *access, const char *label)
{
	const Fact *fact = access->facts.at[0];
	const char *tip = arena_printf(view->arena, "%s: %lld wavefronts where %lld would do, block %s, %s",
				       access_words(view->arena, fact), (long long)fact->wavefronts, (long long)fact->ideal,
				       block_words(view->arena, fact->launch), certainty_words(view->arena, fact));
	return json_pack("{s:o, s:o, s:o, s:b}", "position", view_position(view, access->range.end), "label", json_text(label), "tooltip",
			 json_text(tip), "paddingLeft", 1);
}

json_t *encode_hints(View *view)
{
	json_t *list = json_array();
	const Accesses all = accesses_of(view);
	for (int i = 0; i < all.n; i++) {
		const char *label = access_label(view->arena, &all.at[i]);
		if (label)
			json_array_append_new(list, hint(view, &all.at[i], label));
	}
	return list;
}

/* --- code lenses -------------------------------------------------------------------------------- */

typedef struct Sum {
	int accesses, ways, unknown;
	int64_t excess;
} Sum;

static Sum sum_up(const KernelFacts *kernel)
{
	Sum sum = { 0 };
	for (int i = 0; i < kernel->n_facts; i++) {
		const Fact *fact = &kernel->facts[i];
		const int ways = fact_ways(fact);
		sum.accesses++;
		sum.unknown += fact->certainty == CERTAINTY_UNKNOWN;
		sum.ways = ways > sum.ways ? ways : sum.ways;
		if (fact->count_known && fact->certainty != CERTAINTY_UNKNOWN && fact->wavefronts > fact->ideal)
			sum.excess += fact->wavefronts - fact->ideal;
	}
	return sum;
}

static const char *worst_words(Arena *arena, const Sum *sum)
{
	if (sum->ways > 1)
		return arena_printf(arena, "worst %d-way · %s in excess a block", sum->ways, count_of(arena, sum->excess, "wavefront"));
	return sum->unknown == sum->accesses ? "none understood" : "no conflict";
}

static const char *lens_title(Arena *arena, const KernelFacts *kernel)
{
	const Sum sum = sum_up(kernel);
	static const char *const from[] = {
		[BLOCK_LAUNCH] = "",
		[BLOCK_REQUIRED] = " as required",
		[BLOCK_BOUNDS] = " from the launch bounds",
		[BLOCK_COMMENT] = " from the comment",
		[BLOCK_CONFIG] = " from the configuration",
		[BLOCK_OPTION] = " from --block",
		[BLOCK_ASSUMED] = " assumed",
	};
	Buf text = { 0 };
	buf_printf(&text, "%d shared access%s", sum.accesses, sum.accesses == 1 ? "" : "es");
	if (sum.accesses)
		buf_printf(&text, " · %s", worst_words(arena, &sum));
	if (sum.unknown && sum.unknown < sum.accesses)
		buf_printf(&text, " · %d not understood", sum.unknown);
	buf_printf(&text, " · block %s%s", block_words(arena, kernel->launch), from[kernel->launch->from]);
	const char *title = arena_strdup(arena, text.s);
	buf_free(&text);
	return title;
}

/* The access with the most wavefronts in excess, else the first; NULL: the kernel has none. */
static const Fact *costliest(const KernelFacts *kernel)
{
	const Fact *worst = kernel->n_facts ? &kernel->facts[0] : NULL;
	for (int i = 1; i < kernel->n_facts; i++) {
		const Fact *fact = &kernel->facts[i];
		const int ways = fact_ways(fact), most = fact_ways(worst);
		if (ways > most || (ways == most && ways > 1 && fact->wavefronts - fact->ideal > worst->wavefronts - worst->ideal))
			worst = fact;
	}
	return worst;
}

/* A click goes to the costliest access, or to the kernel that has none. */
static json_t *lens_command(View *view, const KernelFacts *kernel, const char *title)
{
	const Fact *fact = costliest(kernel);
	const Func *func = kernel->launch->kernel;
	const Range place = fact ? access_range(view, fact) : (Range){ func->loc, func->loc, 0 };
	json_t *uri = view_uri(view, place.begin.file);
	const char *words = fact ? arena_printf(view->arena, "line %d: %s", place.begin.line, access_words(view->arena, fact)) : title;
	if (!uri)
		return json_pack("{s:o, s:s}", "title", json_text(title), "command", "");
	return json_pack("{s:o, s:s, s:[o,o,o]}", "title", json_text(title), "command", COMMAND_SHOW, "arguments", uri,
			 view_range(view, place), json_text(words));
}

json_t *encode_lenses(View *view)
{
	json_t *list = json_array();
	for (int k = 0; k < view->analysis->kernels.n; k++) {
		const KernelFacts *kernel = &view->analysis->kernels.at[k];
		const Func *func = kernel->launch->kernel;
		if (!func || !view_shows(view, func->loc) || (!kernel->n_facts && !kernel->failed))
			continue;
		const char *title = kernel->failed && !kernel->n_facts ? arena_printf(view->arena, "not understood: %s", kernel->failed)
								       : lens_title(view->arena, kernel);
		json_t *lens = json_pack("{s:o, s:o}", "range", view_range(view, (Range){ func->loc, func->loc, 0 }), "command",
					 lens_command(view, kernel, title));
		if (json_has(list, lens))
			json_decref(lens);
		else
			json_array_append_new(list, lens);
	}
	return list;
}
