/* Stores: a column, a stride of bytes, a wide element, PTX, an asynchronous copy. */

__global__ void column(const int *in, int *out)
{
	__shared__ float tile[32][32];
	int x = threadIdx.x, y = threadIdx.y;
	tile[x][y] = in[y * 32 + x]; // expect: smem-bank-conflict-store takes 32 wavefronts where 1 would do
	__syncthreads();
	out[y * 32 + x] = (int)tile[y][x]; // fact: load 32/32 exact
}

__global__ void widths(const int *in, int *out)
{
	__shared__ unsigned char bytes[32 * 64];
	__shared__ short shorts[32 * 4];
	__shared__ int4 vectors[32][8];
	int lane = threadIdx.x;
	bytes[lane * 64] = (unsigned char)in[lane]; // expect: smem-bank-conflict-store takes 16 wavefronts where 1 would do
	shorts[lane * 4] = (short)in[lane]; // expect: smem-bank-conflict-store takes 2 wavefronts where 1 would do
	vectors[lane][0] = make_int4(in[lane], 0, 0, 0); // expect: smem-bank-conflict-store takes 32 wavefronts where 4 would do
	__syncthreads();
	out[lane] = bytes[lane] + shorts[lane] + vectors[0][lane % 8].x; // fact: load 3/3 exact
}

__global__ void by_ptx(const int *in, int *out)
{
	__shared__ int data[32 * 16];
	int lane = threadIdx.x;
	unsigned a = (unsigned)__cvta_generic_to_shared(&data[lane * 16]);
	asm volatile("st.shared.b32 [%0], %1;" ::"r"(a), "r"(in[lane])); // expect: smem-bank-conflict-store 16-way
	__syncthreads();
	out[lane] = data[lane]; // fact: load 1/1 exact
}

void launch(const int *in, int *out, int)
{
	column<<<1, dim3(32, 32)>>>(in, out);
	widths<<<1, 32>>>(in, out);
	by_ptx<<<1, 32>>>(in, out);
}

// libclang: 16
