/* Headers of libraries that are not found: what takes their place. */
#ifndef SMEMLINT_FRONTEND_MISSING_H
#define SMEMLINT_FRONTEND_MISSING_H

#include "frontend/guess.h"
#include "prelude/prelude.h"

typedef struct Missing {
	Arena *arena;
	VEC(PreludeFile) files; /* under PRELUDE_MISSING; they are found only where no real header is */
	NameList guessed;       /* headers that nothing bundled stands in for */
	Guess guess;
	bool is_scanned;
	bool is_forced;     /* no header is missing: what is guessed is included before the source */
	const char *before; /* what was guessed before the last guess, or NULL */
	bool gave_up;
	int n_guesses; /* since missing_begin() */
	int n_errors;  /* of the parse before the last guess */
} Missing;

/* Prepares stand-ins for what the file at `path` with this text includes.  What was learnt before is kept.  arena NULL:
 * one of its own, which the caller frees. */
void missing_begin(Missing *missing, Arena *arena, const char *path, const char *text, size_t size);

/* The header to include before the source; NULL: none. */
const char *missing_forced(const Missing *missing);

struct Source;

/* Learns from the diagnostics of lo->tu which headers are not found, and what they would declare; true: another parse may find
 * more. */
bool missing_learn(Lower *lo, struct Source *source, Missing *missing);

/* The message to show for an error at `at`: it tells what is not found, where a guess is the cause; NULL: none. */
const char *missing_message(Lower *lo, const Missing *missing, CXSourceLocation at, const char *message);

/* Adds what was assumed for lo->tu: a problem for all headers with a stand-in, and one for all others. */
void missing_report(Lower *lo, const Missing *missing, ParseProblems *problems);

#endif
