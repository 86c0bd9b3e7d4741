#include "fix/launches/elsewhere.h"

#include <string.h>

#include "base/folder.h"
#include "fix/launches/mentions.h"
#include "fix/record.h"
#include "ir/link.h"
#include "ir/walk.h"

/* --- files ---------------------------------------------------------------------------------------- */

static const char *text_of(Arena *arena, SourceSet *sources, const WholeProgram *whole, int file, size_t *size)
{
	const char *path = whole->files.at[file].path;
	const int known = source_find(sources, path);
	return known >= 0 ? source_text(sources, known, size) : file_bytes(arena, path, size);
}

static bool reaches(const WholeProgram *whole, int from, int to, bool *seen)
{
	const WholeFile *file = &whole->files.at[from];
	bool does = from == to;
	seen[from] = true;
	for (int i = 0; i < file->n_includes && !does; i++)
		does = !seen[file->includes[i]] && reaches(whole, file->includes[i], to, seen);
	return does;
}

static bool has_main(const char *s, size_t size)
{
	return mentions_word(s, size, "main") && mentions_definition(s, size, "main");
}

/* A file of the program, as far as the kernel matters. */
typedef struct Naming {
	const char *s;
	size_t size;
	bool names;   /* the kernel, perhaps only in a declaration */
	bool is_own;  /* it means one of its own, … */
	bool reaches; /* … which it cannot: it includes this one */
	bool has_main;
} Naming;

static Naming naming_of(Arena *scratch, const SourceSet *sources, const WholeProgram *whole, int file, const Func *kernel, const char *s,
			size_t size)
{
	Naming n = { .s = s, .size = size };
	n.names = mentions_word(s, size, kernel->base_name) || mentions_macro(s, size, kernel->base_name) < size;
	if (!n.names)
		return n;
	const int of = whole_find(whole, source_path(sources, kernel->loc.file));
	n.has_main = has_main(s, size);
	n.reaches = of < 0 || reaches(whole, file, of, arena_array(scratch, bool, whole->files.n));
	n.is_own = !n.reaches && mentions_definition(s, size, kernel->base_name);
	return n;
}

/* A file that does not include the kernel launches another one's, if that is static or of another program. */
static bool means(const Func *kernel, const Naming *file, bool is_in_program)
{
	return file->names && !file->is_own && (file->reaches || (kernel->is_external && !(is_in_program && file->has_main)));
}

/* The kernel's file has a main(). */
static bool is_in_program(SourceSet *sources, const Func *kernel)
{
	size_t size;
	const char *s = source_text(sources, kernel->loc.file, &size);
	return has_main(s, size);
}

/* Not only declared. */
static bool is_used_in(const Naming *file, const Func *kernel)
{
	Mentions r = mentions_in(file->s, file->size);
	Mention mention;
	bool is_used = file->names && mentions_macro(file->s, file->size, kernel->base_name) < file->size;
	while (file->names && !is_used && mention_next(&r, kernel->base_name, &mention))
		is_used = !mention.declares;
	return is_used;
}

static bool is_used(SourceSet *sources, const WholeProgram *whole, int file, const Func *kernel)
{
	Arena *scratch = arena_new();
	size_t size;
	const char *s = text_of(scratch, sources, whole, file, &size);
	const Naming naming = naming_of(scratch, sources, whole, file, kernel, s, size);
	const bool is = is_used_in(&naming, kernel) && means(kernel, &naming, is_in_program(sources, kernel));
	arena_free(scratch);
	return is;
}

/* Whether the file includes one of those, directly or not. */
static bool includes_any(const WholeProgram *whole, int file, const bool *are, bool *seen)
{
	const WholeFile *of = &whole->files.at[file];
	bool does = are[file];
	seen[file] = true;
	for (int i = 0; i < of->n_includes && !does; i++)
		does = !seen[of->includes[i]] && includes_any(whole, of->includes[i], are, seen);
	return does;
}

