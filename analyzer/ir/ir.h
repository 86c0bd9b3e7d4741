/* The project's own tree of one translation unit: what the evaluator runs.
 *
 * It is a small, typed, C-like language in which everything implicit in C++ is explicit:
 *  - Every object is a Var, and names are addresses: a variable used as an lvalue is EX_ADDR, reading
 *    it is EX_LOAD of that address, writing it EX_STORE.  Fields and subscripts are EX_PTRADD.
 *    References are pointers.  An array-typed lvalue decays to its address.
 *  - Every conversion is an EX_CAST; operands of arithmetic have the type that the language gives them.
 *  - An expression of record (struct, class, union) or array type has as its value the *address* of an
 *    object that holds it; EX_COPY copies such an object.  A call that returns a record gives the address
 *    of a fresh temporary.
 *  - A method is a function whose first parameter is `this`.  Templates appear only as instantiated.
 *  - What the front end does not understand is EX_UNKNOWN / ST_UNKNOWN with a reason, never left out.
 *    Its operands are kept: they are evaluated for their effects.
 *
 * All of it lives in the unit's arena and is const once the front end has returned. */
#ifndef SMEMLINT_IR_IR_H
#define SMEMLINT_IR_IR_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"
#include "core/input.h"
#include "core/source.h"

/* --- types ------------------------------------------------------------------------------------ */

typedef enum TypeKind {
	TY_VOID,
	TY_BOOL,   /* size 1; values 0 and 1 */
	TY_INT,    /* size 1, 2, 4, 8 (16: values are unknown); enums and char types are their integer type */
	TY_FLOAT,  /* any floating type, also __half and __nv_bfloat16 of the prelude or the toolkit */
	TY_PTR,    /* to `elem`; size 8; references too */
	TY_ARRAY,  /* `count` of `elem`; count -1: unknown (extern T s[]) */
	TY_RECORD, /* fields (bases first, as fields without a name); a union's fields overlap */
	TY_FUNC,
	TY_OTHER,  /* anything else: only size and align are known */
} TypeKind;

typedef struct Type Type;

typedef struct Field {
	const char *name; /* "" for a base or an anonymous member */
	const Type *type;
	int64_t offset;   /* bytes from the start of the record */
	int bit_offset;   /* of a bit-field: in bits from `offset` */
	int bit_width;    /* 0: not a bit-field */
	int64_t align;    /* what alignas asks for; 0: nothing */
	Loc loc;          /* of an array: the declared name; else not set */
} Field;

struct Type {
	TypeKind kind;
	bool is_signed;   /* TY_INT */
	bool is_bfloat;   /* TY_FLOAT: __nv_bfloat16 */
	bool is_reference; /* TY_PTR */
	bool is_volatile; /* the type as an lvalue's; volatile accesses are never merged or dropped */
	int64_t size;     /* bytes; -1 unknown */
	int64_t align;    /* bytes; 1 where unknown */
	const Type *elem; /* TY_PTR, TY_ARRAY */
	int64_t count;    /* TY_ARRAY */
	const char *name; /* as it is written: "float", "float[32][33]", "Tile" */
	const Field *fields; /* TY_RECORD */
	int n_fields;
	Loc end;          /* TY_RECORD: after the brace that closes its definition */
};

/* --- variables and functions ------------------------------------------------------------------ */

typedef struct Expr Expr;
typedef struct Stmt Stmt;
typedef struct Func Func;

typedef enum VarKind {
	VAR_LOCAL,    /* automatic; one instance per call and thread */
	VAR_PARAM,
	VAR_SHARED,   /* __shared__, static size */
	VAR_DYNAMIC,  /* extern __shared__: all of a kernel's overlap at the start of dynamic shared memory */
	VAR_GLOBAL,   /* __device__, __managed__, host globals: content unknown unless it is const and has an init */
	VAR_CONSTANT, /* __constant__: content unknown (the host may write it) */
	VAR_BUILTIN,  /* threadIdx, blockIdx, blockDim, gridDim: records of three unsigned (x at 0, y at 4, z at 8); warpSize: int */
} VarKind;

typedef enum BuiltinVar { BV_NONE, BV_THREAD_IDX, BV_BLOCK_IDX, BV_BLOCK_DIM, BV_GRID_DIM, BV_WARP_SIZE } BuiltinVar;

/* Where a shared array is divided (places.h). */
typedef struct SharedPlace {
	int64_t at;                /* in bytes */
	const Type *elem;          /* of what begins there; NULL: pointers differ */
	const struct Var *pointer; /* the first one that points there; NULL: none does (the array's start) */
} SharedPlace;

