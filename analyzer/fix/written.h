/* C++ that makes a layout of CuTe, as text: names with their arguments, and where a name is declared. */
#ifndef SMEMLINT_FIX_WRITTEN_H
#define SMEMLINT_FIX_WRITTEN_H

#include <stdbool.h>
#include <stddef.h>

#include "core/tokens.h"
#include "fix/uses.h"

enum { MAX_WRITTEN_ARGS = 16 };

/* A file's text. */
typedef struct Page {
	const char *s;
	size_t n;
} Page;

/* "cute::make_layout(…)", "Layout<…>{}", "SmemLayout{}", "sA_layout": a name with what follows it. */
typedef struct Written {
	Span scope;             /* "cute::"; empty: none */
	Span name;              /* "make_layout" */
	bool is_template;       /* `targ` are its template arguments */
	Span targ[MAX_WRITTEN_ARGS];
	int n_targs;
	char open;              /* '(' or '{' before its arguments; 0: none */
	Span arg[MAX_WRITTEN_ARGS];
	int n_args;
	size_t end;             /* of its text */
} Written;

/* Reads the text that the span begins with.  False: it does not begin with a name, or has too many arguments. */
bool written_read(Page page, Span span, Written *out);
/* The same, and nothing follows. */
bool written_read_all(Page page, Span span, Written *out);
bool written_is(Page page, const Written *written, const char *name);
Span span_trim(Page page, Span span);
bool span_is(Page page, Span span, const char *text);

typedef enum DeclaredAs {
	DECLARED_NOT,
	DECLARED_VALUE,    /* auto NAME = TEXT; */
	DECLARED_OF_TYPE,  /* TEXT NAME; or TEXT NAME{}; */
	DECLARED_TYPE,     /* using NAME = TEXT; */
	DECLARED_PARAM,    /* a parameter of a function */
	DECLARED_TPARAM,   /* class NAME, in a template's parameters */
} DeclaredAs;

typedef struct Declared {
	DeclaredAs as;
	size_t at;         /* the name */
	Span text;
	int position;      /* DECLARED_TPARAM: in its list */
} Declared;

/* The innermost declaration of `name` before the place, and visible there; a member's (`visible` false): the last one before the
 * place, or else the first one after it. */
Declared declared_before(Page page, const char *name, size_t place, bool visible);

#endif
