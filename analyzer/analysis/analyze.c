#include "analysis/analyze.h"

#include <string.h>

#include "base/usage.h"
#include "codegen/reconcile.h"
#include "frontend/frontend.h"
#include "ptx/ptx.h"
#include "analysis/compiled.h"
#include "analysis/exchanging.h"
#include "analysis/kernels.h"
#include "analysis/problems.h"
#include "analysis/program.h"
#include "rules/rule.h"
#include "rules/words.h"
#include "eval/host/launches.h"

typedef struct Run {
	Arena *arena;
	const AnalyzeOptions *options;
	Analysis *result;
	LaunchShapes launches;
	HostRuns host_runs;
	KernelResults kernels;
	double since;   /* when the last phase ended */
	Diags problems; /* with the input, not findings: merged into the diagnostics at the end */
} Run;

/* A note on the input; the analysis is complete all the same. */
static void add_remark(Run *run, Loc loc, const char *message)
{
	Diag diag = { .severity = SEV_NOTE, .range = { loc, loc, 0 }, .message = message };
	vec_push(run->arena, &run->problems, diag);
}

static void add_problem(Run *run, Severity severity, Loc loc, const char *message)
{
	add_remark(run, loc, message);
	run->problems.at[run->problems.n - 1].severity = severity;
	run->result->incomplete = true;
}

static bool has_problem_at(const Run *run, Loc loc)
{
	for (int i = 0; i < run->problems.n; i++)
		if (loc_same(run->problems.at[i].range.begin, loc))
			return true;
	return false;
}

CommandOptions analyze_compile(const AnalyzeOptions *options)
{
	return (CommandOptions){ options->flags, options->n_flags, options->directory, options->arch, options->cuda_path };
}

static const Unit *parse_ptx(Run *run)
{
	const AnalyzeOptions *options = run->options;
	const PtxOptions ptx_options = {
		.file = options->file,
		.text = options->text,
		.held = options->held,
		.libraries = &options->libraries,
		.arch = options->arch,
		.has_block = options->block[0] > 0,
	};
	return ptx_parse(run->arena, &ptx_options);
}

/* Whether another text stands for a header that is precompiled. */
static bool holds_precompiled(const AnalyzeOptions *options)
{
	for (int i = 0; options->held && options->prefix_headers && i < options->held->n; i++)
		for (int k = 0; k < options->prefix_headers->n; k++)
			if (is_same_file(options->held->at[i].path, options->prefix_headers->at[k]))
				return true;
	return false;
}

static void parse_file(Run *run)
{
	const AnalyzeOptions *options = run->options;
	const bool has_prefix = !holds_precompiled(options);
	if (ptx_is_name(options->file)) {
		run->result->unit = parse_ptx(run);
		run->result->inputs = run->result->unit->inputs;
		return;
	}
	const ParseOptions parse_options = {
		.file = options->file,
		.text = options->text,
		.held = options->held,
		.compile = analyze_compile(options),
		.cache = options->cache,
		.prefix = has_prefix ? options->prefix : NULL,
		.prefix_headers = has_prefix ? options->prefix_headers : NULL,
		.libraries = &options->libraries,
	};
	run->result->unit = frontend_parse(run->arena, &parse_options);
	run->result->inputs = run->result->unit->inputs;
}

/* --- launches --------------------------------------------------------------------------------- */

static void count_launches(Run *run)
{
	const LaunchShapes *launches = &run->launches;
	Coverage *coverage = &run->result->coverage;
	for (int i = 0; i < launches->n; i++) {
		const LaunchShape *launch = &launches->at[i];
		coverage->launches += 1 + launch->n_merged;
		coverage->runtime += launch->block[0] == -1 || launch->block[1] == -1 || launch->block[2] == -1;
		coverage->left_out += launch->n_left_out;
		if (launch->n_left_out)
			add_remark(run, launch->kernel->loc,
				   arena_printf(run->arena, "%d more launch%s of kernel '%s', with other block shapes: not analysed",
						launch->n_left_out, launch->n_left_out == 1 ? "" : "es", launch->kernel->name));
	}
}

