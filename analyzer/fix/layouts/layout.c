#include "fix/layouts/layout.h"

static int64_t align_up(int64_t at, int64_t align)
{
	return align > 1 ? (at + align - 1) / align * align : at;
}

/* How much longer the array is. */
static int64_t array_extra_bytes(const Grid *grid, const Layout *layout)
{
	int64_t total = grid_bytes(grid);
	if (layout->pad == 0)
		return 0;
	if (total < 0)
		return EXTRA_UNKNOWN;
	if (layout->kind == LAYOUT_RECORD_PAD)
		return total / grid->elem * layout->pad;
	return total / grid->dim[layout->kind == LAYOUT_PAD ? layout->dim : grid->n_dims - 1] * layout->pad;
}

/* Where the member behind the array that is at `offset` now begins in the layout; offset -1: the record's end. */
static int64_t part_begin(const Grid *grid, const Layout *layout, int64_t offset, const Field **out)
{
	const Type *record = grid->holder;
	const int64_t extra = array_extra_bytes(grid, layout);
	int64_t at = grid->begin + grid_bytes(grid) + extra;
	if (grid->place)
		return offset + extra;
	for (int f = 0; f < record->n_fields; f++) {
		const Field *field = &record->fields[f];
		if (field->offset <= grid->begin)
			continue;
		at = align_up(align_up(at, field->type->align), field->align);
		*out = field;
		if (offset >= field->offset && offset < field->offset + field->type->size)
			return at;
		at += field->type->size;
	}
	return align_up(at, record->align);
}

/* The field of a record that contains [at, at + bytes); `start`: the offset of its array of n, after those of the fields
 * before it. */
static const Field *field_at(const Type *record, int64_t at, int bytes, int64_t n, int64_t *start)
{
	*start = 0;
	for (int f = 0; f < record->n_fields; f++) {
		const Field *field = &record->fields[f];
		if (at >= field->offset && at + bytes <= field->offset + field->type->size)
			return field;
		*start = (*start + n * field->type->size + 15) / 16 * 16;
	}
	return NULL;
}

static bool record_offset(const Grid *grid, const Layout *layout, int64_t element, int64_t within, int bytes, int64_t *out)
{
	if (layout->kind == LAYOUT_RECORD_PAD) {
		*out = element * (grid->elem + layout->pad) + within;
		return within + bytes <= grid->elem;
	}
	int64_t start, total = grid_bytes(grid);
	if (total < 0 || !record_is_plain(grid->type))
		return false;
	const Field *field = field_at(grid->type, within, bytes, total / grid->elem, &start);
	if (!field)
		return false;
	*out = start + element * field->type->size + within - field->offset;
	return true;
}

bool layout_swizzles(const Layout *layout)
{
	return layout->kind == LAYOUT_XOR || layout->kind == LAYOUT_ROTATE || layout->kind == LAYOUT_LINEAR;
}

int64_t layout_dim(const Grid *grid, const Layout *layout, int dim)
{
	const int last = grid->n_dims - 1;
	if (layout->kind == LAYOUT_EXCHANGE && dim >= last - 1)
		return grid->dim[dim == last ? last - 1 : last];
	int padded = layout->kind == LAYOUT_PAD ? layout->dim : last;
	bool has_dims = layout->kind == LAYOUT_PAD || layout_swizzles(layout);
	return grid->dim[dim] + (has_dims && dim == padded ? layout->pad : 0);
}

/* The indices of an element, outermost first. */
static bool indices_of(const Grid *grid, int64_t element, int64_t *index)
{
	for (int d = grid->n_dims - 1; d > 0; d--) {
		index[d] = element % grid->dim[d];
		element /= grid->dim[d];
	}
	index[0] = element;
	return grid->dim[0] < 0 || element < grid->dim[0];
}

static int64_t offset_of(const Grid *grid, const Layout *layout, const int64_t *index)
{
	int64_t at = index[0];
	for (int d = 1; d < grid->n_dims; d++)
		at = at * layout_dim(grid, layout, d) + index[d];
	return at * grid->elem;
}

static int64_t mixed(const Layout *layout, int64_t index)
{
	int64_t out = 0;
	for (int b = 0; b < MAX_MIX; b++)
		out ^= index >> b & 1 ? layout->mix[b] : 0;
	return out;
}

int layout_mix_terms(const Layout *layout, MixTerm *out)
{
	int n = 0;
	for (int shift = 1 - MAX_MIX; shift < 16; shift++) {
		MixTerm term = { 0, shift };
		for (int b = 0; b < MAX_MIX; b++)
			if (b + shift >= 0 && b + shift < 16 && layout->mix[b] >> (b + shift) & 1)
				term.mask |= (int64_t)1 << b;
		if (term.mask)
			out[n++] = term;
	}
	return n;
}

