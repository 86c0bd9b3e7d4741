/* A PTX module as it is written: functions with their instructions, variables, files.  Everything lives in an arena. */
#ifndef SMEMLINT_PTX_MODULE_H
#define SMEMLINT_PTX_MODULE_H

#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"
#include "ir/ptx_opcode.h"
#include "ir/ptx_operand.h"

typedef struct PtxVar PtxVar;

typedef struct PtxReg {
	const char *name;
	PtxType type;
} PtxReg;

struct PtxVar {
	const char *name;
	PtxSpace space;
	PtxType type;
	int64_t align;
	int64_t count;    /* elements; 1: no array; -1: `[]` */
	bool is_extern;
	bool is_pointer;  /* a parameter: `.ptr`, to global memory */
	bool is_local;    /* declared in a function */
	int line;
	int id;           /* unique in the module */
};

typedef struct PtxInstr {
	const PtxOpcode *opcode;
	int guard;        /* a register; -1: none */
	bool guard_negated;
	const PtxOperand *operands;
	int n_operands;
	int line;
	int loc;          /* in PtxModule.locs; -1: none */
	int scope;        /* of the names in it */
} PtxInstr;

/* A label stands before an instruction. */
typedef struct PtxLabel {
	const char *name;
	int scope;
	int at;           /* in PtxFunc.instrs */
} PtxLabel;

/* A `.branchtargets` list, or a `.pragma` before an instruction. */
typedef struct PtxTargets {
	const char *name;
	int scope;
	const char **labels;
	int n_labels;
} PtxTargets;

typedef struct PtxFunc {
	const char *name;
	bool is_entry;
	bool has_body;
	const PtxVar **params, **results;
	int n_params, n_results;
	VEC(PtxReg) regs;
	VEC(const PtxVar *) vars;  /* declared in it */
	VEC(PtxInstr) instrs;
	VEC(PtxLabel) labels;
	VEC(PtxTargets) targets;
	VEC(int) nounroll;         /* instructions before which `.pragma "nounroll"` stands */
	VEC(int) scopes;           /* the scope around each scope; -1: the function itself is the outermost */
	int64_t reqntid[3], maxntid[3], cluster[3]; /* [0] == 0: not given */
	bool no_inline;
	int line;    /* of its name */
	const char *broken;        /* why its body could not be read; else NULL */
} PtxFunc;

/* A .loc; that of inlined code refers to the call's. */
typedef struct PtxLoc {
	int file, line, column;    /* file: its number; -1: the one called `name` */
	const char *name;          /* the last part of a path, of a call that only a comment tells; else NULL */
	int caller;                /* in PtxModule.locs; -1: none */
	const char *label;         /* of the function's name in .debug_str; NULL: none */
	int64_t label_offset;
} PtxLoc;

typedef struct PtxFile {
	int number;
	const char *path;
} PtxFile;

typedef struct PtxModule {
	int version;               /* 90: 9.0 */
	int target;                /* 90: sm_90a */
	int target_line;
	int address_size;
	VEC(PtxFunc *) funcs;
	VEC(const PtxVar *) vars;  /* of the module */
	VEC(PtxLoc) locs;
	VEC(PtxFile) files;
	struct PtxNames *names;    /* private to places.c */
	int n_vars;
	const char *problem;       /* why the text could not be read to its end; else NULL */
	int problem_line;
} PtxModule;

/* Never fails: PtxModule.problem, PtxFunc.broken. */
PtxModule *ptx_read_module(Arena *arena, const char *text, size_t size);

/* A function's name as .debug_str has it; NULL: not known. */
const char *ptx_debug_name(const PtxModule *module, const PtxLoc *loc);
const char *ptx_file_path(const PtxModule *module, int number); /* NULL: no such file */

#endif
