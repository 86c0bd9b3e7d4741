#include "filter/sieve.h"

Sieve sieve_begin(Arena *arena, FileReport *report)
{
	return (Sieve){ arena, report, arena_array(arena, LeftOut, report->findings.n + 1) };
}

bool sieve_has(const Sieve *sieve, int i)
{
	return sieve->report->findings.at[i].rule && sieve->why[i] == LEFT_IN;
}

void sieve_leave_out(Sieve *sieve, int i, LeftOut why)
{
	if (sieve_has(sieve, i))
		sieve->why[i] = why;
}

void sieve_end(Sieve *sieve, int counts[N_LEFT_OUT])
{
	FileReport *report = sieve->report;
	int kept = 0;
	for (int i = 0; i < report->findings.n; i++) {
		counts[sieve->why[i]]++;
		if (sieve->why[i] == LEFT_IN)
			report->findings.at[kept++] = report->findings.at[i];
	}
	report->findings.n = kept;
}
