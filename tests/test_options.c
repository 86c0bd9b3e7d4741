/* Parsing of the command line, and --help. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "options/options.h"
#include "report/formats.h"

enum { MAX_WORDS = 16 };

typedef struct Parsed {
	Arena *arena;
	bool good;
	Options options;
	Buf error;
} Parsed;

/* Splits at spaces. */
static Parsed parse(const char *line)
{
	Parsed p = { .arena = arena_new() };
	char *argv[MAX_WORDS] = { "smemlint" }, *save = NULL;
	int argc = 1;
	for (char *w = strtok_r(arena_strdup(p.arena, line), " ", &save); w; w = strtok_r(NULL, " ", &save))
		argv[argc++] = w;
	char **copy = arena_dup(p.arena, argv, sizeof argv);
	p.good = options_parse(p.arena, argc, copy, &p.options, &p.error);
	return p;
}

static void release(Parsed *p)
{
	buf_free(&p->error);
	arena_free(p->arena);
}

static void test_files_and_flags(void **state)
{
	(void)state;
	Parsed p = parse("--map a.cu --block 32,8 b.cu -- -DX=1 --map");
	assert_true(p.good);
	assert_int_equal(p.options.command, CMD_LINT);
	assert_int_equal(p.options.n_files, 2);
	assert_string_equal(p.options.files[1], "b.cu");
	assert_int_equal(p.options.n_flags, 2);
	assert_string_equal(p.options.flags[1], "--map");
	assert_true(p.options.map);
	assert_int_equal(p.options.block[0], 32);
	assert_int_equal(p.options.block[1], 8);
	assert_int_equal(p.options.block[2], 1);
	release(&p);
}

static void test_commands(void **state)
{
	(void)state;
	Parsed p = parse("facts --arch=sm_80 --cuda-path none a.cu");
	assert_true(p.good);
	assert_int_equal(p.options.command, CMD_FACTS);
	assert_string_equal(p.options.arch, "sm_80");
	assert_string_equal(p.options.cuda_path, "none");
	release(&p);
	p = parse("a.cu facts");
	assert_int_equal(p.options.command, CMD_LINT);
	assert_int_equal(p.options.n_files, 2);
	release(&p);
}

/* Options end at the compiler's name. */
static void test_launch(void **state)
{
	(void)state;
	const char *const lines[] = { "launch --map --arch sm_80 nvcc --map -c a.cu", "launch --map --arch sm_80 -- nvcc --map -c a.cu" };
	for (int i = 0; i < 2; i++) {
		Parsed p = parse(lines[i]);
		assert_true(p.good && p.options.map && !p.options.fail_build);
		assert_int_equal(p.options.n_files, 0);
		assert_int_equal(p.options.n_flags, 4);
		assert_string_equal(p.options.flags[0], "nvcc");
		assert_string_equal(p.options.flags[1], "--map");
		release(&p);
	}
	Parsed p = parse("--fail-build a.cu");
	assert_false(p.good);
	release(&p);
}

static void test_choices(void **state)
{
	(void)state;
	Parsed p = parse("--format=json --color never a.cu");
	assert_true(p.good);
	assert_int_equal(p.options.format, FORMAT_JSON);
	assert_int_equal(p.options.color, COLOR_NEVER);
	release(&p);
}

static void test_errors(void **state)
{
	(void)state;
	static const struct {
		const char *line, *says;
	} rows[] = {
		{ "--formt=json a.cu", "did you mean '--format'?" },
		{ "--format=xml a.cu", "expects text|json|" },
		{ "--format", "needs an argument: text|json|" },
		{ "--format -- -DX", "needs an argument" },
		{ "--map=1 a.cu", "takes no argument" },
		{ "--block 0 a.cu", "has no threads" },
		{ "--block 2048 a.cu", "2048 threads, more than 1024" },
		{ "--block 99999999999,99999999999 a.cu", "more than 1024 threads" },
		{ "--block 32x8 a.cu", "expects X[,Y[,Z]]" },
		{ "--block 1,1,1,1 a.cu", "expects X[,Y[,Z]]" },
		{ "--block 1,1,128 a.cu", "a z of 128, more than 64" },
		{ "-I inc a.cu", "the compiler's flags go after '--'" },
		{ "facts --map a.cu", "unknown option '--map'" },
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		Parsed p = parse(rows[i].line);
		assert_false(p.good);
		if (!strstr(p.error.s, rows[i].says))
			fail_msg("%s: '%s' does not say '%s'", rows[i].line, p.error.s, rows[i].says);
		release(&p);
	}
}

