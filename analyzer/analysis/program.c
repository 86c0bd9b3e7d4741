#include "analysis/program.h"

#include <string.h>

#include "analysis/callers.h"
#include "analysis/family.h"
#include "frontend/frontend.h"
#include "ir/bytes/live_bytes.h"
#include "ir/bytes/set_how.h"
#include "ir/slice/slice.h"
#include "ir/effects/effects.h"
#include "ir/link.h"
#include "ir/touches.h"
#include "analysis/shapes.h"
#include "eval/kernel.h"
#include "fix/launches/elsewhere.h"

typedef struct Program {
	Arena *arena;
	const AnalyzeOptions *options;
	const Unit *unit;
	Unit *joined;      /* the same, if files were linked in this round */
	LaunchShapes launches;
	HostRuns runs;
	Names linked;      /* files that are linked with the unit, or could not be */
	bool needs_toolkit; /* one of them did */
	Coverage *coverage;
	ParsedCallers *parsed;
	Inputs *inputs;
} Program;

/* --- whether callers are needed ----------------------------------------------------------------- */

static bool is_launched(const Program *p, const Func *kernel)
{
	for (int i = 0; i < p->launches.n; i++)
		if (p->launches.at[i].kernel == kernel)
			return true;
	return false;
}

static bool has_block(const LaunchShape *launch)
{
	return launch->block[0] != -1 && launch->block[1] != -1 && launch->block[2] != -1;
}

/* Some launch of it is known, but not with which block. */
static bool is_launched_somehow(const Program *p, const Func *kernel)
{
	for (int i = 0; i < p->launches.n; i++)
		if (p->launches.at[i].kernel == kernel && !has_block(&p->launches.at[i]))
			return true;
	return false;
}

static bool has_open_launch(const Program *p, const Func *kernel)
{
	for (int i = 0; i < p->launches.n; i++)
		if (p->launches.at[i].kernel == kernel && p->launches.at[i].has_unknowns)
			return true;
	return false;
}

static void add_name(Program *p, WantedNames *names, const char *name, Want what)
{
	for (int i = 0; i < names->n; i++)
		if (strcmp(names->at[i].name, name) == 0)
			return;
	vec_push(p->arena, names, ((Wanted){ name, what }));
}

static bool may_have_facts(const Func *kernel)
{
	return !kernel->broken && func_may_touch_shared(kernel);
}

/* Functions that other files may call, and kernels that they may launch. */
static WantedNames offered(Program *p)
{
	WantedNames names = { 0 };
	Want what = WANT_NUMBER;
	for (int i = 0; i < p->unit->n_kernels; i++)
		if (may_have_facts(p->unit->kernels[i]) && is_launched_somehow(p, p->unit->kernels[i]))
			what = WANT_CALL;
	for (int i = 0; i < p->runs.with_unknowns.n; i++)
		if (p->runs.with_unknowns.at[i]->is_external && strcmp(p->runs.with_unknowns.at[i]->base_name, "main") != 0)
			add_name(p, &names, p->runs.with_unknowns.at[i]->base_name, what);
	for (int i = 0; i < p->unit->n_kernels; i++) {
		const Func *kernel = p->unit->kernels[i];
		if (kernel->is_external && may_have_facts(kernel) && !is_launched(p, kernel))
			add_name(p, &names, kernel->base_name, WANT_LAUNCH);
	}
	return names;
}

/* Whether more would be known of the kernel's accesses if its launches were known. */
static bool would_gain(Program *p, const Func *kernel)
{
	KernelShapes shapes;
	Families families = { 0 };
	EvalOptions quick = p->options->eval;
	bool would = false;
	quick.no_cases = true;
	const BlockOptions blocks = { p->options->block, p->options->named_blocks, p->options->n_named_blocks };
	kernel_shapes(p->arena, p->unit, &p->launches, kernel, &blocks, &shapes);
	families_of(p->arena, &shapes.shapes, &families);
	for (int i = 0; i < families.n && !would; i++) {
		const LaunchShape *all = &families.at[i].all;
		KernelFacts facts = eval_kernel(p->arena, p->unit, all, &quick);
		would = facts.n_facts && (all->from != BLOCK_LAUNCH || !family_is_exact(&facts));
	}
	return would;
}

static bool needs_callers(Program *p)
{
	for (int i = 0; i < p->unit->n_kernels; i++) {
		const Func *kernel = p->unit->kernels[i];
		if (!kernel->broken && (!is_launched(p, kernel) || has_open_launch(p, kernel)) && would_gain(p, kernel))
			return true;
	}
	return false;
}

