/* Loads and stores of matrix fragments (nvcuda::wmma): the instructions that nvcc generates for them. */
#include "eval/exec/exec.h"

typedef enum Pattern { PATTERN_NONE, PATTERN_ROWS, PATTERN_PIECES, PATTERN_SINGLES } Pattern;

typedef struct FragmentKind {
	char use, element;
	int bits;
	struct {
		Pattern pattern;
		int size;
	} mapping[2]; /* along the lines, across them */
} FragmentKind;

static const FragmentKind kinds[] = {
#define FRAGMENT(use, element, bits, along, size, across, size_across) \
	{ use, element, bits, { { PATTERN_##along, size }, { PATTERN_##across, size_across } } },
#include "eval/exec/fragments.def"
#undef FRAGMENT
};

/* A fragment as it lies in memory. */
typedef struct Fragment {
	const FragmentKind *kind;
	int lines, length;   /* length: elements of a line */
	bool across;
	bool seen;           /* the generated code was seen on this architecture */
	Value start, stride; /* bytes; stride: from line to line */
} Fragment;

typedef struct Spot {
	int line, byte;
} Spot;
typedef Spot SpotOf(const Fragment *f, int step, int lane);

/* --- what a lane accesses ------------------------------------------------------------------------- */

static int line_bytes(const Fragment *f)
{
	return f->length * f->kind->bits / 8;
}

static int size_of(const Fragment *f)
{
	return f->kind->mapping[f->across].size;
}

static int max_int(int a, int b)
{
	return a > b ? a : b;
}

static int min_int(int a, int b)
{
	return a < b ? a : b;
}

/* The 8x16-byte matrices of a fragment.  They are loaded in pairs of eight lines each, pair after pair along the lines. */
static int n_matrices(const Fragment *f)
{
	return f->lines / 8 * (line_bytes(f) / 16);
}

static Spot spot_of_rows(const Fragment *f, int step, int lane)
{
	int at_once = min_int(size_of(f), n_matrices(f));
	int matrix = step * at_once + lane / 8 % at_once, pair = min_int(2, f->lines / 8), columns = line_bytes(f) / 16;
	int line = matrix / (pair * columns) * pair + matrix % pair;
	return (Spot){ 8 * line + lane % 8, matrix / pair % columns * 16 };
}

static Spot spot_of_piece(const Fragment *f, int step, int lane)
{
	int size = size_of(f), columns = max_int(1, line_bytes(f) / (4 * size));
	return (Spot){ step / columns * 8 + lane / 4, (step % columns * 4 + lane % 4) * size };
}

static Spot spot_of_single(const Fragment *f, int step, int lane)
{
	int size = size_of(f), columns = f->length / 8;
	int line = step / columns % size + lane % 4 * size + step / columns / size * 4 * size;
	return (Spot){ line, (step % columns * 8 + lane / 4) * f->kind->bits / 8 };
}

static int n_steps(const Fragment *f)
{
	switch (f->kind->mapping[f->across].pattern) {
	case PATTERN_ROWS:
		return n_matrices(f) / max_int(1, min_int(size_of(f), n_matrices(f)));
	case PATTERN_PIECES:
		return f->lines / 8 * line_bytes(f) / (4 * size_of(f));
	case PATTERN_SINGLES:
		return f->lines / 4 * (f->length / 8);
	default:
		return 0;
	}
}

/* --- recording -------------------------------------------------------------------------------------- */

static Value address_of(Eval *ev, const Fragment *f, SpotOf *spot_of, int step)
{
	int64_t *lines = arena_array(ev->scratch, int64_t, ev->ctx.n_threads);
	int64_t *bytes = arena_array(ev->scratch, int64_t, ev->ctx.n_threads);
	for (int l = 0; l < ev->ctx.n_threads; l++) {
		Spot spot = spot_of(f, step, l % 32);
		lines[l] = spot.line;
		bytes[l] = spot.byte;
	}
	Value line = value_binary(&ev->ctx, OP_MUL, int_wide, value_per_thread(&ev->ctx, lines), f->stride);
	Value inside = value_binary(&ev->ctx, OP_ADD, int_wide, line, value_per_thread(&ev->ctx, bytes));
	return value_binary(&ev->ctx, OP_ADD, int_wide, f->start, inside);
}

static BankOp op_of(const Fragment *f, bool stores)
{
	if (f->kind->mapping[f->across].pattern != PATTERN_ROWS)
		return stores ? BANK_ST : BANK_LD;
	int at_once = min_int(size_of(f), n_matrices(f));
	return at_once == 4 ? BANK_LDMATRIX_X4 : at_once == 2 ? BANK_LDMATRIX_X2 : BANK_LDMATRIX_X1;
}

static void record_steps(Eval *ev, const Expr *site, const Fragment *f, bool stores)
{
	static SpotOf *const spots[] = { [PATTERN_ROWS] = spot_of_rows,
					 [PATTERN_PIECES] = spot_of_piece,
					 [PATTERN_SINGLES] = spot_of_single };
	Pattern pattern = f->kind->mapping[f->across].pattern;
	int bytes = pattern == PATTERN_ROWS ? 16 : pattern == PATTERN_PIECES ? size_of(f) : f->kind->bits / 8;
	int n = n_steps(f);
	for (int step = 0; step < n; step++)
		eval_shared(ev, site, op_of(f, stores), bytes, address_of(ev, f, spots[pattern], step), false,
			    f->seen ? REASON_NONE : REASON_RULE_OPEN);
}

/* --- the call ----------------------------------------------------------------------------------------- */

static const FragmentKind *kind_of(int64_t use, int64_t element)
{
	int64_t role = use == 'c' ? 'c' : 'o';
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (kinds[i].use == role && kinds[i].element == element)
			return &kinds[i];
	return NULL;
}

/* Bytes from line to line.  The functions require a multiple of 16 bytes: an unknown stride is taken in units of 16. */
static Value stride_of(Eval *ev, Value ldm, int bits)
{
	int64_t known;
	if (value_is_const(&ldm, &known))
		return value_int((int64_t)((uint64_t)known * (uint64_t)bits) / 8);
	Value units = value_binary(&ev->ctx, OP_DIV, int_wide, ldm, value_int(128 / bits));
	return value_binary(&ev->ctx, OP_MUL, int_wide, units, value_int(16));
}

enum { ARG_ADDRESS, ARG_USE, ARG_ELEMENT, ARG_M, ARG_N, ARG_K, ARG_BY_ROWS, ARG_LDM, ARG_ARCH };

/* False: the fragment is unknown. */
static bool find_fragment(Eval *ev, const Value *args, Fragment *f)
{
	int64_t n[FRAGMENT_ARGS];
	for (int i = ARG_USE; i < FRAGMENT_ARGS; i++)
		if (i != ARG_LDM && !value_is_const(&args[i], &n[i]))
			return false;
	f->kind = kind_of(n[ARG_USE], n[ARG_ELEMENT]);
	if (!f->kind || !arch_model((int)(n[ARG_ARCH] / 10))->knows_fragments)
		return false;
	for (int i = ARG_M; i <= ARG_K; i++)
		if (n[i] < 4 || n[i] > 128)
			return false;
	int64_t rows = n[ARG_USE] == 'b' ? n[ARG_K] : n[ARG_M], columns = n[ARG_USE] == 'a' ? n[ARG_K] : n[ARG_N];
	bool by_rows = n[ARG_BY_ROWS] != 0, along_rows = n[ARG_USE] == 'c' ? n[ARG_M] >= n[ARG_N] : n[ARG_USE] == 'a';
	f->lines = (int)(by_rows ? rows : columns);
	f->length = (int)(by_rows ? columns : rows);
	f->across = by_rows != along_rows;
	f->seen = n[ARG_ARCH] == 10 * MEASURED_ARCH;
	f->start = args[ARG_ADDRESS];
	f->stride = stride_of(ev, args[ARG_LDM], f->kind->bits);
	return n_steps(f) > 0;
}

void eval_fragment(Eval *ev, const Expr *site, const Value *args, bool stores)
{
	Fragment f;
	if (find_fragment(ev, args, &f)) {
		record_steps(ev, site, &f, stores);
		return;
	}
	BankOp op = stores ? BANK_ST : BANK_LD;
	ev->trial++;
	bool touches = eval_shared(ev, site, op, 4, args[ARG_ADDRESS], false, REASON_RULE_OPEN);
	ev->trial--;
	if (touches)
		eval_unknown_access(ev, site, op, REASON_UNSUPPORTED);
}
