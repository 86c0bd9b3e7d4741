/* From libclang's cursors to the tree of ir/ir.h: what the files lower_*.c share.
 * Only this folder includes it.
 *
 * What libclang hides is asked of clang's own tree (ast/ast.h).  lower_place() gives the address of what a cursor names,
 * lower_value() its value.  Bodies are lowered from a work list, to which func_of() adds a function.  Nothing fails:
 * what is not understood becomes EX_UNKNOWN. */
#ifndef SMEMLINT_LOWER_LOWER_H
#define SMEMLINT_LOWER_LOWER_H

#include "ast/ast.h"
#include "ast/older.h"
#include "ast/quiet.h"
#include "lower/directives.h"
#include "lower/insertions.h"
#include "lower/instances.h"
#include "lower/lower_cursor.h"
#include "lower/lower_make.h"
#include "lower/lower_type.h"

enum { MAX_LOWER_DEPTH = 1000, MAX_TYPE_DEPTH = 200, MAX_FUNCS = 400000 };

/* A capture by copy: references to `decl` in the lambda's body mean `copy`. */
typedef struct Capture {
	CXCursor decl;
	const Var *copy;
} Capture;

typedef struct Closure {
	const struct Closure *outer;
	const Var *this_var; /* of the enclosing method */
	CXType this_class;
	VEC(Capture) captures;
} Closure;

typedef struct Jump Jump;

struct Lower {
	Arena *arena;
	Arena *scratch;      /* lists of children; freed after lowering */
	Unit *unit;
	const Unit *linked_with; /* ParseOptions.linked_with */
	CXTranslationUnit tu;
	const ParseProblems *problems; /* the compiler's errors */
	const Insertions *insertions;  /* text inserted into files before they were parsed */
	int n_insertions;
	Instances instances; /* those that were added at the end of the program */
	AstQuiet *quiet;
	CursorMap vars, funcs, closures; /* Var, FuncState (lower_func.c), Closure by the lambda's class */
	CursorMap changed;   /* variables that are used for more than a read of a scalar, by canonical cursor */
	const Names *precompiled;    /* the program's headers that libclang reads precompiled, as they are spelled; NULL: none */
	struct FileSlot *file_slots; /* cache of `tu` (lower_loc.c) */
	struct Decoded *decoded;     /* the same */
	TypeMap types, pointers; /* pointers: by their element type */
	VEC(Func *) all_funcs;
	VEC(CXCursor) pending;      /* functions whose bodies are to be lowered, from n_lowered on */
	int n_lowered;
	VEC(Var *) all_vars;
	VEC(CXCursor) top_vars;     /* constants at namespace scope, for attributes' arguments */
	VEC(CXCursor) templates;    /* kernel templates of the program */
	VEC(CXCursor) used_templates; /* those with instances, canonical */
	VEC(Loc) accepted;           /* errors at which lower_lenient.c lowers what nvcc compiles */
	VEC(CXCursor) hosts;         /* host functions from which a launch is reached */
	VEC(const Func *) launchers; /* functions that launch from the device, or from a lambda */
	const Type *t_void, *t_bool, *t_char, *t_int, *t_uint, *t_long, *t_ulong, *t_double, *t_void_ptr;
	Func *func;          /* whose body is being lowered */
	CXCursor func_cursor;
	const Var *this_var;
	CXType this_class;   /* the class of *this, valid with this_var */
	const Closure *closure;
	const struct StmtList *labels; /* the list in which case labels are understood */
	bool stray_label;              /* the current switch has one elsewhere */
	bool has_goto, stray_goto;     /* of the function's body; stray: one is not understood */
	const struct Jump *jumps;      /* enclosing loops that replace gotos, innermost first */
	const Stmt *break_target, *continue_target; /* the statements that `break` leaves and `continue` continues */
	VEC(CXCursor) kept;            /* variables in scope whose destructors do something, in the order of declaration */
	int kept_by_break, kept_by_continue; /* how many of them those leave alone */
	int depth, type_depth;
};

/* An lvalue: its address and type; of a bit-field, the address of its storage unit and its bits there. */
typedef struct LowerPlace {
	const Expr *addr;
	CXType type;
	int bit_width, bit_offset; /* width 0: not a bit-field */
} LowerPlace;

