#include "fixture.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/buf.h"
#include "core/block.h"

/* --- finding ---------------------------------------------------------------------------------- */

static bool has_suffix(const char *text, const char *suffix)
{
	size_t n = strlen(text), m = strlen(suffix);
	return n >= m && strcmp(text + n - m, suffix) == 0;
}

void fixture_find(Arena *arena, const char *folder, Paths *out)
{
	struct dirent **entries;
	int n = scandir(folder, &entries, NULL, alphasort);
	for (int i = 0; i < n; i++) {
		const char *path = arena_printf(arena, "%s/%s", folder, entries[i]->d_name);
		struct stat st;
		if (entries[i]->d_name[0] != '.' && stat(path, &st) == 0) {
			if (S_ISDIR(st.st_mode))
				fixture_find(arena, path, out);
			else if (has_suffix(path, ".cu") || has_suffix(path, ".ptx"))
				vec_push(arena, &out->list, path);
		}
		free(entries[i]);
	}
	if (n >= 0)
		free(entries);
}

/* --- reading ---------------------------------------------------------------------------------- */

static char *read_file(Arena *arena, const char *path)
{
	FILE *file = fopen(path, "rb");
	if (!file)
		return NULL;
	Buf text = { 0 };
	char chunk[4096];
	for (size_t n; (n = fread(chunk, 1, sizeof chunk, file)) > 0;)
		buf_add(&text, chunk, n);
	fclose(file);
	char *copy = arena_strndup(arena, text.n ? text.s : "", text.n);
	buf_free(&text);
	return copy;
}

static char *trim(char *text)
{
	text += strspn(text, " \t");
	size_t n = strlen(text);
	while (n && strchr(" \t\r", text[n - 1]))
		text[--n] = 0;
	return text;
}

/* The next item of "a | b | c", or NULL. */
static char *next_item(char **rest)
{
	char *item = *rest;
	if (!item)
		return NULL;
	char *bar = strstr(item, " | ");
	*rest = bar ? bar + 3 : NULL;
	if (bar)
		*bar = 0;
	return trim(item);
}

static void read_expected(Arena *arena, Fixture *fixture, int line, char *rest)
{
	for (char *item; (item = next_item(&rest));) {
		size_t n = strcspn(item, " ");
		Expected expected = {
			.line = line,
			.rule = arena_strndup(arena, item, n),
			.text = trim(item + n),
		};
		vec_push(arena, &fixture->expected, expected);
	}
}

/* Takes "(WORDS)" off the end of an item; false: there is none. */
static bool take_reason(char *item)
{
	char *open = strchr(item, '('), *close = open ? strrchr(open, ')') : NULL;
	bool given = close && close > open + 1 && !close[1];
	if (given)
		*open = 0;
	return given;
}

static bool read_fact(char *item, ExpectedFact *out)
{
	char *save = NULL;
	bool reasoned = take_reason(item);
	out->op = strtok_r(item, " ", &save);
	const char *cost = strtok_r(NULL, " ", &save);
	if (!out->op || !cost)
		return false;
	out->any_cost = strcmp(cost, "*") == 0;
	if (out->any_cost && !reasoned)
		return false;
	if (!out->any_cost && sscanf(cost, "%" SCNd64 "/%" SCNd64, &out->wavefronts, &out->ideal) != 2)
		return false;
	for (const char *word; (word = strtok_r(NULL, " ", &save));) {
		if (strcmp(word, "block") != 0) {
			out->certainty = word;
			continue;
		}
		const char *block = strtok_r(NULL, " ", &save);
		if (!block || !block_parse(block, out->block))
			return false;
	}
	return true;
}

static void read_facts(Arena *arena, Fixture *fixture, int line, char *rest, bool measured)
{
	for (char *item; (item = next_item(&rest));) {
		ExpectedFact fact = { .line = line };
		if (!read_fact(item, &fact))
			fixture->broken =
				arena_printf(arena, "line %d: this fact cannot be read, or is \"*\" without a reason in parentheses", line);
		else if (measured)
			vec_push(arena, &fixture->measured, fact);
		else
			vec_push(arena, &fixture->facts, fact);
	}
}

static void read_flags(Arena *arena, Fixture *fixture, char *rest)
{
	const char **flags = arena_array(arena, const char *, strlen(rest) + 1);
	char *save = NULL;
	int n = 0;
	for (char *word = strtok_r(rest, " ", &save); word; word = strtok_r(NULL, " ", &save))
		flags[n++] = word;
	fixture->options.flags = flags;
	fixture->options.n_flags = n;
}

