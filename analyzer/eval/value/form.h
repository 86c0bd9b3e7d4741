/* What a compiler can tell of an integer from the program's text alone: it knows neither lanes nor launch.
 *
 * A value is taken as part + c: `c` is a constant, and the part is known by a number (`key`) that two values
 * share only if nvcc can see that their parts are the same.  Keys add and multiply as the parts do, so that
 * 2*t + 1 and t*2 have one key and are 1 apart.  A value without a part (key 0) is a constant.
 * What a condition or a loop leaves open is a part of its own. */
#ifndef SMEMLINT_EVAL_FORM_H
#define SMEMLINT_EVAL_FORM_H

#include <stdbool.h>
#include <stdint.h>

#include "ir/ir.h"

/* What a value is made of, as far as can be seen: arguments, the block's index and constants only; the thread's index, too. */
typedef enum MadeOf { MADE_OF_SOMETHING, MADE_OF_UNIFORM, MADE_OF_THREAD } MadeOf;

typedef struct Form {
	uint64_t key;
	int64_t c;
	uint64_t refinement; /* what of the key may be told to be another one and a constant: iterations of a loop, bits taken apart */
	uint64_t multiplicand; /* of a value that was multiplied by a constant: what it was, and by how much; else its own key and 1 */
	int64_t times;
	uint8_t log2_align; /* 1 << grain divides the part; FORM_ANY where there is none */
	uint8_t made_of; /* MadeOf */
	bool may_fold; /* it is a constant if a loop is unrolled of which that is not known */
	bool known;    /* false, as in a zeroed one: nothing is known, and it is like no other */
	bool counter;  /* a constant that is the counter of a unrolled loop: products with it are made by adding */
	bool doubtful; /* it may be computed in a way that hides what divides it */
	bool stepped;  /* it is stepped in a loop that stays: so are addresses with it, from where the compiler likes best */
} Form;

enum { FORM_ANY = 62 };

Form form_const(int64_t c);
/* What may be told of a part: nothing; that it is another one and a constant, also as it is stepped in a loop; that it
 * is a constant. */
typedef enum Refinement { REFINE_NONE, REFINE_OFFSET, REFINE_STEPS, REFINE_CONSTANT } Refinement;
/* A part like no other: `serial` counts them. */
Form form_fresh(uint64_t *serial, int log2_align, Refinement refinement);
/* The part of symbol `sym`. */
Form form_symbol(int sym, int log2_align);
bool form_is_const(const Form *form);
/* Whatever nvcc knows, the two are not a constant apart. */
bool form_differs(const Form *a, const Form *b);
Form form_made_of(MadeOf what, Form form);
int form_log2_align(const Form *form); /* 1 << it divides the whole value, as far as is known */
Form form_binary(Op op, bool is_signed, Form a, Form b);
Form form_narrow(int bytes, Form a); /* the low bytes of it */

#endif
