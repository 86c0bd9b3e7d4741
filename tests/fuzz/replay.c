/* Every target with its corpus, and with damage that is the same each time: the short run.
 *   replay [TARGET [FILE...]]
 * SMEMLINT_FUZZ_RUNS: damaged inputs of each file, instead of the target's number; SMEMLINT_FUZZ_SEED: of the first. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/folder.h"
#include "fuzz/targets.h"
#include "mutate.h"

#define CORPUS SMEMLINT_SOURCE_DIR "/tests/fuzz/corpus"
enum { MOST_BYTES = 1 << 20, MOST_WORDS = 400, CASE_SECONDS = 60 };

static const char *at_hand, *target_at_hand;
static size_t size_at_hand;

/* Says which input it was, and lets the signal do its work. */
static void on_end(int number)
{
	fprintf(stderr, "\n%s, input of %zu bytes:\n", target_at_hand, size_at_hand);
	fwrite(at_hand, 1, size_at_hand, stderr);
	fputs("\n--- end\n", stderr);
	signal(number, SIG_DFL);
	raise(number);
}

static void run(const FuzzTarget *target, const char *text, size_t size)
{
	at_hand = text;
	size_at_hand = size;
	target_at_hand = target->name;
	alarm(CASE_SECONDS);
	target->run(text, size);
	alarm(0);
}

/* The words of TARGET.dict, which libFuzzer reads, too: "word" in a line. */
static const char *const *words_of(Arena *arena, const char *name)
{
	const char **words = arena_array(arena, const char *, MOST_WORDS + 2);
	size_t size;
	int n = 0;
	char *text = file_read(arena_printf(arena, SMEMLINT_SOURCE_DIR "/tests/fuzz/%s.dict", name), MOST_BYTES, &size), *save = NULL;
	for (char *line = text ? strtok_r(text, "\n", &save) : NULL; line && n < MOST_WORDS; line = strtok_r(NULL, "\n", &save)) {
		const char *open = strchr(line, '"'), *close = strrchr(line, '"');
		if (*line != '#' && open && close > open)
			words[n++] = arena_strndup(arena, open + 1, (size_t)(close - open) - 1);
	}
	free(text);
	words[n++] = "\n";
	words[n] = NULL;
	return words;
}

static int number(const char *name, int otherwise)
{
	const char *text = getenv(name);
	return text ? atoi(text) : otherwise;
}

static int replay_file(Arena *arena, const FuzzTarget *target, const char *path, const char *const *words)
{
	size_t size;
	char *text = file_read(path, MOST_BYTES, &size);
	if (!text) {
		fprintf(stderr, "%s cannot be read\n", path);
		exit(1);
	}
	run(target, text, size);
	const char *const seeds[] = { arena_strndup(arena, text, size), NULL };
	const Language language = { seeds, words };
	const int n = number("SMEMLINT_FUZZ_RUNS", target->replayed), first = number("SMEMLINT_FUZZ_SEED", 20261123);
	for (int i = 0; i < n; i++) {
		Rng rng = { (uint64_t)first + (uint64_t)i };
		Buf damaged = mutant(&rng, &language);
		buf_putc(&damaged, 0);
		run(target, damaged.s, damaged.n - 1);
		buf_free(&damaged);
	}
	free(text);
	return 1 + n;
}

static void replay(const FuzzTarget *target)
{
	Arena *arena = arena_new();
	const char *folder = arena_printf(arena, CORPUS "/%s", target->name);
	const Names names = folder_names(arena, folder);
	const char *const *words = words_of(arena, target->name);
	int n = 0;
	for (int i = 0; i < names.n; i++)
		n += replay_file(arena, target, path_join(arena, folder, names.at[i]), words);
	printf("%-14s %3d files, %5d inputs\n", target->name, names.n, n);
	fflush(stdout);
	arena_free(arena);
	if (!n)
		exit(1);
}

int main(int argc, char **argv)
{
	signal(SIGALRM, on_end);
	signal(SIGABRT, on_end);
	const FuzzTarget *only = argc > 1 ? fuzz_target(argv[1]) : NULL;
	Arena *arena = arena_new();
	int n = 0;
	for (int i = 2; only && i < argc; i++)
		n += replay_file(arena, only, argv[i], words_of(arena, only->name));
	if (n)
		printf("%-14s %3d files, %5d inputs\n", only->name, argc - 2, n);
	arena_free(arena);
	for (int i = 0; argc <= 2 && i < n_fuzz_targets; i++)
		if (!only || only == &fuzz_targets[i])
			replay(&fuzz_targets[i]);
	return 0;
}
