#include "project/expected.h"

const int64_t *expected_costs(Arena *arena, const Names *files, const IncludeProgram *program)
{
	const int64_t *bytes = included_bytes(arena, files, program);
	int64_t *costs = arena_array(arena, int64_t, files->n + 1);
	for (int i = 0; i < files->n; i++)
		costs[i] = bytes[i] + BYTES_OF_ANY_FILE;
	return costs;
}
