#include "cute/layout.h"

#include <inttypes.h>

static void print_int(Buf *out, const CuteTuple *leaf)
{
	if (!leaf->is_known)
		buf_putc(out, '?');
	else if (!leaf->is_static)
		buf_printf(out, "%" PRId64, leaf->value);
	else
		buf_printf(out, "_%" PRId64, leaf->value);
}

void cute_print_tuple(Buf *out, const CuteTuple *tuple)
{
	if (!tuple->n) {
		print_int(out, tuple);
		return;
	}
	for (int i = 0; i < tuple->n; i++) {
		buf_putc(out, i ? ',' : '(');
		cute_print_tuple(out, &tuple->at[i]);
	}
	buf_putc(out, ')');
}

void cute_print(Buf *out, const CuteLayout *layout)
{
	if (layout->is_composed) {
		buf_printf(out, "Sw<%d,%d,%d> o ", layout->swizzle.bits, layout->swizzle.base, layout->swizzle.shift);
		if (layout->pointer_bits)
			buf_printf(out, "smem_ptr[%db](unset)", layout->pointer_bits);
		else
			print_int(out, &layout->offset);
		buf_puts(out, " o ");
	}
	cute_print_tuple(out, &layout->shape);
	buf_putc(out, ':');
	cute_print_tuple(out, &layout->stride);
}

/* --- as C++ ------------------------------------------------------------------------------------- */

/* CuTe has short names for more than these, but for these in every version. */
static bool has_name(int64_t value)
{
	return value >= 0 && (value <= 10 || (value <= 65536 && (value & (value - 1)) == 0));
}

static void code_tuple(Buf *out, const char *name, const CuteTuple *tuple)
{
	if (!tuple->n) {
		buf_printf(out, has_name(tuple->value) ? "_%" PRId64 : "Int<%" PRId64 ">", tuple->value);
		return;
	}
	buf_printf(out, "%s<", name);
	for (int i = 0; i < tuple->n; i++) {
		buf_puts(out, i ? "," : "");
		code_tuple(out, name, &tuple->at[i]);
	}
	buf_putc(out, '>');
}

void cute_print_code(Buf *out, const CuteLayout *layout)
{
	if (layout->is_composed) {
		buf_printf(out, "composition(Swizzle<%d,%d,%d>{}, ", layout->swizzle.bits, layout->swizzle.base, layout->swizzle.shift);
		if (layout->pointer_bits)
			buf_printf(out, "smem_ptr_flag_bits<%d>{}, ", layout->pointer_bits);
		else if (layout->offset.value)
			buf_printf(out, "Int<%" PRId64 ">{}, ", layout->offset.value);
	}
	buf_puts(out, "Layout<");
	code_tuple(out, "Shape", &layout->shape);
	buf_putc(out, ',');
	code_tuple(out, "Stride", &layout->stride);
	buf_puts(out, layout->is_composed ? ">{})" : ">{}");
}
