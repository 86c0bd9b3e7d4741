/* The last line of a run: findings, those with a better layout, accesses by certainty, what was not analysed. */
#ifndef SMEMLINT_REPORT_SUMMARY_H
#define SMEMLINT_REPORT_SUMMARY_H

#include "base/buf.h"
#include "core/report.h"
#include "report/stats.h"

/* What all outputs count alike; starts with zeros. */
typedef struct Summary {
	int files, with_findings;
	int findings, of_severity[N_SEVERITIES]; /* of rules */
	int places;     /* of these, those that the text reports together once */
	int problems;   /* messages of at least a warning on what was not analysed or understood */
	int layouts;    /* findings for which a better layout is known */
	int incomplete; /* files of which something was not analysed */
} Summary;

/* Instances of one template are one kernel here. */
bool finding_kernels_are_one(const Finding *a, const Finding *b);
/* Whether the text reports two findings of a file as one: accesses of one object on a line, in instances of one kernel. */
bool findings_are_one(const Finding *a, const Finding *b);

void summary_add(Summary *summary, const FileReport *report);
void summary_print(Buf *out, const Summary *summary, const Stats *stats);
/* "27 findings in 10 of 12 files" */
void summary_print_findings(Buf *out, const Summary *summary);

#endif