typedef struct Var {
	const char *name;
	const Type *type;
	VarKind kind;
	BuiltinVar builtin;
	bool is_const;    /* the object never changes after its initialisation */
	bool is_static;   /* a function-static local that is not shared */
	bool is_temporary; /* a thread that reads it has just stored it, with the same threads: others' values do not matter */
	bool is_held;     /* of the front end: the address of what `x op= y` updates, and of nothing else */
	bool is_pointer;  /* a parameter of compiled code, whose type is a number's: it points to global memory */
	bool is_kept;     /* VAR_SHARED of compiled code: it has its place, however it is accessed */
	const Type *as;   /* shared arrays: the record that all code uses it as (raw.h); or NULL */
	const SharedPlace *places; /* shared arrays: … of local pointers, by place, the array's start first; */
	int n_places;        /* 0: there are none */
	bool is_set_once;    /* local pointers: they are set in one place, and else only read */
	const struct Var *into; /* local pointers: the shared array of which it always has one place, `at`; or NULL */
	int64_t at;
	bool is_host;     /* VAR_GLOBAL: the host's own, with init as its first content even where it is not const */
	bool is_unmodified; /* is_host: nothing in the program changes it */
	bool is_external; /* VAR_GLOBAL: other translation units may name it, by link_name */
	bool is_declared; /* is_external: only declared here */
	const char *link_name;        /* is_external: its name for the linker; else NULL */
	bool is_contested;            /* is_declared: several units define it */
	const struct Var *definition; /* is_declared: the same variable where it is defined, once units are linked; or NULL */
	int64_t align;    /* bytes; of the object: its type's, or more if the declaration says so */
	const Stmt *init; /* stores that initialise it (of a const global: its content), or NULL */
	const Func *owner; /* the function that declares it, or NULL */
	Loc loc;          /* the declared name */
	Range range;      /* the whole declaration */
	int id;           /* its index in Unit.vars */
} Var;

typedef enum FuncKind { FN_KERNEL, FN_DEVICE, FN_HOST } FuncKind; /* __host__ __device__ is FN_DEVICE */

typedef struct BlockShape {
	int64_t x, y, z; /* -1: not known */
} BlockShape;

struct Func {
	const char *name;      /* "transpose<float, 32>" where it is an instance, else "transpose"; with its scope: "ns::C::f" */
	const char *base_name; /* "transpose" */
	const char *mangled;   /* Itanium, as nvcc prints it */
	FuncKind kind;
	bool is_system;        /* defined in a toolkit, library or prelude header: its accesses are reported at the caller's line */
	bool is_external;      /* other translation units may name it */
	bool is_declared;      /* only declared here */
	bool is_contested;     /* is_declared: several units define it */
	const struct Func *definition; /* the same function in another unit that this one is linked with (ir/link.h), or NULL */
	const Var **params;
	int n_params;
	const Type *result;
	const Stmt *body;      /* NULL: only declared */
	const Type *self;      /* the class of a method, or NULL */
	bool no_inline;        /* __noinline__ */
	BlockShape max_threads; /* __launch_bounds__(n): x = n, y = z = 1; x = 0: none */
	bool is_block_fixed;   /* of compiled code: max_threads is the block of every launch, and no limit */
	int64_t dynamic_bytes; /* of compiled code: the dynamic shared memory of every launch; 0: not known */
	BlockShape cluster;    /* __cluster_dims__; x = 0: none */
	const char *broken;    /* why its body may be incomplete (the compiler's own error with its place), or NULL */
	Loc loc;
	Range range;
	int id;  /* unique in the unit */
};

/* --- expressions ------------------------------------------------------------------------------ */

