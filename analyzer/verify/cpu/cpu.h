/* Runs the unmodified program on the processor and counts its accesses to shared memory.
 *
 * Clang compiles the host code as it is, and the device code to LLVM's intermediate code, which is retargeted
 * (retarget.h); both are linked with a runtime (runtime/) that replaces cudart.  The program computes with its real
 * arguments.  Counted are the accesses as the source *writes* them; on a GPU nvcc may have merged or eliminated some
 * (Fact.written, Fact.merged). */
#ifndef SMEMLINT_VERIFY_CPU_CPU_H
#define SMEMLINT_VERIFY_CPU_CPU_H

#include <stdbool.h>

#include "verify/cpu/kept_objects.h"
#include "verify/table/measured.h"

typedef struct CpuRequest {
	const char *const *files;  /* the program's sources, which are compiled and linked */
	int n_files;
	const char *const *flags;  /* for clang: include folders, macros, the language */
	int n_flags;
	const char *const *args;   /* of the program */
	int n_args;
	const char *arguments;     /* instead of `args`, a text for the shell; or NULL */
	const char *folder;        /* the working directory; NULL: the current one */
	const char *toolkit;       /* the CUDA toolkit's root; NULL: the few headers in runtime/bare/ are used */
	const char *toolkit_include;
	const char *const *includes; /* further folders of the toolkit's headers */
	int n_includes;
	const char *resource_dir;  /* clang's; NULL: not known */
	int seconds;               /* time limit of the program; 0: 60 */
	const char *driver;        /* C source with the tables of runtime/drive.h, instead of a main(); or NULL */
	int n_driven;              /* launches in it */
	KeptObjects *kept;         /* of earlier programs, for this one and later ones; NULL: none */
	bool unconfined;           /* with the user's rights; else what is started has no network, and writes only
				    * temporary files, where the machine can do that (base/confine.h) */
} CpuRequest;

typedef struct CpuNotes {
	VEC(const char *) lines;   /* notes for the user: launches that could not be run … */
} CpuNotes;

/* NULL, or why programs cannot be run on this machine. */
const char *cpu_available(Arena *arena);

/* NULL, or why nothing was measured.  All results live in the arena. */
const char *cpu_measure(Arena *arena, const CpuRequest *request, Measured *out, CpuNotes *notes);

#endif
