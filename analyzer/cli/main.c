/* main(): parses the command line, runs the command and returns its exit status. */
#include <stdio.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "base/json.h"
#include "base/paths.h"
#include "cli/commands.h"
#include "cli/manual.h"

typedef int (*CommandFunction)(const Options *options);

static const CommandFunction functions[] = {
#define COMMAND(id, name, function, usage, brief, summary, status) function,
#include "options/commands.def"
#undef COMMAND
};

static int print_manual(const Options *options)
{
	Buf text = { 0 };
	if (options->man)
		manual_page(&text);
	else
		manual_completions(&text, (Shell)(options->completions - 1));
	fwrite(text.s, 1, text.n, stdout);
	buf_free(&text);
	return EXIT_CLEAN;
}

static int run(const Options *options)
{
	if (options->help) {
		Buf text = { 0 };
		options_help(&text, options->command, options->help == HELP_ALL);
		fputs(text.s, stdout);
		buf_free(&text);
		return EXIT_CLEAN;
	}
	if (options->man || options->completions)
		return print_manual(options);
	if (options->version) {
		puts("smemlint " SMEMLINT_VERSION);
		return EXIT_CLEAN;
	}
	return functions[options->command](options);
}

/* A run whose output was lost (a full disk, a closed pipe) fails. */
static int finish(int status)
{
	if (fflush(stdout) == 0 && !ferror(stdout))
		return status;
	fputs("smemlint: error: the output could not be written\n", stderr);
	return EXIT_USAGE;
}

/* Most allocations are libclang's, on its own thread while no other runs: they use the main heap, which grows in large
 * steps and is not trimmed. */
static void prepare_heap(void)
{
#ifdef __GLIBC__
	mallopt(M_ARENA_MAX, 1);
	mallopt(M_TOP_PAD, 1 << 20);
	mallopt(M_TRIM_THRESHOLD, 1 << 28);
	mallopt(M_MMAP_THRESHOLD, 1 << 25);
#endif
}

/* Skips LLVM's destructors, except for the leak sanitizer, which runs after them. */
static int leave(int status)
{
#ifndef SMEMLINT_SANITIZE
	_exit(status);
#endif
	return status;
}

int main(int argc, char **argv)
{
	prepare_heap();
	json_start();
	Arena *arena = arena_new();
	Options options;
	Buf error = { 0 };
	int status;
	if (options_parse(arena, argc, argv, &options, &error) && options_read_files(arena, &options, &error)) {
		status = finish(run(&options));
	} else {
		fprintf(stderr, "smemlint: error: %s\n", path_shown(arena, error.s));
		status = EXIT_USAGE;
	}
	buf_free(&error);
	arena_free(arena);
	return leave(status);
}
