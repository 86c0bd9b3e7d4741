#include "examine/outcome.h"

#include "base/archive.h"

/* --- findings --------------------------------------------------------------------------------- */

static void archive_place(Archive *a, Place *place)
{
	archive_text(a, &place->path);
	archive_int(a, &place->line);
	archive_int(a, &place->column);
	archive_int(a, &place->end_line);
	archive_int(a, &place->end_column);
	archive_i64(a, &place->offset);
	archive_i64(a, &place->length);
}

static void archive_note(Archive *a, FindingNote *note)
{
	archive_place(a, &note->place);
	archive_text(a, &note->text);
}

static void archive_edit(Archive *a, FindingEdit *edit)
{
	archive_place(a, &edit->place);
	archive_text(a, &edit->text);
}

static void archive_fix(Archive *a, FindingFix *fix)
{
	archive_text(a, &fix->text);
	archive_text(a, &fix->price);
	archive_bool(a, &fix->is_safe);
	archive_text(a, &fix->why);
	archive_i64(a, &fix->before);
	archive_i64(a, &fix->after);
	archive_vec(a, &fix->edits, archive_edit);
}

static void archive_map(Archive *a, FindingMap *map)
{
	int64_t active = map->active;
	archive_int(a, &map->warp);
	archive_i64(a, &map->iteration);
	archive_i64(a, &map->count);
	archive_i64(a, &active);
	archive_int(a, &map->bytes);
	map->active = (uint32_t)active;
	for (int lane = 0; lane < REPORT_LANES; lane++)
		archive_i64(a, &map->offset[lane]);
	archive_int(a, &map->wavefronts);
	archive_int(a, &map->ideal);
	archive_vec(a, &map->source, archive_i64);
	a->failed |= map->source.n && map->source.n != REPORT_LANES;
}

static void archive_maps(Archive *a, FindingMaps *maps)
{
	archive_vec(a, maps, archive_map);
}

static void archive_layout(Archive *a, FindingLayout *layout)
{
	archive_text(a, &layout->text);
	archive_text(a, &layout->price);
	archive_vec(a, &layout->maps, archive_maps);
}

static void archive_severity(Archive *a, Severity *severity)
{
	int number = (int)*severity;
	archive_int(a, &number);
	a->failed |= number < SEV_NOTE || number > SEV_ERROR;
	*severity = a->failed ? SEV_NOTE : (Severity)number;
}

static void archive_brief(Archive *a, Brief *brief)
{
	archive_text(a, &brief->subject);
	archive_text(a, &brief->noun);
	archive_text(a, &brief->reason);
	archive_text(a, &brief->fix);
	archive_text(a, &brief->block);
	archive_bool(a, &brief->has_layout);
}

static void archive_finding(Archive *a, Finding *finding)
{
	archive_text(a, &finding->rule);
	archive_severity(a, &finding->severity);
	archive_place(a, &finding->place);
	archive_text(a, &finding->message);
	archive_vec(a, &finding->notes, archive_note);
	archive_brief(a, &finding->brief);
	archive_text(a, &finding->kernel);
	archive_text(a, &finding->object);
	archive_int(a, &finding->ways);
	archive_i64(a, &finding->excess);
	archive_text(a, &finding->certainty);
	archive_int(a, &finding->n_facts);
	archive_text(a, &finding->fact);
	archive_text(a, &finding->advice);
	archive_text(a, &finding->verification);
	archive_vec(a, &finding->fixes, archive_fix);
	archive_int(a, &finding->op);
	archive_vec(a, &finding->now, archive_map);
	archive_vec(a, &finding->layouts, archive_layout);
	for (int i = 0; i < finding->layouts.n; i++)
		a->failed |= finding->layouts.at[i].maps.n != finding->now.n;
}

/* --- kernels ---------------------------------------------------------------------------------- */

static void archive_access(Archive *a, AccessReport *access)
{
	archive_place(a, &access->place);
	archive_int(a, &access->line);
	archive_text(a, &access->object);
	archive_text(a, &access->kind);
	archive_text(a, &access->certainty);
	archive_int(a, &access->bytes);
	archive_int(a, &access->ways);
	archive_i64(a, &access->wavefronts);
	archive_i64(a, &access->ideal);
}

static void archive_kernel(Archive *a, KernelReport *kernel)
{
	archive_text(a, &kernel->name);
	archive_text(a, &kernel->mangled);
	archive_place(a, &kernel->place);
	for (int d = 0; d < 3; d++)
		archive_int(a, &kernel->block[d]);
	archive_text(a, &kernel->block_from);
	archive_text(a, &kernel->failed);
	archive_vec(a, &kernel->accesses, archive_access);
}

