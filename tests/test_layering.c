/* Which folder may use which, and who keeps no state: the floors of docs/developers/architecture.md, held. */
#include <setjmp.h>
#include <stdbool.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <dirent.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/vec.h"

/* Every folder with sources, from the top floor down.  A folder uses itself and folders that stand below it, and of them
 * only those that are named: by an include, or by a call or a variable that the linker resolves. */
static const struct Room {
	const char *name, *uses; /* words between spaces */
} rooms[] = {
	{ "cli",
	  " driver lsp examine project report report/maps report/merge analysis rules verify/backends verify/verdict verify/table "
	  "fix/layouts "
	  "eval/facts "
	  "options database "
	  "config toolchain core cute banks base " },
	{ "driver", " cache examine project report options filter toolchain core base " },
	{ "cache", " cache/remote examine report analysis frontend options database prelude base " },
	{ "lsp", " examine project report report/maps analysis rules fix/layouts eval/facts frontend options prelude core base " },
	{ "examine", " project report analysis codegen rules fix/layouts options database config filter ir toolchain core base " },
	{ "project", " analysis rules options database config core base " },
	{ "report",
	  " report/maps report/merge analysis rules verify/backends verify/verdict verify/table fix fix/layouts eval/facts eval/value "
	  "options filter ir "
	  "core banks "
	  "base " },
	{ "report/merge", " filter base " },
	{ "report/maps", " fix/layouts eval/facts core banks base " },
	{ "analysis",
	  " eval eval/host eval/assume rules codegen fix/launches fix fix/layouts eval/facts frontend ptx options database ir/bytes "
	  "ir/effects ir/slice ir core base " },
	{ "eval", " eval/cases eval/exec eval/state eval/facts " },
	{ "eval/cases", " eval/exec eval/nvcc eval/facts banks base " },
	{ "eval/host", " eval/exec eval/state eval/facts eval/value ir base " },
	{ "eval/exec", " eval/assume eval/nvcc eval/state eval/cost eval/facts eval/value ir/bytes ir/effects ir/slice ir banks base " },
	{ "eval/assume", " eval/state eval/facts eval/value ir base " },
	{ "eval/nvcc", " eval/state eval/cost eval/facts eval/value ir core banks base " },
	{ "eval/state", " eval/cost eval/facts eval/value ir banks base " },
	{ "eval/cost", " eval/facts eval/value ir core banks base " },
	{ "rules", " fix fix/layouts eval/facts ir core banks base " },
	{ "verify/backends", " verify/cpu verify/table toolchain banks base " },
	{ "verify/cpu", " verify/table ir banks base " },
	{ "verify/verdict", " verify/table eval/facts base " },
	{ "verify/table", " eval/facts ir core banks base " },
	{ "codegen", " eval/facts ptx ir prelude toolchain core banks base " },
	{ "fix/launches", " fix fix/layouts ir core banks base " },
	{ "fix", " fix/layouts eval/facts ir core cute banks base " },
	{ "fix/layouts", " eval/facts eval/value ir core banks base " },
	{ "eval/facts", " eval/value ir core banks base " },
	{ "eval/value", " ir core base " },
	{ "frontend", " lower ast database ir/inline ir/bytes ir/effects ir/slice ir prelude core base " },
	{ "lower", " ast ir prelude core base " },
	{ "ptx", " ir/bytes ir/effects ir core base " },
	{ "options", " ir core base " },
	{ "database", " prelude toolchain base " },
	{ "config", " core base " },
	{ "filter", " core base " },
	{ "ir/bytes", " ir base " },
	{ "ir/slice", " ir/effects ir base " },
	{ "ir/effects", " ir base " },
	{ "ir/inline", " ir base " },
	{ "ir", " core base " },
	{ "prelude", " base " },
	{ "toolchain", " base " },
	{ "cute", " banks base " },
	{ "cache/remote", " base " },
	{ "core", " base " },
	{ "ast", " " },
	{ "banks", " " },
	{ "base", " " },
};
enum { N_ROOMS = sizeof rooms / sizeof *rooms };

static int bad;

static void complain(const char *where, const char *why, const char *what)
{
	printf("%s: %s: %s\n", where, why, what);
	bad++;
}

/* --- the sources ------------------------------------------------------------------------------ */

typedef struct Source {
	const char *path;          /* from the repository's root */
	int room;    /* -1: none */
	VEC(int) includes;         /* other sources */
	VEC(const char *) outside; /* <names> */
} Source;

typedef VEC(Source) Sources;

static Arena *arena;
static Sources sources;

static int find_room(const char *name, size_t n)
{
	for (int i = 0; i < N_ROOMS; i++)
		if (strlen(rooms[i].name) == n && memcmp(rooms[i].name, name, n) == 0)
			return i;
	return -1;
}

