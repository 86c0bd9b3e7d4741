/* Strides of one float a lane, widths, structs, and a loop whose conflict grows. */

struct Body {
	float x, y, z, mass;
};

__global__ void strides(const int *in, int *out)
{
	__shared__ float data[1024];
	int lane = threadIdx.x;
	for (int i = lane; i < 1024; i += 32)
		data[i] = in[i]; // fact: store 32/32 exact
	__syncthreads();
	float sum = data[lane]; // fact: load 1/1 exact
	sum += data[lane * 8]; // expect: smem-bank-conflict-load 8-way bank conflict: this load of 'data' takes 8 wavefronts where 1 would do
	sum += data[lane * 12]; // expect: smem-bank-conflict-load takes 4 wavefronts where 1 would do
	sum += data[lane * 13]; // fact: load 1/1 exact
	sum += data[lane * 32]; // expect: smem-bank-conflict-load takes 32 wavefronts where 1 would do
	out[lane] = (int)sum;
}

__global__ void field(const int *in, int *out)
{
	__shared__ Body bodies[32];
	int lane = threadIdx.x;
	bodies[lane].x = in[lane]; // expect: smem-bank-conflict-store 4-way
	__syncthreads();
	out[lane] = (int)bodies[31 - lane].x; // expect: smem-bank-conflict-load 4-way bank conflict: this load of 'bodies' takes 4 wavefronts where 1 would do
}

/* Wider elements need more than one pass: what is more than those is the conflict. */
__global__ void doubles(const int *in, int *out)
{
	__shared__ double data[64];
	__shared__ float4 vectors[64];
	int lane = threadIdx.x;
	data[lane] = in[lane]; // fact: store 2/2 exact
	vectors[lane] = make_float4(0, 1, 2, in[lane]); // fact: store 4/4 exact
	__syncthreads();
	double d = data[lane * 2]; // expect: smem-bank-conflict-load 2-way bank conflict: this load of 'data' takes 4 wavefronts where 2 would do
	float4 v = vectors[lane * 2]; // expect: smem-bank-conflict-load 2-way bank conflict: this load of 'vectors' takes 8 wavefronts where 4 would do
	out[lane] = (int)(d + v.x + v.y + v.z + v.w);
}

/* Neighbours first: the stride between lanes doubles in every iteration, up to 8 lanes in a bank. */
__global__ void reduce(const int *in, int *out)
{
	__shared__ int data[256];
	unsigned tid = threadIdx.x;
	data[tid] = in[tid]; // fact: store 8/8 exact
	__syncthreads();
	for (unsigned s = 1; s < blockDim.x; s *= 2) {
		unsigned index = 2 * s * tid;
		int more = 0;
		if (index < blockDim.x)
			more = data[index + s]; // expect: smem-bank-conflict-load takes 8 wavefronts where 1 would do // fact: load 47/12 exact
		if (index < blockDim.x)
			data[index] = more; // expect: smem-bank-conflict-store takes 8 wavefronts where 1 would do // fact: store 47/12 exact
		__syncthreads();
	}
	if (tid == 0)
		out[0] = data[0]; // fact: load 1/1 exact
}

void launch(const int *in, int *out, int)
{
	strides<<<1, 32>>>(in, out);
	field<<<1, 32>>>(in, out);
	doubles<<<1, 32>>>(in, out);
	reduce<<<1, 256>>>(in, out);
}
