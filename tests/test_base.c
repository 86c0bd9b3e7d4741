/* Arenas, growing arrays and strings, source files, masks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/folder.h"
#include "base/mangled.h"
#include "base/roots.h"
#include "base/vec.h"
#include "base/workers.h"
#include "core/source.h"
#include "eval/value/mask.h"
#include "files.h"

/* --- arena -------------------------------------------------------------------------------------- */

static bool all_zero(const unsigned char *at, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (at[i])
			return false;
	return true;
}

static void arena_memory_is_zeroed_and_aligned(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	for (size_t size = 0; size < 5000; size = size * 3 / 2 + 1) {
		unsigned char *at = arena_alloc(arena, size);
		assert_int_equal((uintptr_t)at % 16, 0);
		assert_true(all_zero(at, size));
		memset(at, 0xa5, size);
	}
	arena_free(arena);
	arena_free(NULL);
}

static void released_memory_is_reused_and_zeroed(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	char *kept = arena_strdup(arena, "kept");
	for (int round = 0; round < 50; round++) {
		ArenaMark mark = arena_mark(arena);
		size_t used = arena_used(arena);
		for (int i = 0; i < 40; i++) {
			unsigned char *at = arena_alloc(arena, 3000);
			assert_true(all_zero(at, 3000));
			memset(at, 0xff, 3000);
		}
		assert_true(arena_used(arena) >= used + 40 * 3000);
		arena_release(arena, mark);
		assert_int_equal(arena_used(arena), used);
	}
	assert_string_equal(kept, "kept");
	arena_free(arena);
}

static void marks_nest_and_may_precede_allocations(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	ArenaMark start = arena_mark(arena);
	assert_int_equal(arena_used(arena), 0);
	arena_alloc(arena, 100000);
	ArenaMark inner = arena_mark(arena);
	size_t used = arena_used(arena);
	arena_alloc(arena, 3 << 20);
	arena_release(arena, inner);
	assert_int_equal(arena_used(arena), used);
	arena_release(arena, start);
	assert_int_equal(arena_used(arena), 0);
	int *one = arena_new_of(arena, int);
	assert_int_equal(*one, 0);
	arena_release(arena, arena_mark(arena));
	assert_true(arena_used(arena) > 0);
	arena_free(arena);
}

static void memory_of_an_adopted_arena_stays_valid(void **state)
{
	(void)state;
	for (int n_before = 0; n_before < 3; n_before++) {
		for (int n_other = 0; n_other < 3; n_other++) {
			Arena *arena = arena_new(), *other = arena_new();
			char *texts[3], *others[3];
			for (int i = 0; i < n_before; i++)
				texts[i] = memset(arena_alloc(arena, 20000), 'a' + i, 20000);
			for (int i = 0; i < n_other; i++)
				others[i] = memset(arena_alloc(other, 20000), 'x' + i, 20000);
			ArenaMark spare = arena_mark(other), mark = arena_mark(arena);
			arena_alloc(other, 1 << 20);
			arena_release(other, spare);
			size_t before = arena_used(arena), used = before + arena_used(other);
			arena_adopt(arena, other);
			assert_int_equal(arena_used(arena), used);
			memset(arena_alloc(arena, 70000), 'z', 70000);
			for (int i = 0; i < n_before; i++)
				assert_true(texts[i][0] == 'a' + i && texts[i][19999] == 'a' + i);
			for (int i = 0; i < n_other; i++)
				assert_true(others[i][0] == 'x' + i && others[i][19999] == 'x' + i);
			arena_release(arena, mark);
			assert_int_equal(arena_used(arena), before);
			arena_free(arena);
		}
	}
}

/* --- workers ------------------------------------------------------------------------------------ */

enum { N_JOBS = 1000 };

static void count_job(void *context, int index, int worker)
{
	int *counts = context;
	if (worker < 0 || worker >= MAX_WORKERS)
		return;
	counts[index] += index + 1;
}

