/* What runs for every thread and access: compiled with optimisation. */
#include "fibre.c"
#include "block.c"
#include "warp.c"
#include "trace.c"
