/* Loads, stores and copies: from an address to the objects that it may point into. */
#include "eval/eval.h"
#include "eval/shared_place.h"
#include "ir/acts.h"
#include "ir/still.h"

#include <stddef.h>
#include <string.h>

enum { MAX_TARGETS = 16, MAX_CHOICES = 3, MAX_SPOTS = 256, MAX_LEAVES = 256 };

static const Int wide = { 8, true, false };

/* --- targets ----------------------------------------------------------------------------------- */

typedef struct Target {
	Object *object;
	Value offset;
	Mask lanes;
	bool mixed;   /* lanes of one warp point into different objects */
} Target;

typedef struct Targets {
	int n;
	bool open;      /* some of the address is not understood, or points to no object that is known */
	Mask open_lanes;
	bool choice;    /* which of them it is depends on something uniform that is not known */
	unsigned holds; /* HOLDS_…: it may also be the address of an object that is not among them */
	const Copy *copy; /* what is recorded is the destination of one; else NULL */
	Target at[MAX_TARGETS]; /* only the first n are set */
} Targets;

static Object *mono_object(const Eval *ev, Mono mono, bool *only)
{
	const MonoInfo *info = &ev->ctx.monos.at[mono];
	Object *found = NULL;
	for (int i = 0; i < info->n; i++) {
		Object *object = memory_of_sym(&ev->mem, info->syms[i]);
		found = object ? object : found;
	}
	*only = info->n == 1;
	return found;
}

static Sym mono_choice(const Eval *ev, Mono mono)
{
	const MonoInfo *info = &ev->ctx.monos.at[mono];
	for (int i = 0; i < info->n; i++)
		if (ev->ctx.syms.at[info->syms[i]].kind == SYM_CHOICE)
			return info->syms[i];
	return -1;
}

static Mask lanes_that_are(const Eval *ev, Lanes k, int64_t i)
{
	if (!k.v)
		return k.u == i ? ev->flow.act : mask_none();
	Mask m = mask_none();
	for (int l = 0; l < ev->ctx.n_lanes; l++)
		if (k.v[l] == i)
			mask_add(&m, l);
	return mask_and(m, ev->flow.act);
}

/* A pointer that is one of two for a uniform reason that is not known: a symbol times an object's address. */
static Sym object_choice(const Eval *ev, const Value *address)
{
	for (int i = 0; i < address->n_terms; i++) {
		bool only;
		if (mono_object(ev, address->terms[i].mono, &only) && !only)
			return mono_choice(ev, address->terms[i].mono);
	}
	return -1;
}

static void add_target(const Eval *ev, Targets *out, Target target)
{
	/* Of a choice between three, two may be the same one. */
	for (int i = 0; i < out->n && out->choice; i++)
		if (out->at[i].object == target.object && value_same(&ev->ctx, &out->at[i].offset, &target.offset) &&
		    mask_equal(&out->at[i].lanes, &target.lanes))
			return;
	if (out->n < MAX_TARGETS)
		out->at[out->n++] = target;
	else
		out->open = true;
}

static bool splits_warps(const Mask *part, const Mask *whole)
{
	for (int w = 0; w < MAX_LANES / 32; w++) {
		uint32_t some = mask_warp(part, w);
		if (some && some != mask_warp(whole, w))
			return true;
	}
	return false;
}

/* An address that was rounded down to a multiple of something: in which object. */
static Object *rounded_object(const Eval *ev, const Term *term)
{
	const MonoInfo *mono = &ev->ctx.monos.at[term->mono];
	const SymInfo *sym = &ev->ctx.syms.at[mono->syms[0]];
	bool is = mono->n == 1 && sym->divisor && !term->k.v && term->k.u == sym->divisor;
	return is && ev->mem.objects[sym->object]->kind == OBJ_SHARED ? ev->mem.objects[sym->object] : NULL;
}

/* What a term may hide where it does not say into which object the address points. */
static unsigned holds_beside(const Eval *ev, const Term *term, const Mask *resolved)
{
	Value alone = { .terms = term, .n_terms = 1 };
	Mask zero = lanes_that_are(ev, term->k, 0), rest = mask_minus(mask_minus(ev->flow.act, *resolved), zero);
	return mask_empty(&rest) ? 0 : value_holds(&ev->ctx, &alone);
}

