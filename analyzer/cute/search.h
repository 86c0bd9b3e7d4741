/* Layouts in which warps' requests have no bank conflict: swizzles of the addresses, and rows that are padded. */
#ifndef SMEMLINT_CUTE_SEARCH_H
#define SMEMLINT_CUTE_SEARCH_H

#include "banks/banks.h"
#include "base/vec.h"
#include "cute/layout.h"

/* What is searched.  Offsets of the requests are those in the layout as it is, from a point that is aligned to what a
 * swizzle moves. */
typedef struct CuteSearch {
	const Arch *arch;
	const WarpRequest *requests;
	int n_requests;
	int64_t bytes;          /* of the object */
	int element;            /* bytes of an element, at least 1: it stays whole */
	const int64_t *rows;    /* lengths in bytes of rows that may be padded */
	int n_rows;
} CuteSearch;

typedef struct CuteChoice {
	CuteSwizzle swizzle;    /* of offsets in bytes; bits 0: none */
	int64_t row, pad;       /* `pad` bytes after each `row` bytes; pad 0: none */
	int64_t extra;          /* bytes of shared memory */
	int64_t wavefronts;
	int64_t attainable;     /* the ideal; of copies at least what they cost in any choice, because of where they read */
	int together;           /* adjacent aligned bytes that stay so: what is accessed in pieces of at most so many needs no change */
} CuteChoice;

typedef struct CuteChoices {
	VEC(CuteChoice) free; /* the one with the least memory first, then with the fewest bits */
	CuteChoice best;      /* if none is free: the one with the fewest wavefronts; `wavefronts` 0: there is none */
	int64_t unavoidable;  /* wavefronts of copies above the ideal that are in every choice */
	int tried;
} CuteChoices;

/* A pure function.  Requests that would be split or misaligned rule a choice out. */
CuteChoices cute_search(Arena *arena, const CuteSearch *search);

/* The layout, of elements of so many bits, as CuTe has it with the choice in place of its swizzle.  NULL: it does not pad so. */
const CuteLayout *cute_chosen(Arena *arena, const CuteLayout *layout, int bits, const CuteChoice *choice);

/* The layout's strides that are lengths of rows which may be padded, in bytes; `rows`: room for CUTE_MODES. */
int cute_rows(Arena *arena, const CuteLayout *layout, int bits, int64_t *rows);

/* The offset of `bytes` bytes in the choice. */
int64_t cute_chosen_offset(const CuteChoice *choice, int64_t offset);

#endif