const bool *elsewhere_files(Arena *arena, SourceSet *sources, const WholeProgram *whole, const Func *kernel)
{
	const int n = whole->files.n;
	bool *use = arena_array(arena, bool, n), *files = arena_array(arena, bool, n), *seen = arena_array(arena, bool, n);
	for (int i = 0; i < n; i++)
		use[i] = is_used(sources, whole, i, kernel);
	for (int i = 0; i < n; i++) {
		memset(seen, 0, sizeof *seen * (size_t)n);
		files[i] = whole->files.at[i].is_source && includes_any(whole, i, use, seen);
	}
	return files;
}

/* --- launches of the unit -------------------------------------------------------------------------- */

typedef struct Launches {
	Arena *arena;
	const Func *kernel;
	RangeList at;
	RangeList others; /* of instances that this unit does not have */
	RangeList taken; /* where else its address is a value */
} Launches;

/* It is known which kernel it is of. */
static bool is_understood(const Func *kernel, const Func *launched)
{
	const Func *func = func_defined(launched);
	return func->body || (!func->is_declared && !loc_same(func->loc, kernel->loc));
}

static void note_launch(void *data, const Expr *e)
{
	Launches *launches = data;
	if (e->kind == EX_LAUNCH && (!e->launch->kernel || is_understood(launches->kernel, e->launch->kernel)))
		vec_push(launches->arena, &launches->at, e->range);
	else if (e->kind == EX_LAUNCH)
		vec_push(launches->arena, &launches->others, e->range);
	if (e->kind == EX_FUNC && strcmp(e->func->base_name, launches->kernel->base_name) == 0)
		vec_push(launches->arena, &launches->taken, e->range);
}

static void find_launches(Launches *launches, const Unit *unit)
{
	for (int i = 0; i < unit->n_funcs; i++) {
		Walk walk = { .expr = note_launch, .data = launches };
		if (unit->funcs[i]->kind == FN_HOST)
			walk_stmt(&walk, unit->funcs[i]->body);
	}
}

static bool is_within(Loc loc, const Range *range)
{
	return loc.file == range->begin.file && loc.offset >= range->begin.offset && loc.offset < range->end.offset;
}

/* In a macro's arguments, which does nothing else with it. */
static bool is_only_in(const Launches *launches, const Range *use)
{
	for (int i = 0; i < launches->taken.n; i++)
		if (is_within(launches->taken.at[i].begin, use))
			return false;
	return true;
}

static bool is_at(const Launches *launches, const RangeList *list, int file, const Mention *mention)
{
	for (int i = 0; i < list->n; i++) {
		const Range *range = &list->at[i];
		const Loc loc = { .file = file, .offset = mention->at };
		if (range->begin.file == file && range->begin.offset == mention->begin)
			return true;
		if (range->macro_line && is_within(loc, range) && is_only_in(launches, range))
			return true;
	}
	return false;
}

static bool is_analysed(const Launches *launches, int file, const Mention *mention)
{
	return is_at(launches, &launches->at, file, mention) && !is_at(launches, &launches->others, file, mention);
}

typedef struct InFiles {
	const Unit *unit;
	const WholeProgram *whole;
	const Func *kernel;
	const bool *are; /* by index in the program */
	bool is_launched;
} InFiles;

static void look_for_launch(void *data, const Expr *e)
{
	InFiles *in = data;
	const Func *func = e->kind == EX_LAUNCH ? func_defined(e->launch->kernel) : NULL;
	if (in->is_launched || !func || !func->body || !loc_same(func->loc, in->kernel->loc))
		return;
	const int file = whole_find(in->whole, source_path(in->unit->sources, e->range.begin.file));
	in->is_launched = file >= 0 && in->are[file];
}

bool elsewhere_launched(Arena *arena, const Unit *unit, const WholeProgram *whole, int file, const Func *kernel)
{
	bool *are = arena_array(arena, bool, whole->files.n);
	InFiles in = { unit, whole, kernel, are, false };
	reaches(whole, file, -1, are);
	for (int i = 0; i < unit->n_funcs && !in.is_launched; i++) {
		Walk walk = { .expr = look_for_launch, .data = &in };
		if (unit->funcs[i]->kind == FN_HOST)
			walk_stmt(&walk, unit->funcs[i]->body);
	}
	return in.is_launched;
}

