/* Passes accesses that are, or may be, in shared memory to the recorder. */
#include "eval/exec/access_impl.h"
#include "eval/cost/shared_place.h"
#include "eval/nvcc/sinking.h"
#include "ir/effects/effects.h"
#include "ir/effects/hoist.h"
#include "ir/effects/invariant.h"
#include "ir/effects/late.h"
#include "ir/ptx_opcode.h"
#include "eval/nvcc/known_align.h"

#include <string.h>

/* A load, store or copy through an lvalue of a volatile type. */
static bool is_volatile(const Expr *site)
{
	const Type *type = site->n_args ? site->arg[0]->type : NULL;
	return site->type->is_volatile || (type && type->kind == TY_PTR && type->elem && type->elem->is_volatile);
}

static HalfRegister half_register(const Eval *ev, const Expr *site, int bytes)
{
	if (bytes != 2 || site->kind != EX_LOAD || site->type->is_bfloat)
		return HALF_REGISTER_MAYBE;
	const unsigned effects = ev->unit->expr_effects[site->id];
	if (site->type->kind == TY_FLOAT || effects & MADE_FLOAT)
		return HALF_REGISTER_YES;
	return effects & MADE_WORD ? HALF_REGISTER_NO : HALF_REGISTER_MAYBE;
}

/* The record of which a part is accessed; NULL: none. */
static const Type *record_of(const Expr *site)
{
	if (site->kind == EX_COPY)
		return site->copied;
	const Expr *address = site->n_args ? site->arg[0] : NULL;
	const Type *of = address && address->kind == EX_PTRADD ? address->arg[0]->type : NULL;
	return of && of->kind == TY_PTR && of->elem && of->elem->kind == TY_RECORD ? of->elem : NULL;
}

static bool is_vector(const Expr *site, int bytes)
{
	const Type *copied = site->kind == EX_COPY ? site->copied : NULL;
	const AsmBlock *block = site->asm_block;
	if (bytes != 8)
		return false;
	if (copied)
		return copied->kind == TY_RECORD && copied->n_fields && copied->fields[0].type->size == 4;
	return block && block->n_instrs == 1 && block->instrs[0].opcode->vector == 2;
}

/* The calls that lead to an instruction of compiled code, also those that were inlined. */
static const CallSite *stack_of(Eval *ev, const AsmInlined *inlined, const CallSite *in)
{
	if (!inlined || !ev->recorder)
		return in;
	return recorder_call(ev->recorder, stack_of(ev, inlined->outer, in), inlined->func, inlined->call);
}

static Access access_here(Eval *ev, const Expr *site, BankOp op, int bytes)
{
	const Frame *frame = ev->frame;
	const Type *record = record_of(site);
	const bool is_late = site->kind == EX_LOAD && ev->unit->expr_effects[site->id] & LATE_LOAD;
	return (Access){ .site = site->asm_block && site->asm_block->place ? site->asm_block->place : site,
			 .stack = site->asm_block ? stack_of(ev, site->asm_block->inlined, frame->site) : frame->site,
			 .range = frame->in_system ? frame->user_range : site->range,
			 .op = op,
			 .bytes = bytes,
			 .written = bytes,
			 .count_known = ev->flow.count_known,
			 .of_some_warps = ev->flow.doubt != SCOPE_UNIFORM,
			 .repeats = ev->flow.repeats,
			 .is_volatile = is_volatile(site),
			 .basic_block = ev->basic_block,
			 .nvvm_block = ev->nvvm_block,
			 .halves_block = ev->halves_block,
			 .regions = { ev->mem.storage.regions.at, ev->mem.storage.regions.n },
			 .iteration = ev->iteration,
			 .certain = !ev->forms_uncertain && ev->arch->knows_merging && !is_late,
			 .is_invariant = site->kind == EX_LOAD && ev->unit->expr_effects[site->id] & LOOP_INVARIANT_LOAD,
			 .is_unplaced = site->asm_block && site->asm_block->is_unplaced,
			 .before = ev->before_loop,
			 .is_late = is_late,
			 .starts_branch = site->kind == EX_LOAD && ev->unit->expr_effects[site->id] & STARTS_BRANCH,
			 .is_copy = !ev->unit->is_compiled && (site->kind == EX_COPY || (site->kind != EX_LOAD && op != BANK_ST)),
			 .is_field = record != NULL,
			 .is_of_more = record && record->size != bytes,
			 .half_register = half_register(ev, site, bytes),
			 .is_vector = is_vector(site, bytes) };
}

