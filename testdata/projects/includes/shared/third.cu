// #include "columns.cu"
/*
#include "columns.cu"
*/
const char *text = "/*";
#include <columns.cu>
__global__ void third() {}
