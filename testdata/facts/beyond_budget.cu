// More iterations than are run one by one: those that remain run as one, with all iterations of a short loop in it.
#include <cstdint>

// 16 rows of 128 bytes, the 16-byte column combined with the row: the row must be known.
__global__ void tiles(const int *in, int n)
{
	extern __shared__ unsigned char memory[];
	const uint32_t begin = (uint32_t)__cvta_generic_to_shared(memory);
	for (int tile = 0; tile < n; tile++) {
#pragma unroll
		for (int i = 0; i < 16; i++) {
			uint32_t address = begin + (i / 4 * 16 + threadIdx.x % 16) * 128 + (i % 4 * 2 + threadIdx.x / 16) * 16;
			address ^= (address % 1024 >> 7) << 4;
			asm volatile("st.shared.v4.u32 [%0], {%1, %1, %1, %1};" : : "r"(address), "r"(in[tile])); // fact: store * exact (the budget says how many)
		}
		__syncthreads();
	}
}

int main()
{
	tiles<<<1, 32, 16384>>>(nullptr, 4000000);
}
