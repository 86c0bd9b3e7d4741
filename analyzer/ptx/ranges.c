/* Places of instructions in the sources that they were compiled from. */
#include "ptx/lower.h"

#include <stdlib.h>
#include <string.h>

#include "base/paths.h"

typedef struct Lines {
	const size_t *at; /* where each line begins, from line 1 on */
	int n;
} Lines;

struct Places {
	Ptx *p;
	int *file_of;              /* by index in PtxModule.files: in the sources */
	VEC(Lines) lines;          /* by file in the sources */
	const AsmInlined **inlined; /* by PtxModule.locs; NULL: not made yet, or none */
	const Expr **call;         /* by PtxModule.locs: the call there */
	VEC(const Func *) funcs;   /* that were inlined */
	const PtxFunc *of;         /* the function of … */
	int last;    /* … the last loc that has a line; -1: none */
};

/* --- lines ---------------------------------------------------------------------------------------- */

static Lines find_lines(Ptx *p, int file)
{
	size_t size;
	const char *text = source_text(p->unit->sources, file, &size);
	VEC(size_t) at = { 0 };
	if (!text)
		return (Lines){ NULL, 0 };
	vec_push(p->arena, &at, (size_t)0);
	for (size_t i = 0; i < size; i++)
		if (text[i] == '\n')
			vec_push(p->arena, &at, i + 1);
	return (Lines){ at.at, at.n };
}

static Loc place_in(Places *s, int file, int line, int column)
{
	while (s->lines.n <= file)
		vec_push(s->p->arena, &s->lines, ((Lines){ NULL, -1 }));
	Lines *lines = &s->lines.at[file];
	if (lines->n < 0)
		*lines = find_lines(s->p, file);
	column = column > 0 ? column : 1;
	const bool known = line >= 1 && line <= lines->n;
	return (Loc){ .file = file,
		      .rank = source_rank(s->p->unit->sources, file),
		      .line = line,
		      .column = column,
		      .offset = known ? lines->at[line - 1] + (size_t)column - 1 : ((size_t)line << 12) + (size_t)column };
}

Loc ptx_line(Ptx *p, int line)
{
	size_t size;
	const char *text = source_text(p->unit->sources, p->unit->main_file, &size);
	const Loc begin = place_in(p->places, p->unit->main_file, line, 1);
	const size_t indent = text && begin.offset < size ? strspn(text + begin.offset, " \t") : 0;
	return place_in(p->places, p->unit->main_file, line, 1 + (int)indent);
}

/* --- files ---------------------------------------------------------------------------------------- */

static bool is_system(const char *path)
{
	static const char *const parts[] = { "/include/crt/",    "/include/cuda",   "/include/cooperative_groups",
					     "/include/sm_",     "/usr/include/",   "/include/c++/",
					     "/site-packages/",  "/dist-packages/", "/include/cub/",
					     "/include/thrust/", "/include/cccl/" };
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		if (strstr(path, parts[i]))
			return true;
	return strstr(path, "/targets/") && strstr(path, "/include/");
}

/* Of the source's files that may be this one, the one with the longest path: the others are more often equal by chance. */
static int file_in_source(const Ptx *p, const char *path)
{
	const SourceSet *sources = p->unit->sources;
	int best = -1;
	for (int i = 0; p->source && i < sources->files.n; i++)
		if (path_may_be_same(sources->files.at[i].path, path) &&
		    (best < 0 || strlen(sources->files.at[i].path) > strlen(sources->files.at[best].path)))
			best = i;
	return best;
}

Places *ptx_places(Ptx *p)
{
	const PtxModule *module = p->module;
	Places *s = arena_new_of(p->arena, Places);
	s->p = p;
	s->last = -1;
	s->file_of = arena_array(p->arena, int, module->files.n + 1);
	for (int i = 0; i < module->files.n; i++) {
		const char *path = module->files.at[i].path;
		const int known = file_in_source(p, path);
		s->file_of[i] = known >= 0 ? known : source_add(p->unit->sources, path, is_system(path));
	}
	s->inlined = arena_array(p->arena, const AsmInlined *, module->locs.n + 1);
	s->call = arena_array(p->arena, const Expr *, module->locs.n + 1);
	return s;
}

static bool is_called(const char *path, const char *name)
{
	const char *slash = strrchr(path, '/');
	return !strcmp(slash ? slash + 1 : path, name);
}

static int file_of(const Places *s, const PtxLoc *loc)
{
	const PtxModule *module = s->p->module;
	for (int i = 0; i < module->files.n; i++)
		if (loc->name ? is_called(module->files.at[i].path, loc->name) : module->files.at[i].number == loc->file)
			return s->file_of[i];
	return -1;
}

static bool is_known(const Places *s, int loc)
{
	return loc >= 0 && s->p->module->locs.at[loc].line > 0 && file_of(s, &s->p->module->locs.at[loc]) >= 0;
}

static Range range_of(Places *s, int loc)
{
	const PtxLoc *at = &s->p->module->locs.at[loc];
	const Loc place = place_in(s, file_of(s, at), at->line, at->column);
	return (Range){ place, place, 0 };
}

/* --- inlined code --------------------------------------------------------------------------------- */