/* --- linking ------------------------------------------------------------------------------------ */

static void add_input(Program *p, const char *path, bool is_folder)
{
	for (int i = 0; i < p->inputs->n; i++)
		if (strcmp(p->inputs->at[i].path, path) == 0 && p->inputs->at[i].is_folder == is_folder && !p->inputs->at[i].words)
			return;
	vec_push(p->arena, p->inputs, ((Input){ .path = path, .is_folder = is_folder }));
}

static Names candidates(Program *p)
{
	Names files = { 0 };
	for (int i = 0; i < p->options->n_others; i++)
		vec_push(p->arena, &files, p->options->others[i].path);
	Names siblings = callers_in_folder(p->arena, p->options->file);
	add_input(p, path_folder(p->arena, p->options->file), true);
	for (int i = 0; i < siblings.n; i++)
		vec_push(p->arena, &files, siblings.at[i]);
	return files;
}

static bool is_linked(const Program *p, const char *file)
{
	for (int i = 0; i < p->linked.n; i++)
		if (is_same_file(p->linked.at[i], file))
			return true;
	return false;
}

static const ProgramFile *given(const AnalyzeOptions *options, const char *path)
{
	for (int i = 0; i < options->n_others; i++)
		if (is_same_file(options->others[i].path, path))
			return &options->others[i];
	return NULL;
}

AnalyzeOptions program_caller(const AnalyzeOptions *options, const char *path, bool is_bundled)
{
	const ProgramFile *own = given(options, path);
	AnalyzeOptions caller = *options;
	caller.file = path;
	if (own && own->flags) {
		caller.flags = own->flags;
		caller.n_flags = own->n_flags;
		caller.directory = own->directory;
	}
	if (is_bundled)
		caller.cuda_path = "none";
	return caller;
}

/* Whether libraries of the toolkit that are not bundled are among them: then callers include them, too. */
static bool has_libraries(const Inputs *inputs)
{
	static const char *const folders[] = { "/cub/", "/thrust/" };
	for (int i = 0; inputs && i < inputs->n; i++)
		for (size_t k = 0; k < sizeof folders / sizeof *folders; k++)
			if (strstr(inputs->at[i].path, folders[k]))
				return true;
	return false;
}

/* Its text that is not on disk, or NULL. */
static const char *held_text(const HeldTexts *held, const char *path)
{
	for (int i = 0; held && i < held->n; i++)
		if (is_same_file(held->at[i].path, path))
			return held->at[i].text;
	return NULL;
}

static Unit *parse_with(Program *p, const char *path, bool is_bundled)
{
	const AnalyzeOptions caller = program_caller(p->options, path, is_bundled);
	const bool is_changed = p->options->links_launches || (p->options->held && p->options->held->n);
	const ParseOptions parse = {
		.file = path,
		.text = held_text(p->options->held, path),
		.compile = analyze_compile(&caller),
		.held = p->options->held,
		.cache = p->options->cache,
		.saved = is_changed ? NULL : p->options->saved,
		.linked_with = p->unit,
		.once = is_bundled,
	};
	Unit *unit = frontend_parse(p->arena, &parse);
	if (!unit->unusable && !unit->n_problems && !frontend_saved(p->arena, &parse))
		vec_push(p->arena, p->parsed, ((ParsedCaller){ path, is_bundled }));
	return unit;
}

/* Tries the bundled CUDA declarations first: they are parsed in a fraction of the toolkit's time, and mostly enough. */
static const Unit *parse_caller(Program *p, const char *path)
{
	double ms = 0;
	if (p->unit->toolkit && !p->needs_toolkit) {
		const Unit *unit = parse_with(p, path, true);
		if (!unit->n_problems)
			return unit;
		ms = unit->parse_ms;
		p->needs_toolkit = true;
	}
	Unit *with_toolkit = parse_with(p, path, false);
	with_toolkit->parse_ms += ms;
	return with_toolkit;
}

/* As the command line has it. */
static const char *as_named(const Program *p, const char *path)
{
	const int at = whole_find(p->options->whole, path);
	return at >= 0 && p->options->whole->files.at[at].is_named ? p->options->whole->files.at[at].path : path;
}

