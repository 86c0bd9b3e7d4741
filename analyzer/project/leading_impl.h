/* Shared by leading.c and its steps: leading_candidates.c says what could be precompiled, leading_choice.c what it is worth, and
 * leading_parts.c what is precompiled before what. */
#ifndef SMEMLINT_PROJECT_LEADING_IMPL_H
#define SMEMLINT_PROJECT_LEADING_IMPL_H

#include "base/bits.h"
#include "project/include_order.h"
#include "project/leading.h"

typedef VEC(int) Headers;

/* Sources that include the same headers in one order. */
typedef struct Shape {
	uint64_t key;
	int first, n_sources; /* the first source of them */
	GraphSource source;
	const Visit *visits;
	uint64_t *plain;      /* bits: headers that it includes at their beginnings, whatever macros are defined */
	int64_t cost;         /* of these */
} Shape;

/* Headers that could be precompiled. */
typedef struct Candidate {
	uint64_t key;
	Headers headers;      /* in their order … */
	uint64_t *set;        /* … and as bits */
	int base;             /* one that has the first of them, and is precompiled before; -1: none */
	const char *folder;   /* of Leading */
	int64_t cost;
	bool *fits;           /* by shape; if `is_checked`, … */
	bool is_checked;      /* … order included */
	bool is_picked;
} Candidate;

typedef struct Choice {
	Arena *arena;
	IncludeGraph *graph;
	const IncludeOrder *order;
	VEC(Shape) shapes; /* the first `n_shapes` take part in the choice, the others take what was chosen */
	int n_shapes;
	VEC(Candidate) all;
	int *taken;    /* by shape: the index of its candidate, or -1 */
	int *shape_of; /* by source; -1: none */
	int n_words;   /* of Shape.plain */
} Choice;

/* Fills in visits, plain and cost. */
void leading_complete(const Choice *choice, Shape *shape);

/* Whether the shape includes its headers, in whatever order. */
bool leading_fits(const Choice *choice, const Candidate *candidate, const Shape *shape);

/* Completes the shapes that take part, and fills in Choice.all; nothing is taken yet. */
void leading_find_candidates(Choice *choice);

/* The index of a candidate of what two others have in common; -1: nothing. */
int leading_add_common(Choice *choice, int a, int b);

/* The cost of what the shape took. */
int64_t leading_taken(const Choice *choice, int shape);

/* Adds what shapes that took little have in common with what was chosen, and what any three of them have; false: nothing new. */
bool leading_find_more(Choice *choice);

/* What one more process with headers that are precompiled costs, in bytes of code. */
enum { OF_ANOTHER = 100000 };

/* What sources would save. */
typedef struct Saving {
	int n_sources;
	int64_t bytes;
} Saving;

/* Adds what those of the shape would save if they took it, if that is anything. */
void leading_save(const Choice *choice, const Candidate *it, int shape, Saving *saving);

/* Drops the shapes from Candidate.fits for which it would change a macro. */
void leading_check_order(const Choice *choice, Candidate *it);

/* The shapes that would rather have it take it. */
void leading_take(Choice *choice, Candidate *it);

/* Sources that took `base`, or what is built on it, could take `more`, built on it. */
typedef struct Extension {
	int base, more;
} Extension;

typedef VEC(Extension) Extensions;

bool leading_was_tried(const Extensions *tried, const Extension *it);

/* Whether all headers of the part are in the whole. */
bool leading_is_in(const Choice *choice, const Candidate *part, const Candidate *whole);

/* Adds it to the candidates, for those shapes that may take it and took `taken`, or what is built on that. */
int leading_add_extension(Choice *choice, const Extension *of, int taken);

/* What was taken before a part of it was is built on that. */
void leading_build_on_parts(Choice *choice);

/* Precompiles what two have in common before both; false: no two have anything in common any more. */
bool leading_share_next(Choice *choice, Extensions *tried);

/* Precompiles a part before one, for sources that have none or less; false: there is no such part. */
bool leading_split_next(Choice *choice, Extensions *tried);

/* The candidates that save the most become Choice.taken; those that are built on others are added to Choice.all. */
void leading_choose(Choice *choice);

#endif
