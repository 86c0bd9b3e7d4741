#include "ptx/ptx.h"

#include <stdlib.h>
#include <string.h>

#include "base/folder.h"
#include "base/mangled.h"
#include "base/paths.h"
#include "ir/bytes/live_bytes.h"
#include "ir/bytes/set_how.h"
#include "ir/effects/effects.h"
#include "ir/link.h"
#include "ptx/lower.h"
#include "ptx/metadata.h"
#include "ptx/names.h"

enum { MAX_BYTES = 256 << 20, OLDEST = 32, NEWEST = 99 };

typedef VEC(ParseProblem) Problems;

typedef struct Reading {
	Ptx *p;
	const PtxOptions *options;
	PtxModule *module;
	Problems problems;
	PtxMetadata metadata;
	VEC(const Func *) funcs, kernels;
} Reading;

bool ptx_is_name(const char *file)
{
	return path_ends_with(file, ".ptx");
}

static void add_problem(Reading *r, int line, const char *message, bool is_fatal)
{
	Unit *unit = r->p->unit;
	const Loc loc = r->p->places ? ptx_line(r->p, line) : (Loc){ .file = unit->main_file, .line = line, .column = 1 };
	vec_push(r->p->arena, &r->problems, ((ParseProblem){ .loc = loc, .message = message, .is_fatal = is_fatal }));
}

/* --- functions ------------------------------------------------------------------------------------ */

/* "param_2" of "_Z9transposePfPKfi_param_2" */
static const char *param_name(const PtxFunc *f, const PtxVar *param)
{
	const size_t n = strlen(f->name);
	return !strncmp(param->name, f->name, n) && param->name[n] == '_' ? param->name + n + 1 : param->name;
}

typedef struct Parts {
	VEC(Field) at;
} Parts;

static void add_part(Ptx *p, Parts *parts, const PtxVar *param, int64_t offset, PtxType type)
{
	const Type *field = ptx_type_of(p, type);
	if (offset < 0 || type.bytes > 8 || offset + type.bytes > param->count * param->type.bytes)
		return;
	int at = parts->at.n;
	while (at > 0 && parts->at.at[at - 1].offset > offset)
		at--;
	if ((at > 0 && parts->at.at[at - 1].offset + parts->at.at[at - 1].type->size > offset) ||
	    (at < parts->at.n && offset + type.bytes > parts->at.at[at].offset))
		return;
	vec_push(p->arena, &parts->at, ((Field){ 0 }));
	memmove(&parts->at.at[at + 1], &parts->at.at[at], sizeof(Field) * (size_t)(parts->at.n - 1 - at));
	parts->at.at[at] = (Field){ .name = arena_printf(p->arena, "at%lld", (long long)offset), .type = field, .offset = offset };
}

/* A record that is passed by value: its members are what is loaded of it. */
static const Type *record_of(Ptx *p, const PtxVar *param)
{
	Parts parts = { 0 };
	for (int i = 0; i < p->f->instrs.n; i++) {
		const PtxInstr *instr = &p->f->instrs.at[i];
		const PtxOperand *from = instr->n_operands > 1 ? &instr->operands[1] : NULL;
		if (instr->opcode->space != SPACE_PARAM || !from || from->kind != PTX_ADDRESS || from->n_parts != 1 ||
		    from->parts[0].kind != PTX_SYMBOL || from->parts[0].var != param)
			continue;
		for (int k = 0; k < instr->opcode->vector; k++)
			add_part(p, &parts, param, from->i + from->parts[0].i + k * instr->opcode->type.bytes, instr->opcode->type);
	}
	Type *type = arena_new_of(p->arena, Type);
	*type = (Type){ .kind = TY_RECORD,
			.size = param->count * param->type.bytes,
			.align = param->align,
			.name = "struct",
			.fields = parts.at.at,
			.n_fields = parts.at.n,
			.end = LOC_NONE };
	return type;
}

/* The kernel in the source; NULL: not known. */
static const Func *kernel_in_source(const Ptx *p, const char *mangled)
{
	for (int i = 0; p->source && i < p->source->n_kernels; i++)
		if (p->source->kernels[i]->mangled && mangled_same(p->source->kernels[i]->mangled, mangled))
			return p->source->kernels[i];
	return NULL;
}

static const Var *parameter(Ptx *p, const PtxVar *param, const Var *in_source)
{
	const Type *type = param->count == 1 ? ptx_type_of(p, param->type)
			   : p->f->is_entry  ? record_of(p, param)
					     : ptx_array(p, ptx_type_of(p, param->type), param->count);
	if (type->kind == TY_INT)
		type = ptx_int(p, (int)type->size, true);
	Var *var = ptx_var(p, in_source ? in_source->name : param_name(p->f, param), type, VAR_PARAM);
	var->is_pointer = param->is_pointer || (in_source && in_source->type->kind == TY_PTR);
	var->align = param->align > type->align ? param->align : type->align;
	var->loc = ptx_line(p, param->line);
	var->range = (Range){ var->loc, var->loc, 0 };
	return p->var_of[param->id] = var;
}

