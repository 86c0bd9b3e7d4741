/* A device function in a header: what it accesses stands in the caller's machine code. */
__device__ __forceinline__ float pick(const float *s, int i)
{
	return s[i] * 2.0f;
}
