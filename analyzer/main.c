/* The program: the command line in, the exit status out. */
#include <stdio.h>

#include "commands.h"

typedef int (*CommandFunction)(const Options *options);

static const CommandFunction functions[] = {
#define COMMAND(id, name, function, usage, summary) function,
#include "commands.def"
#undef COMMAND
};

static int run(const Options *options)
{
	if (options->help) {
		Buf text = { 0 };
		options_help(&text, options->command);
		fputs(text.s, stdout);
		buf_free(&text);
		return EXIT_CLEAN;
	}
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

int main(int argc, char **argv)
{
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
	return status;
}
