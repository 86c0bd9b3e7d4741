/* Loads, stores and copies, by address. */
#include "eval/exec/access_impl.h"
#include "eval/nvcc/merge_plan.h"
#include "ir/bytes/live_bytes.h"

#include <stddef.h>
#include <string.h>

enum { MAX_LEAVES = 256 };

/* --- loads and stores -------------------------------------------------------------------------- */

static int access_bytes(const Type *type)
{
	return type->size == 1 || type->size == 2 || type->size == 4 || type->size == 8 || type->size == 16 ? (int)type->size : 0;
}

static Value load_target(Eval *ev, const Target *target, Value address, const Type *type, Loc loc)
{
	if (target->object->kind == OBJ_LOCAL)
		return local_read(ev, target->object, target->offset, &target->threads, type, loc);
	return eval_loaded(ev, address, type, target->object->kind == OBJ_SHARED ? REASON_SHARED_LOAD : REASON_GLOBAL_LOAD, loc);
}

static Value load_targets(Eval *ev, const Targets *targets, Value address, const Type *type, Loc loc)
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

Value eval_load(Eval *ev, const Expr *site, Value address, const Type *type)
{
	int64_t at;
	Object *plain = target_constant(ev, &address, &at);
	if (plain && plain->kind == OBJ_LOCAL)
		return memory_read(&ev->mem, plain, at, (int)type->size, type->kind == TY_FLOAT, expr_loc(site));
	Targets targets;
	targets_find(ev, address, &targets);
	if (access_bytes(type))
		targets_record(ev, site, BANK_LD, access_bytes(type), address, &targets, false, false);
	else
		targets_record(ev, site, BANK_LD, 4, address, &targets, false, true);
	return load_targets(ev, &targets, address, type, expr_loc(site));
}

static Value stored_value(Eval *ev, const Expr *site, Value v)
{
	if (!ev->unsequenced)
		return v;
	return value_pointing_to(&ev->ctx, value_unknown(&ev->ctx, REASON_UNSUPPORTED, expr_loc(site)), value_points_to(&ev->ctx, &v));
}

static void store_targets(Eval *ev, const Targets *targets, const Type *type, Value v)
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
	store_targets(ev, &targets, type, v);
}

/* --- records ----------------------------------------------------------------------------------- */

typedef struct Leaves {
	struct {
		int64_t offset;
		const Type *type;
	} at[MAX_LEAVES];
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
		out.at[i].offset = value_binary(&ev->ctx, OP_ADD, int_wide, out.at[i].offset, value_int(by));
	return out;
}

enum { WORD = 4 /* bytes */ };

/* The variable that is copied to, and where in it; NULL: not known, or it is none. */
static const Var *copied_to(const Targets *destination, int64_t *begin)
{
	const Object *object = destination && destination->n == 1 ? destination->at[0].object : NULL;
	const bool is_known = object && object->kind == OBJ_LOCAL && !destination->incomplete && !destination->points_to;
	return is_known && value_is_const(&destination->at[0].offset, begin) ? object->var : NULL;
}

/* Bit i: word i of the bytes from `at` of what is copied may be used where it is copied to. */
static unsigned used_words(const Eval *ev, const Targets *destination, int64_t at, int bytes)
{
	int64_t begin;
	const bool models_nvcc = ev->recorder && recorder_models_nvcc(ev->recorder);
	const Var *var = models_nvcc ? copied_to(destination, &begin) : NULL;
	unsigned used = 0;
	for (int i = 0; i < bytes / WORD; i++)
		if (!var || bytes_may_be_used(ev->unit, var, begin + at + i * WORD, WORD))
			used |= 1u << i;
	return used;
}

/* What nvcc loads of a piece of which not all words are used. */
static void record_words(Eval *ev, const Expr *site, Value address, const Targets *piece, int bytes, unsigned used)
{
	int next = 0;
	for (int i = 0; i < bytes / WORD; i++) {
		const Plan plan = plan_request(true, WORD, bytes, used, i);
		if (i < next || !(used >> i & 1))
			continue;
		Targets here = shifted(ev, piece, plan.start * WORD);
		here.written = plan.width < bytes ? bytes : 0;
		here.part_offset = plan.start * WORD;
		targets_record(ev, site, BANK_LD, plan.width, address, &here, false, false);
		next = plan.start + plan.width / WORD;
	}
}

