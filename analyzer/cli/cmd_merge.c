/* smemlint merge FILE...: one report of several, on standard output. */
#include <stdio.h>

#include "base/paths.h"
#include "cli/commands.h"
#include "report/merge/merge.h"

static const char *read_inputs(Arena *arena, const Options *options, MergeInput *inputs)
{
	for (int i = 0; i < options->n_files; i++) {
		inputs[i].path = options->files[i];
		inputs[i].text = input_bytes(arena, inputs[i].path, &inputs[i].size);
		if (!inputs[i].text)
			return arena_printf(arena, "%s: error: %s", path_shown(arena, inputs[i].path), file_error());
	}
	return options->n_files ? NULL : "smemlint: error: merge: expected the files that are to be merged (see smemlint help merge)";
}

int cmd_merge(const Options *options)
{
	Arena *arena = arena_new();
	Buf text = { 0 };
	MergeInput *inputs = arena_array(arena, MergeInput, options->n_files + 1);
	const char *problem = read_inputs(arena, options, inputs);
	problem = problem ? problem : merge_documents(arena, inputs, options->n_files, &text);
	if (problem)
		fprintf(stderr, "%s\n", problem);
	else
		fwrite(text.s, 1, text.n, stdout);
	buf_free(&text);
	arena_free(arena);
	return problem ? EXIT_USAGE : EXIT_CLEAN;
}
