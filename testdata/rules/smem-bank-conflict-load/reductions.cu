/* Sums by a tree: with a growing step the other order of the iterations helps; a scan, which needs each of its partial sums where it
 * is, has no other order. */
__global__ void grows(const float *in, float *out)
{
	__shared__ float data[256];
	int t = threadIdx.x;
	data[t] = in[t];
	__syncthreads();
	for (int s = 1; s < 256; s *= 2) {
		int i = 2 * s * t;
		if (i < 256)
			data[i] = // expect: smem-bank-conflict-store the reduction's step doubles
				data[i] + // expect: smem-bank-conflict-load the reduction's step doubles
				data[i + s]; // expect: smem-bank-conflict-load the reduction's step doubles
		__syncthreads();
	}
	if (t == 0)
		*out = data[0];
}

__global__ void scans(float *out)
{
	__shared__ float data[512];
	int t = threadIdx.x, offset = 1;
	data[2 * t] = out[2 * t];
	data[2 * t + 1] = out[2 * t + 1];
	for (int d = 256; d > 0; d /= 2) {
		__syncthreads();
		if (t < d)
			data[offset * (2 * t + 2) - 1] = // expect: smem-bank-conflict-store !reduction
				data[offset * (2 * t + 2) - 1] + // expect: smem-bank-conflict-load !reduction
				data[offset * (2 * t + 1) - 1]; // expect: smem-bank-conflict-load !reduction
		offset *= 2;
	}
	__syncthreads();
	out[t] = data[t];
}

void launch(const float *in, float *out)
{
	grows<<<1, 256>>>(in, out);
	scans<<<1, 256>>>(out);
}
