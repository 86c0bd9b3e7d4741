/* Shared by eval_asm.c and asm_instr.c. */
#ifndef SMEMLINT_EVAL_EXEC_ASM_IMPL_H
#define SMEMLINT_EVAL_EXEC_ASM_IMPL_H

#include "eval/exec/exec.h"
#include "ir/ptx_opcode.h"

enum { MAX_REGISTERS = 64 };

/* A block that is run. */
typedef struct Asm {
	Eval *ev;
	const Expr *site;
	const AsmBlock *block;
	Value *arg;            /* outputs, then inputs */
	bool *written;         /* outputs */
	const char *name[MAX_REGISTERS];
	Value reg[MAX_REGISTERS];
	int n_regs;
	const AsmInstr *instr;
	const PtxOpcode *opcode; /* instr's */
} Asm;

/* --- operands (eval_asm.c) ----------------------------------------------------------------------- */
Value asm_operand(Asm *a, const AsmOperand *o);
Value asm_nth(Asm *a, int i);      /* operand i of the instruction; there is none: 0 */
void asm_assign(Asm *a, const AsmOperand *o, Value v);

void asm_set(Asm *a, Value v);     /* the instruction's result */

/* --- instructions (asm_instr.c) ------------------------------------------------------------------ */
/* Runs Asm.instr, which is understood, whatever guards it. */
void asm_instruction(Asm *a);
/* What has no function here: its results are unknown. */
void asm_other(Asm *a);

/* --- functions and bits (asm_compute.c) ---------------------------------------------------------- */
void asm_function(Asm *a);
void asm_shuffle(Asm *a);
void asm_vote(Asm *a);
void asm_elect(Asm *a);
void asm_logic3(Asm *a);
void asm_extract(Asm *a);
void asm_insert(Asm *a);
void asm_mask(Asm *a);
void asm_funnel(Asm *a);
void asm_highest(Asm *a);

#endif
