#include "filter/headers.h"

#include <regex.h>
#include <string.h>
#include <unistd.h>

#include "base/paths.h"

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

/* The folder above a file that holds .git, or NULL. */
static const char *root_of(Arena *arena, const char *file)
{
	const char *folder = file;
	while (strcmp(folder, "/") != 0) {
		folder = path_parent(arena, folder);
		if (access(arena_printf(arena, "%s/.git", folder), F_OK) == 0)
			return folder;
	}
	return NULL;
}

static bool is_below(const char *folder, const char *path)
{
	size_t n = strlen(folder);
	return strcmp(folder, "/") == 0 || (strncmp(path, folder, n) == 0 && path[n] == '/');
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
	const char *file, *root; /* the source, and its project or NULL */
	const regex_t *regex;    /* or NULL */
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
	return !f->root || is_below(f->root, path);
}

void headers_filter(Sieve *sieve, const HeaderChoice *choice)
{
	regex_t regex;
	const char *pattern = choice->pattern;
	const bool has_regex = pattern && regcomp(&regex, pattern, REG_EXTENDED | REG_NOSUB) == 0;
	const char *file = path_from_root(sieve->arena, sieve->report->file);
	const Filter f = { sieve, choice, file, root_of(sieve->arena, file), has_regex ? &regex : NULL };
	for (int i = 0; i < sieve->report->findings.n; i++)
		if (sieve_has(sieve, i) && !is_shown(&f, &sieve->report->findings.at[i]))
			sieve_leave_out(sieve, i, LEFT_HEADER);
	if (has_regex)
		regfree(&regex);
}
