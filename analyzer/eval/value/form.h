/* What a compiler can tell of an integer from the program's text alone, without the thread's index or the launch.
 *
 * A value is part + c: `c` is a constant, and `key` identifies the part: two values have the same key only if
 * nvcc can see that their parts are equal.  Keys add and multiply as the parts do, so that 2*t + 1 and t*2
 * have one key and are 1 apart.  A value without a part (key 0) is a constant.
 * A value that depends on a branch or a loop has a part of its own. */
#ifndef SMEMLINT_EVAL_VALUE_FORM_H
#define SMEMLINT_EVAL_VALUE_FORM_H

#include <stdbool.h>
#include <stdint.h>

#include "ir/ir.h"

/* What a value is computed from: UNIFORM: only arguments, blockIdx and constants; THREAD: also threadIdx; SOMETHING: not known. */
typedef enum MadeOf { MADE_OF_SOMETHING, MADE_OF_UNIFORM, MADE_OF_THREAD } MadeOf;

typedef struct Form {
	uint64_t key;
	int64_t c;
	uint64_t refinement; /* parts of the key that the compiler may split into another key and a constant */
	uint64_t multiplicand; /* key == multiplicand * times, if the value was multiplied by a constant; else its own key and 1 */
	int64_t times;
	/* The value is (factor_key + factor_c) * factor_by + a constant, by its last multiplication by a constant; factor_by 0: by none. */
	uint64_t factor_key;
	int64_t factor_c, factor_by;
	uint8_t log2_align; /* the part is a multiple of 1 << log2_align; FORM_ANY: no part */
	uint8_t sure_align; /* the same however nvcc computes it; less than log2_align only if it is `doubtful` or `reduced` */
	uint8_t seen_align; /* NVVM knows it from the text, before it computes sums in another way; not less than log2_align */
	uint8_t before_loop; /* of a variable at the head of a loop that changes it (memory_widen()): the alignment with which it came */
	uint8_t made_of; /* MadeOf */
	bool may_fold; /* a constant if loops whose unrolling is unknown are unrolled */
	bool known; /* false (a zeroed Form): nothing is known, it equals no other form */
	bool counter; /* a constant that is the counter of an unrolled loop: nvcc computes products with it by adding */
	bool shifted; /* a shift to the left made it, perhaps beyond its width: a signed shift to the right does not undo it */
	bool shifted_back; /* such a signed shift made it: of its multiples ptxas does not know that they are some */
	bool composed; /* a sum of several parts or a mask made it, and perhaps a constant was added */
	bool doubtful; /* nvcc may compute it in a way that hides its alignment */
	bool reduced; /* the same of ptxas alone (value_sums.c) */
	bool regrouped; /* NVVM may compute it in another way than what is a constant apart from it (form_regroup()) */
	bool carried; /* the alignment is that of a value that a loop carries, not by plain steps: ptxas knows it, NVVM does not */
	bool chosen; /* of the values that branches leave: NVVM knows the alignment if it selects between them, ptxas always */
	bool chosen_pointer; /* the same of pointers: NVVM may compute what is at the pointer itself from another register */
	bool stepped; /* stepped in a loop that is not unrolled; nvcc steps one of the addresses with it and derives the others */
} Form;

enum { FORM_ANY = 62 };

Form form_const(int64_t c);
/* What the compiler may find out about a part: nothing; that it is another part plus a constant (STEPS: and it is
 * stepped in a loop); that it is a constant. */
typedef enum Refinement { REFINE_NONE, REFINE_OFFSET, REFINE_STEPS, REFINE_CONSTANT } Refinement;
/* A new part, different from all others; `serial` counts them. */
Form form_fresh(uint64_t *serial, int log2_align, Refinement refinement);
/* The same in place: loops give new parts to all that they may change. */
void form_renew(Form *form, uint64_t *serial, int log2_align, Refinement refinement);
/* How both came about is how it did, by which NVVM may not see its alignment: carried by a loop, or chosen by a branch. */
void form_inherit(Form *form, const Form *a, const Form *b);
/* A branch chose it; is_pointer: between pointers. */
void form_choose(Form *form, bool is_pointer);
/* The part of symbol `sym`. */
Form form_symbol(int sym, int log2_align);
/* The address of the object that symbol `sym` is: a constant for the compiler, though not a number. */
Form form_object(int sym);
bool form_is_const(const Form *form);
/* nvcc cannot find that the two are a constant apart. */
bool form_differs(const Form *a, const Form *b);
Form form_made_of(MadeOf what, Form form);
int form_log2_align(const Form *form); /* the whole value (part and c) is a multiple of 1 << this */
Form form_binary(Op op, bool is_signed, Form a, Form b);
/* a + b, as the program has it.  NVVM may take out a factor of both, and of more than two parts add others first; it no longer sees what is
 * a constant apart from the sum. */
void form_regroup(Form *sum, const Form *a, const Form *b);
Form form_narrow(int bytes, Form a); /* its low `bytes` bytes */

#endif