int64_t layout_multiple(const Layout *layout)
{
	int64_t bits = layout->kind == LAYOUT_XOR ? layout->mask : 0, multiple = layout->chunk;
	for (int b = 0; b < MAX_MIX && layout->kind == LAYOUT_LINEAR; b++)
		bits |= layout->mix[b];
	for (; layout_swizzles(layout) && bits; bits >>= 1)
		multiple *= 2;
	return multiple;
}

bool layout_keeps(const Layout *layout, int64_t bytes)
{
	const int64_t elem = layout->grid->elem;
	if (bytes <= elem || layout->kind == LAYOUT_PLAIN)
		return true;
	if (layout->kind == LAYOUT_RECORD_PAD || layout->kind == LAYOUT_SOA || layout->kind == LAYOUT_EXCHANGE)
		return false;
	return layout->pad * elem % bytes == 0 && (!layout_swizzles(layout) || layout->chunk * elem % bytes == 0);
}

int layout_instructions(const Grid *grid, const Layout *layout)
{
	MixTerm terms[MAX_MIX_TERMS];
	const int64_t row = layout_dim(grid, layout, grid->n_dims - 1);
	/* Of a flat array the row is computed first; LOP3 combines a mask and an XOR. */
	int n = (grid->is_flat ? 2 : 1) + (layout->chunk > 1);
	switch (layout->kind) {
	case LAYOUT_PAD: /* a shift and a multiply-add */
		return layout->by_function ? 2 : 0;
	case LAYOUT_XOR:
		return n + (layout->shift > 0 && !grid->is_flat);
	case LAYOUT_ROTATE: /* a modulo is a mask, or a multiplication and what belongs to it */
		return n + (layout->shift > 0) + (row & (row - 1) ? 4 : 1);
	case LAYOUT_LINEAR:
		for (int i = layout_mix_terms(layout, terms) - 1; i >= 0; i--)
			n += 1 + (terms[i].shift != 0);
		return n;
	default:
		return 0;
	}
}

/* Applies the swizzle to the column; false: it would be outside of the row. */
static bool swizzle(const Grid *grid, const Layout *layout, int64_t *index)
{
	int last = grid->n_dims - 1;
	int64_t chunk = layout->chunk, row_length = layout_dim(grid, layout, last), chunks = row_length / chunk;
	const int64_t multiple = layout_multiple(layout);
	if (chunks < 1 || row_length % multiple != 0 || (grid->is_flat && grid->count > 0 && grid->count % multiple != 0))
		return false;
	int64_t column = index[last] / chunk, rest = index[last] % chunk, row = index[layout->dim] >> layout->shift;
	if (layout->kind == LAYOUT_LINEAR)
		column ^= mixed(layout, index[layout->dim]);
	else
		column = layout->kind == LAYOUT_XOR ? column ^ (row & layout->mask) : (column + row) % chunks;
	index[last] = column * chunk + rest;
	return column < chunks;
}

static void exchange(const Grid *grid, int64_t *index)
{
	const int last = grid->n_dims - 1;
	const int64_t row = index[last - 1];
	index[last - 1] = index[last];
	index[last] = row;
}

/* Whether [within, within + bytes) of the element at `index` is within a chunk that the layout moves in one piece. */
static bool in_one_piece(const Grid *grid, const Layout *layout, const int64_t *index, int64_t within, int bytes)
{
	int64_t size = 1, at = 0;
	int first = grid->n_dims;
	if (layout->kind == LAYOUT_PAD)
		first = layout->dim;
	for (int d = first; d < grid->n_dims; d++) {
		size *= grid->dim[d];
		at = at * grid->dim[d] + index[d];
	}
	int last = grid->n_dims - 1;
	if (layout->kind != LAYOUT_PAD) {
		size = layout->chunk;
		at = index[last] % layout->chunk;
	}
	/* Rows may become shorter. */
	if (layout->pad < 0 && index[last] * grid->elem + within + bytes > layout_dim(grid, layout, last) * grid->elem)
		return false;
	return at * grid->elem + within + bytes <= size * grid->elem;
}

/* Of an element of the array. */
static bool array_offset(const Grid *grid, const Layout *layout, int64_t offset, int bytes, int64_t *out)
{
	int64_t total = grid_bytes(grid);
	if (offset < 0 || offset > MOST_BYTES || bytes < 1 || (total >= 0 && offset + bytes > total))
		return false;
	int64_t element = offset / grid->elem, within = offset % grid->elem, index[MAX_DIMS];
	*out = offset;
	if (layout->kind == LAYOUT_RECORD_PAD || layout->kind == LAYOUT_SOA) {
		if (!record_offset(grid, layout, element, within, bytes, out))
			return false;
	} else if (layout->kind != LAYOUT_PLAIN) {
		if (!indices_of(grid, element, index) || !in_one_piece(grid, layout, index, within, bytes))
			return false;
		if (layout_swizzles(layout) && !swizzle(grid, layout, index))
			return false;
		if (layout->kind == LAYOUT_EXCHANGE)
			exchange(grid, index);
		*out = offset_of(grid, layout, index) + within;
	}
	return true;
}

