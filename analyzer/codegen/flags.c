#include "codegen/compile.h"

#include <string.h>

static const struct {
	const char *spelling;
	bool has_value;
} dropped[] = {
#define DROP(spelling, has_value) { spelling, has_value },
#include "codegen/flags.def"
#undef DROP
};

typedef enum Fate { FATE_KEEP, FATE_DROP, FATE_DROP_BOTH } Fate;

/* Code that is to be linked later. */
static bool is_relocatable(const char *word)
{
	return strcmp(word, "-dc") == 0 || strcmp(word, "--device-c") == 0 || strcmp(word, "-fgpu-rdc") == 0;
}

/* Of "-o" and "--output-file": the value stands in the next word, behind =, or (-ofile) at the flag itself; the last
 * only where no other flag begins so. */
static Fate fate_of(const char *word)
{
	for (size_t i = 0; i < sizeof dropped / sizeof *dropped; i++) {
		size_t n = strlen(dropped[i].spelling);
		if (strncmp(word, dropped[i].spelling, n) != 0)
			continue;
		if (!word[n])
			return dropped[i].has_value ? FATE_DROP_BOTH : FATE_DROP;
		if (word[n] == '=')
			return FATE_DROP;
	}
	return FATE_KEEP;
}

/* What a compile command names as its input, or another one links with. */
static bool is_input(const char *word)
{
	static const char *const ends[] = { ".cu", ".cpp", ".cc", ".cxx", ".c", ".C", ".o", ".a", ".so", ".obj", ".ptx" };
	size_t n = strlen(word);
	for (size_t i = 0; i < sizeof ends / sizeof *ends && *word != '-'; i++) {
		size_t m = strlen(ends[i]);
		if (n > m && strcmp(word + n - m, ends[i]) == 0)
			return true;
	}
	return false;
}

/* Flags whose value, an input's name perhaps, is the next word. */
static bool takes_next(const char *word)
{
	static const char *const flags[] = { "-I", "-D", "-U", "-include", "--pre-include", "-isystem", "-L", "-l", "-Xptxas",
					     "-Xcompiler", "-Xcudafe", "-ccbin", "-std", "--options-file", "-optf",
					     "-maxrregcount" };
	for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
		if (strcmp(word, flags[i]) == 0)
			return true;
	return false;
}

void compile_flags(Arena *arena, const char *const *flags, int n, WordList *out)
{
	int at = 0;
	while (at < n && flags[at][0] != '-' && flags[at][0] != '@') /* ccache nvcc */
		at++;
	for (; at < n; at++) {
		Fate fate = fate_of(flags[at]);
		if (is_relocatable(flags[at]))
			vec_push(arena, out, "-rdc=true");
		if (fate == FATE_DROP_BOTH)
			at++;
		if (fate != FATE_KEEP || is_input(flags[at]))
			continue;
		vec_push(arena, out, flags[at]);
		if (takes_next(flags[at]) && at + 1 < n)
			vec_push(arena, out, flags[++at]);
	}
}
