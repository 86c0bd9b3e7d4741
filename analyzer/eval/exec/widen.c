#include "eval/exec/widen.h"

#include "eval/exec/traits.h"
#include "ir/place.h"
#include "ir/walk.h"

enum { MAX_TOUCHED = 64, MAX_REGISTERS = 1 << 14 /* of compiled code */, MAX_CALLS = 8 };

/* A variable that a statement names. */
typedef struct Named {
	const Var *var;
	int named, plain;  /* how often; and how often to load from it or store to it directly */
	bool stored;
	int log2_align;    /* of the steps, if all stores add a constant; else 0 */
	bool multiplies;   /* all stores multiply, divide or shift it */
	bool steps;        /* all stores add a constant to it … */
	bool steps_always; /* … in the loop's step, once an iteration */
	bool points;       /* it is loaded, and is a pointer */
} Named;

typedef struct Touched {
	Named *at;         /* the first is scratch, for variables beyond the limit */
	int n, cap;
	int *slots;        /* a hash table: indices in `at`; 0: free */
	int n_slots;
	int limit;
	Arena *arena;
	bool indirect;     /* integers are stored through pointers */
	bool anywhere;     /* … whose targets are not searched for, or by calls that are not: to any variable that escapes */
	bool unknown;      /* other variables may be stored to */
	int calls;
	bool in_step;      /* a loop's is being looked at */
} Touched;

static const Expr *root_of(const Expr *address)
{
	while (address->kind == EX_PTRADD || address->kind == EX_CAST)
		address = address->arg[0];
	return address;
}

static int zeros(int64_t i)
{
	return i ? __builtin_ctzll((unsigned long long)i) : FORM_ANY;
}

/* The log2 of the alignment of c in v = v + c; -1: the store is not of that form. */
static int step_log2_align(const Expr *store)
{
	const Expr *value = expr_without_casts(store->arg[1]);
	bool plain = value->kind == EX_PTRADD || (value->kind == EX_BINARY && (value->op == OP_ADD || value->op == OP_SUB));
	if (!plain || store->arg[0]->kind != EX_ADDR)
		return -1;
	const Expr *from = expr_without_casts(value->arg[0]), *by = expr_without_casts(value->arg[1]);
	bool own = from->kind == EX_LOAD && from->arg[0]->kind == EX_ADDR && from->arg[0]->var == store->arg[0]->var;
	if (!own || by->kind != EX_INT)
		return -1;
	return zeros(value->kind == EX_PTRADD ? (int64_t)((uint64_t)by->i * (uint64_t)value->scale) : by->i);
}

/* v = v * 2, v >>= 1: the values of two iterations differ by no constant. */
static bool multiplies_itself(const Expr *store)
{
	const Expr *value = expr_without_casts(store->arg[1]);
	bool op = value->kind == EX_BINARY && (value->op == OP_MUL || value->op == OP_DIV || value->op == OP_SHL || value->op == OP_SHR);
	const Expr *from = op ? expr_without_casts(value->arg[0]) : NULL;
	return from && from->kind == EX_LOAD && from->arg[0]->kind == EX_ADDR && store->arg[0]->kind == EX_ADDR &&
	       from->arg[0]->var == store->arg[0]->var;
}

static int *slot_of(const Touched *touched, const Var *var)
{
	unsigned at = (unsigned)var->id * 2654435761u;
	for (;; at++) {
		int *slot = &touched->slots[at & (unsigned)(touched->n_slots - 1)];
		if (!*slot || touched->at[*slot].var == var)
			return slot;
	}
}

static void make_slots(Touched *touched)
{
	touched->n_slots = touched->n_slots ? 4 * touched->n_slots : 32;
	touched->slots = arena_array(touched->arena, int, touched->n_slots);
	for (int i = 1; i < touched->n; i++)
		*slot_of(touched, touched->at[i].var) = i;
}

