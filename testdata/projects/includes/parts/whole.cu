#include "part.cu"