/* The lanes in which the term says into which object the address points. */
static Mask add_term_target(Eval *ev, const Value *address, const Term *term, const Mask *left, Targets *out)
{
	bool only;
	Object *object = mono_object(ev, term->mono, &only), *rounded = rounded_object(ev, term);
	Target target = { .object = rounded, .lanes = *left, .offset = *address };
	target.offset.form.known = false;
	if (object && only) {
		Value start = { .terms = term, .n_terms = 1, .form = form_made_of(MADE_OF_UNIFORM, form_symbol(object->sym, FORM_ANY)) };
		target.object = object;
		target.lanes = mask_and(lanes_that_are(ev, term->k, 1), *left);
		target.offset = value_binary(&ev->ctx, OP_SUB, wide, *address, start);
	}
	if (!target.object || mask_empty(&target.lanes))
		return mask_none();
	target.mixed = splits_warps(&target.lanes, &ev->flow.act);
	add_target(ev, out, target);
	return target.lanes;
}

static void add_targets(Eval *ev, Value address, Targets *out, int choices)
{
	Sym choice = choices < MAX_CHOICES ? object_choice(ev, &address) : -1;
	if (choice >= 0) {
		out->choice = true;
		for (int64_t i = 0; i < 2; i++)
			add_targets(ev, value_substitute(&ev->ctx, address, choice, value_int(i)), out, choices + 1);
		return;
	}
	Mask left = ev->flow.act;
	for (int i = 0; i < address.n_terms; i++) {
		Mask lanes = add_term_target(ev, &address, &address.terms[i], &left, out);
		out->holds |= holds_beside(ev, &address.terms[i], &lanes);
		left = mask_minus(left, lanes);
	}
	Mask murky = address.murk ? mask_and(address.murk->lanes, ev->flow.act) : mask_none();
	if (!mask_empty(&murky))
		out->holds |= address.murk->holds;
	if (!mask_empty(&left)) {
		out->open = true;
		out->open_lanes = mask_or(out->open_lanes, left);
	}
}

/* The common case: a known place in one object, the same for all lanes. */
static Object *plain_target(const Eval *ev, const Value *address, Value *offset)
{
	if (address->n_terms != 1 || address->base.v || address->murk || address->terms->k.v || address->terms->k.u != 1)
		return NULL;
	const MonoInfo *mono = &ev->ctx.monos.at[address->terms->mono];
	*offset = value_int(address->base.u);
	offset->form = form_binary(OP_SUB, true, address->form,
				   form_made_of(MADE_OF_UNIFORM, form_symbol(mono->syms[0], FORM_ANY)));
	return mono->n == 1 ? memory_of_sym(&ev->mem, mono->syms[0]) : NULL;
}

static void find_targets(Eval *ev, Value address, Targets *out)
{
	Value offset;
	Object *plain = plain_target(ev, &address, &offset);
	out->n = 0;
	out->open = out->choice = false;
	out->holds = 0;
	out->copy = NULL;
	if (plain)
		add_target(ev, out, (Target){ .object = plain, .lanes = ev->flow.act, .offset = offset });
	if (plain)
		return;
	out->open_lanes = mask_none();
	add_targets(ev, address, out, 0);
}

Object *eval_target(Eval *ev, Value address, Value *offset)
{
	Targets targets;
	find_targets(ev, address, &targets);
	if (targets.n != 1 || targets.open || targets.holds)
		return NULL;
	*offset = targets.at[0].offset;
	return targets.at[0].object;
}

/* --- recording --------------------------------------------------------------------------------- */

/* A load, store or copy through an lvalue of a volatile type. */
static bool is_volatile(const Expr *site)
{
	const Type *type = site->n_args ? site->arg[0]->type : NULL;
	return site->type->is_volatile || (type && type->kind == TY_PTR && type->elem && type->elem->is_volatile);
}

static bool is_field(const Expr *site)
{
	const Expr *address = site->n_args ? site->arg[0] : NULL;
	const Type *of = address && address->kind == EX_PTRADD ? address->arg[0]->type : NULL;
	return of && of->kind == TY_PTR && of->elem && of->elem->kind == TY_RECORD;
}