static void count_cut(Run *run)
{
	const HostRuns *runs = &run->host_runs;
	run->result->coverage.cut = runs->cut.n;
	for (int i = 0; i < runs->cut.n; i++) {
		const HostCut *cut = &runs->cut.at[i];
		const char *name = cut->func->name;
		if (cut->ended)
			add_remark(run, cut->func->loc,
				   arena_printf(run->arena, "host function '%s' reaches its launches on too many paths to analyse each",
						name));
		else
			add_remark(run, cut->func->loc,
				   arena_printf(run->arena, "host function '%s' was not run to its end: launches may be missing", name));
	}
}

static void find_program_launches(Run *run)
{
	if (run->result->unit->is_compiled)
		return;
	find_launches(run->arena, run->result->unit, &run->launches, &run->host_runs);
	program_link(run->arena, run->options, run->result, &run->launches, &run->host_runs);
	count_launches(run);
	count_cut(run);
}

/* --- kernels ---------------------------------------------------------------------------------- */

static bool is_named(const KernelResults *kernels, int n, const LaunchShape *open)
{
	for (int i = 0; i < n; i++)
		if (loc_same(kernels->open.at[i]->kernel->loc, open->kernel->loc))
			return true;
	return false;
}

/* Of a template's instances the first stands for all. */
static void name_open_launches(Run *run)
{
	static const char what[] =
		"kernel '%s' is also launched here with a block known only at run time: it was analysed with its known "
		"blocks alone; // smemlint: block(...) before it adds one";
	for (int i = 0; i < run->kernels.open.n; i++) {
		const LaunchShape *open = run->kernels.open.at[i];
		if (!is_named(&run->kernels, i, open))
			add_remark(run, open->loc, arena_printf(run->arena, what, open->kernel->name));
	}
}

static void evaluate_kernels(Run *run)
{
	if (run->options->code && run->options->compiled_only)
		return;
	const KernelResults *got = &run->kernels;
	kernels_run(run->arena, run->result->unit, &run->launches, run->options, &run->kernels);
	run->result->kernels = got->facts;
	run->result->launches = got->launches;
	run->result->coverage.shapeless = got->shapeless;
	name_open_launches(run);
	for (int i = 0; i < got->problems.n; i++)
		add_problem(run, SEV_WARNING, got->problems.at[i].loc, got->problems.at[i].message);
}

/* With the compiler's code: evaluates the kernels once more, with every access as in the source, and corrects the facts where
 * nvcc generated other code than the model predicts. */
static void reconcile_with_code(Run *run)
{
	if (!run->options->code || run->options->code->is_other_compiler || run->options->compiled_only)
		return;
	AnalyzeOptions options = *run->options;
	KernelResults plain = { 0 };
	FactsList *kernels = &run->result->kernels;
	options.eval.as_written = true;
	kernels_run(run->arena, run->result->unit, &run->launches, &options, &plain);
	for (int i = 0; i < kernels->n && i < plain.facts.n; i++)
		kernels->at[i] = code_reconcile(run->arena, run->result->unit, run->options->code, &kernels->at[i], &plain.facts.at[i]);
}

/* What the source does not show is taken from its PTX. */
static void complete_with_code(Run *run)
{
	const AnalyzeOptions *options = run->options;
	if (options->code && options->code->ptx)
		compiled_run(run->arena, options, run->result->unit, &run->launches, &run->result->kernels, &run->result->comparison);
}

/* --- the input -------------------------------------------------------------------------------- */

static void report_problem(Run *run, const ParseProblem *problem)
{
	Loc kernel;
	switch (problem_place(run->result->unit, problem, &kernel)) {
	case PROBLEM_ASSUMPTION:
		if (problem->is_fatal)
			add_problem(run, SEV_WARNING, problem->loc, problem->message);
		else
			add_remark(run, problem->loc, problem->message);
		break;
	case PROBLEM_COMMENT:
		add_problem(run, SEV_WARNING, problem->loc, problem->message);
		break;
	case PROBLEM_ACCEPTED:
	case PROBLEM_OUTSIDE:
	case PROBLEM_IN_FUNCTION:
		break;
	case PROBLEM_IN_LOST:
		run->result->coverage.lost += !has_problem_at(run, kernel);
		add_problem(run, SEV_WARNING, kernel,
			    arena_printf(run->arena, "the kernel that begins here was not analysed: line %d: %s", problem->loc.line,
					 problem->message));
		break;
	case PROBLEM_HEADER:
		add_problem(run, SEV_WARNING, problem->loc,
			    arena_printf(run->arena,
					 run->result->unit->unusable ? "not analysed: %s" : "%s: code that needs it was not analysed",
					 problem->message));
		break;
	}
}

