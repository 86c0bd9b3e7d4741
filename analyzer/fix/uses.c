#include "fix/uses_impl.h"

#include <string.h>

#include "fix/address.h"
#include "fix/numbers.h"
#include "ir/raw.h"
#include "ir/walk.h"

/* The parameter that holds an element's address and is read, or NULL. */
static const Var *read_element(const Finder *finder, const Expr *e)
{
	const bool is_read = e && e->kind == EX_LOAD && e->arg[0]->kind == EX_ADDR && vars_have(&finder->elements, e->arg[0]->var);
	return is_read ? e->arg[0]->var : NULL;
}

/* Whether a pointer of this type knows the object's rows: not one to numbers, if it is more than an array of these. */
static bool sees_rows(const Finder *finder, const Type *pointer)
{
	const Type *type = var_seen_type(finder->object), *to = pointer->elem;
	const bool is_flat = type->kind == TY_ARRAY && type->elem->kind != TY_ARRAY;
	return is_flat || !to || to->kind == TY_ARRAY || to->kind == TY_RECORD;
}

/* The parameter that gets the whole object, or NULL. */
static const Var *receiver(const Finder *finder, const Expr *user, const Expr *operand, int n)
{
	const Func *func = user->kind == EX_CALL ? user->func : NULL;
	operand = address_without_casts(operand);
	bool whole = operand->kind == EX_ADDR || operand->kind == EX_LOAD;
	const Var *param = func && func->body && !func->is_system && whole && n < func->n_params ? func->params[n] : NULL;
	return param && sees_rows(finder, param->type) ? param : NULL;
}

enum { AN_ELEMENT = 1 }; /* as a piece */

static void add_piece(Uses *uses, int64_t bytes)
{
	uses->piece = bytes > uses->piece ? bytes : uses->piece;
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
	for (e = address_without_casts(e); e && e->kind == EX_PTRADD; e = address_without_casts(e->arg[0]))
		index = e->arg[1];
	return index;
}

/* Of "tile + a + b" there is no single index. */
static bool is_one_sum(const Expr *e)
{
	e = address_without_casts(e);
	return e && e->kind == EX_PTRADD && address_without_casts(e->arg[0])->kind != EX_PTRADD;
}

/* All that is added in "tile + a + b", as one index: "a + b".  NULL: elements of different sizes are counted. */
static const Expr *sum_index(Arena *arena, const Expr *e)
{
	e = address_without_casts(e);
	const Expr *before = e && e->kind == EX_PTRADD ? address_without_casts(e->arg[0]) : NULL;
	if (!before || before->kind != EX_PTRADD)
		return before ? e->arg[1] : NULL;
	const Expr **arg = arena_array(arena, const Expr *, 2);
	Expr *sum = arena_new_of(arena, Expr);
	arg[0] = before->scale == e->scale ? sum_index(arena, before) : NULL;
	arg[1] = e->arg[1];
	*sum = (Expr){ .kind = EX_BINARY, .op = OP_ADD, .type = arg[1]->type, .arg = arg, .n_args = 2, .id = e->id, .range = e->range };
	return arg[0] ? sum : NULL;
}

static bool has_use(const Uses *uses, Loc loc)
{
	for (int i = 0; i < uses->at.n; i++)
		if (loc_same(uses->at.at[i].loc, loc))
			return true;
	return false;
}

static void add_use(Finder *finder, const Expr *user, const Expr *address, const Expr *name)
{
	UseList found = { 0 };
	Use use;
	use_read(finder->unit->sources, name->range.begin, name->var->name, &use);
	use.first = first_index(address);
	use.object = name->var;
	use.expr = user;
	const Type *type = name->var->type;
	if (use.is_literal && !use.n_indices && (type->kind == TY_ARRAY || type->kind == TY_PTR) && type->elem->kind != TY_ARRAY &&
	    type->elem->kind != TY_RECORD)
		use_read_sum(finder->unit->sources, &use);
	if (use.is_sum)
		use.first = sum_index(finder->arena, address);
	if (use.is_literal && address_is_calculated(address, &use)) {
		add_piece(finder->out, AN_ELEMENT);
		vec_push(finder->arena, &finder->out->calculated, user);
	}
	add_piece(finder->out, address_view(finder->object, finder->member, address));
	if (!use.is_literal)
		uses_of_macro(finder->arena, finder->unit->sources, name->range.begin, name->var->name, &found);
	if (!found.n)
		vec_push(finder->arena, &found, use);
	for (int i = 0; i < found.n; i++)
		if (!has_use(finder->out, found.at[i].loc))
			vec_push(finder->arena, &finder->out->at, found.at[i]);
}

