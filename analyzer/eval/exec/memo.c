#include "eval/exec/memo.h"
#include "ir/effects/opaque.h"

#include <limits.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/heap.h"
#include "eval/exec/access_impl.h"

enum {
	MAX_ENTRIES = 1 << 15,
	MAX_CHANGES = 1024, /* of a call */
	N_BUCKETS = 1 << 12,
	MIN_TILE = 16,      /* known elements of smaller variables are part of the key */
	MIN_OPS = 32,       /* calls below that are run: looking for them takes as long */
	MAX_FAILURES = 4,   /* calls of a function that could not be kept; then no more are looked at */
};

/* Bytes that the call made data. */
typedef struct Change {
	int object;         /* index into MemoCall.at */
	int64_t offset;     /* bytes, from its base */
	int size;
	bool is_float, is_uniform, per_warp;
	Reason reason;
} Change;

typedef struct Entry {
	Hash key;
	int next;           /* in the same bucket: its index plus one; 0: none */
	Change *changes;
	int n_changes;
	bool ends_block, ends_nvvm_block; /* Eval.basic_block and nvvm_block end in the call */
	bool of_trial;      /* learned in a trial, for trials */
	int64_t ops;        /* of a trial: as many count when it is repeated */
	Value result;
} Entry;

typedef struct Memo {
	Entry *entries;
	int n, cap;
	int *first;         /* of N_BUCKETS: the index of an entry plus one */
	unsigned char *failures[2]; /* by whether it is a trial, and Func.id */
	Buf key;            /* of the call that is looked at */
} Memo;

/* --- data ----------------------------------------------------------------------------------------- */

static bool is_uniform_float(const Eval *ev, const Value *v)
{
	if (v->n_terms != 1 || v->unknown || v->base.v || v->base.u || v->terms->k.v || v->terms->k.u != 1)
		return false;
	const MonoInfo *mono = &ev->ctx.monos.at[v->terms->mono];
	return mono->n == 1 && mono->syms[0] == ev->float_sym;
}

/* All values of the type. */
static bool is_whole_range(const Unknown *unknown, int size)
{
	const int64_t all = size < 8 ? (int64_t)1 << 8 * size : INT64_MAX;
	return !unknown->ranged || unknown->high - unknown->low >= all - 1;
}

/* A value of which nothing is known, in all threads that run. */
static bool is_data(const Eval *ev, const Value *v, int size)
{
	const Unknown *unknown = v->unknown;
	if (is_uniform_float(ev, v))
		return true;
	return unknown && !v->n_terms && !v->base.v && !v->base.u && unknown->align == 1 && !unknown->points_to &&
	       is_whole_range(unknown, size) && mask_subset(&ev->flow.may_execute, &unknown->threads);
}

/* Data, or a tile: an array in which single elements may be known.  That the call reads none of these is known from
 * Object.known_reads. */
static bool is_tile(const Eval *ev, const Content *content, bool *has_integers)
{
	int64_t number;
	const bool is_array = content->n >= MIN_TILE;
	bool is = !content->points_to && content->rest && content->rest != REASON_ARGUMENT;
	*has_integers = false;
	for (int i = 0; i < content->n && is; i++) {
		const Value *v = &content->cells[i].stored->v;
		*has_integers = *has_integers || (!content->cells[i].is_float && value_is_const(v, &number));
		is = is_data(ev, v, content->cells[i].size) || (is_array && !value_points_to(&ev->ctx, v));
	}
	return is;
}

/* --- keys ----------------------------------------------------------------------------------------- */

static void add_number(Buf *key, int64_t number)
{
	buf_add(key, (const char *)&number, sizeof number);
}

/* Not its bytes: those between its members are anything. */
static void add_form(Buf *key, const Form *form)
{
	const int64_t numbers[] = { (int64_t)form->key,
				    form->c,
				    (int64_t)form->refinement,
				    (int64_t)form->multiplicand,
				    form->times,
				    (int64_t)form->factor_key,
				    form->factor_c,
				    form->factor_by };
	const unsigned char rest[] = { form->log2_align,   form->sure_align, form->seen_align, form->reduced, form->before_loop,
				       form->made_of,      form->may_fold,   form->known,      form->counter, form->shifted,
				       form->shifted_back, form->doubtful,   form->carried,    form->chosen,  form->chosen_pointer,
				       form->stepped,      form->composed,   form->regrouped };
	buf_add(key, (const char *)numbers, sizeof numbers);
	buf_add(key, (const char *)rest, sizeof rest);
}

