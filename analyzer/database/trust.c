#include "database/trust.h"

#include <stdlib.h>
#include <string.h>

#include "base/child.h"
#include "base/glob.h"
#include "base/paths.h"
#include "database/response.h"

/* --- programs ------------------------------------------------------------------------------------- */

static bool fits(const Trust *trust, const char *real)
{
	for (int i = 0; i < trust->compilers.n; i++)
		if (glob_covers(trust->compilers.at[i], real))
			return true;
	return false;
}

/* /usr/bin/g++-12 is the g++-12 that a shell would run. */
static bool is_on_path(Arena *arena, const char *real, const char *name)
{
	const char *found = child_find(arena, name);
	return found && strcmp(path_from_root(arena, found), real) == 0;
}

static bool is_in_toolkit(Arena *arena, const char *real)
{
	static const char *const folders[] = { "/usr/local/cuda*/**", "/opt/cuda*/**", "/usr/lib/cuda/**" };
	static const char *const variables[] = { "CUDA_HOME", "CUDA_PATH", "CUDA_ROOT" };
	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
		if (glob_covers(folders[i], real))
			return true;
	for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
		const char *root = getenv(variables[i]);
		if (root && root[0] == '/' && root[1] && path_is_below(path_from_root(arena, root), real))
			return true;
	}
	return false;
}

bool trust_program(Arena *arena, const Trust *trust, const char *compiler)
{
	if (trust->all || !strchr(compiler, '/'))
		return true;
	const char *real = path_from_root(arena, compiler);
	/* by the name as it is given, too: c++ on PATH leads to g++-12 */
	return is_on_path(arena, real, path_name(compiler)) || is_on_path(arena, real, path_name(real)) || is_in_toolkit(arena, real) ||
	       fits(trust, real);
}

/* --- flags ---------------------------------------------------------------------------------------- */

typedef enum Form { ALONE, VALUE, JOINED, PREFIX } Form;

static const struct Row {
	const char *spelling;
	Form form;
} rows[] = {
#define TRUSTED(spelling, form) { spelling, form },
#include "database/trusted_flags.def"
#undef TRUSTED
};

/* Flags that are not for the code at all, so that nobody misses them. */
static const struct Row dropped[] = {
#define DROP(spelling, has_value) { spelling, has_value ? VALUE : ALONE },
#define ARCH(spelling, nvcc)
#include "toolchain/flags.def"
#undef ARCH
#undef DROP
};

typedef struct Filter {
	Arena *arena;
	const Trust *trust;
	FlagList in, kept, *left_out;
	int at;
} Filter;

/* Whether a value is neither a flag nor a response file for the program that reads it. */
static bool is_plain(const char *value)
{
	return value && *value && *value != '-' && *value != '@';
}

/* The number of words of the flag at `at` by this row; 0: the row is not the flag's. */
static int words_by(const Filter *f, const struct Row *row)
{
	const char *word = f->in.at[f->at], *next = f->at + 1 < f->in.n ? f->in.at[f->at + 1] : NULL;
	const size_t n = strlen(row->spelling);
	const bool takes_value = row->form == VALUE || row->form == JOINED;
	if (strncmp(word, row->spelling, n) != 0)
		return 0;
	if (!takes_value)
		return !word[n] || row->form == PREFIX;
	if (!word[n])
		return is_plain(next) ? 2 : 0;
	return (word[n] == '=' && is_plain(word + n + 1)) || (row->form == JOINED && is_plain(word + n));
}

static int words_in(const Filter *f, const struct Row *table, size_t n_rows)
{
	int n = 0;
	for (size_t i = 0; i < n_rows && !n; i++)
		n = words_by(f, &table[i]);
	return n;
}

/* The value of a flag that has one of these spellings, "-flag value" or "-flag=value"; *n_words: its words.  NULL: another flag. */
static const char *value_of(const Filter *f, const char *const *spellings, int n, int *n_words)
{
	const char *word = f->in.at[f->at];
	for (int i = 0; i < n; i++) {
		const size_t length = strlen(spellings[i]);
		if (strncmp(word, spellings[i], length) != 0 || (word[length] && word[length] != '='))
			continue;
		*n_words = word[length] ? 1 : 2;
		return word[length] ? word + length + 1 : f->at + 1 < f->in.n ? f->in.at[f->at + 1] : "";
	}
	return NULL;
}

static bool begins_with_any(const char *text, const char *const *begins, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (strncmp(text, begins[i], strlen(begins[i])) == 0)
			return true;
	return false;
}

