#include "fix/uses.h"

#include <string.h>

#include "core/tokens.h"
#include "fix/numbers.h"
#include "ir/walk.h"

/* A local variable that holds addresses in the object. */
typedef struct Pointer {
	const Var *var;
	int n_values;  /* that it gets */
	bool is_whole; /* the last one is the object's own address */
} Pointer;

typedef struct Finder {
	Arena *arena;
	const Unit *unit;
	const Var *object;
	Uses *out;
	VEC(const Var *) aliases; /* parameters that hold the object's address */
	VEC(const Var *) elements; /* parameters that hold an element's, … */
	ExprList calls;            /* … and the calls that hand one on */
	VEC(const Expr *) seen;    /* casts of addresses that were looked at together with what is done with them */
	bool follows;             /* local pointers, too, … */
	VEC(Pointer) pointers;
	bool is_lost;             /* … with one of which something else is done */
} Finder;

/* --- the text --------------------------------------------------------------------------------- */

static void read_indices(Text *text, Use *out)
{
	while (out->n_indices < MAX_DIMS) {
		Token open = token_next_code(text);
		size_t close = token_is(text, open, "[") ? token_skip_bracket(text, "[", "]") : 0;
		if (!close)
			break;
		out->index[out->n_indices++] = (Span){ open.end, close };
	}
}

void use_read(SourceSet *sources, Loc loc, const char *name, Use *out)
{
	size_t size, length = strlen(name);
	const char *s = source_text(sources, loc.file, &size);
	*out = (Use){ .loc = loc, .user = loc };
	if (!s || loc.offset > size || size - loc.offset < length || memcmp(s + loc.offset, name, length) != 0)
		return;
	out->is_literal = loc.offset + length == size || !token_is_name_char(s[loc.offset + length]);
	Text text = { .s = s, .n = size, .at = loc.offset + length };
	if (out->is_literal)
		read_indices(&text, out);
}

/* Whether what follows an address's closing parenthesis or comma leaves it as it is. */
static bool ends_address(const Text *text, Token end)
{
	Text ahead = *text;
	const Token next = token_next_code(&ahead);
	return token_is(text, end, ",") || !(token_is(text, next, "[") || token_is(text, next, "+") || token_is(text, next, "-"));
}

/* "tile + i" between parentheses or commas, as in atomicAdd(tile + i, 1) and *(tile + i): fills in the index. */
static void read_sum(SourceSet *sources, Use *use)
{
	size_t size, before = use->loc.offset;
	const char *s = source_text(sources, use->loc.file, &size);
	while (before > 0 && strchr(" \t", s[before - 1]))
		before--;
	Text text = { .s = s, .n = size, .at = use->loc.offset };
	const Token name = token_next_code(&text), plus = token_next_code(&text);
	if (!before || !strchr("(,", s[before - 1]) || name.begin != use->loc.offset || !token_is(&text, plus, "+"))
		return;
	Token token = token_next_code(&text);
	const size_t begin = token.begin;
	int depth = 0;
	for (; token.kind != TK_END; token = token_next_code(&text)) {
		depth += token_is(&text, token, "(") || token_is(&text, token, "[");
		if (depth == 0 && (token_is(&text, token, ")") || token_is(&text, token, ",")))
			break;
		depth -= token_is(&text, token, ")") || token_is(&text, token, "]");
		if (depth == 0 && token.kind == TK_PUNCT && !strchr("+*/%.)]", s[token.begin]))
			return;
	}
	if (token.kind == TK_END || !ends_address(&text, token))
		return;
	use->index[use->n_indices++] = (Span){ begin, token.begin };
	use->is_sum = true;
}

/* Whether a `sizeof` in the file that declares the object names it. */
static bool has_sizeof(SourceSet *sources, const Var *object)
{
	size_t size;
	const char *s = source_text(sources, object->loc.file, &size);
	Text text = { .s = s, .n = s ? size : 0 };
	for (Token t = token_next_code(&text); t.kind != TK_END; t = token_next_code(&text)) {
		if (!token_is(&text, t, "sizeof"))
			continue;
		Token operand = token_next_code(&text);
		int depth = token_is(&text, operand, "(");
		while (operand.kind != TK_END && !token_is(&text, operand, object->name) && depth > 0) {
			operand = token_next_code(&text);
			depth += token_is(&text, operand, "(") - token_is(&text, operand, ")");
		}
		if (token_is(&text, operand, object->name))
			return true;
	}
	return false;
}

/* --- the tree --------------------------------------------------------------------------------- */

