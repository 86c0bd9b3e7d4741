/* What the files reconcile*.c share. */
#ifndef SMEMLINT_CODEGEN_RECONCILE_IMPL_H
#define SMEMLINT_CODEGEN_RECONCILE_IMPL_H

#include "codegen/reconcile.h"

enum { MAX_WIDTHS = 5 }; /* 1, 2, 4, 8, 16 bytes */

/* The facts and instructions of one kind at one line. */
typedef struct Line {
	int file, line;
	AccessKind kind;
	int count[MAX_WIDTHS];   /* instructions, by the logarithm of their width */
	int generic[MAX_WIDTHS]; /* those by generic addresses, which may go to other memory */
	int unsized;             /* instructions that state no width */
	int hidden;              /* instructions that are CodeAccess.is_hidden */
	VEC(Fact) model, plain;
	VEC(Fact) facts;         /* the result */
} Line;

typedef VEC(Line) Lines;

/* The lines of all facts, with the code's instructions there; in `scratch`. */
void lines_gather(Arena *scratch, const Unit *unit, const CodeTable *code, const KernelFacts *model, const KernelFacts *plain, Lines *out);
int line_total(const Line *line); /* instructions */
/* Sets of widths, bit w for 1 << w bytes: of the instructions, … */
unsigned line_widths(const Line *line);
unsigned width_bit(int bytes);
unsigned line_generic_widths(const Line *line);
unsigned line_model_widths(const Line *line);   /* … of line->model, … */
unsigned line_written_widths(const Line *line); /* … of line->plain */

/* Whether the fact has requests of its own; if not, all its accesses are part of other facts'. */
static inline bool is_request(const Fact *fact)
{
	return fact->warps > 0;
}
int count_requests(const Fact *facts, int n); /* facts that are requests */
int line_requests(const Line *line);          /* of line->model */
/* Whether the visits of line->facts, by width, are the numbers of instructions times one factor: a loop's trip count, at
 * least 1 if there are several widths. */
bool line_is_proportional(const Line *line);
/* "2 loads of 8 bytes and 1 load of 4 bytes" */
const char *line_words(Arena *arena, const Line *line);

/* Prices the fact at the widest requests of the set `widths` that its addresses allow, and adapts its visits; false: the
 * addresses allow none. */
bool reprice_widest(Arena *arena, Fact *fact, unsigned widths);
/* Raises the fact's wavefronts to what its requests cost if each is split into pieces of `width` bytes. */
void reprice_narrower(Fact *fact, int width);
/* If each request of `part` lies within one of `whole`, which is wider: the set of its elements there (Fact.parts); else 0. */
unsigned parts_in(const Fact *part, const Fact *whole);
/* Whether all its requests have the same ratio of wavefronts to ideal. */
bool is_uniform(const Fact *fact);

#endif
