#include "ptx/lower.h"

static const Type *basic(Ptx *p, TypeKind kind, const char *name, int bytes, bool is_signed)
{
	Type *type = arena_new_of(p->arena, Type);
	*type = (Type){ .kind = kind, .name = name, .size = bytes, .align = bytes ? bytes : 1, .is_signed = is_signed };
	return type;
}

void ptx_types(Ptx *p)
{
	static const char *const ints[5][2] = { { "unsigned char", "char" },
						{ "unsigned short", "short" },
						{ "unsigned int", "int" },
						{ "unsigned long", "long" },
						{ "unsigned __int128", "__int128" } };
	static const char *const floats[4] = { "float8", "half", "float", "double" };
	p->t_void = basic(p, TY_VOID, "void", 0, false);
	p->t_bool = basic(p, TY_BOOL, "bool", 1, false);
	for (int log = 0; log < 5; log++)
		for (int is_signed = 0; is_signed < 2; is_signed++)
			p->t_int[log][is_signed] = basic(p, TY_INT, ints[log][is_signed], 1 << log, is_signed);
	for (int log = 0; log < 4; log++)
		p->t_float[log] = basic(p, TY_FLOAT, floats[log], 1 << log, true);
}

static int log_of(int bytes)
{
	int log = 0;
	while (log < 4 && 1 << log < bytes)
		log++;
	return log;
}

const Type *ptx_int(const Ptx *p, int bytes, bool is_signed)
{
	return p->t_int[log_of(bytes)][is_signed];
}

const Type *ptx_type_of(const Ptx *p, PtxType type)
{
	if (type.kind == PTX_PRED)
		return p->t_bool;
	if (type.kind == PTX_FLOAT && type.bytes <= 8)
		return p->t_float[log_of(type.bytes)];
	return ptx_int(p, type.bytes ? type.bytes : 4, type.kind != PTX_UNSIGNED);
}

const Type *ptx_pointer(Ptx *p, const Type *elem)
{
	for (int i = 0; i < p->pointers.n; i++)
		if (p->pointers.at[i]->elem == elem)
			return p->pointers.at[i];
	Type *type = arena_new_of(p->arena, Type);
	*type = (Type){ .kind = TY_PTR, .size = 8, .align = 8, .elem = elem, .name = arena_printf(p->arena, "%s *", elem->name) };
	if (elem->kind == TY_INT || elem->kind == TY_FLOAT || elem->kind == TY_BOOL) /* of which there are few */
		vec_push(p->arena, &p->pointers, (const Type *)type);
	return type;
}

const Type *ptx_array(Ptx *p, const Type *elem, int64_t count)
{
	Type *type = arena_new_of(p->arena, Type);
	*type = (Type){ .kind = TY_ARRAY,
			.size = count < 0 ? -1 : count * elem->size,
			.align = elem->align,
			.elem = elem,
			.count = count,
			.name = count < 0 ? arena_printf(p->arena, "%s[]", elem->name)
					  : arena_printf(p->arena, "%s[%lld]", elem->name, (long long)count) };
	return type;
}

/* --- expressions ---------------------------------------------------------------------------------- */

Expr *ptx_expr(Ptx *p, ExprKind kind, const Type *type, int n, const Expr *const *args)
{
	Expr *e = arena_new_of(p->arena, Expr);
	e->kind = kind;
	e->type = type;
	e->range = p->range;
	e->id = p->unit->n_exprs++;
	e->n_args = n;
	e->arg = n ? arena_dup(p->arena, args, sizeof *args * (size_t)n) : NULL;
	return e;
}

static int64_t wrapped(const Type *type, int64_t i)
{
	if (type->kind == TY_BOOL)
		return i != 0;
	if (type->kind != TY_INT || type->size >= 8 || type->size < 1)
		return i;
	const int shift = 64 - 8 * (int)type->size;
	const uint64_t up = (uint64_t)i << shift;
	return type->is_signed ? (int64_t)up >> shift : (int64_t)(up >> shift);
}

Expr *ptx_number(Ptx *p, const Type *type, int64_t i)
{
	Expr *e = ptx_expr(p, EX_INT, type, 0, NULL);
	e->i = wrapped(type, i);
	return e;
}

