/* Inline PTX over several lines: nvcc 13.0 gives it the line of its last operand in a register (ld.shared: 13, 28, 33, the stores: 17, 22, 40). */
__global__ void lines(const int *in, int *out)
{
	__shared__ int s[64];
	unsigned at = (unsigned)__cvta_generic_to_shared(&s[threadIdx.x]), from = at;
	int r;
	s[threadIdx.x] = in[threadIdx.x]; // fact: store 1/1 exact
	__syncthreads();
	asm volatile("{ .reg .u32 x; mov.u32 x, 3;" // fact: load 1/1 exact // measured: load * (of a text over several lines nvcc takes one)
		     "ld.shared.u32 %0, [%1]; }"
		     : "=r"(r)
		     : "r"(at
			   + 4)
		     : "memory");
	asm volatile("st.shared.u32 [%0], 3;" // fact: store 1/1 exact // measured: store * (of a text over several lines nvcc takes one)
		     :
		     : "r"((unsigned)__cvta_generic_to_shared(
			       &s[3]))
		     : "memory");
	asm volatile("st.shared.u32 [%1], %0;" // fact: store 1/1 exact // measured: store * (of a text over several lines nvcc takes one)
		     :
		     : "n"(3), "r"(at + 8),
		       "n"(5)
		     : "memory");
	asm volatile( // fact: load 1/1 exact // measured: load * (of a text over several lines nvcc takes one)
		"ld.shared.u32 %0, [%1];"
		: "+r"(r),
		  "+r"(from)
		:
		: "memory");
	asm volatile( // fact: load 1/1 exact // measured: load * (of a text over several lines nvcc takes one)
		"ld.shared.u32 %0, [%1 + 4];"
		: "=r"(r), "+r"(at)
		: "n"
		(3)
		: "memory");
	asm volatile("st.shared.u32 [%0], %1;" // fact: store 1/1 exact // measured: store * (of a text over several lines nvcc takes one)
		     :
		     : "r"((unsigned)__cvta_generic_to_shared(s)),
		       "r"(3)
		     : "memory");
	out[threadIdx.x] = r;
}

void launch(const int *in, int *out, int n)
{
	lines<<<1, 32>>>(in, out);
}
// libclang: 16
