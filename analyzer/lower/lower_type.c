#include "lower/lower.h"

#include <stdlib.h>
#include <string.h>

static const Type *make_basic(Lower *lo, TypeKind kind, const char *name, int size, bool is_signed)
{
	Type *type = arena_new_of(lo->arena, Type);
	*type = (Type){ .kind = kind, .name = name, .size = size, .align = size ? size : 1, .is_signed = is_signed };
	return type;
}

void type_init(Lower *lo)
{
	lo->t_void = make_basic(lo, TY_VOID, "void", 0, false);
	lo->t_bool = make_basic(lo, TY_BOOL, "bool", 1, false);
	lo->t_char = make_basic(lo, TY_INT, "char", 1, true);
	lo->t_int = make_basic(lo, TY_INT, "int", 4, true);
	lo->t_uint = make_basic(lo, TY_INT, "unsigned int", 4, false);
	lo->t_long = make_basic(lo, TY_INT, "long", 8, true);
	lo->t_ulong = make_basic(lo, TY_INT, "unsigned long", 8, false);
	lo->t_double = make_basic(lo, TY_FLOAT, "double", 8, true);
	lo->t_void_ptr = type_pointer(lo, lo->t_void);
}

bool type_is_scalar(const Type *type)
{
	return type->kind == TY_BOOL || type->kind == TY_INT || type->kind == TY_FLOAT || type->kind == TY_PTR;
}

bool type_same(const Type *a, const Type *b)
{
	if (a == b)
		return true;
	if (a->kind != b->kind || a->size != b->size)
		return false;
	if (a->kind == TY_INT)
		return a->is_signed == b->is_signed;
	return a->kind == TY_BOOL || a->kind == TY_FLOAT || a->kind == TY_VOID;
}

CXType type_canonical(CXType type)
{
	CXType canonical = clang_getCanonicalType(type);
	if (canonical.kind == CXType_Invalid) /* with which libclang's next call would crash */
		return canonical;
	return clang_getUnqualifiedType(canonical);
}

bool type_is_reference(CXType type)
{
	enum CXTypeKind kind = clang_getCanonicalType(type).kind;
	return kind == CXType_LValueReference || kind == CXType_RValueReference;
}

bool type_is_half(CXType type)
{
	type = type_canonical(type);
	if (type.kind == CXType_Half || type.kind == CXType_Float16 || type.kind == CXType_BFloat16)
		return true;
	if (type.kind != CXType_Record || clang_Type_getSizeOf(type) != 2)
		return false;
	CXCursor decl = type_declaration(type);
	return (cursor_is(decl, "__half") || cursor_is(decl, "__nv_bfloat16")) && cursor_is_system(decl);
}

/* --- from libclang's types -------------------------------------------------------------------- */

static bool is_signed_kind(enum CXTypeKind kind)
{
	switch (kind) {
	case CXType_Char_S:
	case CXType_SChar:
	case CXType_WChar:
	case CXType_Short:
	case CXType_Int:
	case CXType_Long:
	case CXType_LongLong:
	case CXType_Int128:
		return true;
	default:
		return false;
	}
}

static void fill_enum(Type *type, CXType from)
{
	CXType integer = clang_getCanonicalType(clang_getEnumDeclIntegerType(type_declaration(from)));
	type->kind = integer.kind == CXType_Bool ? TY_BOOL : TY_INT;
	type->is_signed = is_signed_kind(integer.kind);
}

static void fill_pointer(Lower *lo, Type *type, CXType to)
{
	type->kind = TY_PTR;
	type->size = type->align = 8;
	type->elem = type_of(lo, to);
}

static void fill_array(Lower *lo, Type *type, CXType from)
{
	type->kind = TY_ARRAY;
	type->elem = type_of(lo, clang_getArrayElementType(from));
	type->count = from.kind == CXType_ConstantArray ? clang_getArraySize(from) : -1;
	type->align = type->elem->align;
	int64_t size;
	bool known = type->count >= 0 && type->elem->size >= 0 && !__builtin_mul_overflow(type->count, type->elem->size, &size);
	type->size = known ? size : -1;
}

