/* The main header of the prelude: what nvcc declares without any #include.  Bodies are given only if they are
 * arithmetic on indices or pointers.  prelude_trim.c omits declarations that a program does not need.  For its
 * simple parser, a declaration begins at the start of a line, and its other lines do not; a macro that declares
 * something has as its first argument the name, or the beginning of the names (without make_). */
#pragma once
#include <__smemlint_types.h>
#include <__smemlint_math.h>
#include <__smemlint_minmax.h>
#include <__smemlint_float.h>
#include <__smemlint_host.h>
#include <__smemlint_device.h>
#include <__smemlint_atomic.h>
#include <__smemlint_warp.h>
#include <__smemlint_bits.h>
#include <__smemlint_cache.h>
#include <__smemlint_launch.h>
#include <__smemlint_runtime.h>
#include <__smemlint_texture.h>
#include <__smemlint_nv_atomic.h>
#include <__smemlint_pairs.h>
