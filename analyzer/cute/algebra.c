#include "cute/algebra.h"

#include <string.h>

/* Modes of one level. */
typedef struct Modes {
	int n;
	int64_t extent[2 * CUTE_MODES + 2], stride[2 * CUTE_MODES + 2];
} Modes;

static void modes_add(Modes *modes, int64_t extent, int64_t stride)
{
	modes->extent[modes->n] = extent;
	modes->stride[modes->n++] = stride;
}

/* --- coalesce, complement, composition ---------------------------------------------------------- */

/* Merges neighbours that are one mode; those of extent 1 are left out. */
static Modes coalesced(const Modes *in)
{
	Modes out = { 0 };

	for (int i = 0; i < in->n; i++) {
		int last = out.n - 1;

		if (in->extent[i] == 1)
			continue;
		if (out.n && out.extent[last] * out.stride[last] == in->stride[i])
			out.extent[last] *= in->extent[i];
		else
			modes_add(&out, in->extent[i], in->stride[i]);
	}
	if (!out.n)
		modes_add(&out, 1, 0);
	return out;
}

/* Without modes of stride 0, which go nowhere. */
static Modes filtered(const CuteLayout *layout)
{
	const CuteTuple *extent[CUTE_MODES], *stride[CUTE_MODES];
	int n = cute_leaves(&layout->shape, extent);
	Modes modes = { 0 };

	cute_leaves(&layout->stride, stride);
	for (int i = 0; i < n; i++)
		if (stride[i]->value)
			modes_add(&modes, extent[i]->value, stride[i]->value);
	return coalesced(&modes);
}

static int least_stride(const Modes *modes)
{
	int least = 0;

	for (int i = 1; i < modes->n; i++)
		if (modes->stride[i] < modes->stride[least])
			least = i;
	return least;
}

static void modes_drop(Modes *modes, int i)
{
	modes->n--;
	memmove(&modes->extent[i], &modes->extent[i + 1], sizeof *modes->extent * (size_t)(modes->n - i));
	memmove(&modes->stride[i], &modes->stride[i + 1], sizeof *modes->stride * (size_t)(modes->n - i));
}

/* Where the layout does not go, up to `target`.  False: it goes somewhere twice, or backwards. */
static bool complement(const CuteLayout *layout, int64_t target, Modes *out)
{
	Modes left = filtered(layout), gaps = { 0 };
	int64_t reached = 1;

	while (left.n) {
		int i = least_stride(&left);

		if (!left.stride[i] && left.extent[i] == 1)
			break;
		if (left.stride[i] < reached)
			return false;
		modes_add(&gaps, left.stride[i] / reached, reached);
		reached = left.stride[i] * left.extent[i];
		modes_drop(&left, i);
	}
	modes_add(&gaps, (target + reached - 1) / reached, reached);
	*out = coalesced(&gaps);
	return true;
}

static int64_t round_up(int64_t a, int64_t b)
{
	return (a + b - 1) / b;
}

static CuteTuple tuple_of(Arena *arena, const int64_t *values, int n, bool is_static)
{
	CuteTuple elements[CUTE_MODES + 1];

	for (int i = 0; i < n; i++)
		elements[i] = cute_int(values[i], is_static);
	return n == 1 ? elements[0] : cute_tuple(arena, elements, n);
}

/* The modes with which `lhs` takes the values of `extent`:`stride`, which is not negative.  False: they divide nothing. */
static bool compose_mode(const Modes *lhs, int64_t extent, int64_t stride, Modes *out)
{
	*out = (Modes){ 0 };
	if (!stride) {
		modes_add(out, extent, 0);
		return true;
	}
	for (int i = 0; i + 1 < lhs->n; i++) {
		int64_t next, own = lhs->extent[i];

		if (stride % own && stride >= own)
			return false;
		next = round_up(own, stride);
		if (next > 1 && extent > 1) {
			next = next < extent ? next : extent;
			if (extent % next)
				return false;
			modes_add(out, next, stride * lhs->stride[i]);
			extent /= next;
		}
		stride = round_up(stride, own);
	}
	if (!out->n || extent > 1)
		modes_add(out, extent, stride * lhs->stride[lhs->n - 1]);
	return true;
}

