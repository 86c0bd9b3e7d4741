/* The PTX that nvcc embeds in what it makes: objects, archives, libraries, executables and fatbins.  The toolkit's cuobjdump
 * extracts it. */
#ifndef SMEMLINT_TOOLCHAIN_EMBEDDED_H
#define SMEMLINT_TOOLCHAIN_EMBEDDED_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/vec.h"

#define NO_CUOBJDUMP \
	"no cuobjdump found next to nvcc or on PATH: it is in NVIDIA's package cuda-cuobjdump-<version>, or Debian's " \
	"nvidia-cuda-toolkit"

/* One module. */
typedef struct EmbeddedPtx {
	int number;        /* in the file, from 1 */
	int arch;          /* 90 */
	const char *text;  /* from .version on */
	const char *kernels; /* mangled names, a space after each */
} EmbeddedPtx;
typedef VEC(EmbeddedPtx) EmbeddedList;

typedef struct EmbeddedOptions {
	const char *cuobjdump;
	const char *file;
	int arch;          /* of several modules with the same kernels the newest that this one runs; 0: the newest */
	int seconds;
} EmbeddedOptions;

/* Whether the name is no source's, and the file begins as an object, an archive or a fatbin. */
bool embedded_may_be_in(const char *file);

/* Those in what `cuobjdump -all -ptx` writes, which is not trusted; arch: as in EmbeddedOptions. */
EmbeddedList embedded_parse(Arena *arena, const char *text, int arch);

/* The modules with kernels.  Empty: `error` is the reason. */
EmbeddedList embedded_read(Arena *arena, const EmbeddedOptions *options, Buf *error);

#endif
