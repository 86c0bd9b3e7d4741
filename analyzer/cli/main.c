/* The program: the command line in, the exit status out. */
#include <stdio.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "cli/commands.h"
#include "cli/manual.h"

typedef int (*CommandFunction)(const Options *options);

static const CommandFunction functions[] = {
#define COMMAND(id, name, function, usage, summary) function,
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
		options_help(&text, options->command);
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

/* Output that was lost (a full disk, a closed pipe) must not pass for a clean run. */
static int finish(int status)
{
	if (fflush(stdout) == 0 && !ferror(stdout))
		return status;
	fputs("smemlint: error: the output could not be written\n", stderr);
	return EXIT_USAGE;
}

/* What is allocated in great numbers comes from libclang on its thread, while no other works: it is given the main heap,
 * which grows in large steps and is kept. */
static void prepare_heap(void)
{
#ifdef __GLIBC__
	mallopt(M_ARENA_MAX, 1);
	mallopt(M_TOP_PAD, 1 << 20);
	mallopt(M_TRIM_THRESHOLD, 1 << 28);
	mallopt(M_MMAP_THRESHOLD, 1 << 25);
#endif
}

/* LLVM's destructors have nothing to do for us; but leaks are looked for behind them. */
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
	Arena *arena = arena_new();
	Options options;
	Buf error = { 0 };
	int status;
	if (options_parse(arena, argc, argv, &options, &error)) {
		status = finish(run(&options));
	} else {
		fprintf(stderr, "smemlint: error: %s\n", error.s);
		status = EXIT_USAGE;
	}
	buf_free(&error);
	arena_free(arena);
	return leave(status);
}