static bool compose(Arena *arena, const Modes *lhs, const CuteTuple *shape, const CuteTuple *stride, bool is_static, CuteTuple out[2])
{
	CuteTuple *parts[2];
	Modes modes;

	if (!shape->n) {
		if (stride->value < 0 || !compose_mode(lhs, shape->value, stride->value, &modes) || modes.n > CUTE_MODES)
			return false;
		out[0] = tuple_of(arena, modes.extent, modes.n, is_static);
		out[1] = tuple_of(arena, modes.stride, modes.n, is_static);
		return true;
	}
	for (int k = 0; k < 2; k++) {
		parts[k] = arena_array(arena, CuteTuple, shape->n);
		out[k] = (CuteTuple){ .n = shape->n, .at = parts[k] };
	}
	for (int i = 0; i < shape->n; i++) {
		CuteTuple mode[2];

		if (!compose(arena, lhs, &shape->at[i], &stride->at[i], is_static, mode))
			return false;
		parts[0][i] = mode[0];
		parts[1][i] = mode[1];
	}
	return true;
}

/* --- products ----------------------------------------------------------------------------------- */

static CuteTuple mode_of(const CuteTuple *tuple, int i, int64_t otherwise)
{
	if (!tuple->n && i == 0)
		return *tuple;
	return i < tuple->n ? tuple->at[i] : cute_int(otherwise, true);
}

static CuteTuple padded(Arena *arena, const CuteTuple *tuple, int rank, int64_t with)
{
	CuteTuple *at = arena_array(arena, CuteTuple, rank);

	for (int i = 0; i < rank; i++)
		at[i] = mode_of(tuple, i, with);
	return (CuteTuple){ .n = rank, .at = at };
}

static CuteTuple zipped(Arena *arena, const CuteTuple *a, const CuteTuple *b)
{
	CuteTuple *at = arena_array(arena, CuteTuple, a->n);

	for (int i = 0; i < a->n; i++)
		at[i] = cute_tuple(arena, (CuteTuple[]){ a->at[i], b->at[i] }, 2);
	return (CuteTuple){ .n = a->n, .at = at };
}

static const char *product(Arena *arena, const CuteLayout *block, const CuteLayout *tiler, bool is_raked, CuteLayout *out)
{
	int rank = cute_rank(block) > cute_rank(tiler) ? cute_rank(block) : cute_rank(tiler);
	CuteTuple shape = padded(arena, &block->shape, rank, 1), stride = padded(arena, &block->stride, rank, 0);
	CuteTuple tiler_shape = padded(arena, &tiler->shape, rank, 1), tiler_stride = padded(arena, &tiler->stride, rank, 0), rest[2];
	bool is_static =
		cute_is_static(&shape) && cute_is_static(&stride) && cute_is_static(&tiler->shape) && cute_is_static(&tiler->stride);
	Modes gaps;

	if (!cute_layout_is_known(block) || !cute_layout_is_known(tiler))
		return "a product takes layouts whose integers are known";
	if (cute_size(block) * cute_size(tiler) > CUTE_MOST || cute_cosize(block) > CUTE_MOST || cute_cosize(tiler) > CUTE_MOST)
		return "the product has more than 134217728 elements";
	if (!complement(block, cute_size(block) * cute_cosize(tiler), &gaps))
		return "a layout that is repeated must not have two elements in one place";
	if (!compose(arena, &gaps, &tiler_shape, &tiler_stride, is_static, rest))
		return "the layout cannot be repeated: what it leaves free does not divide";
	*out = *block;
	out->shape = is_raked ? zipped(arena, &rest[0], &shape) : zipped(arena, &shape, &rest[0]);
	out->stride = is_raked ? zipped(arena, &rest[1], &stride) : zipped(arena, &stride, &rest[1]);
	return cute_layout_problem(out);
}

const char *cute_blocked_product(Arena *arena, const CuteLayout *block, const CuteLayout *tiler, CuteLayout *out)
{
	return product(arena, block, tiler, false, out);
}