/* From sm_100 on nvcc 13 compiles by another NVVM: what that merges has not been looked into (docs/compiler.md). */
enum { NEXT_COMPILER = 100 };

static Access access_here(const Eval *ev, const Expr *site, BankOp op, int bytes)
{
	const Frame *frame = ev->frame;
	return (Access){ .site = site, .stack = frame->site, .range = frame->in_system ? frame->user_range : site->range,
			 .op = op, .bytes = bytes, .counted = ev->flow.counted, .is_volatile = is_volatile(site),
			 .segment = ev->segment, .arms = { ev->mem.arms.at, ev->mem.arms.n }, .turn = ev->turn, .certain = !ev->unsettled && ev->unit->arch < NEXT_COMPILER,
			 .is_still = site->kind == EX_LOAD && ev->unit->acts[site->id] & SAME_EACH_TURN, .before = ev->before_loop,
			 .is_copy = site->kind != EX_LOAD && site->kind != EX_STORE, .is_field = is_field(site) };
}

static int64_t place_align(Eval *ev, const Object *object)
{
	if (!object || !object->var || !ev->launch)
		return 1;
	if (!ev->places)
		ev->places = shared_places_new(ev->ctx.keep, ev->unit, ev->launch->kernel);
	return shared_place_align(ev->places, object->var);
}

static int64_t object_bytes(const Eval *ev, const Object *object)
{
	const Var *var = object ? object->var : NULL;
	if (var && var->kind == VAR_DYNAMIC)
		return ev->launch && ev->launch->dynamic_bytes > 0 ? ev->launch->dynamic_bytes : 0;
	return var && var->kind == VAR_SHARED && var->type->size > 0 ? var->type->size : 0;
}

static void record(Eval *ev, const Expr *site, BankOp op, int bytes, const Target *target, const Targets *of, Reason open)
{
	if (ev->quiet || !ev->recorder)
		return;
	Mask sure = mask_and(ev->flow.sure, target->lanes);
	Access access = access_here(ev, site, op, bytes);
	access.object = target->object ? target->object->var : NULL;
	access.base = base_of(ev->bases, access.object);
	access.object_bytes = object_bytes(ev, target->object);
	access.act = &target->lanes;
	access.sure = &sure;
	access.counted = access.counted && !of->choice;
	access.offset = &target->offset;
	if (of->copy) {
		access.source = &of->copy->from;
		access.fills = of->copy->fills;
		access.guarded = of->copy->guarded;
		access.object_align = place_align(ev, target->object);
	}
	access.open = open;
	if (!open && (target->mixed || (site->kind == EX_LOAD && ev->unit->acts[site->id] & HALF_ASKED)))
		access.open = WHY_RULE_OPEN;
	Certainty sure_of_it = recorder_add(ev->recorder, &access);
	if (ev->suspects && (sure_of_it == SURE_SYMBOLIC || sure_of_it == SURE_UNKNOWN))
		suspect_value(ev->suspects, &ev->ctx, &target->offset);
	if (!ev->watch)
		return;
	watch_access(ev->watch, &ev->ctx, &access);
	if (ev->watch->out)
		eval_fail(ev, "an access past the end of a shared object", expr_loc(site));
}

static void record_unknown(Eval *ev, const Expr *site, BankOp op, int bytes, Reason reason, Loc loc)
{
	if (ev->quiet || !ev->recorder)
		return;
	Access access = access_here(ev, site, op, bytes);
	access.act = access.sure = &ev->flow.act;
	access.unknown = reason;
	access.unknown_loc = loc;
	recorder_add(ev->recorder, &access);
}

void eval_unknown_access(Eval *ev, const Expr *site, BankOp op, Reason reason)
{
	record_unknown(ev, site, op, 4, reason, expr_loc(site));
}

/* A pointer that came from data, or from the caller, points to global memory in every program that compiles to
 * something sensible. */
