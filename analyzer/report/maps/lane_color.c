#include "report/maps/lane_color.h"

/* The colour map "cividis" (Nunez, Anderton, Renslow: PLOS ONE 13(7), 2018), 32 places of it. */
const char *const lane_color[WARP_LANES] = {
	"#00224e", "#062859", "#0c2e64", "#11346f", "#1e3b6f", "#2b416e", "#38486c", "#424e6c", "#4b556d", "#545b6d", "#5d626e",
	"#656870", "#6d6e72", "#757574", "#7d7c76", "#868377", "#8e8a77", "#979176", "#a09875", "#a99f73", "#b3a66f", "#bcae6b",
	"#c6b567", "#d0bd61", "#d9c65a", "#e2cd54", "#e7d14f", "#ebd64b", "#f0da46", "#f5df41", "#f9e33d", "#fee838",
};

enum { FIRST_LIGHT = 14 }; /* from here on black has the greater contrast */

const char *lane_ink(int lane)
{
	return lane < FIRST_LIGHT ? "#ffffff" : "#000000";
}