static bool add_object(Eval *ev, Buf *key, MemoCall *call, Object *object, int64_t base);

static bool add_value(Eval *ev, Buf *key, MemoCall *call, const Value *v, int size)
{
	int64_t number;
	double real;
	int64_t offset;
	if (is_data(ev, v, size)) {
		buf_putc(key, 'd');
		return true;
	}
	if (value_is_const(v, &number)) {
		buf_putc(key, 'n');
		add_number(key, number);
		add_form(key, &v->form);
		return true;
	}
	if (value_number(&ev->ctx, v, &real)) {
		buf_putc(key, 'r');
		buf_add(key, (const char *)&real, sizeof real);
		return true;
	}
	Object *object = target_plain(ev, v, &offset);
	return object && object->kind == OBJ_LOCAL && add_object(ev, key, call, object, offset);
}

static bool add_content(Eval *ev, Buf *key, MemoCall *call, const Object *object, int64_t base)
{
	const Content *content = &object->content;
	bool has_integers;
	if (is_tile(ev, content, &has_integers)) {
		buf_putc(key, has_integers ? 'I' : 'D');
		return true;
	}
	bool could = true;
	buf_putc(key, 'C');
	/* What is not known of a kernel's argument has symbols of its own. */
	if (content->rest == REASON_ARGUMENT) {
		add_number(key, object->id);
		add_number(key, content->since);
	}
	add_number(key, content->rest);
	add_number(key, content->n);
	for (int i = 0; i < content->n && could; i++) {
		const Cell *cell = &content->cells[i];
		add_number(key, cell->offset - base);
		add_number(key, cell->size << 1 | cell->is_float);
		could = add_value(ev, key, call, &cell->stored->v, cell->size);
	}
	return could;
}

/* A pointer to `base` in the object; where it is not the first one, what it adds is the place. */
static bool add_object(Eval *ev, Buf *key, MemoCall *call, Object *object, int64_t base)
{
	int i = 0;
	bool has_integers;
	while (i < call->n && call->at[i].object != object)
		i++;
	buf_putc(key, 'p');
	add_number(key, i);
	if (i < call->n) {
		add_number(key, base - call->at[i].base);
		return true;
	}
	if (call->n == MEMO_OBJECTS)
		return false;
	/* What a program may ask of the pointer itself. */
	add_number(key, base & 15);
	add_number(key, object->var ? object->var->align : 0);
	call->at[call->n].object = object;
	call->at[call->n].known_reads = object->known_reads;
	call->at[call->n].is_tile = is_tile(ev, &object->content, &has_integers);
	call->at[call->n++].base = base;
	return add_content(ev, key, call, object, base);
}

static bool add_call(Eval *ev, Buf *key, MemoCall *call, const Func *func, const Value *args, int n_args)
{
	add_number(key, func->id);
	buf_add(key, (const char *)&ev->flow.may_execute, sizeof(Mask));
	buf_add(key, (const char *)&ev->flow.must_execute, sizeof(Mask));
	add_number(key, ev->forms_uncertain | ev->in_test << 1);
	for (int i = 0; i < n_args; i++)
		if (!add_value(ev, key, call, &args[i], (int)func->params[i]->type->size))
			return false;
	return true;
}

/* --- entries -------------------------------------------------------------------------------------- */

static Memo *memo_of(Eval *ev)
{
	if (!ev->memo) {
		ev->memo = heap_alloc(1, sizeof *ev->memo);
		ev->memo->first = heap_alloc(N_BUCKETS, sizeof *ev->memo->first);
		for (int i = 0; i < 2; i++)
			ev->memo->failures[i] = heap_alloc((size_t)ev->unit->n_func_ids + 1, 1);
	}
	return ev->memo;
}

