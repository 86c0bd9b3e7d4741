/* What an address leads to, and what of it is tracked, as far as the text says. */
#ifndef SMEMLINT_IR_PLACE_H
#define SMEMLINT_IR_PLACE_H

#include "ir/ir.h"

bool type_is_floats(const Type *type);  /* and nothing else */
bool type_by_address(const Type *type); /* its values are addresses of objects */
bool var_is_own(const Var *var);        /* each call, and each lane, has its own */

/* It leads on to another part of what its first operand leads to, or to the same. */
bool place_leads_on(const Expr *address);
/* An address without what is added to it. */
const Expr *place_root(const Expr *address);
/* The variable that an address is in; NULL: that is not plain. */
const Var *place_var(const Expr *address);
bool place_may_be_shared(const Expr *address);
/* The pointer variable whose value a root is, or NULL. */
const Var *place_pointer(const Expr *root);
/* The root of memory that is not tracked: shared, global, or behind a kernel's pointer argument. */
bool is_elsewhere(const Expr *root);
/* A mathematical function of a library: it only computes. */
bool is_mathematics(const Expr *call);

#endif
