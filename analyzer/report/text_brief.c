/* Findings in six lines at most: the claim, source and carets, one reason, one fix, the block.  What findings share is said
 * once. */
#include <string.h>

#include "base/paths.h"
#include "report/location.h"
#include "report/snippet.h"
#include "report/summary.h"
#include "report/text_impl.h"

enum { MOST_NOTES = 3 };

/* What was said already, and the state of the loop over a file's findings. */
typedef struct Brevity {
	Buf *out;
	const FileReport *file;
	const ReportContext *context;
	VEC(const Finding *) fixes; /* whose fixes were told */
	const char *block;          /* told last */
	bool *is_told;              /* by index of the finding */
} Brevity;

typedef VEC(const Finding *) Group;

static bool same_text(const char *a, const char *b)
{
	return a == b || (a && b && strcmp(a, b) == 0);
}

/* --- accesses that are one finding ------------------------------------------------------------------ */

static Group group_of(const Brevity *brevity, int first)
{
	Group group = { 0 };
	for (int i = first; i < brevity->file->findings.n; i++) {
		const Finding *finding = &brevity->file->findings.at[i];
		if (brevity->is_told[i] || (i != first && !findings_are_one(&brevity->file->findings.at[first], finding)))
			continue;
		vec_push(brevity->context->arena, &group, finding);
		brevity->is_told[i] = true;
	}
	return group;
}

static const Finding *costliest(const Group *group)
{
	const Finding *worst = group->at[0];
	for (int i = 1; i < group->n; i++) {
		const Finding *other = group->at[i];
		if (other->ways > worst->ways || (other->ways == worst->ways && other->excess > worst->excess))
			worst = other;
	}
	return worst;
}

/* --- the claim ------------------------------------------------------------------------------------ */

/* The message without its subject. */
static const char *frame_of(Arena *arena, const Finding *finding)
{
	const char *at = finding->brief.subject ? strstr(finding->message, finding->brief.subject) : NULL;
	if (!at)
		return finding->message;
	return arena_printf(arena, "%.*s\001%s", (int)(at - finding->message), finding->message, at + strlen(finding->brief.subject));
}

static const char *plural(const char *noun)
{
	return strcmp(noun, "asynchronous copy") == 0 ? "asynchronous copies" : noun;
}

static bool takes_s(const char *noun)
{
	return !strstr(noun, "matrix") && strcmp(noun, "asynchronous copy") != 0;
}

enum { MOST_NOUNS = 8 };

/* The kinds of accesses in a group, and how many there are of each. */
typedef struct Nouns {
	const char *at[MOST_NOUNS];
	int count[MOST_NOUNS], n;
} Nouns;

/* Whether an earlier member is the same access, of another call or instance. */
static bool is_again(const Group *group, int i)
{
	for (int k = 0; k < i; k++)
		if (place_is_same(&group->at[k]->place, &group->at[i]->place) &&
		    strcmp(group->at[k]->brief.noun, group->at[i]->brief.noun) == 0)
			return true;
	return false;
}

static Nouns nouns_of(const Group *group)
{
	Nouns nouns = { .n = 0 };
	for (int i = 0; i < group->n; i++) {
		int k = 0;
		if (is_again(group, i))
			continue;
		while (k < nouns.n && strcmp(nouns.at[k], group->at[i]->brief.noun) != 0)
			k++;
		if (k == MOST_NOUNS)
			continue;
		nouns.at[k] = group->at[i]->brief.noun;
		nouns.n = k == nouns.n ? k + 1 : nouns.n;
		nouns.count[k]++;
	}
	return nouns;
}

/* "2 loads" */
static void print_noun(Buf *out, int n, const char *noun)
{
	buf_printf(out, "%d %s%s", n, n == 1 ? noun : plural(noun), n > 1 && takes_s(noun) ? "s" : "");
}

/* "each of 5 loads of 's'", "the worst access of 's' here (2 loads, 1 store)" */
static void print_subject(const Brevity *brevity, const Group *group, const Finding *main)
{
	Arena *arena = brevity->context->arena;
	Buf *out = brevity->out;
	const char *frame = frame_of(arena, main);
	bool same = true;
	for (int i = 0; i < group->n; i++)
		same = same && strcmp(frame_of(arena, group->at[i]), frame) == 0;
	const Nouns nouns = nouns_of(group);
	if (nouns.n == 1 && nouns.count[0] == 1) {
		buf_puts(out, main->brief.subject);
		return;
	}
	if (nouns.n == 1) {
		buf_puts(out, same ? "each of these " : "the worst of these ");
		print_noun(out, nouns.count[0], nouns.at[0]);
		buf_printf(out, " of '%s'", main->object);
		return;
	}
	buf_printf(out, "%s access of '%s' here (", same ? "each" : "the worst", main->object);
	for (int k = 0; k < nouns.n; k++) {
		buf_puts(out, k ? ", " : "");
		print_noun(out, nouns.count[k], nouns.at[k]);
	}
	buf_puts(out, ")");
}

