#include "eval/facts/facts.h"

#include <string.h>

#include "base/buf.h"

bool launch_same_arg(const LaunchArg *a, const LaunchArg *b)
{
	return a->param == b->param && a->offset == b->offset && a->size == b->size && a->value == b->value && a->block_dim == b->block_dim;
}

static bool has_arg(const LaunchShape *shape, const LaunchArg *arg)
{
	for (int i = 0; i < shape->n_args; i++)
		if (launch_same_arg(&shape->args[i], arg))
			return true;
	return false;
}

static const LaunchArg *pointer_in(const LaunchShape *shape, const LaunchArg *pointer)
{
	static const LaunchArg unknown = { .value = 1 };
	for (int i = 0; i < shape->n_pointers; i++)
		if (shape->pointers[i].param == pointer->param && shape->pointers[i].offset == pointer->offset)
			return &shape->pointers[i];
	return &unknown;
}

static bool may_begin_line(const LaunchArg *pointer)
{
	return pointer->is_base || pointer->value >= LINE_BYTES;
}

void launch_share_pointers(Arena *arena, LaunchShape *shape, const LaunchShape *by)
{
	LaunchArg *pointers = arena_dup(arena, shape->pointers, sizeof *pointers * (size_t)shape->n_pointers);
	for (int i = 0; i < shape->n_pointers; i++) {
		const LaunchArg *other = pointer_in(by, &pointers[i]);
		pointers[i].is_base = may_begin_line(&pointers[i]) && may_begin_line(other);
		pointers[i].value = other->value < pointers[i].value ? other->value : pointers[i].value;
	}
	shape->pointers = pointers;
}

static const LaunchMap *map_like(const LaunchShape *shape, const LaunchMap *map)
{
	for (int i = 0; i < shape->n_maps; i++)
		if (shape->maps[i].param == map->param && shape->maps[i].offset == map->offset)
			return &shape->maps[i];
	return NULL;
}

bool launch_same_maps(const LaunchShape *a, const LaunchShape *b)
{
	bool same = a->n_maps == b->n_maps;
	for (int i = 0; same && i < a->n_maps; i++) {
		const LaunchMap *other = map_like(b, &a->maps[i]);
		same = other && tensor_map_same(&a->maps[i].map, &other->map);
	}
	return same;
}

static void share_maps(Arena *arena, LaunchShape *shape, const LaunchShape *by)
{
	LaunchMap *maps = arena_array(arena, LaunchMap, shape->n_maps + 1);
	int n = 0;
	for (int i = 0; i < shape->n_maps; i++) {
		const LaunchMap *other = map_like(by, &shape->maps[i]);
		if (!other || other->map.swizzle != shape->maps[i].map.swizzle)
			continue;
		maps[n] = shape->maps[i];
		maps[n].map.inner = other->map.inner == maps[n].map.inner ? maps[n].map.inner : 0;
		n++;
	}
	shape->maps = maps;
	shape->n_maps = n;
}

void launch_merge(Arena *arena, LaunchShape *shape, const LaunchShape *by)
{
	LaunchArg *args = arena_array(arena, LaunchArg, shape->n_args + 1);
	int n = 0;
	for (int i = 0; i < shape->n_args; i++)
		if (has_arg(by, &shape->args[i]))
			args[n++] = shape->args[i];
	shape->args = args;
	shape->n_args = n;
	for (int dim = 0; dim < 3; dim++)
		if (shape->grid[dim] != by->grid[dim])
			shape->grid[dim] = -1;
	if (shape->dynamic_bytes != by->dynamic_bytes)
		shape->dynamic_bytes = -1;
	shape->has_unknowns = shape->has_unknowns || by->has_unknowns;
	launch_share_pointers(arena, shape, by);
	share_maps(arena, shape, by);
	shape->n_merged += 1 + by->n_merged;
}

static void print_member(Buf *out, const Type *type, int64_t offset)
{
	int64_t size = type->kind == TY_ARRAY && type->elem ? type->elem->size : 0;
	if (size > 0) {
		buf_printf(out, "[%lld]", (long long)(offset / size));
		print_member(out, type->elem, offset % size);
	}
	for (int i = type->kind == TY_RECORD ? type->n_fields : 0; i-- > 0;) {
		const Field *field = &type->fields[i];
		if (offset < field->offset)
			continue;
		if (*field->name)
			buf_printf(out, ".%s", field->name);
		print_member(out, field->type, offset - field->offset);
		return;
	}
}

void launch_arg_print(Buf *out, const Func *kernel, const LaunchArg *arg)
{
	const Var *param = kernel->params[arg->param];
	buf_puts(out, param->name && *param->name ? param->name : "an argument");
	print_member(out, param->type, arg->offset);
}

int64_t launch_grid(const LaunchShape *launch, int dim)
{
	static const char *const names[] = { "gridDim.x", "gridDim.y", "gridDim.z" };
	int64_t grid = launch->grid[dim];
	for (int i = 0; i < launch->n_assumptions && grid < 0; i++) {
		const Assumption *a = launch->assumptions[i];
		bool reversed = a->a->kind == TERM_NUMBER;
		const AssumeTerm *name = reversed ? a->b : a->a, *number = reversed ? a->a : a->b;
		if (a->op == OP_EQ && name->kind == TERM_NAME && number->kind == TERM_NUMBER && !strcmp(name->name, names[dim]) &&
		    number->number > 0 && number->number <= INT32_MAX)
			grid = number->number;
	}
	return grid;
}
