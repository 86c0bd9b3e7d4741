/* PyTorch's headers that include all of ATen: they alone have a global `detail`, which hides or clashes with a program's own. */
#pragma once
#include <__smemlint_torch.h>
namespace detail {
inline c10::ScalarType scalar_type(c10::ScalarType __s) { return __s; }
}
