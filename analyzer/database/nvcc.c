#include "database/nvcc.h"

#include <ctype.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "database/response.h"

typedef enum Form { ALONE, VALUE, JOINED, PREFIX, MAYBE } Form;

typedef enum Action {
	DROP,       /* omitted: it does not change the meaning of the source */
	SKIP,       /* omitted and reported: it may */
	PASS,       /* passed on as it is */
	NO_TOOLKIT,        /* without the toolkit's headers */
	NO_CODE,           /* nothing is compiled */
	RELAXED_CONSTEXPR, /* replaced by the macro that nvcc defines with the flag */
	EXTENDED_LAMBDA,   /* the same */
	SEPARATE_CODE,     /* the same, unless its value is "false" */
	/* these need a value; down to DIRECTORY they are passed on with it in clang's spelling: spelled_as */
	INCLUDE,
	ISYSTEM,
	IQUOTE,
	IDIRAFTER,
	PRE_INCLUDE,
	IMACROS,
	DEFINE,
	UNDEFINE,
	STDLIB,
	SYSROOT,
	GCC_TOOLCHAIN,
	GCC_DIR,
	DIRECTORY,
	STANDARD,
	LANGUAGE,
	ARCH,          /* the value contains names of architectures */
	CUDA_PATH,
	HOST_COMPILER, /* determines the C++ library */
	HOST_FLAGS,    /* flags for the host compiler, separated by commas */
} Action;

typedef struct Flag {
	const char *spelling;
	Form form;
	Action action;
} Flag;

static const Flag known[] = {
#define FLAG(spelling, form, action) { spelling, form, action },
#include "database/nvcc_flags.def"
#undef FLAG
};

static const char *const spelled_as[] = {
	[INCLUDE] = "-I",
	[ISYSTEM] = "-isystem",
	[IQUOTE] = "-iquote",
	[IDIRAFTER] = "-idirafter",
	[PRE_INCLUDE] = "-include",
	[IMACROS] = "-imacros",
	[DEFINE] = "-D",
	[UNDEFINE] = "-U",
	[STDLIB] = "-stdlib=",
	[SYSROOT] = "--sysroot=",
	[GCC_TOOLCHAIN] = "--gcc-toolchain=",
	[GCC_DIR] = "--gcc-install-dir=",
	[DIRECTORY] = "-working-directory=",
};

typedef struct Reader {
	Arena *arena;
	NvccFlags *out;
	FlagList in;
	int at;
	const char *host_compiler; /* -ccbin, or NULL */
	bool for_host; /* flags inside -Xcompiler: unknown ones are not reported */
} Reader;

static const char *next_word(const Reader *r)
{
	return r->at + 1 < r->in.n ? r->in.at[r->at + 1] : NULL;
}

/* Does the row describe the flag?  *value: the part of the flag that is its value, or NULL; *takes_next: it is the next word. */
static bool row_fits(const Reader *r, const Flag *row, const char *flag, const char **value, bool *takes_next)
{
	size_t n = strlen(row->spelling);
	if (strncmp(flag, row->spelling, n) != 0)
		return false;
	const char *rest = flag + n;
	const char *next = next_word(r);
	*value = *rest == '=' ? rest + 1 : row->form == JOINED && *rest ? rest : NULL;
	*takes_next = !*rest &&
		      ((row->form == MAYBE && next && *next != '-' && !compiler_reads(next)) || row->form == VALUE || row->form == JOINED);
	return row->form == PREFIX || row->form == JOINED || !*rest || *rest == '=';
}

static const Flag *find_row(const Reader *r, const char *flag, const char **value, bool *takes_next)
{
	const Flag *best = NULL;
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		const char *v;
		bool takes;
		if (best && strlen(known[i].spelling) < strlen(best->spelling))
			continue;
		if (!row_fits(r, &known[i], flag, &v, &takes))
			continue;
		/* of two rows of the same spelling, the one that takes the next word */
		if (best && strlen(known[i].spelling) == strlen(best->spelling) && !takes)
			continue;
		best = &known[i];
		*value = v;
		*takes_next = takes;
	}
	return best;
}

