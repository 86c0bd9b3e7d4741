#include "frontend/nvcc.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "frontend/response.h"

typedef enum Form { ALONE, VALUE, JOINED, PREFIX, MAYBE } Form;

typedef enum Action {
	DROP,              /* no meaning for what is read */
	SKIP,              /* not taken over, and told */
	PASS,              /* passed on as it is */
	NO_TOOLKIT,
	RELAXED_CONSTEXPR, /* the macros that nvcc defines with the flag */
	EXTENDED_LAMBDA,
	/* from here on a value is needed */
	INCLUDE, ISYSTEM, IQUOTE, IDIRAFTER, PRE_INCLUDE, IMACROS, DEFINE, UNDEFINE,
	STDLIB, SYSROOT, GCC_TOOLCHAIN, GCC_DIR, DIRECTORY, /* passed on in clang's spelling: spelled_as */
	STANDARD,
	ARCH,              /* a name of an architecture stands in the value */
	CUDA_PATH,
	HOST_COMPILER,     /* says whose standard library is read */
	HOST_FLAGS,        /* flags for the host's compiler, separated by commas */
} Action;

typedef struct Flag {
	const char *spelling;
	Form form;
	Action action;
} Flag;

static const Flag known[] = {
#define FLAG(spelling, form, action) { spelling, form, action },
#include "frontend/nvcc_flags.def"
#undef FLAG
};

static const char *const spelled_as[] = {
	[INCLUDE] = "-I", [ISYSTEM] = "-isystem", [IQUOTE] = "-iquote", [IDIRAFTER] = "-idirafter",
	[PRE_INCLUDE] = "-include", [IMACROS] = "-imacros", [DEFINE] = "-D", [UNDEFINE] = "-U",
	[STDLIB] = "-stdlib=", [SYSROOT] = "--sysroot=", [GCC_TOOLCHAIN] = "--gcc-toolchain=",
	[GCC_DIR] = "--gcc-install-dir=", [DIRECTORY] = "-working-directory=",
};

typedef struct Reader {
	Arena *arena;
	NvccFlags *out;
	FlagList in;
	int at;
	bool for_host; /* flags inside -Xcompiler: what is not known there is the host compiler's affair */
} Reader;

static bool is_input(const char *word)
{
	static const char *const suffixes[] = {
		".cu", ".cuh", ".c", ".cc", ".cpp", ".cxx", ".c++", ".C", ".h", ".hpp", ".i", ".ii", ".o", ".obj",
		".a", ".lib", ".so", ".ptx", ".cubin", ".fatbin",
	};
	const char *dot = strrchr(word, '.');
	for (size_t i = 0; dot && i < sizeof suffixes / sizeof *suffixes; i++) {
		if (strcmp(dot, suffixes[i]) == 0)
			return true;
	}
	return false;
}

static const char *next_word(const Reader *r)
{
	return r->at + 1 < r->in.n ? r->in.at[r->at + 1] : NULL;
}

/* Does the row describe the flag at hand?  *value: inside the flag, or NULL; *takes_next: it is the next
 * word. */
