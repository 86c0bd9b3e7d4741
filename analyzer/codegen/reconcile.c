#include "codegen/reconcile.h"

#include <stdlib.h>
#include <string.h>

#include "base/mangled.h"
#include "codegen/reconcile_impl.h"

typedef struct Ctx {
	Arena *arena;
	const CodeTable *code;
	const char *text;   /* "the machine code of nvcc 13.0 for sm_90" */
	bool failed;        /* the kernel was not evaluated to its end */
	bool has_code;
	Lines lines;
} Ctx;

/* --- facts of a line ------------------------------------------------------------------------------ */

/* An exact fact that the code does not agree with becomes a bound. */
static void weaken(Fact *fact)
{
	if (fact->certainty != CERTAINTY_EXACT)
		return;
	fact->certainty = CERTAINTY_BOUND;
	fact->reason = REASON_CODE;
	fact->reason_loc = LOC_NONE;
}

/* Whether every execution has an instruction of its own: there is no loop in which some may be missing. */
static bool all_there(const Line *line)
{
	int64_t visits = 0;
	for (int i = 0; i < line->facts.n; i++)
		visits += is_request(&line->facts.at[i]) ? line->facts.at[i].visits : 0;
	return visits <= line_total(line);
}

/* --- verdicts ------------------------------------------------------------------------------------- */

static void replace_facts(const Ctx *ctx, Line *line, const Fact *facts, int n)
{
	line->facts.n = 0;
	for (int i = 0; i < n; i++)
		vec_push(ctx->arena, &line->facts, facts[i]);
}

static void set_verdict(Line *line, CodeVerdict verdict, const char *text)
{
	for (int i = 0; i < line->facts.n; i++) {
		line->facts.at[i].code = verdict;
		line->facts.at[i].code_text = text;
	}
}

static void keep_model(const Ctx *ctx, Line *line, CodeVerdict verdict, const char *text)
{
	replace_facts(ctx, line, line->model.at, line->model.n);
	set_verdict(line, verdict, text);
}

/* The facts as written, as bounds: at the higher of their cost and that of the code's narrowest width. */
static void differ(const Ctx *ctx, Line *line, const char *text)
{
	unsigned code = line_widths(line);
	int narrowest = code ? 1 << __builtin_ctz(code) : 0;
	replace_facts(ctx, line, line->plain.at, line->plain.n);
	set_verdict(line, CODE_DIFFERS, text);
	for (int i = 0; i < line->facts.n; i++) {
		Fact *fact = &line->facts.at[i];
		if (fact->certainty <= CERTAINTY_BOUND && narrowest && narrowest < fact->bytes)
			reprice_narrower(fact, narrowest);
		weaken(fact);
	}
}

static void differ_in_widths(const Ctx *ctx, Line *line)
{
	differ(ctx, line, arena_printf(ctx->arena, "%s has other accesses on this line: %s", ctx->text, line_words(ctx->arena, line)));
}

static void differ_in_number(const Ctx *ctx, Line *line)
{
	differ(ctx, line,
	       arena_printf(ctx->arena, "%s has only %s on this line: some are eliminated, or merged with others", ctx->text,
			    line_words(ctx->arena, line)));
}

/* A fact that was a bound only because nvcc might merge becomes exact.  If accesses of a loop may be missing, the ratio is
 * exact only if all have the same one. */
static void make_exact(const Ctx *ctx, const Line *line, Fact *fact)
{
	bool there = all_there(line), uniform = is_uniform(fact) || !is_request(fact);
	bool enough = count_requests(line->facts.at, line->facts.n) <= line_total(line);
	bool open = fact->certainty == CERTAINTY_BOUND && (fact->reason == REASON_MERGE || fact->reason == REASON_CODE);
	if (!ctx->code->is_machine_code || ctx->failed || !open || !enough || fact->mix.ideal || !(uniform || (there && fact->count_known)))
		return;
	fact->certainty = CERTAINTY_EXACT;
	fact->reason = REASON_NONE;
	fact->reason_loc = LOC_NONE;
	fact->count_known = fact->count_known && there;
}

static void make_all_exact(const Ctx *ctx, Line *line)
{
	for (int i = 0; i < line->facts.n; i++)
		make_exact(ctx, line, &line->facts.at[i]);
}

static void confirm(const Ctx *ctx, Line *line)
{
	keep_model(ctx, line, CODE_CONFIRMED,
		   arena_printf(ctx->arena, "confirmed by %s: %s on this line", ctx->text, line_words(ctx->arena, line)));
	make_all_exact(ctx, line);
}

static void leave_open(const Ctx *ctx, Line *line)
{
	keep_model(ctx, line, CODE_CONSISTENT,
		   arena_printf(ctx->arena,
				"%s does not contradict: %s on this line; the assembler "
				"may merge or remove some",
				ctx->text, line_words(ctx->arena, line)));
}

/* --- another width -------------------------------------------------------------------------------- */

