/* Loads and stores, by address. */
#include "eval/exec/access_impl.h"

/* --- loads and stores -------------------------------------------------------------------------- */

int access_bytes(const Type *type)
{
	return type->size == 1 || type->size == 2 || type->size == 4 || type->size == 8 || type->size == 16 ? (int)type->size : 0;
}

static Value load_target(Eval *ev, const Target *target, Value address, const Type *type, Loc loc)
{
	if (target->object->kind == OBJ_LOCAL)
		return local_read(ev, target->object, target->offset, &target->threads, type, loc);
	return eval_loaded(ev, address, type, target->object->kind == OBJ_SHARED ? REASON_SHARED_LOAD : REASON_GLOBAL_LOAD, loc);
}

Value targets_load(Eval *ev, const Targets *targets, Value address, const Type *type, Loc loc)
{
	Value v = value_int(0);
	bool some = false;
	if (targets->points_to & POINTS_TO_LOCAL) {
		v = value_unknown(&ev->ctx, address.unknown ? address.unknown->reason : REASON_POINTER, loc);
		return value_pointing_to(&ev->ctx, v, type->kind == TY_PTR ? POINTS_TO_SHARED | POINTS_TO_LOCAL : 0);
	}
	for (int i = 0; i < targets->n; i++) {
		Value one = load_target(ev, &targets->at[i], address, type, loc);
		if (!some)
			v = one;
		else if (targets->choice)
			v = value_join(&ev->ctx, v, one, true, true, REASON_BRANCH, loc);
		else
			v = value_select(&ev->ctx, &targets->at[i].threads, one, v);
		some = true;
	}
	if (!targets->incomplete)
		return v;
	Value other = eval_loaded(ev, address, type, REASON_GLOBAL_LOAD, loc);
	return some ? value_select(&ev->ctx, &targets->incomplete_threads, other, v) : other;
}

Value eval_read(Eval *ev, Object *object, int64_t offset, int size, bool is_float, Loc loc)
{
	return value_seen_by(&ev->ctx, memory_read(&ev->mem, object, offset, size, is_float, loc), &ev->flow.may_execute);
}

Value eval_load(Eval *ev, const Expr *site, Value address, const Type *type)
{
	int64_t at;
	Object *plain = target_constant(ev, &address, &at);
	if (plain && plain->kind == OBJ_LOCAL)
		return eval_read(ev, plain, at, (int)type->size, type->kind == TY_FLOAT, expr_loc(site));
	Targets targets;
	targets_find(ev, address, &targets);
	if (access_bytes(type))
		targets_record(ev, site, BANK_LD, access_bytes(type), address, &targets, false, false);
	else
		targets_record(ev, site, BANK_LD, 4, address, &targets, false, true);
	return targets_load(ev, &targets, address, type, expr_loc(site));
}

Value stored_value(Eval *ev, const Expr *site, Value v)
{
	if (!ev->unsequenced)
		return v;
	return value_pointing_to(&ev->ctx, value_unknown(&ev->ctx, REASON_UNSUPPORTED, expr_loc(site)), value_points_to(&ev->ctx, &v));
}

void targets_store(Eval *ev, const Targets *targets, const Type *type, Value v)
{
	ev->events += targets->incomplete || targets->points_to;
	if (targets->points_to & POINTS_TO_LOCAL) {
		locals_forget(ev, REASON_POINTER, &v);
		return;
	}
	const bool is_shared_address = type->kind == TY_PTR && value_points_to(&ev->ctx, &v) & POINTS_TO_SHARED;
	ev->stores_shared |= is_shared_address && targets->incomplete;
	for (int i = 0; i < targets->n; i++) {
		const Target *target = &targets->at[i];
		ev->stores_shared |= is_shared_address && target->object->kind != OBJ_LOCAL;
		ev->events += target->object->kind != OBJ_LOCAL;
		if (target->object->kind != OBJ_LOCAL)
			continue;
		if (targets->choice)
			local_forget(ev, target->object, REASON_BRANCH, &v);
		else
			local_write(ev, target->object, target->offset, &target->threads, type, v);
	}
}

void eval_store(Eval *ev, const Expr *site, Value address, const Type *type, Value v)
{
	int64_t at;
	Object *plain = target_constant(ev, &address, &at);
	v = stored_value(ev, site, v);
	if (plain && plain->kind == OBJ_LOCAL) {
		if (ev->assumed)
			v = assume_stored(ev, plain, at, expr_loc(site), v);
		if (plain->var && plain->var->is_temporary)
			memory_put(&ev->mem, plain, at, (int)type->size, type->kind == TY_FLOAT, v);
		else
			memory_write(&ev->mem, plain, at, (int)type->size, type->kind == TY_FLOAT, v, &ev->flow.may_execute);
		return;
	}
	Targets targets;
	targets_find(ev, address, &targets);
	int bytes = access_bytes(type);
	targets_record(ev, site, BANK_ST, bytes ? bytes : 4, address, &targets, false, !bytes);
	targets_store(ev, &targets, type, v);
}

void eval_escape(Eval *ev, Value v, Reason reason)
{
	for (int i = 0; i < v.n_terms; i++) {
		bool only;
		Object *object = target_of_mono(ev, v.terms[i].mono, &only);
		if (object && object->kind == OBJ_LOCAL && !(object->var && object->var->is_const))
			memory_invalidate(&ev->mem, object, reason);
	}
}