const char *nvcc_arch(Arena *arena, const char *text)
{
	const char *best = NULL;
	long best_number = 0;
	for (const char *p = text; (p = strchr(p, '_')) != NULL; p++) {
		bool named = (p - text >= 2 && strncmp(p - 2, "sm", 2) == 0) || (p - text >= 7 && strncmp(p - 7, "compute", 7) == 0) ||
			     (p - text >= 3 && strncmp(p - 3, "lto", 3) == 0);
		if (!named || !isdigit((unsigned char)p[1]))
			continue;
		char *end;
		long number = strtol(p + 1, &end, 10);
		if (number < 10 || number > 9999)
			continue;
		bool specific = *end == 'a';
		if (number > best_number || (number == best_number && specific))
			best = arena_printf(arena, "sm_%ld%s", number, specific ? "a" : "");
		best_number = number > best_number ? number : best_number;
	}
	return best;
}

static void note_arch(Reader *r, const char *value)
{
	const char *both = r->out->arch ? arena_printf(r->arena, "%s,%s", r->out->arch, value) : value;
	r->out->arch = nvcc_arch(r->arena, both);
}

/* --- values ----------------------------------------------------------------------------------- */

static void note_host_compiler(Reader *r, const char *value)
{
	r->host_compiler = value;
}

/* Without quotes around the whole value, which remain if no shell has read the command, as in databases of Bear. */
static const char *unquoted(Arena *arena, const char *value)
{
	size_t n = strlen(value);
	bool quoted = n > 1 && value[0] == '"' && value[n - 1] == '"';
	return quoted ? arena_strndup(arena, value + 1, n - 2) : value;
}

/* The length of the first of several values; as for nvcc, it ends at a comma outside of quotes and parentheses and not after
 * a backslash. */
static size_t value_length(const char *text)
{
	int depth = 0;
	bool in_quotes = false;
	size_t n = 0;
	for (; text[n] && (text[n] != ',' || in_quotes || depth > 0); n++) {
		if (text[n] == '\\' && text[n + 1])
			n++;
		else if (text[n] == '"')
			in_quotes = !in_quotes;
		else if (!in_quotes)
			depth += (text[n] == '(') - (text[n] == ')');
	}
	return n;
}

static bool is_path(const char *path)
{
	struct stat s;
	return stat(path, &s) == 0;
}

/* Whether nvcc takes the value for a list: not the macro "-DV=1,2", without a name behind the comma, and not an existing folder
 * "a,b". */
static bool is_list(const Reader *r, Action action, const char *value)
{
	size_t n = value_length(value);
	bool is_macro = action == DEFINE || action == UNDEFINE;
	if (!value[n] || r->for_host || r->out->compiler == COMPILER_CLANG || r->out->compiler == COMPILER_HOST)
		return false;
	return is_macro ? isalpha((unsigned char)value[n + 1]) || value[n + 1] == '_' : !is_path(value);
}

static const char *without_escapes(Arena *arena, const char *text)
{
	char *out = arena_strdup(arena, text);
	size_t n = 0;
	for (; *text; text++)
		if (text[0] != '\\' || text[1] != ',')
			out[n++] = *text;
	out[n] = 0;
	return out;
}

/* Passes on each of nvcc's lists of folders, macros and files. */
static void pass_values(Reader *r, Action action, const char *value)
{
	while (*value) {
		bool is_more = is_list(r, action, value);
		size_t n = is_more ? value_length(value) : strlen(value);
		const char *one = unquoted(r->arena, arena_strndup(r->arena, value, n));
		one = r->for_host ? one : without_escapes(r->arena, one);
		vec_push(r->arena, &r->out->kept, arena_printf(r->arena, "%s%s", spelled_as[action], one));
		value += n + is_more;
	}
}