/* `s[f(x)] += y`: the element's address is computed once, for a load and a store. */
static bool is_held(const Expr *user, int n)
{
	return user->kind == EX_STORE && n == 1 && user->arg[0]->kind == EX_ADDR && user->arg[0]->var->is_held;
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
	const bool is_written = !range->macro_line && range->begin.file == range->end.file;
	const Use use = { .loc = range->begin,
			  .user = range->begin,
			  .index = { { range->begin.offset, range->end.offset } },
			  .n_indices = is_written,
			  .first = distance };
	add_piece(finder->out, AN_ELEMENT); /* the layouts that are tried suit matrix fragments */
	for (int i = 0; i < finder->out->distances.n; i++)
		if (loc_same(finder->out->distances.at[i].loc, use.loc))
			return;
	vec_push(finder->arena, &finder->out->distances, use);
}

bool func_deduces(const Func *func)
{
	return strchr(func->name, '<') || strstr(func->name, "lambda");
}

static void note_template(Finder *finder, const Var *param)
{
	const Func *func = param->kind == VAR_PARAM ? param->owner : NULL;
	finder->out->is_deduced |= func && func_deduces(func);
}

static void add_element(Finder *finder, const Var *param, const Expr *call)
{
	note_template(finder, param);
	if (!vars_have(&finder->elements, param))
		vec_push(finder->arena, &finder->elements, param);
	vec_push(finder->arena, &finder->calls, call);
	add_piece(finder->out, AN_ELEMENT);
}

