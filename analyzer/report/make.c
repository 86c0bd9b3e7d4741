#include "report/make.h"

#include <string.h>

#include "base/json.h"
#include "fix/layouts/advice.h"
#include "report/facts_json.h"
#include "rules/words.h"

_Static_assert((int)REPORT_LANES == (int)WARP_LANES, "a report has a place for every lane");

typedef struct Maker {
	Arena *arena;
	const Analysis *analysis;
	FileReport *out;
	bool with_maps;
} Maker;

Place place_make(Arena *arena, const SourceSet *sources, Range range)
{
	if (range.begin.file < 0)
		return (Place){ .path = NULL };
	const bool ends = range.end.file == range.begin.file && range.end.offset >= range.begin.offset;
	const Loc *end = ends ? &range.end : &range.begin;
	return (Place){
		.path = arena_strdup(arena, source_path(sources, range.begin.file)),
		.line = range.begin.line,
		.column = range.begin.column,
		.end_line = end->line,
		.end_column = end->column,
		.offset = (int64_t)range.begin.offset,
		.length = (int64_t)(end->offset - range.begin.offset),
	};
}

static Place place_of(const Maker *maker, Range range)
{
	return place_make(maker->arena, maker->analysis->unit->sources, range);
}

/* --- layouts ---------------------------------------------------------------------------------- */

static json_t *layout_json(const Layout *layout)
{
	json_t *object = json_object();
	json_object_set_new(object, "text", json_text(layout->text));
	json_object_set_new(object, "wavefronts", json_integer(layout->wavefronts));
	json_object_set_new(object, "ways", json_integer(layout->ways));
	json_object_set_new(object, "extra_bytes", layout->extra_bytes == EXTRA_UNKNOWN ? json_null() : json_integer(layout->extra_bytes));
	json_object_set_new(object, "blocks_per_sm", layout->blocks.before ? json_integer(layout->blocks.before) : json_null());
	json_object_set_new(object, "blocks_per_sm_after", layout->blocks.before ? json_integer(layout->blocks.after) : json_null());
	return object;
}

static json_t *advice_json(const Advice *advice)
{
	json_t *object = json_object(), *layouts = json_array();
	for (int i = 0; i < advice->n_layouts; i++)
		json_array_append_new(layouts, layout_json(&advice->layouts[i]));
	json_object_set_new(object, "text", json_text(advice->text));
	json_object_set_new(object, "accesses", json_integer(advice->n_accesses));
	json_object_set_new(object, "known", json_integer(advice->n_known));
	json_object_set_new(object, "wavefronts", json_integer(advice->wavefronts));
	json_object_set_new(object, "attainable", json_integer(advice->attainable));
	json_object_set_new(object, "layouts", layouts);
	return object;
}

static const char *advice_line(Arena *arena, const Advice *advice)
{
	Buf text = { 0 };
	json_write(&text, advice_json(advice), 0);
	const char *line = arena_strndup(arena, text.s, text.n - 1);
	buf_free(&text);
	return line;
}

/* --- maps ------------------------------------------------------------------------------------- */

typedef VEC(const WarpPattern *) Patterns;

static FindingMap map_of(const Maker *maker, const WarpPattern *pattern, int bytes)
{
	FindingMap map = {
		.warp = pattern->warp,
		.iteration = pattern->iteration,
		.count = pattern->count,
		.active = pattern->active,
		.bytes = bytes,
		.wavefronts = pattern->cost.wavefronts,
		.ideal = pattern->cost.ideal,
	};
	memcpy(map.offset, pattern->offset, sizeof map.offset);
	for (int lane = 0; pattern->source && lane < REPORT_LANES; lane++)
		vec_push(maker->arena, &map.source, pattern->source[lane]);
	return map;
}

static bool is_worst(const Fact *fact, const WarpPattern *pattern)
{
	return pattern->warp == fact->worst.warp && pattern->iteration == fact->worst.iteration;
}

static Patterns patterns_of(const Maker *maker, const Fact *fact)
{
	Patterns list = { 0 };
	vec_push(maker->arena, &list, &fact->worst);
	for (int i = 0; i < fact->n_patterns; i++)
		if (!is_worst(fact, &fact->patterns[i]))
			vec_push(maker->arena, &list, &fact->patterns[i]);
	return list;
}

static FindingLayout layout_of(const Maker *maker, const Fact *fact, const Patterns *patterns, const Layout *layout)
{
	FindingLayout out = { .text = arena_strdup(maker->arena, layout->text), .price = arena_strdup(maker->arena, layout->price) };
	for (int i = 0; i < patterns->n; i++) {
		WarpPattern moved;
		FindingMaps maps = { 0 };
		if (advice_moves(layout, fact, patterns->at[i], &moved))
			vec_push(maker->arena, &maps, map_of(maker, &moved, fact->bytes));
		vec_push(maker->arena, &out.maps, maps);
	}
	return out;
}