static bool is_alias(const Finder *finder, const Var *var)
{
	for (int i = 0; i < finder->aliases.n; i++)
		if (finder->aliases.at[i] == var)
			return true;
	return false;
}

static bool is_element(const Finder *finder, const Var *var)
{
	for (int i = 0; i < finder->elements.n; i++)
		if (finder->elements.at[i] == var)
			return true;
	return false;
}

static Pointer *pointer_of(Finder *finder, const Var *var)
{
	for (int i = 0; i < finder->pointers.n; i++)
		if (finder->pointers.at[i].var == var)
			return &finder->pointers.at[i];
	return NULL;
}

static bool same_shape(const Type *a, const Type *b)
{
	if (!a || !b || a->kind != b->kind || a->size != b->size || a->count != b->count)
		return false;
	return a->kind != TY_ARRAY || same_shape(a->elem, b->elem);
}

/* A conversion that adds `const`, or goes from an array to its first element. */
static bool keeps_sight(const Type *to, const Type *from)
{
	return same_shape(to, from) || (from && from->kind == TY_ARRAY && same_shape(to, from->elem));
}

/* Skips these conversions. */
static const Expr *without_casts(const Expr *e)
{
	while (e && e->kind == EX_CAST && e->type->kind == TY_PTR && e->arg[0]->type->kind == TY_PTR &&
	       keeps_sight(e->type->elem, e->arg[0]->type->elem))
		e = e->arg[0];
	return e;
}

/* Skips casts to any pointers. */
static const Expr *without_pointer_casts(const Expr *e)
{
	while (e && e->kind == EX_CAST && e->type->kind == TY_PTR && e->arg[0]->type->kind == TY_PTR)
		e = e->arg[0];
	return e;
}

/* The name at the start of an address computation, "tile + r * 128 + c * 4", or NULL. */
static const Expr *named_object(Finder *finder, const Expr *e)
{
	for (e = without_casts(e); e && e->kind == EX_PTRADD;)
		e = without_casts(e->arg[0]);
	if (e && e->kind == EX_LOAD && e->arg[0]->kind == EX_ADDR &&
	    (is_alias(finder, e->arg[0]->var) || pointer_of(finder, e->arg[0]->var)))
		return e->arg[0];
	return e && e->kind == EX_ADDR && same_object(e->var, finder->object) ? e : NULL;
}

/* The parameter that gets the whole object, or NULL. */
static const Var *receiver(const Expr *user, const Expr *operand, int n)
{
	const Func *func = user->kind == EX_CALL ? user->func : NULL;
	operand = without_casts(operand);
	bool whole = operand->kind == EX_ADDR || operand->kind == EX_LOAD;
	return func && func->body && !func->is_system && whole && n < func->n_params ? func->params[n] : NULL;
}

/* The parameter that gets an element's address, or NULL. */
static const Var *element_receiver(const Expr *user, int n)
{
	const Func *func = user->kind == EX_CALL ? user->func : NULL;
	return func && func->body && n < func->n_params && func->params[n]->type->kind == TY_PTR ? func->params[n] : NULL;
}

/* Whether operand `n` of `user` is an address at which it accesses memory, perhaps more than an element. */
static bool is_accessed(const Expr *user, int n)
{
	return user->kind == EX_LOAD || user->kind == EX_COPY || (user->kind == EX_STORE && n == 0) ||
	       (n == 0 && is_intrinsic(user, IN_ATOMIC | IN_ASYNC));
}

/* Of a matrix fragment that is moved from or to operand `n` of `user`: the distance between its rows; else NULL. */
static const Expr *row_distance(const Expr *user, int n)
{
	const Func *func = user->kind == EX_CALL && user->n_args > 2 ? user->func : NULL;
	if (!func || !func->is_system)
		return NULL;
	const int address = strcmp(func->base_name, "load_matrix_sync") == 0 ? 1 : strcmp(func->base_name, "store_matrix_sync") == 0 ? 0 : -1;
	return n == address ? user->arg[2] : NULL;
}

/* Why operand `n` of `user`, an address in the object, is not a plain use of an element, or NULL. */
static const char *obstacle_of(Arena *arena, const Expr *user, int n)
{
	switch (user->kind) {
	case EX_LOAD:
	case EX_PTRADD:
		return NULL;
	case EX_COPY:
		return NULL;
	case EX_STORE:
		return n == 0 ? NULL : "its address is kept in a pointer or a reference";
	case EX_INTRINSIC:
		if (n == 0 && is_intrinsic(user, IN_ATOMIC))
			return NULL;
		return arena_printf(arena, "%s takes its address", user->intrinsic->spelling);
	case EX_CALL:
		return arena_printf(arena, "its address is passed to '%s'", user->func ? user->func->base_name : "a function");
	case EX_CAST:
		return user->type->kind == TY_PTR ? "a cast gives its elements another type" : "its address becomes a number";
	case EX_ASM:
		return "inline PTX takes its address";
	default:
		return "its address is used as a value";
	}
}

