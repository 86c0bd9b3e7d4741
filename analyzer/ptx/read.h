/* What the files read*.c share. */
#ifndef SMEMLINT_PTX_READ_H
#define SMEMLINT_PTX_READ_H

#include "ptx/module.h"
#include "ptx/names.h"
#include "ir/ptx_operand.h"

typedef struct Reader {
	Arena *arena;
	Scan scan;
	PtxModule *module;
	PtxFunc *func;      /* whose body is read; NULL: none */
	int scope;          /* in func; 0: its outermost */
	int loc;            /* of what follows */
	NameTable *symbols; /* of the module: indices of its variables, plus one */
	NameTable *locals;  /* of func */
	NameTable *opcodes;
	VEC(const PtxOpcode *) opcode;
	VEC(const PtxVar *) var; /* by id */
	VEC(struct RegRange) ranges;
	const char *problem;
	int problem_line;
} Reader;

/* `%r<12>`: registers %r0 to %r11. */
typedef struct RegRange {
	PtxType type;
	int64_t count;
} RegRange;

/* What a name of a function means: kind and index in one number. */
enum { NAME_REG, NAME_RANGE, NAME_VAR, NAME_KINDS };

/* Notes why the text is not understood, once; false. */
bool read_fail(Reader *r, const char *why);
bool read_instruction(Reader *r); /* with its guard and `;` */
/* `.reg`, `.shared` … behind its first word. */
bool read_variables(Reader *r, PtxSpace space, bool is_extern);
bool read_registers(Reader *r);
/* One variable behind its space: `.align 4 .b8 name[16]`. */
bool read_variable(Reader *r, PtxSpace space, PtxVar *out);
const PtxVar *read_add_variable(Reader *r, PtxVar *var);
bool read_body(Reader *r); /* behind `{` */

/* places.c */
bool read_loc(Reader *r);
bool read_file(Reader *r);
bool read_section(Reader *r);

#endif