static bool record_targets(Eval *ev, const Expr *site, BankOp op, int bytes, Value address, const Targets *targets,
			   bool in_shared, Reason open)
{
	bool any = false;
	if ((targets->holds & HOLDS_SHARED) && (!in_shared || address.murk)) {
		record_unknown(ev, site, op, bytes, address.murk ? address.murk->reason : WHY_POINTER,
			       address.murk ? address.murk->loc : expr_loc(site));
		return true;
	}
	for (int i = 0; i < targets->n; i++) {
		if (targets->at[i].object->kind != OBJ_SHARED)
			continue;
		record(ev, site, op, bytes, &targets->at[i], targets, open);
		any = true;
	}
	if (!targets->open || !in_shared)
		return any;
	Target target = { .offset = address, .lanes = targets->open_lanes };
	record(ev, site, op, bytes, &target, targets, open);
	return true;
}

bool eval_shared(Eval *ev, const Expr *site, BankOp op, int bytes, Value address, bool in_shared, Reason open)
{
	Targets targets;
	find_targets(ev, address, &targets);
	return record_targets(ev, site, op, bytes, address, &targets, in_shared, open);
}

void eval_cp_async(Eval *ev, const Expr *site, const Copy *copy)
{
	Targets targets;
	BankOp op = !copy->past_l1 ? BANK_CP_ASYNC_CA : copy->fills ? BANK_CP_ASYNC_CG_FILL : BANK_CP_ASYNC_CG;
	find_targets(ev, copy->to, &targets);
	targets.copy = copy;
	record_targets(ev, site, op, copy->bytes ? copy->bytes : 16, copy->to, &targets, true,
		       copy->bytes ? WHY_NONE : WHY_RULE_OPEN);
}

/* --- local objects ----------------------------------------------------------------------------- */

/* The same for all lanes, and an integer. */
static Value loaded_number(Eval *ev, const Value *address, Reason reason, Loc loc, int64_t low, int64_t high)
{
	Value at = value_int(0);
	const Object *object = plain_target(ev, address, &at);
	const Var *var = object ? object->var : NULL;
	bool is_name = var && var->type->kind == TY_INT;
	Origin place = { NULL, ((int64_t)loc.file << 40 | (int64_t)loc.offset) + 1 };
	return value_of_origin(&ev->ctx, (SymInfo){ .kind = SYM_UNIFORM, .name = is_name ? var->name : NULL, .low = low,
						    .high = high, .align = 1, .why = reason, .object = -1, .loc = loc,
						    .origin = var ? (Origin){ var, at.base.u } : loc.file < 0 ? (Origin){ 0 } : place });
}

Value eval_loaded(Eval *ev, Value address, const Type *type, Reason reason, Loc loc)
{
	bool uniform = value_is_uniform(&ev->ctx, &address, &ev->flow.act);
	if (uniform && type->kind == TY_FLOAT)
		return value_sym(&ev->ctx, ev->float_sym);
	int64_t low = INT64_MIN, high = INT64_MAX;
	if (type->kind == TY_BOOL || (type->kind == TY_INT && type->size < 8)) {
		int bits = 8 * (int)type->size;
		low = type->is_signed ? -((int64_t)1 << (bits - 1)) : 0;
		high = type->kind == TY_BOOL ? 1 : ((int64_t)1 << (type->is_signed ? bits - 1 : bits)) - 1;
	}
	if (uniform && type->kind == TY_INT)
		return loaded_number(ev, &address, reason, loc, low, high);
	if (uniform)
		return value_unknown_uniform(&ev->ctx, reason, loc, NULL, low, high);
	Value v = eval_uniform_or_murk(ev, false, value_is_warp_uniform(&ev->ctx, &address, &ev->flow.act), reason, loc);
	return type->size <= 2 ? value_within(&ev->ctx, v, low, high) : v;
}

/* The distinct offsets that lanes of `where` have; -1 if there are too many or some are not known. */
static int distinct_spots(const Eval *ev, const Value *offset, const Mask *where, int64_t *spots, Mask *lanes)
{
	int n = 0;
	if (offset->n_terms)
		return -1;
	if (offset->murk) {
		Mask unknown = mask_and(offset->murk->lanes, *where);
		if (!mask_empty(&unknown))
			return -1;
	}
	for (int l = 0; l < ev->ctx.n_lanes; l++) {
		if (!mask_has(where, l))
			continue;
		int64_t at = lanes_at(offset->base, l);
		int i = 0;
		while (i < n && spots[i] != at)
			i++;
		if (i == MAX_SPOTS)
			return -1;
		if (i == n) {
			spots[n] = at;
			lanes[n++] = mask_none();
		}
		mask_add(&lanes[i], l);
	}
	return n;
}

