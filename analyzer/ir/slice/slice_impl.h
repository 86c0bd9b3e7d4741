/* Shared by the parts of the slice: classes of memory, and what depends on them. */
#ifndef SMEMLINT_IR_SLICE_SLICE_IMPL_H
#define SMEMLINT_IR_SLICE_SLICE_IMPL_H

#include "ir/slice/slice.h"

enum { NOWHERE = -1, IN_OWN = -2, MAX_DEPTH = 2500, MAX_PARAMS = 32 /* that are told apart */ };

/* Memory that pointers do not tell apart: variables and what functions return.  Classes are joined until a pointer points to one. */
enum { IN_SHARED = 1, IN_GLOBAL = 2, IN_UNKNOWN = 4, IN_VARIABLE = 8, IN_CODE = 16 /* functions */ };
enum { OWNED_BY_NONE = -1, OWNED_BY_SEVERAL = -2 };

typedef struct Class {
	int joined;    /* the class that it is part of; itself: none */
	int points_to; /* what pointers in it point to; NOWHERE: there are none yet */
	int owner;     /* Func.id: all of it are that function's own variables; or OWNED_BY_… */
	unsigned char where;
	bool needed;   /* something that is evaluated depends on what is in it */
	bool escapes;  /* unknown code has its address */
} Class;

/* Of functions. */
enum {
	IS_SEEN = 1,
	IS_OPEN = 2,      /* its callees are being looked at */
	IS_NAMED = 4,     /* its address is taken */
	FROM_OUTSIDE = 8, /* it is called from elsewhere, by the host or to initialise a global, or in a way that is not followed */
};

typedef struct Edge {
	int from, to; /* what the words say where they are used */
} Edge;

typedef VEC(Edge) Edges;

typedef struct Store {
	int class;
	int stmt;  /* Stmt.id */
	int to;    /* the parameter of the function that leads there, NOWHERE, or IN_OWN */
} Store;

typedef struct Call {
	int func; /* Func.id of the one that is called */
	int stmt; /* Stmt.id */
	const Expr *expr;
} Call;

/* Lists of numbers, one for each number below n. */
typedef struct Lists {
	int *first; /* list i is to[first[i]] … to[first[i + 1] - 1] */
	int *to;
} Lists;

typedef struct Slice {
	Arena *arena, *scratch;
	Unit *unit;
	VEC(Class) classes; /* variables by Var.id, results and functions by Func.id, then others */
	int unknown;        /* the class of what is not known */
	int n_joined;       /* classes that became part of others … */
	bool is_joined;     /* … all that there are */
	bool too_deep;
	int depth;

	/* Functions that a kernel may run, callees first. */
	VEC(const Func *) funcs;
	VEC(const Func *) named; /* of these, those whose address is taken */
	VEC(const Expr *) indirect; /* calls through pointers */
	bool too_many;              /* of both, to be told which call which: they may call all, with any arguments */
	unsigned char *seen;        /* by Func.id */

	/* By Func.id. */
	const Func **func;
	bool *acts;            /* a call may do more than compute what it gives and change memory that is not needed */
	bool *runs;            /* some call is evaluated */
	unsigned char *leaves; /* SLICE_LEAVES of a call */
	int *depth_of;         /* of calls in it, itself included */
	int64_t *size;         /* at most (ir/size.h) */

	bool *named_vars; /* by Var.id: something that is evaluated names it */

	/* By Stmt.id. */
	const Stmt **stmt;
	int *parent, *in; /* the statement around it, or NOWHERE; Func.id */
	bool *must;       /* it is evaluated whenever its function is */

	Edges flows;  /* from: a class; to: one that depends on it */
	VEC(Store) stores;
	VEC(Call) calls;
	VEC(int) begun;   /* statements that must be evaluated, whatever is needed */
} Slice;

/* --- classes.c ------------------------------------------------------------------------------------- */

void classes_begin(Slice *s);
void classes_end(Slice *s);
/* Joins classes by all that the function's code stores, passes and returns. */
void classes_of_function(Slice *s, const Func *func);
int class_of(const Slice *s, int class); /* the whole that it is part of */
int class_of_result(const Slice *s, const Func *func);
bool may_be_called(const Slice *s, const Func *func); /* by code that is not known */
/* The memory that an address, or a value of record or array type, is that of; NOWHERE: a null pointer. */
int class_at(Slice *s, const Expr *address);
/* The i-th function that is called, from 0; NULL: there are no more. */
const Func *callee(Slice *s, const Expr *call, int i);
/* A library's function without a body gets values and gives one, and does nothing else. */
bool is_library_value(const Expr *call);
/* All functions that may be called are known, with their bodies. */
bool callees_known(Slice *s, const Expr *call);
/* The parameter, a reference or a method's object, in whose object the address is; IN_OWN: it is in the function's own variable;
 * NOWHERE: neither. */
int param_of(const Func *func, const Expr *address);
/* The last expression of ({ … }); NULL: it is no expression. */
const Expr *last_of(const Expr *e);

/* --- reach.c --------------------------------------------------------------------------------------- */

/* Fills in funcs, named and seen, and acts for those that call themselves. */
void slice_add_functions(Slice *s);

/* --- asm.c ------------------------------------------------------------------------------------------ */

/* The block changes nothing but its outputs, and accesses no memory. */
bool asm_computes(const AsmBlock *block);
bool asm_ends_block(const AsmBlock *block); /* one that only computes */

/* --- trips.c ---------------------------------------------------------------------------------------- */

/* How often `for (i = …; i < …; i += …)` runs, all of them numbers; -1: it is something else. */
int constant_trips(const Slice *s, const Stmt *loop);

/* --- hollow.c -------------------------------------------------------------------------------------- */

/* All that is evaluated of the loop is its counter, and loops inside of it that are like it.  Once `must` is known. */
bool slice_is_hollow(const Slice *s, const Stmt *loop);

/* --- flows.c --------------------------------------------------------------------------------------- */

/* Collects what depends on what; of the functions that it calls that is done. */
void flows_of_function(Slice *s, const Func *func);
bool is_decided(const Expr *condition, bool *holds);
bool compares_floats(const Expr *condition);

#endif
