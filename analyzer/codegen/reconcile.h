/* Compares a kernel's facts with the code that a compiler generated for it.
 *
 * Facts and instructions are matched by kernel, kind of access, file and line (docs/users/codegen.md).  `model`: the facts as
 * the evaluator predicts that accesses are merged and eliminated.  `plain`: those of the same kernel and launch with every
 * access a request of its own (EvalOptions.as_written); the facts of a line whose code differs from the model are made from
 * these.
 *
 * The assembler merges and removes more accesses of PTX: PTX confirms and corrects only what the assembler cannot change, and
 * makes nothing exact. */
#ifndef SMEMLINT_CODEGEN_RECONCILE_H
#define SMEMLINT_CODEGEN_RECONCILE_H

#include "codegen/code.h"
#include "eval/facts/facts.h"

/* The model's facts, corrected by the code, with Fact.code and Fact.code_text; in source order. */
KernelFacts code_reconcile(Arena *arena, const Unit *unit, const CodeTable *code, const KernelFacts *model, const KernelFacts *plain);

#endif