static void every_job_runs_once(void **state)
{
	(void)state;
	for (int n = 0; n <= N_JOBS; n = n * 3 + 1) {
		int counts[N_JOBS] = { 0 };
		workers_run(n, count_job, counts);
		for (int i = 0; i < N_JOBS; i++)
			assert_int_equal(counts[i], i < n ? i + 1 : 0);
	}
}

static void arena_copies_text(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	assert_null(arena_strdup(arena, NULL));
	assert_string_equal(arena_strdup(arena, ""), "");
	assert_string_equal(arena_strndup(arena, "abcdef", 3), "abc");
	assert_string_equal(arena_strndup(arena, "ab", 10), "ab");
	assert_string_equal(arena_printf(arena, "%s-%d", "x", 42), "x-42");
	int numbers[] = { 1, 2, 3 };
	assert_memory_equal(arena_dup(arena, numbers, sizeof numbers), numbers, sizeof numbers);
	arena_free(arena);
}

static void vec_keeps_pushed_items(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	VEC(int) v = { 0 };
	for (int i = 0; i < 1000; i++)
		vec_push(arena, &v, i * 7);
	assert_int_equal(v.n, 1000);
	for (int i = 0; i < 1000; i++)
		assert_int_equal(v.at[i], i * 7);
	arena_free(arena);
}

/* --- buf ---------------------------------------------------------------------------------------- */

static void buf_grows_and_stays_terminated(void **state)
{
	(void)state;
	Buf buf = { 0 };
	buf_puts(&buf, "");
	assert_string_equal(buf.s, "");
	for (int i = 0; i < 300; i++) {
		buf_printf(&buf, "%03d", i);
		buf_putc(&buf, ',');
		assert_int_equal(buf.n, (i + 1) * 4);
		assert_int_equal(strlen(buf.s), buf.n);
	}
	assert_memory_equal(buf.s, "000,001,002,", 12);
	buf_add(&buf, "a\0b", 3);
	assert_int_equal(buf.n, 1203);
	assert_memory_equal(buf.s + 1200, "a\0b", 4);
	buf_free(&buf);
	assert_null(buf.s);
	assert_int_equal(buf.n, 0);
}

static void buf_prints_long_text(void **state)
{
	(void)state;
	char text[1000];
	Buf buf = { 0 };
	memset(text, 'x', sizeof text - 1);
	text[sizeof text - 1] = 0;
	/* Every length around a doubling of the capacity. */
	for (size_t n = 50; n < 270; n++) {
		buf_printf(&buf, "%.*s", (int)n, text);
		assert_int_equal(strlen(buf.s), n);
		buf_free(&buf);
	}
}

/* --- source ------------------------------------------------------------------------------------- */

static void lines_of_text_in_memory(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	SourceSet set = { .arena = arena };
	int file = source_add(&set, "a.cu", false);
	assert_int_equal(source_add(&set, "a.cu", false), file);
	assert_int_not_equal(source_add(&set, "b.cu", true), file);
	const char text[] = "one\r\n\nthree";
	source_set_text(&set, file, text, sizeof text - 1);
	assert_string_equal(source_line(&set, file, 1), "one");
	assert_string_equal(source_line(&set, file, 2), "");
	assert_string_equal(source_line(&set, file, 3), "three");
	assert_null(source_line(&set, file, 4));
	assert_null(source_line(&set, file, 0));
	source_set_text(&set, file, "x\n", 2);
	assert_string_equal(source_line(&set, file, 1), "x");
	assert_null(source_line(&set, file, 2));
	assert_string_equal(source_path(&set, file), "a.cu");
	assert_string_equal(source_path(&set, -1), "<unknown>");
	assert_string_equal(source_path(&set, 99), "<unknown>");
	assert_null(source_line(&set, -1, 1));
	arena_free(arena);
}

