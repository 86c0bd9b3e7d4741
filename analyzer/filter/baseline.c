#include "filter/baseline.h"

#include <string.h>

#include "base/hash.h"
#include "base/paths.h"
#include "core/tokens.h"

Baseline *baseline_new(Arena *arena, const char *folder)
{
	Baseline *baseline = arena_new_of(arena, Baseline);
	*baseline = (Baseline){ .arena = arena, .folder = arena_strdup(arena, folder) };
	return baseline;
}

/* --- recognising findings ------------------------------------------------------------------------ */

static bool is_word(const Token *token)
{
	return token->kind == TK_NAME || token->kind == TK_OTHER;
}

const char *baseline_text(Arena *arena, const char *line)
{
	Text text = { line, strlen(line), 0, false };
	Buf out = { 0 };
	bool after_word = false;
	for (Token token = token_next_code(&text); token.kind != TK_END; token = token_next_code(&text)) {
		if (after_word && is_word(&token))
			buf_putc(&out, ' ');
		buf_add(&out, line + token.begin, token.end - token.begin);
		after_word = is_word(&token);
	}
	const char *made = arena_strdup(arena, out.n ? out.s : "");
	buf_free(&out);
	return made;
}

static const char *relative_path(const Baseline *baseline, const char *path)
{
	return path_seen_from(baseline->arena, baseline->folder, path_from_root(baseline->arena, path));
}

/* The same in all shards that have the finding. */
static const char *id_of(const Baseline *baseline, const Finding *finding)
{
	char id[HASH_TEXT];
	const char *text = arena_printf(baseline->arena, "%s:%d:%d: %s [%s]", finding->place.path ? finding->place.path : "",
					finding->place.line, finding->place.column, finding->message, finding->rule);
	hash_print(hash_bytes(text, strlen(text)), id);
	return arena_strdup(baseline->arena, id);
}

static BaselineEntry entry_of(const Baseline *baseline, const Finding *finding, const char *source, SourceSet *sources)
{
	Arena *arena = baseline->arena;
	const Place *at = &finding->place;
	const char *line = at->path ? source_line(sources, source_add(sources, at->path, false), at->line) : NULL;
	BaselineEntry entry = {
		.file = at->path ? relative_path(baseline, at->path) : "",
		.rule = arena_strdup(arena, finding->rule),
		.object = arena_strdup(arena, finding->object),
		.text = baseline_text(arena, line ? line : ""),
		.ways = finding->ways,
		.count = 1,
	};
	if (finding->kernel)
		entry.kernel = arena_strndup(arena, finding->kernel, strcspn(finding->kernel, "<"));
	entry.source = strcmp(entry.file, source) == 0 ? NULL : source;
	entry.id = baseline->shard && !finding->is_own ? id_of(baseline, finding) : NULL;
	return entry;
}

static bool same(const char *a, const char *b)
{
	return a == b || (a && b && strcmp(a, b) == 0);
}

static bool same_kind(const BaselineEntry *a, const BaselineEntry *b)
{
	return same(a->rule, b->rule) && same(a->text, b->text) && same(a->file, b->file) && same(a->kernel, b->kernel) &&
	       same(a->object, b->object);
}

/* The entry that covers a finding, or NULL.  Of several the one with the fewest ways, as it covers the fewest others. */
static BaselineEntry *find_entry(Baseline *baseline, const BaselineEntry *of)
{
	BaselineEntry *best = NULL;
	for (int i = 0; i < baseline->known.n; i++) {
		BaselineEntry *entry = &baseline->known.at[i];
		if (entry->used >= entry->count || (entry->ways && of->ways > entry->ways) || !same_kind(entry, of))
			continue;
		if (!best || (entry->ways && (!best->ways || entry->ways < best->ways)))
			best = entry;
	}
	return best;
}

/* --- filtering ---------------------------------------------------------------------------------- */

static void filter_one(Sieve *sieve, Baseline *baseline, int i, const char *source, SourceSet *sources, bool takes_all)
{
	const Finding *finding = &sieve->report->findings.at[i];
	BaselineEntry entry = entry_of(baseline, finding, source, sources);
	entry.position = sieve->report->position;
	BaselineEntry *known = find_entry(baseline, &entry);
	if (!known && !takes_all)
		return;
	if (known)
		known->used++;
	if (known && !takes_all)
		entry.source = known->source;
	vec_push(baseline->arena, &baseline->met, entry);
	sieve_leave_out(sieve, i, LEFT_BASELINE);
}

/* Of equal findings, those on unchanged lines are the first to be taken for the recorded ones. */
void baseline_filter(Sieve *sieve, Baseline *baseline, const char *file, SourceSet *sources, bool takes_all)
{
	static const LeftOut order[] = { LEFT_UNCHANGED, LEFT_IN };
	const char *source = relative_path(baseline, file);
	for (int o = 0; o < 2; o++)
		for (int i = 0; i < sieve->report->findings.n; i++)
			if (sieve->report->findings.at[i].rule && sieve->why[i] == order[o])
				filter_one(sieve, baseline, i, source, sources, takes_all);
	if (!sieve->report->incomplete)
		vec_push(baseline->arena, &baseline->analysed, source);
}
