/* The sources of the runtime, in the program (cmake/embed.cmake). */
#ifndef SMEMLINT_VERIFY_CPU_RUNTIME_H
#define SMEMLINT_VERIFY_CPU_RUNTIME_H

#include <stddef.h>

typedef struct CpuRuntimeFile {
	const char *name;
	const char *text;
	size_t size;
} CpuRuntimeFile;

extern const CpuRuntimeFile cpu_runtime[];
extern const int cpu_n_runtime;

#endif
