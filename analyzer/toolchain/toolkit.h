/* Finds a CUDA toolkit's headers, in the layouts in which they are installed: NVIDIA's own, Debian's
 * (headers in /usr/include), conda's and pip's. */
#ifndef SMEMLINT_FRONTEND_TOOLKIT_H
#define SMEMLINT_FRONTEND_TOOLKIT_H

#include <stdbool.h>

#include "base/vec.h"

typedef struct Toolkit {
	const char *root;
	const char *include;     /* the folder of cuda_runtime.h */
	bool is_default_include; /* the compiler searches it anyway (/usr/include) */
	VEC(const char *) more;  /* further folders that nvcc searches by itself: CCCL's since CUDA 13 */
	int version;             /* as CUDA_VERSION: 13000 is 13.0 */
} Toolkit;

/* The toolkit whose root this is, or NULL where there is none. */
const Toolkit *toolkit_at(Arena *arena, const char *root);

/* The toolkit of the nvcc that is named (a path or a name; NULL: none is); else the one of the first
 * nvcc on PATH, of CUDA_PATH, of CUDA_HOME, or one in a usual place.  NULL: there is none. */
const Toolkit *toolkit_find(Arena *arena, const char *nvcc);

#endif
