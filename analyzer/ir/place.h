/* What an address points to, and whether that memory is tracked, as far as follows from the text. */
#ifndef SMEMLINT_IR_PLACE_H
#define SMEMLINT_IR_PLACE_H

#include "ir/ir.h"

bool type_is_floats(const Type *type);  /* floating-point numbers only */
bool type_has_pointer(const Type *type); /* a pointer, or a record or array with one in it */
bool type_is_shared_tensor(const Type *type); /* CuTe's tensor over shared memory */
bool type_by_address(const Type *type); /* a record or array: its value is the address of an object */
bool var_is_own(const Var *var);        /* one instance per call and thread */
bool var_names_object(const Var *var);  /* a reference, or a method's own: it points to one object, always */

/* The address points into the same object as its first operand. */
bool place_leads_on(const Expr *address);
/* The address that offsets are added to. */
const Expr *place_root(const Expr *address);
/* The variable that an address points into; NULL: not known. */
const Var *place_var(const Expr *address);
bool place_may_be_shared(const Expr *address);
/* In a variable of the thread's own, or threadIdx and the like. */
bool place_is_threads_own(const Expr *address);
/* In a variable of the function's own; not in one that it, a lambda, has from the function around it. */
bool place_is_own(const Expr *address, const Func *func);
/* The pointer variable whose value a root is, or NULL. */
const Var *place_pointer(const Expr *root);
/* Whether it is the root of memory that is not tracked: shared, global, or what a kernel's pointer argument points to. */
bool is_elsewhere(const Expr *root);
/* A call of a library's mathematical function, without side effects. */
bool is_mathematics(const Expr *call);
/* A function other than those is called in the expression. */
bool has_call(const Expr *e);

#endif
