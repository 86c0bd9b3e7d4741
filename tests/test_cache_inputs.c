/* What a run knows of the files that results depend on. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>

#include <cmocka.h>

#include "base/paths.h"
#include "cache/cache_impl.h"
#include "files.h"

typedef struct Run {
	Options options;
	Arena *arena;
	Cache *cache;
} Run;

static Run begin(const char *folder)
{
	Run run = { .arena = arena_new() };
	const char *problem = NULL;
	run.options.cache_dir = path_join(run.arena, folder, "cache");
	run.cache = cache_open(&run.options, &(CacheShared){ NULL, NULL }, run.arena, &problem);
	assert_non_null(run.cache);
	return run;
}

static void end(Run *run)
{
	cache_close(run->cache);
	arena_free(run->arena);
}

/* Last written long ago, and last touched before the next run begins. */
static void age(const char *path)
{
	const struct timespec times[2] = { { .tv_sec = 1700000000 }, { .tv_sec = 1700000000 } };
	assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
	nanosleep(&(struct timespec){ .tv_nsec = 4 * CLOCK_STEP }, NULL);
}

static bool can_be_kept(Run *run, const Input *input)
{
	Inputs inputs = { 0 };
	Stamps stamps = { 0 };
	vec_push(run->arena, &inputs, *input);
	return stamp_all(run->cache, run->arena, &inputs, &stamps);
}

/* Files are looked at once, but one that changes after that, while others are analysed, is not taken for what it was. */
static void test_changed_in_the_run(void **state)
{
	char folder[] = TEST_FOLDER;
	(void)state;
	make_folder(folder);
	make_file(folder, "a.h", "int before;\n");
	Run first = begin(folder);
	const Input input = { .path = path_join(first.arena, folder, "a.h") };
	age(input.path);
	const Stamp then = stamp_now(first.cache, &input);

	for (int changes = 0; changes < 2; changes++) {
		Run run = begin(folder);
		assert_true(stamp_holds(run.cache, &then));
		if (changes)
			make_file(folder, "a.h", "int after;\n");
		assert_true(can_be_kept(&run, &input) == !changes);
		end(&run);
	}
	end(&first);
	remove_folder(folder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_changed_in_the_run),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