static Named *named(Touched *touched, const Var *var)
{
	/* Variables of a called function do not exist after it. */
	if (touched->calls || (var->kind != VAR_LOCAL && var->kind != VAR_PARAM))
		return NULL;
	int *slot = slot_of(touched, var);
	if (*slot)
		return &touched->at[*slot];
	touched->unknown = touched->unknown || touched->n > touched->limit;
	if (touched->n > touched->limit)
		return &touched->at[0];
	*slot = touched->n;
	vec_push(touched->arena, touched,
		 ((Named){ .var = var, .log2_align = FORM_ANY, .multiplies = true, .steps = true, .steps_always = true }));
	if (2 * touched->n > touched->n_slots)
		make_slots(touched);
	return &touched->at[touched->n - 1];
}

static void touched_begin(Touched *touched, Arena *arena, int limit)
{
	*touched = (Touched){ .arena = arena, .limit = limit };
	vec_push(arena, touched, (Named){ 0 });
	make_slots(touched);
}

static void note_store(Touched *touched, const Expr *e)
{
	const Expr *to = root_of(e->arg[0]);
	Named *var = to->kind == EX_ADDR ? named(touched, to->var) : NULL;
	bool whole = e->kind == EX_STORE && e->type->kind != TY_FLOAT;
	if (var) {
		int step = whole ? step_log2_align(e) : -1, log2_align = step < 0 ? 0 : step;
		var->plain++;
		var->stored = true;
		var->log2_align = log2_align < var->log2_align ? log2_align : var->log2_align;
		var->steps = var->steps && step >= 0;
		var->steps_always = var->steps_always && var->steps && touched->in_step;
		var->multiplies = var->multiplies && whole && multiplies_itself(e);
	} else if (to->kind != EX_ADDR && (whole || (e->kind == EX_COPY && !type_is_floats(e->copied))) && !is_elsewhere(to)) {
		bool through = to->kind == EX_LOAD && root_of(to->arg[0])->kind == EX_ADDR;
		touched->indirect = touched->indirect || through;
		touched->anywhere = touched->anywhere || !through;
	}
}

static void note_load(Touched *touched, const Expr *address, const Type *type)
{
	const Expr *from = root_of(address);
	Named *var = from->kind == EX_ADDR ? named(touched, from->var) : NULL;
	if (!var)
		return;
	var->plain++;
	var->points = var->points || (type && type->kind == TY_PTR);
}

static void note_touched(void *data, const Expr *e);

static void touched_by_call(Touched *touched, const Func *func)
{
	if (!func->body)
		return;
	touched->anywhere = touched->anywhere || touched->calls == MAX_CALLS;
	if (touched->calls == MAX_CALLS)
		return;
	touched->calls++;
	Walk walk = { .expr = note_touched, .data = touched };
	walk_stmt(&walk, func->body);
	touched->calls--;
}

static void note_touched(void *data, const Expr *e)
{
	Touched *touched = data;
	Named *var = e->kind == EX_ADDR ? named(touched, e->var) : NULL;
	if (var)
		var->named++;
	if (e->kind == EX_CALL && e->func)
		touched_by_call(touched, e->func);
	if (e->kind == EX_LOAD)
		note_load(touched, e->arg[0], e->type);
	if (e->kind == EX_COPY)
		note_load(touched, e->arg[1], NULL);
	if (e->kind == EX_STORE || e->kind == EX_COPY)
		note_store(touched, e);
}

static const Touched *touched_by(Eval *ev, const Stmt *text)
{
	void **held = &ev->kept->touched[text->id];
	if (*held)
		return *held;
	Touched *touched = arena_new_of(ev->kept->arena, Touched);
	touched_begin(touched, ev->kept->arena, ev->unit->is_compiled ? MAX_REGISTERS : MAX_TOUCHED);
	/* A loop's init is run before it. */
	Walk walk = { .expr = note_touched, .data = touched };
	if (text->kind == ST_LOOP) {
		walk_stmt(&walk, text->body);
		walk_expr(&walk, text->expr);
		touched->in_step = true;
		walk_expr(&walk, text->step);
	} else {
		walk_stmt(&walk, text);
	}
	return *held = touched;
}

static bool is_scalar(const Type *type)
{
	return type->kind == TY_INT || type->kind == TY_PTR || type->kind == TY_BOOL;
}

static const StoredForm *form_that_came(const CameForms *came, const Stored *s)
{
	return came && s->came > 0 && s->came <= came->n && came->at[s->came - 1].stored == s ? &came->at[s->came - 1] : NULL;
}