/* The innermost place outside of system headers. */
static int user_loc(const Places *s, int loc)
{
	const PtxModule *module = s->p->module;
	int at = loc;
	while (at >= 0) {
		const int file = file_of(s, &module->locs.at[at]);
		if (file >= 0 && !s->p->unit->sources->files.at[file].is_system && module->locs.at[at].line > 0)
			return at;
		at = module->locs.at[at].caller;
	}
	return loc;
}

static int loc_of(Places *s, const PtxInstr *instr)
{
	int loc = instr->loc;
	if (s->of != s->p->f)
		s->last = -1;
	s->of = s->p->f;
	if (is_known(s, loc))
		s->last = loc;
	else
		loc = loc >= 0 && is_known(s, s->p->module->locs.at[loc].caller) ? s->p->module->locs.at[loc].caller : s->last;
	return loc < 0 ? -1 : user_loc(s, loc);
}

bool ptx_is_unplaced(Ptx *p, const PtxInstr *instr)
{
	const int loc = instr->loc;
	return loc >= 0 && !is_known(p->places, loc) && !is_known(p->places, p->module->locs.at[loc].caller);
}

Range ptx_range(Ptx *p, const PtxInstr *instr)
{
	const int loc = loc_of(p->places, instr);
	if (loc >= 0)
		return range_of(p->places, loc);
	const Loc own = ptx_line(p, instr->line);
	return (Range){ own, own, 0 };
}

static const Func *inlined_func(Places *s, const PtxLoc *loc)
{
	const char *name = ptx_debug_name(s->p->module, loc);
	name = name ? name : "<inlined>";
	for (int i = 0; i < s->funcs.n; i++)
		if (!strcmp(s->funcs.at[i]->mangled, name))
			return s->funcs.at[i];
	Func *func = arena_new_of(s->p->arena, Func);
	*func = (Func){ .name = ptx_short_name(s->p->arena, name),
			.mangled = arena_strdup(s->p->arena, name),
			.kind = FN_DEVICE,
			.result = s->p->t_void,
			.loc = LOC_NONE,
			.id = s->p->unit->n_func_ids++ };
	func->base_name = func->name;
	vec_push(s->p->arena, &s->funcs, (const Func *)func);
	return func;
}

static const Expr *call_at(Places *s, int loc)
{
	if (s->call[loc])
		return s->call[loc];
	const Range outer = s->p->range;
	s->p->range = range_of(s, loc);
	s->call[loc] = ptx_number(s->p, ptx_int(s->p, 4, true), 0);
	s->p->range = outer;
	return s->call[loc];
}

static const AsmInlined *inlined_at(Places *s, int loc)
{
	const PtxModule *module = s->p->module;
	for (int at = loc; at >= 0 && !s->inlined[loc]; at = -1) {
		const PtxLoc *inner = &module->locs.at[at];
		if (!is_known(s, inner->caller))
			return NULL;
		AsmInlined *made = arena_new_of(s->p->arena, AsmInlined);
		*made = (AsmInlined){ inlined_at(s, inner->caller), inlined_func(s, inner), call_at(s, inner->caller) };
		s->inlined[loc] = made;
	}
	return s->inlined[loc];
}

const AsmInlined *ptx_inlined(Ptx *p, const PtxInstr *instr)
{
	const int loc = loc_of(p->places, instr);
	return loc < 0 ? NULL : inlined_at(p->places, loc);
}

int ptx_place_id(Ptx *p, const PtxInstr *instr)
{
	return loc_of(p->places, instr);
}

/* --- names ---------------------------------------------------------------------------------------- */

char *__cxa_demangle(const char *mangled, char *buffer, size_t *length, int *status);

/* Where the parameters begin: the last `(` that is not in brackets itself; NULL: there is none. */
static char *parameters_of(char *name)
{
	int depth = 0;
	char *found = NULL;
	for (char *c = name; *c; c++) {
		if (*c == '<' || *c == '[')
			depth++;
		if ((*c == '>' || *c == ']') && depth)
			depth--;
		if (*c == '(' && !depth && strncmp(c, "(anonymous namespace)", 21) != 0 && c > name && c[-1] != ' ')
			found = c;
	}
	return found;
}

/* Behind the result's type of a template, and (last) behind the scopes. */
static const char *behind_spaces(const char *name)
{
	int depth = 0;
	const char *from = name;
	for (const char *c = name; *c; c++) {
		depth += *c == '<' || *c == '(';
		depth -= *c == '>' || *c == ')';
		if (*c == ' ' && !depth)
			from = c + 1;
	}
	return from;
}

static const char *behind_function(const char *name)
{
	int depth = 0;
	const char *from = name;
	for (const char *c = name; *c; c++) {
		depth += *c == '<' || *c == '(';
		depth -= *c == '>' || *c == ')';
		if (c[0] == ')' && c[1] == ':' && c[2] == ':' && !depth)
			from = c + 3;
	}
	return from;
}

const char *ptx_short_name(Arena *arena, const char *name)
{
	int status = -1;
	char *full = !strncmp(name, "_Z", 2) ? __cxa_demangle(name, NULL, NULL, &status) : NULL;
	if (!full || status)
		return arena_strdup(arena, name);
	const char *local = behind_function(full);
	char *copy = arena_strdup(arena, local), *params = parameters_of(copy);
	free(full);
	if (params)
		*params = 0;
	return local == full ? behind_spaces(copy) : copy;
}
