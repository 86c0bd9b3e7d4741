/* Which #include lines sources are found to share. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/paths.h"
#include "files.h"
#include "project/leading.h"

typedef struct Project {
	char folder[sizeof TEST_FOLDER];
	Arena *arena;
	Names files;
} Project;

static Project begin(void)
{
	Project p = { .folder = TEST_FOLDER, .arena = arena_new() };
	make_folder(p.folder);
	return p;
}

static void add(Project *p, const char *text)
{
	const char *name = arena_printf(p->arena, "%d.cu", p->files.n);
	make_file(p->folder, name, arena_printf(p->arena, "/* a source */\n%s\nint code;\n", text));
	vec_push(p->arena, &p->files, path_join(p->arena, p->folder, name));
}

/* What file i is given; "": nothing. */
static void expect(const Project *p, int i, const char *text)
{
	const char *found = leading_shared(p->arena, &p->files)[i].text;
	assert_string_equal(found ? found : "", text);
}

static void end(Project *p)
{
	remove_folder(p->folder);
	arena_free(p->arena);
}

#define HEADER "#include \"big.h\"\n"
#define LONG HEADER "#include <big/gemm.h>\n"

static void test_the_same(void **state)
{
	Project p = begin();
	(void)state;
	for (int i = 0; i < 4; i++)
		add(&p, "#include <vector>\n" LONG);
	add(&p, "#include \"other.h\"");
	expect(&p, 0, "#include <vector>\n" LONG);
	expect(&p, 4, "");
	end(&p);
}

static void test_too_few(void **state)
{
	Project p = begin();
	(void)state;
	for (int i = 0; i < 3; i++)
		add(&p, LONG);
	expect(&p, 0, "");
	end(&p);
}

/* Those of the standard library that all have in front come first, by name; not what a source has only further down. */
static void test_standard_headers(void **state)
{
	Project p = begin();
	(void)state;
	add(&p, "#include <vector>\n#include <map>\n#include <iostream>\n" LONG);
	add(&p, "#include <iostream>\n#include <vector> // of C++\n" HEADER "#include <map>\n#include <big/gemm.h>\n");
	add(&p, "#include <vector>\n#include <iostream>\n" HEADER "#include <set>\n#include <map>\n#include <big/gemm.h>\n");
	add(&p, "#include <iostream>\n#include <vector>\n#include <vector>\n#include <map>\n" LONG "#include <set>\n");
	for (int i = 0; i < 4; i++)
		expect(&p, i, "#include <iostream>\n#include <vector>\n" LONG);
	end(&p);
}

/* <cassert> is another one wherever it stands. */
static void test_assert(void **state)
{
	Project p = begin();
	(void)state;
	for (int i = 0; i < 4; i++)
		add(&p, i % 2 ? "#include <cassert>\n" LONG : LONG);
	expect(&p, 0, "");
	end(&p);
}

/* A longer one that four have is worth more than one line, which the others keep. */
static void test_longer(void **state)
{
	Project p = begin();
	(void)state;
	for (int i = 0; i < 10; i++)
		add(&p, i < 4 ? LONG "#include <big/a.h>\n#include <big/b.h>\n#include <big/c.h>\n" : HEADER);
	expect(&p, 3, LONG "#include <big/a.h>\n#include <big/b.h>\n#include <big/c.h>\n");
	expect(&p, 4, HEADER);
	expect(&p, 9, HEADER);
	end(&p);
}

/* Quoted names that stand beside the sources are those of their folder. */
static void test_folders(void **state)
{
	Project p = begin();
	(void)state;
	make_file(p.folder, "big.h", "");
	for (int i = 0; i < 4; i++)
		add(&p, LONG);
	const Leading *leading = leading_shared(p.arena, &p.files);
	assert_string_equal(leading[0].text, LONG);
	assert_string_equal(leading[0].folder, p.folder);
	end(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_the_same), cmocka_unit_test(test_too_few), cmocka_unit_test(test_standard_headers),
		cmocka_unit_test(test_assert),   cmocka_unit_test(test_longer),  cmocka_unit_test(test_folders),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
