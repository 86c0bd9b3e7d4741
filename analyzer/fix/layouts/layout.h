/* Layouts of a shared object: functions from a byte offset in the present layout to the one in another. */
#ifndef SMEMLINT_FIX_LAYOUTS_LAYOUT_H
#define SMEMLINT_FIX_LAYOUTS_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

#include "eval/facts/facts.h"
#include "fix/layouts/occupancy.h"

enum { MAX_DIMS = 6, MAX_MIX = 10, MOST_BYTES = 1 << 20 /* no shared memory is larger */ };

/* A layout must save more than one of so many wavefronts over another that is better in other respects. */
enum { WORTH = 20 };

/* The order of layouts that cost the same wavefronts. */
typedef enum Preference {
	PREFER_OCCUPANCY,  /* those that cost no block of an SM first; of these the fewest instructions, then the fewest bytes */
	PREFER_MEMORY,     /* less shared memory first; among equals the fewest instructions */
	PREFER_SIMPLICITY, /* simpler ones first: a padding before a swizzle, however many bytes it takes */
} Preference;
enum { N_PREFERENCES = PREFER_SIMPLICITY + 1 };

/* The length of a flat instance's rows, in elements. */
typedef struct RowOf {
	const Var *object;
	int64_t row;
} RowOf;

/* A part of a shared object that has a layout of its own. */
typedef struct Part {
	const Field *member; /* of a record with several; … */
	const SharedPlace *place;  /* … of an array that is divided; both NULL: all of the object */
} Part;

/* An object's elements and dimensions. */
typedef struct Grid {
	int n_dims;              /* >= 1; the last one is contiguous */
	int64_t dim[MAX_DIMS];   /* elements; dim[0] is -1 if the object's size is not known */
	int64_t count;           /* elements in the source, of which the last row may lack some; -1: not known */
	int64_t elem;            /* bytes of an element */
	const Type *type;        /* of an element */
	const Field *member;     /* the array is the only member of the object, which is a record, … */
	const Type *holder;      /* … or of a record in it: that which declares the member; NULL: the object is the array */
	const SharedPlace *place;      /* the array is what begins there in the object, another array that the program divides; or NULL */
	bool is_part;            /* the record has other members, or the object other places (grid_of_part()): … */
	int64_t begin;           /* … the array's place in it, in bytes */
	bool is_flat;            /* one dimension in the source; rows of dim[1] elements exist only for the search, … */
	const RowOf *rows;       /* … and these, of instances of the object's template in which a name stands for another length */
	int n_rows;
} Grid;

typedef enum LayoutKind {
	LAYOUT_PLAIN,
	LAYOUT_PAD,        /* dimension `dim` (never 0) is longer by `pad` elements, which may be negative */
	LAYOUT_XOR,        /* column chunk ^= (index of `dim` >> shift) & mask */
	LAYOUT_ROTATE,     /* column chunk += index of `dim` >> shift, modulo the row's chunks */
	LAYOUT_LINEAR,     /* column chunk ^= mix[b] for each bit b of the index of `dim` that is set */
			   /* (these three with rows that are longer by `pad`, never more than 0) */
	LAYOUT_EXCHANGE,   /* the last two dimensions are exchanged: a column's elements are contiguous */
	LAYOUT_RECORD_PAD, /* the element is longer by `pad` bytes */
	LAYOUT_SOA,        /* one array per field */
} LayoutKind;

typedef struct Layout {
	LayoutKind kind;
	int dim;
	int64_t pad;
	int64_t mask, shift;
	uint16_t mix[MAX_MIX];
	bool by_function;    /* LAYOUT_PAD of a flat array: a function of the index, whatever the index is made of */
	int64_t chunk;       /* adjacent elements that stay together: as many as the widest access touches */
	/* Results of the search (advice.h): */
	const Grid *grid;    /* the grid that it was found for */
	int64_t wavefronts;  /* of all accesses that were counted */
	int64_t merged;      /* the same if nvcc merges what it may, in units of 1/PER_REQUEST (merged.h) */
	int64_t instructions; /* that warps execute more than now for their addresses, at most; what does not change in a loop is computed
			       * before it */
	int settled;         /* LAYOUT_EXCHANGE: accesses whose banks something decides that is not known, and there nothing any more … */
	bool settles_all;    /* … and there are no others left */
	int ways;            /* the n of the worst n-way conflict; 1: there are none */
	int64_t extra_bytes; /* of shared memory; EXTRA_UNKNOWN: in proportion to a size that is not known */
	Occupancy blocks;
	const char *text;    /* "padding the rows of 'tile' to [32][33]" */
	const char *todo;    /* "pad the rows of 'tile' to [32][33]" */
	const char *price;   /* "+128 bytes", "no extra memory", "+4096 bytes, 12 blocks per SM instead of 13" */
} Layout;

