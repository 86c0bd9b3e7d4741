/* Accesses to shared memory that lanes do not make, and where their layout comes from: tensor maps, which the host encodes,
 * and matrix descriptors.
 *
 * A tensor map's contents are the driver's secret.  Here its first word is a mark: the number of a TensorMap in the host's
 * list, or in the launch's while a kernel runs. */
#include "eval/exec/exec.h"

#include <string.h>

enum { ENCODE_ARGS = 12, MAP_BYTES = 128 };
enum { ARG_MAP, ARG_TYPE, ARG_BOX = 6, ARG_INTERLEAVE = 8, ARG_SWIZZLE };

#define MARK 0x54656e736f720000 /* "Tensor" */
enum { MAX_MARKS = 0x10000 };

static const Type t_word = { .kind = TY_INT, .size = 8, .align = 8, .name = "unsigned long" };
static const Type t_extent = { .kind = TY_INT, .size = 4, .align = 4, .name = "unsigned int" };

/* --- tensor maps ---------------------------------------------------------------------------------------- */

bool eval_is_tensor_map(const Type *type)
{
	return type->kind == TY_RECORD && type->size == MAP_BYTES && type->name &&
	       (!strcmp(type->name, "CUtensorMap") || !strcmp(type->name, "CUtensorMap_st"));
}

/* Bytes of a CUtensorMapDataType (cuda.h); 0: packed types. */
static int element_bytes(int64_t type)
{
	static const unsigned char bytes[] = { 1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4 };
	return type >= 0 && type < (int64_t)sizeof bytes ? bytes[type] : 0;
}

static int64_t number_of(Eval *ev, Value v)
{
	int64_t i;
	v = host_substitute(ev, v);
	return value_is_const(&v, &i) ? i : -1;
}

static bool is_encode(const Expr *call)
{
	bool is_named = call->func && strcmp(call->func->base_name, "cuTensorMapEncodeTiled") == 0;
	const Type *type = (is_named || !call->func) && call->n_args == ENCODE_ARGS ? call->arg[ARG_MAP]->type : NULL;
	return type && type->kind == TY_PTR && type->elem && eval_is_tensor_map(type->elem);
}

static int mark_number(Eval *ev, const TensorMap *map)
{
	Host *host = ev->host;
	for (int i = 0; i < host->maps.n; i++)
		if (tensor_map_identical(&host->maps.at[i], map))
			return i;
	if (host->maps.n < MAX_MARKS)
		vec_push(ev->arena, &host->maps, *map);
	return host->maps.n - 1;
}

/* Host code has no call sites of its own. */
static const CallSite *calls_to(Arena *arena, const Frame *frame)
{
	if (!frame || !frame->call)
		return NULL;
	CallSite *site = arena_new_of(arena, CallSite);
	*site = (CallSite){ calls_to(arena, frame->up), frame->func, frame->call->range };
	return site;
}

bool eval_encodes_map(Eval *ev, const Expr *call, const Value *args)
{
	if (!ev->is_host || !is_encode(call))
		return false;
	int64_t swizzle = number_of(ev, args[ARG_SWIZZLE]), bytes = element_bytes(number_of(ev, args[ARG_TYPE]));
	int64_t extent = number_of(ev, eval_load(ev, call, args[ARG_BOX], &t_extent));
	TensorMap map = { .swizzle = SWIZZLE_UNKNOWN,
			  .range = user_range_of(ev->unit->sources, call->range, calls_to(ev->arena, ev->frame)) };
	if (swizzle >= SWIZZLE_NONE && swizzle <= SWIZZLE_128B && number_of(ev, args[ARG_INTERLEAVE]) == 0)
		map.swizzle = (Swizzle)swizzle;
	map.inner = extent > 0 && extent <= 256 ? extent * bytes : 0;
	eval_escape(ev, args[ARG_MAP], REASON_CALL);
	eval_store(ev, call, args[ARG_MAP], &t_word, value_int(MARK + mark_number(ev, &map)));
	return true;
}

bool eval_finds_driver(Eval *ev, const Expr *call, const Value *args)
{
	static const char *const names[] = { "cudaGetDriverEntryPoint", "cudaGetDriverEntryPointByVersion", "cuGetProcAddress",
					     "cuGetProcAddress_v2" };
	bool is_named = false;
	for (size_t i = 0; call->func && i < sizeof names / sizeof *names; i++)
		is_named = is_named || strcmp(call->func->base_name, names[i]) == 0;
	if (!ev->is_host || !is_named || call->n_args < 4)
		return false;
	const Value status = args[call->n_args - 1];
	const Type *type = call->arg[call->n_args - 1]->type;
	Value offset;
	eval_escape(ev, args[1], REASON_CALL);
	if (type->kind == TY_PTR && type->elem && type->elem->kind == TY_INT && eval_target(ev, status, &offset))
		eval_store(ev, call, status, type->elem, value_int(0));
	return true;
}

Value eval_tensor_mark(Eval *ev, const Expr *site, Value address)
{
	return eval_load(ev, site, address, &t_word);
}

const TensorMap *eval_marked_map(const Eval *ev, const Value *mark)
{
	int64_t word;
	if (!value_is_const(mark, &word) || word < MARK || word >= MARK + MAX_MARKS)
		return NULL;
	int64_t i = word - MARK;
	if (ev->is_host)
		return i < ev->host->maps.n ? &ev->host->maps.at[i] : NULL;
	return ev->launch && i < ev->launch->n_maps ? &ev->launch->maps[i].map : NULL;
}

