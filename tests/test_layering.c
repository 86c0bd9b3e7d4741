/* Who may include whom, and who keeps no state: the shape of docs/architecture.md, held. */
#include <setjmp.h>
#include <stdbool.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <dirent.h>

#include <cmocka.h>

/* Folders, and what their sources may include of the project.  The files directly in analyzer/ put the
 * parts together and may include everything. */
static const struct Layer {
	const char *folder, *allowed; /* words between spaces */
} layers[] = {
	{ "analyzer/base", " base " },
	{ "analyzer/core", " base core " },
	{ "analyzer/config", " base core config block.h " },
	{ "analyzer/filter", " base core filter " },
	{ "analyzer/ir", " base core ir " },
	{ "analyzer/banks", " base banks " },
	{ "analyzer/frontend", " base core ir frontend " },
	{ "analyzer/eval", " base core ir banks eval " },
	{ "analyzer/toolchain", " base toolchain " },
	{ "analyzer/codegen", " base core ir banks eval toolchain codegen " },
	{ "analyzer/fix", " base core ir banks eval fix " },
	{ "rules", " base core ir banks eval fix rules " },
	{ "analyzer/verify", " base core ir banks eval toolchain verify " },
	{ "analyzer/verify/cpu", " base banks verify " },
	{ "analyzer/lsp", " base core ir banks eval fix rules report frontend lsp analyze.h fixes.h project.h includer.h folder.h options.h configuring.h sifting.h " },
	{ "analyzer/report", " base core ir banks eval fix rules verify report analyze.h stats.h stats.def " },
};
enum { N_LAYERS = sizeof layers / sizeof *layers };

static int bad;

static void complain(const char *path, int line, const char *text, const char *why)
{
	printf("%s:%d: %s: %s\n", path, line, why, text);
	bad++;
}

/* --- walking ---------------------------------------------------------------------------------- */

typedef void (*LineCheck)(const char *path, int line, char *text, const void *with);

static void each_line(const char *path, LineCheck check, const void *with)
{
	FILE *file = fopen(path, "r");
	char *text = NULL;
	size_t size = 0;
	assert_non_null(file);
	for (int line = 1; getline(&text, &size, file) >= 0; line++) {
		text[strcspn(text, "\n")] = 0;
		check(path, line, text, with);
	}
	free(text);
	fclose(file);
}

static int is_source(const struct dirent *entry)
{
	const char *dot = strrchr(entry->d_name, '.');
	return dot && (strcmp(dot, ".c") == 0 || strcmp(dot, ".h") == 0 || strcmp(dot, ".def") == 0);
}

static int each_file(const char *folder, LineCheck check, const void *with)
{
	struct dirent **entries;
	int n = scandir(folder, &entries, is_source, alphasort);
	for (int i = 0; i < n; i++) {
		char path[4096];
		snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
		each_line(path, check, with);
		free(entries[i]);
	}
	if (n >= 0)
		free(entries);
	return n;
}

/* --- includes --------------------------------------------------------------------------------- */

/* The included name in `#include "name"` or <name>, or NULL. */
static char *included(char *text, char *quote)
{
	if (strncmp(text, "#include ", 9) != 0)
		return NULL;
	*quote = text[9];
	text[10 + strcspn(text + 10, "\">")] = 0;
	return text + 10;
}

static void check_include(const char *path, int line, char *text, const void *with)
{
	const struct Layer *layer = with;
	char quote, word[128];
	const char *name = included(text, &quote);
	if (!name || quote != '"')
		return;
	snprintf(word, sizeof word, " %.*s ", (int)strcspn(name, "/"), name);
	if (!strstr(layer->allowed, word))
		complain(path, line, name, "this folder must not include");
}

static void test_layers(void **state)
{
	(void)state;
	bad = 0;
	for (int i = 0; i < N_LAYERS; i++)
		assert_true(each_file(layers[i].folder, check_include, &layers[i]) > 0);
	assert_int_equal(bad, 0);
}

/* A library that only some may know. */
static const struct Library {
	const char *header, *users; /* users: path prefixes between spaces */
} libraries[] = {
	{ "clang-c/", " analyzer/frontend/ " },
	{ "llvm-c/", " analyzer/verify/cpu/ " },
	{ "yaml.h", " analyzer/config/ analyzer/report/fixes_yaml " },
	{ "jansson", " analyzer/base/json analyzer/filter/baseline analyzer/frontend/compdb analyzer/report/ analyzer/lsp/ analyzer/verify/ " },
};

static bool is_user(const struct Library *library, const char *path)
{
	char users[256], *save = NULL;
	snprintf(users, sizeof users, "%s", library->users);
	for (char *word = strtok_r(users, " ", &save); word; word = strtok_r(NULL, " ", &save))
		if (strncmp(path, word, strlen(word)) == 0)
			return true;
	return false;
}

static void check_library(const char *path, int line, char *text, const void *with)
{
	const struct Library *library = with;
	char quote;
	const char *name = included(text, &quote);
	if (name && strncmp(name, library->header, strlen(library->header)) == 0 && !is_user(library, path))
		complain(path, line, name, "only some folders may include");
}

static const char *const folders[] = {
	"analyzer", "analyzer/base", "analyzer/core", "analyzer/config", "analyzer/filter", "analyzer/ir", "analyzer/banks", "analyzer/frontend",
	"analyzer/eval", "analyzer/fix", "analyzer/report", "analyzer/lsp", "analyzer/verify", "rules",
};

static void each_source(LineCheck check, const void *with)
{
	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
		each_file(folders[i], check, with);
}

static void test_libraries(void **state)
{
	(void)state;
	bad = 0;
	for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++)
		each_source(check_library, &libraries[i]);
	assert_int_equal(bad, 0);
}

/* --- state and process ------------------------------------------------------------------------ */

/* A variable with static storage that is not const: `static` and no parameter list before = or ;. */
static void check_state(const char *path, int line, char *text, const void *with)
{
	(void)with;
	const char *at = text + strspn(text, " \t");
	if (strncmp(at, "static ", 7) != 0 || strstr(at, "const"))
		return;
	size_t end = strcspn(at, "=;[");
	if (!memchr(at, '(', end))
		complain(path, line, at, "a rule keeps no state");
}

static void test_rules_keep_no_state(void **state)
{
	(void)state;
	bad = 0;
	assert_true(each_file("rules", check_state, NULL) > 0);
	assert_int_equal(bad, 0);
}

/* Only main() ends the process, and the arena where memory is out. */
static void check_exit(const char *path, int line, char *text, const void *with)
{
	(void)with;
	static const char *const calls[] = { "\texit(", " exit(", "abort()", "_exit(" };
	if (strncmp(path, "analyzer/base/", 14) == 0 || strcmp(path, "analyzer/cli/main.c") == 0)
		return;
	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
		if (strstr(text, calls[i]))
			complain(path, line, text, "only main ends the process");
}

static void test_nobody_exits(void **state)
{
	(void)state;
	bad = 0;
	each_source(check_exit, NULL);
	assert_int_equal(bad, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_layers),
		cmocka_unit_test(test_libraries),
		cmocka_unit_test(test_rules_keep_no_state),
		cmocka_unit_test(test_nobody_exits),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
