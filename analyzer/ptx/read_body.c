/* Declarations, and the bodies of functions. */
#include "ptx/read.h"

#include <string.h>

enum { MAX_SCOPES = 1 << 20, MAX_BRANCH_TARGETS = 1 << 14 };

/* --- variables ------------------------------------------------------------------------------------ */

/* `[4][16]`, `[]` */
static bool read_bounds(Reader *r, PtxVar *var)
{
	int64_t n;
	bool is_float;
	while (scan_eat(&r->scan, '[')) {
		if (scan_eat(&r->scan, ']')) {
			var->count = -1;
			continue;
		}
		if (!scan_number(&r->scan, &n, &is_float) || !scan_eat(&r->scan, ']') || n < 0 || n > INT32_MAX)
			return read_fail(r, "a declaration that is not understood");
		if (var->count >= 0)
			var->count = var->count * n > INT32_MAX ? INT32_MAX : var->count * n;
	}
	return true;
}

static bool read_attribute(Reader *r, Word word, PtxVar *var)
{
	bool is_float;
	const PtxType type = ptx_type(word_text(r->arena, (Word){ word.s + 1, word.n - 1 }));
	if (type.kind != PTX_UNTYPED)
		var->type = type;
	else if (word_is(word, ".v2") || word_is(word, ".v4"))
		var->count *= word.s[2] - '0';
	else if (word_is(word, ".align") && !scan_number(&r->scan, &var->align, &is_float))
		return false;
	else if (word_is(word, ".ptr"))
		var->is_pointer = true;
	else if (word_is(word, ".shared") || word_is(word, ".const") || word_is(word, ".local"))
		var->is_pointer = false;
	else if (word_is(word, ".attribute") && scan_eat(&r->scan, '('))
		return scan_past(&r->scan, ')');
	return true; /* .global, .texref … */
}

bool read_variable(Reader *r, PtxSpace space, PtxVar *var)
{
	Word word;
	*var = (PtxVar){ .space = space, .type = { PTX_BITS, 8 }, .count = 1, .align = 0 };
	while (scan_word(&r->scan, &word) && word.s[0] == '.')
		if (!read_attribute(r, word, var))
			return read_fail(r, "a declaration that is not understood");
	if (!word.n)
		return read_fail(r, "a declaration without a name");
	var->name = word_text(r->arena, word);
	var->line = r->scan.line;
	if (!var->align)
		var->align = var->type.bytes;
	var->align = var->align > 0 && var->align <= 1 << 20 && !(var->align & (var->align - 1)) ? var->align : 1;
	return read_bounds(r, var);
}

const PtxVar *read_add_variable(Reader *r, PtxVar *read)
{
	PtxVar *var = arena_dup(r->arena, read, sizeof *read);
	var->id = r->var.n;
	var->is_local = r->func != NULL;
	vec_push(r->arena, &r->var, (const PtxVar *)var);
	const size_t n = strlen(var->name);
	if (!r->func) {
		int *at = names_at(r->symbols, var->name, n, 0);
		const PtxVar *old = *at ? r->var.at[*at - 1] : NULL;
		if (!old || old->is_extern)
			*at = var->id + 1;
		vec_push(r->arena, &r->module->vars, (const PtxVar *)var);
	} else {
		*names_at(r->locals, var->name, n, r->scope) = 1 + NAME_VAR + NAME_KINDS * var->id;
		vec_push(r->arena, &r->func->vars, (const PtxVar *)var);
	}
	return var;
}

bool read_variables(Reader *r, PtxSpace space, bool is_extern)
{
	PtxVar var;
	do {
		if (!read_variable(r, space, &var))
			return false;
		var.is_extern = is_extern;
		if (scan_eat(&r->scan, '=')) {
			read_add_variable(r, &var);
			return scan_past(&r->scan, ';') || read_fail(r, "an initialiser that does not end");
		}
		/* `%p<2>`: several of a name, of parameters in old code */
		read_add_variable(r, &var);
	} while (scan_eat(&r->scan, ','));
	return scan_eat(&r->scan, ';') || read_fail(r, "a declaration without `;`");
}

static void add_register(Reader *r, Word name, PtxType type)
{
	vec_push(r->arena, &r->func->regs, ((PtxReg){ word_text(r->arena, name), type }));
	*names_at(r->locals, name.s, name.n, r->scope) = 1 + NAME_REG + NAME_KINDS * (r->func->regs.n - 1);
}

bool read_registers(Reader *r)
{
	Word word;
	PtxType type = { PTX_UNTYPED, 0 };
	while (scan_word(&r->scan, &word) && word.s[0] == '.') {
		const PtxType is = ptx_type(word_text(r->arena, (Word){ word.s + 1, word.n - 1 }));
		type = is.kind != PTX_UNTYPED ? is : type;
	}
	for (bool more = word.n > 0; more; more = scan_eat(&r->scan, ',') && scan_word(&r->scan, &word)) {
		RegRange range = { type, 0 };
		bool is_float;
		if (!scan_eat(&r->scan, '<')) {
			add_register(r, word, type);
			continue;
		}
		if (!scan_number(&r->scan, &range.count, &is_float) || !scan_eat(&r->scan, '>'))
			return read_fail(r, "registers that are not understood");
		vec_push(r->arena, &r->ranges, range);
		*names_at(r->locals, word.s, word.n, r->scope) = 1 + NAME_RANGE + NAME_KINDS * (r->ranges.n - 1);
	}
	return scan_eat(&r->scan, ';') || read_fail(r, "registers without `;`");
}

