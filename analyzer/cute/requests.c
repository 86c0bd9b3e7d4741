#include "cute/access.h"

#include <inttypes.h>
#include <string.h>

enum {
	MOST_THREADS = 1024,
	MOST_WIDTH = 128,        /* elements of an address: of one bit */
	MOST_ELEMENTS = 1 << 22, /* of a tile */
	LINE = 128,              /* bytes: what rows of global memory are taken to be multiples of */
	MATRIX_ROWS = 16,        /* that ldmatrix.x2 and .x4 read of mma.sync's operands before the next columns */
};

/* A tile that is copied by pieces of one address each. */
typedef struct Tile {
	const CuteAccess *access;
	const CuteLayout *layout;
	int bits, bytes;    /* of an element; at each address */
	int width;          /* elements of a piece */
	int along;          /* the mode in which they are next to each other */
	int64_t extent[2];  /* of the layout's first two modes */
	int64_t rows, pieces; /* across `along`; in each row */
	Arena *arena;
	CuteRequests *out;
	Buf *why;
} Tile;

typedef int64_t Coord[2];

static int64_t address_of(const Tile *tile, const Coord coord)
{
	return cute_bit_offset(tile->layout, coord, cute_rank(tile->layout) > 1 ? 2 : 1, tile->bits);
}

/* --- one lane ----------------------------------------------------------------------------------- */

static bool is_contiguous(const Tile *tile, Coord *element, int n)
{
	int64_t base = address_of(tile, element[0]);

	for (int i = 1; i < n; i++)
		if (address_of(tile, element[i]) != base + (int64_t)i * tile->bits)
			return false;
	return true;
}

static bool complain_of_split(const Tile *tile, const Coord at)
{
	buf_printf(tile->why, "%d bytes are copied at once, but the %d elements from (%" PRId64 ",%" PRId64 ") on are not contiguous",
		   tile->bytes, tile->width, at[0], at[1]);
	if (tile->layout->is_composed)
		buf_puts(tile->why, "; a swizzle with a larger base may keep them together");
	return false;
}

static bool set_lane(const Tile *tile, WarpRequest *request, int lane, Coord *element)
{
	int64_t base = address_of(tile, element[0]), bits = (int64_t)tile->bytes * 8;
	int64_t row = tile->extent[tile->along] * tile->bits / 8;

	if (!is_contiguous(tile, element, tile->width))
		return complain_of_split(tile, element[0]);
	if (base % bits) {
		buf_printf(tile->why,
			   "%d bytes are copied at a multiple of %d, but (%" PRId64 ",%" PRId64 ") is %" PRId64 " bytes from the start",
			   tile->bytes, tile->bytes, element[0][0], element[0][1], base / 8);
		return false;
	}
	request->active |= UINT32_C(1) << lane;
	request->offset[lane] = base / 8;
	request->source[lane] = element[0][1 - tile->along] * ((row + LINE - 1) / LINE * LINE) + element[0][tile->along] * tile->bits / 8;
	return true;
}

static WarpRequest *new_request(const Tile *tile)
{
	WarpRequest request = { .op = tile->access->copy.op, .bytes = tile->bytes };

	vec_push(tile->arena, tile->out, request);
	return &tile->out->at[tile->out->n - 1];
}

static bool set_piece(const Tile *tile, WarpRequest *request, int lane, int64_t row, int64_t piece)
{
	Coord element[MOST_WIDTH];

	for (int i = 0; i < tile->width; i++) {
		element[i][tile->along] = piece * tile->width + i;
		element[i][1 - tile->along] = row;
	}
	return set_lane(tile, request, lane, element);
}

/* --- by rows or columns of pieces --------------------------------------------------------------- */

static bool in_order(const Tile *tile, bool by_rows)
{
	int lanes = tile->access->copy.lanes;
	WarpRequest *request = NULL;

	for (int64_t i = 0; i < tile->rows * tile->pieces; i++) {
		int64_t row = by_rows ? i / tile->pieces : i % tile->rows, piece = by_rows ? i % tile->pieces : i / tile->rows;

		if (i % lanes == 0)
			request = new_request(tile);
		if (!set_piece(tile, request, (int)(i % lanes), row, piece))
			return false;
	}
	return true;
}

