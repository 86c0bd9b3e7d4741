/* Which dimensions of a block a kernel tells apart. */
#ifndef SMEMLINT_IR_DIMS_H
#define SMEMLINT_IR_DIMS_H

#include "ir/ir.h"

/* Bit d: the kernel, or a function of the program that it calls, reads threadIdx or blockDim in dimension d, or that member of a dim3: a
 * copy, or what cooperative groups give.  What libraries' functions read does not count: they number the threads of any block. */
unsigned func_reads_dims(const Func *kernel);

#endif
