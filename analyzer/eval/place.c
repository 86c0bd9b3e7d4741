#include "eval/facts.h"

bool fact_is_call(const Fact *fact)
{
	const Expr *site = fact->site;
	return !site || site->kind == EX_INTRINSIC || site->range.begin.offset != fact->range.begin.offset ||
	       site->range.begin.file != fact->range.begin.file;
}

int fact_line(const Fact *fact)
{
	const Expr *site = fact->site;
	if (fact_is_call(fact))
		return fact->range.begin.line;
	/* A store's range, and that of the load of `a[i] += …`, is the assignment's. */
	if ((site->kind == EX_STORE || site->kind == EX_LOAD) && site->arg[0]->range.end.file == site->range.end.file)
		return site->arg[0]->range.end.line;
	return fact->range.end.line;
}