/* In a trial loops of floats are skipped: a function may do less. */
static unsigned char *failures_of(const Eval *ev, const Func *func)
{
	return &ev->memo->failures[ev->trial > 0][func->id];
}

static int bucket_of(Hash key)
{
	return (int)(key.low % N_BUCKETS);
}

static const Entry *entry_of(const Memo *memo, Hash key, bool in_trial)
{
	for (int i = memo->first[bucket_of(key)]; i; i = memo->entries[i - 1].next) {
		const Entry *entry = &memo->entries[i - 1];
		if (hash_same(entry->key, key) && entry->of_trial <= in_trial)
			return entry;
	}
	return NULL;
}

void memo_free(Memo *memo)
{
	for (int i = 0; memo && i < memo->n; i++)
		free(memo->entries[i].changes);
	if (memo) {
		free(memo->entries);
		free(memo->first);
		for (int i = 0; i < 2; i++)
			free(memo->failures[i]);
		buf_free(&memo->key);
	}
	free(memo);
}

/* --- repeating ------------------------------------------------------------------------------------ */

static bool is_inside(const Object *object, int64_t offset, int size)
{
	return offset >= 0 && (!object->var || offset + size <= object->var->type->size);
}

static bool fits(const Entry *entry, const MemoCall *call)
{
	bool is = true;
	for (int i = 0; i < entry->n_changes && is; i++) {
		const Change *change = &entry->changes[i];
		is = is_inside(call->at[change->object].object, call->at[change->object].base + change->offset, change->size);
	}
	return is;
}

static void apply(Eval *ev, const Change *change, const MemoCall *call, Loc loc)
{
	Value v = change->is_uniform ? value_sym(&ev->ctx, ev->float_sym)
				     : value_unknown_aligned(&ev->ctx, change->reason, loc, 1, change->per_warp);
	memory_write(&ev->mem, call->at[change->object].object, call->at[change->object].base + change->offset, change->size,
		     change->is_float, v, &ev->flow.may_execute);
}

/* Assumptions may be about any variable; with Eval.runs_all everything is run. */
static bool may_repeat(const Eval *ev, const Func *func, int n_args)
{
	return !ev->is_host && !ev->runs_all && !ev->assumed && !ev->unsequenced && !mask_empty(&ev->flow.may_execute) && func->result &&
	       (func->result->kind == TY_VOID || func->result->kind == TY_INT || func->result->kind == TY_BOOL) &&
	       func->n_params == n_args && !func->no_inline && func->id < ev->unit->n_func_ids;
}

bool memo_repeats(Eval *ev, const Func *func, const Value *args, int n_args, MemoCall *call, Value *result)
{
	call->is_candidate = false;
	call->n = 0;
	if (!may_repeat(ev, func, n_args))
		return false;
	Memo *memo = memo_of(ev);
	if (*failures_of(ev, func) >= MAX_FAILURES)
		return false;
	memo->key.n = 0;
	call->is_candidate = add_call(ev, &memo->key, call, func, args, n_args);
	if (!call->is_candidate)
		return false;
	call->key = hash_bytes(memo->key.s, memo->key.n);
	call->events = ev->events;
	call->ops = ev->ops;
	call->basic_block = ev->basic_block;
	call->nvvm_block = ev->nvvm_block;
	call->named_frame = ev->named_frame;
	const Entry *entry = entry_of(memo, call->key, ev->trial > 0);
	if (!entry || !fits(entry, call)) {
		ev->named_frame = INT_MAX;
		return false;
	}
	for (int i = 0; i < entry->n_changes; i++)
		apply(ev, &entry->changes[i], call, func->loc);
	if (entry->ends_block)
		eval_take_slow_path(ev);
	if (entry->ends_nvvm_block)
		eval_end_nvvm_block(ev, OPAQUE_OTHER_INSIDE);
	call->is_candidate = false;
	*result = entry->result;
	ev->ops += entry->ops;
	ev->repeated += entry->ops - 1;
	return true;
}

/* --- learning ------------------------------------------------------------------------------------- */

