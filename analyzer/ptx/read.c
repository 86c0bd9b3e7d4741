/* Modules: what stands outside of bodies. */
#include "ptx/read.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_PARAMS = 4096 };

bool read_fail(Reader *r, const char *why)
{
	if (!r->problem) {
		r->problem = why;
		r->problem_line = r->scan.line;
	}
	return false;
}

/* --- functions ------------------------------------------------------------------------------------ */

/* (.param .b32 a, .reg .b32 %b) behind `(` */
static bool read_params(Reader *r, const PtxVar ***list, int *n)
{
	VEC(const PtxVar *) params = { 0 };
	while (!scan_eat(&r->scan, ')')) {
		PtxVar var;
		if (params.n == MAX_PARAMS || !read_variable(r, SPACE_PARAM, &var))
			return read_fail(r, "parameters that are not understood");
		vec_push(r->arena, &params, read_add_variable(r, &var));
		if (!scan_eat(&r->scan, ',') && !scan_at(&r->scan, ')'))
			return read_fail(r, "parameters that are not understood");
	}
	*list = params.at;
	*n = params.n;
	return true;
}

/* `32, 4` */
static void read_dimensions(Reader *r, int64_t out[3])
{
	bool is_float;
	out[0] = out[1] = out[2] = 1;
	for (int i = 0; i < 3; i++)
		if (!scan_number(&r->scan, &out[i], &is_float) || !scan_eat(&r->scan, ','))
			return;
}

/* .maxntid 256, .noreturn …: up to the body or `;` */
static bool read_properties(Reader *r)
{
	Word word;
	PtxFunc *f = r->func;
	int64_t ignored;
	bool is_float;
	while (scan_at(&r->scan, '.') && scan_word(&r->scan, &word)) {
		if (word_is(word, ".reqntid"))
			read_dimensions(r, f->reqntid);
		else if (word_is(word, ".maxntid"))
			read_dimensions(r, f->maxntid);
		else if (word_is(word, ".reqnctapercluster"))
			read_dimensions(r, f->cluster);
		else if (word_is(word, ".noinline"))
			f->no_inline = true;
		else if (word_is(word, ".pragma"))
			scan_past(&r->scan, ';');
		else
			while (scan_number(&r->scan, &ignored, &is_float) || scan_eat(&r->scan, ','))
				;
	}
	return true;
}

/* Behind a function of which something is not understood: at the next line that begins with `}`. */
static void skip_body(Reader *r)
{
	const char *p = r->scan.p;
	for (; p[-1] == '\n' || p[-1] == ' ' || p[-1] == '\t'; p--)
		r->scan.line -= p[-1] == '\n';
	for (; p < r->scan.end; p++) {
		r->scan.line += *p == '\n';
		if (p[0] == '\n' && r->scan.end - p > 1 && p[1] == '}')
			break;
	}
	r->scan.p = r->scan.end - p > 1 ? p + 2 : r->scan.end;
}

static bool is_declared(const Reader *r)
{
	for (int i = 0; i < r->module->funcs.n; i++)
		if (!r->module->funcs.at[i]->has_body && !strcmp(r->module->funcs.at[i]->name, r->func->name))
			return true;
	return false;
}

static void read_rest(Reader *r)
{
	PtxFunc *f = r->func;
	const bool headed = read_properties(r);
	if (headed && scan_eat(&r->scan, ';'))
		return;
	f->has_body = true;
	if (headed && scan_eat(&r->scan, '{') && read_body(r))
		return;
	read_fail(r, "a function that is not understood");
	f->broken = arena_printf(r->arena, "line %d: %s", r->problem_line, r->problem);
	r->problem = NULL;
	skip_body(r);
}

