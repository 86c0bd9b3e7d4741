/* The main header of the prelude: what nvcc knows without any #include.  Declarations; there are bodies
 * only where they are arithmetic on indices or on pointers.  Those that prelude_groups.def names are left
 * out where a program mentions none of their words. */
#pragma once
#include <__smemlint_types.h>
#include <__smemlint_small.h>
#include <__smemlint_long.h>
#include <__smemlint_aligned.h>
#include <__smemlint_math.h>
#include <__smemlint_math_more.h>
#include <__smemlint_bessel.h>
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