typedef struct Changes {
	Change at[MAX_CHANGES];
	int n;
} Changes;

static bool add_change(const Eval *ev, Changes *changes, int object, int64_t base, const Cell *cell)
{
	const Value *v = &cell->stored->v;
	if (changes->n == MAX_CHANGES || !is_data(ev, v, cell->size))
		return false;
	const bool is_uniform = !v->unknown;
	changes->at[changes->n++] = (Change){ .object = object,
					      .offset = cell->offset - base,
					      .size = cell->size,
					      .is_float = cell->is_float,
					      .is_uniform = is_uniform,
					      .per_warp = !is_uniform && v->unknown->per_warp,
					      .reason = is_uniform ? REASON_NONE : v->unknown->reason };
	return true;
}

/* False: the call did more than make data of parts of the object. */
static bool add_changes(const Eval *ev, Changes *changes, int object, int64_t base, const Content *before, const Content *after)
{
	if (before->rest != after->rest || before->points_to != after->points_to || before->since != after->since)
		return false;
	int kept = 0;
	for (int i = 0; i < after->n; i++) {
		const Cell *cell = &after->cells[i], *old = content_find(before, cell->offset, cell->size);
		kept += old != NULL;
		if ((!old || old->stored != cell->stored) && !add_change(ev, changes, object, base, cell))
			return false;
	}
	return kept == before->n;
}

static bool find_changes(const Eval *ev, Changes *changes, const MemoCall *call, const Journal *changed)
{
	for (int e = 0; e < changed->n; e++) {
		const JournalEntry *entry = &changed->entries[e];
		int i = 0;
		if (entry->object == ev->frame->result)
			continue;
		while (i < call->n && call->at[i].object != entry->object)
			i++;
		if (i == call->n || !add_changes(ev, changes, i, call->at[i].base, &entry->before, &entry->object->content))
			return false;
	}
	return true;
}

static bool read_tiles(const MemoCall *call)
{
	bool did = false;
	for (int i = 0; i < call->n; i++)
		did = did || (call->at[i].is_tile && call->at[i].object->known_reads != call->at[i].known_reads);
	return did;
}

static void add_entry(Eval *ev, const MemoCall *call, const Changes *changes, Value result)
{
	Memo *memo = ev->memo;
	if (memo->n == memo->cap) {
		memo->cap = memo->cap ? 2 * memo->cap : 64;
		memo->entries = heap_resize(memo->entries, (size_t)memo->cap, sizeof *memo->entries);
	}
	Entry *entry = &memo->entries[memo->n++];
	*entry = (Entry){ .key = call->key,
			  .next = memo->first[bucket_of(call->key)],
			  .n_changes = changes->n,
			  .ends_block = ev->basic_block != call->basic_block,
			  .ends_nvvm_block = ev->nvvm_block != call->nvvm_block,
			  .of_trial = ev->trial > 0,
			  .ops = ev->trial ? ev->ops - call->ops : 1,
			  .result = result };
	entry->changes = heap_alloc((size_t)changes->n + 1, sizeof *entry->changes);
	for (int i = 0; i < changes->n; i++)
		entry->changes[i] = changes->at[i];
	memo->first[bucket_of(call->key)] = memo->n;
}

void memo_learn(Eval *ev, const Func *func, const MemoCall *call, const Journal *changed, const Value *result)
{
	int64_t number;
	Memo *memo = ev->memo;
	Changes changes;
	changes.n = 0;
	if (!call->is_candidate)
		return;
	const bool is_closed = ev->named_frame >= ev->frame->depth;
	if (call->named_frame < ev->named_frame)
		ev->named_frame = call->named_frame;
	if (ev->failed || memo->n == MAX_ENTRIES)
		return;
	if (ev->ops - call->ops < MIN_OPS)
		*failures_of(ev, func) = MAX_FAILURES;
	else if (!value_is_const(result, &number) || !is_closed || ev->events != call->events || read_tiles(call) ||
		 !find_changes(ev, &changes, call, changed))
		++*failures_of(ev, func);
	else
		add_entry(ev, call, &changes, *result);
}
