/* What a confined process can no longer do. */
#include <netinet/in.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/child.h"
#include "base/confine.h"

static const char *folder;

static ChildEnd shell(Arena *arena, const char *script, const char *confined)
{
	const char *const argv[] = { "sh", "-c", script, folder, NULL };
	return child_run(arena, &(Child){ .argv = argv, .confined = confined });
}

static void skip_if_not_here(Confinement how)
{
	if (!confine_obstacle(how))
		return;
	printf("skipped: %s\n", confine_obstacle(how));
	skip();
}

static void only_its_folder_is_written_to(void **state)
{
	skip_if_not_here(CONFINE_WHOLLY);
	static const char *const others[] = {
		"echo x > \"$0/new\"",
		"echo x >> \"$0/old\"",
		"rm \"$0/old\"",
		"mv \"$0/old\" \"$0/own/old\"",
		"mkdir \"$0/more\"",
		"ln \"$0/old\" \"$0/own/link\"",
		"sh -c 'echo x > \"$0/new\"' \"$0\"",
		"cd \"$0/own\" && echo x > ../new",
		"ln -s \"$0/old\" \"$0/own/way\" && echo x > \"$0/own/way\"",
	};
	Arena *arena = *state;
	const char *own = arena_printf(arena, "%s/own", folder);
	assert_int_equal(shell(arena, "mkdir \"$0/own\" && echo old > \"$0/old\"", NULL).status, 0);
	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		const ChildEnd end = shell(arena, others[i], own);
		assert_int_equal(end.how, CHILD_EXITED);
		assert_int_not_equal(end.status, 0);
	}
	assert_string_equal(shell(arena, "cd \"$0\" && ls && cat old", own).out.s, "old\nown\nold\n");
	assert_int_equal(shell(arena, "cd \"$0/own\" && echo x > a && mv a b && rm b && echo x > /dev/null", own).status, 0);
	assert_int_equal(shell(arena, "echo x > \"$0/new\"", NULL).status, 0); /* this process is not confined */
}

static void there_are_no_sockets(void **state)
{
	(void)state;
	skip_if_not_here(CONFINE_WHOLLY);
	int status = 0, ends[2];
	const pid_t pid = fork();
	if (pid == 0) {
		const bool before = socket(AF_UNIX, SOCK_STREAM, 0) >= 0, done = confine(folder, CONFINE_WHOLLY) == 0;
		const bool after = socket(AF_INET, SOCK_STREAM, 0) >= 0 || socket(AF_INET6, SOCK_DGRAM, 0) >= 0 ||
				   socket(AF_UNIX, SOCK_STREAM, 0) >= 0 || socket(AF_NETLINK, SOCK_RAW, 0) >= 0;
		_exit(before && done && !after && pipe(ends) == 0 ? 0 : 1);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
}

/* A server on this machine's loopback; its address is filled in. */
static int server(struct sockaddr_in *address)
{
	socklen_t size = sizeof *address;
	const int fd = socket(AF_INET, SOCK_STREAM, 0);
	*address = (struct sockaddr_in){ .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	const bool listens = fd >= 0 && bind(fd, (const struct sockaddr *)address, size) == 0 && listen(fd, 1) == 0 &&
			     getsockname(fd, (struct sockaddr *)address, &size) == 0;
	return listens ? fd : -1;
}

static bool answers(const struct sockaddr_in *address)
{
	const int fd = socket(AF_INET, SOCK_STREAM, 0);
	return fd >= 0 && connect(fd, (const struct sockaddr *)address, sizeof *address) == 0;
}

static void with_a_gpu_the_network_is_its_own_loopback(void **state)
{
	(void)state;
	skip_if_not_here(CONFINE_WITH_GPU);
	struct sockaddr_in outside, inside;
	int status = 0;
	assert_true(server(&outside) >= 0);
	assert_true(answers(&outside));
	const pid_t pid = fork();
	if (pid == 0) {
		const uid_t user = getuid();
		const bool confined = confine(folder, CONFINE_WITH_GPU) == 0, same = getuid() == user;
		const bool own = server(&inside) >= 0 && answers(&inside), other = answers(&outside);
		const bool files = socket(AF_UNIX, SOCK_STREAM, 0) >= 0, more = socket(AF_NETLINK, SOCK_RAW, 0) >= 0;
		_exit(confined && same && own && !other && files && !more ? 0 : 1);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
}

static void with_a_gpu_only_devices_and_its_folder_are_written_to(void **state)
{
	skip_if_not_here(CONFINE_WITH_GPU);
	Arena *arena = *state;
	const char *own = arena_printf(arena, "%s/own", folder);
	static const char *const scripts[][2] = { { "echo x > /dev/null && echo x > \"$0/own/a\"", "" },
						  { "echo x > \"$0/new\"", "fails" },
						  { "rm \"$0/old\"", "fails" } };
	assert_int_equal(shell(arena, "mkdir \"$0/own\" && echo old > \"$0/old\"", NULL).status, 0);
	for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++) {
		const char *const argv[] = { "sh", "-c", scripts[i][0], folder, NULL };
		const ChildEnd end = child_run(arena, &(Child){ .argv = argv, .confined = own, .how_confined = CONFINE_WITH_GPU });
		assert_int_equal(end.how, CHILD_EXITED);
		assert_int_equal(end.status != 0, *scripts[i][1] != 0);
	}
}

static void ends_are_told(void **state)
{
	skip_if_not_here(CONFINE_WHOLLY);
	Arena *arena = *state;
	const char *const none[] = { "/no/such/program", NULL };
	const ChildEnd end = child_run(arena, &(Child){ .argv = none, .confined = folder });
	assert_int_equal(end.how, CHILD_NOT_RUN);
	assert_string_equal(child_end_text(arena, &end), "it could not be run: No such file or directory");
	assert_int_equal(shell(arena, "exit 3", folder).status, 3);
	assert_int_equal(shell(arena, "kill -9 $$", folder).how, CHILD_SIGNALLED);
	assert_int_equal(shell(arena, "true", "/no/such/folder").how, CHILD_NOT_RUN);
}

static int begin(void **state)
{
	Arena *arena = arena_new();
	char *name = arena_strdup(arena, "/tmp/smemlint-confine-XXXXXX");
	folder = mkdtemp(name);
	*state = arena;
	return folder ? 0 : -1;
}

static int end(void **state)
{
	shell(*state, "rm -r \"$0\"", NULL);
	arena_free(*state);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(only_its_folder_is_written_to, begin, end),
		cmocka_unit_test_setup_teardown(there_are_no_sockets, begin, end),
		cmocka_unit_test_setup_teardown(with_a_gpu_the_network_is_its_own_loopback, begin, end),
		cmocka_unit_test_setup_teardown(with_a_gpu_only_devices_and_its_folder_are_written_to, begin, end),
		cmocka_unit_test_setup_teardown(ends_are_told, begin, end),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
