#include "lsp/rule_link.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/json.h"
#include "lsp/uri.h"

/* Relative to the program's folder: installed, then in build folders. */
static const char *const places[] = {
	"../share/doc/smemlint/rules",
	"../docs/rules",
	"../../docs/rules",
	"../../../docs/rules",
};

static json_t *page_at(const char *folder, const char *place, const char *rule)
{
	char path[PATH_MAX * 2];
	snprintf(path, sizeof path, "%s/%s/%s.md", folder, place, rule);
	char *real = realpath(path, NULL), *uri = real ? uri_of(real) : NULL;
	json_t *link = uri ? json_text(uri) : NULL;
	free(real);
	free(uri);
	return link;
}

json_t *rule_link(const char *rule)
{
	char program[PATH_MAX] = "";
	const ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
	char *slash = n > 0 ? strrchr(program, '/') : NULL;
	json_t *link = NULL;
	if (slash)
		*slash = 0;
	for (size_t i = 0; slash && !link && i < sizeof places / sizeof *places; i++)
		link = page_at(program, places[i], rule);
	return link ? link : json_sprintf("smemlint:explain/%s", rule);
}
