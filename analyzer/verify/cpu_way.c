/* The cpu way: the program runs on the processor (verify/cpu/). */
#include <string.h>

#include "verify/cpu/cpu.h"
#include "verify/way.h"

const char *way_cpu_obstacle(Arena *arena, const VerifyTask *task)
{
	if (task->report)
		return "a report is read by ncu";
	if (!task->n_programs)
		return "no file has a main()";
	if (!task->toolkit.root)
		return "there are no headers of a CUDA toolkit to compile the program against";
	return cpu_available(arena);
}

/* "./app 1024" runs what is built of the sources with the same arguments. */
static const char *arguments(const char *command)
{
	if (!command)
		return NULL;
	command += strspn(command, " \t");
	return command + strcspn(command, " \t");
}

static bool run_one(Arena *arena, const VerifyTask *task, const Program *program, Measured *out, Buf *why)
{
	const VerifyToolkit *toolkit = &task->toolkit;
	CpuRequest request = {
		.files = program->files, .n_files = program->n_files, .flags = toolkit->flags, .n_flags = toolkit->n_flags,
		.arguments = arguments(task->command), .toolkit = toolkit->root, .toolkit_include = toolkit->include,
		.includes = toolkit->more, .n_includes = toolkit->n_more, .seconds = task->seconds,
	};
	Measured one = { .by = out->by };
	CpuNotes notes = { 0 };
	const char *failed = cpu_measure(arena, &request, &one, &notes);
	for (int i = 0; i < notes.lines.n; i++)
		vec_push(arena, &out->remarks, notes.lines.at[i]);
	if (failed)
		buf_printf(why, "%s: %s", program->files[0], failed);
	else
		measured_join(arena, out, &one);
	return !failed;
}

WayEnd way_cpu_measure(Arena *arena, const VerifyTask *task, Measured *out, Buf *why)
{
	out->as_written = true;
	out->on = "the processor";
	vec_push(arena, &out->remarks, "a run on the processor shows accesses as they are written: what nvcc merges is not judged");
	for (int i = 0; i < task->n_programs; i++)
		if (!run_one(arena, task, &task->programs[i], out, why))
			return WAY_FAILED;
	return WAY_MEASURED;
}
