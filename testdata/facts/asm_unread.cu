/* Inline PTX of which one instruction is not understood, and operands of all kinds. */
// exit: 3
__device__ unsigned address_of(const void *p)
{
	return static_cast<unsigned>(__cvta_generic_to_shared(p));
}

/* A number with a point: the copy with its policy, as in marlin. */
__global__ void policy(const float4 *in, float *out)
{
	__shared__ float4 data[64];
	asm volatile("{ .reg .b64 p;" // fact: cp_async 32/4 exact
		     " createpolicy.fractional.L2::evict_first.b64 p, 1.0;"
		     " cp.async.cg.shared.global.L2::cache_hint [%0], [%1], %2, p; }"
		     ::"r"(address_of(data + threadIdx.x * 2)), "l"(in + threadIdx.x), "n"(16));
	asm volatile("cp.async.wait_all;");
	__syncthreads();
	out[threadIdx.x] = data[threadIdx.x].x; // fact: load 4/1 exact
}

/* An instruction that nobody knows: the others of its text are as they were. */
__global__ void unknown(float *out)
{
	__shared__ float data[32 * 4];
	float f = 0.5e-1f;
	asm volatile("{ .reg .f32 a, b;\n" // fact: store 4/1 exact
		     " future.rn.f32 a, <%1>, 1e-3;\n"
		     " fma.rn.f32 b, a, 2.5, %1;\n"
		     " st.shared.f32 [%0], b; }" ::"r"(address_of(data) + threadIdx.x * 16), "f"(f));
	out[threadIdx.x] = data[threadIdx.x]; // fact: load 1/1 exact
}

/* What it names is unknown behind it. */
__global__ void changed(float *out)
{
	__shared__ float data[32 * 4];
	unsigned at = address_of(data) + threadIdx.x * 16, same = at;
	asm volatile("future.b32 <%0>;" : "+r"(at) :: "memory"); // fact: load 0/0 unknown
	asm volatile("st.shared.f32 [%0], 1.0;" ::"r"(at)); // fact: store 0/0 unknown
	asm volatile("{ .reg .b32 r; mov.u32 r, %0; future.b32 <r>; st.shared.f32 [r], 1.0; }" ::"r"(same)); // fact: load 0/0 unknown | store 0/0 unknown
	asm volatile("{ future.shared <%0>; }" ::"r"(3)); // fact: load 0/0 unknown
	asm volatile("st.shared.f32 [%0], 1.0;" ::"r"(same)); // fact: store 4/1 exact
	out[threadIdx.x] = data[threadIdx.x]; // fact: load 1/1 exact
}

/* Addresses that are made of others in ways that are not computed. */
__global__ void made(const unsigned long long *in, float *out)
{
	__shared__ float data[32];
	unsigned long long at;
	unsigned low, high;
	asm volatile("addc.u64 %0, %1, %2;" : "=l"(at) : "l"(data), "l"(in[threadIdx.x]));
	*(float *)at = 1; // fact: store * unknown (its address is not known)
	asm volatile("mov.b64 {%0, %1}, %2;" : "=r"(low), "=r"(high) : "l"(data));
	asm volatile("mov.b64 %0, {%1, %2};" : "=l"(at) : "r"(low + 4), "r"(high));
	*(float *)at = 1; // fact: store * unknown (its address is not known)
	asm volatile("future.b64 %0, {%1, %2};" : "=l"(at) : "r"(low), "r"(high));
	*(float *)at = 1; // fact: store * unknown (its address is not known)
	at = __shfl_sync(~0u, (unsigned long long)(data + threadIdx.x), (int)in[threadIdx.x]);
	*(float *)at = 1; // fact: store * unknown (its address is not known)
	at = __reduce_max_sync(~0u, (unsigned)(unsigned long long)(data + threadIdx.x));
	*(float *)at = 1; // fact: store * unknown (its address is not known)
	__syncthreads();
	out[threadIdx.x] = data[threadIdx.x]; // fact: load 1/1 exact
}

/* Two results, a register with a percent sign, a sum of operands, a call. */
__global__ void operands(float *out, int n)
{
	__shared__ float data[32 * 9];
	unsigned at = address_of(data), v;
	asm volatile("{ .reg .pred p; .reg .u32 %%at;" // fact: store 8/1 exact
		     " mul.lo.u32 %%at, %2, 32; add.u32 %%at, %%at, %1;"
		     " shfl.sync.bfly.b32 %0|p, %2, 1, 31, -1;"
		     " bar.red.popc.u32 %0, 0, !p;"
		     " call (%0), printf, (%2, 1.5);"
		     " st.shared.f32 [%%at + 4], 1.0; }" : "=r"(v) : "r"(at), "r"(threadIdx.x));
	asm volatile("st.shared.f32 [%0 + %1], 1.0;" ::"r"(at + threadIdx.x * 8), "n"(128)); // fact: store 2/1 exact
	out[threadIdx.x] = data[threadIdx.x] + v; // fact: load 1/1 exact
}

/* Labels that are numbered for each copy of the text, as those of waits on barriers are. */
__global__ void labels(float *out)
{
	__shared__ unsigned long long barrier;
	__shared__ float data[32];
	unsigned at = address_of(&barrier);
	asm volatile("{ .reg .pred done;\n"
		     "again_%=: mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
		     "@done bra.uni end_%=;\n"
		     "bra.uni again_%=;\n"
		     "end_%=:\n }" ::"r"(at), "r"(0));
	data[31 - threadIdx.x] = out[threadIdx.x]; // fact: store 1/1 exact
	__syncwarp();
	out[threadIdx.x] = data[threadIdx.x]; // fact: load 1/1 exact
}

/* What branches go back over is executed again, with other addresses; what they go past, perhaps not at all. */
__global__ void branches(float *out, int n)
{
	__shared__ float data[32 * 64];
	unsigned at = address_of(data + threadIdx.x), last;
	asm volatile("{ .reg .pred p; .reg .u32 a, i; mov.u32 a, %1; mov.u32 i, 0;" // fact: store 1/1 exact | load 0/0 unknown
		     " st.shared.f32 [a + 256], 0.0;\n"
		     "again: st.shared.f32 [a], 1.0; mad.lo.u32 a, %3, 128, a; add.u32 i, i, 1;"
		     " setp.lt.u32 p, i, %2; @p bra again; mov.u32 %0, i; }" : "=r"(last) : "r"(at), "r"(n), "r"(threadIdx.x));
	asm volatile("{ .reg .pred p; setp.lt.u32 p, %1, 3; @p bra past;" // fact: load 0/0 unknown
		     " st.shared.f32 [%0], 1.0;\n past: }" ::"r"(at), "r"(n));
	out[threadIdx.x] = data[threadIdx.x] + last; // fact: load 1/1 exact
}

void launch(const float4 *in, float *out, int n)
{
	policy<<<1, 32>>>(in, out);
	made<<<1, 32>>>(nullptr, out);
	unknown<<<1, 32>>>(out);
	changed<<<1, 32>>>(out);
	operands<<<1, 32>>>(out, n);
	labels<<<1, 32>>>(out);
	branches<<<1, 32>>>(out, n);
}