static void object_to(Finder *finder, const char *obstacle, Loc loc)
{
	if (!obstacle || finder->out->obstacle)
		return;
	finder->out->obstacle = obstacle;
	finder->out->obstacle_loc = loc;
}

/* The index of the first pair of brackets: that of the EX_PTRADD next to the name. */
static const Expr *first_index(const Expr *e)
{
	const Expr *index = NULL;
	for (e = without_casts(e); e && e->kind == EX_PTRADD; e = without_casts(e->arg[0]))
		index = e->arg[1];
	return index;
}

/* Of "tile + a + b" there is no single index. */
static bool is_one_sum(const Expr *e)
{
	e = without_casts(e);
	return e && e->kind == EX_PTRADD && without_casts(e->arg[0])->kind != EX_PTRADD;
}

static bool has_use(const Uses *uses, Loc loc)
{
	for (int i = 0; i < uses->at.n; i++)
		if (loc_same(uses->at.at[i].loc, loc))
			return true;
	return false;
}

static void add_use(Finder *finder, const Expr *address, const Expr *name)
{
	UseList found = { 0 };
	Use use;
	use_read(finder->unit->sources, name->range.begin, name->var->name, &use);
	use.first = first_index(address);
	use.object = name->var;
	if (use.is_literal && !use.n_indices && name->var->type->kind == TY_ARRAY && name->var->type->elem->kind != TY_ARRAY)
		read_sum(finder->unit->sources, &use);
	if (use.is_sum && !is_one_sum(address))
		use.first = NULL;
	if (!use.is_literal)
		uses_of_macro(finder->arena, finder->unit->sources, name->range.begin, name->var->name, &found);
	if (!found.n)
		vec_push(finder->arena, &found, use);
	for (int i = 0; i < found.n; i++)
		if (!has_use(finder->out, found.at[i].loc))
			vec_push(finder->arena, &finder->out->at, found.at[i]);
}

/* The address becomes a value of a local pointer; false: it does not. */
static bool set_pointer(Finder *finder, const Expr *user, const Expr *operand, int n, const Expr *name)
{
	const Expr *to = finder->follows && user->kind == EX_STORE && n == 1 ? user->arg[0] : NULL;
	if (!to || to->kind != EX_ADDR || to->var->kind != VAR_LOCAL || to->var->type->kind != TY_PTR || to->var->type->elem->is_volatile ||
	    is_alias(finder, name->var))
		return false;
	if (!pointer_of(finder, to->var))
		vec_push(finder->arena, &finder->pointers, ((Pointer){ .var = to->var }));
	Pointer *pointer = pointer_of(finder, to->var);
	pointer->n_values++;
	pointer->is_whole = without_casts(operand)->kind == EX_ADDR;
	return true;
}

/* `s[f(x)] += y`: the element's address is computed once, for a load and a store. */
static bool is_held(const Expr *user, int n)
{
	return user->kind == EX_STORE && n == 1 && user->arg[0]->kind == EX_ADDR && user->arg[0]->var->is_held;
}

/* Whether a pointer is but read here, or set to a place in the object. */
static bool keeps_pointer(Finder *finder, const Expr *user, int n)
{
	return user->kind == EX_LOAD || (user->kind == EX_STORE && n == 0 && named_object(finder, user->arg[1]));
}

/* Whether it is an element that a pointer's subscript gives. */
static bool is_element_of_pointer(const Expr *user, const Expr *operand, int n)
{
	const bool is_access = user->kind == EX_LOAD || (n == 0 && (user->kind == EX_STORE || is_intrinsic(user, IN_ATOMIC)));
	return (is_access || is_held(user, n)) && is_one_sum(operand);
}

static void add_distance(Finder *finder, const Expr *distance)
{
	const Range *range = &distance->range;
	const Use use = { .loc = range->begin, .user = range->begin, .index = { { range->begin.offset, range->end.offset } }, .n_indices = 1 };
	finder->out->has_places = true;
	for (int i = 0; i < finder->out->distances.n; i++)
		if (loc_same(finder->out->distances.at[i].loc, use.loc))
			return;
	if (!range->macro_line && range->begin.file == range->end.file)
		vec_push(finder->arena, &finder->out->distances, use);
}

