/* What the rules share: which of them reports an access, and how a finding is put in words.
 *
 * Every access is reported by one rule at most.  A conflict in spite of padding or of a swizzle is
 * reported as that, with the same numbers, instead of by the rule for its kind of access. */
#ifndef SMEMLINT_RULES_FINDING_H
#define SMEMLINT_RULES_FINDING_H

#include "base/buf.h"
#include "rules/rule.h"

typedef enum FindingKind {
	FINDING_NONE,
	FINDING_LOAD,
	FINDING_STORE,      /* asynchronous copies into shared memory too */
	FINDING_ATOMIC,     /* lanes on different words of a bank */
	FINDING_CONTENTION, /* lanes on one word */
	FINDING_MATRIX,
	FINDING_PADDING,
	FINDING_SWIZZLE,
	FINDING_STRIDE,
	FINDING_DATA,
} FindingKind;

FindingKind finding_kind(const RuleContext *context, const Fact *fact);

/* Reports every access of the kernel that is of this kind. */
void finding_report(const RuleContext *context, const Rule *rule, FindingKind kind);

/* --- how the object is laid out (shape.c) ------------------------------------------------------ */

/* The last dimension is a power of two and a few elements that no access touches: how many, else 0. */
int64_t shape_padding(const KernelFacts *kernel, const Var *object);
/* The index mixes two quantities that depend on the thread by XOR, or adds them modulo something. */
bool shape_is_swizzled(const Fact *fact);

/* The access belongs to a sum that a tree of doubling steps adds up in place (reduction.c). */
bool finding_is_reduction(const KernelFacts *kernel, const Fact *fact);

/* --- words (words.c) --------------------------------------------------------------------------- */

int ways_of(const BankCost *cost);                   /* wavefronts over ideal, rounded up; 0: no access */
const char *count_of(Arena *arena, int64_t n, const char *noun); /* "1 wavefront", "32 wavefronts" */
void print_lanes(Buf *out, uint32_t lanes);          /* "0-31", "0, 4, 8 and 12" */
/* "this load of 'tile'", "this atomic on shared memory" */
const char *access_words(Arena *arena, const Fact *fact);
const char *block_words(Arena *arena, const LaunchShape *launch); /* "32x32", "256x1x1" */
/* "32-way if n % 32 == 0, …, free if n is odd" */
const char *case_words(Arena *arena, const Fact *fact);

/* --- notes (notes.c, explain.c) ---------------------------------------------------------------- */

void note_add(Arena *arena, Diag *diag, Range range, const char *text);
Range range_at(Loc loc);
extern const Range range_none;

/* The address and why its lanes meet; NULL where there is no form to explain. */
const char *explain_form(Arena *arena, const Fact *fact);
/* "warp 0: lanes 0-31 all hit bank 0 in different words" */
const char *explain_witness(Arena *arena, const Fact *fact);
/* "in all, 44 warp accesses …"; NULL where every warp pays the same. */
const char *explain_total(Arena *arena, const Fact *fact);
/* The launch, the declaration, the kernel and the calls on the way. */
void notes_of_place(Arena *arena, Diag *diag, const Fact *fact);

#endif
