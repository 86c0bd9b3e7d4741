/* Reads the operands of a PTX statement and writes its result. */
#include "ptx.h"

#include <string.h>

typedef struct Run {
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

static uint64_t *place_of(Run *run, int place)
{
	static uint64_t nowhere;
	return place == PTX_NOWHERE ? &nowhere : place >= 0 ? &run->slots[place] : &run->registers[-1 - place];
}

static uint64_t get(Run *run, int i)
{
	const Operand *operand = &run->s->operand[i];
	if (i >= run->s->n_operands)
		unsupported(run);
	if (operand->kind == O_PLACE && operand->place == PTX_NOWHERE)
		unsupported(run);
	uint64_t value = 0;
	switch (operand->kind) {
	case O_PLACE: value = *place_of(run, operand->place); break;
	case O_NUMBER: value = operand->number; break;
	case O_SPECIAL: value = smem_registers[operand->place]; break;
	default: unsupported(run);
	}
	return operand->negated ? !value : value;
}

/* Of p|q to p. */
static void put(Run *run, int i, uint64_t value)
{
	const Operand *operand = &run->s->operand[i];
	if (operand->kind != O_PLACE && (operand->kind != O_VECTOR || !operand->n))
		unsupported(run);
	*place_of(run, operand->kind == O_VECTOR ? operand->item[0] : operand->place) = value;
}

/* To q of a result p|q, if it is one. */
static void put_second(Run *run, uint64_t value)
{
	const Operand *operand = &run->s->operand[0];
	if (operand->kind == O_VECTOR && operand->n == 2)
		*place_of(run, operand->item[1]) = value;
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
