/* The files that an analysis has read: while none of them changes, neither does the result. */
#ifndef SMEMLINT_CORE_INPUT_H
#define SMEMLINT_CORE_INPUT_H

#include <stdbool.h>

#include "base/vec.h"

typedef struct Input {
	const char *path; /* as it was opened: relative stays relative */
	bool is_folder;   /* its entries were listed (base/folder.h) */
	const char *words; /* not NULL: of its text only callers_mentions() of these names matters, … */
	int mentions;     /* … which was this */
} Input;

typedef VEC(Input) Inputs;

#endif