/* --- lower_decl.c: variables ------------------------------------------------------------------ */
Var *var_of(Lower *lo, CXCursor decl);
CXType decl_type(CXCursor decl); /* arrays as parameters are pointers */
void lower_var_decl(Lower *lo, CXCursor decl, StmtList *out);     /* of a DeclStmt */
bool var_constant(Lower *lo, CXCursor decl, const Expr **out, Range range); /* false: not a const scalar of known value */
void lower_binding_decl(Lower *lo, CXCursor decl, StmtList *out); /* auto [a, b] = … */

/* --- lower_place.c: lvalues ------------------------------------------------------------------- */
LowerPlace lower_place(Lower *lo, CXCursor c);
const Expr *lower_address(Lower *lo, CXCursor c); /* lower_place().addr */
const Expr *lower_load(Lower *lo, LowerPlace place, Range range);
const Expr *lower_this(Lower *lo, Range range);

/* --- lower_expr.c: values --------------------------------------------------------------------- */
const Expr *lower_value(Lower *lo, CXCursor c);
const Expr *lower_effect(Lower *lo, CXCursor c);  /* the side effects; the value is not used */
const Expr *lower_conditional(Lower *lo, CXCursor c, bool as_place);
const Expr *lower_string(Lower *lo, CXCursor c);
Stmt *lower_unknown_stmt(Lower *lo, CXCursor c, const char *reason); /* keeps the statements within it */
Expr *lower_unknown(Lower *lo, CXCursor c, const char *reason); /* keeps the side effects of its operands */
Expr *lower_too_deep(Lower *lo, CXCursor c);
CXCursor cursor_strip(Lower *lo, CXCursor c); /* without parentheses and conversions that change nothing */

/* --- lower_op.c ------------------------------------------------------------------------------- */
const Expr *lower_unary(Lower *lo, CXCursor c, bool used);
const Expr *lower_binary(Lower *lo, CXCursor c);
const Expr *lower_compound_assign(Lower *lo, CXCursor c);
LowerPlace lower_assigned_place(Lower *lo, CXCursor c); /* of ++x, --x, x = y, x += y */
const Expr *lower_combined(Lower *lo, Op op, const Expr *a, const Expr *b, const Type *type, Range range);
/* &(place op= operand) and &(place = value) */
const Expr *lower_updated_address(Lower *lo, LowerPlace place, Op op, const Expr *operand, Range range);
const Expr *lower_stored_address(Lower *lo, LowerPlace place, const Expr *value, Range range);

/* --- lower_cast.c ----------------------------------------------------------------------------- */
const Expr *lower_conversion(Lower *lo, CXCursor c, CXCursor from, bool adjust_bases);
LowerPlace lower_cast_place(Lower *lo, CXCursor c);
const Expr *lower_cast_value(Lower *lo, CXCursor c);

/* --- lower_init.c: initialisation of objects -------------------------------------------------- */
/* Appends statements that initialise the object of type `type` at `addr`, which is evaluated several times. */
void lower_init(Lower *lo, const Expr *addr, CXType type, CXCursor init, StmtList *out);
void lower_zero(Lower *lo, const Expr *addr, const Type *type, StmtList *out, Range range);
const Expr *lower_temp_of(Lower *lo, CXCursor init, CXType type);
const Expr *lower_temp_object(Lower *lo, CXCursor c); /* a record or array prvalue in a fresh temporary */
const Expr *lower_nothing(Lower *lo, CXCursor c); /* a temporary without data; NULL: there is more to the expression (ast/quiet.h) */
void lower_init_list(Lower *lo, const Expr *addr, CXType type, CXCursor list, StmtList *out); /* lower_list.c */

/* --- lower_call.c, lower_launch.c ------------------------------------------------------------- */
const Expr *lower_call(Lower *lo, CXCursor c);    /* a pointer where the callee returns a reference */
const Expr *lower_argument(Lower *lo, CXCursor arg, CXType param); /* param invalid: of a variadic function */
const Expr *lower_half_call(Lower *lo, CXCursor c, CXCursor callee); /* lower_half.c; NULL: not one of __half */
bool cursor_is_launch(Lower *lo, CXCursor call);
const Expr *lower_launch(Lower *lo, CXCursor call);
const Expr *lower_library_launch(Lower *lo, CXCursor call, CXCursor callee); /* NULL: not a launch */

