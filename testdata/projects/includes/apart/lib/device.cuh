#pragma once
#include "tile.cuh"