static void print_rules(Buf *out, const Group *group)
{
	const char *between = " [";
	for (int i = 0; i < group->n; i++) {
		int before = 0;
		while (before < i && !same_text(group->at[before]->rule, group->at[i]->rule))
			before++;
		if (before < i || !group->at[i]->rule)
			continue;
		buf_printf(out, "%s%s", between, group->at[i]->rule);
		between = ", ";
	}
	buf_puts(out, between[0] == ',' ? "]" : "");
}

static void print_claim(const Brevity *brevity, const Group *group, const Finding *main)
{
	const bool color = brevity->context->style.color;
	const char *frame = frame_of(brevity->context->arena, main), *mark = strchr(frame, '\001');
	Buf *out = brevity->out;
	text_head(out, &group->at[0]->place, main->severity, color);
	buf_puts(out, text_bold(color));
	if (group->n > 1 && mark) {
		buf_add(out, frame, (size_t)(mark - frame));
		print_subject(brevity, group, main);
		buf_puts(out, mark + 1);
	} else {
		buf_puts(out, main->message);
	}
	buf_puts(out, text_plain(color));
	print_rules(out, group);
	buf_putc(out, '\n');
}

static void print_source(const Brevity *brevity, const Group *group)
{
	VEC(Place) places = { 0 };
	for (int i = 0; i < group->n; i++)
		vec_push(brevity->context->arena, &places, group->at[i]->place);
	if (group->at[0]->place.path)
		snippet_print(brevity->out, brevity->context->sources, places.at, places.n, brevity->context->style.color);
}

/* --- reason, fix, block ----------------------------------------------------------------------------- */

static void print_clause(const Brevity *brevity, const char *word, const char *text)
{
	const bool color = brevity->context->style.color;
	if (text)
		buf_printf(brevity->out, "      %s= %s:%s %s\n", text_bold(color), word, text_plain(color), text);
}

/* Once for an object. */
static const char *fix_to_tell(Brevity *brevity, const Finding *finding)
{
	if (!finding->brief.fix)
		return NULL;
	for (int i = 0; i < brevity->fixes.n; i++) {
		const Finding *told = brevity->fixes.at[i];
		if (same_text(told->brief.fix, finding->brief.fix) && same_text(told->object, finding->object) &&
		    finding_kernels_are_one(told, finding))
			return NULL;
	}
	vec_push(brevity->context->arena, &brevity->fixes, finding);
	return finding->brief.fix;
}

static const char *block_to_tell(Brevity *brevity, const Finding *finding)
{
	if (same_text(brevity->block, finding->brief.block))
		return NULL;
	brevity->block = finding->brief.block;
	return brevity->block;
}

/* A finding without a reason of its own: a problem of the input. */
static void print_notes(const Brevity *brevity, const Finding *finding)
{
	for (int i = 0; i < finding->notes.n && i < MOST_NOTES; i++) {
		const FindingNote *note = &finding->notes.at[i];
		const char *text = note->text;
		if (note_is_elsewhere(finding, note))
			text = arena_printf(brevity->context->arena, "%s (%s:%d)", text,
					    path_shown(brevity->context->arena, note->place.path), note->place.line);
		print_clause(brevity, "note", text);
	}
}

static void print_group(Brevity *brevity, const Group *group)
{
	const Finding *main = costliest(group);
	print_claim(brevity, group, main);
	print_source(brevity, group);
	if (main->brief.subject) {
		print_clause(brevity, "why", main->brief.reason);
		print_clause(brevity, "fix", fix_to_tell(brevity, main));
		print_clause(brevity, "block", block_to_tell(brevity, main));
	} else {
		print_notes(brevity, main);
	}
	if (brevity->context->style.map)
		text_maps(brevity->out, brevity->file, main, &brevity->context->style);
}

void text_brief(Buf *out, const FileReport *file, const ReportContext *context)
{
	Brevity brevity = { .out = out, .file = file, .context = context };
	brevity.is_told = arena_array(context->arena, bool, file->findings.n + 1);
	for (int i = 0; i < file->findings.n; i++) {
		if (brevity.is_told[i])
			continue;
		const Group group = group_of(&brevity, i);
		print_group(&brevity, &group);
	}
}
