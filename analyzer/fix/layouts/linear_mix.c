#include "fix/layouts/linear_mix.h"

#include <string.h>

#include "fix/layouts/linear.h"

enum { LINE = BANKS * BANK_BYTES, SCALE = 32 };

/* A chunk's index as a vector: the column's bits, then the row's, then those of the outer dimensions.  Only bits in which lanes
 * of one request differ are used; those of the row that do not choose the bank may be mixed into the column. */
typedef struct Bits {
	const Grid *grid;
	Layout rows;         /* the layout with rows of their final length */
	int64_t bytes;       /* of a chunk */
	int column, row;     /* how many bits each has */
	int line;            /* bits that choose the bank */
	uint32_t used;       /* the bits that are used … */
	uint32_t free;       /* … and those of them that may be mixed */
} Bits;

/* -1: n is not a power of two. */
static int log2_of(int64_t n)
{
	return n > 0 && !(n & (n - 1)) ? __builtin_ctzll((uint64_t)n) : -1;
}

static int bits_for(int64_t n)
{
	int bits = 0;
	while ((int64_t)1 << bits < n)
		bits++;
	return bits;
}

static bool bits_of(const Grid *grid, const Layout *layout, Bits *bits)
{
	int last = grid->n_dims - 1;
	int64_t rows = last > 0 ? grid->dim[last - 1] : 1, length = layout_dim(grid, layout, last);
	*bits = (Bits){ .grid = grid,
			.bytes = layout->chunk * grid->elem,
			.rows = { .kind = layout->pad ? LAYOUT_PAD : LAYOUT_PLAIN, .dim = last, .pad = layout->pad, .chunk = 1 } };
	if (last < 1 || log2_of(bits->bytes) < 2 || bits->bytes > LINE / 2 || length % layout->chunk)
		return false;
	bits->line = log2_of(LINE / bits->bytes);
	bits->column = log2_of(length / layout->chunk);
	bits->row = rows < 0 ? MAX_MIX : bits_for(rows);
	return bits->column > 0 && bits->row <= MAX_MIX && (last == 1 || log2_of(rows) >= 0);
}

/* --- requests ------------------------------------------------------------------------------------ */

/* The chunks that a phase touches, without duplicates; word: within the chunk, for accesses that are narrower. */
typedef struct Touched {
	uint32_t chunk[WARP_LANES];
	int word[WARP_LANES];
	int n;
} Touched;

static void touch(Touched *touched, uint32_t chunk, int word)
{
	for (int i = 0; i < touched->n; i++)
		if (touched->chunk[i] == chunk && touched->word[i] == word)
			return;
	touched->chunk[touched->n] = chunk;
	touched->word[touched->n++] = word;
}

/* The lanes of a phase (banks.h). */
static int lanes_at_once(int bytes)
{
	return bytes <= BANK_BYTES ? WARP_LANES : LINE / bytes;
}

static void touched_by(const Sample *sample, const Bits *bits, int first, Touched *out)
{
	out->n = 0;
	for (int lane = first; lane < first + lanes_at_once(sample->fact->bytes); lane++) {
		int64_t at;
		if (sample->pattern->active >> lane & 1 && layout_offset(bits->grid, &bits->rows, sample->pattern->offset[lane], 1, &at))
			touch(out, (uint32_t)(at / bits->bytes), (int)(at % bits->bytes / BANK_BYTES));
	}
}

typedef void Visit(void *data, const Sample *sample, const Touched *touched);

static void each_request(const Samples *samples, const Bits *bits, Visit *visit, void *data)
{
	for (int i = 0; i < samples->at.n; i++) {
		const Sample *sample = &samples->at.at[i];
		for (int first = 0; first < WARP_LANES; first += lanes_at_once(sample->fact->bytes)) {
			Touched touched;
			touched_by(sample, bits, first, &touched);
			visit(data, sample, &touched);
		}
	}
}

static void note_bits(void *data, const Sample *sample, const Touched *touched)
{
	uint32_t *used = data;
	(void)sample;
	for (int i = 1; i < touched->n; i++)
		*used |= touched->chunk[i] ^ touched->chunk[0];
}

/* --- weights ------------------------------------------------------------------------------------- */

/* Extracts the bits of `mask`, as adjacent bits. */
static uint32_t gather(uint32_t v, uint32_t mask)
{
	uint32_t out = 0;
	for (int to = 0; mask; mask &= mask - 1)
		out |= (v >> __builtin_ctz(mask) & 1) << to++;
	return out;
}

typedef struct Weights {
	const Bits *bits;
	uint32_t kept;   /* the bits of the space that is searched */
	int64_t *of;
} Weights;

/* Adds to each vector's weight: how many lanes share a lane's bank, on average, if chunks that differ by the vector do. */
static void weigh(void *data, const Sample *sample, const Touched *touched)
{
	Weights *w = data;
	int64_t count = sample->count < LINEAR_MOST ? sample->count : LINEAR_MOST;
	for (int i = 0; i < touched->n; i++) {
		for (int j = 0; j < touched->n; j++) {
			uint32_t v = gather(touched->chunk[i] ^ touched->chunk[j], w->kept);
			if (touched->word[i] == touched->word[j] && touched->chunk[i] != touched->chunk[j])
				w->of[v] += count * SCALE / touched->n;
		}
	}
}

static void scale_down(int64_t *weight, uint32_t n)
{
	int64_t most = 1;
	for (uint32_t v = 1; v < n; v++)
		most = weight[v] > most ? weight[v] : most;
	for (uint32_t v = 1; v < n && most > LINEAR_MOST; v++)
		weight[v] = weight[v] * LINEAR_MOST / most;
}