/* The accesses of `part` are part of the requests of `whole`. */
static void give_to(Fact *part, const Fact *whole)
{
	part->merged = part->warps;
	part->into = whole->range;
	part->visits = part->warps = part->wavefronts = part->ideal = part->profiled = 0;
	part->n_patterns = 0;
	part->worst = (WarpPattern){ 0 };
	part->more_patterns = false;
}

/* Requests that several facts have become belong to the first of these. */
static void join(Line *line)
{
	for (int i = 1; i < line->facts.n; i++)
		for (int k = 0; k < i; k++) {
			Fact *fact = &line->facts.at[i];
			const Fact *whole = &line->facts.at[k];
			if (!is_request(whole) || !is_request(fact) || !parts_in(&line->plain.at[i], whole))
				continue;
			line->facts.at[k].parts |= fact->parts;
			*fact = line->plain.at[i];
			give_to(fact, whole);
		}
}

/* Prices the line's facts at the code's widths; false: that does not follow from their patterns. */
static bool correct(const Ctx *ctx, Line *line)
{
	const unsigned code = line_widths(line);
	replace_facts(ctx, line, line->plain.at, line->plain.n);
	for (int i = 0; i < line->facts.n; i++)
		if (!reprice_widest(ctx->arena, &line->facts.at[i], code))
			return false;
	join(line);
	if (!line->facts.n || !line_is_proportional(line))
		return false;
	set_verdict(line, CODE_CORRECTED,
		    arena_printf(ctx->arena, "corrected by %s: %s on this line", ctx->text, line_words(ctx->arena, line)));
	for (int i = 0; i < line->facts.n; i++)
		weaken(&line->facts.at[i]);
	make_all_exact(ctx, line);
	return true;
}

static void correct_or_differ(const Ctx *ctx, Line *line)
{
	if (!correct(ctx, line))
		differ_in_widths(ctx, line);
}

/* --- lines ---------------------------------------------------------------------------------------- */

static void reconcile_machine_code(const Ctx *ctx, Line *line)
{
	if (line_widths(line) != line_model_widths(line))
		correct_or_differ(ctx, line);
	else if (line_total(line) < line_requests(line))
		differ_in_number(ctx, line);
	else
		confirm(ctx, line);
}

/* The assembler may still merge accesses and remove unused ones, so PTX contradicts the model only if its accesses are wider
 * than the model's, narrower than the source's, or missing. */
static void reconcile_ptx(const Ctx *ctx, Line *line)
{
	unsigned code = line_widths(line), model = line_model_widths(line), written = line_written_widths(line);
	unsigned most = model ? model : written;
	bool is_narrowed = (code & -code)<(written & -written), is_wider = (code & ~most)> most;
	if (is_wider)
		correct_or_differ(ctx, line);
	else if (is_narrowed)
		differ_in_widths(ctx, line);
	else if (code == written && line_total(line) < line->plain.n && line_requests(line) > line_total(line))
		differ_in_number(ctx, line);
	else
		leave_open(ctx, line);
}

/* Atomics, copies and matrices are never merged. */
static void reconcile_number(const Ctx *ctx, Line *line)
{
	if (line_total(line) < line_requests(line))
		differ_in_number(ctx, line);
	else
		confirm(ctx, line);
}

static void reconcile_none(const Ctx *ctx, Line *line)
{
	if (!line_requests(line)) {
		keep_model(ctx, line, CODE_CONFIRMED, arena_printf(ctx->arena, "confirmed by %s: no access on this line", ctx->text));
		make_all_exact(ctx, line);
		return;
	}
	keep_model(ctx, line, CODE_ABSENT,
		   arena_printf(ctx->arena,
				"%s has no such access on this line: it is eliminated, moved, or "
				"part of another line's",
				ctx->text));
	for (int i = 0; i < line->facts.n; i++)
		weaken(&line->facts.at[i]);
}

/* Atomics that are one instruction in PTX and that the assembler expands to a loop: the loop's loads are not visible. */
static bool is_hidden(const Ctx *ctx, const Line *line)
{
	bool hidden = line->hidden > 0;
	for (int i = 0; i < line->model.n && !ctx->code->is_machine_code; i++)
		hidden = hidden || line->model.at[i].op == BANK_ATOM_ADDF_LD;
	return hidden;
}

static bool is_merged_at_all(const Line *line)
{
	bool plain = line->kind == ACCESS_LOAD || line->kind == ACCESS_STORE;
	for (int i = 0; i < line->model.n; i++)
		plain = plain && (line->model.at[i].op == BANK_LD || line->model.at[i].op == BANK_ST);
	return plain;
}