static void widen_all(Eval *ev, Object *object, Refinement refinement, CameForms *came)
{
	for (int i = 0; came && i < object->content.n; i++) {
		Stored *s = object->content.cells[i].stored;
		if (object->content.cells[i].is_float || form_that_came(came, s))
			continue;
		if (!came->arena)
			came->arena = arena_new();
		if (came->n == came->cap)
			came->at = vec_grow(came->arena, came->at, &came->cap, came->n, sizeof *came->at);
		stored_form(&ev->mem.storage, s, &came->at[came->n]);
		s->came = ++came->n;
	}
	memory_widen_all(&ev->mem, object, refinement);
}

/* Widens what stores through pointers may change: variables whose address is taken, and targets of pointers. */
static void widen_indirect(Eval *ev, const Named *var, Object *object, Refinement refinement, CameForms *came)
{
	Value offset;
	if (var->named > var->plain)
		widen_all(ev, object, refinement, came);
	if (!var->points || var->var->type->kind != TY_PTR)
		return;
	Object *target = eval_target(ev, memory_read(&ev->mem, object, 0, 8, false, LOC_NONE), &offset);
	if (target && target->kind == OBJ_LOCAL)
		widen_all(ev, target, refinement, came);
}

static void widen_escaped(Eval *ev, Refinement refinement, CameForms *came)
{
	for (int i = 0; i < ev->mem.n; i++) {
		Object *object = ev->mem.objects[i];
		if (object && object->kind == OBJ_LOCAL && (!object->var || ev->unit->escapes[object->var->id]))
			widen_all(ev, object, refinement, came);
	}
}

static Refinement refinement_of(const Named *var, const Stmt *text, Unrolling unrolling)
{
	if (unrolling == UNROLLING_UNKNOWN)
		return REFINE_CONSTANT;
	if (var->steps && text->kind == ST_LOOP)
		return REFINE_STEPS;
	return var->multiplies ? REFINE_NONE : REFINE_OFFSET;
}

static int stepped_log2_align(const Named *var, int copies)
{
	const int log2_align = var->log2_align + (var->steps_always ? zeros(copies) : 0);
	return log2_align < FORM_ANY ? log2_align : FORM_ANY;
}

bool widen_forms(Eval *ev, const Stmt *text, Unrolling unrolling, int copies, bool later, CameForms *came)
{
	Refinement refinement = unrolling == UNROLLING_UNKNOWN ? REFINE_CONSTANT : REFINE_OFFSET;
	const Touched *touched = touched_by(ev, text);
	if (touched->anywhere && !later)
		widen_escaped(ev, refinement, came);
	for (int i = 1; i < touched->n; i++) {
		const Named *var = &touched->at[i];
		Object *object = ev->object_of[var->var->id];
		if (!object || object->kind != OBJ_LOCAL)
			continue;
		if (touched->indirect && !later)
			widen_indirect(ev, var, object, refinement, came);
		if (!var->stored || var->var->type->kind == TY_FLOAT)
			continue;
		if (is_scalar(var->var->type))
			memory_widen(&ev->mem, object, 0, (int)var->var->type->size, stepped_log2_align(var, copies),
				     refinement_of(var, text, unrolling));
		else if (!later)
			widen_all(ev, object, refinement, came);
	}
	return !touched->unknown;
}

void note_widened(Eval *ev, Arena *arena, const CameForms *came, WidenedCells *out)
{
	const int64_t region = ev->mem.storage.regions.n ? ev->mem.storage.regions.at[ev->mem.storage.regions.n - 1] : 0;
	for (int i = 0; i < ev->mem.n && region; i++) {
		Object *object = ev->mem.objects[i];
		for (int c = 0; object && object->kind == OBJ_LOCAL && c < object->content.n; c++) {
			const Cell *cell = &object->content.cells[c];
			if (cell->is_float || cell->stored->region != region)
				continue;
			const Form *form = &cell->stored->v.form;
			const StoredForm *before = form_that_came(came, cell->stored);
			if (before || form->before_loop > form_log2_align(form))
				vec_push(arena, out,
					 ((WidenedCell){ .object = object,
							 .offset = cell->offset,
							 .size = cell->size,
							 .log2_align = form->before_loop,
							 .stored = cell->stored,
							 .came = before }));
		}
	}
}

