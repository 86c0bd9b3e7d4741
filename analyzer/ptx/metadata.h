/* What Triton, and torch.compile with it, write beside a kernel's PTX: NAME.json beside NAME.ptx. */
#ifndef SMEMLINT_PTX_METADATA_H
#define SMEMLINT_PTX_METADATA_H

#include <stdint.h>

typedef struct PtxMetadata {
	int64_t threads;       /* of a block: 32 for each of "num_warps"; 0: not given */
	int64_t dynamic_bytes; /* "shared": dynamic shared memory that launches allocate; 0: not given */
} PtxMetadata;

/* All 0: there is no such file, or it is not theirs. */
PtxMetadata ptx_metadata(const char *ptx_file);

#endif