/* --- labels --------------------------------------------------------------------------------------- */

/* NAME: .branchtargets A, B; */
static bool read_targets(Reader *r, const char *name)
{
	PtxTargets targets = { .name = name, .scope = r->scope };
	VEC(const char *) labels = { 0 };
	Word word;
	do {
		if (labels.n == MAX_BRANCH_TARGETS || !scan_word(&r->scan, &word))
			return read_fail(r, "branch targets that are not understood");
		vec_push(r->arena, &labels, word_text(r->arena, word));
	} while (scan_eat(&r->scan, ','));
	targets.labels = labels.at;
	targets.n_labels = labels.n;
	vec_push(r->arena, &r->func->targets, targets);
	return scan_eat(&r->scan, ';') || read_fail(r, "branch targets without `;`");
}

/* A name and `:`, but not `::` */
static bool read_label(Reader *r, bool *is)
{
	const Scan start = r->scan;
	Word word, directive;
	*is = scan_word(&r->scan, &word) && word.s[0] != '.' && scan_eat(&r->scan, ':');
	if (!*is) {
		r->scan = start;
		return true;
	}
	const char *name = word_text(r->arena, word);
	if (!scan_at(&r->scan, '.')) {
		vec_push(r->arena, &r->func->labels, ((PtxLabel){ name, r->scope, r->func->instrs.n }));
		return true;
	}
	const Scan before = r->scan;
	if (!scan_word(&r->scan, &directive))
		return read_fail(r, "a label that is not understood");
	if (word_is(directive, ".branchtargets"))
		return read_targets(r, name);
	if (word_is(directive, ".callprototype") || word_is(directive, ".calltargets"))
		return scan_past(&r->scan, ';') || read_fail(r, "a prototype that does not end");
	r->scan = before;
	vec_push(r->arena, &r->func->labels, ((PtxLabel){ name, r->scope, r->func->instrs.n }));
	return true;
}

/* --- the body ------------------------------------------------------------------------------------- */

static bool read_pragma(Reader *r)
{
	Word text;
	while (scan_string(&r->scan, &text)) {
		if (word_is(text, "nounroll"))
			vec_push(r->arena, &r->func->nounroll, r->func->instrs.n);
		scan_eat(&r->scan, ',');
	}
	return scan_eat(&r->scan, ';') || read_fail(r, "a pragma without `;`");
}

static const struct SpaceName {
	const char *name;
	PtxSpace space;
} spaces[] = { { ".shared", SPACE_SHARED }, { ".local", SPACE_LOCAL }, { ".param", SPACE_PARAM },
	       { ".global", SPACE_GLOBAL }, { ".const", SPACE_CONST }, { ".tex", SPACE_GLOBAL } };

static bool read_directive(Reader *r)
{
	Word word;
	scan_word(&r->scan, &word);
	if (word_is(word, ".loc"))
		return read_loc(r);
	if (word_is(word, ".reg"))
		return read_registers(r);
	if (word_is(word, ".pragma"))
		return read_pragma(r);
	for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++)
		if (word.n >= strlen(spaces[i].name) && !strncmp(word.s, spaces[i].name, strlen(spaces[i].name)))
			return read_variables(r, spaces[i].space, false);
	return scan_past(&r->scan, ';') || read_fail(r, "a directive that does not end");
}

static bool enter_scope(Reader *r)
{
	if (r->func->scopes.n == MAX_SCOPES)
		return read_fail(r, "too many blocks");
	vec_push(r->arena, &r->func->scopes, r->scope);
	r->scope = r->func->scopes.n - 1;
	return true;
}

static bool read_statement(Reader *r)
{
	bool is_label;
	if (scan_eat(&r->scan, ';'))
		return true;
	if (scan_eat(&r->scan, '{'))
		return enter_scope(r);
	if (scan_at(&r->scan, '.'))
		return read_directive(r);
	if (!read_label(r, &is_label))
		return false;
	return is_label || read_instruction(r);
}

bool read_body(Reader *r)
{
	vec_push(r->arena, &r->func->scopes, -1);
	r->scope = 0;
	for (;;) {
		if (scan_at_end(&r->scan))
			return read_fail(r, "a function that does not end: the file is cut off");
		if (!scan_eat(&r->scan, '}')) {
			if (!read_statement(r))
				return false;
		} else if (r->scope == 0) {
			return true;
		} else {
			r->scope = r->func->scopes.at[r->scope];
		}
	}
}
