/* What runs for every thread and access, or takes much arithmetic: compiled with optimisation. */
#include "fibre.c"
#include "core/block.c"
#include "warp.c"
#include "trace.c"
#include "types.c"
#include "wmma.c"
