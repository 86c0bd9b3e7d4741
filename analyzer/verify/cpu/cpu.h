/* The third way: the program runs on the processor, unmodified, and what reaches shared memory is counted.
 *
 * Clang compiles the host's side as it is, and the device's to LLVM's intermediate code, which is retargeted
 * (retarget.h); both are linked with a runtime of our own (runtime/) that stands in for cudart.  It
 * executes the real arithmetic on the real arguments.  What it counts are the accesses that the program *writes*: where
 * nvcc merges several into one, or drops one, a GPU shows what is left of them (Fact.written, Fact.merged). */
#ifndef SMEMLINT_VERIFY_CPU_CPU_H
#define SMEMLINT_VERIFY_CPU_CPU_H

#include <stdbool.h>

#include "verify/table/measured.h"

typedef struct CpuRequest {
	const char *const *files;  /* the program's sources; more than one are compiled and linked */
	int n_files;
	const char *const *flags;  /* folders, macros, the language: clang's spelling */
	int n_flags;
	const char *const *args;   /* the program's own */
	int n_args;
	const char *arguments;     /* the same as words for a shell, instead; or NULL */
	const char *folder;        /* that the program runs in and relative paths are read from; NULL: ours */
	const char *toolkit;       /* the CUDA toolkit's root; NULL: headers of the runtime's own (runtime/bare/), which are few */
	const char *toolkit_include;
	const char *const *includes; /* further folders of the toolkit's headers */
	int n_includes;
	const char *resource_dir;  /* clang's; NULL: not known */
	int seconds;               /* for the program; 0: 60 */
	const char *driver;        /* in place of the host's side, which has no main(): the tables of runtime/drive.h; or NULL */
	int n_driven;              /* launches in it */
} CpuRequest;

typedef struct CpuNotes {
	VEC(const char *) lines;   /* what a person should know: launches that could not be run … */
} CpuNotes;

/* NULL, or why this machine cannot do it at all. */
const char *cpu_available(Arena *arena);

/* NULL, or why nothing was measured.  Everything lives in the arena. */
const char *cpu_measure(Arena *arena, const CpuRequest *request, Measured *out, CpuNotes *notes);

#endif
