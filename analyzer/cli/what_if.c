#include "cli/what_if.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/analyze.h"
#include "banks/banks.h"
#include "base/nearest.h"
#include "cli/commands.h"
#include "report/maps/bankmap.h"

/* --- the kernel --------------------------------------------------------------------------------- */

#define VALUE "what_if_value<what_if_type<decltype((EXPR))>::type>()"

/* The statement around an expression for each operation.  Operations without such a statement are evaluated as loads, which
 * have the same addresses, and priced as themselves. */
static const struct WhatIfForm {
	const char *name;
	const char *before, *after; /* EXPR stands for the expression */
} forms[] = {
	{ "load", "what_if_use(", ");" },
	{ "ld", "what_if_use(", ");" },
	{ "store", "(", ") = " VALUE ";" },
	{ "st", "(", ") = " VALUE ";" },
	{ "atomic", "auto what_if_result = atomicAdd(&(", "), " VALUE ");" },
	{ "atom_add", "auto what_if_result = atomicAdd(&(", "), " VALUE ");" },
	{ "atom_addf", "auto what_if_result = atomicAdd(&(", "), " VALUE ");" },
	{ "red_add", "atomicAdd(&(", "), " VALUE ");" },
	{ "atom_exch", "auto what_if_result = atomicExch(&(", "), " VALUE ");" },
	{ "atom_cas", "auto what_if_result = atomicCAS(&(", "), " VALUE ", " VALUE ");" },
};

enum { N_FORMS = sizeof forms / sizeof *forms };
enum { DECL_LINE = 6, EXPR_LINE = 10 }; /* of the text that write_kernel() makes */

typedef struct WhatIf {
	const Options *options;
	const char *op;     /* of --op */
	const struct WhatIfForm *form;
	bool reprice;       /* as `price_op`, not as the kernel's operation */
	BankOp price_op;
	int warp;           /* -1: the costliest */
	BankMapStyle style;
} WhatIf;

static const struct WhatIfForm *form_named(const char *op)
{
	for (int i = 0; i < N_FORMS; i++)
		if (!strcmp(op, forms[i].name))
			return &forms[i];
	return NULL;
}

static bool choose_form(WhatIf *what)
{
	what->form = form_named(what->op);
	if (what->form)
		return true;
	what->form = &forms[0];
	what->reprice = bank_op_parse(what->op, &what->price_op);
	return what->reprice;
}

/* Adds the text as one line, so that the compiler's columns are those of the option's text. */
static void put_line(Buf *out, const char *before, const char *text, const char *after)
{
	buf_puts(out, before);
	for (; *text; text++)
		buf_putc(out, *text == '\n' || *text == '\r' ? ' ' : *text);
	buf_printf(out, "%s\n", after);
}

static void put_form(Buf *out, const char *form, const char *expr)
{
	const char *at;

	while ((at = strstr(form, "EXPR"))) {
		buf_add(out, form, (size_t)(at - form));
		put_line(out, "\n", expr, "");
		form = at + 4;
	}
	buf_printf(out, "%s\n", form);
}

static void write_kernel(Buf *out, const WhatIf *what)
{
	const char *decl = what->options->decl;

	buf_puts(out,
		 "template <typename T> struct what_if_type { typedef T type; };\n"
		 "template <typename T> struct what_if_type<T &> { typedef T type; };\n"
		 "template <typename T> __device__ T what_if_value();  template <typename T> __device__ void what_if_use(T);\n"
		 "__global__ void what_if()\n{\n");
	put_line(out, strstr(decl, "__shared__") ? "" : "__shared__ ", decl, " ;");
	if (what->warp >= 0)
		buf_printf(out, "if ((threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) / 32 == %d)\n", what->warp);
	else
		buf_putc(out, '\n');
	buf_printf(out, "{\n%s\n", what->form->before);
	put_line(out, "", what->options->expr, "");
	put_form(out, what->form->after, what->options->expr);
	buf_puts(out, "}\n}\n");
}

/* --- output ------------------------------------------------------------------------------------- */

static void complain_at(const ParseProblem *problem)
{
	int line = problem->loc.line, column = problem->loc.column;

	if (line == DECL_LINE)
		fprintf(stderr, "--decl: %s\n", problem->message);
	else if (line == EXPR_LINE)
		fprintf(stderr, "--expr:%d: %s\n", column, problem->message);
	else
		fprintf(stderr, "--expr: %s\n", problem->message);
}

static bool complain(const Unit *unit)
{
	for (int i = 0; i < unit->n_problems; i++) {
		bool repeated = false;

		for (int k = 0; k < i; k++)
			repeated = repeated || !strcmp(unit->problems[k].message, unit->problems[i].message);
		if (!repeated)
			complain_at(&unit->problems[i]);
	}
	if (!unit->n_problems && unit->unusable)
		fprintf(stderr, "--expr: the expression could not be compiled\n");
	return unit->n_problems || unit->unusable;
}

static size_t length_of(const Range *range)
{
	return range->end.offset - range->begin.offset;
}

/* The access of the whole expression, not one in its index. */
static const Fact *outermost(const KernelFacts *kernel)
{
	const Fact *found = NULL;

	for (int i = 0; i < kernel->n_facts; i++) {
		const Range *range = &kernel->facts[i].range;

		if (!found || length_of(range) > length_of(&found->range))
			found = &kernel->facts[i];
	}
	return found;
}

