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
	int unsized;             /* that have no width */
	int hidden;              /* CodeAccess.is_hidden, of any kind */
	VEC(Fact) model, plain;
	VEC(Fact) facts;         /* the outcome */
} Line;

typedef VEC(Line) Lines;

/* The lines of both kinds of facts, with the code's instructions there; in `scratch`. */
void lines_gather(Arena *scratch, const Unit *unit, const CodeTable *code, const KernelFacts *model, const KernelFacts *plain, Lines *out);
int line_total(const Line *line);
/* A set: bit w for instructions of 1 << w bytes. */
unsigned line_widths(const Line *line);
unsigned width_bit(int bytes);
unsigned line_generic_widths(const Line *line);
/* The same of what the model has on the line, and of what the source has. */
unsigned line_model_widths(const Line *line);
unsigned line_written_widths(const Line *line);

/* It has requests of its own: not all are part of others'. */
static inline bool is_request(const Fact *fact)
{
	return fact->warps > 0;
}
int count_requests(const Fact *facts, int n);
/* Of the model. */
int line_requests(const Line *line);
/* Instructions of each width are as many as line->facts have requests of it, or all by the same factor fewer, which is how
 * often a loop turns; of lines with instructions of one width that is not asked. */
bool line_is_proportional(const Line *line);
/* "2 loads of 8 bytes and 1 load of 4 bytes" */
const char *line_words(Arena *arena, const Line *line);

/* The fact with the widest requests of the set that its lanes' addresses allow, and visits to match; false: none is. */
bool reprice_widest(Arena *arena, Fact *fact, unsigned widths);
/* Never less than what its requests cost when each is made in pieces of `width` bytes. */
void reprice_narrower(Fact *fact, int width);
/* Every access of `part` lies in one of `whole`, which is wider: a set of the elements that it has there; 0: it does not. */
unsigned parts_in(const Fact *part, const Fact *whole);
/* All its requests have one ratio of wavefronts to ideal. */
bool is_uniform(const Fact *fact);

#endif