typedef enum ExprKind {
	EX_INT,       /* i; also characters, booleans, enumerators, null pointers, sizeof, template arguments */
	EX_FLOAT,     /* f */
	EX_STRING,    /* the address of a string literal (text in name) */
	EX_ADDR,      /* the address of var */
	EX_FUNC,      /* the address of func; up to here they are leaves */
	EX_LOAD,      /* *arg[0], of this expression's scalar type; bit_width > 0: of a bit-field at bit_offset */
	EX_STORE,     /* *arg[0] = arg[1]; its value is arg[1] as stored (bit_width as above) */
	EX_COPY,      /* *arg[0] = *arg[1], an object of record or array type `copied`; its value is arg[0] */
	EX_PTRADD,    /* arg[0] + arg[1] * scale bytes; arg[1] is an integer (with its own width and sign) */
	EX_PTRDIFF,   /* (arg[0] - arg[1]) / scale */
	EX_UNARY,     /* op: OP_NEG, OP_NOT (~), OP_LNOT (!) */
	EX_BINARY,    /* op; both operands have the same type, except shifts; comparisons give TY_BOOL */
	EX_LAND,
	EX_LOR, /* arg[0], arg[1], short circuit */
	EX_COND,      /* arg[0] ? arg[1] : arg[2] */
	EX_COMMA,     /* arg[0], arg[1] */
	EX_CAST,      /* arg[0] to this expression's type (integers, floats, bool, pointers, pointer <-> integer) */
	EX_CALL,      /* func(args), or (*callee)(args) where func is NULL; `this` comes first */
	EX_INTRINSIC, /* intrinsic (a row of intrinsics.def), args */
	EX_TEMP,      /* the address of var, a fresh temporary, after stmt has initialised it */
	EX_STMT,      /* ({ … }): the value of stmt's last expression */
	EX_ASM,       /* inline PTX: asm_block */
	EX_LAUNCH,    /* <<<>>> and its library forms: launch */
	EX_UNKNOWN,   /* not understood: reason; args are evaluated for their effects */
} ExprKind;

typedef enum Op {
	OP_NONE,
#define OP(name, spelling, arity) OP_##name,
#include "ir/ops.def"
#undef OP
} Op;

typedef enum IntrinsicClass {
	IN_ATOMIC = 1,    /* changes what argument 0 points to atomically, and gives the old value */
	IN_LOADS = 2,     /* gives what argument 0 points to */
	IN_STORES = 4,    /* stores argument 1 to what argument 0 points to */
	IN_FILLS = 8,     /* memset */
	IN_COPIES = 16,   /* memcpy */
	IN_FRAGMENT = 32, /* moves a matrix fragment between registers and what argument 0 points to */
	IN_ADDRESS = 64,  /* gives the address in argument 0 as a number */
	IN_ORDERS = 128,  /* orders the memory accesses before it and those after it */
	IN_ASYNC = 512,   /* copies to what argument 0 points to, later */
	IN_COMPUTES = 256, /* computes a value from its arguments in straight-line code, without side effects */
	IN_PURE = 2048,     /* nothing remains of a call but what it gives */
	IN_OPAQUE = 1024, /* NVVM takes it for one that may write to memory (opaque.h) */
} IntrinsicClass;

/* A row of intrinsics.def. */
typedef struct Intrinsic {
	const char *spelling;
	unsigned classes; /* of IntrinsicClass */
} Intrinsic;
extern const Intrinsic intrinsics[];
extern const int n_intrinsics;
const Intrinsic *intrinsic_named(const char *spelling); /* NULL: there is none */

/* Inline PTX, parsed.  A block is a list of instructions over operands. */
typedef struct AsmOperand {
	enum { AO_REG, AO_ARG, AO_IMM, AO_SPECIAL, AO_ADDRESS, AO_VECTOR, AO_OTHER /* 1.5, !p */ } kind;
	const char *name;  /* AO_REG: a register declared in the block; AO_SPECIAL: "%laneid", "%tid.x", or a register "%r1" */
	int arg;           /* AO_ARG: operand number, outputs first; base register of AO_ADDRESS as `base` */
	int64_t imm;       /* AO_IMM; the offset of AO_ADDRESS */
	const struct AsmOperand *base; /* AO_ADDRESS: the register or argument that is the base */
	const struct AsmOperand *offset; /* AO_ADDRESS: an argument that is added; or NULL */
	const struct AsmOperand *parts; /* AO_VECTOR: {a, b, …} */
	int n_parts;
} AsmOperand;

typedef struct AsmInstr {
	const struct PtxOpcode *opcode; /* ir/ptx_opcode.h; NULL: the instruction is not understood */
	const AsmOperand *guard; /* @p or NULL */
	bool guard_negated;
	const AsmOperand *operands; /* as written: destination first */
	int n_operands;
	bool is_jumped;          /* between a branch and its label: it may be executed several times, or not at all */
	const char *text;        /* the instruction as written */
} AsmInstr;

/* A call that was inlined around an instruction. */
typedef struct AsmInlined {
	const struct AsmInlined *outer; /* the call of the function that it is in; NULL: that is the kernel */
	const struct Func *func;        /* the function that was inlined */
	const struct Expr *call;        /* its place */
} AsmInlined;