/* --- the outcome ------------------------------------------------------------------------------ */

static void archive_report(Archive *a, FileReport *report)
{
	archive_text(a, &report->file);
	archive_text(a, &report->toolkit);
	archive_int(a, &report->arch);
	archive_bool(a, &report->incomplete);
	archive_vec(a, &report->findings, archive_finding);
	archive_vec(a, &report->kernels, archive_kernel);
}

static void archive_fact(Archive *a, FactLine *line)
{
	int64_t key = (int64_t)line->key;
	archive_i64(a, &key);
	line->key = (uint64_t)key;
	archive_text(a, &line->text);
}

void archive_input(Archive *a, Input *input)
{
	archive_text(a, &input->path);
	archive_bool(a, &input->is_folder);
	archive_text(a, &input->words);
	archive_int(a, &input->mentions);
	a->failed |= !input->path;
}

static void archive_stats(Archive *a, Stats *stats)
{
#define STAT(field, always, text) archive_int(a, &stats->field);
#include "report/stats.def"
#undef STAT
	for (int c = CERTAINTY_EXACT; c <= CERTAINTY_UNKNOWN; c++) {
		archive_int(a, &stats->by_certainty[c]);
		for (int r = 0; r < N_REASONS; r++)
			archive_int(a, &stats->reasons[c][r]);
	}
	archive_double(a, &stats->parse_ms);
	archive_double(a, &stats->worker_ms);
	for (int p = 0; p < N_PHASES; p++)
		archive_double(a, &stats->phases.ms[p]);
	archive_i64(a, &stats->parse_peak_kb);
	archive_i64(a, &stats->peak_kb);
}

static void archive_size(Archive *a, size_t *size)
{
	int64_t number = (int64_t)*size;
	archive_i64(a, &number);
	a->failed |= number < 0;
	*size = a->failed ? 0 : (size_t)number;
}

static void archive_yaml_edit(Archive *a, Edit *edit)
{
	archive_int(a, &edit->file);
	archive_size(a, &edit->offset);
	archive_size(a, &edit->length);
	archive_text(a, &edit->text);
}

static void archive_yaml(Archive *a, YamlFix *fix)
{
	archive_text(a, &fix->name);
	archive_text(a, &fix->message);
	archive_text(a, &fix->main_file);
	archive_text(a, &fix->file);
	archive_size(a, &fix->offset);
	archive_vec(a, &fix->edits, archive_yaml_edit);
	archive_vec(a, &fix->files, archive_text);
	a->failed |= fix->files.n != fix->edits.n;
}

Outcome outcome_lost(Arena *arena, const char *file, const char *why)
{
	const Place place = { .path = arena_strdup(arena, file), .line = 1, .column = 1, .end_line = 1, .end_column = 1 };
	FileReport *report = arena_new_of(arena, FileReport);
	*report = (FileReport){ .file = place.path, .incomplete = true };
	const Finding problem = { .severity = SEV_WARNING, .place = place, .message = why };
	vec_push(arena, &report->findings, problem);
	return (Outcome){ .report = report, .stats = { .files = 1 } };
}

static void archive_caller(Archive *a, ParsedCaller *caller)
{
	archive_text(a, &caller->path);
	archive_bool(a, &caller->is_bundled);
	a->failed |= !caller->path;
}

void archive_outcome(Archive *a, Outcome *outcome)
{
	bool has_report = outcome->report;
	archive_bool(a, &has_report);
	if (has_report && !a->out)
		outcome->report = arena_new_of(a->arena, FileReport);
	if (has_report)
		archive_report(a, outcome->report);
	archive_text(a, &outcome->not_alone);
	archive_int(a, &outcome->status);
	a->failed |= outcome->status < EXIT_CLEAN || outcome->status > EXIT_INCOMPLETE;
	archive_vec(a, &outcome->once, archive_text);
	archive_text(a, &outcome->messages);
	archive_text(a, &outcome->printed);
	archive_vec(a, &outcome->facts, archive_fact);
	archive_vec(a, &outcome->yaml, archive_yaml);
	archive_vec(a, &outcome->assumed, archive_int);
	archive_vec(a, &outcome->callers, archive_caller);
	archive_vec(a, &outcome->inputs, archive_input);
	archive_stats(a, &outcome->stats);
}
