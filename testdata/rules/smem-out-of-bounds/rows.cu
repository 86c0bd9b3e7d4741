// Lanes that run past the object, or before it, and such that only look so.
__global__ void neighbour(const int *in, int *out)
{
	__shared__ int s[256], row[16][16];
	int t = threadIdx.x;
	s[t + 1] = in[t]; // expect: smem-out-of-bounds 1 lane out of bounds: this store to 's' reaches up to 4 bytes past its end
	__syncthreads();
	out[t] = s[t - 1]; // expect: smem-out-of-bounds 1 lane out of bounds: this load of 's' reaches up to 4 bytes before its beginning
	row[t / 16 + 1][t % 16] = t; // expect: smem-out-of-bounds thread 255 uses row[16][15], bytes 1084 to 1087 of 1024
	__syncthreads();
	out[t] += row[t / 16][t % 16 + 1]; // expect: smem-out-of-bounds thread 255 uses row[16][0]
	if (t < 255)
		out[t] += s[t + 1]; // the last thread is left out
	if (t > 0)
		out[t] -= s[t - 1];
	out[t] ^= s[(t + 1) % 256];
}

// The halo is missing on one side.
__global__ void stencil(const float *in, float *out)
{
	__shared__ float s[16 + 2][16 + 1];
	int x = threadIdx.x + 1, y = threadIdx.y + 1;
	s[y][x] = in[threadIdx.y * 16 + threadIdx.x]; // expect: smem-bank-conflict-store 2-way
	__syncthreads();
	out[threadIdx.y * 16 + threadIdx.x] = s[y + 1][x] // expect: smem-bank-conflict-load 2-way
					    + s[y][x + 1]; // expect: smem-bank-conflict-load 2-way
	out[threadIdx.x] = s[y + 1][x + 1]; // expect: smem-out-of-bounds thread (15, 15) uses s[18][0]
}

__global__ void wide(const float4 *in, float4 *out)
{
	__shared__ alignas(16) float s[126];
	((float4 *)s)[threadIdx.x] = in[threadIdx.x]; // expect: smem-out-of-bounds make the object at least 512 bytes large
	__syncthreads();
	if (threadIdx.x < 31)
		out[threadIdx.x] = ((float4 *)s)[threadIdx.x];
}

__global__ void dynamic(const int *in, int *out)
{
	extern __shared__ int pool[];
	pool[threadIdx.x] = in[threadIdx.x]; // expect: smem-out-of-bounds launch with at least 512 bytes of dynamic shared memory
	__syncthreads();
	out[threadIdx.x] = pool[threadIdx.x % 64];
}

void launch(const int *in, int *out, const float *fin, float *fout)
{
	neighbour<<<1, 256>>>(in, out);
	stencil<<<1, dim3(16, 16)>>>(fin, fout);
	wide<<<1, 32>>>((const float4 *)fin, (float4 *)fout);
	dynamic<<<1, 128, 64 * sizeof(int)>>>(in, out);
}
