#include "examine/sifting.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/paths.h"
#include "base/replace_file.h"
#include "options/status.h"
#include "filter/headers.h"
#include "filter/sieve.h"
#include "base/folder.h"
#include "examine/outcome.h"
#include "report/make.h"
#include "rules/rule.h"
#include "filter/since.h"

/* --- the command line --------------------------------------------------------------------------- */

static bool read_patch(Sifting *sifting)
{
	const Options *options = sifting->options;
	const char *why = NULL;
	if (options->patch && options->since)
		fputs("smemlint: error: --patch and --since cannot be combined\n", stderr);
	else if (options->patch)
		sifting->patch = since_file(sifting->arena, options->patch, &why);
	else if (options->since)
		sifting->patch = since_patch(sifting->arena, options->since, &why);
	if (why)
		fprintf(stderr, "%s%s%s%s\n", options->since ? "smemlint: error: --since " : "", options->since ? options->since : "",
			options->since ? ": " : "", why);
	return sifting->patch || (!options->patch && !options->since);
}

static bool read_baseline(Sifting *sifting)
{
	const Options *options = sifting->options;
	const char *path = options->write_baseline ? options->write_baseline : options->baseline;
	size_t size;
	if (options->prune_baseline && (!options->baseline || options->write_baseline)) {
		fputs("smemlint: error: --prune-baseline requires --baseline FILE\n", stderr);
		return false;
	}
	if (!path)
		return true;
	Baseline *baseline = baseline_new(sifting->arena, path_parent(sifting->arena, path_from_root(sifting->arena, path)));
	sifting->baseline = baseline;
	if (options->write_baseline)
		baseline->shard = options->shard;
	if (options->write_baseline)
		return true;
	sifting->baseline_before = file_bytes(sifting->arena, path, &size);
	if (!sifting->baseline_before)
		fprintf(stderr, "%s: error: %s\n", path, file_error());
	else
		baseline_read(baseline, sifting->baseline_before, size);
	if (baseline->problem && baseline->problem_line)
		fprintf(stderr, "%s:%d: error: %s\n", path, baseline->problem_line, baseline->problem);
	else if (baseline->problem)
		fprintf(stderr, "%s: error: %s\n", path, baseline->problem);
	return sifting->baseline_before && !baseline->problem;
}

Sifting *sifting_new(Arena *arena, const Options *options, Configuring *configuring)
{
	Sifting *sifting = arena_new_of(arena, Sifting);
	*sifting = (Sifting){ .arena = arena, .options = options, .configuring = configuring, .roots = { .arena = arena } };
	return options->command != CMD_LINT || (read_patch(sifting) && read_baseline(sifting)) ? sifting : NULL;
}

/* --- the configuration -------------------------------------------------------------------------- */

static const Config *config_of(Sifting *sifting, const char *file)
{
	return configuring_of(sifting->configuring, file)->config;
}

const char *sifting_ignores(Sifting *sifting, Arena *arena, const char *file)
{
	const ConfigText *by = config_ignores(config_of(sifting, file), path_from_root(arena, file));
	return by ? arena_printf(arena, "%s: note: not analysed: ignored by %s:%d\n", path_shown(arena, file), by->from.path, by->from.line)
		  : NULL;
}

static bool is_ignored(const Sieve *sieve, const Config *config, const Finding *finding)
{
	return config->ignore.n && finding->place.path && config_ignores(config, path_from_root(sieve->arena, finding->place.path));
}

static LeftOut classify(const Sieve *sieve, const Config *config, const Finding *finding)
{
	if (!config_has_rule(config, finding->rule))
		return LEFT_OFF;
	if (finding->ways > 1 && finding->ways < config_min_ways(config))
		return LEFT_WAYS;
	return is_ignored(sieve, config, finding) ? LEFT_IGNORED : LEFT_IN;
}