static void files_are_read_once(void **state)
{
	(void)state;
	char path[] = "/tmp/smemlint-test-XXXXXX";
	int fd = mkstemp(path);
	assert_true(fd >= 0);
	FILE *out = fdopen(fd, "w");
	for (int i = 0; i < 3000; i++)
		fprintf(out, "line %d\n", i + 1);
	fclose(out);
	Arena *arena = arena_new();
	SourceSet set = { .arena = arena };
	int file = source_add(&set, path, false), none = source_add(&set, "/nonexistent/x.cu", false);
	size_t size;
	const char *text = source_text(&set, file, &size);
	assert_non_null(text);
	assert_int_equal(size, strlen(text));
	assert_string_equal(source_line(&set, file, 3000), "line 3000");
	unlink(path);
	assert_ptr_equal(source_text(&set, file, NULL), text);
	assert_null(source_text(&set, none, &size));
	assert_int_equal(size, 0);
	arena_free(arena);
}

/* --- masks -------------------------------------------------------------------------------------- */

static void masks_of_the_first_lanes(void **state)
{
	(void)state;
	for (int n = 0; n <= MAX_THREADS; n++) {
		Mask m = mask_first(n);
		assert_int_equal(mask_count(&m), n);
		assert_int_equal(mask_lowest(&m), n ? 0 : -1);
		assert_int_equal(mask_empty(&m), n == 0);
		assert_true(n == 0 || mask_has(&m, n - 1));
		assert_true(n == MAX_THREADS || !mask_has(&m, n));
	}
}

static void mask_sets_agree_with_lanes(void **state)
{
	(void)state;
	srand(1);
	for (int round = 0; round < 50; round++) {
		Mask a = mask_none(), b = mask_none();
		for (int i = 0; i < 300; i++) {
			mask_add(&a, rand() % MAX_THREADS);
			mask_add(&b, rand() % MAX_THREADS);
		}
		Mask both = mask_and(a, b), any = mask_or(a, b), only = mask_minus(a, b);
		for (int l = 0; l < MAX_THREADS; l++) {
			assert_int_equal(mask_has(&both, l), mask_has(&a, l) && mask_has(&b, l));
			assert_int_equal(mask_has(&any, l), mask_has(&a, l) || mask_has(&b, l));
			assert_int_equal(mask_has(&only, l), mask_has(&a, l) && !mask_has(&b, l));
			assert_int_equal(mask_warp(&a, l / 32) >> (l % 32) & 1, mask_has(&a, l));
		}
		assert_true(mask_subset(&both, &a) && mask_subset(&a, &any));
		assert_false(mask_subset(&any, &a));
		assert_true(mask_equal(&a, &a));
		assert_false(mask_equal(&a, &any));
		assert_int_equal(mask_count(&any), mask_count(&b) + mask_count(&only));
	}
}

/* clang's name of an anonymous namespace, and nvcc's. */
#define CLANG "12_GLOBAL__N_1"
#define NVCC "41_GLOBAL__N__b0e4b707_9_merges_cu_d7f5ff70"

static void mangled_names_of_two_compilers(void **state)
{
	static const struct {
		const char *a, *b;
		bool same;
	} cases[] = {
		{ "_Z1kPf", "_Z1kPf", true },
		{ "_Z1kPf", "_Z1kPfS_", false },
		{ "", "_ZN12", false },
		{ "_ZN" CLANG "6hiddenIfEEv", "_ZN" NVCC "6hiddenIfEEv", true },
		{ "_ZN" CLANG "6hiddenIfEEv", "_ZN" NVCC "6hiddenIdEEv", false },
		{ "_ZN2v2" CLANG "1kEv", "_ZN2v2" NVCC "1kEv", true },
		{ "_ZN2v2" CLANG "1kEv", "_ZN2v3" NVCC "1kEv", false },
		{ "_ZN" CLANG CLANG "1kEv", "_ZN" NVCC NVCC "1kEv", true },
		{ "_ZN12_GLOBAL__N_", "_ZN99_GLOBAL__N_", false },
	};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		assert_int_equal(mangled_same(cases[i].a, cases[i].b), cases[i].same);
		assert_int_equal(mangled_same(cases[i].b, cases[i].a), cases[i].same);
	}
}

