#include "eval/nvcc/merge_small.h"

/* The address is not of a local variable, whose value may come from anywhere. */
static bool is_of_memory(const Expr *address)
{
	while (address->kind == EX_PTRADD || address->kind == EX_CAST)
		address = address->arg[0];
	return address->kind == EX_LOAD || (address->kind == EX_ADDR && address->var->kind != VAR_LOCAL);
}

/* Integers that are loaded from elsewhere as they are. */
static bool stores_plainly(const Expr *site)
{
	const Expr *value = site->kind == EX_STORE ? site->arg[1] : NULL;
	if (!value || value->type->kind != TY_INT)
		return false;
	while (value->kind == EX_CAST && value->arg[0]->type->kind == TY_INT)
		value = value->arg[0];
	return value->kind == EX_INT || (value->kind == EX_LOAD && is_of_memory(value->arg[0]));
}

bool merges_small(const Held *h)
{
	const Access *access = &h->access;
	if (access->bytes >= 4 || h->offset.form.carried || 1 << access->known_align.declared < 2 * access->bytes)
		return false;
	if (access->op == BANK_ST)
		return access->site && !access->site->asm_block && (!access->is_of_more || stores_plainly(access->site));
	return access->op == BANK_LD && access->site && access->site->kind == EX_LOAD && !access->is_field;
}

bool is_half_word(const Access *access)
{
	return access->op == BANK_LD && access->bytes == 2 && !access->is_field && access->half_register == HALF_REGISTER_YES;
}

static int largest_power(int n)
{
	while (n & (n - 1))
		n &= n - 1;
	return n;
}

/* The elements of the next request, of `left` that are adjacent: of an odd number NVVM loads one more, or three, as well. */
static int next_request(bool load, int left)
{
	const int power = left > 0 ? largest_power(left) : 1;
	return load && left & 1 && left > power ? 2 * power : power;
}

bool plan_small(bool load, int bytes, int window, unsigned mask, int e, bool follows, Plan *out)
{
	int begin = e, end = e + 1;
	while (begin > 0 && mask >> (begin - 1) & 1)
		begin--;
	while (end < window / bytes && mask >> end & 1)
		end++;
	const int n = end - begin;
	const bool is_whole = largest_power(n) == n && begin % n == 0;
	if ((begin > 0 && !is_whole) || (begin == 0 && follows) || (load && n % 2 == 0 && !is_whole))
		return false; /* of loads in two requests ptxas may make one */
	for (int at = begin, some = is_whole ? n : next_request(load, n); at <= e; at += some, some = next_request(load, end - at))
		*out = (Plan){ some * bytes, at, mask >> at & ((1u << some) - 1) };
	return true;
}
