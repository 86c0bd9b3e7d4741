/* smemlint launch: a compiler launcher, as ccache is.  Files are linted in a child process, so that the compiler runs
 * even if that crashes. */
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/paths.h"
#include "cli/commands.h"
#include "database/nvcc.h"

enum { LAUNCH_SECONDS = 120, EXIT_NOT_RUN = 126, EXIT_NOT_FOUND = 127 };

/* --- the sources ----------------------------------------------------------------------------------- */

static bool is_cuda(const NvccFlags *flags, const char *file)
{
	static const char *const others[] = { ".cpp", ".cc", ".cxx", ".c++", ".C" };
	const char *language = flags->language;
	if (path_ends_with(file, ".cu"))
		return !language || strncmp(language, "c", 1) == 0;
	bool is_named_cuda = language && (strcmp(language, "cu") == 0 || strcmp(language, "cuda") == 0);
	for (size_t i = 0; is_named_cuda && i < sizeof others / sizeof *others; i++)
		if (path_ends_with(file, others[i]))
			return true;
	return false;
}

/* Whether the file is one with which a build system probes the compiler. */
static bool is_probe(const char *file)
{
	return strstr(file, "/CMakeScratch/") || strstr(file, "/CMakeTmp/") || strstr(file, "CMakeCUDACompiler") ||
	       strstr(file, "/meson-private/");
}

static FlagList sources_of(Arena *arena, const Options *options)
{
	FlagList sources = { 0 };
	NvccFlags flags = nvcc_translate(arena, options->flags, options->n_flags);
	for (int i = 0; !flags.no_code && i < flags.inputs.n; i++) {
		const char *file = flags.inputs.at[i];
		if (is_cuda(&flags, file) && !is_probe(file))
			vec_push(arena, &sources, file);
	}
	return sources;
}

/* --- linting ---------------------------------------------------------------------------------------- */

/* Runs in the child.  Findings go to standard error, as the build may read the compiler's standard output. */
static int lint(const Options *options)
{
	Arena *arena = arena_new();
	FlagList sources = sources_of(arena, options);
	Options own = *options;
	own.command = CMD_LINT;
	own.is_launched = true;
	own.files = sources.at;
	own.n_files = sources.n;
	alarm(LAUNCH_SECONDS);
	int status = EXIT_CLEAN;
	if (sources.n && dup2(STDERR_FILENO, STDOUT_FILENO) >= 0)
		status = cmd_lint(&own);
	fflush(stdout);
	arena_free(arena);
	return status;
}

static void print_not_linted(const char *why)
{
	fprintf(stderr, "smemlint: note: nothing was linted: %s\n", why);
}

/* Waits for the child; whether it has findings.  A child that failed has none. */
static bool has_findings(pid_t pid)
{
	int status = 0;
	if (pid < 0)
		print_not_linted(strerror(errno));
	while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (pid > 0 && WIFSIGNALED(status))
		print_not_linted(WTERMSIG(status) == SIGALRM ? "it took too long" : strsignal(WTERMSIG(status)));
	return pid > 0 && WIFEXITED(status) && WEXITSTATUS(status) == EXIT_FINDINGS;
}

/* --- the compiler ----------------------------------------------------------------------------------- */

/* Returns only if the compiler cannot be run. */
static int run_compiler(const Options *options)
{
	execvp(options->flags[0], (char *const *)(uintptr_t)options->flags); /* NULL-terminated: the end of main()'s argv */
	int error = errno;
	fprintf(stderr, "smemlint: error: cannot run '%s': %s\n", options->flags[0], strerror(error));
	return error == ENOENT ? EXIT_NOT_FOUND : EXIT_NOT_RUN;
}

int cmd_launch(const Options *options)
{
	if (!options->n_flags) {
		fputs("smemlint: error: launch expects a compiler command\n", stderr);
		return EXIT_USAGE;
	}
	pid_t child = fork();
	if (child == 0)
		return lint(options);
	if (has_findings(child) && options->fail_build) {
		fputs("smemlint: error: --fail-build: there are findings, so nothing is compiled\n", stderr);
		return EXIT_FINDINGS;
	}
	return run_compiler(options);
}
