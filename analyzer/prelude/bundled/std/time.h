#pragma once
#include <stddef.h>
typedef long clock_t, time_t;
#define CLOCKS_PER_SEC 1000000
#define CLOCK_MONOTONIC 1
struct timespec { time_t tv_sec; long tv_nsec; };
extern "C" {
clock_t clock() noexcept;
time_t time(time_t *) noexcept;
int clock_gettime(int, timespec *) noexcept;
}