static int room_of(const char *path)
{
	const char *from = strncmp(path, "analyzer/", 9) == 0 ? path + 9 : path, *end = strrchr(from, '/');
	return end ? find_room(from, (size_t)(end - from)) : -1;
}

static bool is_source(const char *name)
{
	const char *dot = strrchr(name, '.');
	return dot && (strcmp(dot, ".c") == 0 || strcmp(dot, ".h") == 0 || strcmp(dot, ".def") == 0);
}

/* What is no part of the program that is built: headers of the programs that are analysed, and what is compiled when one is run. */
static bool is_foreign(const char *path)
{
	return strcmp(path, "analyzer/prelude/bundled") == 0 || strcmp(path, "analyzer/verify/cpu/runtime") == 0 ||
	       strcmp(path, "analyzer/verify/cpu/without") == 0;
}

static void list(const char *folder)
{
	struct dirent **entries;
	const int n = is_foreign(folder) ? 0 : scandir(folder, &entries, NULL, alphasort);
	for (int i = 0; i < n; i++) {
		const char *path = arena_printf(arena, "%s/%s", folder, entries[i]->d_name);
		struct stat status;
		if (entries[i]->d_name[0] != '.' && stat(path, &status) == 0 && S_ISDIR(status.st_mode))
			list(path);
		else if (is_source(entries[i]->d_name))
			vec_push(arena, &sources, ((Source){ .path = path, .room = room_of(path) }));
		free(entries[i]);
	}
	if (n > 0)
		free(entries);
}

static int find_source(const char *included)
{
	const char *path = strncmp(included, "rules/", 6) == 0 ? included : arena_printf(arena, "analyzer/%s", included);
	for (int i = 0; i < sources.n; i++)
		if (strcmp(sources.at[i].path, path) == 0)
			return i;
	return -1;
}

typedef void LineCheck(Source *source, int line, char *text);

static void each_line(Source *source, LineCheck *check)
{
	FILE *file = fopen(source->path, "r");
	char *text = NULL;
	size_t size = 0;
	assert_non_null(file);
	for (int line = 1; getline(&text, &size, file) >= 0; line++) {
		text[strcspn(text, "\n")] = 0;
		check(source, line, text);
	}
	free(text);
	fclose(file);
}

static void note_include(Source *source, int line, char *text)
{
	if (strncmp(text, "#include ", 9) != 0)
		return;
	const char quote = text[9], *name = text + 10;
	text[10 + strcspn(name, "\">")] = 0;
	if (quote == '<') {
		vec_push(arena, &source->outside, arena_strdup(arena, name));
		return;
	}
	const int included = find_source(name);
	if (included < 0)
		complain(arena_printf(arena, "%s:%d", source->path, line), "includes what is not there by its path from analyzer/", name);
	else
		vec_push(arena, &source->includes, included);
}

static int read_sources(void **state)
{
	(void)state;
	arena = arena_new();
	list("analyzer");
	list("rules");
	for (int i = 0; i < sources.n; i++)
		each_line(&sources.at[i], note_include);
	return bad;
}

static int forget_sources(void **state)
{
	(void)state;
	arena_free(arena);
	return 0;
}

/* --- floors ----------------------------------------------------------------------------------- */

static bool used[N_ROOMS][N_ROOMS];

static bool may_use(int room, int other)
{
	return room == other || strstr(rooms[room].uses, arena_printf(arena, " %s ", rooms[other].name));
}

static void check_use(const char *where, int room, int other, const char *what)
{
	used[room][other] = true;
	if (!may_use(room, other))
		complain(where, "this folder must not use", what);
}

/* The table itself: what a folder uses has a row, and stands below it. */
static void test_floors(void **state)
{
	(void)state;
	bad = 0;
	for (int i = 0; i < N_ROOMS; i++)
		for (const char *at = rooms[i].uses + strspn(rooms[i].uses, " "); *at; at += strcspn(at, " "), at += strspn(at, " "))
			if (find_room(at, strcspn(at, " ")) <= i)
				complain(rooms[i].name, "must stand above what it uses", at);
	assert_int_equal(bad, 0);
}

static void test_every_folder_has_a_floor(void **state)
{
	(void)state;
	bad = 0;
	assert_true(sources.n > 300);
	for (int i = 0; i < sources.n; i++)
		if (sources.at[i].room < 0)
			complain(sources.at[i].path, "lies in a folder that has no row here", "add it to the table");
	assert_int_equal(bad, 0);
}

static void test_includes(void **state)
{
	(void)state;
	bad = 0;
	for (int i = 0; i < sources.n; i++) {
		const Source *source = &sources.at[i];
		for (int k = 0; k < source->includes.n; k++) {
			const Source *other = &sources.at[source->includes.at[k]];
			check_use(source->path, source->room, other->room, other->path);
		}
	}
	assert_int_equal(bad, 0);
}

