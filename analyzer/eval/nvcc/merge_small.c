#include "eval/nvcc/merge_small.h"

/* The address is not of a local variable, whose value may come from anywhere. */
static bool is_of_memory(const Expr *address)
{
	while (address->kind == EX_PTRADD || address->kind == EX_CAST)
		address = address->arg[0];
	return address->kind == EX_LOAD || (address->kind == EX_ADDR && address->var->kind != VAR_LOCAL);
}

bool stores_plainly(const Expr *site)
{
	const Expr *value = site && site->kind == EX_STORE ? site->arg[1] : NULL;
	if (!value || value->type->kind != TY_INT)
		return false;
	while (value->kind == EX_CAST && value->arg[0]->type->kind == TY_INT)
		value = value->arg[0];
	return value->kind == EX_INT || (value->kind == EX_LOAD && is_of_memory(value->arg[0]));
}

static int largest_power(int n)
{
	while (n & (n - 1))
		n &= n - 1;
	return n;
}

bool plan_small(int bytes, int window, unsigned mask, int e, bool follows, Plan *out)
{
	int begin = e, end = e + 1;
	while (begin > 0 && mask >> (begin - 1) & 1)
		begin--;
	while (end < window / bytes && mask >> end & 1)
		end++;
	const int n = end - begin;
	const bool is_whole = largest_power(n) == n && begin % n == 0;
	if ((begin > 0 && !is_whole) || (begin == 0 && follows))
		return false;
	for (int at = begin, some = is_whole ? n : largest_power(n); at <= e; at += some, some = largest_power(end - at))
		*out = (Plan){ some * bytes, at, (1u << some) - 1 };
	return true;
}
