/* What a run makes, stores and loads. */
#include "ir/inline/run.h"

#include "ir/place.h"

enum { MAX_ARRAY = 8, MAX_STORED = 256 };

/* --- making expressions --------------------------------------------------------------------------- */

static const Type number_type = { .kind = TY_INT, .is_signed = true, .size = 8, .align = 8, .name = "long" };

const Expr *run_make(const Run *run, Expr e, const Expr *a, const Expr *b)
{
	const Expr *args[] = { a, b };
	e.n_args = b ? 2 : a ? 1 : 0;
	e.arg = arena_dup(run->arena, args, sizeof *args * (size_t)e.n_args);
	return arena_dup(run->arena, &e, sizeof e);
}

static bool is_address(const Type *type)
{
	return type->kind == TY_PTR || type_by_address(type);
}

/* Of an address what matters is where it points, not to what. */
static const Expr *address_without_casts(const Expr *address)
{
	while (address->kind == EX_CAST && is_address(address->type) && is_address(address->arg[0]->type))
		address = address->arg[0];
	return address;
}

const Expr *run_cast(const Run *run, const Type *type, const Expr *e)
{
	const Expr *from = is_address(type) ? address_without_casts(e) : e;
	return from->type == type ? from : run_make(run, (Expr){ .kind = EX_CAST, .type = type }, from, NULL);
}

const Expr *run_offset(const Run *run, const Expr *address, int64_t offset)
{
	const Expr *by = run_make(run, (Expr){ .kind = EX_INT, .type = &number_type, .i = offset }, NULL, NULL);
	return offset ? run_make(run, (Expr){ .kind = EX_PTRADD, .type = address->type, .scale = 1 }, address, by) : address;
}

const Expr *run_address(const Run *run, const Var *var, const Type *type)
{
	return run_make(run, (Expr){ .kind = EX_ADDR, .type = type, .var = var }, NULL, NULL);
}

/* With other operands. */
const Expr *run_with_args(const Run *run, const Expr *e, const Expr **args)
{
	bool same = true;
	if (e->kind == EX_PTRADD || (e->kind == EX_CAST && e->type->kind == TY_PTR))
		args[0] = address_without_casts(args[0]);
	for (int i = 0; i < e->n_args; i++)
		same = same && args[i] == e->arg[i];
	if (same)
		return e;
	Expr *own = arena_dup(run->arena, e, sizeof *e);
	own->arg = args;
	return own;
}

/* --- places --------------------------------------------------------------------------------------- */

Place place_of(const Expr *address)
{
	Place place = { .is_static = true };
	for (; place_leads_on(address); address = address->arg[0]) {
		if (address->kind != EX_PTRADD)
			continue;
		const bool is_number = address->arg[1]->kind == EX_INT;
		place.is_static = place.is_static && is_number;
		place.offset += is_number ? address->arg[1]->i * address->scale : 0;
	}
	if (address->kind == EX_ADDR)
		place.var = address->var;
	else if (place_pointer(address)) {
		place.var = place_pointer(address);
		place.behind = true;
		place.elem = place.var->type->elem;
	}
	return place;
}

bool run_is_fresh(const Run *run, const Var *var)
{
	for (int i = run->fresh.n; i-- > 0;)
		if (run->fresh.at[i] == var)
			return true;
	return false;
}

bool run_begin(Run *run, const Var *var)
{
	if (var->is_static || var->kind != VAR_LOCAL || run_is_fresh(run, var))
		return false;
	vec_push(run->arena, &run->fresh, var);
	return true;
}

static bool is_same_place(const Part *part, const Place *place)
{
	return part->at == place->var && part->behind == place->behind;
}

static bool fits(const Type *type, const Part *part, int64_t offset)
{
	return part->offset == offset && part->type->size == type->size && (part->type->kind == TY_FLOAT) == (type->kind == TY_FLOAT);
}

/* What was stored there.  False: something else was stored to a part of it. */
static bool find_part(const Run *run, const Place *place, const Type *type, Part **out)
{
	*out = NULL;
	for (int i = run->parts.n; i-- > 0;) {
		Part *part = &run->parts.at[i];
		const bool meets = is_same_place(part, place) && part->offset < place->offset + type->size &&
				   place->offset < part->offset + part->type->size;
		if (meets && !fits(type, part, place->offset))
			return false;
		if (meets)
			*out = part;
	}
	return true;
}

static bool is_stored_to(const Run *run, const Place *place)
{
	for (int i = 0; i < run->parts.n; i++)
		if (is_same_place(&run->parts.at[i], place))
			return true;
	return false;
}

