/* --statistics: what a run's time was spent on, by phase and by file. */
#ifndef SMEMLINT_REPORT_COST_H
#define SMEMLINT_REPORT_COST_H

#include "base/buf.h"
#include "base/vec.h"
#include "report/stats.h"

typedef struct FileCost {
	const char *file;
	Phases phases; /* zeros: its results were kept */
} FileCost;

typedef VEC(FileCost) FileCosts;

/* Sorts the files. */
void cost_print(Buf *out, FileCosts *files, const Stats *stats);

#endif
