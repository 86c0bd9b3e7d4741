/* From a module to the tree of ir/ir.h.  Registers are local variables: integers are signed ones of the register's size, of
 * which an instruction reads the bits as its type says. */
#ifndef SMEMLINT_PTX_LOWER_H
#define SMEMLINT_PTX_LOWER_H

#include "ir/ir.h"
#include "ptx/flow.h"
#include "ptx/module.h"

typedef VEC(const Stmt *) StmtList;

/* A function while it is lowered. */
typedef struct Ptx {
	Arena *arena, *scratch;
	Unit *unit;
	const Unit *source;       /* PtxOptions.source */
	const PtxModule *module;
	const Type *t_void, *t_bool, *t_int[5][2] /* by log2 of the bytes; signed */, *t_float[4];
	VEC(Expr *) addrs;        /* by Var.id: the expression for its address, one for all uses; NULL: not made yet */
	VEC(const Type *) pointers; /* to integers and floats */
	const Var *builtin[BV_WARP_SIZE + 1];
	VEC(Var *) vars;          /* Unit.vars */
	const Var **var_of;       /* by PtxVar.id; NULL: not made yet */
	const Func **func_of;     /* by PtxModule.funcs */
	struct Places *places;

	const PtxFunc *f;
	Func *func;
	const Var **reg;          /* by register; NULL: not used yet */
	int *n_defs, *n_uses;     /* by register */
	const PtxInstr **def;     /* the last that defines it */
	bool *is_float;           /* by register: it holds a float, whatever it is declared as */
	bool *is_temporary;       /* by register: every use is behind a definition in its block */
	bool *needed;             /* by instruction: it is lowered */
	bool *reg_needed;
	struct NameTable *sites;  /* by place and opcode: the first expression's index in … */
	VEC(const Expr *) site;   /* … this, plus one */
	bool has_local;           /* addresses of local memory are taken as generic ones */
	const PtxInstr *instr;
	Range range;              /* of the instruction */
	StmtList *out;
} Ptx;

/* --- nodes (make.c) ------------------------------------------------------------------------------- */
void ptx_types(Ptx *p);
const Type *ptx_int(const Ptx *p, int bytes, bool is_signed);
const Type *ptx_type_of(const Ptx *p, PtxType type); /* of a value that an instruction handles as such */
const Type *ptx_pointer(Ptx *p, const Type *elem);
const Type *ptx_array(Ptx *p, const Type *elem, int64_t count);
Expr *ptx_expr(Ptx *p, ExprKind kind, const Type *type, int n, const Expr *const *args);
Expr *ptx_number(Ptx *p, const Type *type, int64_t i);
Expr *ptx_addr(Ptx *p, const Var *var);
Expr *ptx_load(Ptx *p, const Expr *address, const Type *type);
Expr *ptx_binary(Ptx *p, Op op, const Type *type, const Expr *a, const Expr *b);
Expr *ptx_unary(Ptx *p, Op op, const Expr *a);
const Expr *ptx_cast(Ptx *p, const Expr *e, const Type *type);
const Expr *ptx_not(Ptx *p, const Expr *e); /* of a condition */
Expr *ptx_unknown(Ptx *p, const Type *type, const char *why);
Expr *ptx_call(Ptx *p, const char *intrinsic, const Type *type, int n, const Expr *const *args);
Expr *ptx_choose(Ptx *p, const Expr *c, const Expr *a, const Expr *b);
Var *ptx_var(Ptx *p, const char *name, const Type *type, VarKind kind);
Stmt *ptx_stmt(Ptx *p, StmtKind kind);
const Stmt *ptx_block(Ptx *p, const StmtList *list);
void ptx_add(Ptx *p, const Stmt *s);
void ptx_effect(Ptx *p, const Expr *e);
const PtxOpcode *ptx_opcode_of(Ptx *p, const char *text);

/* --- variables and operands (operands.c) ---------------------------------------------------------- */
const Var *ptx_reg(Ptx *p, int reg);
const Var *ptx_symbol(Ptx *p, const PtxVar *var);
/* The operand as a value of the type. */
const Expr *ptx_value(Ptx *p, const PtxOperand *o, const Type *type);
const Expr *ptx_nth(Ptx *p, int i, const Type *type);
/* Whether it is a number, or a register that only ever holds one. */
bool ptx_constant(const Ptx *p, const PtxOperand *o, int64_t *out);
/* Of a predicate; no statement may come between it and its use. */
const Expr *ptx_condition(Ptx *p, const PtxOperand *o);
const Expr *ptx_guard(Ptx *p, const PtxInstr *instr);
/* Whether every use of a predicate is replaced by the comparison that computes it. */
bool ptx_is_replaced(const Ptx *p, int reg);
void ptx_set(Ptx *p, const PtxOperand *to, const Expr *value);
/* The place of an address operand that is a variable plus a number, of parameters and local memory. */
const Expr *ptx_place(Ptx *p, const PtxOperand *address, const Type *type);

/* --- instructions --------------------------------------------------------------------------------- */
void ptx_lower_instr(Ptx *p, const PtxInstr *instr); /* lower_table.c; appends to p->out */
#define PTX_LOWER(name) void lower_##name(Ptx *p, const PtxInstr *instr, int how);
#include "ir/ptx_lowerings.def"
#undef PTX_LOWER
const Expr *ptx_compare(Ptx *p, const PtxInstr *instr); /* the condition of setp or set */
/* The assembler makes a branch or a call of it: a division of 64-bit integers, a division of floats that rounds … */
bool ptx_has_slow_path(const PtxOpcode *opcode);
void ptx_end_straight_line(Ptx *p, const PtxInstr *instr);
void ptx_lower_call(Ptx *p, const PtxInstr *instr);

/* Which instructions addresses and conditions depend on (needs.c). */
void ptx_find_needs(Ptx *p);
/* Fills in Ptx.is_temporary. */
void ptx_find_temporaries(Ptx *p, const FlowGraph *flow);
/* Whether operand i, which is no result, matters for what the instruction does. */
bool ptx_matters(const Ptx *p, const PtxInstr *instr, int i);

/* The function's statements (structure.c); NULL: *why. */
const Stmt *ptx_structure(Ptx *p, const FlowGraph *flow, const char **why);

/* --- places (ranges.c) ---------------------------------------------------------------------------- */
typedef struct Places Places;
Places *ptx_places(Ptx *p);
/* Where the instruction comes from: the innermost place outside of system headers. */
Range ptx_range(Ptx *p, const PtxInstr *instr);
bool ptx_is_unplaced(Ptx *p, const PtxInstr *instr); /* AsmBlock.is_unplaced */
/* The calls that were inlined there; NULL: none. */
const AsmInlined *ptx_inlined(Ptx *p, const PtxInstr *instr);
/* What tells it from the places of other instructions; -1: it has none but its own line. */
int ptx_place_id(Ptx *p, const PtxInstr *instr);
Loc ptx_line(Ptx *p, int line); /* in the PTX text */
/* "transpose<float>" of "_Z9transposeIfEvPT_"; the name itself if it is not mangled. */
const char *ptx_short_name(Arena *arena, const char *name);

#endif