bool type_is_simple(const Type *type)
{
	return type->kind == TY_INT || type->kind == TY_BOOL || type->kind == TY_FLOAT || type->kind == TY_PTR;
}

const Expr *run_load(Run *run, const Expr *address, const Type *type)
{
	const Place place = place_of(address);
	Part *part;
	if (!place.var || type->is_volatile || !type_is_simple(type))
		return NULL;
	if (place.is_static) {
		if (!find_part(run, &place, type, &part))
			return NULL;
		if (part)
			return run_cast(run, type, part->value);
	} else if (is_stored_to(run, &place)) {
		return NULL;
	}
	const bool may_be = place.behind || (var_is_own(place.var) ? !run_is_fresh(run, place.var) : place.var->kind == VAR_BUILTIN);
	return may_be ? run_make(run, (Expr){ .kind = EX_LOAD, .type = type }, address_without_casts(address), NULL) : NULL;
}

/* Only what began in the run may be stored to, or what a function's parameter points to. */
bool run_may_store(const Run *run, const Place *place)
{
	if (!place->var || !place->is_static)
		return false;
	return place->behind ? run->func && place->var->kind == VAR_PARAM : run_is_fresh(run, place->var);
}

bool run_store(Run *run, const Place *place, const Type *type, const Expr *value)
{
	Part *part;
	if (!run_may_store(run, place) || type->is_volatile || !type_is_simple(type) || !find_part(run, place, type, &part))
		return false;
	run->n_stores++;
	if (part)
		*part = (Part){ place->var, place->behind, place->offset, type, value };
	else
		vec_push(run->arena, &run->parts, ((Part){ place->var, place->behind, place->offset, type, value }));
	return run->parts.n <= MAX_STORED;
}

/* --- records -------------------------------------------------------------------------------------- */

typedef struct Leaf {
	int64_t offset;
	const Type *type;
} Leaf;

typedef struct Leaves {
	Leaf at[MAX_PARTS];
	int n;
} Leaves;

/* The numbers and pointers in it.  False: there is something else, or they are too many. */
static bool add_leaves(Leaves *leaves, const Type *type, int64_t offset)
{
	if (type->kind == TY_ARRAY) {
		bool could = type->count >= 0 && type->count <= MAX_ARRAY;
		for (int64_t i = 0; could && i < type->count; i++)
			could = add_leaves(leaves, type->elem, offset + i * type->elem->size);
		return could;
	}
	if (type->kind != TY_RECORD) {
		if (!type_is_simple(type) || leaves->n == MAX_PARTS)
			return false;
		leaves->at[leaves->n++] = (Leaf){ offset, type };
		return true;
	}
	if (type->n_fields == 0 && type->size > 1)
		return false; /* a closure: what it holds is not listed */
	int64_t end = 0;
	for (int i = 0; i < type->n_fields; i++) {
		const Field *field = &type->fields[i];
		const int before = leaves->n;
		if (field->bit_width || !add_leaves(leaves, field->type, offset + field->offset))
			return false;
		if (leaves->n > before && field->offset < end)
			return false; /* a union */
		if (leaves->n > before)
			end = field->offset + field->type->size;
	}
	return true;
}

/* What the object at the address holds; what was never stored is left out. */
bool run_load_record(Run *run, const Expr *address, const Type *type, Part *out, int *n)
{
	Leaves leaves = { .n = 0 };
	const Place place = place_of(address);
	*n = 0;
	if (!place.var || !place.is_static || !add_leaves(&leaves, type, 0))
		return false;
	const bool is_new = !place.behind && run_is_fresh(run, place.var);
	for (int i = 0; i < leaves.n; i++) {
		const Leaf *leaf = &leaves.at[i];
		Part *part;
		const Place at = { place.var, place.behind, true, place.offset + leaf->offset, place.elem };
		if (!find_part(run, &at, leaf->type, &part))
			return false;
		if (is_new && !part)
			continue;
		const Expr *value = part ? part->value : run_load(run, run_offset(run, address, leaf->offset), leaf->type);
		if (!value)
			return false;
		out[(*n)++] = (Part){ NULL, false, leaf->offset, leaf->type, value };
	}
	return true;
}

bool run_store_record(Run *run, const Place *place, const Part *parts, int n)
{
	bool could = true;
	for (int i = 0; i < n && could; i++) {
		const Place at = { place->var, place->behind, place->is_static, place->offset + parts[i].offset, place->elem };
		could = run_store(run, &at, parts[i].type, parts[i].value);
	}
	return could;
}
