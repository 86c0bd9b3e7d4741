/* Facts and instructions, line by line. */
#include "codegen/reconcile_impl.h"

#include "base/buf.h"
#include "base/mangled.h"
#include "base/paths.h"

typedef struct Gather {
	Arena *scratch;
	const Unit *unit;
	const CodeTable *code;
	Lines *lines;
	int *files;  /* by index in CodeTable.files: in the unit's sources; -1: not a file of the program */
} Gather;

/* --- facts ---------------------------------------------------------------------------------------- */

static Line *line_of(Gather *g, int file, int line, AccessKind kind)
{
	for (int i = 0; i < g->lines->n; i++) {
		Line *old = &g->lines->at[i];
		if (old->line == line && old->file == file && old->kind == kind)
			return old;
	}
	vec_push(g->scratch, g->lines, ((Line){ .file = file, .line = line, .kind = kind }));
	return &g->lines->at[g->lines->n - 1];
}

static void gather_facts(Gather *g, const KernelFacts *model, const KernelFacts *plain)
{
	for (int i = 0; i < model->n_facts; i++) {
		const Fact *fact = &model->facts[i];
		Line *line = line_of(g, fact->range.begin.file, fact_line(fact), fact->kind);
		vec_push(g->scratch, &line->model, *fact);
	}
	for (int i = 0; i < plain->n_facts; i++) {
		Fact fact = plain->facts[i];
		Line *line = line_of(g, fact.range.begin.file, fact_line(&fact), fact.kind);
		fact.launch = model->launch;
		vec_push(g->scratch, &line->plain, fact);
	}
}

/* --- instructions --------------------------------------------------------------------------------- */

static int find_file(const Unit *unit, const char *name)
{
	const SourceSet *sources = unit->sources;
	for (int i = 0; i < sources->files.n; i++)
		if (!sources->files.at[i].is_system && path_may_be_same(sources->files.at[i].path, name))
			return i;
	return -1;
}

static bool covers(const Line *line, int number)
{
	for (int i = 0; i < line->plain.n; i++) {
		const Range *range = &line->plain.at[i].range;
		if (range->begin.line <= number && number <= range->end.line)
			return true;
	}
	return false;
}

/* The line of facts that a place belongs to: that line, or that of an access that spans it. */
static Line *line_at(Gather *g, int file, int number, AccessKind kind)
{
	Line *near = NULL;
	for (int i = 0; i < g->lines->n; i++) {
		Line *line = &g->lines->at[i];
		if (line->kind != kind || line->file != file)
			continue;
		if (line->line == number)
			return line;
		near = !near && covers(line, number) ? line : near;
	}
	return near;
}

/* The innermost place in the program: accesses of toolkit functions belong to the call. */
static const CodePlace *own_place(const Gather *g, const CodeAccess *access)
{
	for (int i = 0; i < access->n_places; i++)
		if (g->files[access->places[i].file] >= 0)
			return &access->places[i];
	return NULL;
}

static void hide(Gather *g, int file, int number, int count)
{
	for (int i = 0; i < g->lines->n; i++)
		if (g->lines->at[i].file == file && g->lines->at[i].line == number)
			g->lines->at[i].hidden += count;
}

static void add_instructions(Gather *g, const CodeAccess *access)
{
	const CodePlace *place = own_place(g, access);
	int file = place ? g->files[place->file] : -1;
	Line *line = place ? line_at(g, file, place->line, access->kind) : NULL;
	if (place && access->is_hidden)
		hide(g, file, place->line, access->count);
	else if (line && !access->bytes)
		line->unsized += access->count;
	else if (line)
		(access->is_generic ? line->generic : line->count)[__builtin_ctz((unsigned)access->bytes)] += access->count;
}

