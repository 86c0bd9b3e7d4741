/* The main header of the prelude: what nvcc knows without any #include.  Declarations; there are bodies
 * only where they are arithmetic on indices or on pointers.  prelude_trim.c leaves out those that a program
 * does not need, and reads these files for it in a simple way: a declaration begins at the start of a line,
 * and its other lines do not; a macro that declares something has the name as its first argument (or what
 * the names begin with, behind make_ where they have that). */
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
