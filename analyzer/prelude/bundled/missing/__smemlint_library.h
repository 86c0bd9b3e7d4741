/* What the headers of libraries include, and programs then use without including it. */
#pragma once
#include <algorithm>
#include <array>
#include <cassert>
#include <cfloat>
#include <chrono>
#include <climits>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <iostream>
#include <limits>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>
#if __has_include(<map>)
#include <map>
#endif
#if __has_include(<optional>)
#include <optional>
#endif
#if __has_include(<sstream>)
#include <sstream>
#endif
#if __has_include(<tuple>)
#include <tuple>
#endif
#if __has_include(<unordered_map>)
#include <unordered_map>
#endif
