/* Shared memory that is not accessed through this block's banks, or is another block's: reported, not priced. */
// exit: 3
// flags: -arch=sm_100a
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__device__ unsigned shared_address(const void *p)
{
	return (unsigned)__cvta_generic_to_shared(p);
}

__global__ void other_blocks(int *out)
{
	__shared__ int data[64];
	cg::cluster_group cluster = cg::this_cluster();
	int lane = threadIdx.x;
	data[lane] = lane; // fact: store 1/1 exact
	cluster.sync();
	int *far = cluster.map_shared_rank(data, cluster.block_rank() ^ 1);
	int got = far[2 * lane]; // fact: load * unknown (another block's memory)
	far[lane] = got; // fact: store * unknown (another block's memory)
	got += data[2 * lane]; // fact: load 2/1 exact
	out[lane] = got;
}

__global__ void mapped_by_hand(int *out)
{
	__shared__ int data[64];
	unsigned far, lane = threadIdx.x;
	int got;
	data[lane] = lane; // fact: store 1/1 exact
	asm volatile("mapa.shared::cluster.u32 %0, %1, 1;" : "=r"(far) : "r"(shared_address(&data[lane])));
	asm volatile("ld.shared::cluster.s32 %0, [%1];" : "=r"(got) : "r"(far)); // fact: load * unknown (another block's memory)
	asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.s32 [%0], %1, [%2];" : : "r"(far), "r"(got), "r"(far)); // fact: store * not-by-lanes (no lane touches a bank)
	asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.inc.u32 [%0], %1, [%2];" : : "r"(far), "r"(got), "r"(far)); // fact: atomic * not-by-lanes (no lane touches a bank)
	out[lane] = got + data[lane]; // fact: load 1/1 exact
}

__global__ void copied_in_bulk(const int *in, int *out)
{
	__shared__ alignas(128) int data[256];
	__shared__ alignas(8) unsigned long long barrier;
	int lane = threadIdx.x;
	if (lane == 0) {
		asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 1024, [%2];" : : "r"(shared_address(data)), "l"(in), "r"(shared_address(&barrier))); // fact: cp_async * not-by-lanes (no lane touches a bank)
		asm volatile("cp.async.bulk.commit_group;");
		asm volatile("cp.async.bulk.prefetch.L2.global [%0], 1024;" : : "l"(in));
	}
	__syncthreads();
	out[lane] = data[8 * lane]; // fact: load 8/1 exact
}

/* A matrix of 16 rows takes the addresses of 16 lanes. */
__global__ void sixteen_rows(int *out)
{
	__shared__ alignas(128) unsigned char rows[32][16], apart[32][128];
	int lane = threadIdx.x;
	unsigned a, b, c, d;
	for (int i = 0; i < 16; i++)
		rows[lane][i] = apart[lane][i] = i; // fact: store * (of two arrays, which nvcc may merge one by one)
	asm volatile("ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "r"(shared_address(rows[lane]))); // fact: ldmatrix 2/2 bound
	asm volatile("ldmatrix.sync.aligned.m16n16.x2.trans.shared.b8 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(shared_address(apart[lane]))); // fact: ldmatrix 32/4 bound
	out[lane] = a + b + c + d;
}

void launch(const int *in, int *out)
{
	other_blocks<<<2, 32>>>(out);
	mapped_by_hand<<<2, 32>>>(out);
	copied_in_bulk<<<1, 32>>>(in, out);
	sixteen_rows<<<1, 32>>>(out);
}
// libclang: 22
