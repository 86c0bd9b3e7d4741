/* Copies of records and of bytes. */
#include "eval/exec/access_impl.h"
#include "eval/nvcc/merge_plan.h"
#include "ir/bytes/live_bytes.h"
#include "ir/bytes/set_how.h"

#include <stddef.h>
#include <string.h>

enum { MAX_LEAVES = 256, WORD = 4 /* bytes */ };

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

/* In what pieces nvcc copies a record. */
typedef struct Pieces {
	int64_t bytes; /* 0: field by field */
	bool is_sure;
	bool is_mixed; /* some are of fields that differ in size, or have gaps */
} Pieces;

static bool is_local(const Targets *targets)
{
	bool local = targets->n > 0 && !targets->incomplete && !targets->points_to;
	for (int i = 0; local && i < targets->n; i++)
		local = targets->at[i].object->kind == OBJ_LOCAL;
	return local;
}

/* Fields of one size, with nothing between or behind them. */
static bool is_even(const Type *type, const Leaves *leaves)
{
	bool even = true;
	for (int i = 0; i < leaves->n && even; i++)
		even = leaves->at[i].type->size == leaves->at[0].type->size;
	return even && leaves->n > 0 && leaves->n * leaves->at[0].type->size == type->size;
}

/* Fields that overlap; they are in the order of their offsets without. */
static bool has_union(const Leaves *leaves)
{
	bool overlap = false;
	for (int i = 1; i < leaves->n; i++)
		overlap = overlap || leaves->at[i].offset < leaves->at[i - 1].offset + leaves->at[i - 1].type->size;
	return overlap;
}

static int64_t smallest(const Leaves *leaves)
{
	int64_t least = INT64_MAX;
	for (int i = 0; i < leaves->n; i++)
		least = leaves->at[i].type->size < least ? leaves->at[i].type->size : least;
	return least;
}

static bool is_dense(const Type *type, const Leaves *leaves)
{
	int64_t bytes = 0;
	for (int i = 0; i < leaves->n; i++)
		bytes += leaves->at[i].type->size;
	return bytes == type->size;
}

/* What a store copies from: nothing that is set in another way than all of it. */
static SetHow source_is_set(const Eval *ev, const Targets *source)
{
	const SetHow how = is_local(source) ? set_how(ev->unit, source->at[0].object->var) : SET_BY_COPIES;
	bool same = true;
	for (int i = 1; i < source->n && is_local(source); i++)
		same = same && set_how(ev->unit, source->at[i].object->var) == how;
	return same ? how : SET_SOMEHOW;
}

/* Of a record whose fields are alike in pieces of its alignment, 4 to 16 bytes.  One with fields of less than a word is copied field by
 * field, and so is one that is set by fields in registers (observed in nvcc 13.0's PTX; docs/developers/compiler.md).  `other`: where a
 * load copies to, where a store copies from. */
static Pieces pieces_of(const Eval *ev, const Type *type, const Leaves *leaves, BankOp op, const Targets *other)
{
	const int64_t piece = type->align > 16 ? 16 : type->align;
	const bool in_words = piece >= WORD && type->size % piece == 0;
	if (leaves->too_many || (in_words && (is_even(type, leaves) || has_union(leaves))))
		return (Pieces){ in_words ? piece : 0, true, false };
	if (!in_words || smallest(leaves) < WORD)
		return (Pieces){ 0, is_dense(type, leaves), false };
	const SetHow how = op == BANK_ST ? source_is_set(ev, other) : SET_BY_COPIES;
	if (how == SET_BY_FIELDS)
		return (Pieces){ 0, true, false };
	return (Pieces){ piece, leaves->n > 1 && how == SET_BY_COPIES, true };
}

/* The bytes are those of fields of one size. */
static bool is_even_piece(const Leaves *leaves, int64_t at, int64_t bytes)
{
	int64_t size = 0, covered = 0;
	bool even = true;
	for (int i = 0; i < leaves->n; i++) {
		if (leaves->at[i].offset < at || leaves->at[i].offset >= at + bytes)
			continue;
		even = even && (!size || leaves->at[i].type->size == size);
		size = leaves->at[i].type->size;
		covered += size;
	}
	return even && covered == bytes;
}

static bool is_whole(unsigned used_words, int bytes)
{
	return used_words == (1u << bytes / WORD) - 1;
}

static void record_piece(Eval *ev, const Expr *site, BankOp op, Value address, const Targets *here, int bytes, unsigned used)
{
	if (is_whole(used, bytes))
		targets_record(ev, site, op, bytes ? bytes : 4, address, here, false, !bytes);
	else
		record_words(ev, site, address, here, bytes, used);
}

/* `other`: as for pieces_of(). */
static void record_copy(Eval *ev, const Expr *site, BankOp op, Value address, const Targets *targets, const Type *type,
			const Leaves *leaves, const Targets *other)
{
	const Pieces pieces = pieces_of(ev, type, leaves, op, other);
	const Targets *destination = op == BANK_LD ? other : NULL;
	const int n = pieces.bytes ? (int)(type->size / pieces.bytes) : leaves->n;
	for (int i = 0; i < n && i < MAX_LEAVES; i++) {
		const int64_t at = pieces.bytes ? i * pieces.bytes : leaves->at[i].offset;
		const int bytes = pieces.bytes ? (int)pieces.bytes : access_bytes(leaves->at[i].type);
		Targets here = shifted(ev, targets, at);
		const unsigned used = used_words(ev, destination, at, bytes);
		const bool stays = pieces.is_mixed && destination && is_local(destination) && is_whole(used, bytes);
		here.whole = pieces.is_sure && (!stays || is_even_piece(leaves, at, bytes)) &&
			     (!destination || is_needed(ev, destination, leaves, at, bytes));
		record_piece(ev, site, op, address, &here, bytes, used);
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
		Value v = eval_read(ev, source, from_offset + at, (int)type->size, is_float, expr_loc(site));
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
		Value v = eval_read(ev, source, cell.offset, cell.size, cell.is_float, expr_loc(site));
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
	record_copy(ev, site, BANK_ST, to, &destination, type, &leaves, &source);
	if (leaves.too_many && (destination.points_to & POINTS_TO_LOCAL))
		locals_forget(ev, REASON_UNSUPPORTED, &from);
	for (int i = 0; leaves.too_many && i < destination.n; i++)
		if (destination.at[i].object->kind == OBJ_LOCAL)
			memory_invalidate(&ev->mem, destination.at[i].object, REASON_UNSUPPORTED);
	for (int i = 0; !leaves.too_many && i < leaves.n; i++) {
		Targets s = shifted(ev, &source, leaves.at[i].offset), d = shifted(ev, &destination, leaves.at[i].offset);
		Value v = targets_load(ev, &s, from, leaves.at[i].type, expr_loc(site));
		targets_store(ev, &d, leaves.at[i].type, stored_value(ev, site, v));
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