/* --- all that names it ----------------------------------------------------------------------------- */

static const char *named_at(Arena *arena, const char *why, const char *path, const char *s, size_t at)
{
	return arena_printf(arena, "%s (%s:%d)", why, path_shown(arena, path), text_line(s, at));
}

/* Why the text may allocate dynamic shared memory for the kernel where no launch that is analysed does: it names the kernel elsewhere
 * than where it is declared, launched or its attributes are set, or launches it below a condition of the preprocessor, in a template
 * that nothing instantiates, or in a file that is not analysed (-1).  NULL: it does not. */
static const char *use_obstacle(const Launches *launches, int file, const char *path, const char *s, size_t size)
{
	const Func *kernel = launches->kernel;
	Mentions r = mentions_in(s, size);
	Mention mention;
	while (mention_next(&r, kernel->base_name, &mention)) {
		const bool is_itself = mention.at == kernel->loc.offset && file == kernel->loc.file;
		if (mention.declares || is_itself || (mention.sets && file >= 0) || is_analysed(launches, file, &mention))
			continue;
		const char *why = mention.launches ? "a launch that is not analysed would have to allocate as much"
						   : "its kernel's address is taken: launches elsewhere would have to allocate as much";
		return named_at(launches->arena, why, path, s, mention.at);
	}
	return NULL;
}

bool elsewhere_limits(SourceSet *sources, int file, const Layout *layout)
{
	size_t size;
	const char *s = source_text(sources, file, &size), *call = s;
	while (layout->pad && call && (call = memmem(call, size - (size_t)(call - s), "cudaFuncSetAttribute", 20)) != NULL) {
		const char *end = memchr(call, ';', size - (size_t)(call - s));
		const size_t n = end ? (size_t)(end - call) : size - (size_t)(call - s);
		if (!layout->grid->holder || !memmem(call, n, "sizeof", 6))
			return true;
		call += n;
	}
	return false;
}

/* --- which files there are ------------------------------------------------------------------------- */

static bool defines_main(const Unit *unit)
{
	for (int i = 0; i < unit->n_funcs; i++)
		if (unit->funcs[i]->kind == FN_HOST && unit->funcs[i]->body && strcmp(unit->funcs[i]->name, "main") == 0)
			return true;
	return false;
}

static bool is_own(const SourceSet *sources, int file)
{
	return !sources->files.at[file].is_system && !source_is_library(sources, file);
}

static bool is_named_in(SourceSet *sources, int file, const char *name)
{
	size_t size;
	const char *s = source_text(sources, file, &size);
	Mentions r = mentions_in(s, size);
	Mention mention;
	return mentions_word(s, size, name) && mention_next(&r, name, &mention);
}

/* Other files than the unit's are not known.  A kernel of a header may be launched by all that include it.  What no header declares is
 * launched in the program's own file alone; a template without explicit instantiations, which use_obstacle() sees, wherever it is
 * defined. */
static bool is_launched_elsewhere(const Unit *unit, const Func *kernel)
{
	bool is_declared = false;
	if (kernel->loc.file != unit->main_file || path_is_header(source_path(unit->sources, unit->main_file)))
		return true;
	if (!kernel->is_external || strchr(kernel->name, '<'))
		return false;
	for (int i = 0; i < unit->sources->files.n && !is_declared; i++)
		is_declared = i != unit->main_file && is_own(unit->sources, i) && is_named_in(unit->sources, i, kernel->base_name);
	return is_declared || !defines_main(unit);
}

static const char *obstacle_in_file(const Launches *launches, const Unit *unit, int file)
{
	size_t size;
	const char *s = source_text(unit->sources, file, &size);
	return mentions_word(s, size, launches->kernel->base_name) ? use_obstacle(launches, file, source_path(unit->sources, file), s, size)
								   : NULL;
}

