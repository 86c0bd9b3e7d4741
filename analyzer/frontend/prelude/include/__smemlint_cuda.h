/* The main header of the prelude: what nvcc knows without any #include.  Declarations; there are bodies
 * only where they are arithmetic on indices or on pointers. */
#pragma once
#include <__smemlint_types.h>
#include <__smemlint_math.h>
#include <__smemlint_host.h>
#include <__smemlint_device.h>
#include <__smemlint_runtime.h>
#include <__smemlint_texture.h>