/* Whether each part from `at` of what is copied is used where it is copied to, or is not. */
static bool is_settled(const Eval *ev, const Target *target, const Leaves *leaves, int64_t at, int bytes)
{
	int64_t begin;
	const Var *var = target->object->var;
	bool settled = var && value_is_const(&target->offset, &begin);
	for (int i = 0; settled && i < leaves->n; i++) {
		const int64_t offset = leaves->at[i].offset, size = leaves->at[i].type->size;
		settled = offset + size <= at || offset >= at + bytes || bytes_are_used(ev->unit, var, begin + offset, size) ||
			  !bytes_may_be_used(ev->unit, var, begin + offset, size);
	}
	return settled;
}

/* Whether it is known what is needed of the bytes from `at` of what is copied: memory that is not the thread's own needs all. */
static bool is_needed(const Eval *ev, const Targets *destination, const Leaves *leaves, int64_t at, int bytes)
{
	bool needed = !leaves->too_many && !(destination->points_to & POINTS_TO_LOCAL);
	for (int i = 0; needed && i < destination->n; i++)
		needed = destination->at[i].object->kind != OBJ_LOCAL || is_settled(ev, &destination->at[i], leaves, at, bytes);
	return needed;
}

/* A record is copied in pieces of its alignment (4 to 16 bytes), or else field by field.  `destination`: of a load. */
static void record_copy(Eval *ev, const Expr *site, BankOp op, Value address, const Targets *targets, const Type *type,
			const Leaves *leaves, const Targets *destination)
{
	int64_t piece = type->align > 16 ? 16 : type->align;
	bool whole = piece > 0 && type->size % piece == 0 && piece >= WORD;
	int n = whole ? (int)(type->size / piece) : leaves->n;
	for (int i = 0; i < n && i < MAX_LEAVES; i++) {
		int64_t at = whole ? i * piece : leaves->at[i].offset;
		int bytes = whole ? (int)piece : access_bytes(leaves->at[i].type);
		Targets here = shifted(ev, targets, at);
		here.whole = !destination || is_needed(ev, destination, leaves, at, bytes);
		const unsigned all = (1u << bytes / WORD) - 1, used = used_words(ev, destination, at, bytes);
		if (used == all)
			targets_record(ev, site, op, bytes ? bytes : 4, address, &here, false, !bytes);
		else
			record_words(ev, site, address, &here, bytes, used);
	}
}

/* From a variable to a variable: most copies. */
static bool copy_plain(Eval *ev, const Expr *site, const Value *to, const Value *from, const Leaves *leaves)
{
	int64_t to_offset, from_offset;
	Object *source = target_constant(ev, from, &from_offset), *destination = source ? target_constant(ev, to, &to_offset) : NULL;
	if (!destination || source->kind != OBJ_LOCAL || destination->kind != OBJ_LOCAL || leaves->too_many)
		return false;
	for (int i = 0; i < leaves->n; i++) {
		const Type *type = leaves->at[i].type;
		const int64_t at = leaves->at[i].offset;
		const bool is_float = type->kind == TY_FLOAT;
		Value v = memory_read(&ev->mem, source, from_offset + at, (int)type->size, is_float, expr_loc(site));
		memory_write(&ev->mem, destination, to_offset + at, (int)type->size, is_float, stored_value(ev, site, v),
			     &ev->flow.may_execute);
	}
	return true;
}

/* Copies the values that lie within `n` bytes at `begin`. */
static void copy_cells(Eval *ev, const Expr *site, Object *destination, int64_t into, Object *source, int64_t begin, int64_t n)
{
	for (int i = content_lower_bound(&source->content, begin); i < source->content.n; i++) {
		const Cell cell = source->content.cells[i];
		if (cell.offset >= begin + n)
			break;
		if (cell.offset < begin || cell.offset + cell.size > begin + n)
			continue;
		Value v = memory_read(&ev->mem, source, cell.offset, cell.size, cell.is_float, expr_loc(site));
		memory_write(&ev->mem, destination, into + cell.offset - begin, cell.size, cell.is_float, stored_value(ev, site, v),
			     &ev->flow.may_execute);
	}
}

