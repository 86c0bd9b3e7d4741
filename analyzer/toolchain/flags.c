#include "toolchain/toolchain.h"

#include <string.h>

static const struct Row {
	const char *spelling;
	bool has_value;
	const char *arch; /* nvcc's spelling of a flag that names an architecture, or NULL */
} rows[] = {
#define DROP(spelling, has_value) { spelling, has_value, NULL },
#define ARCH(spelling, nvcc) { spelling, true, nvcc },
#include "toolchain/flags.def"
#undef ARCH
#undef DROP
};

/* Flags that imply -rdc=true. */
static bool is_relocatable(const char *word)
{
	return strcmp(word, "-dc") == 0 || strcmp(word, "--device-c") == 0 || strcmp(word, "-fgpu-rdc") == 0;
}

/* The row of "-o" or "-o=file", or NULL. */
static const struct Row *row_of(const char *word)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		size_t n = strlen(rows[i].spelling);
		if (strncmp(word, rows[i].spelling, n) == 0 && (!word[n] || word[n] == '='))
			return &rows[i];
	}
	return NULL;
}

/* Whether the word is the name of an input file of a compiler or linker. */
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

/* Flags whose value is the next word, which may look like an input file. */
static bool takes_next(const char *word)
{
	static const char *const flags[] = { "-I",           "-D",     "-U",   "-include",       "--pre-include",
					     "-isystem",     "-L",     "-l",   "-Xptxas",        "-Xcompiler",
					     "-Xcudafe",     "-ccbin", "-std", "--options-file", "-optf",
					     "-maxrregcount" };
	for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
		if (strcmp(word, flags[i]) == 0)
			return true;
	return false;
}

static void keep_arch(Arena *arena, const struct Row *row, const char *value, WordList *out)
{
	vec_push(arena, out, row->arch);
	vec_push(arena, out, value);
}

bool toolchain_flags(Arena *arena, const char *const *flags, int n, ToolchainArch arch, WordList *out)
{
	bool names_arch = false;
	int at = 0;
	while (at < n && flags[at][0] != '-' && flags[at][0] != '@') /* ccache nvcc */
		at++;
	for (; at < n; at++) {
		const struct Row *row = row_of(flags[at]);
		const char *value = row && row->has_value ? strchr(flags[at], '=') : NULL;
		if (is_relocatable(flags[at]))
			vec_push(arena, out, "-rdc=true");
		if (row && row->has_value && !value && at + 1 < n)
			value = flags[++at];
		else if (value)
			value++;
		names_arch |= row && row->arch;
		if (row && row->arch && value && arch == ARCH_AS_NVCC)
			keep_arch(arena, row, value, out);
		if (row || is_input(flags[at]))
			continue;
		vec_push(arena, out, flags[at]);
		if (takes_next(flags[at]) && at + 1 < n)
			vec_push(arena, out, flags[++at]);
	}
	return names_arch;
}
