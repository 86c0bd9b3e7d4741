/* Finds the headers of a CUDA toolkit as installed by NVIDIA, Debian (in /usr/include), conda or pip. */
#ifndef SMEMLINT_TOOLCHAIN_TOOLKIT_H
#define SMEMLINT_TOOLCHAIN_TOOLKIT_H

#include <stdbool.h>

#include "base/vec.h"

typedef struct Toolkit {
	const char *root;
	const char *include;     /* the folder of cuda_runtime.h */
	bool is_default_include; /* one that the compiler searches anyway (/usr/include) */
	VEC(const char *) more;  /* further include folders of nvcc.profile: CCCL's since CUDA 13 */
	int version;             /* CUDA_VERSION of cuda.h: 13000 is 13.0 */
} Toolkit;

/* The toolkit with this root, or NULL. */
const Toolkit *toolkit_at(Arena *arena, const char *root);

/* The toolkit of this nvcc (a path or a name, or NULL), else of the first nvcc on PATH, of CUDA_PATH, CUDA_HOME or CUDA_ROOT,
 * or in a usual place.  NULL: not found. */
const Toolkit *toolkit_find(Arena *arena, const char *nvcc);

#endif
