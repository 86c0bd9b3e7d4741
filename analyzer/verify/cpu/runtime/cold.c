/* The rest: compiled without, which takes a quarter of the time. */
#include "types.c"
#include "matrix.c"
#include "math.c"
#include "ptx.c"
#include "cudart.c"
