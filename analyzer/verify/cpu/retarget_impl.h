/* Shared by the files retarget*.c. */
#ifndef SMEMLINT_VERIFY_CPU_RETARGET_IMPL_H
#define SMEMLINT_VERIFY_CPU_RETARGET_IMPL_H

#include <llvm-c/Core.h>
#include <stdbool.h>

#include "verify/cpu/retarget.h"

typedef VEC(LLVMValueRef) Values;

/* A shared variable's place in the window. */
typedef struct SharedObject {
	uint64_t begin, size;      /* size 0: the dynamic buffer */
} SharedObject;

typedef struct Retarget {
	Arena *arena;
	const RetargetJob *job;
	CpuSites *sites;
	LLVMContextRef context;
	LLVMModuleRef module;
	LLVMBuilderRef builder;
	LLVMTypeRef i1, i8, i16, i32, i64, pointer, nothing;
	LLVMValueRef trace;        /* function: (site, instance, address); the next two are the runtime's */
	LLVMValueRef trace_access, trace_copy; /* … and (…, address, source) */
	LLVMValueRef calls_so_far; /* variable: the instance on entry to a function */
	int n_calls, n_rows;
	VEC(SharedObject) objects; /* by address */
	const char *failed;
} Retarget;

/* The window of shared memory; runtime/smem.h has the same numbers. */
#define CPU_SHARED_BASE 0x60000000u
#define CPU_SHARED_SIZE 0x01000000u

LLVMTypeRef value_type(LLVMValueRef function); /* a function's own type */
LLVMValueRef integer(LLVMTypeRef type, int64_t value);
bool starts_with(const char *text, const char *start);
/* The function of this name and type; declares it if needed. */
LLVMValueRef declared(Retarget *r, const char *name, LLVMTypeRef type);
Values instructions_of(Retarget *r, LLVMValueRef function);
void replace_with(LLVMValueRef old, LLVMValueRef by); /* erases the instruction */

/* Loops (retarget_loops.c). */
typedef struct Loops {
	LLVMBasicBlockRef *blocks;
	int n_blocks;
	struct Loop *loops;        /* outer ones first */
	int n_loops;
} Loops;
typedef struct Loop {
	int header;
	int n_members;
	bool *member;              /* by block */
	LLVMValueRef iteration;    /* variable that counts the iterations */
} Loop;
Loops loops_find(Arena *arena, LLVMValueRef function);
int loops_block(const Loops *loops, LLVMBasicBlockRef block);

/* A file of debug information, absolute; whether it is a header of the system's. */
const char *file_path(Retarget *r, LLVMMetadataRef file);
bool is_system(const Retarget *r, const char *path);

/* Sets the source place of an instruction. */
void site_place(Retarget *r, LLVMValueRef instruction, CpuSite *site);

void retarget_scoped(Retarget *r);   /* atomics with a scope lose it */
void retarget_shared(Retarget *r);   /* shared variables get their addresses */
void retarget_trace(Retarget *r);    /* calls before accesses */
void retarget_calls(Retarget *r);    /* intrinsics */
void retarget_asm(Retarget *r, LLVMValueRef call); /* PTX */
/* Replaces an intrinsic with operands or results that are not plain numbers, by its name (runtime/wmma.c). */
void retarget_collective(Retarget *r, LLVMValueRef call, const char *name);
bool is_collective(LLVMValueRef call, const char *name);
void retarget_tables(Retarget *r);   /* kernels and variables for the runtime */

#endif
