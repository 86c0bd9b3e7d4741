/* Fragments (nvcuda::wmma), and other intrinsics whose operands are not plain numbers. */
#include "smem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- wmma ------------------------------------------------------------------------------------------ */

/* How nvcc loads and stores fragments: eval/exec/fragments.def.  Which lane holds which element is up to
 * the implementation: here element e of a matrix by rows is slot e / 32 of lane e % 32. */
typedef enum FragmentWay { FRAGMENT_NONE, FRAGMENT_ROWS, FRAGMENT_PIECES, FRAGMENT_SINGLES } FragmentWay;
static const struct FragmentKind {
	char use, element;
	int bits;
	struct { FragmentWay way; int size; } as[2]; /* along, across */
} fragment_kinds[] = {
#define FRAGMENT(use, element, bits, along, size_along, across, size_across) \
	{ use, element, bits, { { FRAGMENT_##along, size_along }, { FRAGMENT_##across, size_across } } },
#include "fragments.def"
#undef FRAGMENT
};

typedef struct Fragment {
	char use;
	int m, n, k, rows, columns;
	bool by_rows;
	const struct FragmentKind *kind;
	Type type;
	uint64_t start, stride; /* bytes */
} Fragment;

static char element_letter(const char *type)
{
	static const struct { const char *type; char letter; } letters[] = {
		{ "f16", 'h' }, { "bf16", 'b' }, { "s8", 'c' }, { "u8", 'c' }, { "tf32", 't' }, { "f64", 'd' }, { "f32", 'f' }, { "s32", 'i' },
	};
	for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
		if (strcmp(letters[i].type, type) == 0)
			return letters[i].letter;
	return 0;
}

enum { MOST_ELEMENTS = 1024 };

static void set_shape(Fragment *f, const char *shape)
{
	if (sscanf(shape, "m%dn%dk%d", &f->m, &f->n, &f->k) != 3)
		launch_fail("matrices of shape %s are not supported on the processor", shape);
	f->rows = f->use == 'b' ? f->k : f->m;
	f->columns = f->use == 'a' ? f->k : f->n;
	if (f->rows < 1 || f->columns < 1 || f->rows * f->columns > MOST_ELEMENTS)
		launch_fail("matrices of shape %s are not supported on the processor", shape);
}

static Fragment fragment_of(const char *shape, char use, bool by_rows, const char *type)
{
	Fragment f = { .use = use, .by_rows = by_rows };
	char letter = element_letter(type);
	set_shape(&f, shape);
	for (size_t i = 0; i < sizeof fragment_kinds / sizeof *fragment_kinds; i++)
		if (fragment_kinds[i].use == (use == 'c' ? 'c' : 'o') && fragment_kinds[i].element == letter)
			f.kind = &fragment_kinds[i];
	if (!f.kind || !type_parse(type, &f.type) || f.kind->bits < 8)
		launch_fail("matrices of %s are not supported on the processor", type);
	return f;
}

static int least(int a, int b) { return a < b ? a : b; }

/* Traces one of the instructions that load or store a fragment. */
static void trace_step(const Fragment *f, bool across, uint32_t site, int step, bool stores)
{
	FragmentWay way = f->kind->as[across].way;
	int size = f->kind->as[across].size, lane = smem_lane->lane, bits = f->kind->bits, line, byte, bytes;
	int lines = f->by_rows ? f->rows : f->columns, length = f->by_rows ? f->columns : f->rows, line_bytes = length * bits / 8;
	static const char *const rows[] = { "", "ldmatrix_x1", "ldmatrix_x2", "", "ldmatrix_x4" };
	const char *op = stores ? "st" : "ld";
	if (way == FRAGMENT_ROWS) {
		int at_once = least(size, lines / 8 * (line_bytes / 16)), matrix = step * at_once + lane / 8 % at_once;
		int pair = least(2, lines / 8), columns = line_bytes / 16;
		line = 8 * (matrix / (pair * columns) * pair + matrix % pair) + lane % 8;
		byte = matrix / pair % columns * 16;
		bytes = 16;
		op = rows[at_once];
	} else if (way == FRAGMENT_PIECES) {
		int columns = line_bytes / (4 * size) > 1 ? line_bytes / (4 * size) : 1;
		line = step / columns * 8 + lane / 4;
		byte = (step % columns * 4 + lane % 4) * size;
		bytes = size;
	} else {
		int columns = length / 8;
		line = step / columns % size + lane % 4 * size + step / columns / size * 4 * size;
		byte = (step % columns * 8 + lane / 4) * bits / 8;
		bytes = bits / 8;
	}
	trace_as(site, smem_instance + (uint64_t)step * 0x1000193, f->start + (uint64_t)line * f->stride + (uint64_t)byte, 0, op, bytes);
}

static void trace_fragment(const Fragment *f, uint32_t site, bool stores)
{
	bool along_rows = f->use == 'c' ? f->m >= f->n : f->use == 'a', across = f->by_rows != along_rows;
	FragmentWay way = f->kind->as[across].way;
	int size = f->kind->as[across].size, lines = f->by_rows ? f->rows : f->columns, length = f->by_rows ? f->columns : f->rows;
	int line_bytes = length * f->kind->bits / 8, matrices = lines / 8 * (line_bytes / 16), n = 0;
	if (way == FRAGMENT_ROWS && matrices)
		n = matrices / least(size, matrices);
	else if (way == FRAGMENT_PIECES)
		n = lines / 8 * line_bytes / (4 * size);
	else if (way == FRAGMENT_SINGLES)
		n = lines / 4 * (length / 8);
	for (int step = 0; step < n; step++)
		trace_step(f, across, site, step, stores);
}

/* Slots hold registers of 4 bytes, of two halves each; of 8 bytes where the elements have as many. */
static uint64_t slot_get(const uint64_t *slots, int i, Type type)
{
	if (type.bytes >= 4)
		return slots[i];
	int each = 4 / type.bytes;
	return cut(slots[i / each] >> 8 * type.bytes * (i % each), type.bytes);
}

static void slot_put(uint64_t *slots, int i, Type type, uint64_t value)
{
	if (type.bytes >= 4) {
		slots[i] = cut(value, type.bytes);
		return;
	}
	int each = 4 / type.bytes, shift = 8 * type.bytes * (i % each);
	uint64_t mask = cut(~(uint64_t)0, type.bytes) << shift;
	slots[i / each] = (slots[i / each] & ~mask) | (cut(value, type.bytes) << shift & mask);
}

static void move_fragment(const Fragment *f, uint64_t *slots, bool stores)
{
	for (int e = smem_lane->lane, i = 0; e < f->rows * f->columns; e += WARP, i++) {
		int row = e / f->columns, column = e % f->columns, line = f->by_rows ? row : column, at = f->by_rows ? column : row;
		char *place = (char *)(uintptr_t)(f->start + (uint64_t)line * f->stride + (uint64_t)(at * f->type.bytes));
		uint64_t value = 0;
		if (stores) {
			value = slot_get(slots, i, f->type);
			memcpy(place, &value, (size_t)f->type.bytes);
		} else {
			memcpy(&value, place, (size_t)f->type.bytes);
			slot_put(slots, i, f->type, value);
		}
	}
}

typedef struct WmmaProduct {
	Fragment a, b, c, d;
	const uint64_t *a_at, *b_at, *c_at;
} WmmaProduct;

static double number_of(uint64_t value, Type type)
{
	if (is_floating(type))
		return as_float(value, type);
	return type.kind == 's' ? (double)as_signed(value, type.bytes) : (double)cut(value, type.bytes);
}

static uint64_t number_bits(double value, Type type)
{
	return is_floating(type) ? float_bits(value, type) : cut((uint64_t)(int64_t)value, type.bytes);
}

/* Element e, counted by rows, from the lane that holds it. */
static double element(const uint64_t *slots, const Fragment *f, int e)
{
	return number_of(slot_get(slots, e / WARP, f->type), f->type);
}

static void multiply_fragments(Lane *const *lanes, int n)
{
	if (n != WARP)
		launch_fail("matrices are multiplied by less than a warp");
	static double a[MOST_ELEMENTS], b[MOST_ELEMENTS];
	const WmmaProduct *p = lanes[0]->in;
	for (int e = 0; e < p->a.rows * p->a.columns; e++)
		a[e] = element(((const WmmaProduct *)lanes[e % WARP]->in)->a_at, &p->a, e);
	for (int e = 0; e < p->b.rows * p->b.columns; e++)
		b[e % p->b.columns * p->b.rows + e / p->b.columns] = element(((const WmmaProduct *)lanes[e % WARP]->in)->b_at, &p->b, e);
	for (int e = 0; e < p->d.rows * p->d.columns; e++) {
		const double *of_row = a + e / p->d.columns * p->a.k, *of_column = b + e % p->d.columns * p->a.k;
		double sum = element(((const WmmaProduct *)lanes[e % WARP]->in)->c_at, &p->c, e);
		for (int k = 0; k < p->a.k; k++)
			sum += of_row[k] * of_column[k];
		slot_put(lanes[e % WARP]->out, e / WARP, p->d.type, number_bits(sum, p->d.type));
	}
}

static int registers_of(const Fragment *f)
{
	/* f16 operands of 16x16x16 and similar shapes are held twice */
	bool twice = f->use != 'c' && f->kind->element == 'h';
	int elements = twice ? 16 : f->rows * f->columns / WARP;
	return f->type.bytes >= 4 ? elements : elements * f->type.bytes / 4;
}

/* "m16n16k16.mma.row.col.f32.f32", "m16n16k16.mma.row.col.s8", slots: d, a, b, c */
static void wmma_product(char **part, int n, uint64_t *slots, int n_outputs)
{
	bool plain = n == 6;
	const char *ab = plain ? "f16" : part[4], *d = plain ? part[4] : "f32", *c = plain ? part[5] : "f32";
	if (!strcmp(ab, "s8") || !strcmp(ab, "u8"))
		d = c = "s32";
	if (!strcmp(ab, "f64"))
		d = c = "f64";
	if (n > 6 || part[n - 1][0] == 0)
		launch_fail("a product of matrices of this kind is not supported on the processor");
	WmmaProduct p = {
		.a = fragment_of(part[0], 'a', true, ab), .b = fragment_of(part[0], 'b', true, ab),
		.c = fragment_of(part[0], 'c', true, c), .d = fragment_of(part[0], 'c', true, d),
	};
	p.a_at = slots + n_outputs;
	p.b_at = p.a_at + registers_of(&p.a);
	p.c_at = p.b_at + registers_of(&p.b);
	warp_meet(0xffffffff, &p, slots, multiply_fragments);
}

/* "m16n16k16.load.a.row.stride.f16.p0" slots: fragment, address, stride; "m16n16k16.store.d.row.stride.f32.p0": address, fragment, stride */
static void wmma_move(char **part, int n, uint64_t *slots, int n_slots, int n_outputs, uint32_t site)
{
	bool stores = !strcmp(part[1], "store"), strided = n > 4 && !strcmp(part[4], "stride");
	if (!strided || n < 6)
		launch_fail("a matrix without a distance of rows is not supported on the processor");
	Fragment f = fragment_of(part[0], part[2][0] == 'd' ? 'c' : part[2][0], !strcmp(part[3], "row"), part[5]);
	f.start = stores ? slots[0] : slots[n_outputs];
	f.stride = (uint64_t)(int64_t)(int32_t)slots[n_slots - 1] * (uint64_t)f.type.bytes;
	trace_fragment(&f, site, stores);
	move_fragment(&f, stores ? slots + 1 : slots, stores);
}

/* --- intrinsics that are no plain functions --------------------------------------------------------- */

typedef struct MatchAll {
	uint64_t value;
	uint32_t mask;
} MatchAll;

static void match_all(Lane *const *lanes, int n)
{
	bool same = true;
	for (int i = 1; i < n; i++)
		same &= ((const MatchAll *)lanes[i]->in)->value == ((const MatchAll *)lanes[0]->in)->value;
	for (int i = 0; i < n; i++)
		*(uint32_t *)lanes[i]->out = same ? ((const MatchAll *)lanes[i]->in)->mask : 0;
}

void smem_collective(const char *name, uint64_t *slots, int n_outputs, int n_slots, uint32_t site)
{
	char copy[160], *part[12] = { copy };
	int n = 1;
	snprintf(copy, sizeof copy, "%s", name + strlen("llvm.nvvm."));
	for (char *dot = strchr(copy, '.'); dot && n < 12; dot = strchr(dot, '.')) {
		*dot++ = 0;
		part[n++] = dot;
	}
	if (!strcmp(part[0], "wmma") && n > 3 && !strcmp(part[2], "mma")) {
		wmma_product(part + 1, n - 1, slots, n_outputs);
	} else if (!strcmp(part[0], "wmma") && n > 5) {
		wmma_move(part + 1, n - 1, slots, n_slots, n_outputs, site);
	} else if (!strcmp(part[0], "match") && !strcmp(part[1], "all")) {
		MatchAll in = { slots[n_outputs + 1], (uint32_t)slots[n_outputs] };
		uint32_t out = 0;
		warp_meet(in.mask, &in, &out, match_all);
		slots[0] = out;
		slots[1] = out != 0;
	} else if (!strcmp(part[0], "shfl") && n == 4) {
		uint32_t in[4], (*shuffle)(uint32_t, uint32_t, uint32_t, uint32_t) = smem_llvm_nvvm_shfl_sync_idx_i32;
		for (int i = 0; i < 4; i++)
			in[i] = (uint32_t)slots[n_outputs + i];
		shuffle = !strcmp(part[2], "up") ? smem_llvm_nvvm_shfl_sync_up_i32 : !strcmp(part[2], "down") ?
			  smem_llvm_nvvm_shfl_sync_down_i32 : !strcmp(part[2], "bfly") ? smem_llvm_nvvm_shfl_sync_bfly_i32 : shuffle;
		bool inside = shuffle_in_range(part[2], (int)smem_registers[R_LANE], in[2], in[3]);
		slots[0] = shuffle(in[0], in[1], in[2], in[3]);
		slots[1] = inside;
	} else {
		launch_fail("%s is not supported on the processor", name);
	}
}