static bool row_fits(const Reader *r, const Flag *row, const char *flag, const char **value, bool *takes_next)
{
	size_t n = strlen(row->spelling);
	if (strncmp(flag, row->spelling, n) != 0)
		return false;
	const char *rest = flag + n;
	const char *next = next_word(r);
	*value = *rest == '=' ? rest + 1 : row->form == JOINED && *rest ? rest : NULL;
	*takes_next = !*rest && ((row->form == MAYBE && next && *next != '-' && !is_input(next)) ||
				 row->form == VALUE || row->form == JOINED);
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
		/* of two rows of the same spelling, the one that explains a following word */
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
		bool named = (p - text >= 2 && strncmp(p - 2, "sm", 2) == 0) ||
			     (p - text >= 7 && strncmp(p - 7, "compute", 7) == 0) ||
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

static bool is_folder(const char *path)
{
	struct stat s;
	return stat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

/* "g++-12" says whose C++ library is meant; a name without a number is the system's, which clang finds. */
static void note_host_compiler(Reader *r, const char *value)
{
	static const char *const triples[] = {
		"x86_64-linux-gnu", "x86_64-redhat-linux", "x86_64-pc-linux-gnu", "aarch64-linux-gnu",
	};
	const char *dash = strrchr(value, '-');
	if (!dash || !dash[1] || strspn(dash + 1, "0123456789") != strlen(dash + 1))
		return;
	if (!is_folder(arena_printf(r->arena, "/usr/include/c++/%s", dash + 1)))
		return;
	for (size_t i = 0; i < sizeof triples / sizeof *triples; i++) {
		const char *dir = arena_printf(r->arena, "/usr/lib/gcc/%s/%s", triples[i], dash + 1);
		if (is_folder(dir)) {
			vec_push(r->arena, &r->out->pass, arena_printf(r->arena, "--gcc-install-dir=%s", dir));
			return;
		}
	}
}

static void read_flags(Reader *r);

static void read_host_flags(Reader *r, const char *value)
{
	if (r->for_host) /* nvcc's flag means nothing to the host's compiler; and nesting would have no end */
		return;
	Reader host = { .arena = r->arena, .out = r->out, .for_host = true };
	response_split(r->arena, value, ',', &host.in);
	/* -Xcompiler -isystem -Xcompiler DIR: one flag for the host's compiler in two of ours */
	while (r->at + 2 < r->in.n && strcmp(r->in.at[r->at + 1], "-Xcompiler") == 0) {
		response_split(r->arena, r->in.at[r->at + 2], ',', &host.in);
		r->at += 2;
	}
	read_flags(&host);
}

static void act(Reader *r, const Flag *row, const char *flag, const char *value)
{
	NvccFlags *out = r->out;
	switch (row->action) {
	case DROP:
		break;
	case SKIP:
		vec_push(r->arena, &out->skipped, arena_printf(r->arena, "%s %s", flag, value ? value : ""));
		break;
	case PASS:
		vec_push(r->arena, &out->pass, flag);
		break;
	case STANDARD:
		out->standard = value;
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
		vec_push(r->arena, &out->pass, "-D__CUDACC_RELAXED_CONSTEXPR__");
		break;
	case EXTENDED_LAMBDA:
		vec_push(r->arena, &out->pass, "-D__CUDACC_EXTENDED_LAMBDA__");
		break;
	case HOST_COMPILER:
		note_host_compiler(r, value);
		break;
	case HOST_FLAGS:
		read_host_flags(r, value);
		break;
	default:
		vec_push(r->arena, &out->pass, arena_printf(r->arena, "%s%s", spelled_as[row->action], value));
	}
}

static void read_flag(Reader *r)
{
	const char *given = r->in.at[r->at];
	const char *flag = given[0] == '-' && given[1] == '-' ? given + 1 : given;
	const char *value = NULL;
	bool takes_next = false;
	const Flag *row = find_row(r, flag, &value, &takes_next);
	if (takes_next && next_word(r))
		value = r->in.at[++r->at];
	if (row && (row->action < INCLUDE || (value && *value)))
		act(r, row, flag, value);
	else if (!r->for_host && strcmp(given, "--") != 0)
		vec_push(r->arena, &r->out->skipped, given);
}

static void read_flags(Reader *r)
{
	for (r->at = 0; r->at < r->in.n; r->at++) {
		const char *word = r->in.at[r->at];
		if (word[0] == '-' && word[1])
			read_flag(r);
		else if (*word && !is_input(word) && !r->for_host)
			vec_push(r->arena, &r->out->skipped, word);
	}
}

/* "ccache /opt/cuda/bin/nvcc -c …": what stands before the first flag. */
static int leading_words(Reader *r)
{
	int n = 0;
	while (n < r->in.n && r->in.at[n][0] != '-' && !is_input(r->in.at[n])) {
		const char *slash = strrchr(r->in.at[n], '/');
		if (strncmp(slash ? slash + 1 : r->in.at[n], "nvcc", 4) == 0)
			r->out->nvcc = r->in.at[n];
		n++;
	}
	return n;
}

NvccFlags nvcc_translate(Arena *arena, const char *const *flags, int n_flags)
{
	NvccFlags out = { 0 };
	Reader r = { .arena = arena, .out = &out };
	response_expand(arena, flags, n_flags, &r.in, &out.skipped);
	int leading = leading_words(&r);
	r.in.at += leading;
	r.in.n -= leading;
	read_flags(&r);
	return out;
}
