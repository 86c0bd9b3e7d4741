/* Names: operations, kinds and architectures, from their tables. */
#include <string.h>

#include "banks/banks.h"

static const struct OpName {
	const char *name;
	AccessKind kind;
} op_names[BANK_OP_COUNT] = {
#define BANK_OP(id, name, kind) { name, kind },
#include "banks/bank_ops.def"
#undef BANK_OP
};

static const Arch archs[] = {
#define ARCH(name, block, optin, sm, threads, blocks) \
	{ #name, (block) * 1024, (optin) * 1024, (sm) * 1024, threads, blocks },
#include "banks/arch.def"
#undef ARCH
};

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

const char *access_kind_name(AccessKind kind)
{
	switch (kind) {
	case ACCESS_LOAD: return "load";
	case ACCESS_STORE: return "store";
	case ACCESS_ATOMIC: return "atomic";
	case ACCESS_LDMATRIX: return "ldmatrix";
	case ACCESS_STMATRIX: return "stmatrix";
	case ACCESS_CP_ASYNC: return "cp_async";
	}
	return "unknown";
}

/* sm_90a and sm_120f have the limits of sm_90 and sm_120. */
static bool same_arch(const char *name, const char *known)
{
	size_t n = strlen(known);

	if (strncmp(name, known, n))
		return false;
	return !name[n] || ((name[n] == 'a' || name[n] == 'f') && !name[n + 1]);
}

const Arch *arch_find(const char *name)
{
	for (size_t i = 0; name && i < sizeof archs / sizeof *archs; i++)
		if (same_arch(name, archs[i].name))
			return &archs[i];
	return NULL;
}
