#include "verify/table/driven.h"

#include <inttypes.h>
#include <string.h>

enum { MOST_VALUES = 1024, MOST_DEPTH = 3, UNKNOWN_BYTES = 4, DYNAMIC_BYTES = 48 << 10 };

typedef struct Writer {
	Arena *arena;
	Buf *out;
	int n_objects;
} Writer;

/* --- types ---------------------------------------------------------------------------------------- */

/* The bytes of an element of a pointer's array. */
static int64_t element_bytes(const Type *type)
{
	return type && type->size > 0 ? type->size : UNKNOWN_BYTES;
}

static void write_kind(Writer *w, const DrivenValue *v)
{
	const char *kind = v->type->kind == TY_PTR ? "DRIVE_POINTER" : v->type->kind == TY_FLOAT ? "DRIVE_FLOAT" : "DRIVE_INT";
	buf_printf(w->out, "\t{ %" PRId64 ", %" PRId64 ", %s, %d, %" PRId64 "ll", v->offset, v->type->size, kind, v->is_known, v->value);
}

static int write_object(Writer *w, int64_t bytes, const DrivenValue *values, int n, int depth);

static bool is_scalar(const Type *type)
{
	return type->kind == TY_BOOL || type->kind == TY_INT || type->kind == TY_FLOAT || type->kind == TY_PTR;
}

/* The largest value to choose for the type. */
static int64_t most_of(const Type *type)
{
	return type->kind == TY_BOOL ? 1 : type->size == 1 ? 127 : type->size == 2 ? 32767 : INT32_MAX;
}

static void add_scalars(Arena *arena, const DrivenValue *whole, DrivenValues *out);

static void add_field(Arena *arena, const DrivenValue *whole, const Field *field, DrivenValues *out)
{
	DrivenValue part = *whole;
	part.type = field->type;
	part.offset += field->offset;
	if (field->name[0])
		part.name = arena_printf(arena, "%s.%s", whole->name, field->name);
	if (!field->bit_width)
		add_scalars(arena, &part, out);
}

/* Adds the numbers and pointers that `whole` consists of; other parts stay zero. */
static void add_scalars(Arena *arena, const DrivenValue *whole, DrivenValues *out)
{
	const Type *type = whole->type;
	DrivenValue part = *whole;
	if (out->n >= MOST_VALUES)
		return;
	if (is_scalar(type) && type->size >= 1 && type->size <= 8) {
		part.value = most_of(type);
		vec_push(arena, out, part);
	}
	for (int i = 0; type->kind == TY_RECORD && i < type->n_fields; i++)
		add_field(arena, whole, &type->fields[i], out);
	for (int64_t i = 0; type->kind == TY_ARRAY && i < type->count && out->n < MOST_VALUES; i++) {
		part.type = type->elem;
		part.offset = whole->offset + i * type->elem->size;
		part.name = arena_printf(arena, "%s[%d]", whole->name, (int)i);
		add_scalars(arena, &part, out);
	}
}

/* --- what is known of arguments ------------------------------------------------------------------- */

static void set_known(const LaunchShape *launch, DrivenValue *v)
{
	for (int i = 0; i < launch->n_args; i++) {
		const LaunchArg *arg = &launch->args[i];
		if (v->type->kind == TY_PTR || arg->param != v->param || arg->offset != v->offset || arg->size != v->type->size)
			continue;
		v->is_known = true;
		v->value = arg->value + (arg->block_dim ? launch->block[arg->block_dim - 1] : 0);
	}
}

static const SymbolicCase *costliest(const Fact *fact)
{
	const SymbolicCase *best = &fact->cases[0];
	for (int i = 1; i < fact->n_cases; i++)
		if (fact->cases[i].wavefronts > best->wavefronts)
			best = &fact->cases[i];
	return best;
}

/* If single values were tried (smem-runtime-stride), takes the costliest, as the prediction covers no others. */
static void set_tried(const KernelFacts *of, DrivenValue *v)
{
	for (int i = 0; i < of->n_facts && !v->is_known; i++) {
		const Fact *fact = &of->facts[i];
		if (fact->certainty != CERTAINTY_SYMBOLIC || fact->modulus || !fact->n_cases || strcmp(fact->symbol, v->name) != 0)
			continue;
		v->is_known = v->type->kind == TY_INT;
		v->value = v->is_known ? costliest(fact)->residue : v->value;
	}
}

