#include "filter/headers.h"

#include <regex.h>
#include <string.h>

#include "base/paths.h"
#include "core/libraries.h"

const char *headers_problem(Arena *arena, const HeaderChoice *choice)
{
	regex_t regex;
	char why[256];
	int error = choice->pattern ? regcomp(&regex, choice->pattern, REG_EXTENDED | REG_NOSUB) : 0;
	if (!choice->pattern)
		return NULL;
	if (!error) {
		regfree(&regex);
		return NULL;
	}
	regerror(error, &regex, why, sizeof why);
	return arena_strdup(arena, why);
}

static bool is_named(Arena *arena, const HeaderChoice *choice, const char *path)
{
	for (int i = 0; i < choice->n_named; i++)
		if (strcmp(path_from_root(arena, choice->named[i]), path) == 0)
			return true;
	return false;
}

typedef struct Filter {
	Sieve *sieve;
	const HeaderChoice *choice;
	const char *file;     /* the source */
	const regex_t *regex; /* or NULL */
} Filter;

static bool is_shown(const Filter *f, const Finding *finding)
{
	Arena *arena = f->sieve->arena;
	if (!finding->place.path)
		return true;
	const char *path = path_from_root(arena, finding->place.path);
	if (strcmp(path, f->file) == 0 || is_named(arena, f->choice, path))
		return true;
	if (f->regex)
		return regexec(f->regex, path, 0, NULL, 0) == 0;
	return !f->choice->root || libraries_same_project(arena, f->choice->root, f->file, path);
}

void headers_filter(Sieve *sieve, const HeaderChoice *choice)
{
	regex_t regex;
	const char *pattern = choice->pattern;
	const bool has_regex = pattern && regcomp(&regex, pattern, REG_EXTENDED | REG_NOSUB) == 0;
	const char *file = path_from_root(sieve->arena, sieve->report->file);
	const Filter f = { sieve, choice, file, has_regex ? &regex : NULL };
	for (int i = 0; i < sieve->report->findings.n; i++)
		if (sieve_has(sieve, i) && !is_shown(&f, &sieve->report->findings.at[i]))
			sieve_leave_out(sieve, i, LEFT_HEADER);
	if (has_regex)
		regfree(&regex);
}