static void link_file(Program *p, const char *path)
{
	path = as_named(p, path);
	const Unit *other = parse_caller(p, path);
	vec_push(p->arena, &p->linked, path);
	for (int i = 0; i < other->inputs.n; i++)
		add_input(p, other->inputs.at[i].path, false);
	p->coverage->callers += !other->unusable;
	p->coverage->unread += other->unusable;
	if (!other->unusable)
		p->unit = p->joined = unit_link(p->arena, p->unit, other);
}

static void end_linking(Program *p)
{
	unit_list_vars(p->arena, p->joined);
	effects_find(p->arena, p->joined);
	live_bytes_find(p->arena, p->joined);
	set_how_find(p->arena, p->joined);
	slice_find(p->arena, p->joined);
}

static bool link_round(Program *p)
{
	WantedNames names = offered(p);
	Names files = candidates(p);
	Names found = callers_among(p->arena, p->options->file, &files, &names, p->inputs);
	int before = p->linked.n;
	p->joined = NULL;
	for (int i = 0; i < found.n && p->linked.n < MAX_LINKED; i++) {
		if (is_linked(p, found.at[i]))
			continue;
		if (p->linked.n == before && !needs_callers(p))
			return false;
		link_file(p, found.at[i]);
	}
	if (p->joined)
		end_linking(p);
	return p->linked.n > before;
}

/* A variable of a device function may be of any kernel. */
static bool may_use_dynamic(const Unit *unit, const Func *kernel)
{
	bool may = false;
	for (int i = 0; i < unit->n_vars && !may; i++) {
		const Var *var = unit->vars[i];
		may = var->kind == VAR_DYNAMIC && (!var->owner || var->owner->kind != FN_KERNEL || loc_same(var->owner->loc, kernel->loc));
	}
	return may && !kernel->broken;
}

/* Of the program's files those that may launch kernels with dynamic shared memory. */
static const bool *launching(const Program *p)
{
	const WholeProgram *whole = p->options->whole;
	bool *are = arena_array(p->arena, bool, whole->files.n);
	for (int k = 0; k < p->unit->n_kernels; k++) {
		if (!may_use_dynamic(p->unit, p->unit->kernels[k]))
			continue;
		const bool *files = elsewhere_files(p->arena, p->unit->sources, whole, p->unit->kernels[k]);
		for (int i = 0; i < whole->files.n; i++)
			are[i] = are[i] || files[i];
	}
	return are;
}

/* Files that may launch its kernels, too; what cannot be read is seen later (fix/launches/elsewhere.h). */
static void link_launches(Program *p)
{
	const WholeProgram *whole = p->options->whole;
	const bool *are = launching(p);
	p->joined = NULL;
	for (int i = 0; i < whole->files.n && p->linked.n < MAX_LAUNCHING; i++) {
		const char *path = whole->files.at[i].path;
		if (are[i] && !is_same_file(path, p->options->file) && !is_linked(p, path))
			link_file(p, path);
	}
	if (p->joined)
		end_linking(p);
}

static bool has_shared(const Unit *unit)
{
	for (int i = 0; i < unit->n_vars; i++)
		if (unit->vars[i]->kind == VAR_SHARED || unit->vars[i]->kind == VAR_DYNAMIC)
			return true;
	return false;
}

static void find_anew(Program *p)
{
	p->launches = (LaunchShapes){ 0 };
	p->runs = (HostRuns){ 0 };
	find_launches(p->arena, p->unit, &p->launches, &p->runs);
}

void program_link(Arena *arena, const AnalyzeOptions *options, Analysis *result, LaunchShapes *launches, HostRuns *runs)
{
	Program p = { .arena = arena,
		      .options = options,
		      .unit = result->unit,
		      .launches = *launches,
		      .runs = *runs,
		      .coverage = &result->coverage,
		      .parsed = &result->callers,
		      .inputs = &result->inputs };
	/* The callers of such a unit, mostly template libraries, take as long to parse as itself, each of them. */
	const bool heavy = p.unit->n_func_ids > HEAVY_FUNCS;
	p.needs_toolkit = has_libraries(&p.unit->inputs) || has_libraries(options->prefix_inputs);
	if (options->alone || heavy || !has_shared(p.unit))
		return;
	for (int round = 0; round < MAX_LINK_ROUNDS && link_round(&p); round++)
		find_anew(&p);
	p.joined = NULL;
	if (options->links_launches && options->whole)
		link_launches(&p);
	if (p.joined)
		find_anew(&p);
	result->unit = p.unit;
	*launches = p.launches;
	*runs = p.runs;
}
