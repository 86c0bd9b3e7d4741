/* What clang's tree says and libclang's C interface does not show.
 *
 * Cursors are libclang's: those that are given and those that are returned belong to the same translation unit.  The
 * implementation reads clang's own nodes, to which libclang's cursors point, by the headers of the same version; it
 * changes none, and it runs nothing of clang but accessors and the evaluation of constant expressions.  A function that
 * has no answer returns the null cursor, false or 0. */
#ifndef SMEMLINT_AST_AST_H
#define SMEMLINT_AST_AST_H

#include <stdbool.h>
#include <stdint.h>

#include <clang-c/Index.h>

#ifdef __cplusplus
extern "C" {
#endif

/* False: libclang is not of the version that this was built for, and nothing below may be called. */
bool ast_is_usable(void);

/* Whether a location is in the text that a macro gives, its arguments included. */
bool ast_in_macro(CXSourceLocation at);

/* Where the texts begin that were read for a unit, without those that were precompiled; of a file as often as it was included.  The
 * number of the next one behind i, from -1; -1: there is none.  (libclang looks for one file's beginning among all texts and all
 * uses of macros, which for thousands of headers takes longer than they do.) */
int ast_next_text(CXTranslationUnit tu, int i, CXSourceLocation *begin);

/* --- classes ------------------------------------------------------------------------------------ */

/* The class of a base specifier; of a template's instance, too, whose specifiers libclang does not visit. */
int ast_n_bases(CXType record);
/* *offset: in bytes, -1 if it is virtual.  The null cursor where there is no such base. */
CXCursor ast_base(CXType record, int i, int64_t *offset);

/* --- constructors ------------------------------------------------------------------------------- */

typedef enum AstInitKind { AST_INIT_BASE, AST_INIT_FIELD, AST_INIT_DELEGATED } AstInitKind;

/* One initialiser of a constructor, written or implicit, or one item of a list. */
typedef struct AstInit {
	AstInitKind kind;
	CXCursor of;     /* the base's class, or the field (perhaps one of an anonymous member) */
	CXCursor value;  /* an expression */
} AstInit;

/* In the order of initialisation; false: there is no such one. */
bool ast_constructor_init(CXCursor constructor, int i, AstInit *out);
/* The constructor of a base that `using Base::Base` makes this one call with its own arguments. */
CXCursor ast_inherited_constructor(CXCursor constructor);
/* Of the static function that a lambda without captures converts to, the lambda's own operator, which it calls with its arguments
 * (clang gives it an empty body); of others null. */
CXCursor ast_invoked_operator(CXCursor method);
/* The destructor that the program wrote; null: there is none, or it does nothing. */
CXCursor ast_destructor(CXType record);
/* The end of such an object, or array of them, does something: its destructor or that of a part is not trivial. */
bool ast_is_destroyed(CXType type);
/* The local variable is the object that the function returns: no copy of it is made, and it does not end there. */
bool ast_is_result(CXCursor variable);
/* The call clears the object before the constructor runs: T(), T{}. */
bool ast_clears_first(CXCursor construction);

/* --- lists: { a, b, .c = d } with all conversions, and with what was omitted ------------------------ */

/* i-th base or field with its value, in an order in which they may be initialised; false: there is no such one. */
bool ast_list_member(CXCursor list, int i, AstInit *out);
int ast_list_elements(CXCursor list);             /* of an array: the number of elements that have a value of their own … */
CXCursor ast_list_element(CXCursor list, int i);
CXCursor ast_list_filler(CXCursor list);          /* … and the value of each of the others; null: none */

/* --- declarations ------------------------------------------------------------------------------- */

bool ast_is_variable(CXCursor decl);    /* also an instance of a variable template, or what bindings name parts of */
CXCursor ast_initializer(CXCursor variable);
CXCursor ast_binding(CXCursor binding); /* the expression that a structured binding stands for */
CXCursor ast_holding_variable(CXCursor binding); /* the variable that the expression names; null: there is none */
/* The bytes that alignas and __align__ ask for; 0: nothing. */
int64_t ast_alignment(CXCursor decl);
/* The arguments of __launch_bounds__ or of __cluster_dims__; the number of those that are known. */
int ast_launch_bounds(CXCursor func, int64_t out[3]);
int ast_cluster_dims(CXCursor func, int64_t out[3]);

/* Functions and methods that are instantiated explicitly from a function template or class template, by whatever text:
 * `template void f<int>(int);`, `template struct S<int>;`, or a macro.  Of an `extern template` only if it has a body. */
typedef void AstVisit(CXCursor function, void *data);
void ast_instances(CXCursor function_or_class_template, AstVisit *visit, void *data);
/* Those functions of a function template that are only declared, by `extern template`. */
void ast_extern_instances(CXCursor function_template, AstVisit *visit, void *data);
/* "template __attribute__((global)) void ns::f<int>(int);": what instantiates the function explicitly; the caller frees it. */
char *ast_instantiation(CXCursor function);

/* --- statements --------------------------------------------------------------------------------- */

/* What `for (x : range)` hides. */
typedef struct AstRangeFor {
	CXCursor range, begin, end; /* variables */
	CXCursor condition, step;   /* expressions */
} AstRangeFor;
/* False: it is no such loop, or one in a template that is not instantiated. */
bool ast_range_for(CXCursor loop, AstRangeFor *out);
/* What a pragma, or a macro with one, says of the loop behind it. */
typedef enum AstUnroll {
	AST_UNROLL_NONE,  /* nothing */
	AST_UNROLL_ALL,   /* `#pragma unroll` */
	AST_UNROLL_COUNT, /* `#pragma unroll 4`, `#pragma nounroll` (1) */
	AST_UNROLL_SOME,  /* a count that is not known */
} AstUnroll;
/* Of a statement with attributes. */
AstUnroll ast_unroll(CXCursor statement, int64_t *count);

/* --- expressions -------------------------------------------------------------------------------- */

/* What an expression is, as far as libclang's kinds do not say it. */
typedef enum AstKind {
	AST_OTHER,
	AST_WRAPPER,    /* ast_inner() in a place or with a name of its own: a default argument, a temporary, a copy left out … */
	AST_CONVERSION, /* an implicit or explicit cast of ast_inner(): ast_cast() */
	AST_ZERO,       /* T() of a scalar, or what a list does not name */
	AST_INHERITED,  /* the call of an inherited constructor with the arguments of this one */
	AST_ARRAY_COPY, /* a copy of the array ast_inner() */
} AstKind;
AstKind ast_kind(CXCursor expr);
CXCursor ast_inner(CXCursor expr);

typedef enum AstCast {
	AST_CAST_VALUE, /* of ast_inner(): another type, an address, a base … as the types say */
	AST_CAST_CALL,  /* ast_inner() is the call of a conversion function or of a converting constructor */
	AST_CAST_NONE,  /* changes nothing but qualifiers */
} AstCast;
AstCast ast_cast(CXCursor expr);
/* `new (place) T(init)`, which allocates nothing; *init is null where nothing is initialised.  False: another `new`. */
bool ast_placement_new(CXCursor expr, CXCursor *place, CXCursor *init);
/* It gives a temporary object a place. */
bool ast_is_temporary(CXCursor expr);
/* `p->~T()` where T is a scalar: it does nothing. */
bool ast_is_pseudo_destructor(CXCursor call);
/* Operands of an operator or call that clang rejects: the cursor's children. */
bool ast_is_recovery(CXCursor expr);
/* Whether the expression designates an object (an lvalue or xvalue). */
bool ast_is_place(CXCursor expr);

#ifdef __cplusplus
}
#endif

#endif
