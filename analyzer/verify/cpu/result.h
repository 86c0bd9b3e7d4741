/* Reads the trace of a program (runtime/trace.c), prices its requests, and sums them by line. */
#ifndef SMEMLINT_VERIFY_CPU_RESULT_H
#define SMEMLINT_VERIFY_CPU_RESULT_H

#include "verify/cpu/cpu.h"
#include "verify/cpu/retarget.h"

/* NULL, or why there is no result. */
const char *cpu_result(Arena *arena, const char *path, const CpuSites *sites, Measured *out, CpuNotes *notes);

#endif
