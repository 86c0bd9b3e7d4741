/* Which of several layouts of an object is the best. */
#ifndef SMEMLINT_FIX_LAYOUTS_LAYOUT_ORDER_H
#define SMEMLINT_FIX_LAYOUTS_LAYOUT_ORDER_H

#include "fix/layouts/layout.h"

/* Whether one of by[0 .. n) needs no more wavefronts and no more bytes.  An exchange, which needs every subscript to be written out and
 * its lengths, beats none. */
bool layout_is_beaten(const Layout *layout, const Layout *by, int n);

/* The best first; equal ones stay in their order. */
void layouts_sort(Layout *layouts, int n, Preference prefer);

#endif
