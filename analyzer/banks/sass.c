#include "banks/sass.h"

#include <string.h>

static const struct {
	const char *name;
	AccessKind kind;
	SassReach reach;
} ops[] = {
#define SASS_OP(name, kind, reach) { name, kind, reach },
#include "banks/sass_ops.def"
#undef SASS_OP
};

static const struct {
	const char *part;
	int bytes;
} widths[] = { { "U8", 1 }, { "S8", 1 }, { "U16", 2 }, { "S16", 2 }, { "16", 2 }, { "64", 8 }, { "128", 16 } };

static size_t part_length(const char *s, const char *end)
{
	const char *dot = memchr(s, '.', (size_t)(end - s));
	return (size_t)((dot ? dot : end) - s);
}

static bool is_word(const char *s, size_t n, const char *word)
{
	return strlen(word) == n && memcmp(s, word, n) == 0;
}

/* By the first part that states a width; 4 if none does. */
static int width_of(const char *opcode, const char *end)
{
	for (const char *s = opcode; s < end; s += part_length(s, end) + 1)
		for (size_t i = 0; i < sizeof widths / sizeof *widths; i++)
			if (is_word(s, part_length(s, end), widths[i].part))
				return widths[i].bytes;
	return 4;
}

bool sass_op_read(const char *opcode, size_t n, SassOp *out)
{
	const char *end = opcode + n;
	for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
		if (!is_word(opcode, part_length(opcode, end), ops[i].name))
			continue;
		bool rows = ops[i].kind == ACCESS_LDMATRIX || ops[i].kind == ACCESS_STMATRIX;
		*out = (SassOp){ ops[i].kind, ops[i].reach, rows ? 16 : width_of(opcode, end) };
		return true;
	}
	return false;
}
