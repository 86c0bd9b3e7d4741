/* What an analysis has read: as long as all of it is as it was, so is the result. */
#ifndef SMEMLINT_CORE_INPUT_H
#define SMEMLINT_CORE_INPUT_H

#include <stdbool.h>

#include "base/vec.h"

typedef struct Input {
	const char *path; /* as it was opened: relative stays relative */
	bool is_folder;   /* what stands in it was listed (folder.h) */
} Input;

typedef VEC(Input) Inputs;

#endif
