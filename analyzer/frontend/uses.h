/* How a program uses names that nothing declares: what the headers that it lacks would declare. */
#ifndef SMEMLINT_FRONTEND_USES_H
#define SMEMLINT_FRONTEND_USES_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/vec.h"

enum { MAX_ARGS = 8 };

typedef enum UseFlags {
	USE_ENTRY = 1 << 0,     /* nothing declares it: it is to be declared, and all below it */
	USE_TYPE = 1 << 1,
	USE_CALL = 1 << 2,
	USE_NAMESPACE = 1 << 3, /* in a using directive or an alias */
	USE_CASE = 1 << 4,      /* the constant of a case label */
	USE_PLAIN = 1 << 5,     /* with no template arguments */
	USE_LAMBDA = 1 << 6,    /* a lambda is passed to it */
	USE_FUNCTION = 1 << 7,  /* NAME(…) { … } outside of functions: a macro that defines one */
	USE_NOTHING = 1 << 8,   /* NAME(…) outside of functions, or before a declaration: a macro */
	USE_BLOCK = 1 << 9,     /* NAME(…) { … } within a function */
	USE_NO_CALL = 1 << 10,  /* NAME(…) with arguments that are no expressions */
	USE_ATTRIBUTE = 1 << 11, /* NAME before a declaration: a macro */
	USE_VALUE = 1 << 12, /* in more than case labels and comparisons */
} UseFlags;

typedef struct Use {
	const char *name;
	struct Use *inner, *next; /* what is named after its ::, and the next in the same scope */
	unsigned flags;
	int n_args;               /* most template arguments … */
	int n_passed;             /* … and arguments of a call, 0: it differs */
	char args[MAX_ARGS + 1];  /* of each: 't', a type, or 'v', a value */
} Use;

typedef VEC(const char *) NameList;

/* A name after . or ->. */
typedef struct Member {
	const char *name;
	unsigned flags; /* USE_PLAIN; with template arguments: args, n_args */
	int n_args;
	char args[MAX_ARGS + 1];
} Member;

typedef struct Alias {
	const char *name;
	Use *use;
} Alias;

typedef struct Uses {
	Arena *arena;
	Use global;
	VEC(Alias) aliases; /* namespace A = B::C; and using B::C; */
	VEC(Member) members;
	int n;
} Uses;

/* Declares interest in a name, qualified by existing namespaces: "x" or "std::x". */
void uses_want(Uses *uses, const char *name);

/* Reads a text of the program. */
void uses_read(Uses *uses, const char *text, size_t size);

/* Whether the program itself gives a name of another scope this name. */
bool uses_alias(const Uses *uses, const char *name);

Use *use_find(const Use *scope, const char *name);

#endif
