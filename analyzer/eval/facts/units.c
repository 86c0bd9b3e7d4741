#include "eval/facts/units.h"

const char *swizzle_name(Swizzle swizzle)
{
	static const char *const names[] = { "no swizzle", "the 32-byte swizzle", "the 64-byte swizzle", "the 128-byte swizzle",
					     "an unknown swizzle" };
	return names[swizzle];
}

int swizzle_span(Swizzle swizzle)
{
	return swizzle == SWIZZLE_NONE || swizzle == SWIZZLE_UNKNOWN ? 0 : 16 << swizzle;
}

int64_t swizzle_apply(Swizzle swizzle, int64_t address)
{
	int64_t mask = swizzle == SWIZZLE_UNKNOWN ? 0 : (1 << swizzle) - 1;
	return address ^ ((address >> 7 & mask) << 4);
}

bool tensor_map_same(const TensorMap *a, const TensorMap *b)
{
	return a->swizzle == b->swizzle && a->inner == b->inner;
}

bool tensor_map_identical(const TensorMap *a, const TensorMap *b)
{
	return tensor_map_same(a, b) && loc_same(a->range.begin, b->range.begin);
}

bool unit_use_same(const UnitUse *a, const UnitUse *b)
{
	return a->kind == b->kind && a->object == b->object && a->is_placed == b->is_placed && a->offset == b->offset &&
	       a->swizzle == b->swizzle && a->map == b->map;
}