static BlockShape shape_of(const int64_t n[3])
{
	return (BlockShape){ n[0], n[1], n[2] };
}

/* What is known of launches: the block, or its limit; dynamic shared memory. */
static void take_launch(const Reading *r, const PtxFunc *f, Func *func)
{
	const bool has_block = r->options->has_block;
	func->dynamic_bytes = r->metadata.dynamic_bytes;
	if (f->reqntid[0] > 0)
		func->max_threads = shape_of(f->reqntid);
	else if (f->maxntid[0] > 0 && !has_block)
		func->max_threads = shape_of(f->maxntid);
	else if (r->metadata.threads && !has_block)
		func->max_threads = (BlockShape){ r->metadata.threads, 1, 1 };
	func->is_block_fixed = f->reqntid[0] > 0 || r->metadata.threads == func->max_threads.x * func->max_threads.y * func->max_threads.z;
	if (f->cluster[0] > 0)
		func->cluster = shape_of(f->cluster);
}

static Func *declare(Reading *r, const PtxFunc *f)
{
	Ptx *p = r->p;
	Func *func = arena_new_of(p->arena, Func);
	const Func *known = kernel_in_source(p, f->name);
	p->f = f;
	p->func = func;
	*func = (Func){ .name = known ? known->name : ptx_short_name(p->arena, f->name),
			.mangled = f->name,
			.kind = f->is_entry ? FN_KERNEL : FN_DEVICE,
			.is_external = true,
			.is_declared = !f->has_body,
			.no_inline = f->no_inline,
			.n_params = f->n_params,
			.loc = known ? known->loc : ptx_line(p, f->line),
			.id = p->unit->n_func_ids++ };
	func->range = (Range){ func->loc, func->loc, 0 };
	p->range = func->range;
	func->base_name = known ? known->base_name : arena_strndup(p->arena, func->name, strcspn(func->name, "<"));
	take_launch(r, f, func);
	func->params = arena_array(p->arena, const Var *, f->n_params + 1);
	for (int i = 0; i < f->n_params; i++)
		func->params[i] = parameter(p, f->params[i], known && known->n_params == f->n_params ? known->params[i] : NULL);
	func->result = f->n_results ? ptx_symbol(p, f->results[0])->type : p->t_void;
	return func;
}

static void lower_body(Reading *r, Func *func, const PtxFunc *f)
{
	Ptx *p = r->p;
	FlowGraph flow;
	const char *why = f->broken;
	p->f = f;
	p->func = func;
	p->range = func->range;
	p->instr = NULL;
	p->scratch = arena_new();
	/* In the order of their declarations, by which they are placed. */
	for (int i = 0; i < f->vars.n; i++)
		if (f->vars.at[i]->space == SPACE_SHARED)
			ptx_symbol(p, f->vars.at[i]);
	p->sites = names_new(p->scratch);
	p->site.at = NULL;
	p->site.n = p->site.cap = 0;
	p->reg = arena_array(p->scratch, const Var *, f->regs.n + 1);
	if (!why) {
		ptx_find_needs(p);
		flow_build(p->scratch, f, &flow);
		why = flow.broken ? arena_strdup(p->arena, flow.broken) : NULL;
	}
	if (!why)
		ptx_find_temporaries(p, &flow);
	if (!why)
		func->body = ptx_structure(p, &flow, &why);
	if (!func->body) {
		func->broken = why;
		func->body = ptx_stmt(p, ST_BLOCK);
	}
	arena_free(p->scratch);
	p->scratch = NULL;
}

static void lower_functions(Reading *r)
{
	Ptx *p = r->p;
	const PtxModule *module = r->module;
	Func **made = arena_array(p->arena, Func *, module->funcs.n + 1);
	for (int i = 0; i < module->funcs.n; i++)
		made[i] = declare(r, module->funcs.at[i]);
	p->func_of = arena_dup(p->arena, made, sizeof *made * (size_t)(module->funcs.n + 1));
	for (int i = 0; i < module->funcs.n; i++) {
		if (!module->funcs.at[i]->has_body)
			continue;
		lower_body(r, made[i], module->funcs.at[i]);
		vec_push(p->arena, &r->funcs, (const Func *)made[i]);
		if (made[i]->kind == FN_KERNEL)
			vec_push(p->arena, &r->kernels, (const Func *)made[i]);
	}
}

/* --- the unit ------------------------------------------------------------------------------------- */

static const Type *triple(Ptx *p)
{
	static const char *const names[] = { "x", "y", "z" };
	Field *fields = arena_array(p->arena, Field, 3);
	Type *type = arena_new_of(p->arena, Type);
	for (int i = 0; i < 3; i++)
		fields[i] = (Field){ .name = names[i], .type = ptx_int(p, 4, false), .offset = 4 * i };
	*type = (Type){ .kind = TY_RECORD, .size = 12, .align = 4, .name = "uint3", .fields = fields, .n_fields = 3, .end = LOC_NONE };
	return type;
}