/* Finds the values of all arguments.  NULL, or why there are none. */
static const char *find_values(Arena *arena, const KernelFacts *of, int size, DrivenValues *out)
{
	const LaunchShape *launch = of->launch;
	const Func *kernel = launch->kernel;
	for (int i = 0; i < kernel->n_params; i++) {
		const Var *param = kernel->params[i];
		const DrivenValue whole = { .name = param->name ? param->name : "", .param = i, .type = param->type };
		add_scalars(arena, &whole, out);
	}
	for (int i = 0; i < out->n; i++)
		set_known(launch, &out->at[i]);
	for (int i = 0; i < out->n; i++)
		set_tried(of, &out->at[i]);
	return driven_assumptions(arena, launch, size, out);
}

/* --- writing -------------------------------------------------------------------------------------- */

/* Writes an array's element.  Its number; -1: none. */
static int write_element(Writer *w, const Type *type, int depth)
{
	static const Type word = { .kind = TY_FLOAT, .size = 4 };
	DrivenValues values = { 0 };
	if (depth >= MOST_DEPTH || (type && type->kind == TY_FUNC))
		return -1;
	const DrivenValue whole = { .name = "", .type = type && type->size > 0 ? type : &word };
	add_scalars(w->arena, &whole, &values);
	return write_object(w, element_bytes(type), values.at, values.n, depth);
}

/* Writes an object and returns its number. */
static int write_object(Writer *w, int64_t bytes, const DrivenValue *values, int n, int depth)
{
	int *to = arena_array(w->arena, int, n + 1), number = w->n_objects++;
	for (int i = 0; i < n; i++)
		to[i] = values[i].type->kind == TY_PTR ? write_element(w, values[i].type->elem, depth + 1) : -1;
	buf_printf(w->out, "static const DriveValue values%d[] = {\n", number);
	for (int i = 0; i < n; i++) {
		write_kind(w, &values[i]);
		if (to[i] >= 0)
			buf_printf(w->out, ", &object%d", to[i]);
		buf_puts(w->out, " },\n");
	}
	buf_printf(w->out, "\t{ 0 } };\n#define OBJECT%d { %" PRId64 ", %d, values%d }\n", number, bytes, n, number);
	buf_printf(w->out, "static const DriveObject object%d = OBJECT%d;\n", number, number);
	return number;
}

static void write_params(Writer *w, const LaunchShape *launch, const DrivenValues *values, int number)
{
	const Func *kernel = launch->kernel;
	int *objects = arena_array(w->arena, int, kernel->n_params + 1), at = 0;
	for (int i = 0; i < kernel->n_params; i++) {
		int begin = at;
		while (at < values->n && values->at[at].param == i)
			at++;
		const int64_t bytes = kernel->params[i]->type->size;
		objects[i] = write_object(w, bytes > 0 ? bytes : 8, &values->at[begin], at - begin, 0);
	}
	buf_printf(w->out, "static const DriveObject params%d[] = {", number);
	for (int i = 0; i < kernel->n_params; i++)
		buf_printf(w->out, " OBJECT%d,", objects[i]);
	buf_puts(w->out, " { 0 } };\n");
}

static unsigned grid_of(const LaunchShape *launch, int axis)
{
	return launch->grid[axis] > 0 && launch->grid[axis] <= UINT32_MAX ? (unsigned)launch->grid[axis] : 0;
}

static void write_launch(Buf *rows, const LaunchShape *launch, int number, const char *impossible)
{
	const int64_t dynamic = launch->dynamic_bytes < 0 ? DYNAMIC_BYTES : launch->dynamic_bytes;
	buf_printf(rows, "\t{ \"%s\", { %u, %u, %u }, { %d, %d, %d }, %" PRId64 ", %d, params%d, ", launch->kernel->mangled,
		   grid_of(launch, 0), grid_of(launch, 1), grid_of(launch, 2), launch->block[0], launch->block[1], launch->block[2],
		   dynamic, launch->kernel->n_params, number);
	buf_printf(rows, impossible ? "\"%s\" },\n" : "0 },\n", impossible);
}

const char *driven_source(Arena *arena, const Driven *driven, int size)
{
	Buf text = { 0 }, rows = { 0 };
	Writer w = { .arena = arena, .out = &text };
	buf_puts(&text, "#include \"drive.h\"\n");
	for (int i = 0; i < driven->n_kernels; i++) {
		DrivenValues values = { 0 };
		const char *impossible = find_values(arena, &driven->kernels[i], size, &values);
		write_params(&w, driven->kernels[i].launch, &values, i);
		write_launch(&rows, driven->kernels[i].launch, i, impossible);
	}
	buf_printf(&text, "const DriveLaunch drive_launches[] = {\n%s\t{ 0 } };\nconst int drive_n_launches = %d;\n", rows.n ? rows.s : "",
		   driven->n_kernels);
	buf_printf(&text, "const long long drive_size = %d;\n#include \"drive.c\"\n", size);
	const char *source = arena_strdup(arena, text.s);
	buf_free(&text);
	buf_free(&rows);
	return source;
}
