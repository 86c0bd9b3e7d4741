#include "sifting.h"

#include "base/paths.h"
#include "filter/sieve.h"

Sifting *sifting_new(Arena *arena, const Options *options, Configuring *configuring)
{
	Sifting *sifting = arena_new_of(arena, Sifting);
	*sifting = (Sifting){ arena, options, configuring };
	return sifting;
}

/* --- the configuration -------------------------------------------------------------------------- */

static const Config *config_of(Sifting *sifting, const char *file)
{
	return configuring_of(sifting->configuring, file)->config;
}

const char *sifting_ignores(Sifting *sifting, Arena *arena, const char *file)
{
	const ConfigText *by = config_ignores(config_of(sifting, file), path_from_root(arena, file));
	return by ? arena_printf(arena, "%s: note: not analysed: %s:%d says to ignore it\n", file, by->from.path, by->from.line) : NULL;
}

static bool is_ignored(const Sieve *sieve, const Config *config, const Finding *finding)
{
	return config->ignore.n && finding->place.path &&
	       config_ignores(config, path_from_root(sieve->arena, finding->place.path));
}

static LeftOut judge(const Sieve *sieve, const Config *config, const Finding *finding)
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
		sieve_leave_out(sieve, i, judge(sieve, config, finding));
	}
}

/* --- all of it ---------------------------------------------------------------------------------- */

static void count(const int counts[N_LEFT_OUT], Stats *stats)
{
#define FILTER(id, field, text) stats->field += counts[LEFT_##id];
#include "filter/filter.def"
#undef FILTER
}

void sifting_apply(Sifting *sifting, const char *file, FileReport *report, Stats *stats)
{
	Arena *arena = arena_new();
	int counts[N_LEFT_OUT] = { 0 };
	Sieve sieve = sieve_begin(arena, report);
	apply_config(&sieve, config_of(sifting, file));
	sieve_end(&sieve, counts);
	count(counts, stats);
	arena_free(arena);
}
