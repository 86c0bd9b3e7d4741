/* Inline PTX with operands by name (clang takes them, nvcc 13.0 does not), several instructions in one
 * block, text in pieces, a statement over several lines. */

__global__ void named(const int *in, int *out)
{
	__shared__ int data[256];
	int lane = threadIdx.x, v = in[lane];
	unsigned a = (unsigned)__cvta_generic_to_shared(&data[8 * lane]);
	asm volatile("st.shared.b32 [%[to]], %[value];" ::[to] "r"(a), [value] "r"(v)); // fact: store 8/1 exact
	__syncthreads();
	asm volatile("ld.shared.b32 %[v], [%[a]+4];" : [v] "=r"(v) : [a] "r"(a)); // fact: load 8/1 exact
	out[lane] = v;
}

__global__ void in_pieces(const int *in, int *out)
{
	__shared__ int data[128];
	int lane = threadIdx.x, v = in[lane];
	unsigned a = (unsigned)__cvta_generic_to_shared(&data[lane]);
	asm volatile("st.shared" // fact: store 1/1 exact
		     ".b32 [%0], %1;\n"
		     ::"r"(a), "r"(v));
	__syncthreads();
	asm volatile("ld.shared.b32 %0, [%1];\n\tadd.s32 %0, %0, 1;" : "=&r"(v) : "r"(a)); // fact: load 1/1 exact
	out[lane] = v;
}

void launch(const int *in, int *out, int)
{
	named<<<1, 32>>>(in, out);
	in_pieces<<<1, 32>>>(in, out);
}

// libclang: 16
