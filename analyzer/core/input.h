/* What an analysis has read: as long as all of it is as it was, so is the result. */
#ifndef SMEMLINT_CORE_INPUT_H
#define SMEMLINT_CORE_INPUT_H

#include <stdbool.h>

#include "base/vec.h"

typedef struct Input {
	const char *path; /* as it was opened: relative stays relative */
	bool is_folder;   /* what stands in it was listed (folder.h) */
	const char *words; /* not NULL: of its text only what it says of these names counts (callers_mentions()) … */
	int mentions;     /* … which was this */
} Input;

typedef VEC(Input) Inputs;

#endif
