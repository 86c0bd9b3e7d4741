#include "cute/algebra.h"
#include "cute/search.h"

const CuteLayout *cute_chosen(Arena *arena, const CuteLayout *layout, int bits, const CuteChoice *choice)
{
	CuteLayout plain = cute_plain(layout), *out = arena_dup(arena, &plain, sizeof plain);

	if (choice->pad && !cute_pad(arena, &plain, choice->row * 8 / bits, choice->pad * 8 / bits, out))
		return NULL;
	if (!choice->swizzle.bits)
		return out;
	out->is_composed = true;
	out->offset = cute_int(0, true);
	out->swizzle = choice->swizzle;
	out->pointer_bits = layout->pointer_bits;
	if (!out->pointer_bits)
		out->swizzle.base += 3 - __builtin_ctz((unsigned)bits);
	return out;
}

int cute_rows(Arena *arena, const CuteLayout *layout, int bits, int64_t *rows)
{
	const CuteTuple *stride[CUTE_MODES];
	int n = cute_leaves(&layout->stride, stride), n_rows = 0;

	for (int i = 0; i < n; i++) {
		int64_t row = stride[i]->value, length = row * bits;
		CuteLayout padded, plain = cute_plain(layout);
		bool is_new = length > 0 && length % 8 == 0 && row > 1 && cute_pad(arena, &plain, row, 1, &padded);

		for (int k = 0; k < n_rows; k++)
			is_new = is_new && rows[k] != length / 8;
		if (is_new)
			rows[n_rows++] = length / 8;
	}
	return n_rows;
}