static void report_problems(Run *run)
{
	const Unit *unit = run->result->unit;
	const ParseProblem *error = NULL; /* the first */
	for (int i = 0; i < unit->n_problems; i++) {
		report_problem(run, &unit->problems[i]);
		if (!error && !unit->problems[i].is_assumption)
			error = &unit->problems[i];
	}
	if (!unit->n_kernels && error && !run->result->incomplete)
		add_problem(run, SEV_WARNING, error->loc, arena_printf(run->arena, "no kernel could be read: %s", error->message));
}

/* Everything in the text was read: what it does not instantiate it does not use.  Some stand-ins for headers leave out what would
 * instantiate it. */
static bool is_whole(const Unit *unit)
{
	for (int i = 0; i < unit->n_problems; i++) {
		const ParseProblem *problem = &unit->problems[i];
		if (!problem->of_comment && !problem->is_accepted && !problem->is_complete)
			return false;
	}
	return true;
}

/* Kernel templates that nothing instantiates.  Of a header that is only included that is no defect: another source may. */
static void report_templates(Run *run)
{
	const Unit *unit = run->result->unit;
	const bool may_leave = !run->options->for_header && is_whole(unit);
	for (int i = 0; i < unit->n_templates; i++) {
		const Loc at = unit->template_locs[i];
		const char *message =
			arena_printf(run->arena,
				     "kernel template %s is never instantiated: not analysed; add // smemlint: instantiate<...>",
				     unit->templates[i]);
		if (may_leave && at.file != unit->main_file && path_is_header(source_path(unit->sources, at.file)))
			add_remark(run, at, message);
		else
			add_problem(run, SEV_NOTE, at, message);
	}
}

/* Functions and templates that could not be analysed. */
static void report_functions(Run *run)
{
	const Unit *unit = run->result->unit;
	for (int i = 0; i < unit->n_funcs; i++) {
		const Func *func = unit->funcs[i];
		if (func->broken && func->kind == FN_DEVICE && !func->is_system)
			add_problem(run, SEV_WARNING, func->loc,
				    arena_printf(run->arena, "device function '%s' was not analysed to its end: %s", func->name,
						 func->broken));
	}
	report_templates(run);
}

static bool is_verb(const char *verb)
{
	static const char *const verbs[] = { "block", "assume", "instantiate" };
	for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
		if (strcmp(verb, verbs[i]) == 0)
			return true;
	return false;
}

/* Comments without effect: most likely mistakes.  Of a sentence the first word is enough. */
static void report_directives(Run *run)
{
	const Unit *unit = run->result->unit;
	for (int i = 0; i < unit->n_directives; i++) {
		const Directive *d = &unit->directives[i], *last = i ? d - 1 : NULL;
		if (!is_verb(d->verb) && last && !is_verb(last->verb) && last->loc.file == d->loc.file && last->loc.line == d->loc.line)
			continue;
		if (!is_verb(d->verb))
			add_remark(run, d->loc, arena_printf(run->arena, "unknown smemlint comment '%.40s'", d->verb));
		else if (!d->func && !d->is_uninstantiated && strcmp(d->verb, "instantiate") != 0)
			add_remark(run, d->loc, "this comment is neither before a kernel nor in one");
	}
}

static void report_unused_assumptions(Run *run)
{
	const StatedList *stated = &run->kernels.stated;
	for (int i = 0; i < stated->n; i++)
		if (!stated->at[i].used)
			add_remark(run, stated->at[i].loc,
				   arena_printf(run->arena, "no access depends on the assumption '%s'", stated->at[i].text));
}

/* Nothing is said of its cost.  What units and not lanes access is known to cost nothing. */
static bool is_unknown(const Fact *fact)
{
	return fact->certainty == CERTAINTY_UNKNOWN && fact->warps;
}

/* It is not even known which object is accessed, if it is shared memory at all. */
static bool is_unfollowed(const Fact *fact)
{
	return !fact->object && fact->reason != REASON_CLUSTER;
}