static void test_help_names_every_option(void **state)
{
	(void)state;
	Buf text[CMD_COUNT] = { { 0 } };
	for (int i = 0; i < CMD_COUNT; i++)
		options_help(&text[i], (CommandId)i, false);
	Buf all = { 0 };
	for (int i = 0; i < CMD_COUNT; i++)
		buf_puts(&all, text[i].s);
#define OPTION(field, kind, spelling, argument, group, commands, brief, help) assert_non_null(strstr(all.s, spelling));
#include "options/options.def"
#undef OPTION
	buf_free(&all);
	for (int i = 0; i < CMD_COUNT; i++)
		buf_free(&text[i]);
}

/* Two screens of 24 lines of 80 columns. */
static void test_help_fits_two_screens(void **state)
{
	(void)state;
	for (int i = 0; i < CMD_COUNT; i++) {
		Buf text = { 0 };
		int lines = 0;
		options_help(&text, (CommandId)i, false);
		for (const char *line = text.s; *line; line += strcspn(line, "\n") + 1, lines++)
			assert_true(strcspn(line, "\n") <= 80);
		assert_true(lines <= 48);
		buf_free(&text);
	}
}

static void test_help_describes_the_exit_status(void **state)
{
	(void)state;
	static const char *const statuses[CMD_COUNT] = {
		[CMD_LINT] = "1 findings",    [CMD_FACTS] = "0 done, 2", [CMD_MAP] = "0 done, 2",   [CMD_BANKS] = "0 done, 2",
		[CMD_VERIFY] = "1 one is, 2", [CMD_LSP] = "1 otherwise", [CMD_MERGE] = "0 done, 2", [CMD_LAUNCH] = "the compiler's",
	};
	for (int i = 0; i < CMD_COUNT; i++) {
		Buf text = { 0 };
		options_help(&text, (CommandId)i, true);
		const char *line = strstr(text.s, "\nExit status: ");
		assert_non_null(line);
		assert_non_null(strstr(line, statuses[i]));
		buf_free(&text);
	}
}

static void test_nearest_word(void **state)
{
	(void)state;
	const char *const words[] = { "--map", "--stats", "--format" };
	assert_string_equal(nearest_word("--stat", words, 3), "--stats");
	assert_null(nearest_word("--quite-another-thing", words, 3));
}

static void test_limits(void **state)
{
	(void)state;
	const PoolLimits usual = options_limits(&(Options){ 0 }), given = options_limits(&(Options){ .timeout = 7, .memory_limit = 2 });
	assert_int_equal(usual.seconds, 60);
	assert_int_equal(usual.bytes, 4ll << 30);
	assert_int_equal(given.seconds, 7);
	assert_int_equal(given.bytes, 2ll << 30);
	assert_int_equal(options_limits(&(Options){ .diff = true }).seconds, 300);
	assert_int_equal(options_limits(&(Options){ .fix = true, .timeout = 7 }).seconds, 7);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_files_and_flags),
		cmocka_unit_test(test_commands),
		cmocka_unit_test(test_launch),
		cmocka_unit_test(test_choices),
		cmocka_unit_test(test_errors),
		cmocka_unit_test(test_help_names_every_option),
		cmocka_unit_test(test_help_fits_two_screens),
		cmocka_unit_test(test_help_describes_the_exit_status),
		cmocka_unit_test(test_nearest_word),
		cmocka_unit_test(test_limits),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