static void reconcile(const Ctx *ctx, Line *line)
{
	unsigned generic = line_generic_widths(line);
	if (!ctx->has_code)
		keep_model(ctx, line, CODE_SILENT, arena_printf(ctx->arena, "%s does not contain this kernel", ctx->text));
	else if (is_hidden(ctx, line))
		keep_model(ctx, line, CODE_SILENT,
			   arena_printf(ctx->arena, "%s does not show what the assembler makes of this line", ctx->text));
	else if (!line_total(line) && generic)
		keep_model(ctx, line, CODE_SILENT,
			   arena_printf(ctx->arena, "%s has accesses on this line that may go to any memory", ctx->text));
	else if (!line_total(line))
		reconcile_none(ctx, line);
	else if (!is_merged_at_all(line))
		reconcile_number(ctx, line);
	else if (ctx->code->is_machine_code)
		reconcile_machine_code(ctx, line);
	else
		reconcile_ptx(ctx, line);
}

/* --- part of another line's ----------------------------------------------------------------------- */

static Fact *whole_of(Ctx *ctx, const Fact *part)
{
	for (int i = 0; i < ctx->lines.n; i++)
		for (int k = 0; k < ctx->lines.at[i].facts.n; k++) {
			Fact *whole = &ctx->lines.at[i].facts.at[k];
			bool is_sure = whole->code == CODE_CONFIRMED || whole->code == CODE_CORRECTED;
			if (is_sure && is_request(whole) && parts_in(part, whole))
				return whole;
		}
	return NULL;
}

static void move_fact(const Ctx *ctx, Fact *part, Fact *whole)
{
	whole->parts |= whole->code == CODE_CORRECTED ? parts_in(part, whole) : 0;
	give_to(part, whole);
	part->code = CODE_MOVED;
	part->code_text =
		arena_printf(ctx->arena, "%s has it as part of the %d-byte access on line %d", ctx->text, whole->bytes, fact_line(whole));
	if (whole->certainty != CERTAINTY_EXACT)
		weaken(part);
	if (whole->code == CODE_CORRECTED && whole->n_with < MAX_WITH)
		whole->with[whole->n_with++] = part->range;
}

/* Facts of a line without instructions may be part of the requests of other lines. */
static void move_line(Ctx *ctx, Line *line)
{
	bool is_absent = line->facts.n && line->facts.at[0].code == CODE_ABSENT;
	for (int i = 0; i < line->plain.n && is_absent; i++)
		is_absent = whole_of(ctx, &line->plain.at[i]) != NULL;
	if (!is_absent || !line->plain.n)
		return;
	replace_facts(ctx, line, line->plain.at, line->plain.n);
	for (int i = 0; i < line->facts.n; i++)
		move_fact(ctx, &line->facts.at[i], whole_of(ctx, &line->plain.at[i]));
}

/* --- a kernel ------------------------------------------------------------------------------------- */

typedef struct Placed {
	const Fact *fact;
	int order;
} Placed;

static int by_place(const void *left, const void *right)
{
	const Placed *a = left, *b = right;
	const int c = loc_compare(a->fact->range.begin, b->fact->range.begin);
	return c ? c : a->order - b->order;
}

static void put_together(const Ctx *ctx, Arena *scratch, KernelFacts *out)
{
	VEC(Placed) all = { 0 };
	for (int i = 0; i < ctx->lines.n; i++)
		for (int k = 0; k < ctx->lines.at[i].facts.n; k++)
			vec_push(scratch, &all, ((Placed){ &ctx->lines.at[i].facts.at[k], all.n }));
	if (all.n)
		qsort(all.at, (size_t)all.n, sizeof *all.at, by_place);
	Fact *facts = arena_array(ctx->arena, Fact, all.n + 1);
	for (int i = 0; i < all.n; i++)
		facts[i] = *all.at[i].fact;
	out->facts = facts;
	out->n_facts = all.n;
}

static bool has_code(const CodeTable *code, const char *mangled)
{
	for (int i = 0; i < code->kernels.n; i++)
		if (mangled_same(code->kernels.at[i], mangled))
			return true;
	return false;
}

KernelFacts code_reconcile(Arena *arena, const Unit *unit, const CodeTable *code, const KernelFacts *model, const KernelFacts *plain)
{
	KernelFacts out = *model;
	const Func *kernel = model->launch->kernel;
	if (!model->n_facts || !kernel || !kernel->mangled)
		return out;
	Ctx ctx = { .arena = arena, .code = code, .failed = model->failed, .has_code = has_code(code, kernel->mangled) };
	Arena *scratch = arena_new();
	ctx.text = arena_printf(arena, "the %s of %s", code->is_machine_code ? "machine code" : "PTX", code->by ? code->by : "a compiler");
	lines_gather(scratch, unit, code, model, plain, &ctx.lines);
	for (int i = 0; i < ctx.lines.n; i++)
		reconcile(&ctx, &ctx.lines.at[i]);
	for (int i = 0; i < ctx.lines.n; i++)
		move_line(&ctx, &ctx.lines.at[i]);
	put_together(&ctx, scratch, &out);
	arena_free(scratch);
	return out;
}
