/* Each rule has a page in docs/rules/, which scripts/make-rule-docs.sh writes, and fixtures. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cli/explain.h"
#include "fixture.h"

static Buf read_file(const char *path)
{
	Buf text = { 0 };
	char chunk[4096];
	FILE *file = fopen(path, "rb");
	if (!file)
		fail_msg("%s is missing; run scripts/make-rule-docs.sh", path);
	for (size_t n; (n = fread(chunk, 1, sizeof chunk, file)) > 0;)
		buf_add(&text, chunk, n);
	fclose(file);
	return text;
}

static void test_pages_are_current(void **state)
{
	(void)state;
	for (int i = 0; i < N_RULES; i++) {
		char path[512];
		Buf page = { 0 };
		snprintf(path, sizeof path, "docs/rules/%s.md", all_rules[i]->name);
		Buf text = read_file(path);
		explain_rule(&page, all_rules[i]);
		if (strcmp(text.s, page.s) != 0)
			fail_msg("%s is outdated; run scripts/make-rule-docs.sh", path);
		buf_free(&text);
		buf_free(&page);
	}
}

static void test_rules_are_in_the_index(void **state)
{
	(void)state;
	Buf index = read_file("docs/README.md");
	for (int i = 0; i < N_RULES; i++) {
		char link[256];
		snprintf(link, sizeof link, "(rules/%s.md)", all_rules[i]->name);
		if (!strstr(index.s, link))
			fail_msg("docs/README.md does not link %s", link);
	}
	buf_free(&index);
}

static int is_page(const struct dirent *entry)
{
	return strstr(entry->d_name, ".md") != NULL;
}

static void test_no_page_without_a_rule(void **state)
{
	(void)state;
	struct dirent **pages;
	int n = scandir("docs/rules", &pages, is_page, alphasort);
	if (n != N_RULES)
		fail_msg("docs/rules has %d pages of %d rules; run scripts/make-rule-docs.sh", n, N_RULES);
	for (int i = 0; i < n; i++) {
		pages[i]->d_name[strcspn(pages[i]->d_name, ".")] = 0;
		assert_non_null(rule_find(pages[i]->d_name));
		free(pages[i]);
	}
	free(pages);
}

/* Whether all that the fixture expects is found, and a finding of the rule is among it. */
static bool shows(Arena *arena, const char *path, const Rule *rule)
{
	Fixture *fixture = fixture_read(arena, path);
	fixture->options.cuda_path = "none";
	if (fixture->broken || fixture_check(arena, fixture, analyze(arena, &fixture->options), STRICT_DIAGS) != 0)
		return false;
	for (int i = 0; i < fixture->expected.n; i++)
		if (fixture->expected.at[i].met && strcmp(fixture->expected.at[i].rule, rule->name) == 0)
			return true;
	return false;
}

static void test_every_rule_has_fixtures(void **state)
{
	(void)state;
	for (int i = 0; i < N_RULES; i++) {
		if (!all_rules[i]->claims)
			continue; /* of comments, not of kernels: tests/test_nolint.c */
		Arena *arena = arena_new();
		Paths paths = { 0 };
		bool shown = false;
		fixture_find(arena, arena_printf(arena, "testdata/rules/%s", all_rules[i]->name), &paths);
		for (int p = 0; p < paths.list.n && !shown; p++)
			shown = shows(arena, paths.list.at[p], all_rules[i]);
		arena_free(arena);
		if (!shown)
			fail_msg("no fixture in testdata/rules/%s/ shows a finding of it", all_rules[i]->name);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_pages_are_current),
		cmocka_unit_test(test_rules_are_in_the_index),
		cmocka_unit_test(test_no_page_without_a_rule),
		cmocka_unit_test(test_every_rule_has_fixtures),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
