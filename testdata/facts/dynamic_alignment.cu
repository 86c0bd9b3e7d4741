// Where dynamic shared memory begins: by alignas after __shared__, which clang refuses there, or by rounding up by hand.
#include <cstdint>

extern __shared__ alignas(1024) int aligned[];
extern __shared__ unsigned char plain[];

// The 16-byte column is combined with bits 7 to 9 of the address: exact only if bits 7 to 9 of the begin are known.
__device__ uint32_t swizzled(uint32_t address)
{
	return address ^ ((address >> 3) & 0x70);
}

__device__ void put(uint32_t address)
{
	asm volatile("st.shared.v4.u32 [%0], {%1, %1, %1, %1};" : : "r"(address), "r"(1)); // fact: store 4/4 exact
}

__global__ void by_alignas()
{
	uint32_t begin = (uint32_t)__cvta_generic_to_shared(aligned);
	put(swizzled(begin + threadIdx.x * 128));
}

__global__ void by_mask()
{
	uintptr_t begin = ((uintptr_t)plain + 1023) & ~(uintptr_t)1023;
	put(swizzled((uint32_t)__cvta_generic_to_shared((void *)begin) + threadIdx.x * 128));
}

__global__ void in_a_kernel(int *out)
{
	extern __shared__ alignas(16) float own[];
	own[threadIdx.x * 2] = 1; // fact: store 2/1 exact
	out[0] = (int)own[0]; // fact: load 1/1 exact
}

int main()
{
	by_alignas<<<1, 32, 8192>>>();
	by_mask<<<1, 32, 8192>>>();
	in_a_kernel<<<1, 32, 8192>>>(nullptr);
}
// libclang: 16
