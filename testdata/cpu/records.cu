/* Records that are assigned: as many words as they have, as wide as they are aligned, wherever the array happens to lie. */
struct Wide { float v[3]; int n; double m; };
struct Four { int a, b, c, d; };

/* Three times 8 bytes a lane, 24 bytes apart: the sixteen lanes of a pass are in different banks. */
__global__ void of_24(int *out)
{
	__shared__ __align__(16) Wide tile[32];
	tile[threadIdx.x].n = 1; // fact: store 2/1
	__syncthreads();
	tile[4] = tile[threadIdx.x]; // fact: load 6/6 | store * (all lanes store to one record)
	__syncthreads();
	out[threadIdx.x] = tile[threadIdx.x].n; // fact: load 2/1
}

/* Four times 4 bytes, 16 bytes apart: four lanes in each bank. */
__global__ void of_16(int *out)
{
	__shared__ Four tile[32];
	tile[threadIdx.x].a = 1; // fact: store 4/1
	__syncthreads();
	tile[4] = tile[threadIdx.x]; // fact: load 16/4 | store * (all lanes store to one record)
	__syncthreads();
	out[threadIdx.x] = tile[threadIdx.x].a; // fact: load 4/1
}

/* Through a cast: once 16 bytes. */
__global__ void cast(const float4 *in, float4 *out)
{
	__shared__ __align__(16) float tile[128];
	*reinterpret_cast<float4 *>(&tile[4 * threadIdx.x]) = in[threadIdx.x]; // fact: store 4/4
	__syncthreads();
	out[threadIdx.x] = *reinterpret_cast<float4 *>(&tile[4 * (31 - threadIdx.x)]); // fact: load 4/4
}

int main()
{
	void *in, *out;
	cudaMalloc(&in, 4096);
	cudaMalloc(&out, 4096);
	of_24<<<1, 32>>>((int *)out);
	of_16<<<1, 32>>>((int *)out);
	cast<<<1, 32>>>((const float4 *)in, (float4 *)out);
	return cudaDeviceSynchronize() != cudaSuccess;
}