/* --- flags ------------------------------------------------------------------------------------ */

static void read_flags(Reader *r);

static void read_host_flags(Reader *r, const char *value)
{
	if (r->for_host) /* not a flag of the host compiler; also ends a recursion */
		return;
	Reader host = { .arena = r->arena, .out = r->out, .for_host = true };
	response_split(r->arena, value, ',', &host.in);
	/* -Xcompiler -isystem -Xcompiler DIR: one flag of the host compiler in two of nvcc's */
	while (r->at + 2 < r->in.n && strcmp(r->in.at[r->at + 1], "-Xcompiler") == 0) {
		response_split(r->arena, r->in.at[r->at + 2], ',', &host.in);
		r->at += 2;
	}
	read_flags(&host);
}

static void apply_action(Reader *r, const Flag *row, const char *flag, const char *value)
{
	NvccFlags *out = r->out;
	switch (row->action) {
	case DROP:
		break;
	case SKIP:
		vec_push(r->arena, &out->skipped, arena_printf(r->arena, "%s %s", flag, value ? value : ""));
		break;
	case PASS:
		vec_push(r->arena, &out->kept, flag);
		break;
	case STANDARD:
		out->standard = value;
		break;
	case LANGUAGE:
		out->language = value;
		break;
	case NO_CODE:
		out->no_code = true;
		break;
	case ARCH:
		note_arch(r, value);
		break;
	case CUDA_PATH:
		out->cuda_path = value;
		break;
	case NO_TOOLKIT:
		out->no_toolkit = true;
		break;
	case RELAXED_CONSTEXPR:
		vec_push(r->arena, &out->kept, "-D__CUDACC_RELAXED_CONSTEXPR__");
		break;
	case EXTENDED_LAMBDA:
		vec_push(r->arena, &out->kept, "-D__CUDACC_EXTENDED_LAMBDA__");
		break;
	case SEPARATE_CODE:
		if (!value || strcmp(value, "false") != 0)
			vec_push(r->arena, &out->kept, "-D__CUDACC_RDC__");
		break;
	case HOST_COMPILER:
		note_host_compiler(r, value);
		break;
	case HOST_FLAGS:
		read_host_flags(r, value);
		break;
	default:
		pass_values(r, row->action, value);
	}
}

/* The row of the flag at r->at, or NULL, and its value; advances to its last word. */
static const Flag *take_flag(Reader *r, const char **flag, const char **value)
{
	const char *given = r->in.at[r->at];
	bool takes_next = false;
	*flag = given[0] == '-' && given[1] == '-' ? given + 1 : given;
	*value = NULL;
	const Flag *row = find_row(r, *flag, value, &takes_next);
	if (takes_next && next_word(r))
		*value = r->in.at[++r->at];
	return row;
}

static void read_flag(Reader *r)
{
	const char *given = r->in.at[r->at], *flag, *value;
	const Flag *row = take_flag(r, &flag, &value);
	if (row && (row->action < INCLUDE || (value && *value)))
		apply_action(r, row, flag, value);
	else if (!r->for_host && strcmp(given, "--") != 0)
		vec_push(r->arena, &r->out->skipped, given);
}

static void read_flags(Reader *r)
{
	for (r->at = 0; r->at < r->in.n; r->at++) {
		const char *word = r->in.at[r->at];
		if (word[0] == '-' && word[1])
			read_flag(r);
		else if (*word && !r->for_host)
			vec_push(r->arena, compiler_reads(word) ? &r->out->inputs : &r->out->skipped, word);
	}
}

/* --- the whole command ------------------------------------------------------------------------- */

static void add_words(Arena *arena, FlagList *out, const char *const *words, int n)
{
	for (int i = 0; i < n; i++)
		vec_push(arena, out, words[i]);
}

