/* Words for an access, shared by findings, maps and the editor. */
#ifndef SMEMLINT_RULES_WORDS_H
#define SMEMLINT_RULES_WORDS_H

#include "base/buf.h"
#include "eval/facts/facts.h"

const char *count_of(Arena *arena, int64_t n, const char *noun); /* "1 wavefront", "32 wavefronts" */
void print_lanes(Buf *out, uint32_t lanes);          /* "0-31", "0, 4, 8 and 12" */
/* "this load of 'tile'", "this atomic on shared memory" */
const char *access_words(Arena *arena, const Fact *fact);
/* "load", "atomic" */
const char *access_noun(const Fact *fact);
/* A function's name in quotes; template arguments of a long one as "<…>". */
const char *name_words(Arena *arena, const Func *func);
const char *block_words(Arena *arena, const LaunchShape *launch); /* "32x32", "256x1x1" */
/* "32-way if n % 32 == 0, …, free if n is odd"; "2.0 times the ideal wavefronts if n % 64 == 0, …" (cases.c) */
const char *case_words(Arena *arena, const Fact *fact);
/* The name of the runtime value that it depends on; NULL: there are several, or it has none. */
const char *runtime_name(const Fact *fact);
/* "'stride'"; "a runtime value", "runtime values" where not all have a name */
const char *runtime_words(Arena *arena, const Fact *fact);
/* A copy that runtime values make costlier by the lines of global memory that it moves; no lanes share a bank. */
bool waits_for_lines(const Fact *fact);
bool cases_agree(const Fact *fact); /* single values were tried, and cost the same */
/* The runtime value is the program's data, and for some of its values the access is free of conflicts. */
bool data_decides_cases(const Fact *fact);

#endif
