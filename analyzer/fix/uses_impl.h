/* Shared by uses.c and uses_text.c: uses as the text has them. */
#ifndef SMEMLINT_FIX_USES_IMPL_H
#define SMEMLINT_FIX_USES_IMPL_H

#include "core/tokens.h"
#include "fix/uses.h"

/* A local variable that holds addresses in the object. */
typedef struct Pointer {
	const Var *var;
	int n_values;  /* that it gets */
	bool is_whole; /* the last one is the object's own address */
} Pointer;

typedef struct Finder {
	Arena *arena;
	const Unit *unit;
	const Var *object;
	const Field *member;      /* the part of it that is looked at: an array in a record, … */
	const SharedPlace *place; /* … or the part of it that pointers lead to; or NULL */
	Uses *out;
	VarList aliases;  /* parameters and local pointers that hold the object's address, or one in it */
	VarList elements; /* parameters that hold an element's, … */
	ExprList calls;   /* … the calls that hand one on, … */
	FuncList givers;  /* … and functions that return one that they get */
	const Func *func; /* the one that is looked at */
	ExprList seen;    /* casts of addresses that were looked at together with what is done with them */
	bool follows;     /* local pointers, too, … */
	VEC(Pointer) pointers;
	bool is_lost; /* … with one of which something else is done */
} Finder;

void use_read_indices(Text *text, Use *out); /* the pairs of brackets that follow */
/* "tile + i" between parentheses or commas, as in atomicAdd(tile + i, 1) and *(tile + i): fills in the index. */
void use_read_sum(SourceSet *sources, Use *use);
/* Whether a `sizeof` in the file that declares the object names it. */
bool uses_sizeof(SourceSet *sources, const Var *object);

/* Local pointers (uses_pointers.c). */
Pointer *pointer_of(Finder *finder, const Var *var);
/* The name at the start of an address computation, "tile + r * 128 + c * 4", or NULL. */
const Expr *named_object(Finder *finder, const Expr *e);
/* The address becomes a value of a local pointer that is followed; false: it does not. */
bool set_pointer(Finder *finder, const Expr *user, const Expr *operand, int n, const Expr *name);
/* "Storage &s = *(Storage *)raw;", "Storage *s = &storage;": a local pointer gets the address of the whole record. */
bool is_record_named(const Finder *finder, const Expr *user);
/* "float *mine = tile + t * 32;": a local pointer that is set once gets an address in the array. */
bool is_derived(const Finder *finder, const Expr *user);
/* The local pointer's place in the object is that of the part. */
bool is_to_part(const Finder *finder, const Var *pointer);
bool is_division(const Finder *finder, const Expr *user); /* it divides the object */
/* Whether a pointer is but read here, or set to a place in the object. */
bool keeps_pointer(Finder *finder, const Expr *user, int n);
/* Of pointers other than the object's own address an element's place in it is the distance from that. */
void set_bases(Finder *finder);

#endif