static void read_block(Arena *arena, Fixture *fixture, const char *text)
{
	int64_t block[3];
	if (!block_parse(text, block) || block_problem(arena, block))
		fixture->broken = "the block cannot be read";
	else
		for (int i = 0; i < 3; i++)
			fixture->options.block[i] = (int)block[i];
}

/* What follows "// key:" in the line, up to the next comment; NULL: it is not there. */
static char *annotation(Arena *arena, const char *line, const char *key)
{
	char *at = strstr(line, key);
	if (!at)
		return NULL;
	at += strlen(key);
	const char *end = strstr(at, " // ");
	return trim(arena_strndup(arena, at, end ? (size_t)(end - at) : strlen(at)));
}

static void read_line(Arena *arena, Fixture *fixture, int line, const char *text)
{
	char *rest;
	if ((rest = annotation(arena, text, "// expect:")))
		read_expected(arena, fixture, line, rest);
	if ((rest = annotation(arena, text, "// fact:")))
		read_facts(arena, fixture, line, rest, false);
	if ((rest = annotation(arena, text, "// measured:")))
		read_facts(arena, fixture, line, rest, true);
	if (strncmp(text, "// flags:", 9) == 0)
		read_flags(arena, fixture, annotation(arena, text, "// flags:"));
	if (strncmp(text, "// block:", 9) == 0)
		read_block(arena, fixture, annotation(arena, text, "// block:"));
	if (strncmp(text, "// exit:", 8) == 0)
		fixture->exit_status = atoi(text + 8);
	if (strncmp(text, "// libclang:", 12) == 0)
		fixture->libclang = atoi(text + 12);
}

Fixture *fixture_read(Arena *arena, const char *path)
{
	Fixture *fixture = arena_new_of(arena, Fixture);
	fixture->path = path;
	fixture->options.file = path;
	fixture->exit_status = -1;
	char *text = read_file(arena, path);
	if (!text) {
		fixture->broken = "the file cannot be read";
		return fixture;
	}
	for (int line = 1; text; line++) {
		char *end = strchr(text, '\n');
		if (end)
			*end = 0;
		read_line(arena, fixture, line, text);
		text = end ? end + 1 : NULL;
	}
	return fixture;
}

/* --- checking: diagnostics -------------------------------------------------------------------- */

/* "!TEXT": it must not say so. */
static bool says(const Diag *diag, const char *text)
{
	if (*text == '!')
		return !says(diag, text + 1);
	if (strstr(diag->message, text))
		return true;
	for (int i = 0; i < diag->notes.n; i++)
		if (strstr(diag->notes.at[i].text, text))
			return true;
	return false;
}

static const char *rule_of(const Diag *diag)
{
	return diag->rule ? diag->rule : "problem";
}

/* Each expectation takes one diagnostic. */
static bool take_expected(Fixture *fixture, const Diag *diag, int line)
{
	for (int i = 0; i < fixture->expected.n; i++) {
		Expected *e = &fixture->expected.at[i];
		if (!e->met && e->line == line && strcmp(e->rule, rule_of(diag)) == 0 && says(diag, e->text)) {
			e->met = 1;
			return true;
		}
	}
	return false;
}

static int check_diags(Fixture *fixture, const Analysis *analysis, Strictness strictness)
{
	int bad = 0;
	for (int i = 0; i < analysis->diags.n; i++) {
		const Diag *diag = &analysis->diags.at[i];
		const Loc *at = &diag->range.begin;
		int line = at->file == analysis->unit->main_file ? at->line : 0;
		if (take_expected(fixture, diag, line) || strictness == STRICT_FACTS)
			continue;
		printf("%s:%d: not expected: %s %s\n", fixture->path, line, rule_of(diag), diag->message);
		for (int k = 0; k < diag->notes.n; k++)
			printf("    note: %s\n", diag->notes.at[k].text);
		bad++;
	}
	for (int i = 0; i < fixture->expected.n; i++) {
		const Expected *e = &fixture->expected.at[i];
		if (e->met)
			continue;
		printf("%s:%d: expected, but not there: %s %s\n", fixture->path, e->line, e->rule, e->text);
		bad++;
	}
	return bad;
}

/* --- checking: facts -------------------------------------------------------------------------- */

/* The accesses of one kind on one line, for one kernel and launch. */
typedef struct Sum {
	int line;
	AccessKind kind;
	Certainty certainty; /* the least that any of them has */
	int64_t wavefronts, ideal;
	const LaunchShape *launch;
} Sum;
typedef VEC(Sum) Sums;

