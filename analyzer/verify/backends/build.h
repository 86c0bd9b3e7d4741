/* Builds programs to be measured; failures come with a message for the user. */
#ifndef SMEMLINT_VERIFY_BACKENDS_BUILD_H
#define SMEMLINT_VERIFY_BACKENDS_BUILD_H

#include "base/buf.h"
#include "base/child.h"
#include "verify/backends/backend.h"

typedef VEC(const char *) Words;

/* Why there is no GPU to run on, or NULL. */
const char *gpu_obstacle(Arena *arena);

/* Why nothing can be built, or NULL: nvcc is the one that FLAGS begin with, else searched for (toolchain/toolchain.h). */
const char *build_obstacle(Arena *arena, const VerifyTask *task);

/* Builds with nvcc -O2 -lineinfo and the user's flags.  The program's path; NULL: `why` has the reason. */
const char *build_program(Arena *arena, const VerifyTask *task, const Program *program, Buf *why);

/* The same for one generated source, without the user's flags. */
const char *build_source(Arena *arena, const VerifyTask *task, const char *source, Buf *why);

/* Whether what the task starts is confined to its folder (base/confine.h): unless it says otherwise, or this machine cannot. */
bool is_confined(const VerifyTask *task, Confinement how);

/* Runs a program that uses the GPU, or a profiler with one, confined if that can be.  max_output: as in Child. */
ChildEnd run_on_gpu(Arena *arena, const VerifyTask *task, const char *const *argv, size_t max_output);

/* "NAME: exit status 3" and the last lines of its output. */
void describe_end(Arena *arena, Buf *why, const char *name, const ChildEnd *end);

#endif
