/* Names: operations, kinds and architectures, from their tables. */
#include <string.h>

#include "banks/banks.h"

static const struct OpName {
	const char *name;
	AccessKind kind;
	bool has_source;
} op_names[BANK_OP_COUNT] = {
#define BANK_OP(id, ...) { __VA_ARGS__ },
#include "banks/bank_ops.def"
#undef BANK_OP
};

static const Arch archs[] = {
#define ARCH(number, per_block, optin, per_sm, threads, blocks, ...) \
	{ number, (per_block) * 1024, (optin) * 1024, (per_sm) * 1024, threads, blocks, __VA_ARGS__ },
#include "banks/arch.def"
#undef ARCH
};

enum { N_ARCHS = sizeof archs / sizeof *archs };

bool bank_op_parse(const char *name, BankOp *op)
{
	for (int i = 0; i < BANK_OP_COUNT; i++)
		if (!strcmp(name, op_names[i].name)) {
			*op = (BankOp)i;
			return true;
		}
	return false;
}

const char *bank_op_name(BankOp op)
{
	return op < BANK_OP_COUNT ? op_names[op].name : "unknown";
}

AccessKind bank_op_kind(BankOp op)
{
	return op < BANK_OP_COUNT ? op_names[op].kind : ACCESS_LOAD;
}

bool bank_op_has_source(BankOp op)
{
	return op < BANK_OP_COUNT && op_names[op].has_source;
}

const char *access_kind_name(AccessKind kind)
{
	switch (kind) {
	case ACCESS_LOAD:
		return "load";
	case ACCESS_STORE:
		return "store";
	case ACCESS_ATOMIC:
		return "atomic";
	case ACCESS_LDMATRIX:
		return "ldmatrix";
	case ACCESS_STMATRIX:
		return "stmatrix";
	case ACCESS_CP_ASYNC:
		return "cp_async";
	}
	return "unknown";
}

const Arch *arch_find(int number)
{
	for (int i = 0; i < N_ARCHS; i++)
		if (archs[i].number == number)
			return &archs[i];
	return NULL;
}

const Arch *arch_model(int number)
{
	const Arch *newest = NULL, *oldest = &archs[0];

	for (int i = 0; i < N_ARCHS; i++) {
		if (archs[i].number <= number && (!newest || archs[i].number > newest->number))
			newest = &archs[i];
		if (archs[i].number < oldest->number)
			oldest = &archs[i];
	}
	return newest ? newest : oldest;
}
