#include "base/buf.h"
#include "base/json.h"
#include "fix/layouts/advice.h"
#include "lsp/accesses.h"
#include "lsp/encode.h"
#include "report/maps/bankmap.h"
#include "rules/plain.h"
#include "rules/words.h"

enum { MAX_FACTS_SHOWN = 3 };

/* --- facts -------------------------------------------------------------------------------------- */

static void print_index(Buf *out, const Fact *fact)
{
	const IndexForm *form = &fact->index;
	if (form->kind == INDEX_NONE || !form->text)
		return;
	buf_printf(out, "- address: `%s%s%s`", form->text, form->symbolic ? " + " : "", form->symbolic ? form->symbolic : "");
	if (form->unit > 1)
		buf_printf(out, " elements of %lld bytes", (long long)form->unit);
	else
		buf_puts(out, " bytes");
	buf_puts(out, form->kind == INDEX_XOR ? " (not affine: bits are mixed)\n" : "\n");
}

static void print_cost(const View *view, Buf *out, const Fact *fact)
{
	const int ways = fact_ways(fact);
	if (fact->certainty == CERTAINTY_UNIT) {
		buf_printf(out, "- not priced: %s\n", reason_text(fact->reason));
		return;
	}
	if (fact->certainty == CERTAINTY_UNKNOWN) {
		buf_printf(out, "- not understood: %s\n", reason_text(fact->reason));
		return;
	}
	buf_printf(out, "- %s%s where %lld would do",
		   fact->count_known ? "" : "count not known; in proportion: ", count_of(view->arena, fact->wavefronts, "wavefront"),
		   (long long)fact->ideal);
	if (ways > 1)
		buf_printf(out, ", **%d-way** at worst", ways);
	buf_printf(out, " (%s", certainty_name(fact->certainty));
	if (fact->certainty != CERTAINTY_EXACT)
		buf_printf(out, ": %s", reason_text(fact->reason));
	buf_puts(out, ")\n");
	if (fact->certainty == CERTAINTY_SYMBOLIC && fact->n_cases)
		buf_printf(out, "- %s\n", case_words(view->arena, fact));
	if (fact->certainty == CERTAINTY_DATA && fact->expected > 0)
		buf_printf(out, "- about %.1f wavefronts a warp for random data\n", fact->expected);
}

static void print_fact(const View *view, Buf *out, const Fact *fact)
{
	const char *kernel = fact->launch->kernel ? fact->launch->kernel->name : NULL;
	buf_printf(out, "`%s`, block %s\n\n", kernel ? kernel : "kernel", block_words(view->arena, fact->launch));
	print_cost(view, out, fact);
	print_index(out, fact);
}

/* --- bank maps ---------------------------------------------------------------------------------- */

static const BankMapStyle plain = { .color = false };

static void print_after(Buf *out, const Fact *fact, const Layout *layout)
{
	WarpPattern moved;
	if (!advice_moves(layout, fact, &fact->worst, &moved))
		return;
	buf_printf(out, "\nafter %s (%s):\n```text\n", layout->text, layout->price);
	bankmap_print(out, fact->arch, &moved, fact->op, fact->bytes, &plain);
	buf_puts(out, "```\n");
}

/* The other layouts, without a map: a hover must be short. */
static void print_others(const View *view, Buf *out, const Fact *fact, const Advice *advice)
{
	WarpPattern moved;
	for (int i = 1; i < advice->n_layouts; i++) {
		const Layout *layout = &advice->layouts[i];
		if (!advice_moves(layout, fact, &fact->worst, &moved))
			continue;
		buf_printf(out, "\n- or %s (%s): %s\n", layout->text, layout->price,
			   count_of(view->arena, moved.cost.wavefronts, "wavefront"));
	}
}

static void print_maps(const View *view, Buf *out, const Fact *fact)
{
	const Advice *advice = advice_about(&view->analysis->diags, fact);
	if (!fact->worst.active)
		return;
	buf_printf(out, "\nwarp %d, %s%s:\n", fact->worst.warp, fact->worst.iteration ? "a later iteration" : "the first iteration",
		   fact->certainty == CERTAINTY_DATA ? ", at worst" : "");
	buf_puts(out, "```text\n");
	bankmap_print(out, fact->arch, &fact->worst, fact->op, fact->bytes, &plain);
	buf_puts(out, "```\n");
	if (!advice || !advice->n_layouts || fact_ways(fact) < 2)
		return;
	print_after(out, fact, &advice->layouts[0]);
	print_others(view, out, fact, advice);
}

/* "**32-way bank conflict**: thread x+1 is 32 words away: all 32 lanes use bank 0" */
static void print_lead(const View *view, Buf *out, const Access *access)
{
	const Fact *worst = access->facts.at[0];
	const char *label = access_label(view->arena, access), *why = plain_conflict(view->arena, worst);
	if (worst->certainty == CERTAINTY_UNKNOWN || worst->certainty == CERTAINTY_UNIT)
		buf_printf(out, "**%s**: %s", worst->certainty == CERTAINTY_UNIT ? "not by lanes" : "not understood",
			   reason_text(worst->reason));
	else if (!label)
		buf_puts(out, "**no bank conflict**");
	else if (worst->certainty == CERTAINTY_DATA)
		buf_printf(out, "**%s for random data**: %s", label, reason_text(worst->reason));
	else
		buf_printf(out, "**%s bank conflict**%s%s", label, why ? ": " : "", why ? why : "");
	buf_printf(out, "\n\n%s, %d byte%s a lane\n\n", access_words(view->arena, worst), worst->bytes, worst->bytes == 1 ? "" : "s");
}

static json_t *hover(View *view, const Access *access)
{
	Buf text = { 0 };
	const Fact *worst = access->facts.at[0];
	print_lead(view, &text, access);
	for (int i = 0; i < access->facts.n && i < MAX_FACTS_SHOWN; i++)
		print_fact(view, &text, access->facts.at[i]);
	if (access->facts.n > MAX_FACTS_SHOWN)
		buf_printf(&text, "\n…and in %d more launches\n", access->facts.n - MAX_FACTS_SHOWN);
	print_maps(view, &text, worst);
	json_t *item = json_pack("{s:o, s:{s:s, s:o}}", "range", view_range(view, access->range), "contents", "kind", "markdown", "value",
				 json_text(text.s));
	buf_free(&text);
	return item;
}

json_t *encode_hovers(View *view)
{
	json_t *list = json_array();
	const Accesses all = accesses_of(view);
	for (int i = 0; i < all.n; i++)
		json_array_append_new(list, hover(view, &all.at[i]));
	return list;
}