static void add_builtins(Ptx *p)
{
	static const char *const names[] = { [BV_THREAD_IDX] = "threadIdx",
					     [BV_BLOCK_IDX] = "blockIdx",
					     [BV_BLOCK_DIM] = "blockDim",
					     [BV_GRID_DIM] = "gridDim",
					     [BV_WARP_SIZE] = "warpSize" };
	const Type *type = triple(p);
	for (int i = BV_THREAD_IDX; i <= BV_WARP_SIZE; i++) {
		Var *var = ptx_var(p, names[i], i == BV_WARP_SIZE ? ptx_int(p, 4, true) : type, VAR_BUILTIN);
		var->builtin = (BuiltinVar)i;
		var->loc = LOC_NONE;
		p->builtin[i] = var;
	}
}

static void finish(Reading *r)
{
	Unit *unit = r->p->unit;
	unit->funcs = r->funcs.at;
	unit->n_funcs = r->funcs.n;
	unit->kernels = r->kernels.at;
	unit->n_kernels = r->kernels.n;
	unit->vars = r->p->vars.at;
	unit->n_vars = r->p->vars.n;
	unit->problems = r->problems.at;
	unit->n_problems = r->problems.n;
}

static int number_of(const char *arch)
{
	return arch ? (int)strtol(arch + strcspn(arch, "0123456789"), NULL, 10) : 0;
}

static void check_module(Reading *r)
{
	const PtxModule *module = r->module;
	if (module->problem)
		add_problem(r, module->problem_line, module->problem, true);
	else if (!module->version)
		add_problem(r, 1, "this is no PTX: it does not begin with .version", true);
	else if (module->version < OLDEST || module->version > NEWEST)
		add_problem(r, 1, arena_printf(r->p->arena, "PTX version %d.%d is not known", module->version / 10, module->version % 10),
			    true);
	else if (module->address_size != 64)
		add_problem(r, 1, "PTX with 32-bit addresses is not analysed", true);
	else if (!module->target)
		add_problem(r, 1, "PTX without .target", true);
	else
		return;
	if (!module->funcs.n || !module->version || module->version < OLDEST || module->version > NEWEST || module->address_size != 64)
		r->p->unit->unusable = true;
}

static void read_text(Reading *r, const char *text, size_t size)
{
	Ptx *p = r->p;
	Unit *unit = p->unit;
	r->module = ptx_read_module(p->arena, text, size);
	p->module = r->module;
	p->places = ptx_places(p);
	p->var_of = arena_array(p->arena, const Var *, r->module->n_vars + 1);
	unit->arch = r->options->arch ? number_of(r->options->arch) : r->module->target;
	unit->arch = unit->arch ? unit->arch : 90;
	check_module(r);
	ptx_types(p);
	p->range = (Range){ ptx_line(p, 1), ptx_line(p, 1), 0 };
	add_builtins(p);
	if (!unit->unusable)
		lower_functions(r);
}

static const char *file_text(Arena *arena, const PtxOptions *options, size_t *size)
{
	if (options->text) {
		*size = strlen(options->text);
		return options->text;
	}
	char *read = file_read(options->file, MAX_BYTES, size);
	const char *text = read ? arena_dup(arena, read, *size + 1) : NULL; /* with NUL bytes, if it has some */
	free(read);
	return text;
}

static void no_groups(Arena *arena, Unit *unit)
{
	int *none = arena_array(arena, int, unit->n_exprs + 1);
	unit->sink_groups = unit->hoist_groups = none;
}

/* The files: those of the source, or the PTX alone. */
static SourceSet *sources_of(Arena *arena, const PtxOptions *options)
{
	if (options->source)
		return options->source->sources;
	SourceSet *sources = arena_new_of(arena, SourceSet);
	sources->arena = arena;
	sources->held = options->held;
	if (options->libraries)
		sources->libraries = *options->libraries;
	sources->libraries.file = path_from_root(arena, options->file);
	return sources;
}

Unit *ptx_parse(Arena *arena, const PtxOptions *options)
{
	Unit *unit = arena_new_of(arena, Unit);
	Ptx p = { .arena = arena, .unit = unit, .source = options->source };
	Reading r = { .p = &p, .options = options, .metadata = options->text ? (PtxMetadata){ 0 } : ptx_metadata(options->file) };
	size_t size = 0;
	unit->sources = sources_of(arena, options);
	unit->is_compiled = true;
	unit->main_file = source_add(unit->sources, options->file, false);
	if (!options->source)
		vec_push(arena, &unit->inputs, ((Input){ .path = options->file }));
	const char *text = file_text(arena, options, &size);
	if (text && !memchr(text, 0, size)) {
		source_set_text(unit->sources, unit->main_file, text, size);
		read_text(&r, text, size);
	} else {
		unit->unusable = true;
		add_problem(&r, 1, text ? "a binary file, not PTX" : "cannot be read", true);
	}
	finish(&r);
	unit_list_vars(arena, unit);
	effects_find(arena, unit);
	live_bytes_find(arena, unit);
	set_how_find(arena, unit);
	no_groups(arena, unit);
	return unit;
}