/* One flag inside -Xcompiler, -Xptxas or -Xcudafe: it hands no words on, loads nothing, and writes nothing. */
static bool is_harmless_inside(const char *flag)
{
	static const char *const begins[] = {
		"-O",
		"-D",
		"-U",
		"-I",
		"-m",
		"-g",
		"-w",
		"-W",
		"-std=",
		"-v",
		"--warn",
		"-warn",
		"-dlcm",
		"-dscm",
		"-pthread",
		"-pedantic",
		"--diag",
		"--display",
		"--suppress",
		"--opt-level",
		"--allow-expensive",
		"--register-usage",
		"-fPI",
		"-fpi",
		"-fno-",
		"-fopenmp",
		"-fvisibility",
		"-fstrict",
		"-fpermissive",
		"-fexceptions",
		"-frtti",
		"-ffast-math",
		"-funroll",
		"-fstack-",
		"-fsigned",
		"-funsigned",
		"-fwrapv",
		"-fcommon",
		"-fcf-",
		"-fcolor",
		"-ffunction-",
		"-fdata-",
		"-fmax-",
		"-ftemplate-",
		"-fconstexpr-",
		"-finline",
	};
	static const char *const not[] = { "-Wa,", "-Wl,", "-Wp,", "-fstack-usage" };
	const bool hands_on = strcmp(flag, "-Wa") == 0 || strcmp(flag, "-Wl") == 0 || strcmp(flag, "-Wp") == 0;
	return !hands_on && !begins_with_any(flag, not, sizeof not/ sizeof *not) &&
	       begins_with_any(flag, begins, sizeof begins / sizeof *begins);
}

static bool is_harmless_list(const Filter *f, const char *value)
{
	FlagList flags = { 0 };
	response_split(f->arena, value, ',', &flags);
	for (int i = 0; i < flags.n; i++)
		if (*flags.at[i] && !is_harmless_inside(flags.at[i]))
			return false;
	return true;
}

/* Keeps -ccbin with the path of the program, since nvcc would take a folder of that name here for it. */
static bool keep_host_compiler(Filter *f, const char *value)
{
	const char *found = is_plain(value) && trust_program(f->arena, f->trust, value) ? child_find(f->arena, value) : NULL;
	if (!found)
		return false;
	vec_push(f->arena, &f->kept, "-ccbin");
	vec_push(f->arena, &f->kept, path_from_root(f->arena, found));
	return true;
}

static void filter_one(Filter *f)
{
	static const char *const programs[] = { "-ccbin", "--compiler-bindir" };
	static const char *const lists[] = { "-Xcompiler", "--compiler-options", "-Xptxas", "--ptxas-options", "-Xcudafe" };
	int n = words_in(f, dropped, sizeof dropped / sizeof *dropped), n_kept = 0;
	if (!n)
		n = n_kept = words_in(f, rows, sizeof rows / sizeof *rows);
	if (!n) {
		const char *program = value_of(f, programs, sizeof programs / sizeof *programs, &n);
		const char *list = program ? NULL : value_of(f, lists, sizeof lists / sizeof *lists, &n);
		const bool is_kept = program && keep_host_compiler(f, program);
		n = n ? n : 1;
		n = f->at + n > f->in.n ? f->in.n - f->at : n;
		n_kept = list && is_harmless_list(f, list) ? n : 0;
		for (int i = 0; i < n && !n_kept && !is_kept; i++)
			vec_push(f->arena, f->left_out, f->in.at[f->at + i]);
	}
	for (int i = 0; i < n_kept; i++)
		vec_push(f->arena, &f->kept, f->in.at[f->at + i]);
	f->at += n;
}

FlagList trust_flags(Arena *arena, const Trust *trust, const char *directory, const char *const *flags, int n_flags, FlagList *left_out)
{
	Filter f = { .arena = arena, .trust = trust, .left_out = left_out };
	if (trust->all) {
		for (int i = 0; i < n_flags; i++)
			vec_push(arena, &f.kept, flags[i]);
		return f.kept;
	}
	const int first = compiler_of(flags, n_flags).n;
	FlagList words = { 0 }, unread = { 0 };
	if (directory)
		vec_push(arena, &words, (const char *)arena_printf(arena, "-working-directory=%s", directory));
	for (int i = first; i < n_flags; i++)
		vec_push(arena, &words, flags[i]);
	response_expand(arena, NULL, words.at, words.n, &f.in, &unread);
	for (f.at = directory ? 1 : 0; f.at < f.in.n;)
		if (f.in.at[f.at][0] == '-')
			filter_one(&f);
		else
			f.at++; /* a file to compile, which is named anyhow */
	return f.kept;
}