/* One of a few pointers, the same one for all lanes: which is a choice. */
static bool one_of_few(Eval *ev, const Object *object, Value offset, int size, Loc loc, Value *out)
{
	const Content *content = &object->content;
	bool fits = content->n > 1 && content->n <= MAX_CHOICES + 1 && value_is_uniform(&ev->ctx, &offset, &ev->flow.act);
	for (int c = 0; c < content->n && fits; c++) {
		const Value *v = &content->cells[c].stored->v;
		fits = content->cells[c].size == size && !v->murk && value_holds(&ev->ctx, v) && object_choice(ev, v) < 0;
	}
	for (int c = 0; c < content->n && fits; c++) {
		Value v = value_copy(ev->ctx.arena, ev->ctx.n_lanes, content->cells[c].stored->v);
		*out = c ? value_join(&ev->ctx, *out, v, true, true, WHY_BRANCH, loc) : v;
	}
	return fits;
}

/* Somewhere in a table, the same place for all lanes: its bounds are known if its content is. */
static Value somewhere(Eval *ev, const Object *object, Value offset, const Type *type, Loc loc)
{
	int64_t low = INT64_MAX, high = INT64_MIN, i;
	Value few;
	if (type->kind == TY_PTR && one_of_few(ev, object, offset, (int)type->size, loc, &few))
		return few;
	bool known = object->content.n > 0 && type->kind != TY_FLOAT;
	for (int c = 0; c < object->content.n && known; c++) {
		known = value_is_const(&object->content.cells[c].stored->v, &i);
		low = known && i < low ? i : low;
		high = known && i > high ? i : high;
	}
	if (known && value_is_uniform(&ev->ctx, &offset, &ev->flow.act))
		return value_unknown_uniform(&ev->ctx, WHY_LOCAL_LOAD, loc, NULL, low, high);
	Value v = eval_uniform_or_murk(ev, false, known && value_is_warp_uniform(&ev->ctx, &offset, &ev->flow.act),
				       WHY_LOCAL_LOAD, loc);
	return value_holding(&ev->ctx, v, content_holds(&ev->ctx, &object->content));
}

static Value read_local(Eval *ev, Object *object, Value offset, const Mask *where, const Type *type, Loc loc)
{
	bool is_float = type->kind == TY_FLOAT;
	int size = (int)type->size;
	int64_t at;
	if (value_is_const(&offset, &at))
		return memory_read(&ev->mem, object, at, size, is_float, loc);
	int64_t spots[MAX_SPOTS];
	Mask lanes[MAX_SPOTS];
	int n = distinct_spots(ev, &offset, where, spots, lanes);
	if (n <= 0)
		return n ? somewhere(ev, object, offset, type, loc) : value_int(0);
	Value v = memory_read(&ev->mem, object, spots[0], size, is_float, loc);
	for (int i = 1; i < n; i++)
		v = value_select(&ev->ctx, &lanes[i], memory_read(&ev->mem, object, spots[i], size, is_float, loc), v);
	return v;
}

/* Anything that is written somewhere into it. */
static void forget_local(Eval *ev, Object *object, Reason reason, const Value *v)
{
	memory_forget(&ev->mem, object, reason);
	object->content.holds |= value_holds(&ev->ctx, v);
}

/* A store through a pointer of which it is not known to which variable. */
static void forget_locals(Eval *ev, Reason reason, const Value *v)
{
	for (int i = 0; i < ev->mem.n; i++) {
		Object *object = ev->mem.objects[i];
		if (object->kind == OBJ_LOCAL && object->content.n &&
		    !(object->var && (object->var->is_const || object->var->kind == VAR_BUILTIN)))
			forget_local(ev, object, reason, v);
	}
}

