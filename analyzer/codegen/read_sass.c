/* SASS as nvdisasm -gi writes it of a cubin that was compiled with -lineinfo.
 *
 *     .section .text._Z1kPf,"ax",@progbits                     the code of a kernel (or function) begins
 *             .other _Z1kPf,@"STO_CUDA_ENTRY STV_DEFAULT"      and that it is a kernel's
 *     //## File "/path/k.h", line 4 inlined at "/path/k.cu", line 17
 *     //## File "/path/k.cu", line 17                          the place of what follows
 *             [0130]  @P0 LDS.U.64 R8, [R0] ;                  (the address is in a comment) */
#include "codegen/code.h"

#include <string.h>

#include "banks/sass.h"
#include "codegen/words.h"

typedef struct Reader {
	Arena *arena;
	CodeTable *out;
	const char *section;  /* the function that the current code belongs to; NULL: not code */
	const char *kernel;   /* the same if it is a kernel, else NULL */
	bool in_code;
	CodePlace places[MAX_CODE_PLACES];
	int n_places;
	bool in_places;       /* the last line was a place */
} Reader;

/* --- places --------------------------------------------------------------------------------------- */

/* "FILE", line N */
static bool take_place(Reader *r, Piece *p, CodePlace *out)
{
	Piece file;
	if (!piece_take_quoted(p, &file) || !piece_take(p, ",") || !piece_take(p, "line") || !piece_take_number(p, &out->line))
		return false;
	out->file = code_file(r->arena, r->out, file.s, file.n);
	return true;
}

static void add_place(Reader *r, CodePlace place)
{
	if (r->n_places < MAX_CODE_PLACES)
		r->places[r->n_places++] = place;
}

/* The place that a call was inlined into follows on a line of its own. */
static void read_place(Reader *r, Piece p)
{
	CodePlace place, call;
	if (!take_place(r, &p, &place)) {
		r->n_places = 0;
		return;
	}
	const CodePlace *last = r->n_places ? &r->places[r->n_places - 1] : NULL;
	bool goes_on = r->in_places && last && last->line == place.line && last->file == place.file;
	if (!goes_on) {
		r->n_places = 0;
		add_place(r, place);
	}
	if (piece_take(&p, "inlined at") && take_place(r, &p, &call))
		add_place(r, call);
	r->in_places = true;
}

/* --- functions ------------------------------------------------------------------------------------ */

/* ".sectionflags" does not begin a section. */
static bool is_section(Piece line)
{
	Piece word = piece_until(&line, " \t");
	return piece_is(word, ".section");
}

static void begin_section(Reader *r, Piece p)
{
	piece_take(&p, ".section");
	Piece name = piece_until(&p, ",");
	r->in_code = piece_take(&name, ".text.") && name.n;
	r->section = r->in_code ? arena_strndup(r->arena, name.s, name.n) : NULL;
	r->kernel = NULL;
	r->n_places = 0;
}

/* Functions that are not inlined have sections of their own; only kernels are STO_CUDA_ENTRY. */
static void read_other(Reader *r, Piece p)
{
	Piece name = piece_until(&p, ", \t");
	if (!r->in_code || r->kernel || !piece_is(name, r->section) || !memmem(p.s, p.n, "STO_CUDA_ENTRY", 14))
		return;
	r->kernel = r->section;
	vec_push(r->arena, &r->out->kernels, r->kernel);
}

/* --- instructions --------------------------------------------------------------------------------- */

/* Instructions that nearly always access global memory are left out. */
static bool is_access(Piece opcode, CodeAccess *out)
{
	SassOp op;
	if (!sass_op_read(opcode.s, opcode.n, &op) || op.reach == SASS_SELDOM)
		return false;
	bool is_matrix = op.kind == ACCESS_LDMATRIX || op.kind == ACCESS_STMATRIX;
	out->kind = op.kind;
	out->is_generic = op.reach == SASS_GENERIC;
	out->bytes = is_matrix ? 0 : op.bytes;
	return true;
}

/* p: the text after the address.  Instructions under @!PT never execute. */
static void read_instruction(Reader *r, Piece p)
{
	piece_take(&p, "{");
	if (piece_take(&p, "@!PT") || !r->in_code || !r->n_places)
		return;
	if (piece_starts(p, "@"))
		piece_until(&p, " \t");
	Piece opcode = piece_until(&p, " \t;");
	CodeAccess access = { .kernel = r->kernel, .places = r->places, .n_places = r->n_places, .count = 1 };
	if (is_access(opcode, &access))
		code_add(r->arena, r->out, &access);
}

void sass_read(Arena *arena, const char *text, CodeTable *out)
{
	Reader r = { .arena = arena, .out = out };
	Piece line;
	out->is_machine_code = true;
	while (piece_line(&text, &line)) {
		if (piece_take(&line, "//## File")) {
			read_place(&r, line);
			continue;
		}
		r.in_places = false;
		if (is_section(line))
			begin_section(&r, line);
		else if (piece_take(&line, ".other"))
			read_other(&r, line);
		else if (piece_take(&line, "/*")) {
			piece_until(&line, "/");
			piece_take(&line, "/");
			read_instruction(&r, line);
		}
	}
}
