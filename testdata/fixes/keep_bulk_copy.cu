/* A bulk copy has the rows behind one another, whatever the subscripts say: also unsafe fixes leave it. */
__device__ inline unsigned place(const void *p)
{
	return (unsigned)__cvta_generic_to_shared(p);
}

__global__ void columns(const float *in, float *out)
{
	__shared__ alignas(128) float tile[32][32]; // not fixed: tile: bulk copies, tensor copies or tensor cores access it
	__shared__ alignas(8) unsigned long long full; // unsafe fixes
	int t = threadIdx.x;
	if (t == 0) {
		asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(place(&full)));
		asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 4096;" ::"r"(place(&full)));
		asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 4096, [%2];" ::"r"(
				     place(&tile[0][0])),
			     "l"(in), "r"(place(&full))
			     : "memory");
	}
	__syncthreads();
	float sum = 0;
	for (int i = 0; i < 32; i++)
		sum = sum * 3 + tile[t][i * 5 & 31];
	out[t] = sum;
}

void launch(const float *in, float *out)
{
	columns<<<1, 32>>>(in, out);
}
