#include <stddef.h>
#include <string.h>

#include "ir/ir.h"

const Intrinsic intrinsics[] = {
#define INTRINSIC(spelling, evaluate, how, classes) { spelling, classes },
#include "ir/intrinsics.def"
#undef INTRINSIC
};

const int n_intrinsics = sizeof intrinsics / sizeof *intrinsics;

const Intrinsic *intrinsic_named(const char *spelling)
{
	for (int i = 0; i < n_intrinsics; i++)
		if (strcmp(intrinsics[i].spelling, spelling) == 0)
			return &intrinsics[i];
	return NULL;
}
