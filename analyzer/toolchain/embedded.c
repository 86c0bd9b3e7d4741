#include "toolchain/embedded.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/child.h"
#include "base/paths.h"
#include "base/scratch.h"

enum { MAX_ERROR = 4000, MOST_ARCH = 10000 };
static const size_t MAX_TEXT = (size_t)512 << 20;

/* --- what may have some --------------------------------------------------------------------------- */

bool embedded_may_be_in(const char *file)
{
	static const char *const sources[] = { ".cu", ".cuh", ".ptx", ".c", ".cc", ".cpp", ".cxx", ".h", ".hpp", ".inl", ".inc" };
	static const char *const begins[] = { "\177ELF", "!<arch>\n", "\x50\xed\x55\xba" };
	char bytes[8] = "";
	for (size_t i = 0; i < sizeof sources / sizeof *sources; i++)
		if (path_ends_with(file, sources[i]))
			return false;
	FILE *opened = file_open(file);
	const size_t n = opened ? fread(bytes, 1, sizeof bytes, opened) : 0;
	if (opened)
		fclose(opened);
	for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
		if (n == sizeof bytes && memcmp(bytes, begins[i], strlen(begins[i])) == 0)
			return true;
	return false;
}

/* --- the text of cuobjdump ------------------------------------------------------------------------ */

static const char *line_after(const char *line)
{
	line += strcspn(line, "\n");
	return *line ? line + 1 : line;
}

static bool begins(const char *line, const char *word)
{
	return strncmp(line, word, strlen(word)) == 0;
}

/* The names behind ".entry". */
static const char *kernels_of(Arena *arena, const char *text)
{
	static const char word[] = ".entry";
	Buf names = { 0 };
	buf_puts(&names, "");
	for (const char *at = text; (at = strstr(at, word)) != NULL;) {
		at += sizeof word - 1;
		const char *name = at + strspn(at, " \t\r\n");
		const size_t n = strcspn(name, " \t\r\n(");
		if (name > at && n)
			buf_printf(&names, "%.*s ", (int)n, name);
	}
	const char *kept = arena_strdup(arena, names.s);
	buf_free(&names);
	return kept;
}

/* One module: a head with "arch = sm_90", then the text, up to the head of the next or of a member of an archive.  Returns where
 * it ends. */
static const char *read_one(Arena *arena, const char *head, EmbeddedPtx *out)
{
	const char *line = head;
	for (; *line && !begins(line, ".version") && !begins(line, "Fatbin "); line = line_after(line))
		if (begins(line, "arch = sm_"))
			out->arch = (int)(strtoul(line + strlen("arch = sm_"), NULL, 10) % MOST_ARCH);
	const char *start = line;
	while (*line && !begins(line, "Fatbin ") && !begins(line, "member "))
		line = line_after(line);
	out->text = arena_strndup(arena, start, (size_t)(line - start));
	out->kernels = kernels_of(arena, out->text);
	return line;
}

static EmbeddedList read_all(Arena *arena, const char *text)
{
	EmbeddedList all = { 0 };
	int number = 0;
	for (const char *line = text; *line;) {
		const bool is_ptx = begins(line, "Fatbin ptx code:");
		EmbeddedPtx one = { 0 };
		line = line_after(line);
		if (!is_ptx)
			continue;
		line = read_one(arena, line, &one);
		one.number = ++number;
		if (*one.kernels)
			vec_push(arena, &all, one);
	}
	return all;
}

/* --- which of several ----------------------------------------------------------------------------- */

/* Of the same kernels' modules: the newest that `arch` runs, else the oldest. */
static bool is_better(const EmbeddedPtx *a, const EmbeddedPtx *b, int arch)
{
	const bool runs_a = !arch || a->arch <= arch, runs_b = !arch || b->arch <= arch;
	if (runs_a != runs_b)
		return runs_a;
	return runs_a ? a->arch > b->arch : a->arch < b->arch;
}

/* Another object may have kernels of the same names for the same architecture: both are taken. */
static bool is_taken(const EmbeddedList *all, int i, int arch)
{
	const EmbeddedPtx *one = &all->at[i];
	for (int k = 0; k < all->n; k++) {
		const EmbeddedPtx *other = &all->at[k];
		if (strcmp(other->kernels, one->kernels) != 0)
			continue;
		if (is_better(other, one, arch) || (k < i && other->arch == one->arch && strcmp(other->text, one->text) == 0))
			return false;
	}
	return true;
}

static EmbeddedList choose(Arena *arena, const EmbeddedList *all, int arch)
{
	EmbeddedList out = { 0 };
	for (int i = 0; i < all->n; i++)
		if (is_taken(all, i, arch))
			vec_push(arena, &out, all->at[i]);
	return out;
}

EmbeddedList embedded_parse(Arena *arena, const char *text, int arch)
{
	const EmbeddedList all = read_all(arena, text);
	return choose(arena, &all, arch);
}

/* --- running it ----------------------------------------------------------------------------------- */

static void report(Arena *arena, const ChildEnd *end, Buf *error)
{
	int n = end->err.n < MAX_ERROR ? (int)end->err.n : MAX_ERROR;
	while (n && isspace((unsigned char)end->err.s[n - 1]))
		n--;
	if (!child_ok(end))
		buf_printf(error, "cuobjdump: %s%s%.*s", child_end_text(arena, end), n ? ": " : "", n, end->err.s);
	else if (end->out.cut || strlen(end->out.s) != end->out.n)
		buf_puts(error, "cuobjdump wrote no readable text");
	else
		buf_puts(error,
			 "it has no PTX of a kernel: nvcc embeds it with -arch=sm_NN, or with "
			 "-gencode arch=compute_NN,code=compute_NN");
}

static ChildEnd run(Arena *arena, const EmbeddedOptions *options)
{
	const char *const argv[] = { options->cuobjdump, "-all", "-ptx", path_from_root(arena, options->file), NULL };
	const char *folder = scratch_begin(arena);
	const char *const env[] = { folder ? arena_printf(arena, "TMPDIR=%s", folder) : NULL, NULL };
	const ChildEnd end = child_run(arena, &(Child){ .argv = argv, .env = env, .max_output = MAX_TEXT, .seconds = options->seconds });
	scratch_end(folder);
	return end;
}

EmbeddedList embedded_read(Arena *arena, const EmbeddedOptions *options, Buf *error)
{
	Arena *texts = arena_new();
	EmbeddedList out = { 0 };
	const ChildEnd end = run(texts, options);
	if (child_ok(&end) && !end.out.cut && strlen(end.out.s) == end.out.n)
		out = embedded_parse(arena, end.out.s, options->arch);
	if (!out.n)
		report(arena, &end, error);
	arena_free(texts);
	return out;
}
