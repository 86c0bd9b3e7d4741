/* Reads the operands of a PTX statement and writes its result. */
#include "ptx.h"

#include <string.h>

typedef struct Run {
	const Ptx *ptx;
	const Statement *s;
	uint64_t *slots;
	uint64_t registers[PTX_REGISTERS];
	uint32_t site;
	int statement;
} Run;

_Noreturn static void unsupported(const Run *run)
{
	char opcode[160] = "";
	for (int i = 0; i < run->s->n_parts; i++) {
		strcat(opcode, i ? "." : "");
		strcat(opcode, run->s->part[i]);
	}
	launch_fail("PTX %s is not supported on the processor", opcode);
}

static bool part_is(const Statement *s, const char *word)
{
	for (int i = 1; i < s->n_parts; i++)
		if (strcmp(s->part[i], word) == 0)
			return true;
	return false;
}

static bool opcode_is(const Statement *s, const char *word)
{
	return strcmp(s->part[0], word) == 0;
}

static uint64_t *place_of(Run *run, int item)
{
	static uint64_t nowhere;
	return item == PTX_SLOTS ? &nowhere : item >= 0 ? &run->slots[item] : &run->registers[-1 - item];
}

static uint64_t get(Run *run, int i)
{
	const Operand *operand = &run->s->operand[i];
	if (i >= run->s->n_operands)
		unsupported(run);
	uint64_t value = 0;
	switch (operand->kind) {
	case O_SLOT: value = run->slots[operand->index]; break;
	case O_REGISTER: value = run->registers[operand->index]; break;
	case O_NUMBER: value = operand->number; break;
	case O_SPECIAL: value = smem_registers[operand->index]; break;
	default: unsupported(run);
	}
	return operand->negated ? !value : value;
}

static void put(Run *run, int i, uint64_t value)
{
	const Operand *operand = &run->s->operand[i];
	if (operand->kind == O_SLOT)
		run->slots[operand->index] = value;
	else if (operand->kind == O_REGISTER)
		run->registers[operand->index] = value;
	else if (operand->kind != O_NOTHING)
		unsupported(run);
}

/* The n-th type from the end of the opcode, 0 the last. */
static Type type_at(const Run *run, int n)
{
	Type type;
	for (int i = run->s->n_parts - 1; i > 0; i--)
		if (type_parse(run->s->part[i], &type) && n-- == 0)
			return type;
	unsupported(run);
}
