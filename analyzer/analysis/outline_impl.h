/* Shared by outline.c and outline_text.c: what is numbered, and the key that is made of it. */
#ifndef SMEMLINT_ANALYSIS_OUTLINE_IMPL_H
#define SMEMLINT_ANALYSIS_OUTLINE_IMPL_H

#include "analysis/outline.h"
#include "base/buf.h"
#include "base/hash.h"

enum {
	NONE = -1,
	REPEATED = -2, /* an expression or a statement that was there before: its number follows */
};

typedef enum ItemKind { ITEM_VAR, ITEM_FUNC, ITEM_TYPE } ItemKind;

typedef struct Item {
	ItemKind kind;
	const void *at; /* the Var, Func or Type */
} Item;

/* Where an item is in a list; it may be a list that is no longer filled in. */
typedef struct Numbered {
	const void *at; /* NULL: free */
	int number;
} Numbered;

/* Numbers of the items of one list at a time. */
typedef struct Numbers {
	Numbered *slots;
	size_t n, cap; /* cap: a power of two */
} Numbers;

typedef VEC(Item) Items;
typedef VEC(int) Groups; /* of sink_groups and hoist_groups, both with numbers above 0: the latter negated */

/* A function's body or a variable's initialiser, with numbers of its own. */
typedef struct Text {
	Hash hash;
	Items items;
	Groups groups;
	VEC(const Expr *) exprs;
	VEC(const Stmt *) stmts;
	bool is_odd; /* there is something that is like nothing else */
} Text;

typedef struct Outline {
	bool is_odd; /* one of its texts is */
	Hash hash;
	Items items;
	Groups groups;
	VEC(const Text *) bodies; /* of the functions among the items, in their order */
} Outline;

struct Outlines {
	Arena *arena;
	const Unit *unit;
	Outline **of_kernel; /* by Func.id; NULL: there is none */
	Text **of_body, **of_init; /* by Func.id, by Var.id; NULL: not found yet */
	int *expr_at, *stmt_at; /* by id: where it is in the text that has it */
	Numbers in_text, in_outline;
	Buf key; /* of what is being read */
	Text *text;
	int depth;
	bool is_odd; /* what is being read is */
};

/* Its number in the list, to which it is added; NONE: there is none. */
int outline_number(Arena *arena, Numbers *numbers, Items *items, ItemKind kind, const void *at);
int outline_group(Arena *arena, Groups *groups, int group);

/* These add to the key. */
void outline_put(Outlines *o, int64_t number);
void outline_put_all(Outlines *o, const int64_t *numbers, size_t n);
void outline_put_bytes(Outlines *o, const void *bytes, size_t n);
void outline_put_name(Outlines *o, const char *name);
void outline_put_loc(Outlines *o, Loc loc);
void outline_put_range(Outlines *o, const Range *range);

/* Reads the text, or gives what was read before; *held: where it is kept. */
const Text *outline_text(Outlines *o, const Stmt *s, Text **held);
/* Where the expression is in the text; NONE: not there. */
int outline_place(const Outlines *o, const Text *text, const Expr *e);

#endif
