/* What a compiler made of accesses to shared memory, read from the text that it, or a disassembler, writes.
 * The texts are not trusted: whatever they hold, reading them ends, and what is not understood is left out. */
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
	int bytes;              /* a lane: 1, 2, 4, 8, 16; 0: it says nothing (matrix rows) */
	bool is_generic;        /* by an address that may as well be global */
	bool is_hidden;         /* of PTX: the assembler makes several of it, of whatever kind */
	int count;              /* of instructions in the text */
} CodeAccess;

typedef struct CodeTable {
	VEC(CodeAccess) accesses;
	VEC(const char *) files;
	VEC(const char *) kernels; /* those that the text holds code for */
	bool is_machine_code;      /* SASS; else PTX, of which the assembler may merge and drop more */
	const char *by;            /* "nvcc 13.0 for sm_90": who made it; NULL: not known */
} CodeTable;

enum { MAX_CODE_PLACES = 16 };

/* Adds an access, or one to the count of those that are alike.  `places` is copied. */
void code_add(Arena *arena, CodeTable *table, const CodeAccess *access);
/* The number of a file's name. */
int code_file(Arena *arena, CodeTable *table, const char *name, size_t length);

/* Both append to the table, and keep nothing of the text. */
void ptx_read(Arena *arena, const char *text, CodeTable *out);  /* what nvcc -ptx -lineinfo writes */
void sass_read(Arena *arena, const char *text, CodeTable *out); /* what nvdisasm -gi writes of a cubin */

#endif
