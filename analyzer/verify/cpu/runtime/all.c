/* The runtime in one piece. */
#include "fibre.c"
#include "block.c"
#include "warp.c"
#include "trace.c"
#include "math.c"
#include "cudart.c"
