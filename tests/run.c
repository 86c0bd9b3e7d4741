#include "run.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { MAX_WORDS = 64 };

/* In the child: becomes smemlint, or ends. */
static void become(char *words, FILE *out, FILE *err)
{
	char *argv[MAX_WORDS + 1] = { SMEMLINT_BINARY }, *save = NULL;
	int argc = 1;
	const unsigned seconds = strstr(words, "testdata/limits/") ? LIMIT_SECONDS : RUN_SECONDS;
	for (char *w = strtok_r(words, " ", &save); w && argc < MAX_WORDS; w = strtok_r(NULL, " ", &save))
		argv[argc++] = w;
	dup2(fileno(out), STDOUT_FILENO);
	dup2(fileno(err), STDERR_FILENO);
	setenv("XDG_CONFIG_HOME", SMEMLINT_SOURCE_DIR "/tests/config", 0); /* that of whoever runs the tests is none of theirs */
	alarm(seconds);
	setenv("XDG_CACHE_HOME", "/dev/null", 1); /* what is tested is this program, not what an earlier one kept */
	execv(argv[0], argv);
	_exit(127);
}

static Buf read_all(FILE *file)
{
	Buf text = { 0 };
	char chunk[4096];
	rewind(file);
	buf_puts(&text, "");
	for (size_t n; (n = fread(chunk, 1, sizeof chunk, file)) > 0;)
		buf_add(&text, chunk, n);
	fclose(file);
	return text;
}

Result run_smemlint(const char *line)
{
	FILE *out = tmpfile(), *err = tmpfile();
	char *words = strdup(line);
	assert_non_null(out);
	assert_non_null(err);
	pid_t child = fork();
	assert_true(child >= 0);
	if (child == 0)
		become(words, out, err);
	int status = 0;
	waitpid(child, &status, 0);
	free(words);
	return (Result){
		.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
		.out = read_all(out),
		.err = read_all(err),
	};
}

void result_free(Result *result)
{
	buf_free(&result->out);
	buf_free(&result->err);
}

void expect_run(const char *line, int status, const char *const *says, int n_says)
{
	Result result = run_smemlint(line);
	const char *missing = NULL;
	for (int i = 0; i < n_says && !missing; i++)
		if (!strstr(result.out.s, says[i]) && !strstr(result.err.s, says[i]))
			missing = says[i];
	bool good = result.status == status && !missing;
	if (!good)
		printf("smemlint %s\nstatus %d, expected %d; %s%s\n--- stdout\n%.3000s\n--- stderr\n%.3000s\n", line, result.status, status,
		       missing ? "does not say: " : "", missing ? missing : "", result.out.s, result.err.s);
	fflush(stdout);
	result_free(&result);
	assert_true(good);
}
