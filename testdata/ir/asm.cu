// Inline PTX as instructions over operands.
__global__ void assembly(float *g, int n)
{
	__shared__ float s[128];
	unsigned address = (unsigned)__cvta_generic_to_shared(s), lane, a, b;
	asm("mov.u32 %0, %%laneid; // a comment" : "=r"(lane));
	asm volatile("ld.shared.v2.u32 {%0, %1}, [%2 + 16];" : "=r"(a), "=r"(b) : "r"(address));
	asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.b32 p, %2, 0;\n\t@p st.shared.f32 [%0], %1;\n}"
		     :: "r"(address + 4 * lane), "f"(1.0f), "r"(n) : "memory");
	asm("add.u32 %0, %0, %[by];" : "+r"(a) : [by] "r"(b));
	asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" :: "r"(address), "l"(g), "n"(16));
	asm volatile("WAIT: bra WAIT;");
	asm volatile("ld.shared.f32 %0, [%1], ?;" : "=f"(g[0]) : "r"(address));
}