/* Vectors that no mix maps to 0: those within a line, and those that would need a change of bits that are not the column's. */
static void forbid(const Bits *bits, uint32_t kept, int64_t *weight)
{
	uint32_t line = (1u << bits->line) - 1, n = 1u << __builtin_popcount(kept);
	uint32_t columns = bits->column < bits->line ? (1u << bits->column) - 1 : line;
	uint32_t low = gather(line, kept), changed = gather(columns, kept);
	for (uint32_t v = 1; v < n; v++)
		if (!(v & ~low) || v & low & ~changed)
			weight[v] = LINEAR_NEVER;
}

/* --- mixes of few terms ---------------------------------------------------------------------------- */

/* The weight of a mix's kernel: all combinations of the free bits, each with the line's bits that it is mixed to. */
static int64_t weight_of_mix(const Bits *bits, const int64_t *weight, const uint16_t *mix)
{
	int n = __builtin_popcount(bits->free);
	int64_t sum = 0;
	for (uint32_t high = 1; high < 1u << n; high++) {
		uint32_t low = 0, free_bits = bits->free;
		for (int k = 0; free_bits; k++, free_bits &= free_bits - 1)
			low ^= high >> k & 1 ? mix[__builtin_ctz(free_bits) - bits->column] : 0;
		sum += weight[high << bits->line | low];
	}
	return sum;
}

/* Mixes the row's bits `first` to `last`, shifted, into the column; false: the column lacks such bits, or one is not free. */
static bool add_term(const Bits *bits, int first, int last, int shift, uint16_t *mix)
{
	int room = bits->column < bits->line ? bits->column : bits->line;
	for (int b = first; b <= last; b++) {
		if (b + shift < 0 || b + shift >= room || !(bits->free >> (b + bits->column) & 1))
			return false;
		mix[b] ^= (uint16_t)(1u << (b + shift));
	}
	return true;
}

typedef struct BitRun {
	int first, last, shift;
} BitRun;

enum { MAX_TERMS = 256 };

/* Runs of the row's bits that can be shifted into the column; the longest first, so that few are needed. */
static int list_terms(const Bits *bits, BitRun *out)
{
	int n = 0;
	for (int length = bits->row; length > 0; length--)
		for (int first = 0; first + length <= bits->row; first++)
			for (int shift = -first; shift < bits->line - first; shift++) {
				uint16_t mix[MAX_MIX] = { 0 };
				BitRun term = { first, first + length - 1, shift };
				if (n < MAX_TERMS && add_term(bits, term.first, term.last, shift, mix))
					out[n++] = term;
			}
	return n;
}

/* Finds a mix of one or two terms of a weight of at most `most`. */
static bool simple_mix(const Bits *bits, const int64_t *weight, int64_t most, uint16_t *mix)
{
	BitRun terms[MAX_TERMS];
	int n = list_terms(bits, terms);
	for (int pair = 0; pair < 2; pair++)
		for (int i = 0; i < n; i++)
			for (int j = pair ? i + 1 : i; j < (pair ? n : i + 1); j++) {
				uint16_t found[MAX_MIX] = { 0 };
				add_term(bits, terms[i].first, terms[i].last, terms[i].shift, found);
				if (pair)
					add_term(bits, terms[j].first, terms[j].last, terms[j].shift, found);
				if (weight_of_mix(bits, weight, found) > most)
					continue;
				memcpy(mix, found, sizeof found);
				return true;
			}
	return false;
}

/* --- from the kernel to the mix --------------------------------------------------------------------- */

/* Mixes each free bit to the line's bits that its basis vector has. */
static void read_mix(const Bits *bits, Subspace *kernel, Layout *layout)
{
	uint32_t low = (1u << bits->line) - 1;
	for (int i = 0; i < kernel->dims; i++) {
		uint32_t high = kernel->basis[i] & ~low;
		uint32_t bit = high & -high;
		for (int j = 0; j < kernel->dims; j++)
			if (j != i && kernel->basis[j] & bit)
				kernel->basis[j] ^= kernel->basis[i];
	}
	uint32_t free_bits = bits->free;
	for (int k = 0; free_bits; k++, free_bits &= free_bits - 1)
		for (int i = 0; i < kernel->dims; i++)
			if (kernel->basis[i] >> (bits->line + k) & 1)
				layout->mix[__builtin_ctz(free_bits) - bits->column] = (uint16_t)(kernel->basis[i] & low);
}

bool linear_mix(Arena *arena, const Samples *samples, const Grid *grid, Layout *layout)
{
	Bits bits;
	Subspace kernel;
	if (!bits_of(grid, layout, &bits))
		return false;
	uint32_t line = (1u << bits.line) - 1, columns = (1u << bits.column) - 1;
	uint32_t rows = ((1u << (bits.column + bits.row)) - 1) & ~columns;
	each_request(samples, &bits, note_bits, &bits.used);
	bits.free = bits.used & rows & ~line;
	uint32_t kept = line | bits.free;
	int n = __builtin_popcount(kept);
	if (!bits.free || n > LINEAR_BITS)
		return false;
	Weights weights = { &bits, kept, arena_array(arena, int64_t, (size_t)1 << n) };
	each_request(samples, &bits, weigh, &weights);
	scale_down(weights.of, 1u << n);
	forbid(&bits, kept, weights.of);
	if (!linear_lightest(arena, weights.of, n, n - bits.line, &kernel))
		return false;
	if (!simple_mix(&bits, weights.of, kernel.weight, layout->mix))
		read_mix(&bits, &kernel, layout);
	return true;
}