/* Splits the variable as nvcc does: at white space outside of double quotes, which are kept. */
static void add_environment(Arena *arena, FlagList *out, const char *variable)
{
	const char *text = getenv(variable);
	while (text && *text) {
		size_t n = 0;
		text += strspn(text, " \t\n");
		for (bool quoted = false; text[n] && (quoted || !strchr(" \t\n", text[n])); n++)
			quoted = quoted != (text[n] == '"');
		if (n)
			vec_push(arena, out, (const char *)arena_strndup(arena, text, n));
		text += n;
	}
}

static bool is_directory_flag(const char *word)
{
	return strncmp(word, "-working-directory=", strlen("-working-directory=")) == 0;
}

/* Expands the command to the flags that the compiler sees, in r->in. */
static void take_command(Reader *r, const char *const *flags, int n)
{
	FlagList all = { 0 };
	for (; n > 0 && is_directory_flag(*flags); flags++, n--)
		vec_push(r->arena, &all, *flags);
	CompilerWords compiler = compiler_of(flags, n);
	bool is_nvcc = compiler.kind == COMPILER_NVCC;
	r->out->compiler = compiler.kind;
	r->out->nvcc = is_nvcc ? compiler.name : NULL;
	if (is_nvcc)
		add_environment(r->arena, &all, "NVCC_PREPEND_FLAGS");
	add_words(r->arena, &all, flags + compiler.n, n - compiler.n);
	if (is_nvcc)
		add_environment(r->arena, &all, "NVCC_APPEND_FLAGS");
	response_expand(r->arena, NULL, all.at, all.n, &r->in, &r->out->unread);
}

static void pass_host_compiler(Reader *r)
{
	const char *named = r->host_compiler;
	if (!named && r->out->compiler == COMPILER_NVCC)
		named = getenv("NVCC_CCBIN");
	const char *folder = named && *named ? compiler_gcc_dir(r->arena, named) : NULL;
	if (folder)
		vec_push(r->arena, &r->out->kept, arena_printf(r->arena, "--gcc-install-dir=%s", folder));
}

NvccFlags nvcc_translate(Arena *arena, const char *const *flags, int n_flags)
{
	NvccFlags out = { 0 };
	Reader r = { .arena = arena, .out = &out };
	take_command(&r, flags, n_flags);
	read_flags(&r);
	pass_host_compiler(&r);
	return out;
}

/* --- removed flags ------------------------------------------------------------------------------ */

static bool is_removed(const FlagList *patterns, const char *given, const char *value)
{
	char both[512];
	snprintf(both, sizeof both, "%s %s", given, value ? value : "");
	for (int i = 0; i < patterns->n; i++)
		if (fnmatch(patterns->at[i], given, 0) == 0 || (value && fnmatch(patterns->at[i], both, 0) == 0))
			return true;
	return false;
}

FlagList nvcc_remove(Arena *arena, const char *directory, const char *const *flags, int n_flags, const FlagList *patterns)
{
	FlagList kept = { 0 };
	NvccFlags out = { 0 };
	Reader r = { .arena = arena, .out = &out };
	int n_first = compiler_of(flags, n_flags).n;
	add_words(arena, &kept, flags, n_first);
	response_expand(arena, directory, flags + n_first, n_flags - n_first, &r.in, &out.unread);
	for (r.at = 0; r.at < r.in.n; r.at++) {
		const int first = r.at;
		const char *given = r.in.at[first], *flag, *value = NULL;
		if (given[0] == '-' && given[1])
			take_flag(&r, &flag, &value);
		if (!is_removed(patterns, given, r.at > first ? value : NULL))
			add_words(arena, &kept, r.in.at + first, r.at - first + 1);
	}
	for (int i = 0; i < out.unread.n; i++) /* to be reported when the flags are read */
		vec_push(arena, &kept, arena_printf(arena, "@%s", out.unread.at[i]));
	return kept;
}