void lines_gather(Arena *scratch, const Unit *unit, const CodeTable *code, const KernelFacts *model, const KernelFacts *plain, Lines *out)
{
	Gather g = { scratch, unit, code, out, arena_array(scratch, int, code->files.n + 1) };
	gather_facts(&g, model, plain);
	for (int i = 0; i < code->files.n; i++)
		g.files[i] = find_file(unit, code->files.at[i]);
	for (int i = 0; i < code->accesses.n; i++) {
		const CodeAccess *access = &code->accesses.at[i];
		if (!access->kernel || mangled_same(access->kernel, model->launch->kernel->mangled))
			add_instructions(&g, access);
	}
}

/* --- sums ----------------------------------------------------------------------------------------- */

int line_total(const Line *line)
{
	int n = line->unsized;
	for (int w = 0; w < MAX_WIDTHS; w++)
		n += line->count[w];
	return n;
}

static unsigned widths(const int *count)
{
	unsigned set = 0;
	for (int w = 0; w < MAX_WIDTHS; w++)
		set |= count[w] ? 1u << w : 0;
	return set;
}

unsigned line_widths(const Line *line)
{
	return widths(line->count);
}

unsigned line_generic_widths(const Line *line)
{
	return widths(line->generic);
}

int count_requests(const Fact *facts, int n)
{
	int requests = 0;
	for (int i = 0; i < n; i++)
		requests += is_request(&facts[i]);
	return requests;
}

int line_requests(const Line *line)
{
	return count_requests(line->model.at, line->model.n);
}

unsigned width_bit(int bytes)
{
	return bytes > 0 ? 1u << __builtin_ctz((unsigned)bytes) : 0;
}

unsigned line_model_widths(const Line *line)
{
	unsigned set = 0;
	for (int i = 0; i < line->model.n; i++)
		set |= is_request(&line->model.at[i]) ? width_bit(line->model.at[i].bytes) : 0;
	return set;
}

unsigned line_written_widths(const Line *line)
{
	unsigned set = 0;
	for (int i = 0; i < line->plain.n; i++)
		set |= width_bit(line->plain.at[i].bytes);
	return set;
}

static int64_t visits_of(const Line *line, int width)
{
	int64_t visits = 0;
	for (int i = 0; i < line->facts.n; i++)
		visits += is_request(&line->facts.at[i]) && line->facts.at[i].bytes == width ? line->facts.at[i].visits : 0;
	return visits;
}

bool line_is_proportional(const Line *line)
{
	const unsigned code = line_widths(line);
	const int first = code ? __builtin_ctz(code) : 0;
	const int64_t visits = visits_of(line, 1 << first);
	for (int w = first; w < MAX_WIDTHS; w++) {
		int64_t more = visits_of(line, 1 << w);
		if (!line->count[w] != !more || more * line->count[first] != visits * line->count[w])
			return false;
	}
	return visits >= line->count[first] || !(code & (code - 1));
}

/* --- words ---------------------------------------------------------------------------------------- */

static void add_words(Buf *out, int n, int bytes, AccessKind kind)
{
	static const struct {
		const char *one, *many;
	} names[] = {
		[ACCESS_LOAD] = { "load", "loads" },
		[ACCESS_STORE] = { "store", "stores" },
		[ACCESS_ATOMIC] = { "atomic", "atomics" },
		[ACCESS_LDMATRIX] = { "ldmatrix", "ldmatrix" },
		[ACCESS_STMATRIX] = { "stmatrix", "stmatrix" },
		[ACCESS_CP_ASYNC] = { "asynchronous copy", "asynchronous copies" },
	};
	buf_printf(out, "%s%d %s", out->n ? " and " : "", n, n == 1 ? names[kind].one : names[kind].many);
	if (bytes)
		buf_printf(out, " of %d byte%s", bytes, bytes == 1 ? "" : "s");
}

const char *line_words(Arena *arena, const Line *line)
{
	Buf out = { 0 };
	for (int w = MAX_WIDTHS; w-- > 0;)
		if (line->count[w])
			add_words(&out, line->count[w], 1 << w, line->kind);
	if (line->unsized)
		add_words(&out, line->unsized, 0, line->kind);
	const char *text = arena_strdup(arena, out.n ? out.s : "nothing");
	buf_free(&out);
	return text;
}
