/* Makes nodes of the tree of ir/ir.h, in lo->arena. */
#ifndef SMEMLINT_LOWER_LOWER_MAKE_H
#define SMEMLINT_LOWER_LOWER_MAKE_H

#include "lower/lower_cursor.h"

typedef VEC(const Expr *) Args;

Expr *make_expr(Lower *lo, ExprKind kind, const Type *type, Range range);
Expr *make_args(Lower *lo, ExprKind kind, const Type *type, Range range, int n, const Expr *const *args);
Expr *make_int(Lower *lo, const Type *type, int64_t i, Range range);
Expr *make_addr(Lower *lo, const Var *var, Range range);
Expr *make_load(Lower *lo, const Expr *addr, const Type *type, Range range);
Expr *make_store(Lower *lo, const Expr *addr, const Expr *value, const Type *type, Range range);
Expr *make_copy(Lower *lo, const Expr *to, const Expr *from, const Type *type, Range range);
/* The range of the copy in an assignment over several lines: nvcc gives its load and its store the line of the right-hand
 * side or, if a function is inlined into the assignment, the line that it begins with. */
Range range_of_copy(Range assignment, const Expr *to, const Expr *from);
/* (elem *)((char *)base + bytes) */
Expr *make_offset(Lower *lo, const Expr *base, int64_t bytes, const Type *elem, Range range);
Expr *make_index(Lower *lo, const Expr *base, const Expr *index, int64_t scale, const Type *type, Range range);
Expr *make_binary(Lower *lo, Op op, const Type *type, const Expr *a, const Expr *b, Range range);
/* The same address as a pointer of another type. */
Expr *make_retyped(Lower *lo, const Expr *address, const Type *type, Range range);
const Expr *make_cast(Lower *lo, const Expr *value, const Type *type); /* `value` itself if it has the type */
Expr *make_zero(Lower *lo, const Type *type, Range range);
Expr *make_unknown(Lower *lo, const Type *type, const char *reason, Range range);
Expr *make_temp(Lower *lo, const Var *var, const Stmt *init, Range range);
Expr *make_spill(Lower *lo, const Expr *value); /* address of a fresh temporary that holds a scalar */
Stmt *make_stmt(Lower *lo, StmtKind kind, Range range);
Stmt *make_effect(Lower *lo, const Expr *expr);
Stmt *make_decl(Lower *lo, const Var *var, const Stmt *init, Range range);
Var *make_var(Lower *lo, const char *name, const Type *type, VarKind kind, Range range);
bool make_is_simple(const Expr *addr); /* may be evaluated twice: reads only locals, has no side effects */

/* Statements of a block that is being built. */
typedef struct StmtList {
	VEC(const Stmt *) items;
} StmtList;
void list_add(Lower *lo, StmtList *list, const Stmt *stmt);       /* NULL is ignored */
void list_expr(Lower *lo, StmtList *list, const Expr *expr);
const Expr *list_hold(Lower *lo, StmtList *list, const Expr *value); /* a fresh variable with a scalar: its value, any number of times */
const Stmt *list_block(Lower *lo, const StmtList *list, Range range); /* NULL if empty; a single statement itself */
const Stmt *list_stmt(Lower *lo, const StmtList *list, Range range);  /* the same, but an empty block if empty */
Stmt *list_unknown(Lower *lo, const StmtList *list, const char *reason, Range range); /* run in some order, any number of times */
const Stmt *list_always_block(Lower *lo, const StmtList *list, Range range);

#endif
