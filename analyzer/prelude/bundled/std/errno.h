#pragma once
extern "C" int *__errno_location() noexcept;
#define errno (*__errno_location())
