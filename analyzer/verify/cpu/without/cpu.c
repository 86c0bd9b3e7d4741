/* In place of the files of the folder above, where LLVM's headers were not there when this was built. */
#include "verify/cpu/cpu.h"

const char *cpu_available(Arena *arena)
{
	(void)arena;
	return "this smemlint was built without LLVM's headers (llvm-22-dev), so that it cannot run programs on the processor";
}

const char *cpu_measure(Arena *arena, const CpuRequest *request, Measured *out, CpuNotes *notes)
{
	(void)request, (void)out, (void)notes;
	return cpu_available(arena);
}