/* Blocks of up to 16 rows, as many pieces wide as the lanes suffice for. */
static bool by_matrices(const Tile *tile)
{
	int lanes = tile->access->copy.lanes, high = lanes < MATRIX_ROWS ? lanes : MATRIX_ROWS, wide;

	while (tile->rows % high)
		high /= 2;
	wide = lanes / high;
	if (tile->pieces % wide) {
		buf_printf(tile->why,
			   "%d rows of 16 bytes are copied at once; the layout's %" PRId64 " rows of %" PRId64
			   " such pieces do not divide into that: name threads, or 'rows'",
			   lanes, tile->rows, tile->pieces);
		return false;
	}
	for (int64_t piece = 0; piece < tile->pieces; piece += wide)
		for (int64_t row = 0; row < tile->rows; row += high) {
			WarpRequest *request = new_request(tile);

			for (int lane = 0; lane < lanes; lane++)
				if (!set_piece(tile, request, lane, row + lane % high, piece + lane / high))
					return false;
		}
	return true;
}

/* --- by threads and values ---------------------------------------------------------------------- */

/* The coordinate of each number that a layout gives. */
typedef struct Numbering {
	int n;
	int extent[2];
	Coord at[MOST_THREADS];
} Numbering;

static bool number_all(const Tile *tile, const CuteLayout *layout, const char *what, Numbering *out)
{
	bool seen[MOST_THREADS] = { false };

	out->n = (int)cute_size(layout);
	for (int mode = 0; mode < 2; mode++)
		out->extent[mode] = (int)cute_extent(layout, mode);
	for (int64_t i = 0; i < out->n; i++) {
		int64_t number = cute_offset(layout, &i, 1);

		if (number < 0 || number >= out->n || seen[number]) {
			buf_printf(tile->why, "the layout of %s does not number them from 0 to %d", what, out->n - 1);
			return false;
		}
		seen[number] = true;
		out->at[number][0] = i % out->extent[0];
		out->at[number][1] = i / out->extent[0];
	}
	return true;
}

static bool divides(const Tile *tile, const int block[2], const char *what)
{
	if (tile->extent[0] % block[0] == 0 && tile->extent[1] % block[1] == 0)
		return true;
	buf_printf(tile->why, "%s %d x %d elements, of which the layout's %" PRId64 " x %" PRId64 " are no multiple", what, block[0],
		   block[1], tile->extent[0], tile->extent[1]);
	return false;
}

/* The `first`-th and following values of a thread, as one piece: values are next to each other, threads around them. */
static bool set_values(const Tile *tile, WarpRequest *request, int lane, const Numbering *values, const Coord thread, const Coord origin,
		       int first)
{
	Coord element[MOST_WIDTH];

	for (int i = 0; i < tile->width; i++)
		for (int mode = 0; mode < 2; mode++)
			element[i][mode] = origin[mode] + thread[mode] * values->extent[mode] + values->at[first + i][mode];
	return set_lane(tile, request, lane, element);
}

static bool copy_block(const Tile *tile, const Numbering *threads, const Numbering *values, const Coord origin)
{
	int lanes = tile->access->copy.lanes;

	for (int first = 0; first < values->n; first += tile->width) {
		WarpRequest *request = NULL;

		for (int t = 0; t < threads->n; t++) {
			if (t % lanes == 0)
				request = new_request(tile);
			if (!set_values(tile, request, t % lanes, values, threads->at[t], origin, first))
				return false;
		}
	}
	return true;
}

static void default_values(const Tile *tile, Numbering *out)
{
	out->n = tile->width;
	out->extent[tile->along] = tile->width;
	out->extent[1 - tile->along] = 1;
	for (int i = 0; i < tile->width; i++) {
		out->at[i][tile->along] = i;
		out->at[i][1 - tile->along] = 0;
	}
}

static bool by_threads(const Tile *tile)
{
	Numbering *threads = arena_new_of(tile->arena, Numbering), *values = arena_new_of(tile->arena, Numbering);
	int block[2];

	if (!number_all(tile, &tile->access->threads, "threads", threads))
		return false;
	if (!tile->access->has_values)
		default_values(tile, values);
	else if (!number_all(tile, &tile->access->values, "values", values))
		return false;
	if (values->n % tile->width) {
		buf_printf(tile->why, "%d elements are copied at once; a thread's %d values are no multiple of that", tile->width,
			   values->n);
		return false;
	}
	for (int mode = 0; mode < 2; mode++)
		block[mode] = threads->extent[mode] * values->extent[mode];
	if (!divides(tile, block, "the threads and their values are"))
		return false;
	for (int64_t n = 0; n < tile->extent[1]; n += block[1])
		for (int64_t m = 0; m < tile->extent[0]; m += block[0])
			if (!copy_block(tile, threads, values, (Coord){ m, n }))
				return false;
	return true;
}

/* --- by an atom's operand ----------------------------------------------------------------------- */

