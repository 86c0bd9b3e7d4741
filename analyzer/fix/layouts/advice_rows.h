/* Row lengths to try for a one-dimensional object. */
#ifndef SMEMLINT_FIX_LAYOUTS_ADVICE_ROWS_H
#define SMEMLINT_FIX_LAYOUTS_ADVICE_ROWS_H

#include "base/power.h"
#include "fix/layouts/advice.h"

typedef struct Rows {
	int64_t at[8];
	int n;
	int n_written; /* of them, the first ones: factors in subscripts, where a padding can be written */
} Rows;

/* What subscripts are multiplied with; 32 words, and the distances between steps of threadIdx.  elem: bytes of an element. */
void rows_of(const Samples *samples, int64_t elem, Rows *rows);

/* The length that a factor of `row` has in an instance of the template: the factor at the same place of the source. */
int64_t row_in_instance(const Samples *samples, int instance, int64_t row);

#endif
