/* Child processes: their output, how they end, and that no process or file of them remains. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/child.h"
#include "base/scratch.h"

static ChildEnd shell(Arena *arena, const char *script, Child child)
{
	const char *const argv[] = { "sh", "-c", script, NULL };
	child.argv = argv;
	return child_run(arena, &child);
}

static void assert_ends(Arena *arena, const ChildEnd *end, const char *want)
{
	assert_string_equal(child_end_text(arena, end), want);
}

static void outputs_and_status(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	ChildEnd end = shell(arena, "echo out; echo err >&2; exit 3", (Child){ 0 });
	assert_ends(arena, &end, "exit status 3");
	assert_false(child_ok(&end));
	assert_string_equal(end.out.s, "out\n");
	assert_string_equal(end.err.s, "err\n");
	end = shell(arena, "printf 'a\\000b'", (Child){ 0 });
	assert_true(child_ok(&end));
	assert_int_equal(end.out.n, 3);
	assert_memory_equal(end.out.s, "a\0b", 4);
	arena_free(arena);
}

static void input_is_empty(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	ChildEnd end = shell(arena, "cat; echo done", (Child){ .seconds = 10 });
	assert_true(child_ok(&end));
	assert_string_equal(end.out.s, "done\n");
	arena_free(arena);
}

static void folder_and_environment(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	const char *const env[] = { "SMEM_A=1", "HOME=/nowhere", NULL };
	ChildEnd end = shell(arena, "pwd; echo $SMEM_A $HOME", (Child){ .folder = "/", .env = env });
	assert_string_equal(end.out.s, "/\n1 /nowhere\n");
	end = shell(arena, "true", (Child){ .folder = "/no/such/folder" });
	assert_int_equal(end.how, CHILD_NOT_RUN);
	arena_free(arena);
}

static void programs_that_cannot_be_run(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	const char *const argv[] = { "smemlint-no-such-program", NULL };
	ChildEnd end = child_run(arena, &(Child){ .argv = argv });
	assert_int_equal(end.how, CHILD_NOT_RUN);
	assert_int_equal(end.status, ENOENT);
	assert_false(child_ok(&end));
	arena_free(arena);
}

static void a_signal_is_reported(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	ChildEnd end = shell(arena, "kill -SEGV $$", (Child){ 0 });
	assert_int_equal(end.how, CHILD_SIGNALLED);
	assert_int_equal(end.status, SIGSEGV);
	arena_free(arena);
}

static double seconds_now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The shell's sleeping child belongs to the group and keeps the pipe open. */
static void time_is_limited_for_the_whole_group(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	double start = seconds_now();
	ChildEnd end = shell(arena, "sleep 60 & echo $!; trap '' TERM INT; sleep 60", (Child){ .seconds = 1 });
	assert_true(seconds_now() - start < 20);
	assert_ends(arena, &end, "stopped after 1 s");
	pid_t sleeper = (pid_t)atoi(end.out.s);
	assert_true(sleeper > 1);
	for (int i = 0; i < 500 && kill(sleeper, 0) == 0; i++) /* the process that adopted it may reap it late */
		usleep(10000);
	char path[64];
	snprintf(path, sizeof path, "/proc/%d/cmdline", (int)sleeper);
	FILE *file = fopen(path, "r");
	if (file) { /* at most a zombie is left, which has no command line */
		assert_int_equal(fgetc(file), EOF);
		fclose(file);
	}
	arena_free(arena);
}

static void remaining_processes_are_killed(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	double start = seconds_now();
	ChildEnd end = shell(arena, "sleep 60 & echo started", (Child){ .seconds = 50 });
	assert_true(child_ok(&end));
	assert_string_equal(end.out.s, "started\n");
	assert_true(seconds_now() - start < 20);
	arena_free(arena);
}

static void output_is_limited(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	ChildEnd end = shell(arena, "head -c 3000000 /dev/zero; head -c 3000000 /dev/zero >&2; exit 7", (Child){ .max_output = 1000 });
	assert_ends(arena, &end, "exit status 7");
	assert_true(end.out.cut && end.err.cut);
	assert_int_equal(end.out.n, 1000);
	arena_free(arena);
}

static void programs_are_found(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	assert_string_equal(child_find(arena, "/bin/sh"), "/bin/sh");
	assert_non_null(child_find(arena, "sh"));
	assert_null(child_find(arena, "smemlint-no-such-program"));
	assert_null(child_find(arena, "/etc"));
	arena_free(arena);
}

static void a_scratch_folder_is_removed(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	struct stat st;
	const char *folder = scratch_begin(arena);
	assert_non_null(folder);
	const char *file = arena_printf(arena, "%s/file", folder);
	assert_true(scratch_write(file, "text", 4));
	assert_int_equal(stat(file, &st), 0);
	assert_int_equal(st.st_size, 4);
	assert_int_equal(mkdir(arena_printf(arena, "%s/deeper", folder), 0700), 0);
	scratch_end(folder);
	assert_int_not_equal(stat(folder, &st), 0);
	arena_free(arena);
}

static volatile sig_atomic_t outer;

static void on_term(int number)
{
	outer = number;
}

/* A signal ends the child; then the folder is removed and the previous handler is called. */
static void a_signal_ends_the_child_first(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	struct sigaction mine = { .sa_handler = on_term }, old;
	struct stat st;
	sigaction(SIGTERM, &mine, &old);
	const char *folder = scratch_begin(arena);
	char script[64];
	snprintf(script, sizeof script, "kill -TERM %d; sleep 60", (int)getpid());
	ChildEnd end = shell(arena, script, (Child){ .seconds = 50 });
	assert_int_equal(end.how, CHILD_INTERRUPTED);
	end = shell(arena, "true", (Child){ 0 });
	assert_int_equal(end.how, CHILD_INTERRUPTED);
	assert_int_equal(outer, 0);
	scratch_end(folder);
	assert_int_equal(outer, SIGTERM);
	assert_int_not_equal(stat(folder, &st), 0);
	end = shell(arena, "true", (Child){ 0 });
	assert_true(child_ok(&end));
	sigaction(SIGTERM, &old, NULL);
	arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(outputs_and_status),
		cmocka_unit_test(input_is_empty),
		cmocka_unit_test(folder_and_environment),
		cmocka_unit_test(programs_that_cannot_be_run),
		cmocka_unit_test(a_signal_is_reported),
		cmocka_unit_test(time_is_limited_for_the_whole_group),
		cmocka_unit_test(remaining_processes_are_killed),
		cmocka_unit_test(output_is_limited),
		cmocka_unit_test(programs_are_found),
		cmocka_unit_test(a_scratch_folder_is_removed),
		cmocka_unit_test(a_signal_ends_the_child_first),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