static void write_local(Eval *ev, Object *object, Value offset, const Mask *where, const Type *type, Value v)
{
	bool is_float = type->kind == TY_FLOAT;
	int size = (int)type->size;
	int64_t at;
	if (value_is_const(&offset, &at)) {
		memory_write(&ev->mem, object, at, size, is_float, v, where);
		return;
	}
	int64_t spots[MAX_SPOTS];
	Mask lanes[MAX_SPOTS];
	int n = distinct_spots(ev, &offset, where, spots, lanes);
	if (n < 0)
		forget_local(ev, object, WHY_LOCAL_LOAD, &v);
	for (int i = 0; i < n; i++)
		memory_write(&ev->mem, object, spots[i], size, is_float, v, &lanes[i]);
}

/* --- loads and stores -------------------------------------------------------------------------- */

static int access_bytes(const Type *type)
{
	return type->size == 1 || type->size == 2 || type->size == 4 || type->size == 8 || type->size == 16 ? (int)type->size : 0;
}

static Value load_target(Eval *ev, const Target *target, Value address, const Type *type, Loc loc)
{
	if (target->object->kind == OBJ_LOCAL)
		return read_local(ev, target->object, target->offset, &target->lanes, type, loc);
	return eval_loaded(ev, address, type, target->object->kind == OBJ_SHARED ? WHY_SHARED_LOAD : WHY_GLOBAL_LOAD, loc);
}

static Value load_targets(Eval *ev, const Targets *targets, Value address, const Type *type, Loc loc)
{
	Value v = value_int(0);
	bool some = false;
	if (targets->holds & HOLDS_LOCAL) {
		v = value_murk(&ev->ctx, address.murk ? address.murk->reason : WHY_POINTER, loc);
		return value_holding(&ev->ctx, v, type->kind == TY_PTR ? HOLDS_SHARED | HOLDS_LOCAL : 0);
	}
	for (int i = 0; i < targets->n; i++) {
		Value one = load_target(ev, &targets->at[i], address, type, loc);
		if (!some)
			v = one;
		else if (targets->choice)
			v = value_join(&ev->ctx, v, one, true, true, WHY_BRANCH, loc);
		else
			v = value_select(&ev->ctx, &targets->at[i].lanes, one, v);
		some = true;
	}
	if (!targets->open)
		return v;
	Value other = eval_loaded(ev, address, type, WHY_GLOBAL_LOAD, loc);
	return some ? value_select(&ev->ctx, &targets->open_lanes, other, v) : other;
}

Value eval_load(Eval *ev, const Expr *site, Value address, const Type *type)
{
	Value at;
	Object *plain = plain_target(ev, &address, &at);
	if (plain && plain->kind == OBJ_LOCAL)
		return memory_read(&ev->mem, plain, at.base.u, (int)type->size, type->kind == TY_FLOAT, expr_loc(site));
	Targets targets;
	find_targets(ev, address, &targets);
	if (access_bytes(type))
		record_targets(ev, site, BANK_LD, access_bytes(type), address, &targets, false, false);
	else
		record_targets(ev, site, BANK_LD, 4, address, &targets, false, true);
	return load_targets(ev, &targets, address, type, expr_loc(site));
}

static Value stored_value(Eval *ev, const Expr *site, Value v)
{
	if (!ev->disorder)
		return v;
	return value_holding(&ev->ctx, value_murk(&ev->ctx, WHY_UNSUPPORTED, expr_loc(site)), value_holds(&ev->ctx, &v));
}

static void store_targets(Eval *ev, const Targets *targets, const Type *type, Value v)
{
	if (targets->holds & HOLDS_LOCAL) {
		forget_locals(ev, WHY_POINTER, &v);
		return;
	}
	for (int i = 0; i < targets->n; i++) {
		const Target *target = &targets->at[i];
		if (target->object->kind != OBJ_LOCAL)
			continue;
		if (targets->choice)
			forget_local(ev, target->object, WHY_BRANCH, &v);
		else
			write_local(ev, target->object, target->offset, &target->lanes, type, v);
	}
}

void eval_store(Eval *ev, const Expr *site, Value address, const Type *type, Value v)
{
	Value at;
	Object *plain = plain_target(ev, &address, &at);
	v = stored_value(ev, site, v);
	if (plain && plain->kind == OBJ_LOCAL) {
		if (ev->assumed)
			v = assume_stored(ev, plain, at.base.u, expr_loc(site), v);
		memory_write(&ev->mem, plain, at.base.u, (int)type->size, type->kind == TY_FLOAT, v, &ev->flow.act);
		return;
	}
	Targets targets;
	find_targets(ev, address, &targets);
	int bytes = access_bytes(type);
	record_targets(ev, site, BANK_ST, bytes ? bytes : 4, address, &targets, false, !bytes);
	store_targets(ev, &targets, type, v);
}

