// Atomics of a block's scope cost what all others do; the time and what is printed change nothing.
#include <stdio.h>

// smemlint: block(32)
__global__ void of_a_block(int *out)
{
	__shared__ int words[1024];
	__shared__ float fractions[32];
	int t = threadIdx.x;
	words[t * 32] = t; // fact: store 32/1 exact
	fractions[t] = 1; // fact: store 1/1 exact
	__syncthreads();
	atomicAnd_block(&words[t * 32], t); // fact: atomic 32/1 exact
	out[t] = atomicExch_block(&words[t], t + 1); // fact: atomic 1/1 exact
	atomicAdd_block(&fractions[t], 2.0f); // fact: atomic 2/2 exact | load 1/1 exact
	out[t + 32] = atomicCAS_block(&words[t * 2], t, 5); // fact: atomic 4/2 exact
	__syncthreads();
	if (clock64() < clock64() && t == 0)
		printf("%d\n", (int)clock());
	if (__isGlobal(out) && __isShared(words) && !__isGlobal(words) && __isLocal(&t))
		out[t + 64] = (int)fractions[31 - t]; // fact: load 1/1 exact
}
