#include "rules/finding.h"
#include "rules/plain.h"
#include "rules/swizzles.h"
#include "rules/words.h"

static bool claims(const RuleContext *context)
{
	return mismatch_of(context->kernel, context->fact).kind != MISMATCH_NONE;
}

static const char *message(const RuleContext *context)
{
	Arena *arena = context->arena;
	Mismatch m = mismatch_of(context->kernel, context->fact);
	const char *who = m.by && m.by->kind == UNIT_COPY_IN    ? "the tensor copy that fills it"
			  : m.by && m.by->kind == UNIT_COPY_OUT ? "the tensor copy that reads it"
								: "the matrix descriptor that reads it";
	const char *name = m.object && m.object->name ? arena_printf(arena, "'%s'", m.object->name) : "shared memory";
	switch (m.kind) {
	case MISMATCH_BOX:
		return arena_printf(arena, "%lld bytes are the innermost dimension of the tensor map's box, but %s takes at most %d",
				    (long long)m.use->map->inner, swizzle_name(m.use->map->swizzle), swizzle_span(m.use->map->swizzle));
	case MISMATCH_OPERAND:
		return arena_printf(arena, "the matrix descriptor says %s for %s, but the tensor copy that fills it has %s",
				    swizzle_name(m.said), name, swizzle_name(m.is));
	case MISMATCH_COPY:
		return arena_printf(arena, "the tensor map of this copy says %s for %s, but the tensor copy that fills it has %s",
				    swizzle_name(m.said), name, swizzle_name(m.is));
	case MISMATCH_INDEX:
		return arena_printf(arena, "%s is computed with %s, but %s has %s", access_words(arena, context->fact),
				    swizzle_name(m.said), who, swizzle_name(m.is));
	default:
		return arena_printf(arena, "%s takes rows as they are, but %s has %s", access_words(arena, context->fact), who,
				    swizzle_name(m.is));
	}
}

static const char *reason(const RuleContext *context)
{
	const Mismatch m = mismatch_of(context->kernel, context->fact);
	const TensorMap *map = m.kind == MISMATCH_BOX && m.use ? m.use->map : m.by ? m.by->map : NULL;
	const Range here = fact_user_range(context->sources, context->fact);
	if (!map)
		return "the result is wrong, not slow";
	return arena_printf(context->arena,
			    m.kind == MISMATCH_BOX ? "cuTensorMapEncodeTiled refuses the tensor map of %s"
						   : "the result is wrong, not slow; the tensor map is encoded in %s",
			    plain_line(context->arena, context->sources, here, map->range.begin));
}

static const char *remedy(const RuleContext *context)
{
	return mismatch_of(context->kernel, context->fact).kind == MISMATCH_BOX
		       ? "make the box narrower and copy several of them, or choose a wider swizzle"
		       : "say the same swizzle in both places";
}

static void notes(const RuleContext *context, Diag *diag)
{
	Mismatch m = mismatch_of(context->kernel, context->fact);
	const TensorMap *own = m.use ? m.use->map : NULL, *other = m.by ? m.by->map : NULL;
	if (m.other)
		note_add(context->arena, diag, m.other->range,
			 m.by->kind == UNIT_COPY_IN    ? "the tensor memory accelerator fills it here"
			 : m.by->kind == UNIT_COPY_OUT ? "the tensor memory accelerator reads it here"
						       : "the tensor cores read it here");
	if (other)
		note_add(context->arena, diag, other->range,
			 arena_printf(context->arena, "the tensor map is encoded here with %s", swizzle_name(other->swizzle)));
	if (own)
		note_add(context->arena, diag, own->range,
			 arena_printf(context->arena,
				      m.kind == MISMATCH_BOX ? "cuTensorMapEncodeTiled refuses this tensor map, with %s"
							     : "this copy's tensor map is encoded here with %s",
				      swizzle_name(own->swizzle)));
	if (m.kind == MISMATCH_BOX)
		note_add(context->arena, diag, range_none, "make the box narrower and copy several of them, or choose a wider swizzle");
	else
		note_add(context->arena, diag, range_none, "the result is wrong, not slow: say the same swizzle in both places");
}

const Rule rule_smem_swizzle_mismatch = {
	.name = "smem-swizzle-mismatch",
	.summary = "two descriptions of a buffer's swizzle do not agree",
	.explanation =
		"The tensor memory accelerator and the tensor cores have a layout of their own, the swizzle: in rows of\n"
		"32, 64 or 128 bytes, 16-byte pieces change places by the number of the row (bits 4 to 6 of the address\n"
		"are combined by XOR with bits 7 to 9). It is said in up to three places: in the tensor map that the\n"
		"host encodes, in the matrix descriptor that the kernel builds, and in the index by which lanes read\n"
		"the buffer. If these differ, the result is wrong.\n"
		"\n"
		"```cuda\n"
		"// host: cuTensorMapEncodeTiled(&map, …, CU_TENSOR_MAP_SWIZZLE_64B, …)\n"
		"cp_async_bulk_tensor(tile, &map, x, y);    // rows of 64 bytes, swizzled by two bits\n"
		"uint64_t desc = address_bits(tile);\n"
		"desc |= 1ull << 62;                        // but 1 is the 128-byte swizzle; 2 would be the 64-byte one\n"
		"wgmma(desc, …);\n"
		"```\n"
		"\n"
		"Reported are only disagreements that are certain: the tensor map is encoded in the program with a\n"
		"constant mode, it is a parameter of the kernel, nothing but tensor copies writes to the buffer, and\n"
		"the descriptor or the index is understood. Lanes that read swizzled rows as they are are reported if\n"
		"they store what they read at once, or read it as matrices (`ldmatrix`), and the kernel computes no\n"
		"XOR that might undo the swizzle. A box that is wider than its swizzle allows, which\n"
		"`cuTensorMapEncodeTiled` refuses, is reported at the copy.\n"
		"\n"
		"**What to do.** Make one constant of the mode, and derive the others from it. In a descriptor of\n"
		"`wgmma`, bits 62 and 63 are 0 without swizzle, 1 for 128, 2 for 64, 3 for 32 bytes; in one of\n"
		"`tcgen05`, bits 61 to 63 are 0, 2, 4, 6. Lanes read byte `o` of a buffer that is aligned to 1,024 bytes\n"
		"at `o ^ (o >> 7 & 7) << 4` with the 128-byte swizzle; the mask is 3 for 64 and 1 for 32 bytes.\n"
		"\n"
		"**What it cannot see.** Tensor maps that are passed by their address in global memory, or that a\n"
		"library encodes whose code is not there (that of CuTe's `make_tma_copy` is), descriptors that CuTe\n"
		"makes for `wgmma`, whether a buffer is aligned to the pattern (8 rows: 1,024 bytes for the 128-byte\n"
		"swizzle), strides in descriptors, and lanes that write results of a computation for tensor copies.\n",
	.severity = SEV_WARNING,
	.claims = claims,
	.message = message,
	.reason = reason,
	.remedy = remedy,
	.notes = notes,
};
