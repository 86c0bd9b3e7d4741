/* Loads, stores, atomics and copies of PTX. */
#include "ptx.h"

#include <string.h>

/* The low bits of a generic address are a shared one, too. */
static uint64_t shared_address(uint64_t address)
{
	address = (uint32_t)address;
	return address < SHARED_SIZE ? address + SHARED_BASE : address;
}

static bool in_shared(const Statement *s)
{
	for (int i = 1; i < s->n_parts; i++)
		if (strncmp(s->part[i], "shared", 6) == 0)
			return true;
	return false;
}

static uint64_t plain_address(Run *run, int i)
{
	const Operand *operand = &run->s->operand[i];
	if (operand->kind != O_ADDRESS)
		unsupported(run);
	uint64_t base = operand->place == PTX_NOWHERE ? 0 : *place_of(run, operand->place);
	return base + operand->number + (operand->n ? *place_of(run, operand->item[0]) : 0);
}

static uint64_t address_of(Run *run, int i)
{
	uint64_t address = plain_address(run, i);
	return in_shared(run->s) ? shared_address(address) : address;
}

static void trace(Run *run, uint64_t address, const char *op, int bytes)
{
	trace_as(run->site, smem_instance + (uint64_t)run->statement * 0x1000193, address, 0, op, bytes);
}

static void do_load(Run *run)
{
	Type type = type_at(run, 0);
	const Operand *to = &run->s->operand[0];
	int n = to->kind == O_VECTOR ? to->n : 1;
	const char *from = (const char *)(uintptr_t)address_of(run, 1);
	trace(run, (uintptr_t)from, "ld", n * type.bytes);
	for (int i = 0; i < n; i++) {
		uint64_t value = 0;
		memcpy(&value, from + i * type.bytes, (size_t)type.bytes);
		if (type.kind == 's')
			value = (uint64_t)as_signed(value, type.bytes);
		if (to->kind == O_VECTOR)
			*place_of(run, to->item[i]) = value;
		else
			put(run, 0, value);
	}
}

static void do_store(Run *run)
{
	Type type = type_at(run, 0);
	const Operand *from = &run->s->operand[1];
	int n = from->kind == O_VECTOR ? from->n : 1;
	char *to = (char *)(uintptr_t)address_of(run, 0);
	trace(run, (uintptr_t)to, "st", n * type.bytes);
	for (int i = 0; i < n; i++) {
		uint64_t value = from->kind == O_VECTOR ? *place_of(run, from->item[i]) : get(run, 1);
		memcpy(to + i * type.bytes, &value, (size_t)type.bytes);
	}
}

static const char *atomic_op(const Run *run, Type type, bool returns, uint64_t operand)
{
	bool floating = is_floating(type);
	if (part_is(run->s, "cas")) return "atom_cas";
	if (part_is(run->s, "exch")) return "atom_exch";
	if (type.bytes == 4 && !floating)
		return !returns && part_is(run->s, "add") && operand == 1 ? "popc_inc" : returns ? "atom_add" : "red_add";
	return type.bytes == 2 ? "atom_addh" : "atom_addf";
}

static uint64_t atomic_new(Run *run, uint64_t old, uint64_t operand, Type type)
{
	if (part_is(run->s, "exch")) return operand;
	if (part_is(run->s, "inc")) return cut(old, 4) >= cut(operand, 4) ? 0 : old + 1;
	if (part_is(run->s, "dec")) return old == 0 || cut(old, 4) > cut(operand, 4) ? operand : old - 1;
	static const char *const words[] = { "add", "min", "max", "and", "or", "xor" };
	for (int i = 0; i < 6; i++)
		if (part_is(run->s, words[i])) {
			Statement plain = *run->s;
			Run like = *run;
			plain.part[0] = words[i];
			like.s = &plain;
			if (type.pair)
				return pair_op(&like, old, operand, 0, type);
			if (is_floating(type))
				return float_bits(float_op(&like, as_float(old, type), as_float(operand, type), 0, type), type);
			return int_op(&like, old, operand, 0, type);
		}
	unsupported(run);
}

static void do_atomic(Run *run)
{
	Type type = type_at(run, 0);
	bool returns = opcode_is(run->s, "atom");
	void *at = (void *)(uintptr_t)address_of(run, returns);
	uint64_t old = 0, operand = get(run, 1 + returns), value;
	if (run->s->operand[1 + returns].kind == O_VECTOR || type.bytes > 8)
		unsupported(run);
	const char *op = atomic_op(run, type, returns, operand);
	if (strcmp(op, "atom_addf") == 0 || strcmp(op, "atom_addh") == 0)
		trace_as(run->site, smem_instance ^ 0x5bd1e995, (uintptr_t)at, 0, "atom_addf_ld", type.bytes);
	trace(run, (uintptr_t)at, op, type.bytes);
	memcpy(&old, at, (size_t)type.bytes);
	if (part_is(run->s, "cas"))
		value = old == cut(operand, type.bytes) ? get(run, 3) : old;
	else
		value = atomic_new(run, old, operand, type);
	memcpy(at, &value, (size_t)type.bytes);
	if (returns)
		put(run, 0, old);
}

/* cp.async.ca.shared.global [to], [from], bytes{, of the source}; */
static void do_copy(Run *run)
{
	const Statement *s = run->s;
	if (part_is(s, "bulk") || part_is(s, "mbarrier"))
		unsupported(run);
	if (!in_shared(s))
		return; /* commit_group, wait_group, wait_all */
	char *to = (char *)(uintptr_t)shared_address(plain_address(run, 0));
	const char *from = (const char *)(uintptr_t)plain_address(run, 1);
	int bytes = (int)get(run, 2), taken = bytes;
	bool hint = part_is(s, "L2::cache_hint"), sized = s->n_operands > 3 + hint;
	if (sized)
		taken = (int)get(run, 3);
	if (bytes > 16 || taken > bytes || taken < 0)
		unsupported(run);
	bool fills = sized && !(s->operand[3].kind == O_NUMBER && taken == bytes);
	const char *op = part_is(s, "cg") ? fills ? "cp_async_cg_fill" : "cp_async_cg" : "cp_async_ca";
	trace_as(run->site, smem_instance + (uint64_t)run->statement * 0x1000193, (uintptr_t)to, (uintptr_t)from, op, bytes);
	memset(to, 0, (size_t)bytes);
	memcpy(to, from, (size_t)taken);
}