static void add_element(Finder *finder, const Var *param, const Expr *call)
{
	if (!is_element(finder, param))
		vec_push(finder->arena, &finder->elements, param);
	vec_push(finder->arena, &finder->calls, call);
	finder->out->has_places = true;
}

/* What a function does with a parameter that is an element's address: it may access memory there, or hand it on. */
static void check_element(Finder *finder, const Expr *user, const Expr *operand, int n)
{
	const bool is_named = operand->kind == EX_ADDR && is_element(finder, operand->var);
	const bool is_read = operand->kind == EX_LOAD && operand->arg[0]->kind == EX_ADDR && is_element(finder, operand->arg[0]->var);
	const Var *param = is_named ? operand->var : is_read ? operand->arg[0]->var : NULL;
	if (!param || (is_named && user->kind == EX_LOAD) || (is_read && (is_accessed(user, n) || without_casts(user) != user)))
		return;
	const Var *next = is_read ? element_receiver(user, n) : NULL;
	if (next)
		add_element(finder, next, user);
	else if (!is_read || !number_is_place(finder->arena, finder->unit, user, &finder->calls))
		object_to(finder, arena_printf(finder->arena, "its address is passed to '%s'", param->owner ? param->owner->base_name : "a function"),
			  operand->range.begin);
}

/* is_wide: the address is converted to one of another type first. */
static void check_operand(Finder *finder, const Expr *user, const Expr *operand, int n, bool is_wide)
{
	const Expr *name = named_object(finder, operand);
	if (operand)
		check_element(finder, user, operand, n);
	if (operand && operand->kind == EX_ADDR && pointer_of(finder, operand->var) && !keeps_pointer(finder, user, n))
		finder->is_lost = true;
	if (operand && operand->kind == EX_ADDR && is_alias(finder, operand->var) && user->kind != EX_LOAD)
		object_to(finder, "a function changes its parameter", operand->range.begin);
	if (!name || (user->kind == EX_PTRADD && n == 0) || without_casts(user) != user ||
	    (user->kind == EX_LOAD && operand == name && name->var != finder->object && is_alias(finder, name->var)))
		return;
	if (!is_held(user, n) && set_pointer(finder, user, operand, n, name))
		return;
	if (pointer_of(finder, name->var)) {
		finder->is_lost |= is_wide || !is_element_of_pointer(user, operand, n);
		add_use(finder, operand, name);
		return;
	}
	const Var *param = is_wide ? NULL : receiver(user, operand, n), *element = element_receiver(user, n);
	if (param && !is_alias(finder, param))
		vec_push(finder->arena, &finder->aliases, param);
	if (param)
		return;
	add_use(finder, operand, name);
	if (row_distance(user, n))
		add_distance(finder, row_distance(user, n));
	else if (element)
		add_element(finder, element, user);
	else if (number_is_place(finder->arena, finder->unit, user, &finder->calls) || (is_wide && is_accessed(user, n)) || is_intrinsic(user, IN_ASYNC))
		finder->out->has_places = true;
	else if (!is_held(user, n))
		object_to(finder, obstacle_of(finder->arena, user, n), name->range.begin);
}

static bool was_seen(const Finder *finder, const Expr *cast)
{
	for (int i = 0; i < finder->seen.n; i++)
		if (finder->seen.at[i] == cast)
			return true;
	return false;
}

/* An address of the object, or of an element that is a parameter, converted to another type and then used: looks at both at once.
 * False: it is none. */
static bool check_wide(Finder *finder, const Expr *user, const Expr *operand, int n)
{
	const Expr *place = without_pointer_casts(operand);
	const bool is_taken = is_accessed(user, n) || element_receiver(user, n) || (n == 0 && is_intrinsic(user, IN_ADDRESS));
	const bool is_param = place && place->kind == EX_LOAD && place->arg[0]->kind == EX_ADDR && is_element(finder, place->arg[0]->var);
	if (!place || place == without_casts(operand) || !is_taken || (!is_param && !named_object(finder, place)))
		return false;
	for (const Expr *cast = operand; cast != place; cast = cast->arg[0])
		vec_push(finder->arena, &finder->seen, cast);
	check_operand(finder, user, place, n, true);
	return true;
}