Expr *ptx_addr(Ptx *p, const Var *var)
{
	while (p->addrs.n <= var->id)
		vec_push(p->arena, &p->addrs, (Expr *)NULL);
	/* Places of other variables count: an operand's is that of the access (fact_line()). */
	if (p->addrs.at[var->id] && var->kind == VAR_LOCAL)
		return p->addrs.at[var->id];
	Expr *e = ptx_expr(p, EX_ADDR, ptx_pointer(p, var->type), 0, NULL);
	e->var = var;
	return p->addrs.at[var->id] = e;
}

Expr *ptx_load(Ptx *p, const Expr *address, const Type *type)
{
	return ptx_expr(p, EX_LOAD, type, 1, &address);
}

Expr *ptx_binary(Ptx *p, Op op, const Type *type, const Expr *a, const Expr *b)
{
	Expr *e = ptx_expr(p, EX_BINARY, op_is_comparison(op) ? p->t_bool : type, 2, (const Expr *[]){ a, b });
	e->op = op;
	return e;
}

Expr *ptx_unary(Ptx *p, Op op, const Expr *a)
{
	Expr *e = ptx_expr(p, EX_UNARY, a->type, 1, &a);
	e->op = op;
	return e;
}

const Expr *ptx_cast(Ptx *p, const Expr *e, const Type *type)
{
	if (e->type == type)
		return e;
	if (e->kind == EX_INT && (type->kind == TY_INT || type->kind == TY_BOOL) && type->size <= 8)
		return ptx_number(p, type, e->i);
	return ptx_expr(p, EX_CAST, type, 1, &e);
}

const Expr *ptx_not(Ptx *p, const Expr *e)
{
	if (e->kind == EX_UNARY && e->op == OP_LNOT)
		return e->arg[0];
	Expr *not= ptx_unary(p, OP_LNOT, e);
	not->type = p->t_bool;
	return not;
}

Expr *ptx_unknown(Ptx *p, const Type *type, const char *why)
{
	Expr *e = ptx_expr(p, EX_UNKNOWN, type, 0, NULL);
	e->reason = why;
	return e;
}

Expr *ptx_call(Ptx *p, const char *intrinsic, const Type *type, int n, const Expr *const *args)
{
	Expr *e = ptx_expr(p, EX_INTRINSIC, type, n, args);
	e->intrinsic = intrinsic_named(intrinsic);
	return e->intrinsic ? e : ptx_unknown(p, type, "instruction");
}

Expr *ptx_choose(Ptx *p, const Expr *c, const Expr *a, const Expr *b)
{
	return ptx_expr(p, EX_COND, a->type, 3, (const Expr *[]){ c, a, b });
}

/* --- variables and statements --------------------------------------------------------------------- */

Var *ptx_var(Ptx *p, const char *name, const Type *type, VarKind kind)
{
	Var *var = arena_new_of(p->arena, Var);
	*var = (Var){ .name = name,
		      .type = type,
		      .kind = kind,
		      .align = type->align,
		      .owner = p->func,
		      .loc = p->range.begin,
		      .range = p->range,
		      .id = p->vars.n };
	vec_push(p->arena, &p->vars, var);
	return var;
}

Stmt *ptx_stmt(Ptx *p, StmtKind kind)
{
	Stmt *s = arena_new_of(p->arena, Stmt);
	s->kind = kind;
	s->range = p->range;
	s->id = p->unit->n_stmts++;
	return s;
}

const Stmt *ptx_block(Ptx *p, const StmtList *list)
{
	if (list->n == 1)
		return list->at[0];
	Stmt *s = ptx_stmt(p, ST_BLOCK);
	s->items = list->at;
	s->n_items = list->n;
	return s;
}

void ptx_add(Ptx *p, const Stmt *s)
{
	vec_push(p->arena, p->out, s);
}

void ptx_effect(Ptx *p, const Expr *e)
{
	Stmt *s = ptx_stmt(p, ST_EXPR);
	s->expr = e;
	ptx_add(p, s);
}

const PtxOpcode *ptx_opcode_of(Ptx *p, const char *text)
{
	PtxOpcode *opcode = arena_new_of(p->arena, PtxOpcode);
	ptx_opcode(p->arena, text, opcode);
	return opcode;
}
