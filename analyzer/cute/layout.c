#include "cute/layout.h"

#include <stdlib.h>

CuteTuple cute_int(int64_t value, bool is_static)
{
	return (CuteTuple){ .is_known = true, .is_static = is_static, .value = value };
}

CuteTuple cute_tuple(Arena *arena, const CuteTuple *elements, int n)
{
	return (CuteTuple){ .n = n, .at = arena_dup(arena, elements, sizeof *elements * (size_t)n) };
}

static int add_leaves(const CuteTuple *tuple, const CuteTuple **out, int n)
{
	if (!tuple->n) {
		if (out && n < CUTE_MODES)
			out[n] = tuple;
		return n + 1;
	}
	for (int i = 0; i < tuple->n; i++)
		n = add_leaves(&tuple->at[i], out, n);
	return n;
}

int cute_leaves(const CuteTuple *tuple, const CuteTuple **out)
{
	return add_leaves(tuple, out, 0);
}

bool cute_is_known(const CuteTuple *tuple)
{
	for (int i = 0; i < tuple->n; i++)
		if (!cute_is_known(&tuple->at[i]))
			return false;
	return tuple->n || tuple->is_known;
}

bool cute_is_static(const CuteTuple *tuple)
{
	for (int i = 0; i < tuple->n; i++)
		if (!cute_is_static(&tuple->at[i]))
			return false;
	return tuple->n || tuple->is_static;
}

int64_t cute_product(const CuteTuple *tuple)
{
	int64_t product = 1;

	if (!tuple->n)
		return tuple->value;
	for (int i = 0; i < tuple->n; i++)
		if (__builtin_mul_overflow(product, cute_product(&tuple->at[i]), &product))
			return INT64_MAX;
	return product;
}

bool cute_congruent(const CuteTuple *a, const CuteTuple *b)
{
	if (a->n != b->n)
		return false;
	for (int i = 0; i < a->n; i++)
		if (!cute_congruent(&a->at[i], &b->at[i]))
			return false;
	return true;
}

/* --- compact strides ---------------------------------------------------------------------------- */

/* An unknown extent makes the strides after it unknown. */
static CuteTuple times(CuteTuple a, const CuteTuple *b)
{
	CuteTuple product = { .is_known = a.is_known && b->is_known, .is_static = a.is_static && b->is_static };

	if (product.is_known && __builtin_mul_overflow(a.value, b->value, &product.value))
		product.value = INT64_MAX;
	return product;
}

/* A static extent of 1 has stride 0, as in CuTe. */
static CuteTuple compact(Arena *arena, const CuteTuple *shape, CuteTuple *step, bool is_left)
{
	CuteTuple *at, stride;

	if (!shape->n) {
		if (shape->is_static && shape->value == 1)
			return cute_int(0, true);
		stride = *step;
		*step = times(*step, shape);
		return stride;
	}
	at = arena_array(arena, CuteTuple, shape->n);
	for (int i = 0; i < shape->n; i++) {
		int mode = is_left ? i : shape->n - 1 - i;

		at[mode] = compact(arena, &shape->at[mode], step, is_left);
	}
	return (CuteTuple){ .n = shape->n, .at = at };
}

CuteTuple cute_compact_left(Arena *arena, const CuteTuple *shape)
{
	CuteTuple step = cute_int(1, true);

	return compact(arena, shape, &step, true);
}

CuteTuple cute_compact_right(Arena *arena, const CuteTuple *shape)
{
	CuteTuple step = cute_int(1, true);

	return compact(arena, shape, &step, false);
}

/* --- what is a layout --------------------------------------------------------------------------- */

const char *cute_swizzle_problem(CuteSwizzle swizzle)
{
	if (swizzle.bits < 0 || swizzle.base < 0)
		return "the bits and the base of a swizzle are at least 0";
	if (abs(swizzle.shift) < swizzle.bits)
		return "the shift of a swizzle is at least its bits";
	if (swizzle.bits + swizzle.base + abs(swizzle.shift) > 30)
		return "a swizzle has at most 30 bits";
	return NULL;
}

static const char *leaves_problem(const CuteTuple *tuple, bool is_shape)
{
	const CuteTuple *leaf[CUTE_MODES];
	int n = cute_leaves(tuple, leaf);

	if (n > CUTE_MODES)
		return "a layout has at most 32 modes";
	for (int i = 0; i < n; i++) {
		if (is_shape && leaf[i]->is_known && leaf[i]->value < 1)
			return "an extent is at least 1";
		if (leaf[i]->is_known && (leaf[i]->value > CUTE_MOST || leaf[i]->value < -CUTE_MOST))
			return "no integer of a layout is above 134217728";
	}
	return NULL;
}