/* A record of too many parts, from a variable to another: what is known of the first is known of the second. */
static bool copy_known(Eval *ev, const Expr *site, const Value *to, const Value *from, const Type *type)
{
	int64_t into, begin;
	Object *source = target_plain(ev, from, &begin), *destination = source ? target_plain(ev, to, &into) : NULL;
	if (!destination || source == destination || source->kind != OBJ_LOCAL || destination->kind != OBJ_LOCAL)
		return false;
	const Reason rest = source->content.rest ? source->content.rest : REASON_UNSUPPORTED;
	const unsigned points_to = content_points_to(&ev->ctx, &source->content);
	memory_invalidate_part(&ev->mem, destination, into, type->size, rest);
	destination->content.points_to |= points_to;
	copy_cells(ev, site, destination, into, source, begin, type->size);
	return true;
}

void eval_copy(Eval *ev, const Expr *site, Value to, Value from, const Type *type)
{
	Targets source, destination;
	Leaves leaves;
	leaves.n = 0;
	leaves.too_many = false;
	find_leaves(type, 0, &leaves, 0);
	if (copy_plain(ev, site, &to, &from, &leaves) || (leaves.too_many && copy_known(ev, site, &to, &from, type)))
		return;
	targets_find(ev, from, &source);
	targets_find(ev, to, &destination);
	record_copy(ev, site, BANK_LD, from, &source, type, &leaves, &destination);
	record_copy(ev, site, BANK_ST, to, &destination, type, &leaves, NULL);
	if (leaves.too_many && (destination.points_to & POINTS_TO_LOCAL))
		locals_forget(ev, REASON_UNSUPPORTED, &from);
	for (int i = 0; leaves.too_many && i < destination.n; i++)
		if (destination.at[i].object->kind == OBJ_LOCAL)
			memory_invalidate(&ev->mem, destination.at[i].object, REASON_UNSUPPORTED);
	for (int i = 0; !leaves.too_many && i < leaves.n; i++) {
		Targets s = shifted(ev, &source, leaves.at[i].offset), d = shifted(ev, &destination, leaves.at[i].offset);
		Value v = load_targets(ev, &s, from, leaves.at[i].type, expr_loc(site));
		store_targets(ev, &d, leaves.at[i].type, stored_value(ev, site, v));
	}
}

/* Whether these bytes are whole values; what is between them was never set. */
static bool holds_values(const Content *content, int64_t from, int64_t end)
{
	bool holds = true;
	for (int i = content_lower_bound(content, from); i < content->n && content->cells[i].offset < end; i++) {
		const Cell *cell = &content->cells[i];
		holds = holds && cell->offset >= from && cell->offset + cell->size <= end &&
			(cell->offset == from || content->rest == REASON_UNINITIALISED);
		from = cell->offset + cell->size;
	}
	return holds && (from == end || content->rest == REASON_UNINITIALISED);
}

/* Bytes that are no whole values become unknown, with all else in the destination. */
bool eval_copy_bytes(Eval *ev, const Expr *site, Value to, Value from, Value size)
{
	int64_t into, begin, n;
	Object *source = target_plain(ev, &from, &begin), *destination = target_plain(ev, &to, &into);
	if (!source || !destination || source->kind != OBJ_LOCAL || destination->kind != OBJ_LOCAL || source == destination)
		return false;
	const bool is_known = value_is_const(&size, &n) && n >= 0 && n <= INT64_MAX - begin;
	if (!is_known || !holds_values(&source->content, begin, begin + n)) {
		const unsigned points_to = content_points_to(&ev->ctx, &source->content);
		memory_invalidate(&ev->mem, destination, REASON_UNSUPPORTED);
		destination->content.points_to |= points_to;
	}
	if (is_known)
		copy_cells(ev, site, destination, into, source, begin, n);
	return true;
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
