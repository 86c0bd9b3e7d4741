#include "eval/nvcc/known_align.h"

#include <string.h>

#include "ir/walk.h"

enum { MAX_FUNCS = 256, MAX_DEPTH = 8 /* of calls */, SMALL = 64 /* bytes; smaller arrays may be indexed by loops that are unrolled */ };

/* A static shared variable that the kernel's code names. */
typedef struct Shared {
	const Var *var;
	int named, read, written; /* how often; it escapes if it is named otherwise */
	bool set;                 /* written with more than constants */
	bool indexed;             /* with an index that is not a number */
	bool pinned;              /* its address is needed: by atomics, inline PTX */
} Shared;

struct KnownAligns {
	Arena *arena;
	const Func *kernel;
	const Func *seen[MAX_FUNCS];
	int n_seen;
	bool more;           /* there is code that was not searched */
	VEC(Shared) vars;
};

static Shared *find(KnownAligns *known_aligns, const Var *var)
{
	for (int i = 0; i < known_aligns->vars.n; i++)
		if (known_aligns->vars.at[i].var == var)
			return &known_aligns->vars.at[i];
	vec_push(known_aligns->arena, &known_aligns->vars, ((Shared){ .var = var }));
	return &known_aligns->vars.at[known_aligns->vars.n - 1];
}

static Shared *root_of(KnownAligns *known_aligns, const Expr *address)
{
	bool indexed = false;
	for (; address->kind == EX_PTRADD || address->kind == EX_CAST; address = address->arg[0])
		indexed = indexed || (address->kind == EX_PTRADD && address->arg[1]->kind != EX_INT);
	Shared *shared = address->kind == EX_ADDR && address->var->kind == VAR_SHARED ? find(known_aligns, address->var) : NULL;
	if (shared)
		shared->indexed = shared->indexed || indexed;
	return shared;
}

static bool is_constant(const Expr *e)
{
	while (e->kind == EX_CAST)
		e = e->arg[0];
	return e->kind == EX_INT || e->kind == EX_FLOAT;
}

static void search_func(KnownAligns *known_aligns, const Func *func);

static bool pins(const Expr *e)
{
	return e->kind == EX_ASM || is_intrinsic(e, IN_ATOMIC | IN_ADDRESS);
}

/* The operands of a pinning expression that may be addresses; n: how many. */
static const Expr **pinned_by(const Expr *e, int *n)
{
	*n = e->kind == EX_ASM ? e->asm_block->n_inputs : 1;
	return e->kind == EX_ASM ? e->asm_block->inputs : e->arg;
}

/* A search for pinning uses of a function's parameter. */
typedef struct Search {
	const Var *param;
	int depth;
	bool pinned;
} Search;

static bool leads_to(const Expr *address, const Var *param)
{
	while (address->kind == EX_PTRADD || address->kind == EX_CAST)
		address = address->arg[0];
	return address->kind == EX_LOAD && address->arg[0]->kind == EX_ADDR && address->arg[0]->var == param;
}

static bool pins_param(const Func *func, int i, int depth);

static void search_expr(void *data, const Expr *e)
{
	Search *search = data;
	int n;
	const Expr **address = pins(e) ? pinned_by(e, &n) : NULL;
	for (int i = 0; address && i < n && !search->pinned; i++)
		search->pinned = leads_to(address[i], search->param);
	for (int i = 0; e->kind == EX_CALL && e->func && i < e->n_args && !search->pinned; i++)
		search->pinned = leads_to(e->arg[i], search->param) && pins_param(e->func, i, search->depth + 1);
}

static bool pins_param(const Func *func, int i, int depth)
{
	if (!func->body || i >= func->n_params || depth > MAX_DEPTH)
		return false;
	Search search = { .param = func->params[i], .depth = depth };
	Walk walk = { .expr = search_expr, .data = &search };
	walk_stmt(&walk, func->body);
	return search.pinned;
}

static void note_pinned(KnownAligns *known_aligns, const Expr *e)
{
	int n;
	const Expr **address = pins(e) ? pinned_by(e, &n) : NULL;
	for (int i = 0; address && i < n; i++) {
		Shared *shared = root_of(known_aligns, address[i]);
		if (shared)
			shared->pinned = true;
	}
	for (int i = 0; e->kind == EX_CALL && e->func && i < e->n_args; i++) {
		Shared *shared = root_of(known_aligns, e->arg[i]);
		if (shared && !shared->pinned && shared->var->type->size < SMALL)
			shared->pinned = pins_param(e->func, i, 0);
	}
}

