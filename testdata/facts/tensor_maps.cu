// Tensor maps that are changed in shared memory (sm_90a): lanes load and store their words.  As measured of CUTLASS' grouped products
// (example 57, include/cute/arch/copy_sm90_desc.hpp) each access is one wavefront; ptxas makes neighbouring ones wider.

struct alignas(128) Map {
	char bytes[128];
};

__global__ void change(Map *out, const float *address, int extent, long stride)
{
	__shared__ Map map;
	unsigned to = (unsigned)__cvta_generic_to_shared(&map);
	if (threadIdx.x == 0) {
		asm volatile("tensormap.replace.tile.global_address.shared::cta.b1024.b64 [%0], %1;" ::"r"(to), "l"(address)); // fact: store 1/1 bound
		asm volatile("tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%0], 0, %1;" ::"r"(to), "r"(extent)); // fact: store 1/1 bound
		asm volatile("tensormap.replace.tile.global_stride.shared::cta.b1024.b64 [%0], 0, %1;" ::"r"(to), "l"(stride)); // fact: load 1/1 bound | store 1/1 bound
	}
	__syncwarp();
	asm volatile("tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%0], [%1], 128;" ::"l"(out), "r"(to) : "memory"); // fact: load 1/1 exact
	asm volatile("tensormap.replace.tile.global_address.global.b1024.b64 [%0], %1;" ::"l"(out), "l"(address));
}

void launch(const int *in, int *out, int n)
{
	change<<<1, 32>>>((Map *)out, (const float *)in, n, n * 16);
}
