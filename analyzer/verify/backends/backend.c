#include "verify/backends/backend.h"

#include <string.h>

static const struct Row {
	const char *name;
	const char *(*obstacle)(Arena *arena, const VerifyTask *task);
	BackendEnd (*measure)(Arena *arena, const VerifyTask *task, Measured *out, Buf *why);
} backends[] = {
#define BACKEND(name) { #name, backend_##name##_obstacle, backend_##name##_measure },
#include "verify/backends/backends.def"
#undef BACKEND
};

const char *backend_name(BackendId backend)
{
	return backends[backend].name;
}

BackendId backend_find(const char *name)
{
	int i = 0;
	while (i < BACKEND_COUNT && strcmp(backends[i].name, name) != 0)
		i++;
	return (BackendId)i;
}

void remark_confinement(Arena *arena, const VerifyTask *task, Confinement how, Measured *out)
{
	const char *obstacle = task->unconfined ? NULL : confine_obstacle(how);
	if (obstacle)
		vec_push(arena, &out->remarks,
			 arena_printf(arena, "the program had a network and could write to your files: %s", obstacle));
}

/* True: no other backend is to be tried. */
static bool take(Arena *arena, const VerifyTask *task, int backend, BackendChoice *choice, Measured *out, Buf *why)
{
	const char *obstacle = backends[backend].obstacle(arena, task);
	BackendEnd end = BACKEND_IMPOSSIBLE;
	Buf output = { 0 };
	*out = (Measured){ .by = backends[backend].name };
	if (!obstacle) {
		end = backends[backend].measure(arena, task, out, &output);
		obstacle = output.n ? arena_strdup(arena, output.s) : "it failed";
	}
	buf_free(&output);
	choice->chosen = end == BACKEND_MEASURED;
	if (end == BACKEND_MEASURED)
		return true;
	choice->why_not = obstacle;
	buf_printf(why, "%s%s: %s", why->n ? "\n" : "", backends[backend].name, obstacle);
	return end == BACKEND_FAILED;
}

bool backends_measure(Arena *arena, const VerifyTask *task, BackendId with, BackendChoice *choices, Measured *out, Buf *why)
{
	memset(choices, 0, sizeof *choices * BACKEND_COUNT);
	for (int i = 0; i < BACKEND_COUNT; i++)
		if ((with == BACKEND_COUNT || with == (BackendId)i) && take(arena, task, i, &choices[i], out, why))
			return choices[i].chosen;
	return false;
}