static void note_expr(void *data, const Expr *e)
{
	KnownAligns *known_aligns = data;
	if (e->kind == EX_ADDR && e->var->kind == VAR_SHARED)
		find(known_aligns, e->var)->named++;
	Shared *to = e->kind == EX_STORE || e->kind == EX_COPY ? root_of(known_aligns, e->arg[0]) : NULL;
	if (to) {
		to->written++;
		to->set = to->set || e->kind == EX_COPY || !is_constant(e->arg[1]);
	}
	Shared *from = e->kind == EX_LOAD ? root_of(known_aligns, e->arg[0]) : e->kind == EX_COPY ? root_of(known_aligns, e->arg[1]) : NULL;
	if (from)
		from->read++;
	note_pinned(known_aligns, e);
	if (e->kind == EX_CALL && e->func)
		search_func(known_aligns, e->func);
	else if (e->kind == EX_FUNC || (e->kind == EX_CALL && e->callee))
		known_aligns->more = true;
}

static void search_func(KnownAligns *known_aligns, const Func *func)
{
	if (!func->body)
		return;
	for (int i = 0; i < known_aligns->n_seen; i++)
		if (known_aligns->seen[i] == func)
			return;
	if (known_aligns->n_seen == MAX_FUNCS) {
		known_aligns->more = true;
		return;
	}
	known_aligns->seen[known_aligns->n_seen++] = func;
	Walk walk = { .expr = note_expr, .data = known_aligns };
	walk_stmt(&walk, func->body);
}

KnownAligns *known_aligns_new(Arena *arena, const Func *kernel)
{
	KnownAligns *known_aligns = arena_new_of(arena, KnownAligns);
	known_aligns->arena = arena;
	known_aligns->kernel = kernel;
	search_func(known_aligns, kernel);
	return known_aligns;
}

static int log2_align_of(int64_t bytes)
{
	int log2_align = bytes ? __builtin_ctzll((unsigned long long)bytes) : MAX_LOG2_ALIGN;
	return log2_align < MAX_LOG2_ALIGN ? log2_align : MAX_LOG2_ALIGN;
}

/* Barrier objects of the toolkit, whose layout is the hardware's. */
static bool is_barrier(const Type *type)
{
	static const char *const names[] = { "cuda::barrier<", "nvcuda::experimental::awbarrier" };
	while (type->kind == TY_ARRAY && type->elem)
		type = type->elem;
	for (size_t i = 0; type->kind == TY_RECORD && i < sizeof names / sizeof *names; i++)
		if (strncmp(type->name, names[i], strlen(names[i])) == 0)
			return true;
	return false;
}

/* Whether nvcc keeps the object: it is used, and not split into variables. */
static bool stays(const Shared *s)
{
	const Type *type = s->var->type;
	if (s->pinned || s->var->is_kept || is_barrier(type))
		return true;
	bool escapes = s->named > s->read + s->written, whole = type->kind != TY_ARRAY && type->kind != TY_RECORD;
	if (whole)
		return escapes || (s->read && s->set);
	return type->size >= SMALL && (escapes || (s->read && s->set && s->indexed));
}

/* The sizes of all other objects are multiples of 16 bytes: wherever they are placed, the object stays aligned. */
static bool others_are_even(const KnownAligns *known_aligns, const Var *var)
{
	bool even = !known_aligns->more;
	for (int i = 0; i < known_aligns->vars.n; i++)
		even = even &&
		       (known_aligns->vars.at[i].var == var || log2_align_of(known_aligns->vars.at[i].var->type->size) == MAX_LOG2_ALIGN);
	return even;
}

/* The object's offset, if all objects are the kernel's own and nvcc keeps those before it; else -1. */
static int64_t offset_of(const KnownAligns *known_aligns, const Var *var)
{
	int64_t at = 0;
	const Var *last = NULL;
	for (;;) {
		const Shared *next = NULL;
		for (int i = 0; i < known_aligns->vars.n; i++) {
			const Shared *s = &known_aligns->vars.at[i];
			bool later = !last || s->var->id > last->id;
			if (s->var->owner != known_aligns->kernel || known_aligns->more)
				return -1;
			if (later && (!next || s->var->id < next->var->id))
				next = s;
		}
		int64_t align = next && next->var->align > 0 ? next->var->align : 1;
		at = (at + align - 1) / align * align;
		if (!next || next->var == var)
			return next ? at : -1;
		if (!stays(next) && log2_align_of(next->var->type->size) < MAX_LOG2_ALIGN)
			return -1;
		at += next->var->type->size;
		last = next->var;
	}
}

KnownAlign known_align_of(const KnownAligns *known_aligns, const Var *object)
{
	if (!object)
		return (KnownAlign){ 0 };
	if (object->kind == VAR_DYNAMIC)
		return (KnownAlign){ .log2_align = MAX_LOG2_ALIGN, .exact = true, .declared = MAX_LOG2_ALIGN };
	KnownAlign base = { .declared = log2_align_of(object->align) };
	int64_t offset = others_are_even(known_aligns, object) ? 0 : offset_of(known_aligns, object);
	base.exact = offset >= 0;
	base.log2_align = base.exact ? log2_align_of(offset) : base.declared;
	return base;
}