/* --- calls ------------------------------------------------------------------------------------ */

typedef struct Symbol {
	const char *name;
	int room;
} Symbol;

typedef VEC(Symbol) Symbols;

static Symbols defined, wanted;

static int by_name(const void *a, const void *b)
{
	return strcmp(((const Symbol *)a)->name, ((const Symbol *)b)->name);
}

/* The source of an object file, whose path is that of its source below the folder of all objects. */
static const Source *source_of(const char *object)
{
	const char *path = object + strlen(SMEMLINT_OBJECTS "/");
	for (int i = 0; i < sources.n; i++)
		if (strncmp(sources.at[i].path, path, strlen(sources.at[i].path)) == 0)
			return &sources.at[i];
	return NULL;
}

/* The symbols that object files define for others, and those that they take from others. */
static void read_symbols(void)
{
	FILE *nm =
		popen("find '" SMEMLINT_OBJECTS "/analyzer' '" SMEMLINT_OBJECTS "/rules' -name '*.o' -print0 | xargs -0 nm -A -P -g", "r");
	char object[4096], name[512], kind;
	assert_non_null(nm);
	while (fscanf(nm, "%4095[^:]: %511s %c%*[^\n] ", object, name, &kind) == 3) {
		const Source *source = source_of(object);
		if (source)
			vec_push(arena, kind == 'U' ? &wanted : &defined, ((Symbol){ arena_strdup(arena, name), source->room }));
	}
	assert_int_equal(pclose(nm), 0);
}

static void test_calls(void **state)
{
	(void)state;
	bad = 0;
	read_symbols();
	assert_true(defined.n > 1000);
	qsort(defined.at, (size_t)defined.n, sizeof *defined.at, by_name);
	for (int i = 0; i < wanted.n; i++) {
		const Symbol *found = bsearch(&wanted.at[i], defined.at, (size_t)defined.n, sizeof *defined.at, by_name);
		if (found)
			check_use(rooms[wanted.at[i].room].name, wanted.at[i].room, found->room, wanted.at[i].name);
	}
	assert_int_equal(bad, 0);
}

/* An allowed dependency that no file has any more would hide the next mistake. */
static void test_nothing_is_allowed_in_vain(void **state)
{
	(void)state;
	bad = 0;
	for (int i = 0; i < N_ROOMS; i++)
		for (int k = i + 1; k < N_ROOMS; k++)
			if (may_use(i, k) && !used[i][k])
				complain(rooms[i].name, "is allowed to use, and does not", rooms[k].name);
	assert_int_equal(bad, 0);
}

/* --- libraries -------------------------------------------------------------------------------- */

/* A library that only some may know, not even through a header of theirs. */
static const struct Library {
	const char *header, *users; /* users: path prefixes between spaces */
} libraries[] = {
	{ "clang-c/", " analyzer/ast/ analyzer/frontend/ analyzer/lower/ analyzer/database/command.c " },
	{ "llvm-c/", " analyzer/verify/cpu/ " },
	{ "yaml.h", " analyzer/config/ analyzer/report/fixes_yaml " },
	{ "hiredis.h", " analyzer/cache/remote/ " },
	{ "curl/curl.h", " analyzer/cache/remote/ " },
	{ "jansson",
	  " analyzer/base/json analyzer/filter/baseline analyzer/database/compdb analyzer/report/ analyzer/lsp/ analyzer/verify/ "
	  "analyzer/cli/cmd_lsp.c analyzer/cli/main.c analyzer/examine/examine.c analyzer/ptx/metadata.c " },
};

static bool is_user(const struct Library *library, const char *path)
{
	for (const char *at = library->users + 1; *at; at += strcspn(at, " ") + 1)
		if (strncmp(path, at, strcspn(at, " ")) == 0)
			return true;
	return false;
}

static bool reaches(int at, const char *header, bool *seen)
{
	const Source *source = &sources.at[at];
	if (seen[at])
		return false;
	seen[at] = true;
	for (int i = 0; i < source->outside.n; i++)
		if (strncmp(source->outside.at[i], header, strlen(header)) == 0)
			return true;
	for (int i = 0; i < source->includes.n; i++)
		if (reaches(source->includes.at[i], header, seen))
			return true;
	return false;
}

static void test_libraries(void **state)
{
	(void)state;
	bad = 0;
	for (size_t l = 0; l < sizeof libraries / sizeof *libraries; l++) {
		int users = 0;
		for (int i = 0; i < sources.n; i++) {
			const bool knows = reaches(i, libraries[l].header, arena_array(arena, bool, sources.n));
			users += knows;
			if (knows && !is_user(&libraries[l], sources.at[i].path))
				complain(sources.at[i].path, "only some folders may include", libraries[l].header);
		}
		assert_true(users > 0);
	}
	assert_int_equal(bad, 0);
}