typedef struct AsmBlock {
	const AsmInstr *instrs;
	int n_instrs;
	const Expr **outputs; /* addresses that results are stored to */
	const Type **output_types;
	const bool *output_reads; /* a "+r" operand */
	int n_outputs;
	const Expr **inputs;  /* values; operand n_outputs + i */
	const bool *is_immediate; /* by input: an "n" operand, which no register holds; NULL: not known */
	int n_inputs;
	const struct Expr *place; /* of compiled code: the first one like it in the same place, which stands for all in facts; or NULL */
	const AsmInlined *inlined; /* of compiled code, innermost first; NULL: it is in the kernel itself */
	bool is_unplaced;          /* of compiled code with lines: it has none, and its place is that of the instruction before */
} AsmBlock;

typedef struct LaunchExpr {
	const Func *kernel;     /* NULL where it is not known which */
	const Expr *kernel_expr; /* a function-pointer value where kernel is NULL, or NULL */
	const Expr *grid, *block; /* addresses of dim3 records (three unsigned), or integers converted to dim3 so */
	const Expr *dynamic_bytes; /* integer, or NULL: 0 */
	const Expr **args;
	int n_args;
	bool args_are_addresses; /* cudaLaunchKernel: arg[i] points to a void* array of addresses; not resolved */
} LaunchExpr;

/* What the evaluator reads of every node comes first: trees are larger than the processor's caches. */
struct Expr {
	ExprKind kind;
	Op op;
	const Type *type;
	const Expr **arg;
	int n_args;
	int id;               /* unique in the unit */
	const Var *var;
	const Func *func;
	int64_t i;
	int64_t scale;        /* EX_PTRADD, EX_PTRDIFF */
	const Stmt *stmt;
	const Expr *callee;
	const Intrinsic *intrinsic;
	const Type *copied;
	int bit_width, bit_offset;
	bool was_call;        /* it stands for a call (inline/inline.h) */
	bool runs;            /* EX_UNKNOWN: a function of which nothing is known is called */
	double f;
	const AsmBlock *asm_block;
	const LaunchExpr *launch;
	const char *name, *reason;
	Range range;          /* in the source (of the macro's use, if it comes from a macro) */
};

/* --- statements ------------------------------------------------------------------------------- */

typedef enum StmtKind {
	ST_EXPR,     /* expr, for its side effects */
	ST_DECL,     /* a fresh instance of var with undefined content; then init (a statement or NULL) runs */
	ST_BLOCK,    /* items */
	ST_IF,       /* expr, body, other (or NULL); init first (or NULL) */
	ST_LOOP,     /* init; while (expr) { body; step }.  is_do: the body runs before the first test. expr NULL: true */
	ST_SWITCH,   /* expr, body: a block with ST_CASE and ST_DEFAULT as labels */
	ST_CASE,     /* label: low .. high (the same for a plain case) */
	ST_DEFAULT,
	ST_BREAK,
	ST_CONTINUE, /* target, or the innermost loop (break: or switch) */
	ST_RETURN,   /* expr or NULL; a record: the address of what is returned */
	ST_UNKNOWN,  /* a goto into a block, a label inside of another statement …: reason; items are what it contains */
} StmtKind;

enum { UNROLL_ALL = -1, UNROLL_SOME = -2 /* a factor that is not known */ };

struct Stmt {
	StmtKind kind;
	int id;              /* unique in the unit */
	const Expr *expr;
	const Stmt **items;
	int n_items;
	bool is_do;
	bool is_lost;        /* ST_UNKNOWN: clang left something out here because of an error that it reports; global
	                      * variables and what expr's arguments point to may have changed */
	const Stmt *body, *other;
	const Var *var;
	const Stmt *init;
	const Expr *step;
	const Stmt *target;  /* ST_BREAK, ST_CONTINUE: an enclosing loop or switch; NULL: the innermost */
	int unroll;          /* ST_LOOP: the factor of `#pragma unroll` (nounroll: 1), or UNROLL_…; 0: there is none */
	int64_t low, high;
	const char *reason;
	Range range;
};

/* --- the unit --------------------------------------------------------------------------------- */

/* A `// smemlint: …` comment; it applies to the kernel that follows it or contains it. */
typedef struct Directive {
	Loc loc;
	const char *verb;  /* "block", "assume", "instantiate" */
	const char *text;  /* between the parentheses (or angle brackets) */
	Loc text_loc;      /* the begin of `text` */
	const Func *func;  /* NULL: it applies to no kernel … */
	bool is_uninstantiated; /* … and is before a kernel template that nothing instantiates */
} Directive;

