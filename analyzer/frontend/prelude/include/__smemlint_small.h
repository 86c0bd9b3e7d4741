/* Vectors of small integers. */
#pragma once

__SMEMLINT_VECTOR(signed char, char, 2, 4)
__SMEMLINT_VECTOR(unsigned char, uchar, 2, 4)
__SMEMLINT_VECTOR(short, short, 4, 8)
__SMEMLINT_VECTOR(unsigned short, ushort, 4, 8)
