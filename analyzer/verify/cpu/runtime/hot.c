/* Code that runs for every thread and access, or computes much: compiled with optimisation. */
#include "fibre.c"
#include "block.c"
#include "warp.c"
#include "trace.c"
#include "types.c"
#include "wmma.c"
