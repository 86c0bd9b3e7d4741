/* From an address to the objects that it may point into. */
#include "eval/exec/access_impl.h"

Object *target_of_mono(const Eval *ev, Mono mono, bool *only)
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

static Mask threads_that_are(const Eval *ev, PerThread k, int64_t i)
{
	if (!k.v)
		return k.u == i ? ev->flow.may_execute : mask_none();
	Mask m = mask_none();
	for (int l = 0; l < ev->ctx.n_threads; l++)
		if (k.v[l] == i)
			mask_add(&m, l);
	return mask_and(m, ev->flow.may_execute);
}

Sym target_choice(const Eval *ev, const Value *address)
{
	for (int i = 0; i < address->n_terms; i++) {
		bool only;
		if (target_of_mono(ev, address->terms[i].mono, &only) && !only)
			return mono_choice(ev, address->terms[i].mono);
	}
	return -1;
}

static void add_target(const Eval *ev, Targets *out, Target target)
{
	/* A choice between three gives four targets, of which two are the same. */
	for (int i = 0; i < out->n && out->choice; i++)
		if (out->at[i].object == target.object && value_same(&ev->ctx, &out->at[i].offset, &target.offset) &&
		    mask_equal(&out->at[i].threads, &target.threads))
			return;
	if (out->n < MAX_TARGETS)
		out->at[out->n++] = target;
	else
		out->incomplete = true;
}

static bool splits_warps(const Mask *part, const Mask *whole)
{
	for (int w = 0; w < MAX_THREADS / 32; w++) {
		uint32_t some = mask_warp(part, w);
		if (some && some != mask_warp(whole, w))
			return true;
	}
	return false;
}

/* The shared object of an address that was rounded down to a multiple of a number, or NULL. */
static Object *rounded_object(const Eval *ev, const Term *term)
{
	const MonoInfo *mono = &ev->ctx.monos.at[term->mono];
	const SymInfo *sym = &ev->ctx.syms.at[mono->syms[0]];
	bool is = mono->n == 1 && sym->divisor && !term->k.v && term->k.u == sym->divisor;
	return is && ev->mem.objects[sym->object]->kind == OBJ_SHARED ? ev->mem.objects[sym->object] : NULL;
}

/* What a term may point to in threads in which it does not determine the object. */
static unsigned points_to_also(const Eval *ev, const Term *term, const Mask *resolved)
{
	Value alone = { .terms = term, .n_terms = 1 };
	Mask zero = threads_that_are(ev, term->k, 0), rest = mask_minus(mask_minus(ev->flow.may_execute, *resolved), zero);
	return mask_empty(&rest) ? 0 : value_points_to(&ev->ctx, &alone);
}

Value target_address(Eval *ev, const Object *object)
{
	const Value sym = value_sym(&ev->ctx, object->sym);
	return object->start ? value_binary(&ev->ctx, OP_ADD, int_wide, sym, value_int(object->start)) : sym;
}

/* What nvcc knows of it is that of the variable's name. */
static Form form_of_start(const Object *object)
{
	const Form name = form_object(object->sym);
	return object->start ? form_binary(OP_ADD, true, name, form_const(object->start)) : name;
}

/* Adds the target that a term determines, and returns the threads in which it does. */
static Mask add_term_target(Eval *ev, const Value *address, const Term *term, const Mask *left, Targets *out)
{
	bool only;
	Object *object = target_of_mono(ev, term->mono, &only), *rounded = rounded_object(ev, term);
	Target target = { .object = rounded, .threads = *left, .offset = *address };
	if (rounded && rounded->start)
		target.offset = value_binary(&ev->ctx, OP_SUB, int_wide, *address, value_int(rounded->start));
	target.offset.form.known = false;
	if (object && only) {
		Value start = { .base = { .u = object->start }, .terms = term, .n_terms = 1, .form = form_of_start(object) };
		target.object = object;
		target.threads = mask_and(threads_that_are(ev, term->k, 1), *left);
		target.offset = value_binary(&ev->ctx, OP_SUB, int_wide, *address, start);
	}
	if (!target.object || mask_empty(&target.threads))
		return mask_none();
	/* In other threads it may be the address of another object. */
	target.offset = value_without_zeros(&ev->ctx, target.offset, &target.threads);
	target.mixed = splits_warps(&target.threads, &ev->flow.may_execute);
	add_target(ev, out, target);
	return target.threads;
}

static void add_targets(Eval *ev, Value address, Targets *out, int choices)
{
	Sym choice = choices < MAX_CHOICES ? target_choice(ev, &address) : -1;
	if (choice >= 0) {
		out->choice = true;
		for (int64_t i = 0; i < 2; i++)
			add_targets(ev, value_substitute(&ev->ctx, address, choice, value_int(i)), out, choices + 1);
		return;
	}
	Mask left = ev->flow.may_execute;
	for (int i = 0; i < address.n_terms; i++) {
		Mask threads = add_term_target(ev, &address, &address.terms[i], &left, out);
		out->points_to |= points_to_also(ev, &address.terms[i], &threads);
		left = mask_minus(left, threads);
	}
	Mask unknown_threads = address.unknown ? mask_and(address.unknown->threads, ev->flow.may_execute) : mask_none();
	if (!mask_empty(&unknown_threads))
		out->points_to |= address.unknown->points_to;
	if (!mask_empty(&left)) {
		out->incomplete = true;
		out->incomplete_threads = mask_or(out->incomplete_threads, left);
	}
}

Object *target_plain(const Eval *ev, const Value *address, int64_t *offset)
{
	if (address->n_terms != 1 || address->base.v || address->unknown || address->terms->k.v || address->terms->k.u != 1)
		return NULL;
	const MonoInfo *mono = &ev->ctx.monos.at[address->terms->mono];
	Object *object = mono->n == 1 ? memory_of_sym(&ev->mem, mono->syms[0]) : NULL;
	*offset = address->base.u - (object ? object->start : 0);
	return object;
}

Object *target_constant(const Eval *ev, const Value *address, int64_t *offset)
{
	Object *object = target_plain(ev, address, offset);
	return object && (!address->form.known || address->form.key == form_object(object->sym).key) ? object : NULL;
}

static void add_plain(Eval *ev, Targets *out, const Value *address, Object *object, int64_t at)
{
	Value offset = value_int(at);
	offset.form = form_binary(OP_SUB, true, address->form, form_of_start(object));
	add_target(ev, out, (Target){ .object = object, .threads = ev->flow.may_execute, .offset = offset });
}

void targets_find(Eval *ev, Value address, Targets *out)
{
	int64_t offset;
	Object *plain = target_plain(ev, &address, &offset);
	out->n = 0;
	out->incomplete = out->choice = out->whole = false;
	out->written = out->part_offset = 0;
	out->points_to = 0;
	out->copy = NULL;
	if (plain)
		add_plain(ev, out, &address, plain, offset);
	if (plain)
		return;
	out->incomplete_threads = mask_none();
	add_targets(ev, address, out, 0);
}

Object *eval_target(Eval *ev, Value address, Value *offset)
{
	Targets targets;
	targets_find(ev, address, &targets);
	if (targets.n != 1 || targets.incomplete || targets.points_to)
		return NULL;
	*offset = targets.at[0].offset;
	return targets.at[0].object;
}
