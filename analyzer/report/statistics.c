/* The number of findings of each rule, most first. */
#include "report/formats.h"
#include "rules/rule.h"

typedef struct Counts {
	int of[N_RULES]; /* by index in all_rules */
	int problems, findings, files, with;
} Counts;

static void count_finding(Counts *counts, const char *rule)
{
	if (!rule) {
		counts->problems++;
		return;
	}
	counts->findings++;
	const int r = rule_index(rule);
	if (r >= 0)
		counts->of[r]++;
}

static Counts count(const FileReport *const *files, int n_files)
{
	Counts counts = { .files = n_files };
	for (int f = 0; f < n_files; f++) {
		const int before = counts.findings;
		for (int i = 0; i < files[f]->findings.n; i++)
			count_finding(&counts, files[f]->findings.at[i].rule);
		counts.with += counts.findings > before;
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
	if (counts.problems)
		buf_printf(out, "%6d  %-26s  %s\n", counts.problems, "-", "not analysed, or not understood");
	buf_printf(out, "%6d  finding%s in %d of %d file%s\n", counts.findings, counts.findings == 1 ? "" : "s", counts.with, counts.files,
		   counts.files == 1 ? "" : "s");
}