/* --- lower_func.c, lower_name.c --------------------------------------------------------------- */
Func *func_of(Lower *lo, CXCursor c);
void func_lower_pending(Lower *lo);
void func_collect_closure(Lower *lo, CXCursor lambda, StmtList *out);           /* lower_closure.c */
void lower_constructor_inits(Lower *lo, CXCursor constructor, StmtList *out);   /* lower_ctor.c */
/* Initialises one base or field of the object at `self`. */
void lower_init_part(Lower *lo, const Expr *self, CXType record, const AstInit *init, StmtList *out, Range range);
void lower_inherited_constructor(Lower *lo, const Expr *addr, StmtList *out, Range range);
/* The body of a function that forwards to `called`, the operator of a lambda without captures (ast_invoked_operator()). */
void lower_invoker(Lower *lo, CXCursor called, StmtList *out, Range range);
const char *func_name(Lower *lo, CXCursor c);

/* --- lower_dtor.c: the end of objects ------------------------------------------------------------ */
/* Of the object at `self`: nothing where its destructor and those of its parts do nothing. */
void lower_destruction(Lower *lo, const Expr *self, CXType type, StmtList *out, Range range);
/* Of local variables and parameters, which lo->kept lists.  lower_end_scope(): all but the first n, which are kept;
 * lower_leave_scopes(): the same before a jump, behind which they are kept for what is not left. */
void lower_keep(Lower *lo, CXCursor decl);
void lower_leave_scopes(Lower *lo, int n, StmtList *out);
void lower_end_scope(Lower *lo, int n, StmtList *out);
void lower_end_unknown(Lower *lo, int n, Range range, StmtList *out); /* of all but the first n; they are kept */
void lower_leave_function(Lower *lo, StmtList *out); /* before `return`: what it returns is not destroyed */
/* A discarded object, whose destructor is run at once. */
bool lower_is_ended(const Lower *lo, CXCursor c);
const Expr *lower_dropped(Lower *lo, CXCursor c);
/* `value`, of what is around an expression in clang's tree; not known where that names a temporary object, whose destructor
 * is run later. */
const Expr *lower_ended(Lower *lo, CXCursor wrapper, const Expr *value);

/* --- lower_stmt.c, lower_loop.c, lower_asm.c -------------------------------------------------- */
const Stmt *lower_stmt(Lower *lo, CXCursor c); /* never NULL */
void lower_stmt_into(Lower *lo, CXCursor c, StmtList *out);
Stmt *lower_loop(Lower *lo, CXCursor c, int unroll /* Stmt.unroll */);
const Expr *lower_asm(Lower *lo, CXCursor c);
AsmBlock *asm_parse(Arena *arena, const char *text); /* text: as libclang gives it, with operands $0, ${1:c} */

/* --- lower_goto.c: jumps ---------------------------------------------------------------------- */
bool lower_has_goto(CXCursor body);
void lower_labelled_items(Lower *lo, Kids kids, Range block, StmtList *out); /* the statements of a block */
void lower_goto(Lower *lo, CXCursor c, StmtList *out);

/* --- lower_lost.c: host code in which the compiler found an error ------------------------------- */
/* Clang omits the statement or the initialiser there, or replaces the condition by false. */
bool lost_in(const Lower *lo, Loc from, Loc to);                 /* an error lies between the two */
void lost_note(Lower *lo, Loc from, Loc to, StmtList *out);      /* then: variables named there become unknown */
const Expr *lost_or(Lower *lo, const Expr *e, Loc from, Loc to); /* then: an unknown expression in place of e */

/* --- lower_lenient.c: what clang rejects and nvcc accepts ----------------------------------------- */
const Expr *lenient_effect(Lower *lo, CXCursor c); /* as lower_effect(); NULL: it is no such expression */
/* Whether the function is lowered as nvcc compiles it in spite of this error in it. */
bool lenient_accepts(const Lower *lo, const Func *func, const ParseProblem *problem);

/* --- lower_scan.c: finds the functions to lower ----------------------------------------------- */
void scan_unit(Lower *lo);

#endif