static bool read_function(Reader *r, bool is_entry)
{
	Word word;
	PtxFunc *f = arena_new_of(r->arena, PtxFunc);
	f->is_entry = is_entry;
	r->func = f;
	r->scope = 0;
	r->loc = -1;
	r->locals = names_new(r->arena);
	r->ranges.n = 0;
	const bool results = scan_eat(&r->scan, '(') ? read_params(r, &f->results, &f->n_results) : true;
	if (!results || !scan_word(&r->scan, &word)) {
		r->func = NULL;
		return read_fail(r, "a function without a name");
	}
	f->name = word_text(r->arena, word);
	f->line = r->scan.line;
	const bool understood = scan_eat(&r->scan, '(') ? read_params(r, &f->params, &f->n_params) : true;
	if (understood)
		read_rest(r);
	if (f->has_body || !is_declared(r))
		vec_push(r->arena, &r->module->funcs, f);
	r->func = NULL;
	return understood;
}

/* --- the module ----------------------------------------------------------------------------------- */

static bool read_version(Reader *r)
{
	char *after;
	scan_at_end(&r->scan);
	const long major = strtol(r->scan.p, &after, 10);
	const long minor = *after == '.' ? strtol(after + 1, &after, 10) : -1;
	if (major < 1 || major > 99 || minor < 0 || minor > 9)
		return read_fail(r, "a version that is not understood");
	r->module->version = (int)(10 * major + minor);
	r->scan.p = after;
	return true;
}

/* .target sm_90a, debug */
static bool read_target(Reader *r)
{
	Word word;
	r->module->target_line = r->scan.line;
	while (scan_word(&r->scan, &word)) {
		if (word.n > 3 && !strncmp(word.s, "sm_", 3))
			r->module->target = (int)strtol(word.s + 3, NULL, 10);
		if (!scan_eat(&r->scan, ','))
			break;
	}
	return r->module->target > 0 || read_fail(r, "a target that is not understood");
}

static bool read_size(Reader *r)
{
	int64_t bits;
	bool is_float;
	if (!scan_number(&r->scan, &bits, &is_float))
		return read_fail(r, "an address size that is not understood");
	r->module->address_size = (int)bits;
	return true;
}

/* `.visible .entry`, `.extern .shared …`: linkage comes first. */
static bool read_top(Reader *r)
{
	static const struct {
		const char *name;
		PtxSpace space;
	} spaces[] = { { ".shared", SPACE_SHARED }, { ".global", SPACE_GLOBAL }, { ".const", SPACE_CONST }, { ".tex", SPACE_GLOBAL } };
	Word word;
	bool is_extern = false;
	while (scan_word(&r->scan, &word)) {
		if (word_is(word, ".visible") || word_is(word, ".weak") || word_is(word, ".common"))
			continue;
		if (word_is(word, ".extern")) {
			is_extern = true;
			continue;
		}
		if (word_is(word, ".entry") || word_is(word, ".func"))
			return read_function(r, word_is(word, ".entry"));
		for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++)
			if (word_is(word, spaces[i].name))
				return read_variables(r, spaces[i].space, is_extern);
		if (word_is(word, ".version"))
			return read_version(r);
		if (word_is(word, ".target"))
			return read_target(r);
		if (word_is(word, ".address_size"))
			return read_size(r);
		if (word_is(word, ".file"))
			return read_file(r);
		if (word_is(word, ".section"))
			return read_section(r);
		if (word_is(word, ".pragma") || word_is(word, ".alias"))
			return scan_past(&r->scan, ';');
		break;
	}
	return read_fail(r, "a directive that is not known");
}

PtxModule *ptx_read_module(Arena *arena, const char *text, size_t size)
{
	Reader r = { .arena = arena, .scan = { text, text + size, 1 }, .module = arena_new_of(arena, PtxModule), .loc = -1 };
	r.symbols = names_new(arena);
	r.opcodes = names_new(arena);
	r.module->address_size = 64;
	while (!scan_at_end(&r.scan) && read_top(&r))
		;
	r.module->n_vars = r.var.n;
	r.module->problem = r.problem;
	r.module->problem_line = r.problem_line;
	return r.module;
}
