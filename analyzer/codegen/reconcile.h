/* Holds a kernel's facts against the code that a compiler made of it.
 *
 * Facts and instructions are brought together by kernel, kind of access, file and line (docs/users/codegen.md).  `model` is what
 * the evaluator takes the compiler to make of the accesses, `plain` the same kernel and launch with every access a request
 * of its own (EvalOptions.as_written): where the code is not as the model has it, the line's facts are made anew from those.
 *
 * Of PTX the assembler merges and drops more: it confirms and corrects only what the assembler cannot change, and makes
 * nothing exact. */
#ifndef SMEMLINT_CODEGEN_RECONCILE_H
#define SMEMLINT_CODEGEN_RECONCILE_H

#include "codegen/code.h"
#include "eval/facts/facts.h"

/* The model's facts as the code has them, with Fact.code and Fact.code_text, in the order of their places. */
KernelFacts code_reconcile(Arena *arena, const Unit *unit, const CodeTable *code, const KernelFacts *model, const KernelFacts *plain);

/* The same kernel: names agree but for what compilers make up for an anonymous namespace. */
bool code_same_kernel(const char *mangled, const char *other);

/* Paths of one file: the same, or one is the end of the other. */
bool code_same_file(const char *path, const char *other);

#endif
