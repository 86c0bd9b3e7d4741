#include "eval/nvcc/merge_small.h"

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
