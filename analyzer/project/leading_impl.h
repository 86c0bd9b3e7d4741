/* Shared by leading.c and by its two steps: leading_candidates.c says what could be precompiled, leading_choice.c what it is worth. */
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

/* The cost of what the shape took. */
int64_t leading_taken(const Choice *choice, int shape);

/* Adds what shapes that took little have in common with what was chosen, and what any three of them have; false: nothing new. */
bool leading_find_more(Choice *choice);

/* The candidates that save the most become Choice.taken; those that are built on others are added to Choice.all. */
void leading_choose(Choice *choice);

#endif
