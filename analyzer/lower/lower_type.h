/* libclang's types as interned types of ir/ir.h, and the layout of classes (lower_record.c). */
#ifndef SMEMLINT_LOWER_LOWER_TYPE_H
#define SMEMLINT_LOWER_LOWER_TYPE_H

#include "lower/lower_cursor.h"

typedef struct TypeMap {
	const void **keys; /* e.g. a canonical type's handle, plus 1 if it is volatile */
	Type **values;
	int n, cap;
} TypeMap;

void type_init(Lower *lo);
const Type *type_of(Lower *lo, CXType type);
const Type *type_of_cursor(Lower *lo, CXCursor c);
const Type *type_pointer(Lower *lo, const Type *elem);
bool type_same(const Type *a, const Type *b);         /* the same scalar representation */
bool type_is_scalar(const Type *type);                /* bool, integer, float or pointer */
bool type_is_half(CXType type);
bool type_is_reference(CXType type);
CXType type_canonical(CXType type);                   /* without const */
/* Fills in the fields and bases of a class. */
void record_fill(Lower *lo, Type *type, CXType from);
CXCursor type_declaration(CXType type);               /* its definition, if there is one */
const Type *type_of_value(Lower *lo, CXType type);    /* of a value read from such an lvalue: not volatile */
/* The byte offset of a direct or indirect base in a class; -1 if it is none. */
int64_t type_base_offset(CXType derived, CXType base);
/* The byte offset of a field, also one of an anonymous member or a base; -1: unknown. */
int64_t type_field_offset(CXType record, CXCursor field);
/* The byte offset of a bit-field's storage unit, and the field's bits in it.  Width 0: not a bit-field. */
int64_t type_bit_field(CXCursor field, int *bit_width, int *bit_offset);

#endif
