/* Operands of inline PTX of all kinds; the exit status is the first lane, plus one, whose numbers are not what they should be. */
#include <stdlib.h>

__global__ void operands(int *bad)
{
	__shared__ int s[64];
	int lane = threadIdx.x;
	unsigned address = (unsigned)__cvta_generic_to_shared(s) + 8 * lane;
	s[2 * lane] = s[2 * lane + 1] = 0;
	asm volatile("{ .reg .pred p, q; // a comment; with a semicolon\n"
		     "setp.lt.s32 p|q, %1, 16;\n"
		     "@p st.shared.b32 [%0 + %2], %1;\n"
		     "@!p st.shared.b32 [%0+4], %1;\n"
		     "@q st.shared.b32 [%0+%2], 0x7; }"
		     ::"r"(address), "r"(lane), "n"(0) : "memory");
	float single;
	double twice;
	int low, v, is_inside, number;
	unsigned below;
	asm volatile("mov.f32 %0, 1.5;" : "=f"(single));
	asm volatile("mov.f64 %0, 2.5;" : "=d"(twice));
	asm volatile("mov.b64 {%0, _}, %1;" : "=r"(low) : "l"(0x500000003LL));
	asm volatile("{ .reg .pred %%p; shfl.sync.down.b32 %0|%%p, %2, 1, 0x1f, -1; selp.b32 %1, 1, 0, %%p; }"
		     : "=r"(v), "=r"(is_inside) : "r"(lane));
	asm volatile("mov.u32 %0, %%laneid;" : "=r"(number));
	asm volatile("mov.u32 %0, %%lanemask_lt;" : "=r"(below));
	const bool stored = s[2 * lane] == (lane < 16 ? lane : 7) && s[2 * lane + 1] == (lane < 16 ? 0 : lane);
	const bool shuffled = is_inside == (lane < 31) && (lane == 31 || v == lane + 1);
	bad[lane] = !stored || !shuffled || single != 1.5f || twice != 2.5 || low != 3 || number != lane || below != (1u << lane) - 1;
}

int main()
{
	int *bad, host[32];
	cudaMalloc((void **)&bad, sizeof host);
	operands<<<1, 32>>>(bad);
	cudaMemcpy(host, bad, sizeof host, cudaMemcpyDeviceToHost);
	for (int i = 0; i < 32; i++)
		if (host[i])
			return i + 1;
	return 0;
}