static void check_expr(void *data, const Expr *e)
{
	Finder *finder = data;
	if (e->kind == EX_CAST && finder->seen.n && was_seen(finder, e))
		return;
	for (int i = 0; i < e->n_args; i++)
		if (!check_wide(finder, e, e->arg[i], i))
			check_operand(finder, e, e->arg[i], i, false);
	for (int i = 0; e->asm_block && i < e->asm_block->n_inputs; i++)
		check_operand(finder, e, e->asm_block->inputs[i], i, false);
	for (int i = 0; e->asm_block && i < e->asm_block->n_outputs; i++)
		check_operand(finder, e, e->asm_block->outputs[i], i, false);
}

static void check_stmt(void *data, const Stmt *s)
{
	Finder *finder = data;
	const Expr *name = named_object(finder, s->expr);
	if (name) {
		finder->is_lost |= pointer_of(finder, name->var) != NULL;
		add_use(finder, s->expr, name);
		object_to(finder, "its address leaves the function", name->range.begin);
	}
}

/* A parameter's name may be in parentheses before its dimensions: "float (&tile)[32][32]". */
static void add_param(Finder *finder, const Var *param)
{
	size_t size;
	const char *s = source_text(finder->unit->sources, param->loc.file, &size);
	size_t end = param->loc.offset + strlen(param->name);
	Text text = { .s = s, .n = s ? size : 0, .at = end };
	Use use;
	if (!s || end > size)
		return;
	use_read(finder->unit->sources, param->loc, param->name, &use);
	if (use.is_literal && !use.n_indices && token_is(&text, token_next_code(&text), ")"))
		read_indices(&text, &use);
	/* A template deduces its lengths. */
	if (use.n_indices && param->owner && !strchr(param->owner->name, '<'))
		vec_push(finder->arena, &finder->out->params, use);
}

/* Functions pass the object on to others: repeats until no new parameter is found. */
static void find_aliases(Finder *finder, const Walk *walk)
{
	int known, known_pointers, known_elements;
	do {
		known = finder->aliases.n;
		known_elements = finder->elements.n;
		finder->seen.n = 0;
		known_pointers = finder->pointers.n;
		finder->out->at.n = 0;
		for (int i = 0; i < known_pointers; i++)
			finder->pointers.at[i].n_values = 0;
		for (int i = 0; i < finder->unit->n_funcs; i++) {
			Walk fresh = *walk;
			walk_stmt(&fresh, finder->unit->funcs[i]->body);
		}
	} while (finder->aliases.n > known || finder->pointers.n > known_pointers || finder->elements.n > known_elements);
	finder->out->has_aliases = known > 0;
	for (int i = 0; i < known; i++)
		add_param(finder, finder->aliases.at[i]);
}

/* Of pointers other than the object's own address an element's place in it is the distance from that. */
static void set_bases(Finder *finder)
{
	for (int i = 0; i < finder->out->at.n; i++) {
		Use *use = &finder->out->at.at[i];
		const Pointer *pointer = use->object ? pointer_of(finder, use->object) : NULL;
		if (!pointer)
			continue;
		use->first = pointer->n_values == 1 && pointer->is_whole ? use->first : NULL;
		use->base = pointer->n_values == 1 && pointer->is_whole ? NULL : finder->object->name;
	}
}

/* False: of pointers that are to be followed there are none, or one is lost. */
static bool find_uses(Arena *arena, const Unit *unit, const Var *object, bool follows, Uses *out)
{
	*out = (Uses){ .obstacle_loc = LOC_NONE };
	Finder finder = { .arena = arena, .unit = unit, .object = object, .out = out, .follows = follows };
	Walk walk = { check_expr, check_stmt, &finder, 0 };
	use_read(unit->sources, object->loc, object->name, &out->decl);
	find_aliases(&finder, &walk);
	set_bases(&finder);
	for (int i = 0; i < unit->n_funcs && !out->obstacle; i++)
		if (unit->funcs[i]->broken && !unit->funcs[i]->is_system)
			object_to(&finder, "a function is only partly understood", unit->funcs[i]->loc);
	if (has_sizeof(unit->sources, object))
		object_to(&finder, "sizeof is taken of it", object->loc);
	return !follows || (finder.pointers.n > 0 && !finder.is_lost);
}

void uses_find(Arena *arena, const Unit *unit, const Var *object, Uses *out)
{
	Uses *followed = arena_new_of(arena, Uses);
	const bool is_flat = object->type->kind == TY_ARRAY && object->type->elem->kind != TY_ARRAY;
	find_uses(arena, unit, object, false, out);
	if (is_flat && out->obstacle && find_uses(arena, unit, object, true, followed))
		out->followed = followed;
}

const Uses *uses_in(const Uses *uses, const Layout *layout)
{
	return uses->followed && (layout_swizzles(layout) || layout->by_function) ? uses->followed : uses;
}
