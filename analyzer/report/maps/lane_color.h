/* A colour for each lane: from dark blue to light yellow, of evenly growing lightness, so that neighbours can be
 * distinguished with all kinds of colour blindness and in grey.  Pictures also write the lane's number into the cell. */
#ifndef SMEMLINT_REPORT_MAPS_LANE_COLOR_H
#define SMEMLINT_REPORT_MAPS_LANE_COLOR_H

#include "banks/banks.h"

extern const char *const lane_color[WARP_LANES]; /* "#00224e" */
const char *lane_ink(int lane);                  /* for text on it: black or white */

#endif