typedef struct ParseProblem {
	Loc loc;
	const char *message;
	bool is_fatal;
	bool is_accepted; /* nvcc accepts it, and it does not affect the analysis */
	bool of_comment; /* about a `// smemlint:` comment at `loc`, not about the program */
	bool is_assumption; /* no error: what was taken in place of headers that are not found; fatal: by a guess */
	bool is_complete;   /* … and this has all that instantiates templates */
} ParseProblem;

typedef struct Unit {
	SourceSet *sources;
	int main_file;
	const Func **funcs;      /* every function that has a body and was reached */
	int n_funcs;
	const Func **kernels;    /* those of funcs that are kernels of the program (not system), in source order */
	int n_kernels;
	const Func **hosts;      /* host functions of the program that contain a launch or call one that does */
	int n_hosts;
	Func **declared;         /* functions of the program without a body here */
	int n_declared;
	const int *linked;       /* the main files of the units that it was linked with */
	int n_linked;
	Var **vars;              /* of both units after unit_link() */
	int n_vars, n_exprs, n_stmts, n_func_ids;
	const Var **run_vars; /* of vars: those that every run looks at, unit_list_vars(): threadIdx and the like, the host's globals */
	int n_run_vars;
	bool has_shared;         /* some variable is in shared memory; unit_list_vars() */
	const bool *is_idle, *is_global; /* by Var.id; idle_find() fills them in */
	const uint16_t *expr_effects; /* by Expr.id: flags; effects_find() fills them in, after idle_find() (effects.h, invariant.h) */
	const int *sink_groups; /* by Expr.id: accesses of one number may be sunk into one; effects_find(), too (sink.h) */
	const int *hoist_groups; /* by Expr.id: loads of one number may be hoisted into one; effects_find(), too (hoist.h) */
	const bool *escapes; /* by Var.id; effects_find(), too (escapes.h) */
	unsigned char *slice; /* by Stmt.id: flags; slice_find() fills them in (slice/slice.h); NULL: nothing is skipped */
	const unsigned char *set_how; /* by Var.id; set_how_find() fills it in (bytes/set_how.h) */
	const struct LiveBytes *live_bytes; /* by Var.id; live_bytes_find() fills them in (bytes/live_bytes.h) */
	const char **templates; /* kernel templates that nothing instantiates: "name (file:line)" */
	const Loc *template_locs;
	int n_templates;
	const Directive *directives;
	int n_directives;
	const ParseProblem *problems; /* errors of the compiler, in order */
	int n_problems;
	bool unusable; /* nothing could be parsed: problems has the reason */
	Inputs inputs; /* all files that the compiler read */
	double parse_ms; /* processor time of libclang's parser … */
	int64_t parse_peak_kb; /* … and the process's peak memory after it */
	int arch; /* 90: compiled for sm_90 */
	bool is_compiled; /* PTX: NVVM's optimisations are done, the assembler's are not */
	const char *toolkit; /* the CUDA toolkit whose headers were used, or NULL: the bundled prelude */
} Unit;

/* Text for --dump-ir and golden tests: one S-expression per statement, types after a colon. */
struct Buf;
void ir_print(struct Buf *out, const Unit *unit);
void ir_print_func(struct Buf *out, const Unit *unit, const Func *func);
const char *op_spelling(Op op);

static inline bool op_is_comparison(Op op)
{
	return op >= OP_EQ && op <= OP_GE;
}

/* The result of a comparison whose left operand is less than, equal to or greater than the right one; NaN: none of these. */
static inline bool op_compare(Op op, bool less, bool equal, bool greater)
{
	switch (op) {
	case OP_EQ:
		return equal;
	case OP_NE:
		return !equal;
	case OP_LT:
		return less;
	case OP_LE:
		return less || equal;
	case OP_GT:
		return greater;
	default:
		return greater || equal;
	}
}

/* A call of an intrinsic of one of these classes. */
static inline bool is_intrinsic(const Expr *e, unsigned classes)
{
	return e->kind == EX_INTRINSIC && e->intrinsic->classes & classes;
}

/* A literal, or the address of a variable, function or string: there is nothing to evaluate. */
static inline bool expr_is_leaf(const Expr *e)
{
	return e->kind <= EX_FUNC;
}

static inline const Expr *expr_without_casts(const Expr *e)
{
	while (e->kind == EX_CAST)
		e = e->arg[0];
	return e;
}

#endif