/* What is to be the same in another folder: only paths that begin with a root are changed, wherever they stand in a text. */
static void roots_are_hidden_and_shown(void **state)
{
	static const Roots here = { { "/src/app", "/usr/lib/clang/22" } }, there = { { "/home/me/w", "/opt/x/clang/22" } };
	static const struct {
		const char *here, *there;
	} cases[] = {
		{ "", "" },
		{ "/src/app", "/home/me/w" },
		{ "/src/app/k.cu:3: note: see '/src/app/t.h'", "/home/me/w/k.cu:3: note: see '/home/me/w/t.h'" },
		{ "-I/src/app/include", "-I/home/me/w/include" },
		{ "-isystem/usr/lib/clang/22/include", "-isystem/opt/x/clang/22/include" },
		{ "--x=/src/app:/src/app/b", "--x=/home/me/w:/home/me/w/b" },
		{ "/src/app2/k.cu /src/application", "/src/app2/k.cu /src/application" },
		{ "third/src/app/k.cu, ../src/app, -Ia/src/app", "third/src/app/k.cu, ../src/app, -Ia/src/app" },
		{ "/other/src/app", "/other/src/app" },
	};
	(void)state;
	Arena *arena = arena_new();
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		Buf hidden = { 0 }, again = { 0 };
		assert_true(roots_hide(&here, cases[i].here, &hidden) && roots_hide(&there, cases[i].there, &again));
		assert_string_equal(hidden.s ? hidden.s : "", again.s ? again.s : "");
		assert_string_equal(roots_show(&there, arena, hidden.s ? hidden.s : "", hidden.n), cases[i].there);
		buf_free(&hidden);
		buf_free(&again);
	}
	Buf out = { 0 };
	assert_false(roots_hide(&here, "a\001b", &out));
	assert_null(roots_show(&here, arena, "\001c", 2));
	assert_null(roots_show(&here, arena, "\001", 1));
	assert_null(roots_show(&(Roots){ { "/src", NULL } }, arena, "\001b", 2));
	buf_free(&out);
	arena_free(arena);
}

static void expect_read(const char *path, size_t most, size_t n)
{
	size_t size = 9;
	char *text = file_read(path, most, &size);
	assert_non_null(text);
	assert_int_equal(size, n);
	assert_memory_equal(text, "abcdef", n);
	assert_int_equal(text[n], 0);
	free(text);
}

static void files_are_read_to_a_limit(void **state)
{
	char folder[] = TEST_FOLDER;
	size_t size = 9;
	(void)state;
	make_folder(folder);
	make_file(folder, "six", "abcdef");
	make_file(folder, "empty", "");
	Arena *arena = arena_new();
	for (size_t most = 0; most <= 6; most++)
		expect_read(path_join(arena, folder, "six"), most, most);
	expect_read(path_join(arena, folder, "six"), 7, 6);
	expect_read(path_join(arena, folder, "six"), (size_t)1 << 28, 6);
	expect_read(path_join(arena, folder, "empty"), 4, 0);
	assert_null(file_read(path_join(arena, folder, "none"), 4, &size));
	assert_int_equal(size, 0);
	arena_free(arena);
	remove_folder(folder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(arena_memory_is_zeroed_and_aligned),
		cmocka_unit_test(released_memory_is_reused_and_zeroed),
		cmocka_unit_test(marks_nest_and_may_precede_allocations),
		cmocka_unit_test(memory_of_an_adopted_arena_stays_valid),
		cmocka_unit_test(every_job_runs_once),
		cmocka_unit_test(arena_copies_text),
		cmocka_unit_test(vec_keeps_pushed_items),
		cmocka_unit_test(buf_grows_and_stays_terminated),
		cmocka_unit_test(buf_prints_long_text),
		cmocka_unit_test(lines_of_text_in_memory),
		cmocka_unit_test(files_are_read_once),
		cmocka_unit_test(masks_of_the_first_lanes),
		cmocka_unit_test(mask_sets_agree_with_lanes),
		cmocka_unit_test(mangled_names_of_two_compilers),
		cmocka_unit_test(roots_are_hidden_and_shown),
		cmocka_unit_test(files_are_read_to_a_limit),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
