#include "verify/backends/build.h"

#include <string.h>

#include "toolchain/toolchain.h"

enum { BUILD_SECONDS = 600, SMI_SECONDS = 20, MAX_SHOWN = 1500, SHOWN_LINES = 12 };

/* --- words ---------------------------------------------------------------------------------------- */

/* The beginning of the last lines of a text. */
static const char *last_lines(const char *text, size_t n)
{
	int lines = 0;
	size_t at = n;
	while (at && n - at < MAX_SHOWN) {
		if (text[at - 1] == '\n' && at < n && ++lines == SHOWN_LINES)
			break;
		at--;
	}
	return text + at;
}

void describe_end(Arena *arena, Buf *why, const char *name, const ChildEnd *end)
{
	const ChildText *output = end->err.n ? &end->err : &end->out;
	size_t n = output->n;
	buf_printf(why, "%s: %s", name, child_end_text(arena, end));
	while (n && strchr("\n\r ", output->s[n - 1]))
		n--;
	if (!n)
		return;
	const char *from = last_lines(output->s, n);
	buf_printf(why, "%s:\n%.*s", from > output->s ? "; the end of its output" : "; its output", (int)(n - (size_t)(from - output->s)),
		   from);
}

/* --- the machine ---------------------------------------------------------------------------------- */

const char *gpu_obstacle(Arena *arena)
{
	const char *smi = child_find(arena, "nvidia-smi");
	if (!smi)
		return "no NVIDIA GPU: there is no nvidia-smi on PATH";
	const char *const argv[] = { smi, "-L", NULL };
	ChildEnd end = child_run(arena, &(Child){ .argv = argv, .seconds = SMI_SECONDS });
	if (child_ok(&end) && strncmp(end.out.s, "GPU ", 4) == 0)
		return NULL;
	return "no NVIDIA GPU: nvidia-smi -L lists none";
}

bool is_confined(const VerifyTask *task, Confinement how)
{
	return !task->unconfined && !confine_obstacle(how);
}

ChildEnd run_on_gpu(Arena *arena, const VerifyTask *task, const char *const *argv, size_t max_output)
{
	const bool confined = is_confined(task, CONFINE_WITH_GPU);
	const char *const env[] = { arena_printf(arena, "TMPDIR=%s", task->scratch),
				    arena_printf(arena, "CUDA_CACHE_PATH=%s/cache", task->scratch), NULL };
	return child_run(arena, &(Child){ .argv = argv,
					  .env = confined ? env : NULL,
					  .seconds = task->seconds,
					  .max_output = max_output,
					  .confined = confined ? task->scratch : NULL,
					  .how_confined = CONFINE_WITH_GPU });
}

/* --- nvcc ----------------------------------------------------------------------------------------- */

static bool optimises(const WordList *flags)
{
	for (int i = 0; i < flags->n; i++)
		if (strncmp(flags->at[i], "-O", 2) == 0 || strncmp(flags->at[i], "--optimize", 10) == 0)
			return true;
	return false;
}

const char *build_obstacle(Arena *arena, const VerifyTask *task)
{
	return toolchain_find(arena, task->nvcc).nvcc ? NULL : "there is no nvcc to build a program with";
}

static const char *compile(Arena *arena, const VerifyTask *task, Words *argv, Buf *why)
{
	const char *nvcc = toolchain_find(arena, task->nvcc).nvcc, *obstacle = build_obstacle(arena, task);
	const char *out = arena_printf(arena, "%s/program", task->scratch);
	if (obstacle) {
		buf_puts(why, obstacle);
		return NULL;
	}
	argv->at[0] = nvcc;
	vec_push(arena, argv, "-o");
	vec_push(arena, argv, out);
	vec_push(arena, argv, NULL);
	const char *const env[] = { arena_printf(arena, "TMPDIR=%s", task->scratch), NULL };
	const bool confined = is_confined(task, CONFINE_WHOLLY);
	ChildEnd end =
		child_run(arena,
			  &(Child){ .argv = argv->at, .env = env, .seconds = BUILD_SECONDS, .confined = confined ? task->scratch : NULL });
	if (child_ok(&end))
		return out;
	describe_end(arena, why, "nvcc", &end);
	return NULL;
}

const char *build_program(Arena *arena, const VerifyTask *task, const Program *program, Buf *why)
{
	Words argv = { 0 };
	WordList flags = { 0 };
	vec_push(arena, &argv, NULL);
	bool names_arch = toolchain_flags(arena, task->flags, task->n_flags, ARCH_AS_NVCC, &flags);
	if (!optimises(&flags))
		vec_push(arena, &argv, "-O2");
	vec_push(arena, &argv, "-lineinfo");
	vec_push(arena, &argv, "-forward-unknown-to-host-compiler");
	if (!names_arch)
		vec_push(arena, &argv, "-arch=native");
	for (int i = 0; i < flags.n; i++)
		vec_push(arena, &argv, flags.at[i]);
	for (int i = 0; i < program->n_files; i++)
		vec_push(arena, &argv, program->files[i]);
	return compile(arena, task, &argv, why);
}

const char *build_source(Arena *arena, const VerifyTask *task, const char *source, Buf *why)
{
	Words argv = { 0 };
	vec_push(arena, &argv, NULL);
	vec_push(arena, &argv, "-O2");
	vec_push(arena, &argv, "-std=c++17");
	vec_push(arena, &argv, "-arch=native");
	vec_push(arena, &argv, source);
	return compile(arena, task, &argv, why);
}
