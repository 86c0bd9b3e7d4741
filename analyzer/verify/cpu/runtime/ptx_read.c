/* Reads the numbers of ptx_numbers.h. */
#include "ptx.h"

#include <stdlib.h>
#include <string.h>

static const int64_t *read_operand(Operand *operand, const int64_t *code)
{
	operand->kind = (OperandKind)*code++;
	operand->negated = *code++ != 0;
	operand->place = (int)*code++;
	operand->number = (uint64_t)*code++;
	operand->n = (int)*code++;
	for (int i = 0; i < operand->n; i++)
		operand->item[i] = (int)*code++;
	return code;
}

static void split_opcode(Statement *s)
{
	for (char *at = s->words; at && *at && s->n_parts < PTX_PARTS; ) {
		s->part[s->n_parts++] = at;
		at = strchr(at, '.');
		if (at)
			*at++ = 0;
	}
}

static const int64_t *read_statement(Statement *s, const char *text, const int64_t *code)
{
	s->does = handler_of((int)code[0]);
	memcpy(s->words, text + code[1], (size_t)code[2]);
	split_opcode(s);
	s->guard = (int)code[3];
	s->guard_negated = code[4] != 0;
	s->n_operands = (int)code[5];
	code += 6;
	for (int i = 0; i < s->n_operands; i++)
		code = read_operand(&s->operand[i], code);
	return code;
}

static Ptx *ptx_read(const char *text, const int64_t *code)
{
	Ptx *ptx = calloc(1, sizeof *ptx);
	ptx->n_statements = (int)*code++;
	ptx->statements = calloc((size_t)ptx->n_statements + 1, sizeof *ptx->statements);
	for (int i = 0; i < ptx->n_statements; i++)
		code = read_statement(&ptx->statements[i], text, code);
	return ptx;
}
