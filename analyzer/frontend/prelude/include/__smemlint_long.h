/* Vectors of long integers. */
#pragma once

__SMEMLINT_VECTOR(long, long, 16, 16)
__SMEMLINT_VECTOR(unsigned long, ulong, 16, 16)
__SMEMLINT_VECTOR(long long, longlong, 16, 16)
__SMEMLINT_VECTOR(unsigned long long, ulonglong, 16, 16)
