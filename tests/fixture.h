/* A fixture: a .cu or .ptx file whose comments state what smemlint must find in it.
 *
 * On the line that a diagnostic or an access stands on, at its end:
 *
 *   // expect: RULE [TEXT]      a diagnostic of that rule; TEXT stands in its message or in one of its notes.
 *                               RULE `problem`: what could not be analysed
 *   // fact: OP W/I [CERTAINTY] [block X,Y,Z]
 *                               the line's accesses of that kind (load, store, atomic, ldmatrix, stmatrix,
 *                               cp_async) take W wavefronts where I would do, summed over warps, iterations
 *                               and calls, for each kernel and launch.  CERTAINTY: exact, bound, symbolic,
 *                               data-dependent, unknown
 *   // fact: OP * [CERTAINTY] [block X,Y,Z] (REASON)
 *                               whatever it takes, for a reason that is given
 *   // measured: OP W/I          what an H200 counted there (testdata/measured/h200_lines.tsv), where that is known to be
 *                               something else than the line's facts
 *
 * Several stand on one line between " | ".  On lines of their own:
 *
 *   // flags: -DX=1 -std=c++17  the compiler's flags
 *   // block: 32,8              --block
 *   // exit: 3                  the exit status
 *   // libclang: 22             left out where libclang is older */
#ifndef SMEMLINT_TESTS_FIXTURE_H
#define SMEMLINT_TESTS_FIXTURE_H

#include "analysis/analyze.h"

typedef struct Expected {
	int line;
	const char *rule, *text; /* text: "" matches all */
	int met;
} Expected;

typedef struct ExpectedFact {
	int line;
	const char *op, *certainty; /* certainty NULL: any */
	bool any_cost;
	int64_t wavefronts, ideal;
	int64_t block[3];           /* [0] == 0: any */
	int met;
} ExpectedFact;

typedef struct Fixture {
	const char *path;
	AnalyzeOptions options;
	int exit_status;    /* -1: not given */
	int libclang;       /* the version that it needs; 0: any */
	VEC(Expected) expected;
	VEC(ExpectedFact) facts, measured;
	const char *broken; /* what is wrong with the fixture itself, or NULL */
} Fixture;

/* How much a fixture must say. */
typedef enum Strictness {
	STRICT_DIAGS, /* diagnostics are all listed; facts that are listed must hold */
	STRICT_FACTS, /* accesses are all listed; diagnostics only need to hold */
	STRICT_CLEAN, /* there is no diagnostic */
} Strictness;

typedef struct Paths {
	VEC(const char *) list;
} Paths;

/* Every *.cu and *.ptx under `folder`, sorted. */
void fixture_find(Arena *arena, const char *folder, Paths *out);

Fixture *fixture_read(Arena *arena, const char *path);

/* How many expectations are not met; each is printed. */
int fixture_check(Arena *arena, Fixture *fixture, const Analysis *analysis, Strictness strictness);

#endif