static void apply_config(Sieve *sieve, const Config *config)
{
	sieve->report->fail_level = config_fail_level(config);
	for (int i = 0; i < sieve->report->findings.n; i++) {
		Finding *finding = &sieve->report->findings.at[i];
		if (!sieve_has(sieve, i))
			continue;
		finding->severity = config_severity(config, finding->rule, finding->severity);
		sieve_leave_out(sieve, i, classify(sieve, config, finding));
	}
}

/* --- comments ----------------------------------------------------------------------------------- */

/* Before the first finding of its file on a later line. */
static void insert_finding(Arena *arena, FileReport *report, const Finding *finding)
{
	int at = 0;
	vec_push(arena, &report->findings, *finding);
	for (; at < report->findings.n - 1; at++) {
		const Place *place = &report->findings.at[at].place;
		if (place->path && strcmp(place->path, finding->place.path) == 0 && place->line > finding->place.line)
			break;
	}
	memmove(&report->findings.at[at + 1], &report->findings.at[at], sizeof *finding * (size_t)(report->findings.n - 1 - at));
	report->findings.at[at] = *finding;
}

static void check_comments(Sifting *sifting, const char *file, FileReport *report, SourceSet *sources)
{
	const ConfigKnown known = configuring_known(sifting->arena);
	const bool all = sifting->options->report_unused_nolint && !report->incomplete;
	const NolintAsk ask = { file, all ? rule_smemlint_unused_nolint.name : NULL, known.rules, known.n_rules };
	const FindingList found = nolint_check(sifting->arena, report, sources, &ask);
	for (int i = 0; i < found.n; i++)
		insert_finding(sifting->arena, report, &found.at[i]);
}

static NolintFile *file_to_change(Sifting *sifting, const char *path)
{
	path = path_from_root(sifting->arena, path);
	for (int i = 0; i < sifting->to_change.n; i++)
		if (strcmp(sifting->to_change.at[i].path, path) == 0)
			return &sifting->to_change.at[i];
	const NolintFile file = { .path = path };
	vec_push(sifting->arena, &sifting->to_change, file);
	return &sifting->to_change.at[sifting->to_change.n - 1];
}

/* For --add-nolint: the remaining findings get a comment and count as suppressed. */
static void collect_wishes(Sifting *sifting, Sieve *sieve)
{
	for (int i = 0; i < sieve->report->findings.n; i++) {
		const Finding *finding = &sieve->report->findings.at[i];
		if (!sieve_has(sieve, i) || !finding->place.path || strcmp(finding->rule, rule_smemlint_unused_nolint.name) == 0)
			continue;
		const NolintWish wish = { finding->place.line, arena_strdup(sifting->arena, finding->rule) };
		vec_push(sifting->arena, &file_to_change(sifting, finding->place.path)->wishes, wish);
		sieve_leave_out(sieve, i, LEFT_NOLINT);
	}
}

static const char *add_nolint(Sifting *sifting, const NolintFile *file, int *n)
{
	size_t size, new_size;
	const char *why = NULL, *text = file_bytes(sifting->arena, file->path, &size);
	if (!text)
		return "it cannot be read";
	const char *now = nolint_add(sifting->arena, text, size, &file->wishes, &new_size, n, &why);
	return now ? replace_file(file->path, text, size, now, new_size) : why;
}

static int add_comments(Sifting *sifting)
{
	const char *here = path_from_root(sifting->arena, ".");
	int status = EXIT_CLEAN;
	for (int i = 0; i < sifting->to_change.n; i++) {
		const NolintFile *file = &sifting->to_change.at[i];
		int n = 0;
		const char *why = add_nolint(sifting, file, &n), *name = path_seen_from(sifting->arena, here, file->path);
		if (why)
			fprintf(stderr, "%s: error: cannot add NOLINT comments: %s\n", name, why);
		else
			fprintf(stderr, "%s: note: added NOLINT to %d line%s\n", name, n, n == 1 ? "" : "s");
		status = why ? EXIT_USAGE : status;
	}
	return status;
}

