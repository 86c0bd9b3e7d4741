/* PTX's operations on matrices that a warp holds together. */
#include "smem.h"

#include <stdlib.h>
#include <string.h>

/* --- ldmatrix, stmatrix ---------------------------------------------------------------------------- */

typedef struct MatrixRows {
	bool loads, trans;
	int n;                 /* matrices of 8 rows of 16 bytes: lane 8 * m + r has the address of row r of matrix m */
	uint64_t address;
	uint32_t words[4];
} MatrixRows;

static uint16_t *row_of(Lane *const *lanes, int matrix, int row)
{
	const MatrixRows *of = lanes[8 * matrix + row]->in;
	return (uint16_t *)(uintptr_t)of->address;
}

/* Elements 2t and 2t + 1 of row g; of the transposed one. */
static void move_rows(Lane *const *lanes, int n)
{
	if (n != WARP)
		launch_fail("a matrix is loaded or stored by less than a warp");
	for (int l = 0; l < WARP; l++) {
		MatrixRows *rows = lanes[l]->out;
		for (int m = 0; m < rows->n; m++)
			for (int i = 0; i < 2; i++) {
				int row = rows->trans ? 2 * (l % 4) + i : l / 4, column = rows->trans ? l / 4 : 2 * (l % 4) + i;
				uint16_t *at = row_of(lanes, m, row) + column;
				if (rows->loads)
					rows->words[m] = (i ? rows->words[m] & 0xffff : 0) | (uint32_t)*at << 16 * i;
				else
					*at = (uint16_t)(rows->words[m] >> 16 * i);
			}
	}
}

/* --- mma.sync -------------------------------------------------------------------------------------- */

typedef struct MatrixProduct {
	int k, n_a, n_b, n_c;  /* 16 x 8 x k; registers of each operand */
	Type type, sum;
	uint32_t in[16];
} MatrixProduct;

/* Register r of a lane 4g + t holds, of A, row g (+ 8 for odd r) and neighbours from column t * e + r / 2 * 4e. */
static void multiply(Lane *const *lanes, int n)
{
	static double a[16][16], b[16][8];
	if (n != WARP)
		launch_fail("matrices are multiplied by less than a warp");
	const MatrixProduct *p = lanes[0]->in;
	int e = 4 / p->type.bytes, bits = 8 * p->type.bytes;
	for (int l = 0; l < WARP; l++) {
		const uint32_t *in = ((const MatrixProduct *)lanes[l]->in)->in;
		for (int r = 0; r < p->n_a; r++)
			for (int i = 0; i < e; i++)
				a[l / 4 + 8 * (r & 1)][(l % 4) * e + r / 2 * 4 * e + i] = as_float(in[r] >> bits * i, p->type);
		for (int r = 0; r < p->n_b; r++)
			for (int i = 0; i < e; i++)
				b[(l % 4) * e + r * 4 * e + i][l / 4] = as_float(in[p->n_a + r] >> bits * i, p->type);
	}
	int pairs = 4 / p->sum.bytes;
	for (int l = 0; l < WARP; l++) {
		const uint32_t *c = ((const MatrixProduct *)lanes[l]->in)->in + p->n_a + p->n_b;
		uint32_t *out = lanes[l]->out;
		for (int i = 0; i < 4; i++) {
			int row = l / 4 + 8 * (i / 2), column = 2 * (l % 4) + i % 2, reg = i / pairs, shift = i % pairs * 8 * p->sum.bytes;
			double sum = as_float(c[reg] >> shift, p->sum);
			for (int k = 0; k < p->k; k++)
				sum += a[row][k] * b[k][column];
			uint32_t bits_of_sum = (uint32_t)float_bits(sum, p->sum);
			out[reg] = pairs == 1 ? bits_of_sum : (out[reg] & ~(0xffffu << shift)) | (bits_of_sum & 0xffff) << shift;
		}
	}
}
