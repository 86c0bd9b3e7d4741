/* The number of findings of each rule, most first. */
#include <string.h>

#include "report/formats.h"
#include "report/summary.h"
#include "rules/rule.h"

typedef struct Counts {
	int of[N_RULES]; /* by index in all_rules */
	Summary summary;
} Counts;

static void count_finding(Counts *counts, const char *rule)
{
	const int r = rule ? rule_index(rule) : -1;
	if (r >= 0)
		counts->of[r]++;
}

static Counts count(const FileReport *const *files, int n_files)
{
	Counts counts = { .summary = { .files = 0 } };
	for (int f = 0; f < n_files; f++) {
		summary_add(&counts.summary, files[f]);
		for (int i = 0; i < files[f]->findings.n; i++)
			count_finding(&counts, files[f]->findings.at[i].rule);
	}
	return counts;
}

/* Takes out the rule with the most findings; -1: none is left. */
static int take_most(Counts *counts, int *n)
{
	int most = -1;
	for (int r = 0; r < N_RULES; r++)
		if (counts->of[r] && (most < 0 || counts->of[r] > counts->of[most]))
			most = r;
	*n = most < 0 ? 0 : counts->of[most];
	if (most >= 0)
		counts->of[most] = 0;
	return most;
}

void report_statistics(Buf *out, const FileReport *const *files, int n_files, const ReportContext *context)
{
	Counts counts = count(files, n_files);
	(void)context;
	for (int n, rule; (rule = take_most(&counts, &n)) >= 0;)
		buf_printf(out, "%6d  %-26s  %s\n", n, all_rules[rule]->name, all_rules[rule]->summary);
	if (counts.summary.problems)
		buf_printf(out, "%6d  %-26s  %s\n", counts.summary.problems, "-", "not analysed, or not understood");
	Buf total = { 0 };
	summary_print_findings(&total, &counts.summary);
	buf_printf(out, "%6d  %s\n", counts.summary.findings, total.s + strcspn(total.s, " ") + 1);
	buf_free(&total);
}