bool widened_may_carry(const WidenedCells *cells)
{
	bool any = false;
	for (int i = 0; i < cells->n && !any; i++)
		any = !cells->at[i].stored->v.form.stepped;
	return any;
}

void widened_keep(Eval *ev, WidenedCells *cells)
{
	for (int i = 0; i < cells->n; i++) {
		WidenedCell *w = &cells->at[i];
		const Cell *cell = content_find(&w->object->content, w->offset, w->size);
		w->stored = cell && !cell->is_float ? cell->stored : NULL;
		if (w->stored && w->came && w->came->stored == w->stored)
			stored_keep(w->stored, w->came);
		else if (w->stored)
			stored_carry(&ev->mem.storage, w->stored, w->log2_align);
	}
}

void widened_keep_unchanged(const WidenedCells *cells)
{
	for (int i = 0; i < cells->n; i++) {
		const WidenedCell *w = &cells->at[i];
		const Cell *cell = w->came ? content_find(&w->object->content, w->offset, w->size) : NULL;
		if (cell && cell->stored == w->came->stored)
			stored_keep(cell->stored, w->came);
	}
}

void widened_carry(WidenedCells *cells)
{
	for (int i = 0; i < cells->n; i++) {
		WidenedCell *w = &cells->at[i];
		if (!w->stored)
			continue;
		Form *form = &w->stored->v.form;
		w->widened = (StoredForm){ w->stored, w->stored->region, w->stored->around_align, *form };
		if (w->came)
			stored_keep(w->stored, w->came);
		else
			form->log2_align = form->sure_align = form->seen_align = (uint8_t)w->log2_align;
	}
}

static uint8_t least(uint8_t a, uint8_t b)
{
	return a < b ? a : b;
}

static bool is_as_it_came(const WidenedCell *w)
{
	const Form *form = &w->stored->v.form;
	return form->key == w->came->form.key && form->c == w->came->form.c;
}

void widened_put_back(WidenedCells *cells)
{
	for (int i = 0; i < cells->n; i++) {
		WidenedCell *w = &cells->at[i];
		if (!w->stored)
			continue;
		/* A loop inside, a branch that was not run, or a store to an element that nvcc does not know may have widened it. */
		Form *form = &w->stored->v.form;
		const int known = form_log2_align(form);
		w->log2_align = known < w->log2_align ? known : w->log2_align;
		if (w->came) {
			w->came = is_as_it_came(w) ? w->came : NULL;
			stored_keep(w->stored, &w->widened);
		}
		form->log2_align = least(form->log2_align, w->widened.form.log2_align);
		form->sure_align = least(form->sure_align, w->widened.form.sure_align);
		form->seen_align = least(form->seen_align, w->widened.form.seen_align);
	}
}

const WidenedCell *widened_find(const WidenedCells *cells, const Object *object, const Cell *cell)
{
	for (int i = 0; i < cells->n; i++) {
		const WidenedCell *w = &cells->at[i];
		if (w->object == object && w->offset == cell->offset && w->size == cell->size)
			return w;
	}
	return NULL;
}

void mark_unrolled_counter(Eval *ev, const Stmt *loop)
{
	Touched touched;
	touched_begin(&touched, ev->ctx.keep, MAX_TOUCHED);
	Walk walk = { .expr = note_touched, .data = &touched };
	walk_expr(&walk, loop->step);
	for (int i = 1; i < touched.n; i++) {
		Object *object = ev->object_of[touched.at[i].var->id];
		if (object && object->kind == OBJ_LOCAL && touched.at[i].stored)
			memory_mark_counter(object, 0, (int)touched.at[i].var->type->size);
	}
}

bool stmt_stores(Eval *ev, const Stmt *text, const Var *var)
{
	const Touched *touched = touched_by(ev, text);
	for (int i = 1; i < touched->n; i++)
		if (touched->at[i].var == var)
			return touched->at[i].stored;
	return touched->unknown || (touched->anywhere && ev->unit->escapes[var->id]);
}
