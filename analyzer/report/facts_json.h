/* Facts as JSON: one object per line for every shared-memory access of every kernel and launch.
 *
 * Keys: file, line, column, begin_line, end_line, end_column, kernel, mangled, block, block_from,
 * launch {file, line, args {name: value}, calls [{function, file, line}], others}, object, op, bytes,
 * merged {bytes, accesses, with_lines, warps_elsewhere, into_line}, warps, wavefronts, ideal, count_known,
 * worst {ways, warp, iteration, bank, lanes}, index, certainty, reason, stack [{function, file, line}],
 * symbolic {symbol, modulus, cases}, assumptions [{text, file, line, column}], codegen {verdict, text}, expected.
 * What is not known is null.  Paths are spelled as the compiler spells them. */
#ifndef SMEMLINT_REPORT_FACTS_JSON_H
#define SMEMLINT_REPORT_FACTS_JSON_H

#include <jansson.h>

#include "analysis/analyze.h"
#include "base/buf.h"

void report_facts(Buf *out, const Analysis *analysis);

/* A fact's object on a line without a newline; lives in the arena. */
const char *report_fact(Arena *arena, const Unit *unit, const Fact *fact);

json_t *fact_json(const Unit *unit, const Fact *fact); /* a new reference */

#endif
