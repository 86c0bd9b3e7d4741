#include "verify/build.h"

#include <string.h>

enum { BUILD_SECONDS = 600, SMI_SECONDS = 20, MAX_TOLD = 1500, TOLD_LINES = 12 };

/* --- words ---------------------------------------------------------------------------------------- */

/* Where the last lines of a text begin. */
static const char *last_lines(const char *text, size_t n)
{
	int lines = 0;
	size_t at = n;
	while (at && n - at < MAX_TOLD) {
		if (text[at - 1] == '\n' && at < n && ++lines == TOLD_LINES)
			break;
		at--;
	}
	return text + at;
}

void told_end(Arena *arena, Buf *why, const char *name, const ChildEnd *end)
{
	const ChildText *said = end->err.n ? &end->err : &end->out;
	size_t n = said->n;
	buf_printf(why, "%s: %s", name, child_end_text(arena, end));
	while (n && strchr("\n\r ", said->s[n - 1]))
		n--;
	if (!n)
		return;
	const char *from = last_lines(said->s, n);
	buf_printf(why, "%s:\n%.*s", from > said->s ? "; the end of what it said" : "; it said",
		   (int)(n - (size_t)(from - said->s)), from);
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

/* --- nvcc ----------------------------------------------------------------------------------------- */

static bool has_flag(const VerifyTask *task, const char *start)
{
	for (int i = 0; i < task->n_flags; i++)
		if (strncmp(task->flags[i], start, strlen(start)) == 0)
			return true;
	return false;
}

static bool names_arch(const VerifyTask *task)
{
	static const char *const flags[] = { "-arch", "--gpu-architecture", "-gencode", "--generate-code", "--cuda-gpu-arch", "-code",
		"--gpu-code" };
	for (size_t k = 0; k < sizeof flags / sizeof *flags; k++)
		if (has_flag(task, flags[k]))
			return true;
	return false;
}

/* What clang calls otherwise. */
static const char *nvcc_flag(Arena *arena, const char *flag)
{
	static const char arch[] = "--cuda-gpu-arch=";
	if (strncmp(flag, arch, sizeof arch - 1) == 0)
		return arena_printf(arena, "-arch=%s", flag + sizeof arch - 1);
	return flag;
}

static const char *compile(Arena *arena, const VerifyTask *task, Words *argv, Buf *why)
{
	const char *nvcc = child_find(arena, "nvcc");
	const char *out = arena_printf(arena, "%s/program", task->scratch);
	if (!nvcc) {
		buf_puts(why, "there is no nvcc on PATH to build the program with");
		return NULL;
	}
	argv->at[0] = nvcc;
	vec_push(arena, argv, "-o");
	vec_push(arena, argv, out);
	vec_push(arena, argv, NULL);
	const char *const env[] = { arena_printf(arena, "TMPDIR=%s", task->scratch), NULL };
	ChildEnd end = child_run(arena, &(Child){ .argv = argv->at, .env = env, .seconds = BUILD_SECONDS });
	if (child_ok(&end))
		return out;
	told_end(arena, why, "nvcc", &end);
	return NULL;
}

const char *build_program(Arena *arena, const VerifyTask *task, const Program *program, Buf *why)
{
	Words argv = { 0 };
	vec_push(arena, &argv, NULL);
	if (!has_flag(task, "-O"))
		vec_push(arena, &argv, "-O2");
	vec_push(arena, &argv, "-lineinfo");
	vec_push(arena, &argv, "-forward-unknown-to-host-compiler");
	if (!names_arch(task))
		vec_push(arena, &argv, "-arch=native");
	for (int i = 0; i < task->n_flags; i++)
		vec_push(arena, &argv, nvcc_flag(arena, task->flags[i]));
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
