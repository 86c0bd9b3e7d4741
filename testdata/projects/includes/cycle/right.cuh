#pragma once
#include "left.cuh"