static const SharedPlaces *places_of(Eval *ev)
{
	Kept *kept = ev->kept;
	if (!kept->places)
		kept->places = shared_places_new(kept->of_kernel, ev->unit, ev->launch->kernel);
	return kept->places;
}

static const KnownAligns *known_aligns_of(Eval *ev)
{
	Kept *kept = ev->kept;
	if (!kept->known_aligns)
		kept->known_aligns = known_aligns_new(kept->of_kernel, ev->launch->kernel);
	return kept->known_aligns;
}

static int64_t place_align(Eval *ev, const Object *object)
{
	return object && object->var && ev->launch ? shared_place_align(places_of(ev), object->var) : 1;
}

void eval_place_shared(Eval *ev, Object *object)
{
	if (!ev->launch)
		return;
	const SharedStart place = shared_place_start(places_of(ev), ev->arch, object->var);
	SymInfo *info = &ev->ctx.syms.at[object->sym];
	object->start = place.start;
	if (place.align > info->align)
		info->align = place.align;
}

static int64_t object_bytes(const Eval *ev, const Object *object)
{
	const Var *var = object ? object->var : NULL;
	if (var && var->kind == VAR_DYNAMIC)
		return ev->launch && ev->launch->dynamic_bytes > 0 ? ev->launch->dynamic_bytes : 0;
	return var && var->kind == VAR_SHARED && var->type->size > 0 ? var->type->size : 0;
}

/* Any one of them costs the same. */
static Mask lone_of(const Mask *threads)
{
	Mask lone = mask_none();
	for (int w = 0; w < MAX_THREADS / 32; w++)
		if (mask_warp(threads, w))
			mask_add(&lone, 32 * w + __builtin_ctz(mask_warp(threads, w)));
	return lone;
}

static void record(Eval *ev, const Expr *site, BankOp op, int bytes, const Target *target, const Targets *of, Reason bound_reason)
{
	ev->events++;
	if (ev->trial || ev->failed || !ev->recorder)
		return;
	const AccessKind kind = bank_op_kind(op);
	const bool lone = ev->flow.lone && kind != ACCESS_LDMATRIX && kind != ACCESS_STMATRIX; /* those take all lanes' addresses */
	Mask threads = lone ? lone_of(&target->threads) : target->threads, must_execute = mask_and(ev->flow.must_execute, threads);
	Access access = access_here(ev, site, op, bytes);
	access.object = target->object ? target->object->var : NULL;
	access.known_align = known_align_of(known_aligns_of(ev), access.object);
	if (ev->unit->is_compiled)
		access.known_align.declared = 0; /* what NVVM merges by it is merged */
	access.object_bytes = object_bytes(ev, target->object);
	access.may_execute = &threads;
	access.must_execute = &must_execute;
	access.count_known = access.count_known && !of->choice;
	access.is_copy = access.is_copy && !of->whole;
	access.written = of->written ? of->written : bytes;
	access.part_offset = of->part_offset;
	access.offset = &target->offset;
	if (of->copy) {
		access.source = &of->copy->from;
		access.fills = of->copy->fills;
		access.guarded = of->copy->guarded;
		access.object_align = place_align(ev, target->object);
	}
	access.bound_reason = bound_reason;
	if (access.is_copy && site->kind == EX_COPY && recorder_models_nvcc(ev->recorder) && !bound_reason)
		access.bound_reason = op == BANK_ST ? REASON_PIECES : REASON_PARTS;
	if (!bound_reason && (target->mixed || (site->kind == EX_LOAD && ev->unit->expr_effects[site->id] & HALF_DEMANDED)))
		access.bound_reason = REASON_RULE_OPEN;
	int group = sinking_group(ev, site);
	if (group && !access.bound_reason && !access.is_volatile && (op == BANK_ST || op == BANK_LD)) {
		access.bound_reason = REASON_SINKING;
		access.other_branch = group > 0 ? sinking_of(ev, group, &access) : NULL;
		if (group < 0)
			threads = sinking_hoisted(ev, group, &access, threads);
	} else {
		group = 0;
	}
	Certainty certainty = recorder_add(ev->recorder, &access);
	if (group)
		sinking_add(ev, group, &access);
	if (ev->suspects && (certainty == CERTAINTY_SYMBOLIC || certainty == CERTAINTY_UNKNOWN))
		suspect_value(ev->suspects, &ev->ctx, &target->offset);
	if (!ev->watch)
		return;
	watch_access(ev->watch, &ev->ctx, &access);
	if (ev->watch->out)
		eval_fail(ev, "an access past the end of a shared object", expr_loc(site));
}

