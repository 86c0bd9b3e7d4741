// Swizzles that are computed from addresses: dynamic shared memory begins at 1024, so all bits of its addresses are known.
// exit: 1
#include <cstdint>

extern __shared__ char memory[];

__device__ uint32_t address_of(const void *p)
{
	return (uint32_t)__cvta_generic_to_shared(p);
}

__device__ unsigned load(uint32_t address)
{
	unsigned a, b, c, d;
	asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" // fact: ldmatrix 24/20 exact
		     : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
		     : "r"(address));
	return a + b + c + d;
}

template <int STRIDE> __device__ uint32_t swizzled(uint32_t address)
{
	return address ^ (address / STRIDE % 8) << 4;
}

__global__ void matrices(unsigned *out)
{
	const uint32_t first = address_of(memory), row = threadIdx.x % 16, half = threadIdx.x / 16 * 16;
	unsigned sum = load(swizzled<128>(first + row * 128 + half));
	sum += load(swizzled<256>(first + row * 256 + half));
	sum += load(swizzled<512>(first + row * 512 + half));
	sum += load(swizzled<2048>(first + row * 2048 + half));
	sum += load(swizzled<256>(first + row * 512 + half)); // two rows in a row of banks
	out[threadIdx.x] = sum;
}

__global__ void pointers(float *out)
{
	const uintptr_t address = (uintptr_t)(memory + 256 * threadIdx.x);
	*(float *)(address ^ (address >> 8 & 31) << 2) = 1; // fact: store 1/1 exact
	*(float *)(address ^ (address >> 9 & 15) << 3) = 2; // fact: store 2/1 exact
	*(float *)(address ^ (address >> 10 & 31) << 2) = 3; // fact: store 4/1 exact
	out[threadIdx.x] = (float)address;
}

void launch(unsigned *numbers, float *out)
{
	matrices<<<1, 32, 32768>>>(numbers);
	pointers<<<1, 32, 8192>>>(out);
}