static void print_fact(Buf *out, const WhatIf *what, const Fact *fact, bool reprice)
{
	const int *block = fact->launch->block;
	bool matrix = reprice && bank_op_kind(what->price_op) != ACCESS_CP_ASYNC;
	BankOp op = reprice ? what->price_op : fact->op;

	buf_printf(out, "%s of %s, block %d x %d x %d", reprice ? what->op : access_kind_name(fact->kind),
		   fact->object ? fact->object->name : "an unknown object", block[0], block[1], block[2]);
	if (fact->worst.active)
		buf_printf(out, ", warp %d", fact->worst.warp);
	buf_putc(out, '\n');
	if (fact->certainty != CERTAINTY_EXACT)
		buf_printf(out, "%s: %s%s%s\n", certainty_name(fact->certainty), reason_text(fact->reason), fact->symbol ? ": " : "",
			   fact->symbol ? fact->symbol : "");
	if (fact->worst.active)
		bankmap_print(out, fact->arch, &fact->worst, op, matrix ? 16 : fact->bytes, &what->style);
	if (!reprice && fact->warps > 1)
		buf_printf(out, "all %" PRId64 " warps: %" PRId64 " wavefronts, ideal %" PRId64 "\n", fact->warps, fact->wavefronts,
			   fact->ideal);
}

static int print_kernel(const WhatIf *what, const KernelFacts *kernel)
{
	const Fact *own = outermost(kernel);
	Buf out = { 0 };

	if (!own)
		fprintf(stderr, "--expr: %s\n",
			kernel->failed    ? kernel->failed
			: what->warp >= 0 ? "no thread of that warp accesses shared memory"
					  : "the expression accesses no shared memory");
	for (int i = 0; i < kernel->n_facts; i++) {
		if (i)
			buf_putc(&out, '\n');
		print_fact(&out, what, &kernel->facts[i], what->reprice && &kernel->facts[i] == own);
	}
	if (out.n)
		fwrite(out.s, 1, out.n, stdout);
	buf_free(&out);
	return own ? EXIT_CLEAN : EXIT_USAGE;
}

static int print_answer(const WhatIf *what, const Analysis *analysis)
{
	if (analysis->kernels.n)
		return print_kernel(what, &analysis->kernels.at[0]);
	fprintf(stderr, "--expr: the expression could not be evaluated\n");
	return EXIT_USAGE;
}

static int analyze_what_if(const WhatIf *what, Arena *arena)
{
	Buf text = { 0 };
	AnalyzeOptions options = { .file = "what_if.cu",
				   .flags = what->options->flags,
				   .n_flags = what->options->n_flags,
				   .arch = what->options->arch,
				   .cuda_path = "none",
				   .alone = true };
	const Analysis *analysis;
	int status = EXIT_USAGE;

	write_kernel(&text, what);
	options.text = text.s;
	memcpy(options.block, what->options->block, sizeof options.block);
	analysis = analyze(arena, &options);
	if (!complain(analysis->unit))
		status = print_answer(what, analysis);
	buf_free(&text);
	return status;
}

/* --- the options -------------------------------------------------------------------------------- */

static void report_op(const char *op)
{
	const char *names[N_FORMS + BANK_OP_COUNT], *near;
	int n = 0;

	for (int i = 0; i < N_FORMS; i++)
		names[n++] = forms[i].name;
	for (int i = 0; i < BANK_OP_COUNT; i++)
		if (!form_named(bank_op_name((BankOp)i)))
			names[n++] = bank_op_name((BankOp)i);
	fputs("smemlint: error: option '--op' expects ", stderr);
	for (int i = 0; i < n; i++)
		fprintf(stderr, "%s%s", i ? "|" : "", names[i]);
	fprintf(stderr, ", not '%.80s'", op);
	near = nearest_word(op, names, n);
	if (near)
		fprintf(stderr, "; did you mean '%s'?", near);
	fputc('\n', stderr);
}

static bool parse_warp(const char *text, int *warp)
{
	char *end;
	long value;

	if (!text)
		return true;
	value = strtol(text, &end, 10);
	if (end == text || *end || value < 0 || value > 31)
		return false;
	*warp = (int)value;
	return true;
}

int what_if(const Options *options)
{
	WhatIf what = { .options = options,
			.op = options->op ? options->op : "load",
			.warp = -1,
			.style = { .color = options_want_color(options, STDOUT_FILENO), .ascii = options_want_ascii(options) } };
	Arena *arena;
	int status;

	if (!options->expr || !options->decl || options->n_files) {
		fprintf(stderr, "smemlint: error: --expr and --decl must be given together, without FILE\n");
		return EXIT_USAGE;
	}
	if (!choose_form(&what)) {
		report_op(what.op);
		return EXIT_USAGE;
	}
	if (!parse_warp(options->warp, &what.warp)) {
		fprintf(stderr, "smemlint: error: option '--warp' expects a number from 0 to 31, not '%s'\n", options->warp);
		return EXIT_USAGE;
	}
	arena = arena_new();
	status = analyze_what_if(&what, arena);
	arena_free(arena);
	return status;
}