/* The first unknown access of the kernel for this reason; *others: how many there are besides. */
static bool is_first_unknown(const KernelFacts *kernel, int at, int *others)
{
	*others = 0;
	for (int i = 0; i < kernel->n_facts; i++) {
		const Fact *fact = &kernel->facts[i];
		if (i == at || is_unfollowed(fact) || !is_unknown(fact) || fact->reason != kernel->facts[at].reason)
			continue;
		if (i < at)
			return false;
		++*others;
	}
	return true;
}

/* Each access through a pointer that may be to shared memory; of those whose object is known, each reason in a kernel once. */
static void report_unfollowed(Run *run)
{
	for (int k = 0; k < run->result->kernels.n; k++) {
		const KernelFacts *kernel = &run->result->kernels.at[k];
		for (int i = 0; i < kernel->n_facts; i++) {
			const Fact *fact = &kernel->facts[i];
			const Loc place = fact_user_range(run->result->unit->sources, fact).begin;
			int others;
			if (!is_unknown(fact))
				continue;
			if (fact->reason == REASON_PASSED)
				add_problem(run, SEV_WARNING, place,
					    arena_printf(run->arena, "what this call accesses is not known: %s",
							 reason_text(fact->reason)));
			else if (is_unfollowed(fact))
				add_problem(run, SEV_WARNING, place,
					    arena_printf(run->arena,
							 "this access may be to shared memory, and its address is not known: %s",
							 reason_text(fact->reason)));
			else if (is_first_unknown(kernel, i, &others))
				add_problem(run, SEV_WARNING, place,
					    arena_printf(run->arena, "the cost of %s is not known%s: %s", access_words(run->arena, fact),
							 others ? arena_printf(run->arena, ", nor that of %d more of the kernel", others)
								: "",
							 reason_text(fact->reason)));
		}
	}
}

static void report_input(Run *run)
{
	report_problems(run);
	report_functions(run);
	report_directives(run);
	report_unused_assumptions(run);
	report_unfollowed(run);
}

/* --- diagnostics ------------------------------------------------------------------------------ */

static void apply_rules(Run *run)
{
	Analysis *result = run->result;
	double *layouts_ms = &result->phases.ms[PHASE_LAYOUTS];
	const Trial *trial = run->options->code ? NULL : exchanging(run->arena, result->unit, &run->options->eval);
	if (!run->options->facts_only)
		run_rules(run->arena, result->unit, result->kernels.at, result->kernels.n, run->options->prefer, trial, &result->diags,
			  layouts_ms);
	run->since += *layouts_ms;
}

/* Of several problems in one place only the first is reported. */
static bool is_repeated(const Diags *diags, int at, const Diag *problem)
{
	return at > 0 && !diags->at[at - 1].rule && loc_same(diags->at[at - 1].range.begin, problem->range.begin);
}

/* Inserts the problems by place, first those without one; findings keep their order. */
static void merge_problems(Run *run)
{
	Diags *diags = &run->result->diags;
	for (int i = 0; i < run->problems.n; i++) {
		const Diag problem = run->problems.at[i];
		int at = diags->n;
		while (at > 0 && loc_compare(diags->at[at - 1].range.begin, problem.range.begin) > 0)
			at--;
		if (is_repeated(diags, at, &problem))
			continue;
		vec_push(run->arena, diags, problem);
		memmove(&diags->at[at + 1], &diags->at[at], sizeof(Diag) * (size_t)(diags->n - 1 - at));
		diags->at[at] = problem;
	}
}

static void end_phase(Run *run, Phase phase)
{
	const double now = usage_now().ms;
	run->result->phases.ms[phase] = now - run->since;
	run->since = now;
}

Analysis *analyze(Arena *arena, const AnalyzeOptions *options)
{
	Run run = { .arena = arena, .options = options, .result = arena_new_of(arena, Analysis), .since = usage_now().ms };
	parse_file(&run);
	run.result->n_own_files = run.result->unit->sources->files.n;
	end_phase(&run, PHASE_PARSE);
	find_program_launches(&run);
	end_phase(&run, PHASE_LAUNCHES);
	evaluate_kernels(&run);
	end_phase(&run, PHASE_EVALUATE);
	reconcile_with_code(&run);
	complete_with_code(&run);
	end_phase(&run, PHASE_CODE);
	report_input(&run);
	apply_rules(&run);
	merge_problems(&run);
	end_phase(&run, PHASE_RULES);
	return run.result;
}
