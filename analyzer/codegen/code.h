/* The instructions that a compiler generated for accesses to shared memory, read from its PTX or from disassembled SASS.
 * The text is not trusted: reading ends whatever it contains, and what is not understood is left out. */
#ifndef SMEMLINT_CODEGEN_CODE_H
#define SMEMLINT_CODEGEN_CODE_H

#include <stdbool.h>
#include <stddef.h>

#include "banks/banks.h"
#include "base/vec.h"

/* A place in the source as the line table has it. */
typedef struct CodePlace {
	int file;               /* index in CodeTable.files */
	int line;
} CodePlace;

/* Instructions of one kind and width at one place. */
typedef struct CodeAccess {
	const char *kernel;     /* mangled; NULL: in a function that several kernels may call */
	const CodePlace *places; /* innermost first: the instruction, then the calls that were inlined */
	int n_places;           /* >= 1 */
	AccessKind kind;
	int bytes;              /* per lane: 1, 2, 4, 8, 16; 0: not stated (matrix rows) */
	bool is_generic;        /* by a generic address, which may also be global */
	bool is_hidden;         /* PTX only: the assembler expands it to several instructions of any kind */
	int count;              /* how many instructions */
} CodeAccess;

typedef struct CodeTable {
	VEC(CodeAccess) accesses;
	VEC(const char *) files;
	VEC(const char *) kernels; /* the kernels whose code the text contains; mangled */
	bool is_machine_code;      /* SASS; else PTX, whose accesses the assembler may still merge and remove */
	bool is_other_compiler;    /* only `ptx` is set: it says nothing of what nvcc merges and removes */
	const char *by;            /* "nvcc 13.0 for sm_90": what generated it; NULL: not known */
	const char *ptx;           /* the PTX that it comes from; NULL: not known */
} CodeTable;

enum { MAX_CODE_PLACES = 16 };

/* Adds an access, or adds its count to that of an equal one.  `places` is copied. */
void code_add(Arena *arena, CodeTable *table, const CodeAccess *access);
/* The index of a name in table->files; it is added if it is new. */
int code_file(Arena *arena, CodeTable *table, const char *name, size_t length);

/* Both append to the table, and keep no pointers into the text. */
void ptx_read(Arena *arena, const char *text, CodeTable *out);  /* what nvcc -ptx -lineinfo writes */
void sass_read(Arena *arena, const char *text, CodeTable *out); /* what nvdisasm -gi writes of a cubin */

#endif