const char *cute_raked_product(Arena *arena, const CuteLayout *block, const CuteLayout *tiler, CuteLayout *out)
{
	return product(arena, block, tiler, true, out);
}

/* --- tile_to_shape ------------------------------------------------------------------------------ */

const char *cute_compact_order(Arena *arena, const CuteTuple *shape, const CuteTuple *order, CuteTuple *out)
{
	CuteTuple *at = arena_array(arena, CuteTuple, shape->n + 1);

	if (!shape->n || order->n != shape->n)
		return "an order has one integer for each mode of the shape";
	for (int i = 0; i < shape->n; i++) {
		int64_t step = 1;

		if (order->at[i].n || shape->at[i].n || !shape->at[i].is_known)
			return "an order is for a shape of integers";
		for (int k = 0; k < shape->n; k++)
			if (order->at[k].value < order->at[i].value && __builtin_mul_overflow(step, shape->at[k].value, &step))
				return "the layout has more than 134217728 elements";
		at[i] = shape->at[i].value == 1 ? cute_int(0, true) : cute_int(step, cute_is_static(shape));
	}
	*out = (CuteTuple){ .n = shape->n, .at = at };
	return NULL;
}

const char *cute_tile_to_shape(Arena *arena, const CuteLayout *block, const CuteTuple *shape, const CuteTuple *order, CuteMajor major,
			       CuteLayout *out)
{
	int rank = shape->n ? shape->n : 1;
	CuteTuple *at = arena_array(arena, CuteTuple, rank);
	CuteLayout tiler = { .shape = { .n = rank, .at = at } };
	const char *problem = NULL;

	if (!cute_is_known(shape) || !cute_is_known(&block->shape))
		return "tile_to_shape() takes shapes that are known";
	if (cute_rank(block) > rank)
		return "the shape has fewer modes than the layout that is to fill it";
	for (int i = 0; i < rank; i++) {
		CuteTuple whole = mode_of(shape, i, 1);
		int64_t extent = cute_product(&whole), own = cute_extent(block, i);

		if (extent < 1 || extent % own)
			return arena_printf(arena, "mode %d of the shape, %lld, is not a multiple of the layout's, %lld", i,
					    (long long)extent, (long long)own);
		at[i] = cute_int(extent / own, cute_is_static(&whole) && cute_is_static(&block->shape));
	}
	if (order)
		problem = cute_compact_order(arena, &tiler.shape, order, &tiler.stride);
	else
		tiler.stride = major == CUTE_LEFT ? cute_compact_left(arena, &tiler.shape) : cute_compact_right(arena, &tiler.shape);
	return problem ? problem : cute_blocked_product(arena, block, &tiler, out);
}

/* --- padding ------------------------------------------------------------------------------------ */

static CuteTuple padded_stride(Arena *arena, const CuteTuple *stride, int64_t row, int64_t pad)
{
	CuteTuple *at;

	if (!stride->n)
		return cute_int(stride->value + stride->value / row * pad, stride->is_static);
	at = arena_array(arena, CuteTuple, stride->n);
	for (int i = 0; i < stride->n; i++)
		at[i] = padded_stride(arena, &stride->at[i], row, pad);
	return (CuteTuple){ .n = stride->n, .at = at };
}

bool cute_pad(Arena *arena, const CuteLayout *layout, int64_t row, int64_t pad, CuteLayout *out)
{
	const CuteTuple *extent[CUTE_MODES], *stride[CUTE_MODES];
	int n = cute_leaves(&layout->shape, extent);
	int64_t last = 0;

	cute_leaves(&layout->stride, stride);
	for (int i = 0; i < n; i++) {
		if (stride[i]->value < 0 || (stride[i]->value >= row && stride[i]->value % row))
			return false;
		if (stride[i]->value < row)
			last += (extent[i]->value - 1) * stride[i]->value;
	}
	*out = *layout;
	out->stride = padded_stride(arena, &layout->stride, row, pad);
	return last < row && !cute_layout_problem(out);
}