const char *cute_layout_problem(const CuteLayout *layout)
{
	const char *problem = leaves_problem(&layout->shape, true);

	if (!problem)
		problem = leaves_problem(&layout->stride, false);
	if (!problem && !cute_congruent(&layout->shape, &layout->stride))
		problem = "the strides are not nested like the shape";
	if (!problem && cute_is_known(&layout->shape) && cute_product(&layout->shape) > CUTE_MOST)
		problem = "the layout has more than 134217728 elements";
	if (!problem && layout->is_composed)
		problem = cute_swizzle_problem(layout->swizzle);
	if (!problem && layout->is_composed)
		problem = leaves_problem(&layout->offset, false);
	return problem;
}

bool cute_layout_is_known(const CuteLayout *layout)
{
	return cute_is_known(&layout->shape) && cute_is_known(&layout->stride) && (!layout->is_composed || cute_is_known(&layout->offset));
}

int cute_rank(const CuteLayout *layout)
{
	return layout->shape.n ? layout->shape.n : 1;
}

int64_t cute_extent(const CuteLayout *layout, int mode)
{
	if (!layout->shape.n)
		return mode ? 1 : layout->shape.value;
	return mode < layout->shape.n ? cute_product(&layout->shape.at[mode]) : 1;
}

int64_t cute_size(const CuteLayout *layout)
{
	return cute_product(&layout->shape);
}

int64_t cute_cosize(const CuteLayout *layout)
{
	const CuteTuple *extent[CUTE_MODES], *stride[CUTE_MODES];
	int n = cute_leaves(&layout->shape, extent);
	int64_t last = 0;

	cute_leaves(&layout->stride, stride);
	for (int i = 0; i < n; i++)
		last += (extent[i]->value - 1) * llabs(stride[i]->value);
	return last + 1;
}

/* --- offsets ------------------------------------------------------------------------------------ */

/* The last mode takes what is left, also beyond its extent. */
static int64_t index_of(const CuteTuple *shape, const CuteTuple *stride, int64_t coord)
{
	int64_t sum = 0;

	if (!shape->n)
		return coord * stride->value;
	for (int i = 0; i < shape->n; i++) {
		int64_t extent = cute_product(&shape->at[i]);
		bool is_last = i + 1 == shape->n;

		sum += index_of(&shape->at[i], &stride->at[i], is_last ? coord : coord % extent);
		coord /= extent;
	}
	return sum;
}

int64_t cute_index(const CuteLayout *layout, const int64_t *coord, int n)
{
	int64_t sum = 0;

	if (n == 1 || !layout->shape.n)
		return index_of(&layout->shape, &layout->stride, coord[0]);
	for (int i = 0; i < n && i < layout->shape.n; i++)
		sum += index_of(&layout->shape.at[i], &layout->stride.at[i], coord[i]);
	return sum;
}

int64_t cute_swizzled(CuteSwizzle swizzle, int64_t offset)
{
	int64_t mask = (INT64_C(1) << swizzle.bits) - 1;

	if (swizzle.shift < 0)
		return offset ^ (offset & mask << swizzle.base) << -swizzle.shift;
	return offset ^ (offset & mask << (swizzle.base + swizzle.shift)) >> swizzle.shift;
}

static int log2_of(int bits)
{
	return __builtin_ctz((unsigned)bits);
}

CuteSwizzle cute_bit_swizzle(const CuteLayout *layout, int bits)
{
	CuteSwizzle swizzle = layout->swizzle;

	swizzle.base += layout->pointer_bits ? 3 : log2_of(bits);
	return swizzle;
}

int64_t cute_bit_offset(const CuteLayout *layout, const int64_t *coord, int n, int bits)
{
	int64_t index = cute_index(layout, coord, n);

	if (!layout->is_composed)
		return index * bits;
	return cute_swizzled(cute_bit_swizzle(layout, bits), (layout->offset.value + index) * bits);
}

int64_t cute_offset(const CuteLayout *layout, const int64_t *coord, int n)
{
	int bits = layout->pointer_bits ? layout->pointer_bits : 1;

	return cute_bit_offset(layout, coord, n, bits) / bits;
}

int64_t cute_bytes(const CuteLayout *layout, int bits)
{
	int64_t size = cute_size(layout), last = 0;

	if (!layout->is_composed)
		return (cute_cosize(layout) * bits + 7) / 8;
	for (int64_t i = 0; i < size; i++) {
		int64_t end = cute_bit_offset(layout, &i, 1, bits) + bits;

		if (end > last)
			last = end;
	}
	return (last + 7) / 8;
}

CuteLayout cute_plain(const CuteLayout *layout)
{
	return (CuteLayout){ .shape = layout->shape, .stride = layout->stride };
}
