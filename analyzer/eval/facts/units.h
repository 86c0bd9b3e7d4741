/* Accesses to shared memory that lanes do not make: the tensor memory accelerator copies, tensor cores read their
 * operands.  Which 16-byte pieces of a row lie where, its swizzle, is said by a tensor map or a matrix descriptor. */
#ifndef SMEMLINT_EVAL_FACTS_UNITS_H
#define SMEMLINT_EVAL_FACTS_UNITS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/source.h"
#include "ir/ir.h"

/* Bits 4 and up of an address are combined by XOR with those from bit 7 up: none, 1, 2 or 3 of them. */
typedef enum Swizzle { SWIZZLE_NONE, SWIZZLE_32B, SWIZZLE_64B, SWIZZLE_128B, SWIZZLE_UNKNOWN } Swizzle;

const char *swizzle_name(Swizzle swizzle);               /* "no swizzle", "the 128-byte swizzle" */
int swizzle_span(Swizzle swizzle);                       /* the bytes of a row: 32, 64, 128; 0: no limit */
int64_t swizzle_apply(Swizzle swizzle, int64_t address); /* its own inverse */

/* A tensor map, as cuTensorMapEncodeTiled makes it. */
typedef struct TensorMap {
	Swizzle swizzle;
	int64_t inner; /* bytes of a box in its innermost dimension; 0: not known */
	Range range;   /* the call */
} TensorMap;

bool tensor_map_same(const TensorMap *a, const TensorMap *b); /* but for the place of the call */
bool tensor_map_identical(const TensorMap *a, const TensorMap *b);

/* A tensor map in a kernel's arguments. */
typedef struct LaunchMap {
	int param;
	int64_t offset; /* in the parameter, in bytes */
	TensorMap map;
} LaunchMap;

typedef enum UnitKind {
	UNIT_NONE,       /* lanes access it */
	UNIT_COPY_IN,    /* a tensor copy to shared memory */
	UNIT_COPY_OUT,   /* a tensor copy from it */
	UNIT_BULK,       /* a copy of consecutive bytes, to or from it */
	UNIT_OPERAND,    /* an operand of wgmma or tcgen05 */
} UnitKind;

/* One way in which a unit accesses shared memory. */
typedef struct UnitUse {
	UnitKind kind;
	const Var *object; /* NULL: not known */
	bool is_placed;    /* `offset` is known */
	int64_t offset;    /* from the object's start, in bytes */
	Swizzle swizzle;
	const TensorMap *map; /* NULL: none, or not known */
} UnitUse;

bool unit_use_same(const UnitUse *a, const UnitUse *b);

#endif