/* --- state and process ------------------------------------------------------------------------ */

/* Variables that keep state. */
static struct Writable {
	const char *object, *name;
	bool is_found;
} writable[] = {
	{ "analyzer/base/scratch.c", "caught", false }, /* set by a signal handler, */
	{ "analyzer/base/scratch.c", "before", false }, /* which belongs to the process, as do the handlers that it replaces */
	{ "analyzer/base/scratch.c", "depth", false },
	{ "analyzer/frontend/parse.c", "once", false }, /* of pthread_once(), for an environment variable that libclang reads */
};
enum { N_WRITABLE = sizeof writable / sizeof *writable };

static bool is_in(const char *section, const char *name)
{
	const size_t n = strlen(name);
	return strncmp(section, name, n) == 0 && (!section[n] || section[n] == '.');
}

static bool is_writable(const char *section)
{
	return (is_in(section, ".data") && !is_in(section, ".data.rel.ro")) || is_in(section, ".bss") || is_in(section, ".tdata") ||
	       is_in(section, ".tbss") || is_in(section, "*COM*");
}

/* `name`: of a local variable "once.1" or "function.once". */
static bool is_named(const char *name, const char *word)
{
	const char *at = strstr(name, word);
	return at && (at == name || at[-1] == '.') && (!at[strlen(word)] || at[strlen(word)] == '.');
}

/* AddressSanitizer's own, by gcc and by clang. */
static bool is_of_sanitizer(const char *name)
{
	return strncmp(name, "__odr_asan", 10) == 0 || strncmp(name, "___asan_", 8) == 0 || strncmp(name, "__unnamed_", 10) == 0;
}

static void check_variable(const char *object, const char *name)
{
	if (is_of_sanitizer(name))
		return;
	for (int i = 0; i < N_WRITABLE; i++)
		if (strstr(object, writable[i].object) && is_named(name, writable[i].name)) {
			writable[i].is_found = true;
			return;
		}
	complain(object, "the program keeps no state", name);
}

/* Of objdump, since nm does not tell constants that are relocated (.data.rel.ro) from variables. */
static void test_no_state(void **state)
{
	FILE *objdump =
		popen("find '" SMEMLINT_OBJECTS "' '" SMEMLINT_OBJECTS "/../smemlint.dir' -name '*.o' -print0 | xargs -0 objdump -t", "r");
	char *line = NULL, object[4096] = "";
	size_t size = 0;
	int n_objects = 0;
	(void)state;
	bad = 0;
	assert_non_null(objdump);
	while (getline(&line, &size, objdump) > 0) {
		char section[64];
		line[strcspn(line, "\n")] = 0;
		if (strstr(line, ":     file format "))
			n_objects += sscanf(line, "%4095[^:]", object) == 1;
		/* "0000000000000020 l     O .bss\t00000000000001c8 before"; in column 22 sections themselves have a 'd'. */
		else if (strlen(line) > 25 && line[22] != 'd' && sscanf(line + 24, "%63s", section) == 1 && is_writable(section))
			check_variable(object, strrchr(line, ' ') + 1);
	}
	free(line);
	assert_int_equal(pclose(objdump), 0);
	assert_true(n_objects > 200);
	for (int i = 0; i < N_WRITABLE; i++)
		if (!writable[i].is_found)
			complain(writable[i].object, "has no such variable any more", writable[i].name);
	assert_int_equal(bad, 0);
}

/* Only main() ends the process, and the arena where memory is out. */
static void check_exit(Source *source, int line, char *text)
{
	static const char *const calls[] = { "\texit(", " exit(", "abort()", "_exit(" };
	if (strncmp(source->path, "analyzer/base/", 14) == 0 || strcmp(source->path, "analyzer/cli/main.c") == 0)
		return;
	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
		if (strstr(text, calls[i]))
			complain(arena_printf(arena, "%s:%d", source->path, line), "only main ends the process", text);
}

static void check_lines(LineCheck *check)
{
	bad = 0;
	for (int i = 0; i < sources.n; i++)
		each_line(&sources.at[i], check);
	assert_int_equal(bad, 0);
}

static void test_nobody_exits(void **state)
{
	(void)state;
	check_lines(check_exit);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_floors),
		cmocka_unit_test(test_every_folder_has_a_floor),
		cmocka_unit_test(test_includes),
		cmocka_unit_test(test_calls),
		cmocka_unit_test(test_nothing_is_allowed_in_vain),
		cmocka_unit_test(test_libraries),
		cmocka_unit_test(test_no_state),
		cmocka_unit_test(test_nobody_exits),
	};
	return cmocka_run_group_tests(tests, read_sources, forget_sources);
}