void eval_put_tensor_maps(Eval *ev, Object *object, const LaunchShape *launch, int param)
{
	for (int i = 0; i < launch->n_maps; i++)
		if (launch->maps[i].param == param)
			memory_put(&ev->mem, object, launch->maps[i].offset, (int)t_word.size, false, value_int(MARK + i));
}

/* --- copies ------------------------------------------------------------------------------------------------ */

/* Sets where in which shared object an address lies. */
static void find_place(Eval *ev, Value address, UnitUse *use)
{
	Value offset;
	Object *object = eval_target(ev, address, &offset);
	if (!object || object->kind != OBJ_SHARED)
		return;
	use->object = object->var;
	use->is_placed = value_is_const(&offset, &use->offset);
	use->offset = use->is_placed ? use->offset : 0;
}

void eval_unit_copy(Eval *ev, const Expr *site, const UnitCopy *copy)
{
	UnitUse use = { .kind = copy->in ? UNIT_COPY_IN : UNIT_COPY_OUT, .swizzle = SWIZZLE_UNKNOWN };
	Value offset;
	if (!copy->is_tensor)
		use = (UnitUse){ .kind = UNIT_BULK, .swizzle = SWIZZLE_NONE };
	else if (eval_target(ev, copy->map, &offset)) {
		Value mark = eval_tensor_mark(ev, site, copy->map);
		use.map = eval_marked_map(ev, &mark);
	}
	if (use.map)
		use.swizzle = use.map->swizzle;
	find_place(ev, copy->shared, &use);
	eval_by_unit(ev, site, BANK_CP_ASYNC, REASON_TENSOR_COPY, &use, 1);
}

/* --- matrix descriptors ---------------------------------------------------------------------------------- */

/* PTX ISA, matrix descriptor: bits 62 and 63 for wgmma, 61 to 63 for tcgen05. */
static Swizzle descriptor_swizzle(uint64_t descriptor, bool newer)
{
	static const Swizzle of[] = { SWIZZLE_NONE, SWIZZLE_128B, SWIZZLE_64B, SWIZZLE_32B };
	static const Swizzle of_newer[] = { SWIZZLE_NONE, SWIZZLE_UNKNOWN, SWIZZLE_128B, SWIZZLE_UNKNOWN,
					    SWIZZLE_64B,  SWIZZLE_UNKNOWN, SWIZZLE_32B,  SWIZZLE_UNKNOWN };
	return newer ? of_newer[descriptor >> 61] : of[descriptor >> 62];
}

/* The term that is a shared object's address in units of 16 bytes; the others must leave the descriptor's upper bits alone. */
static const SymInfo *address_of(const Eval *ev, const Value *v)
{
	const SymInfo *found = NULL;
	for (int i = 0; i < v->n_terms; i++) {
		const MonoInfo *mono = &ev->ctx.monos.at[v->terms[i].mono];
		const SymInfo *sym = &ev->ctx.syms.at[mono->syms[0]];
		if (mono->n == 1 && sym->divisor == 16 && !v->terms[i].k.v && v->terms[i].k.u == 1 && !found)
			found = sym;
		else if (sym->high == INT64_MAX && sym->kind != SYM_LOOP)
			return NULL;
	}
	return found;
}

/* The descriptor's constant part in the first thread that executes; only its lower half may differ between threads. */
static bool constant_part(const Eval *ev, const Value *v, uint64_t *out, bool *is_same_for_all)
{
	*is_same_for_all = true;
	int first = mask_lowest(&ev->flow.may_execute);
	*out = first < 0 ? 0 : (uint64_t)per_thread_at(v->base, first);
	for (int t = 0; v->base.v && t < ev->ctx.n_threads; t++) {
		uint64_t other = mask_has(&ev->flow.may_execute, t) ? (uint64_t)v->base.v[t] : *out;
		*is_same_for_all = *is_same_for_all && other == *out;
		if (other >> 32 != *out >> 32)
			return false;
	}
	return first >= 0;
}

static bool read_descriptor(const Eval *ev, const Value *v, bool newer, UnitUse *use)
{
	uint64_t bits;
	bool is_same_for_all;
	const SymInfo *sym = v->unknown ? NULL : address_of(ev, v);
	if (!sym || !constant_part(ev, v, &bits, &is_same_for_all) || ev->mem.objects[sym->object]->kind != OBJ_SHARED)
		return false;
	*use = (UnitUse){ .kind = UNIT_OPERAND, .object = ev->mem.objects[sym->object]->var };
	use->swizzle = descriptor_swizzle(bits, newer);
	use->is_placed = v->n_terms == 1 && is_same_for_all;
	use->offset = use->is_placed ? (int64_t)(bits & 0x3fff) * 16 - ev->mem.objects[sym->object]->start : 0;
	return true;
}

void eval_unit_operands(Eval *ev, const Expr *site, const Value *descriptors, int n, bool newer)
{
	UnitUse uses[2];
	int n_uses = 0;
	for (int i = 0; i < n && i < 2; i++)
		n_uses += read_descriptor(ev, &descriptors[i], newer, &uses[n_uses]);
	eval_by_unit(ev, site, BANK_LD, REASON_OPERAND, uses, n_uses);
}