static bool copy_operand(const Tile *tile, const Coord origin, int first)
{
	WarpRequest *request = new_request(tile);

	for (int lane = 0; lane < WARP_LANES; lane++) {
		Coord element[MOST_WIDTH];

		for (int i = 0; i < tile->width; i++) {
			int64_t at = cute_index(&tile->access->operand, (int64_t[]){ lane, first + i }, 2);

			element[i][0] = origin[0] + at % tile->access->operand_rows;
			element[i][1] = origin[1] + at / tile->access->operand_rows;
		}
		if (!set_lane(tile, request, lane, element))
			return false;
	}
	return true;
}

static bool by_operand_at(const Tile *tile)
{
	int64_t values = cute_extent(&tile->access->operand, 1);

	for (int64_t n = 0; n < tile->extent[1]; n += tile->access->operand_columns)
		for (int64_t m = 0; m < tile->extent[0]; m += tile->access->operand_rows)
			for (int first = 0; first < values; first += tile->width)
				if (!copy_operand(tile, (Coord){ m, n }, first))
					return false;
	return true;
}

/* As wide as a lane's values are contiguous. */
static bool by_operand(Tile *tile)
{
	int values = (int)cute_extent(&tile->access->operand, 1);
	int block[2] = { tile->access->operand_rows, tile->access->operand_columns };

	if (tile->access->copy.op == BANK_LD && tile->bits != tile->access->operand_bits) {
		buf_printf(tile->why, "the operand's elements have %d bits, the layout's %d", tile->access->operand_bits, tile->bits);
		return false;
	}
	if (!divides(tile, block, "the operand is"))
		return false;
	for (int bytes = 16; bytes > 0; bytes /= 2) {
		tile->bytes = bytes;
		tile->width = bytes * 8 / tile->bits;
		if (tile->width < 1 || values % tile->width)
			continue;
		tile->out->n = 0;
		tile->why->n = 0;
		if (by_operand_at(tile))
			return true;
	}
	if (!tile->why->n)
		buf_puts(tile->why, "the values of a lane are no whole bytes");
	return false;
}

/* --- the tile ----------------------------------------------------------------------------------- */

static bool runs_along(const Tile *tile, int mode, int n)
{
	Coord element[MOST_WIDTH] = { { 0 } };

	for (int i = 0; i < n; i++)
		element[i][mode] = i;
	return tile->extent[mode] >= n && is_contiguous(tile, element, n);
}

static bool find_pieces(Tile *tile)
{
	int width = tile->bytes * 8 / tile->bits;

	if (!width) {
		buf_printf(tile->why, "%d bytes are copied at once, less than an element of %d bits", tile->bytes, tile->bits);
		return false;
	}
	tile->width = width;
	tile->along = runs_along(tile, 1, width > 1 ? width : 2) ? 1 : 0;
	if (!tile->along && !runs_along(tile, 0, width))
		return complain_of_split(tile, (Coord){ 0, 0 });
	if (width == 1 && !runs_along(tile, 0, 2))
		tile->along = tile->extent[1] > 1;
	if (tile->extent[tile->along] % width) {
		buf_printf(tile->why, "%d elements are copied at once, of which the %" PRId64 " of a row are no multiple", width,
			   tile->extent[tile->along]);
		return false;
	}
	tile->rows = tile->extent[1 - tile->along];
	tile->pieces = tile->extent[tile->along] / width;
	return true;
}

bool cute_requests(Arena *arena, const CuteAccess *access, const CuteLayout *layout, int bits, CuteRequests *out, Buf *why)
{
	Tile tile = {
		.access = access, .layout = layout, .bits = bits, .bytes = access->copy.bytes, .arena = arena, .out = out, .why = why
	};
	AccessKind kind = bank_op_kind(access->copy.op);

	*out = (CuteRequests){ 0 };
	for (int mode = 0; mode < 2; mode++)
		tile.extent[mode] = cute_extent(layout, mode);
	if (tile.extent[0] * tile.extent[1] > MOST_ELEMENTS) {
		buf_printf(why, "a tile has at most %d elements", MOST_ELEMENTS);
		return false;
	}
	if (access->order == CUTE_BY_OPERAND)
		return by_operand(&tile);
	if (!find_pieces(&tile))
		return false;
	if (access->order == CUTE_BY_THREADS)
		return by_threads(&tile);
	if (access->order == CUTE_BY_DEFAULT && (kind == ACCESS_LDMATRIX || kind == ACCESS_STMATRIX))
		return by_matrices(&tile);
	return in_order(&tile, access->order != CUTE_BY_COLUMNS);
}