static void add_fact(Arena *arena, Sums *sums, int first, const Fact *fact)
{
	int line = fact->range.begin.line, at = first;
	while (at < sums->n && (sums->at[at].line != line || sums->at[at].kind != fact->kind))
		at++;
	if (at == sums->n) {
		Sum sum = { .line = line, .kind = fact->kind, .launch = fact->launch };
		vec_push(arena, sums, sum);
	}
	Sum *sum = &sums->at[at];
	sum->wavefronts += fact->wavefronts;
	sum->ideal += fact_profiled(fact);
	if (fact->certainty > sum->certainty)
		sum->certainty = fact->certainty;
}

static void sum_facts(Arena *arena, const Analysis *analysis, Sums *sums)
{
	for (int i = 0; i < analysis->kernels.n; i++) {
		const KernelFacts *kernel = &analysis->kernels.at[i];
		int first = sums->n;
		for (int k = 0; k < kernel->n_facts; k++)
			if (kernel->facts[k].range.begin.file == analysis->unit->main_file)
				add_fact(arena, sums, first, &kernel->facts[k]);
	}
}

static bool fact_fits(const ExpectedFact *e, const Sum *sum)
{
	if (e->line != sum->line || strcmp(e->op, access_kind_name(sum->kind)) != 0)
		return false;
	for (int i = 0; e->block[0] && i < 3; i++)
		if (e->block[i] != sum->launch->block[i])
			return false;
	if (e->certainty && strcmp(e->certainty, certainty_name(sum->certainty)) != 0)
		return false;
	return e->any_cost || (e->wavefronts == sum->wavefronts && e->ideal == sum->ideal);
}

/* Whether the line has a claim about such accesses. */
static bool is_listed(const Fixture *fixture, const Sum *sum)
{
	for (int i = 0; i < fixture->facts.n; i++)
		if (fixture->facts.at[i].line == sum->line && strcmp(fixture->facts.at[i].op, access_kind_name(sum->kind)) == 0)
			return true;
	return false;
}

static int check_sum(Fixture *fixture, const Sum *sum, Strictness strictness)
{
	bool fits = false;
	for (int i = 0; i < fixture->facts.n; i++) {
		ExpectedFact *e = &fixture->facts.at[i];
		if (fact_fits(e, sum)) {
			e->met++;
			fits = true;
		}
	}
	if (fits || (strictness != STRICT_FACTS && !is_listed(fixture, sum)))
		return 0;
	const int *b = sum->launch->block;
	printf("%s:%d: got %s %" PRId64 "/%" PRId64 " %s block %d,%d,%d in %s\n", fixture->path, sum->line, access_kind_name(sum->kind),
	       sum->wavefronts, sum->ideal, certainty_name(sum->certainty), b[0], b[1], b[2], sum->launch->kernel->name);
	return 1;
}

static int check_facts(Arena *arena, Fixture *fixture, const Analysis *analysis, Strictness strictness)
{
	Sums sums = { 0 };
	int bad = 0;
	sum_facts(arena, analysis, &sums);
	for (int i = 0; i < sums.n; i++)
		bad += check_sum(fixture, &sums.at[i], strictness);
	for (int i = 0; i < fixture->facts.n; i++) {
		const ExpectedFact *e = &fixture->facts.at[i];
		if (e->met)
			continue;
		printf("%s:%d: expected %s %" PRId64 "/%" PRId64 " %s\n", fixture->path, e->line, e->op, e->wavefronts, e->ideal,
		       e->certainty ? e->certainty : "");
		bad++;
	}
	return bad;
}

/* --- the fixture ------------------------------------------------------------------------------ */

static int check_status(const Fixture *fixture, const Analysis *analysis)
{
	int status = analysis->incomplete ? 3 : 0;
	for (int i = 0; !status && i < analysis->diags.n; i++)
		if (analysis->diags.at[i].severity >= SEV_WARNING)
			status = 1;
	int expected = fixture->exit_status;
	if (expected < 0 ? status != 3 : status == expected)
		return 0;
	printf("%s: exit status %d, not %s\n", fixture->path, status,
	       expected < 0 ? "0 or 1" : (const char *[]){ "0", "1", "2", "3" }[expected & 3]);
	for (int i = 0; i < analysis->unit->n_problems; i++)
		printf("    compiler, line %d: %s\n", analysis->unit->problems[i].loc.line, analysis->unit->problems[i].message);
	return 1;
}

int fixture_check(Arena *arena, Fixture *fixture, const Analysis *analysis, Strictness strictness)
{
	return check_status(fixture, analysis) + check_diags(fixture, analysis, strictness) +
	       check_facts(arena, fixture, analysis, strictness);
}