/* All files of the program are known. */
typedef struct Program {
	Arena *arena;
	const Unit *unit;
	const WholeProgram *whole;
	const Launches *launches;
	const Layout *layout;
	bool is_in_program; /* the kernel's file has a main() */
	bool has_main;      /* some file has one */
	bool is_public;     /* some header names the kernel: another program may launch it, unless this is one */
	const char *other;  /* a file without a main() that has a kernel of that name, too; or NULL */
	const char *by_name; /* one that launches either; or NULL */
} Program;

static const char *obstacle_in(Program *p, Arena *scratch, int file)
{
	const WholeFile *of = &p->whole->files.at[file];
	const Func *kernel = p->launches->kernel;
	SourceSet *sources = p->unit->sources;
	size_t size;
	const char *s = text_of(scratch, sources, p->whole, file, &size);
	const Naming naming = naming_of(scratch, sources, p->whole, file, kernel, s, size);
	const int known = naming.names ? source_find(sources, of->path) : -1;
	p->has_main = p->has_main || has_main(s, size);
	if (naming.is_own && !naming.has_main)
		p->other = of->path;
	if (!means(kernel, &naming, p->is_in_program))
		return NULL;
	const size_t macro = known == p->unit->main_file ? size : mentions_macro(s, size, kernel->base_name);
	if (macro < size)
		return named_at(p->arena, "a macro names its kernel: launches elsewhere would have to allocate as much", of->path, s,
				macro);
	p->is_public = p->is_public || path_is_header(of->path);
	p->by_name = naming.reaches || !is_used_in(&naming, kernel) ? p->by_name : of->path;
	if (known >= 0 && elsewhere_limits(sources, known, p->layout))
		return arena_printf(p->arena, "cudaFuncSetAttribute may have to allow as much (%s)", path_shown(p->arena, of->path));
	return use_obstacle(p->launches, known, of->path, naming.s, naming.size);
}

static bool is_linked(const Unit *unit, int file)
{
	bool is = file == unit->main_file;
	for (int i = 0; i < unit->n_linked && !is; i++)
		is = unit->linked[i] == file;
	return is;
}

/* A file whose launches, in headers that it includes, are not known. */
static const char *obstacle_unlinked(const Program *p)
{
	SourceSet *sources = p->unit->sources;
	const bool *files = elsewhere_files(p->arena, sources, p->whole, p->launches->kernel);
	for (int i = 0; i < p->whole->files.n; i++)
		if (files[i] && !is_linked(p->unit, source_find(sources, p->whole->files.at[i].path)))
			return arena_printf(p->arena, "launches of %s, which is not analysed, would have to allocate as much",
					    path_shown(p->arena, p->whole->files.at[i].path));
	return NULL;
}

static const char *obstacle_of_program(Program *p)
{
	const SourceSet *sources = p->unit->sources;
	const char *why = NULL;
	for (int i = 0; i < p->whole->files.n && !why; i++) {
		Arena *scratch = arena_new();
		why = obstacle_in(p, scratch, i);
		arena_free(scratch);
	}
	for (int i = 0; i < sources->files.n && !why; i++) /* headers that the scan of the text did not find */
		if (is_own(sources, i))
			why = obstacle_in_file(p->launches, p->unit, i);
	if (!why)
		why = obstacle_unlinked(p);
	if (!why && !p->has_main && (p->is_public || !p->whole->is_project))
		why = "launches in other files would have to allocate as much: none of these has a main()";
	if (!why && p->other && p->by_name)
		why = arena_printf(p->arena, "%s may launch the kernel of that name in %s", path_shown(p->arena, p->by_name),
				   path_shown(p->arena, p->other));
	return why;
}

const char *elsewhere_obstacle(Arena *arena, const Unit *unit, const WholeProgram *whole, const Func *kernel, const Layout *layout)
{
	Launches launches = { .arena = arena, .kernel = kernel };
	Program program = { .arena = arena,
			    .unit = unit,
			    .whole = whole,
			    .launches = &launches,
			    .layout = layout,
			    .is_in_program = is_in_program(unit->sources, kernel) };
	find_launches(&launches, unit);
	if (whole)
		return obstacle_of_program(&program);
	if (is_launched_elsewhere(unit, kernel))
		return "launches in other files would have to allocate as much";
	return obstacle_in_file(&launches, unit, unit->main_file);
}