/* Of bytes in other parts of the object. */
static bool beside_offset(const Grid *grid, const Layout *layout, int64_t offset, int bytes, int64_t *out)
{
	const Field *field = NULL;
	*out = offset;
	if (offset < grid->begin)
		return offset >= 0 && offset + bytes <= grid->begin;
	const int64_t begin = part_begin(grid, layout, offset, &field);
	if (grid->place) {
		*out = begin;
		return offset + bytes <= MOST_BYTES;
	}
	if (!field || offset < field->offset || offset + bytes > field->offset + field->type->size)
		return false;
	*out = begin + offset - field->offset;
	return true;
}

bool layout_offset(const Grid *grid, const Layout *layout, int64_t offset, int bytes, int64_t *out)
{
	bool is_there;
	const int64_t total = grid_bytes(grid);
	if (grid->is_part && bytes >= 1 && (offset < grid->begin || (total >= 0 && offset >= grid->begin + total))) {
		is_there = beside_offset(grid, layout, offset, bytes, out);
	} else {
		is_there = array_offset(grid, layout, offset - grid->begin, bytes, out);
		*out += grid->begin;
	}
	return is_there && (offset % bytes != 0 || *out % bytes == 0);
}

/* Bytes from one index of `dim` to the next, in a layout. */
static int64_t pitch_in(const Grid *grid, const Layout *layout, int dim)
{
	int64_t bytes = grid->elem;
	for (int d = grid->n_dims - 1; d > dim; d--)
		bytes *= layout_dim(grid, layout, d);
	return bytes;
}

int64_t layout_period(const Grid *grid, const Layout *layout)
{
	int64_t period = 1;
	for (int b = 0; b < MAX_MIX && layout->kind == LAYOUT_LINEAR; b++)
		period = layout->mix[b] ? (int64_t)2 << b : period;
	if (layout->kind == LAYOUT_LINEAR)
		return period;
	if (layout->kind == LAYOUT_XOR)
		return (layout->mask + 1) << layout->shift;
	return (layout_dim(grid, layout, grid->n_dims - 1) / layout->chunk) << layout->shift;
}

/* Only the padded dimension changes its length: multiples of whole rows stay such.  Of exchanged dimensions a row becomes an element's
 * distance, if rows are all that the step may go through. */
bool layout_step(const Grid *grid, const Layout *layout, int64_t step, int64_t *out)
{
	static const Layout plain = { .kind = LAYOUT_PLAIN };
	bool swizzles = layout_swizzles(layout);
	if (grid->n_dims < 2 || (layout->kind != LAYOUT_PAD && layout->kind != LAYOUT_EXCHANGE && !swizzles))
		return false;
	if (layout->kind == LAYOUT_EXCHANGE) {
		const int64_t rows = pitch_in(grid, &plain, grid->n_dims - 2),
			      most = grid->n_dims > 2 ? rows * grid->dim[grid->n_dims - 2] : rows;
		*out = grid->n_dims > 2 ? step : step / rows * grid->elem;
		return step % most == 0;
	}
	int dim = swizzles ? layout->dim : layout->dim - 1;
	int64_t period = swizzles ? layout_period(grid, layout) : 1, row = pitch_in(grid, &plain, dim);
	if (step % (row * period) != 0 || (dim > 0 && grid->dim[dim] % period != 0))
		return false;
	*out = step / row * pitch_in(grid, layout, dim);
	return true;
}

bool layout_pattern(const Grid *grid, const Layout *layout, const Fact *fact, int bytes, const WarpPattern *in, WarpPattern *out)
{
	WarpRequest request = warp_request(in, fact->op, bytes);
	*out = *in;
	for (int lane = 0; lane < WARP_LANES; lane++) {
		if (!(in->active >> lane & 1))
			continue;
		if (!layout_offset(grid, layout, in->offset[lane], bytes, &out->offset[lane]))
			return false;
		request.offset[lane] = out->offset[lane];
	}
	out->cost = bank_cost(fact->arch, &request);
	return true;
}

int64_t layout_extra_bytes(const Grid *grid, const Layout *layout)
{
	const Field *last;
	return grid->holder && grid->is_part ? part_begin(grid, layout, -1, &last) - grid->holder->size : array_extra_bytes(grid, layout);
}

int64_t layout_moves(const Grid *grid, const Layout *layout, int64_t at)
{
	return at > grid->begin ? array_extra_bytes(grid, layout) : 0;
}