void eval_by_unit(Eval *ev, const Expr *site, BankOp op, Reason unit, const UnitUse *uses, int n_uses)
{
	ev->events++;
	if (ev->trial || ev->failed || !ev->recorder)
		return;
	Access access = access_here(ev, site, op, 4);
	access.may_execute = access.must_execute = &ev->flow.may_execute;
	access.unknown = unit;
	access.unknown_loc = expr_loc(site);
	access.by_unit = true;
	access.uses = uses;
	access.n_uses = n_uses;
	recorder_add(ev->recorder, &access);
}

static void record_unknown(Eval *ev, const Expr *site, BankOp op, int bytes, Reason reason, Loc loc)
{
	ev->events++;
	if (ev->trial || ev->failed || !ev->recorder)
		return;
	Access access = access_here(ev, site, op, bytes);
	access.may_execute = access.must_execute = &ev->flow.may_execute;
	access.unknown = reason;
	access.unknown_loc = loc;
	recorder_add(ev->recorder, &access);
}

void eval_unknown_access(Eval *ev, const Expr *site, BankOp op, Reason reason)
{
	record_unknown(ev, site, op, 4, reason, expr_loc(site));
}

bool eval_pass(Eval *ev, const Expr *site, Value v, Reason reason)
{
	Value offset;
	const Object *object = eval_target(ev, v, &offset);
	unsigned points_to = value_points_to(&ev->ctx, &v);
	if (object && object->kind == OBJ_LOCAL)
		points_to |= content_points_to(&ev->ctx, &object->content);
	if (ev->is_host || !(points_to & POINTS_TO_SHARED))
		return false;
	eval_unknown_access(ev, site, BANK_LD, reason);
	return true;
}

/* A pointer that was loaded, or is an argument, is taken to point to global memory, unless it may be a shared object's. */
bool targets_record(Eval *ev, const Expr *site, BankOp op, int bytes, Value address, const Targets *targets, bool in_shared,
		    Reason bound_reason)
{
	bool any = false;
	if ((targets->points_to & POINTS_TO_SHARED) && (!in_shared || address.unknown)) {
		record_unknown(ev, site, op, bytes, address.unknown ? address.unknown->reason : REASON_POINTER,
			       address.unknown ? address.unknown->loc : expr_loc(site));
		return true;
	}
	for (int i = 0; i < targets->n; i++) {
		if (targets->at[i].object->kind != OBJ_SHARED)
			continue;
		record(ev, site, op, bytes, &targets->at[i], targets, bound_reason);
		any = true;
	}
	if (!targets->incomplete || !in_shared)
		return any;
	Target target = { .offset = address, .threads = targets->incomplete_threads };
	record(ev, site, op, bytes, &target, targets, bound_reason);
	return true;
}

bool eval_shared(Eval *ev, const Expr *site, BankOp op, int bytes, Value address, bool in_shared, Reason bound_reason)
{
	Targets targets;
	targets_find(ev, address, &targets);
	return targets_record(ev, site, op, bytes, address, &targets, in_shared, bound_reason);
}

void eval_cp_async(Eval *ev, const Expr *site, const Copy *copy)
{
	Targets targets;
	BankOp op = !copy->past_l1 ? BANK_CP_ASYNC_CA : copy->fills ? BANK_CP_ASYNC_CG_FILL : BANK_CP_ASYNC_CG;
	targets_find(ev, copy->to, &targets);
	targets.copy = copy;
	targets_record(ev, site, op, copy->bytes ? copy->bytes : 16, copy->to, &targets, true,
		       copy->bytes ? REASON_NONE : REASON_RULE_OPEN);
}