static void add_maps(const Maker *maker, Finding *finding, const Diag *diag)
{
	const Fact *fact = diag->fact;
	if (!fact->worst.active)
		return;
	const Patterns patterns = patterns_of(maker, fact);
	finding->op = (int)fact->op;
	for (int i = 0; i < patterns.n; i++)
		vec_push(maker->arena, &finding->now, map_of(maker, patterns.at[i], fact->bytes));
	for (int i = 0; diag->advice && i < diag->advice->n_layouts; i++)
		vec_push(maker->arena, &finding->layouts, layout_of(maker, fact, &patterns, &diag->advice->layouts[i]));
}

/* --- findings --------------------------------------------------------------------------------- */

static void add_fact(const Maker *maker, Finding *finding, const Diag *diag)
{
	const Fact *fact = diag->fact;
	const Func *kernel = fact->launch->kernel;
	finding->kernel = arena_strdup(maker->arena, kernel ? kernel->name : NULL);
	finding->object = arena_strdup(maker->arena, fact->object ? fact->object->name : NULL);
	finding->certainty = certainty_name(fact->certainty);
	finding->ways = fact->worst.active ? fact_worst_ways(fact) : 0;
	finding->excess = fact->wavefronts > fact->ideal ? fact->wavefronts - fact->ideal : 0;
	finding->fact = report_fact(maker->arena, maker->analysis->unit, fact);
	if (maker->with_maps)
		add_maps(maker, finding, diag);
}

static Brief brief_of(Arena *arena, const Brief *brief)
{
	return (Brief){
		.subject = arena_strdup(arena, brief->subject),
		.noun = arena_strdup(arena, brief->noun),
		.reason = arena_strdup(arena, brief->reason),
		.fix = arena_strdup(arena, brief->fix),
		.block = arena_strdup(arena, brief->block),
		.has_layout = brief->has_layout,
	};
}

static Finding finding_of(const Maker *maker, const Diag *diag)
{
	Arena *arena = maker->arena;
	Finding finding = {
		.rule = arena_strdup(arena, diag->rule),
		.severity = diag->severity,
		.place = place_of(maker, diag->range),
		.message = arena_strdup(arena, diag->message),
		.n_facts = diag->n_facts,
		.brief = brief_of(arena, &diag->brief),
	};
	for (int i = 0; i < diag->notes.n; i++) {
		const FindingNote note = { place_of(maker, diag->notes.at[i].range), arena_strdup(arena, diag->notes.at[i].text) };
		vec_push(arena, &finding.notes, note);
	}
	if (diag->fact)
		add_fact(maker, &finding, diag);
	if (diag->advice)
		finding.advice = advice_line(arena, diag->advice);
	return finding;
}

/* --- kernels ---------------------------------------------------------------------------------- */

static AccessReport access_of(const Maker *maker, const Fact *fact)
{
	return (AccessReport){
		.place = place_of(maker, fact->range),
		.line = fact_line(fact),
		.object = arena_strdup(maker->arena, fact->object ? fact->object->name : NULL),
		.kind = access_kind_name(fact->kind),
		.certainty = certainty_name(fact->certainty),
		.bytes = fact->written,
		.ways = fact->worst.active && fact->certainty != CERTAINTY_UNKNOWN ? fact_worst_ways(fact) : 0,
		.wavefronts = fact->wavefronts,
		.ideal = fact_profiled(fact),
	};
}

static KernelReport kernel_of(const Maker *maker, const KernelFacts *facts)
{
	const LaunchShape *launch = facts->launch;
	const Func *kernel = launch->kernel;
	KernelReport out = {
		.block = { launch->block[0], launch->block[1], launch->block[2] },
		.block_from = block_from_name(launch->from),
		.failed = arena_strdup(maker->arena, facts->failed),
	};
	if (kernel) {
		out.name = arena_strdup(maker->arena, kernel->name);
		out.mangled = arena_strdup(maker->arena, kernel->mangled);
		out.place = place_of(maker, (Range){ kernel->loc, kernel->loc, 0 });
	}
	for (int i = 0; i < facts->n_facts; i++)
		vec_push(maker->arena, &out.accesses, access_of(maker, &facts->facts[i]));
	return out;
}

FileReport *report_make(Arena *arena, const Analysis *analysis, bool with_maps)
{
	const Unit *unit = analysis->unit;
	FileReport *out = arena_new_of(arena, FileReport);
	const Maker maker = { arena, analysis, out, with_maps };
	out->file = arena_strdup(arena, source_path(unit->sources, unit->main_file));
	out->toolkit = arena_strdup(arena, unit->toolkit);
	out->arch = unit->arch;
	out->fail_level = SEV_WARNING;
	out->incomplete = analysis->incomplete || unit->unusable;
	for (int i = 0; i < analysis->diags.n; i++)
		vec_push(arena, &out->findings, finding_of(&maker, &analysis->diags.at[i]));
	for (int i = 0; i < analysis->kernels.n; i++)
		vec_push(arena, &out->kernels, kernel_of(&maker, &analysis->kernels.at[i]));
	return out;
}
