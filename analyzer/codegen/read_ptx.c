/* PTX as nvcc writes it with -lineinfo.
 *
 *     .visible .entry _Z1kPf(                                  the code of a kernel begins
 *     .loc 1 14 2                                              file, line and column of what follows
 *     .loc 2 3 2, function_name $L__info_string0, inlined_at 1 14 2
 *     @%p1 ld.shared.v2.f32 {%f1, %f2}, [%r4];
 *     .file 1 "/path/k.cu"                                     mostly at the end */
#include "codegen/code.h"

#include <string.h>

#include "codegen/words.h"

enum { MAX_LOCS = 1 << 20, MAX_FILES = 1 << 12, LOC_TABLE = 1 << 12 };

/* A .loc; that of inlined code refers to the call's, which precedes it. */
typedef struct PtxLoc {
	int file, line, column;
	int caller; /* index of the call's, always lower; -1: none */
	int older;  /* index of the previous one in its slot; -1: none */
} PtxLoc;

typedef struct PtxFile {
	int number;
	int file; /* in CodeTable.files */
} PtxFile;

/* An access whose files are not resolved yet: .file comes at the end. */
typedef struct Found {
	CodeAccess access;
	int loc;
} Found;

typedef struct Reader {
	Arena *arena, *scratch;
	CodeTable *out;
	const char *kernel;
	bool in_function;   /* that is not a kernel */
	VEC(PtxLoc) locs;
	VEC(PtxFile) files;
	VEC(Found) found;
	int loc;            /* the current one; -1: none */
	int slot[LOC_TABLE]; /* one more than the index of the latest .loc there */
} Reader;

/* --- places --------------------------------------------------------------------------------------- */

static unsigned slot_of(int file, int line, int column)
{
	unsigned hash = (unsigned)file * 31u + (unsigned)line * 7919u + (unsigned)column * 104729u;
	return hash * 2654435761u >> 20;
}

/* The latest .loc of a place. */
static int find_loc(const Reader *r, int file, int line, int column)
{
	for (int i = r->slot[slot_of(file, line, column)] - 1; i >= 0; i = r->locs.at[i].older) {
		const PtxLoc *loc = &r->locs.at[i];
		if (loc->file == file && loc->line == line && loc->column == column)
			return i;
	}
	return -1;
}

static bool take_place(Piece *p, PtxLoc *out)
{
	*out = (PtxLoc){ .caller = -1, .older = -1 };
	return piece_take_number(p, &out->file) && piece_take_number(p, &out->line) && piece_take_number(p, &out->column);
}

static int add_loc(Reader *r, PtxLoc loc)
{
	int old = find_loc(r, loc.file, loc.line, loc.column);
	if (old >= 0 && r->locs.at[old].caller == loc.caller)
		return old;
	if (r->locs.n >= MAX_LOCS)
		return -1;
	int *slot = &r->slot[slot_of(loc.file, loc.line, loc.column)];
	loc.older = *slot - 1;
	vec_push(r->scratch, &r->locs, loc);
	*slot = r->locs.n;
	return r->locs.n - 1;
}

static void read_loc(Reader *r, Piece p)
{
	PtxLoc loc, call;
	r->loc = -1;
	if (!take_place(&p, &loc))
		return;
	while (p.n) {
		piece_take(&p, ",");
		if (piece_take(&p, "inlined_at") && take_place(&p, &call)) {
			loc.caller = find_loc(r, call.file, call.line, call.column);
			if (loc.caller < 0)
				loc.caller = add_loc(r, call);
			break;
		}
		piece_until(&p, ",");
	}
	r->loc = add_loc(r, loc);
}

static void read_file(Reader *r, Piece p)
{
	PtxFile file;
	Piece path;
	if (r->files.n < MAX_FILES && piece_take_number(&p, &file.number) && piece_take_quoted(&p, &path)) {
		file.file = code_file(r->arena, r->out, path.s, path.n);
		vec_push(r->scratch, &r->files, file);
	}
}

static int file_of(const Reader *r, int number)
{
	for (int i = 0; i < r->files.n; i++)
		if (r->files.at[i].number == number)
			return r->files.at[i].file;
	return -1;
}

/* --- functions ------------------------------------------------------------------------------------ */

/* ".visible .entry NAME(", ".func (.param .b32 r) NAME(" */
static bool read_function(Reader *r, Piece p)
{
	bool is_entry = false, is_function = false;
	while (p.n && *p.s == '.') {
		Piece word = piece_until(&p, " \t(");
		is_entry = is_entry || piece_is(word, ".entry");
		is_function = is_function || piece_is(word, ".func");
		if (is_entry || is_function)
			break;
	}
	if (!is_entry && !is_function)
		return false;
	if (piece_starts(p, "(")) {
		piece_until(&p, ")");
		piece_take(&p, ")");
	}
	Piece name = piece_until(&p, " \t(,;");
	r->kernel = is_entry ? arena_strndup(r->arena, name.s, name.n) : NULL;
	r->in_function = is_function;
	r->loc = -1;
	if (is_entry)
		vec_push(r->arena, &r->out->kernels, r->kernel);
	return true;
}

/* --- instructions --------------------------------------------------------------------------------- */

