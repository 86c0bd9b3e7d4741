/* Accesses of PTX as nvcc writes it with -lineinfo, by the reader of ptx/. */
#include "codegen/code.h"

#include <string.h>

#include "ptx/module.h"

typedef struct Reader {
	Arena *arena;
	const PtxModule *module;
	CodeTable *out;
	int *file_of; /* by PtxModule.files: in CodeTable.files */
} Reader;

/* --- instructions --------------------------------------------------------------------------------- */

static bool in_shared(const PtxOpcode *opcode)
{
	return ptx_has(opcode, "shared") || ptx_has(opcode, "shared::cta");
}

/* Whether it may access shared memory. */
static bool is_candidate(const PtxOpcode *opcode, bool *is_generic)
{
	*is_generic = !in_shared(opcode);
	return !*is_generic || opcode->space == SPACE_NONE;
}

/* cp.async.ca.shared.global [to], [from], 16; */
static int copied_bytes(const PtxInstr *instr)
{
	const PtxOperand *size = instr->n_operands > 2 ? &instr->operands[2] : NULL;
	const bool is_size = size && size->kind == PTX_NUMBER && (size->i == 4 || size->i == 8 || size->i == 16);
	return is_size ? (int)size->i : 0;
}

/* The kind of an access to any memory, by its row of ptx.def; -1: it is none, or copies nothing to shared memory. */
static int kind_of(const PtxOpcode *opcode)
{
	const PtxRow *row = opcode->row;
	if (!row || (row->lower != LOWER_ASM && row->lower != LOWER_LOAD && row->lower != LOWER_STORE))
		return -1;
	if (row->lower != LOWER_ASM)
		return row->lower == LOWER_LOAD ? ACCESS_LOAD : ACCESS_STORE;
	if (row->how == ASM_MATRIX)
		return row->n_results ? ACCESS_LDMATRIX : ACCESS_STMATRIX;
	if (row->how == ASM_COPY && in_shared(opcode))
		return ACCESS_CP_ASYNC;
	return row->how == ASM_ATOMIC ? ACCESS_ATOMIC : -1;
}

/* The kind and width of an access to any memory; false: not an access. */
static bool is_of_kind(const PtxInstr *instr, CodeAccess *out)
{
	const PtxOpcode *opcode = instr->opcode;
	const int kind = kind_of(opcode);
	out->is_hidden = opcode->row && opcode->row->lower == LOWER_FRAGMENT;
	if (kind < 0)
		return out->is_hidden;
	out->kind = (AccessKind)kind;
	if (out->kind == ACCESS_LDMATRIX || out->kind == ACCESS_STMATRIX)
		return true;
	out->bytes = out->kind == ACCESS_CP_ASYNC ? copied_bytes(instr) : opcode->type.bytes * opcode->vector;
	return out->bytes > 0 && out->bytes <= 16;
}

static bool is_access(const PtxInstr *instr, CodeAccess *out)
{
	if (!is_of_kind(instr, out))
		return false;
	return out->kind == ACCESS_CP_ASYNC || is_candidate(instr->opcode, &out->is_generic); /* a copy names both spaces */
}

/* --- places --------------------------------------------------------------------------------------- */

static int file_of(const Reader *r, const PtxLoc *loc)
{
	for (int i = 0; i < r->module->files.n && !loc->name; i++)
		if (r->module->files.at[i].number == loc->file)
			return r->file_of[i];
	return -1;
}

static void add_access(const Reader *r, const PtxInstr *instr, CodeAccess *access)
{
	CodePlace places[MAX_CODE_PLACES];
	int n = 0;
	for (int at = instr->loc; at >= 0 && n < MAX_CODE_PLACES; at = r->module->locs.at[at].caller) {
		const PtxLoc *loc = &r->module->locs.at[at];
		const int file = file_of(r, loc);
		if (file < 0)
			return;
		places[n++] = (CodePlace){ file, loc->line };
	}
	access->places = places;
	access->n_places = n;
	code_add(r->arena, r->out, access);
}

static void read_function(const Reader *r, const PtxFunc *f)
{
	const char *kernel = f->is_entry ? arena_strdup(r->arena, f->name) : NULL;
	if (kernel)
		vec_push(r->arena, &r->out->kernels, kernel);
	for (int i = 0; i < f->instrs.n; i++) {
		const PtxInstr *instr = &f->instrs.at[i];
		CodeAccess access = { .kernel = kernel, .count = 1 };
		if (instr->loc >= 0 && is_access(instr, &access))
			add_access(r, instr, &access);
	}
}

void ptx_read(Arena *arena, const char *text, CodeTable *out)
{
	Arena *scratch = arena_new();
	Reader r = { .arena = arena, .module = ptx_read_module(scratch, text, strlen(text)), .out = out };
	r.file_of = arena_array(scratch, int, r.module->files.n + 1);
	for (int i = 0; i < r.module->files.n; i++) {
		const char *path = r.module->files.at[i].path;
		r.file_of[i] = code_file(arena, out, path, strlen(path));
	}
	for (int i = 0; i < r.module->funcs.n; i++)
		read_function(&r, r.module->funcs.at[i]);
	arena_free(scratch);
}
