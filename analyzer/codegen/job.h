/* Programs that are run for one file: in a temporary folder, with a time limit, and what they say if they fail. */
#ifndef SMEMLINT_CODEGEN_JOB_H
#define SMEMLINT_CODEGEN_JOB_H

#include "base/buf.h"
#include "base/child.h"
#include "toolchain/toolchain.h"

typedef struct CodeJob {
	Arena *arena;
	Arena *texts;       /* for the output of programs, which may be large; freed by code_job_end() */
	const char *folder; /* NULL: it cannot be created, and the error is reported */
	int seconds;        /* for each program */
	Buf *error;
} CodeJob;

/* seconds: 0: the default.  code_job_end() must be called. */
CodeJob code_job_begin(Arena *arena, int seconds, Buf *error);
void code_job_end(CodeJob *job);

/* Of a file in the job's folder. */
const char *code_job_path(const CodeJob *job, const char *name);

/* argv ends with NULL; where: the folder to run it in, NULL: the current one.  Its standard output; NULL: it failed, and the error is
 * reported. */
const ChildText *code_job_run(CodeJob *job, const char *const *argv, const char *where);

/* The file's content; empty if it cannot be read. */
const ChildText *code_job_read(CodeJob *job, const char *path);

/* A cubin as nvdisasm writes it with lines; NULL: it failed, and the error is reported. */
const ChildText *code_job_disassemble(CodeJob *job, const char *nvdisasm, const char *cubin);

/* Whether the text is whole and has `sign` in it, as code has; else the error is reported.  by: what wrote it. */
bool code_job_is_whole(CodeJob *job, const ChildText *text, const char *by, const char *sign);

#endif