/* What a function does with a parameter that is an element's address: it may access memory there, or hand it on. */
static void check_element(Finder *finder, const Expr *user, const Expr *operand, int n)
{
	operand = address_without_casts(operand);
	if (is_handed_back(&finder->calls, &finder->givers, address_without_pointer_casts(operand)) && !address_is_accessed(user, n) &&
	    address_without_casts(user) == user)
		object_to(finder, "its address leaves a function", operand->range.begin);
	const bool is_named = operand->kind == EX_ADDR && vars_have(&finder->elements, operand->var);
	const bool is_read = read_element(finder, operand);
	const Var *param = is_named ? operand->var : read_element(finder, operand);
	if (param && is_read && address_is_accessed(user, n))
		add_piece(finder->out, address_piece(user));
	if (!param || (is_named && user->kind == EX_LOAD) ||
	    (is_read && (address_is_accessed(user, n) || address_without_casts(user) != user)))
		return;
	const Var *next = is_read ? address_receiver(user, n) : NULL;
	if (next)
		add_element(finder, next, user);
	else if (is_read && number_is_place(finder->arena, finder->unit, user, &finder->calls))
		add_piece(finder->out, address_piece(user));
	else
		object_to(finder,
			  arena_printf(finder->arena, "its address is passed to '%s'",
				       param->owner ? param->owner->base_name : "a function"),
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
	if (operand && operand->kind == EX_ADDR && vars_have(&finder->aliases, operand->var) && user->kind != EX_LOAD &&
	    !is_record_named(finder, user) && !is_division(finder, user) && !operand->var->is_set_once)
		object_to(finder, "a function changes its parameter", operand->range.begin);
	if (!name || (user->kind == EX_PTRADD && n == 0) || address_without_casts(user) != user ||
	    (user->kind == EX_LOAD && operand == name && name->var != finder->object && vars_have(&finder->aliases, name->var)))
		return;
	if (is_division(finder, user) && n == 1)
		return;
	if (finder->place && name->kind == EX_ADDR && same_object(name->var, finder->object)) {
		add_piece(finder->out, AN_ELEMENT); /* its own subscripts may reach the part */
		vec_push(finder->arena, &finder->out->calculated, user);
	}
	if (!is_held(user, n) && set_pointer(finder, user, operand, n, name))
		return;
	if (pointer_of(finder, name->var)) {
		finder->is_lost |= is_wide || !is_element_of_pointer(user, operand, n);
		add_use(finder, user, operand, name);
		return;
	}
	if (n == 1 && !is_wide && is_derived(finder, user)) {
		if (!vars_have(&finder->aliases, user->arg[0]->var))
			vec_push(finder->arena, &finder->aliases, user->arg[0]->var);
		add_use(finder, user, operand, name);
		finder->out->is_split = true;
		return;
	}
	if (name->var->is_set_once && !name->var->into && name->var->type->elem->kind != TY_RECORD) {
		add_piece(finder->out, AN_ELEMENT); /* it may go from row to row */
		vec_push(finder->arena, &finder->out->calculated, user);
		if (user->kind == EX_CALL)
			object_to(finder, obstacle_of(finder->arena, user, n), name->range.begin);
	}
	const bool is_named = n == 1 && is_record_named(finder, user);
	const Var *param = is_named  ? user->arg[0]->var
			   : is_wide ? NULL
				     : receiver(finder, user, operand, n),
		  *element = address_receiver(user, n);
	if (param && !vars_have(&finder->aliases, param))
		vec_push(finder->arena, &finder->aliases, param);
	if (param)
		return;
	add_use(finder, user, operand, name);
	if (address_row_distance(user, n))
		add_distance(finder, address_row_distance(user, n));
	else if (element)
		add_element(finder, element, user);
	else if (number_is_place(finder->arena, finder->unit, user, &finder->calls) || (is_wide && address_is_accessed(user, n)) ||
		 is_intrinsic(user, IN_ASYNC))
		add_piece(finder->out, address_piece(user));
	else if (!is_held(user, n))
		object_to(finder, obstacle_of(finder->arena, user, n), name->range.begin);
}

/* An address of the object, or of an element that is a parameter, converted to another type and then used: looks at both at once.
 * False: it is none. */
static bool check_wide(Finder *finder, const Expr *user, const Expr *operand, int n)
{
	const Expr *place = address_without_pointer_casts(operand);
	const bool is_taken = address_is_accessed(user, n) || address_receiver(user, n) || (n == 0 && is_intrinsic(user, IN_ADDRESS));
	if (!place || place == address_without_casts(operand) || !is_taken ||
	    (!read_element(finder, place) && !named_object(finder, place)))
		return false;
	for (const Expr *cast = operand; cast != place; cast = cast->arg[0])
		vec_push(finder->arena, &finder->seen, cast);
	check_operand(finder, user, place, n, true);
	return true;
}

static void check_expr(void *data, const Expr *e)
{
	Finder *finder = data;
	if (e->kind == EX_CAST && finder->seen.n && exprs_have(&finder->seen, e))
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
	const Expr *name = named_object(finder, s->expr), *value = address_without_pointer_casts(s->expr);
	if (value && s->kind == ST_RETURN && read_element(finder, value) && !funcs_have(&finder->givers, finder->func))
		vec_push(finder->arena, &finder->givers, finder->func);
	if (value && s->kind != ST_EXPR && is_handed_back(&finder->calls, &finder->givers, value))
		object_to(finder, "its address leaves a function", s->expr->range.begin);
	if (name) {
		finder->is_lost |= pointer_of(finder, name->var) != NULL;
		add_use(finder, s->expr, s->expr, name);
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
		use_read_indices(&text, &use);
	/* A template deduces its lengths. */
	if (use.n_indices && param->owner && !strchr(param->owner->name, '<'))
		vec_push(finder->arena, &finder->out->params, use);
}

/* Functions pass the object on to others: repeats until no new parameter is found. */
static void find_aliases(Finder *finder, const Walk *walk)
{
	int known, known_pointers, known_elements, known_givers;
	do {
		known = finder->aliases.n;
		known_elements = finder->elements.n;
		known_givers = finder->givers.n;
		finder->seen.n = 0;
		known_pointers = finder->pointers.n;
		finder->out->at.n = finder->out->calculated.n = 0;
		finder->out->is_split = false;
		for (int i = 0; i < known_pointers; i++)
			finder->pointers.at[i].n_values = 0;
		for (int i = 0; i < finder->unit->n_funcs; i++) {
			Walk fresh = *walk;
			finder->func = finder->unit->funcs[i];
			walk_stmt(&fresh, finder->unit->funcs[i]->body);
		}
	} while (finder->aliases.n > known || finder->pointers.n > known_pointers || finder->elements.n > known_elements ||
		 finder->givers.n > known_givers);
	for (int i = 0; i < known; i++)
		finder->out->has_aliases |= finder->aliases.at[i]->kind == VAR_PARAM;
	for (int i = 0; i < known; i++)
		add_param(finder, finder->aliases.at[i]);
}

static void check_call(void *data, const Expr *e)
{
	Finder *finder = data;
	const Func *func = e->kind == EX_CALL ? e->func : NULL;
	for (int i = 0; func && i < func->n_params && i < e->n_args; i++)
		if (vars_have(&finder->aliases, func->params[i]) && !named_object(finder, e->arg[i]))
			finder->out->shared = func;
}

static void note_alias(Finder *finder, const Var *alias)
{
	vec_push(finder->arena, &finder->out->declared, alias->range);
	vec_push(finder->arena, &finder->out->names, alias);
	note_template(finder, alias);
}

/* Of a member; returns the type of the only one. */
static const Type *find_sizeof(Finder *finder, const Type *record)
{
	for (int f = 0; f < record->n_fields; f++) {
		const Field *field = &record->fields[f];
		if (field->type->kind == TY_ARRAY && uses_sizeof(finder->unit->sources, &(Var){ .name = field->name, .loc = field->loc }))
			object_to(finder, "sizeof is taken of its member", finder->object->loc);
	}
	return record->n_fields == 1 ? record->fields->type : NULL;
}

/* False: of pointers that are to be followed there are none, or one is lost. */
static bool find_uses(Arena *arena, const Unit *unit, const Var *object, Part part, bool follows, Uses *out)
{
	*out = (Uses){ .obstacle_loc = LOC_NONE };
	Finder finder = {
		.arena = arena, .unit = unit, .object = object, .member = part.member, .place = part.place, .out = out, .follows = follows
	};
	Walk walk = { check_expr, check_stmt, &finder, 0 };
	use_read(unit->sources, object->loc, object->name, &out->decl);
	vec_push(arena, &out->declared, object->range);
	vec_push(arena, &out->names, object);
	for (int i = 0; i < unit->n_vars && part.place; i++)
		if (is_to_part(&finder, unit->vars[i]))
			vec_push(arena, &finder.aliases, unit->vars[i]);
	find_aliases(&finder, &walk);
	set_bases(&finder);
	for (int i = 0; i < finder.aliases.n; i++)
		note_alias(&finder, finder.aliases.at[i]);
	walk.expr = check_call;
	walk.stmt = NULL;
	for (int i = 0; i < unit->n_funcs && out->has_aliases; i++) {
		Walk fresh = walk;
		walk_stmt(&fresh, unit->funcs[i]->body);
	}
	for (int i = 0; i < unit->n_funcs && !out->obstacle; i++)
		if (unit->funcs[i]->broken && !unit->funcs[i]->is_system)
			object_to(&finder, "a function is only partly understood", unit->funcs[i]->loc);
	if (uses_sizeof(unit->sources, object))
		object_to(&finder, "sizeof is taken of it", object->loc);
	for (const Type *record = var_seen_type(object); record && record->kind == TY_RECORD; record = find_sizeof(&finder, record))
		;
	return !follows || (finder.pointers.n > 0 && !finder.is_lost);
}

void uses_find(Arena *arena, const Unit *unit, const Var *object, Part part, Uses *out)
{
	Uses *followed = arena_new_of(arena, Uses);
	const bool is_flat = object->type->kind == TY_ARRAY && object->type->elem->kind != TY_ARRAY;
	find_uses(arena, unit, object, part, false, out);
	if (is_flat && !part.place && out->obstacle && find_uses(arena, unit, object, part, true, followed))
		out->followed = followed;
}

const Uses *uses_in(const Uses *uses, const Layout *layout)
{
	return uses->followed && (layout_swizzles(layout) || layout->by_function) ? uses->followed : uses;
}
