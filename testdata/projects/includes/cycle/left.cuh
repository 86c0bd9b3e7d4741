#pragma once
#include "right.cuh"