/* Whether the record has several fields that do not overlap, so that each could be an array. */
bool record_is_plain(const Type *record);

/* Whether they are one declaration in the source, perhaps in two instances of a template. */
bool same_object(const Var *a, const Var *b);

/* The dimensions of a shared variable.  False: not an object whose elements are known. */
bool grid_of(const Var *object, Grid *out);
/* Of an object that is a record with several members, or an array that is divided: the part that has all of the fact's accesses. */
Part part_of(const Fact *fact);
bool part_same(Part a, Part b);
/* The dimensions of that part; of the last one of dynamic shared memory its length is not known. */
bool grid_of_part(const Var *object, Part part, Grid *out);
/* Bytes by which what is at `at` in the object moves in the layout: it is the beginning of another part. */
int64_t layout_moves(const Grid *grid, const Layout *layout, int64_t at);
/* The same for an instance of a template that has other lengths or elements than `like`, with rows like those that were found. */
bool grid_like(const Grid *like, const Var *object, Grid *out);

Loc grid_loc(const Var *object, const Grid *grid); /* where the array is declared, or the pointer to it */
int64_t grid_row(const Grid *grid, const Var *object); /* of a flat instance: the length of its rows, in elements */
int64_t grid_bytes(const Grid *grid); /* -1: not known */
int64_t layout_dim(const Grid *grid, const Layout *layout, int dim); /* a dimension's length in the layout, in elements */
bool layout_swizzles(const Layout *layout);
int64_t layout_period(const Grid *grid, const Layout *layout); /* of a swizzle: the number of rows after which it repeats */
/* How many elements of a row a swizzle keeps together: the row's length must be a multiple of it.  1: any length will do. */
int64_t layout_multiple(const Layout *layout);
/* Whether aligned pieces of so many bytes stay aligned and in one piece, wherever they are. */
bool layout_keeps(const Layout *layout, int64_t bytes);
/* Instructions of a warp for an element's address, more than in the present layout. */
int layout_instructions(const Grid *grid, const Layout *layout);

/* A linear mix as a sum of shifted parts of the index: (index & mask) << shift, to the right where shift < 0. */
typedef struct MixTerm {
	int64_t mask;
	int shift;
} MixTerm;
enum { MAX_MIX_TERMS = 2 * MAX_MIX + 16 };
int layout_mix_terms(const Layout *layout, MixTerm *out); /* returns how many; at most MAX_MIX_TERMS */

/* The offset of `bytes` bytes at `offset` in the layout.  False: they would be split or misaligned, or are not within the
 * object.  Members behind one that gets longer begin as early as their types allow. */
bool layout_offset(const Grid *grid, const Layout *layout, int64_t offset, int bytes, int64_t *out);

/* The distance in the layout of what is `step` bytes apart.  False: it depends on the offsets. */
bool layout_step(const Grid *grid, const Layout *layout, int64_t step, int64_t *out);

/* A warp's request of `bytes` bytes per lane in the layout, priced.  False: layout_offset() of some lane. */
bool layout_pattern(const Grid *grid, const Layout *layout, const Fact *fact, int bytes, const WarpPattern *in, WarpPattern *out);

#define EXTRA_UNKNOWN INT64_MIN
int64_t layout_extra_bytes(const Grid *grid, const Layout *layout);

/* The array as a person knows it: "tile", "storage.tile"; of bytes that are used as a record "Storage::tile"; of an array that is
 * divided the pointer. */
const char *grid_name(Arena *arena, const Var *object, const Grid *grid);
/* Layout.text, .todo and, below, .price; in the arena. */
const char *layout_text(Arena *arena, const Var *object, const Grid *grid, const Layout *layout);
const char *layout_todo(Arena *arena, const Var *object, const Grid *grid, const Layout *layout);
struct Buf;
/* "(r & 1) << 2 ^ (r & 6) >> 1": what a linear mix combines with the column, for a row named "r"; may be the right operand of ^. */
void layout_print_mix(struct Buf *out, const char *row, const Grid *grid, const Layout *layout);
void layout_print_dims(struct Buf *out, const Grid *grid, const Layout *layout); /* "[32][33]" */
const char *layout_price(Arena *arena, const Grid *grid, const Layout *layout);

#endif
