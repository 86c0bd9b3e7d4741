/* What is done with addresses in an object, as far as one expression shows it. */
#ifndef SMEMLINT_FIX_ADDRESS_H
#define SMEMLINT_FIX_ADDRESS_H

#include "fix/uses.h"

/* Skips conversions that add `const`, or go from an array to its first element, or from a record to its only member. */
const Expr *address_without_casts(const Expr *e);
/* Skips casts to any pointers. */
const Expr *address_without_pointer_casts(const Expr *e);
/* Operand `n` of `user` is an element's address: the parameter that gets it, of a function whose body is known; else NULL. */
const Var *address_receiver(const Expr *user, int n);
/* Whether operand `n` of `user` is an address at which it accesses memory, perhaps more than an element. */
bool address_is_accessed(const Expr *user, int n);
/* Of a matrix fragment that is moved from or to operand `n` of `user`: the distance between its rows; else NULL. */
const Expr *address_row_distance(const Expr *user, int n);
/* The most bytes that `user`, which accesses memory at an address or hands it to something that does, may access there. */
int64_t address_piece(const Expr *user);
/* "(&tile[r][c])[i]": something is added to the address that the use's text gives. */
bool address_is_calculated(const Expr *address, const Use *use);
/* "(*(float4 *)&tile[r][c]).x": the bytes of what is seen at the address instead of an element; 0: no more than that.
 * `member`: those of the array that is this member, alone; NULL: there is one array. */
int64_t address_view(const Var *object, const Field *member, const Expr *address);

#endif
