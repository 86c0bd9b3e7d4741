/* A colour for each lane: from dark blue to light yellow, along a line on which lightness grows evenly, so that neighbours
 * stay apart for all kinds of colour blindness and in grey.  Pictures write the lane's number into the cell all the same. */
#ifndef SMEMLINT_REPORT_LANE_COLOR_H
#define SMEMLINT_REPORT_LANE_COLOR_H

#include "banks/banks.h"

extern const char *const lane_color[WARP_LANES]; /* "#00224e" */
const char *lane_ink(int lane);                  /* for text on it: black or white */

#endif
