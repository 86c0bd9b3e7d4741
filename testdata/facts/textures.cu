// block: 32
// What textures and surfaces hold is data.
__global__ void fetched(int *out, cudaTextureObject_t texture, cudaSurfaceObject_t surface)
{
	__shared__ int data[1024];
	const int x = threadIdx.x;
	data[32 * (tex1Dfetch<int>(texture, x) & 31)] = 1; // fact: store 32/1 data-dependent
	__syncthreads();
	data[32 * (tex2D<int>(texture, x, 1) & 3)] = 2; // fact: store 4/1 data-dependent
	__syncthreads();
	int from;
	surf1Dread(&from, surface, 4 * x);
	data[32 * (from & 7)] = 3; // fact: store 8/1 data-dependent
	__syncthreads();
	out[x] = data[x]; // fact: load 1/1 exact
}
