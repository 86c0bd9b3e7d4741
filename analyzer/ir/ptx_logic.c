#include "ir/ptx_logic.h"

static int step(Logic *logic, Op op, int a, int b)
{
	logic->steps[logic->n] = (LogicStep){ op, a, b };
	return LOGIC_STEP + logic->n++;
}

static int inverse(Logic *logic, int a)
{
	return step(logic, OP_NOT, a, LOGIC_ZERO);
}

/* table: bit 2a + b: the result for these two bits. */
static int logic2(Logic *logic, unsigned table, int a, int b)
{
	switch (table) {
	case 0:
		return LOGIC_ZERO;
	case 15:
		return LOGIC_ONES;
	case 12:
		return a;
	case 10:
		return b;
	case 3:
		return inverse(logic, a);
	case 5:
		return inverse(logic, b);
	case 8:
		return step(logic, OP_AND, a, b);
	case 14:
		return step(logic, OP_OR, a, b);
	case 6:
		return step(logic, OP_XOR, a, b);
	case 4:
		return step(logic, OP_AND, a, inverse(logic, b));
	case 2:
		return step(logic, OP_AND, inverse(logic, a), b);
	case 13:
		return step(logic, OP_OR, a, inverse(logic, b));
	case 11:
		return step(logic, OP_OR, inverse(logic, a), b);
	default:
		return inverse(logic, logic2(logic, 15 & ~table, a, b));
	}
}

/* The functions of the two other operands where operand `by` (0: a) is 0 and where it is 1. */
static void split_table(unsigned table, int by, unsigned out[2])
{
	const int shift[3] = { 2, 1, 0 };
	out[0] = out[1] = 0;
	for (unsigned i = 0; i < 8; i++) {
		unsigned rest = 0, n = 0;
		for (int k = 2; k >= 0; k--)
			if (k != by)
				rest |= (i >> shift[k] & 1) << n++;
		out[i >> shift[by] & 1] |= (table >> i & 1) << rest;
	}
}

/* f = c ? one : zero, as simply as the two allow. */
static int logic3(Logic *logic, unsigned table)
{
	unsigned f[2];
	for (int c = 2; c >= 0; c--) {
		const int a = c == 0 ? 1 : 0, b = c == 2 ? 1 : 2;
		split_table(table, c, f);
		if (f[0] == f[1])
			return logic2(logic, f[0], a, b);
		if (f[0] == (15 & ~f[1]))
			return step(logic, OP_XOR, logic2(logic, f[0], a, b), c);
		if (f[0] == 0)
			return step(logic, OP_AND, logic2(logic, f[1], a, b), c);
		if (f[1] == 15)
			return step(logic, OP_OR, logic2(logic, f[0], a, b), c);
	}
	split_table(table, 2, f);
	const int one = step(logic, OP_AND, logic2(logic, f[1], 0, 1), 2);
	return step(logic, OP_OR, one, step(logic, OP_AND, logic2(logic, f[0], 0, 1), inverse(logic, 2)));
}

void ptx_logic3(unsigned table, Logic *out)
{
	out->n = 0;
	out->result = logic3(out, table & 0xff);
}
