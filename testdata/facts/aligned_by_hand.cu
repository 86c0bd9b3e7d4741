// Addresses that a program rounds up by a condition on their remainder, and where dynamic shared memory begins.
// exit: 3
#include <cstdint>

extern __shared__ unsigned char memory[];

// The 16-byte column is combined with bits 7 to 9 of the address: exact only if those bits of the begin are known.
__device__ void put(const void *begin)
{
	uint32_t address = (uint32_t)__cvta_generic_to_shared(begin) + threadIdx.x * 128;
	address ^= (address >> 3) & 0x70;
	asm volatile("st.shared.v4.u32 [%0], {%1, %1, %1, %1};" : : "r"(address), "r"(1)); // fact: store 8/8 exact | store 4/4 exact | store * unknown (it begins anywhere)
}

struct Barrier {
	uint64_t state;
};

// Static objects stand before dynamic memory, so that it begins anywhere.
__device__ void behind_a_barrier(int *out)
{
	__shared__ Barrier barrier;
	asm volatile("mbarrier.init.shared.b64 [%0], 1;" : : "r"((uint32_t)__cvta_generic_to_shared(&barrier)));
	out[threadIdx.x] = 0;
}

struct Allocator {
	unsigned char *next;
	template <int align> __device__ unsigned char *take(int bytes)
	{
		uint64_t p = (uint64_t)next;
		if (p % align != 0)
			next = (unsigned char *)(p + (align - p % align));
		unsigned char *taken = next;
		next += bytes;
		return taken;
	}
};

__global__ void twice(int *out)
{
	behind_a_barrier(out);
	Allocator allocator{ memory };
	unsigned char *first = allocator.take<1024>(48), *second = allocator.take<1024>(4096);
	put(first);
	put(second);
}

__global__ void by_addition(int *out)
{
	behind_a_barrier(out);
	uintptr_t p = (uintptr_t)memory;
	if (p % 1024)
		p += 1024 - p % 1024;
	put((void *)p);
}

__global__ void by_choice(int *out)
{
	behind_a_barrier(out);
	uintptr_t p = (uintptr_t)memory, over = p & 1023;
	put((void *)(over == 0 ? p : p - over + 1024));
}

__global__ void down(int *out)
{
	behind_a_barrier(out);
	uintptr_t p = (uintptr_t)memory + 1023;
	put((void *)(p - p % 1024));
}

// The wrong way round: the remainder is added, not what is missing.
__global__ void wrongly(int *out)
{
	behind_a_barrier(out);
	uintptr_t p = (uintptr_t)memory;
	if (p % 1024)
		p += p % 1024;
	put((void *)p);
}

// Shared memory itself begins at a multiple of 1024 (an H200: 1024).
__global__ void at_the_begin()
{
	put(memory);
}

__global__ void behind(int *out)
{
	behind_a_barrier(out);
	put(memory);
}

int main()
{
	twice<<<1, 32, 16384>>>(nullptr);
	by_addition<<<1, 32, 16384>>>(nullptr);
	by_choice<<<1, 32, 16384>>>(nullptr);
	down<<<1, 32, 16384>>>(nullptr);
	wrongly<<<1, 32, 16384>>>(nullptr);
	at_the_begin<<<1, 32, 16384>>>();
	behind<<<1, 32, 16384>>>(nullptr);
}
