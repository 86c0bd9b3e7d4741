/* The backend `cpu`: the program runs on the processor (verify/cpu/). */
#include <string.h>

#include "verify/cpu/cpu.h"
#include "verify/backends/backend.h"

const char *backend_cpu_obstacle(Arena *arena, const VerifyTask *task)
{
	if (task->report)
		return "only the ncu backend reads reports";
	if (!task->n_programs && (task->command || !task->n_driven))
		return "no file has a main()";
	return cpu_available(arena);
}

/* The arguments in --run "./app 1024", with which the built program is run. */
static const char *arguments(const char *command)
{
	if (!command)
		return NULL;
	command += strspn(command, " \t");
	return command + strcspn(command, " \t");
}

static CpuRequest request_of(const VerifyTask *task, KeptObjects *kept, const char *const *files, int n_files)
{
	const VerifyToolkit *toolkit = &task->toolkit;
	return (CpuRequest){
		.files = files,
		.n_files = n_files,
		.flags = toolkit->flags,
		.n_flags = toolkit->n_flags,
		.toolkit = toolkit->root,
		.toolkit_include = toolkit->include,
		.includes = toolkit->more,
		.n_includes = toolkit->n_more,
		.seconds = task->seconds,
		.unconfined = task->unconfined,
		.kept = kept,
	};
}

static bool run_one(Arena *arena, const CpuRequest *request, Measured *out, Buf *why)
{
	Measured one = { .by = out->by };
	CpuNotes notes = { 0 };
	const char *failed = cpu_measure(arena, request, &one, &notes);
	for (int i = 0; i < notes.lines.n; i++)
		vec_push(arena, &out->remarks, notes.lines.at[i]);
	if (failed)
		buf_printf(why, "%s: %s", request->files[0], failed);
	else
		measured_join(arena, out, &one);
	return !failed;
}

static bool run_program(Arena *arena, const VerifyTask *task, KeptObjects *kept, const Program *program, Measured *out, Buf *why)
{
	CpuRequest request = request_of(task, kept, program->files, program->n_files);
	request.arguments = arguments(task->command);
	return run_one(arena, &request, out, why);
}

static bool drive(Arena *arena, const VerifyTask *task, KeptObjects *kept, const Driven *driven, Measured *out, Buf *why)
{
	const int size = task->driven_size;
	CpuRequest request = request_of(task, kept, &driven->file, 1);
	request.driver = driven_source(arena, driven, size);
	request.n_driven = driven->n_kernels;
	vec_push(arena, &out->remarks,
		 arena_printf(arena,
			      "%s has no main(): its kernels were launched with arrays of %d elements, and %d for "
			      "unknown integers",
			      driven->file, size * size, size));
	return run_one(arena, &request, out, why);
}

BackendEnd backend_cpu_measure(Arena *arena, const VerifyTask *task, Measured *out, Buf *why)
{
	KeptObjects kept = { .arena = arena };
	out->as_written = true;
	out->on = "the processor";
	vec_push(arena, &out->remarks, "a run on the processor shows accesses as they are written: merging by nvcc is not verified");
	if (!task->toolkit.root)
		vec_push(arena, &out->remarks, "without a CUDA toolkit only the declarations that smemlint bundles can be compiled");
	remark_confinement(arena, task, CONFINE_WHOLLY, out);
	for (int i = 0; i < task->n_programs; i++)
		if (!run_program(arena, task, &kept, &task->programs[i], out, why))
			return BACKEND_FAILED;
	for (int i = 0; i < task->n_driven && !task->command; i++)
		if (!drive(arena, task, &kept, &task->driven[i], out, why))
			return BACKEND_FAILED;
	return BACKEND_MEASURED;
}
