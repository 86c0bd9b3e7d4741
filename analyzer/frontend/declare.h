/* Declarations for names that nothing declares, from how a program uses them. */
#ifndef SMEMLINT_FRONTEND_DECLARE_H
#define SMEMLINT_FRONTEND_DECLARE_H

#include "base/buf.h"
#include "frontend/uses.h"

/* The names of the types and functions stand for anything, on the host: what a kernel needs of them is an error there, so that
 * it is not analysed with a guess. */
void declare_uses(Buf *out, const Uses *uses);

#endif
