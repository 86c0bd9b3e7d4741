/* What is added to the index leaves its row: by the loop's own step, and by a second one.  A swizzle would leave the arrays, which end
 * within a row. */
__global__ void walks(const float *in, float *out, int from)
{
	__shared__ float a[1020], b[1020];
	int t = threadIdx.x;
	for (int i = t; i < 960; i += 64) {
		a[i] = in[i];
		b[i] = in[i] + 1;
	}
	if (t < 60) {
		a[960 + t] = in[960 + t];
		b[960 + t] = in[960 + t] + 1;
	}
	__syncthreads();
	float sum = 0;
	for (int i = 0; i < 24; i++)
		if (t < 62)
			sum += a[t * 16 + i];
	for (int i = 0; i < 8; i++) {
		if (t < 62)
			sum += b[t * 16 + i];
		i += from;
	}
	out[t] = sum;
}

void launch(const int *in, int *out, int n)
{
	walks<<<1, 64>>>((const float *)in, (float *)out, 1);
}
