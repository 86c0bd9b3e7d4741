#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/paths.h"
#include "config/config.h"

enum { MAX_FILES = 32 };

/* The configurations that inherit from one another, the nearest first. */
typedef struct Chain {
	Arena *arena;
	const ConfigKnown *known;
	const char *paths[MAX_FILES], *texts[MAX_FILES];
	size_t sizes[MAX_FILES];
	int n;
} Chain;

static bool is_file(const char *path)
{
	struct stat st;
	return stat(path, &st) == 0 && !S_ISDIR(st.st_mode);
}

static const char *config_path(Arena *arena, const char *folder)
{
	return arena_printf(arena, "%s/" CONFIG_NAME, strcmp(folder, "/") == 0 ? "" : folder);
}

/* The nearest configuration in the folder or above it, or NULL. */
static const char *find_up(Arena *arena, const char *folder)
{
	for (;; folder = path_parent(arena, folder)) {
		const char *path = config_path(arena, folder);
		if (is_file(path))
			return path;
		if (strcmp(folder, "/") == 0)
			return NULL;
	}
}

static const char *user_config(Arena *arena)
{
	const char *base = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
	const char *path = base && base[0] == '/' ? arena_printf(arena, "%s/smemlint/config.yaml", base)
			   : home && *home        ? arena_printf(arena, "%s/.config/smemlint/config.yaml", home)
						  : NULL;
	return path && is_file(path) ? path : NULL;
}

/* Adds a file to the chain; whether it inherits. */
static bool add_file(Chain *chain, const char *path, ConfigProblems *problems)
{
	Config probe = { 0 };
	ConfigProblems ignored = { 0 };
	size_t size;
	const char *text = chain->n < MAX_FILES ? file_bytes(chain->arena, path, &size) : NULL;
	if (!text) {
		const char *why = chain->n < MAX_FILES ? file_error() : "too many configurations inherit from one another";
		vec_push(chain->arena, problems, ((ConfigProblem){ { path, 1, 1 }, arena_strdup(chain->arena, why) }));
		return false;
	}
	chain->paths[chain->n] = path;
	chain->texts[chain->n] = text;
	chain->sizes[chain->n++] = size;
	return config_read(chain->arena, path, text, size, chain->known, &probe, &ignored);
}

static bool has_file(const Chain *chain, const char *path)
{
	for (int i = 0; i < chain->n; i++)
		if (strcmp(chain->paths[i], path) == 0)
			return true;
	return false;
}

const Config *config_own(Arena *arena, const ConfigKnown *known)
{
	Config *own = arena_new_of(arena, Config);
	ConfigProblems ignored = { 0 };
	size_t size;
	const char *user = user_config(arena), *text = user ? file_bytes(arena, user, &size) : NULL;
	if (text)
		config_read(arena, user, text, size, known, own, &ignored);
	return own;
}

static void refuse(const Chain *chain, const char *key, ConfigPlace from, ConfigProblems *problems)
{
	const char *user = user_config(chain->arena);
	if (from.path && (!user || strcmp(from.path, user) != 0))
		vec_push(chain->arena, problems,
			 ((ConfigProblem){ from, arena_printf(chain->arena,
							      "'%s' counts in your own configuration only (~/.config/smemlint/config.yaml)",
							      key) }));
}

/* A project must not say which programs are trusted, nor that any are run, nor which server is talked to: only the user's own file counts, and always. */
static void read_own(Chain *chain, Config *config, ConfigProblems *problems)
{
	const Config *own = config_own(chain->arena, chain->known);
	for (int i = 0; i < config->compilers.n; i++)
		refuse(chain, "compilers", config->compilers.at[i].from, problems);
	refuse(chain, "codegen", config->codegen.from, problems);
	refuse(chain, "remote-cache", config->remote_cache.from, problems);
	config->compilers = own->compilers;
	config->codegen = own->codegen;
	config->remote_cache = own->remote_cache;
}

const Config *config_load(Arena *arena, const char *folder, const char *file, const ConfigKnown *known, ConfigProblems *problems)
{
	Chain chain = { .arena = arena, .known = known };
	Config *config = arena_new_of(arena, Config);
	const char *path = file ? path_from_root(arena, file) : find_up(arena, folder);
	bool inherits = true;
	while (inherits && path) {
		inherits = add_file(&chain, path, problems);
		folder = path_parent(arena, path);
		path = strcmp(folder, "/") == 0 ? NULL : find_up(arena, path_parent(arena, folder));
	}
	const char *user = inherits ? user_config(arena) : NULL;
	if (user && !has_file(&chain, user))
		add_file(&chain, user, problems);
	for (int i = chain.n - 1; i >= 0; i--)
		config_read(arena, chain.paths[i], chain.texts[i], chain.sizes[i], known, config, problems);
	read_own(&chain, config, problems);
	return config;
}