static void fill_type(Lower *lo, Type *type, CXType from)
{
	switch (from.kind) {
	case CXType_Void:
		type->kind = TY_VOID;
		break;
	case CXType_Bool:
		type->kind = TY_BOOL;
		break;
	case CXType_Char_U:
	case CXType_UChar:
	case CXType_Char16:
	case CXType_Char32:
	case CXType_UShort:
	case CXType_UInt:
	case CXType_ULong:
	case CXType_ULongLong:
	case CXType_UInt128:
	case CXType_Char_S:
	case CXType_SChar:
	case CXType_WChar:
	case CXType_Short:
	case CXType_Int:
	case CXType_Long:
	case CXType_LongLong:
	case CXType_Int128:
		type->kind = TY_INT;
		type->is_signed = is_signed_kind(from.kind);
		break;
	case CXType_Half:
	case CXType_Float16:
	case CXType_BFloat16:
	case CXType_Float:
	case CXType_Double:
	case CXType_LongDouble:
	case CXType_Float128:
		type->kind = TY_FLOAT;
		break;
	case CXType_Enum:
		fill_enum(type, from);
		break;
	case CXType_Pointer:
	case CXType_LValueReference:
	case CXType_RValueReference:
		fill_pointer(lo, type, clang_getPointeeType(from));
		type->is_reference = from.kind != CXType_Pointer;
		break;
	case CXType_NullPtr:
		type->kind = TY_PTR;
		type->elem = lo->t_void;
		break;
	case CXType_ConstantArray:
	case CXType_IncompleteArray:
	case CXType_VariableArray:
		fill_array(lo, type, from);
		break;
	case CXType_Record:
		type->kind = type_is_half(from) ? TY_FLOAT : TY_RECORD;
		type->is_bfloat = type->kind == TY_FLOAT && cursor_is(type_declaration(from), "__nv_bfloat16");
		if (type->kind == TY_RECORD)
			record_fill(lo, type, from);
		break;
	case CXType_FunctionProto:
	case CXType_FunctionNoProto:
		type->kind = TY_FUNC;
		type->size = -1;
		break;
	default:
		break;
	}
}

static int type_slot(const TypeMap *map, const void *key)
{
	uintptr_t at = (uintptr_t)key * 0x9e3779b97f4a7c15u >> 20;
	for (;; at++) {
		int slot = (int)(at & (uintptr_t)(map->cap - 1));
		if (!map->values[slot] || map->keys[slot] == key)
			return slot;
	}
}

static void type_grow(Lower *lo, TypeMap *map)
{
	TypeMap old = *map;
	map->cap = old.cap ? old.cap * 2 : 128;
	map->keys = arena_array(lo->scratch, const void *, map->cap);
	map->values = arena_array(lo->scratch, Type *, map->cap);
	for (int i = 0; i < old.cap; i++) {
		if (!old.values[i])
			continue;
		int slot = type_slot(map, old.keys[i]);
		map->keys[slot] = old.keys[i];
		map->values[slot] = old.values[i];
	}
}

const Type *type_pointer(Lower *lo, const Type *elem)
{
	TypeMap *map = &lo->pointers;
	if (2 * (map->n + 1) > map->cap)
		type_grow(lo, map);
	int slot = type_slot(map, elem);
	if (map->values[slot])
		return map->values[slot];
	Type *type = arena_new_of(lo->arena, Type);
	*type = (Type){ .kind = TY_PTR, .size = 8, .align = 8, .elem = elem };
	type->name = arena_printf(lo->arena, "%s *", elem->name);
	map->keys[slot] = elem;
	map->values[slot] = type;
	map->n++;
	return type;
}

/* libclang crashes when asked for the size of a placeholder (a bound method, an overload set) or of an array of an incomplete
 * class. */
static bool has_layout(CXType type)
{
	switch (type.kind) {
	case CXType_Pointer:
	case CXType_LValueReference:
	case CXType_RValueReference:
	case CXType_Record:
	case CXType_Enum:
	case CXType_Vector:
	case CXType_ExtVector:
	case CXType_MemberPointer:
	case CXType_Complex:
	case CXType_Atomic:
	case CXType_NullPtr:
	case CXType_Float16:
	case CXType_Half:
	case CXType_BFloat16:
	case CXType_Float128:
		return true;
	default:
		return type.kind >= CXType_Bool && type.kind <= CXType_LongDouble;
	}
}

const Type *type_of(Lower *lo, CXType type)
{
	CXType from = type_canonical(type);
	TypeMap *map = &lo->types;
	if (from.kind == CXType_Invalid)
		return lo->t_void;
	bool is_volatile = clang_isVolatileQualifiedType(clang_getCanonicalType(type));
	if (2 * (map->n + 1) > map->cap)
		type_grow(lo, map);
	const void *key = (const char *)from.data[0] + is_volatile;
	int slot = type_slot(map, key);
	if (map->values[slot])
		return map->values[slot];
	Type *made = arena_new_of(lo->arena, Type);
	map->keys[slot] = key; /* before its members: a record may contain a pointer to itself */
	map->values[slot] = made;
	map->n++;
	made->is_volatile = is_volatile;
	made->size = has_layout(from) ? clang_Type_getSizeOf(from) : -1;
	made->align = has_layout(from) ? clang_Type_getAlignOf(from) : 1;
	if (made->size < 0)
		made->size = from.kind == CXType_Void ? 0 : -1;
	if (made->align < 1)
		made->align = 1;
	made->name = cursor_text(lo, clang_getTypeSpelling(from));
	if (is_volatile)
		made->name = arena_printf(lo->arena, "volatile %s", made->name);
	made->kind = TY_OTHER;
	if (lo->type_depth < MAX_TYPE_DEPTH) {
		lo->type_depth++;
		fill_type(lo, made, from);
		lo->type_depth--;
	}
	return made;
}

const Type *type_of_cursor(Lower *lo, CXCursor c)
{
	return type_of(lo, clang_getCursorType(c));
}

const Type *type_of_value(Lower *lo, CXType type)
{
	return type_of(lo, type_canonical(type));
}
