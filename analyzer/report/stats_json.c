#include "report/stats_json.h"

#include "base/json.h"

static json_t *certainties_json(const Stats *stats)
{
	json_t *object = json_object();
	for (int c = CERTAINTY_EXACT; c <= CERTAINTY_UNKNOWN; c++)
		json_object_set_new(object, certainty_name((Certainty)c), json_integer(stats->by_certainty[c]));
	return object;
}

static json_t *reasons_json(const Stats *stats)
{
	Arena *arena = arena_new();
	StatsRows rows = { 0 };
	json_t *list = json_array();
	stats_rows(arena, stats, &rows);
	for (int i = 0; i < rows.n; i++) {
		json_t *row = json_object();
		json_object_set_new(row, "certainty", json_text(certainty_name(rows.at[i].certainty)));
		json_object_set_new(row, "reason", json_text(rows.at[i].reason ? reason_text(rows.at[i].reason) : NULL));
		json_object_set_new(row, "accesses", json_integer(rows.at[i].count));
		json_array_append_new(list, row);
	}
	arena_free(arena);
	return list;
}

static json_t *phases_json(const Stats *stats)
{
	json_t *object = json_object();
#define PHASE(id, name, text) json_object_set_new(object, name, json_real(stats->phases.ms[PHASE_##id]));
#include "core/phases.def"
#undef PHASE
	return object;
}

void report_stats(Buf *out, const Stats *stats)
{
	const Usage all = stats_usage(stats);
	json_t *object = json_object();
#define STAT(field, always, text) json_object_set_new(object, #field, json_integer(stats->field));
#include "report/stats.def"
#undef STAT
	json_object_set_new(object, "certainty", certainties_json(stats));
	json_object_set_new(object, "reasons", reasons_json(stats));
	json_object_set_new(object, "parser_ms", json_real(stats->parse_ms));
	json_object_set_new(object, "beyond_parser_ms", json_real(all.ms - stats->parse_ms));
	json_object_set_new(object, "phases_ms", phases_json(stats));
	json_object_set_new(object, "peak_kib", json_integer((json_int_t)all.peak_kb));
	json_write(out, object, 0);
}