static int type_bytes(Piece opcode)
{
	static const struct {
		const char *bits;
		int bytes;
	} sizes[] = { { "128", 16 }, { "64", 8 }, { "32", 4 }, { "16x2", 4 }, { "16", 2 }, { "8", 1 } };
	size_t at = opcode.n;
	while (at > 0 && opcode.s[at - 1] != '.')
		at--;
	Piece type = { opcode.s + at, opcode.n - at };
	while (type.n && (*type.s < '0' || *type.s > '9'))
		type.s++, type.n--;
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
		if (piece_is(type, sizes[i].bits))
			return sizes[i].bytes;
	return 0;
}

static int vector_length(Piece opcode)
{
	return piece_has_part(opcode, "v2") ? 2 : piece_has_part(opcode, "v4") ? 4 : piece_has_part(opcode, "v8") ? 8 : 1;
}

static bool in_shared(Piece opcode)
{
	return piece_has_part(opcode, "shared") || piece_has_part(opcode, "shared::cta");
}

/* Whether it may access shared memory. */
static bool is_candidate(Piece opcode, bool *is_generic)
{
	static const char *const others[] = { "global", "local", "param", "param::entry", "param::func", "const", "shared::cluster" };
	*is_generic = !in_shared(opcode);
	for (size_t i = 0; i < sizeof others / sizeof *others && *is_generic; i++)
		if (piece_has_part(opcode, others[i]))
			return false;
	return true;
}

/* cp.async.ca.shared.global [to], [from], 16; */
static int copy_bytes(Piece rest)
{
	int bytes = 0;
	piece_until(&rest, ",");
	piece_take(&rest, ",");
	piece_until(&rest, ",");
	piece_take(&rest, ",");
	return piece_take_number(&rest, &bytes) && (bytes == 4 || bytes == 8 || bytes == 16) ? bytes : 0;
}

static Piece first_word(Piece opcode)
{
	Piece word = { opcode.s, 0 };
	while (word.n < opcode.n && word.s[word.n] != '.')
		word.n++;
	return word;
}

/* The kind and width of an access to any memory; false: not an access. */
static bool is_of_kind(Piece opcode, Piece rest, CodeAccess *out)
{
	static const struct {
		const char *word;
		AccessKind kind;
	} kinds[] = {
		{ "ld", ACCESS_LOAD },           { "st", ACCESS_STORE },          { "atom", ACCESS_ATOMIC }, { "red", ACCESS_ATOMIC },
		{ "ldmatrix", ACCESS_LDMATRIX }, { "stmatrix", ACCESS_STMATRIX }, { "cp", ACCESS_CP_ASYNC },
	};
	const Piece word = first_word(opcode);
	out->is_hidden = piece_starts(opcode, "wmma.load.") || piece_starts(opcode, "wmma.store.");
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		if (!piece_is(word, kinds[i].word))
			continue;
		out->kind = kinds[i].kind;
		if (out->kind == ACCESS_LDMATRIX || out->kind == ACCESS_STMATRIX)
			return true;
		bool is_copy = out->kind == ACCESS_CP_ASYNC;
		if (is_copy && (!piece_starts(opcode, "cp.async.") || !in_shared(opcode)))
			return false;
		out->bytes = is_copy ? copy_bytes(rest) : type_bytes(opcode) * vector_length(opcode);
		return out->bytes > 0 && out->bytes <= 16;
	}
	return out->is_hidden;
}

static bool is_access(Piece opcode, Piece rest, CodeAccess *out)
{
	if (!is_of_kind(opcode, rest, out))
		return false;
	if (out->kind == ACCESS_CP_ASYNC)
		return true; /* it names both spaces */
	return is_candidate(opcode, &out->is_generic);
}

static void read_instruction(Reader *r, Piece p)
{
	CodeAccess access = { .kernel = r->kernel, .count = 1 };
	piece_take(&p, "{");
	if (piece_starts(p, "@"))
		piece_until(&p, " \t");
	Piece opcode = piece_until(&p, " \t");
	if (r->loc >= 0 && (r->kernel || r->in_function) && is_access(opcode, p, &access))
		vec_push(r->scratch, &r->found, ((Found){ access, r->loc }));
}

/* Inline assembly may have several instructions on a line. */
static void read_instructions(Reader *r, Piece line)
{
	while (line.n) {
		read_instruction(r, piece_until(&line, ";"));
		piece_take(&line, ";");
	}
}

/* --- all ------------------------------------------------------------------------------------------ */

static void resolve(Reader *r, Found *found)
{
	CodePlace places[MAX_CODE_PLACES];
	int n = 0;
	for (int at = found->loc; at >= 0 && n < MAX_CODE_PLACES; at = r->locs.at[at].caller) {
		int file = file_of(r, r->locs.at[at].file);
		if (file < 0)
			return;
		places[n++] = (CodePlace){ file, r->locs.at[at].line };
	}
	found->access.places = places;
	found->access.n_places = n;
	code_add(r->arena, r->out, &found->access);
}

void ptx_read(Arena *arena, const char *text, CodeTable *out)
{
	Arena *scratch = arena_new();
	Reader *r = arena_new_of(scratch, Reader);
	*r = (Reader){ .arena = arena, .scratch = scratch, .out = out, .loc = -1 };
	Piece line;
	while (piece_line(&text, &line)) {
		if (piece_take(&line, ".loc"))
			read_loc(r, line);
		else if (piece_take(&line, ".file"))
			read_file(r, line);
		else if (!piece_starts(line, ".") || !read_function(r, line))
			read_instructions(r, line);
	}
	for (int i = 0; i < r->found.n; i++)
		resolve(r, &r->found.at[i]);
	arena_free(scratch);
}