/* --- records ----------------------------------------------------------------------------------- */

typedef struct Leaves {
	struct { int64_t offset; const Type *type; } at[MAX_LEAVES];
	int n;
	bool too_many;
} Leaves;

static void find_leaves(const Type *type, int64_t offset, Leaves *out, int depth)
{
	if (depth > 32) {
		out->too_many = true;
	} else if (type->kind == TY_ARRAY) {
		for (int64_t i = 0; i < type->count && !out->too_many; i++)
			find_leaves(type->elem, offset + i * type->elem->size, out, depth + 1);
	} else if (type->kind == TY_RECORD) {
		for (int i = 0; i < type->n_fields && !out->too_many; i++)
			find_leaves(type->fields[i].type, offset + type->fields[i].offset, out, depth + 1);
	} else if (out->n == MAX_LEAVES) {
		out->too_many = true;
	} else {
		out->at[out->n].offset = offset;
		out->at[out->n++].type = type;
	}
}

static Targets shifted(Eval *ev, const Targets *targets, int64_t by)
{
	Targets out;
	memcpy(&out, targets, offsetof(Targets, at) + sizeof out.at[0] * (size_t)targets->n);
	for (int i = 0; i < out.n; i++)
		out.at[i].offset = value_binary(&ev->ctx, OP_ADD, wide, out.at[i].offset, value_int(by));
	return out;
}

/* A record that is copied moves in pieces of its alignment (at most 16 bytes), or else field by field. */
static void record_copy(Eval *ev, const Expr *site, BankOp op, Value address, const Targets *targets, const Type *type,
			const Leaves *leaves)
{
	int64_t piece = type->align > 16 ? 16 : type->align;
	bool whole = piece > 0 && type->size % piece == 0 && piece >= 4;
	int n = whole ? (int)(type->size / piece) : leaves->n;
	for (int i = 0; i < n && i < MAX_LEAVES; i++) {
		int64_t at = whole ? i * piece : leaves->at[i].offset;
		int bytes = whole ? (int)piece : access_bytes(leaves->at[i].type);
		Targets here = shifted(ev, targets, at);
		record_targets(ev, site, op, bytes ? bytes : 4, address, &here, false, !bytes);
	}
}

void eval_copy(Eval *ev, const Expr *site, Value to, Value from, const Type *type)
{
	Targets source, destination;
	find_targets(ev, from, &source);
	find_targets(ev, to, &destination);
	Leaves leaves = { .n = 0 };
	find_leaves(type, 0, &leaves, 0);
	record_copy(ev, site, BANK_LD, from, &source, type, &leaves);
	record_copy(ev, site, BANK_ST, to, &destination, type, &leaves);
	if (leaves.too_many && (destination.holds & HOLDS_LOCAL))
		forget_locals(ev, WHY_UNSUPPORTED, &from);
	for (int i = 0; leaves.too_many && i < destination.n; i++)
		if (destination.at[i].object->kind == OBJ_LOCAL)
			memory_forget(&ev->mem, destination.at[i].object, WHY_UNSUPPORTED);
	for (int i = 0; !leaves.too_many && i < leaves.n; i++) {
		Targets s = shifted(ev, &source, leaves.at[i].offset), d = shifted(ev, &destination, leaves.at[i].offset);
		Value v = load_targets(ev, &s, from, leaves.at[i].type, expr_loc(site));
		store_targets(ev, &d, leaves.at[i].type, stored_value(ev, site, v));
	}
}

void eval_escape(Eval *ev, Value v, Reason reason)
{
	for (int i = 0; i < v.n_terms; i++) {
		bool only;
		Object *object = mono_object(ev, v.terms[i].mono, &only);
		if (object && object->kind == OBJ_LOCAL && !(object->var && object->var->is_const))
			memory_forget(&ev->mem, object, reason);
	}
}