/* --- the baseline ------------------------------------------------------------------------------- */

static int count_entries(const BaselineEntries *entries)
{
	int n = 0;
	for (int i = 0; i < entries->n; i++)
		n += entries->at[i].count;
	return n;
}

static int write_baseline(const Sifting *sifting)
{
	const Options *options = sifting->options;
	const bool prunes = options->prune_baseline;
	const char *path = prunes ? options->baseline : options->write_baseline, *why = NULL;
	Buf text = { 0 };
	if (!path)
		return EXIT_CLEAN;
	baseline_write(&text, sifting->baseline, prunes);
	const bool is_same = prunes && strcmp(text.s, sifting->baseline_before) == 0;
	if (!is_same)
		why = write_file(path, text.s, text.n);
	buf_free(&text);
	if (why)
		fprintf(stderr, "%s: error: %s\n", path, why);
	else if (prunes)
		fprintf(stderr, "%s: note: %s\n", path, is_same ? "all its findings are still there" : "removed findings that are gone");
	else
		fprintf(stderr, "%s: note: %d finding%s written\n", path, count_entries(&sifting->baseline->met),
			count_entries(&sifting->baseline->met) == 1 ? "" : "s");
	return why ? EXIT_USAGE : EXIT_CLEAN;
}

/* --- headers ------------------------------------------------------------------------------------ */

HeaderChoice sifting_headers(const Options *options)
{
	return (HeaderChoice){ options->header_filter, options->is_project ? NULL : options->files,
			       options->is_project ? 0 : options->n_files, NULL };
}

/* --- filtering ---------------------------------------------------------------------------------- */

static void count(const int counts[N_LEFT_OUT], Stats *stats)
{
#define FILTER(id, field, text) stats->field += counts[LEFT_##id];
#include "filter/filter.def"
#undef FILTER
}

static void apply_all_but_baseline(Sifting *sifting, Sieve *sieve, const CompDb *db, const char *file, SourceSet *sources)
{
	const Config *config = config_of(sifting, file);
	HeaderChoice headers = sifting_headers(sifting->options);
	headers.root = project_root(&sifting->roots, sieve->arena, db, configuring_file(sifting->configuring, file), file);
	headers_filter(sieve, &headers);
	apply_config(sieve, config);
	nolint_filter(sieve, sources);
	if (sifting->patch)
		patch_filter(sieve, sifting->patch, sources);
}

const bool *sifting_left_out(Sifting *sifting, const CompDb *db, Arena *arena, const char *file, const Analysis *analysis)
{
	SourceSet sources = { .arena = arena, .held = sifting->held };
	Sieve sieve = sieve_begin(arena, report_make(arena, analysis, false));
	bool *left_out = arena_array(arena, bool, sieve.report->findings.n + 1);
	apply_all_but_baseline(sifting, &sieve, db, file, &sources);
	for (int i = 0; i < sieve.report->findings.n; i++)
		left_out[i] = sieve.why[i] != LEFT_IN;
	return left_out;
}

void sifting_apply(Sifting *sifting, const CompDb *db, const char *file, FileReport *report, Stats *stats)
{
	Arena *scratch = arena_new();
	SourceSet sources = { .arena = scratch, .held = sifting->held };
	int counts[N_LEFT_OUT] = { 0 };
	check_comments(sifting, file, report, &sources);
	Sieve sieve = sieve_begin(scratch, report);
	apply_all_but_baseline(sifting, &sieve, db, file, &sources);
	if (sifting->baseline)
		baseline_filter(&sieve, sifting->baseline, file, &sources, sifting->options->write_baseline);
	if (sifting->options->add_nolint)
		collect_wishes(sifting, &sieve);
	sieve_end(&sieve, counts);
	count(counts, stats);
	arena_free(scratch);
}

int sifting_finish(Sifting *sifting)
{
	return status_worse(add_comments(sifting), write_baseline(sifting));
}
