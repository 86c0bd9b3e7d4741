/* Where in a line of 128 bytes a pointer begins that the host has allocated: copies past the L1 cache go by lines, and
 * lane 3 of a row of eight copies to where its neighbour's line would be if the rows did not begin with one. */

#define COPY(to, from) \
	asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" : : "r"((unsigned)__cvta_generic_to_shared(to)), "l"(from) : "memory")
#define TILE __shared__ __align__(128) int4 tile[4][8]; int lane = threadIdx.x, row = lane / 8, column = lane % 8

struct Pair {
	int n;
	const int4 *in;
};

__global__ void from_the_start(const int4 *in, int4 *out)
{
	TILE;
	COPY(&tile[row][column ^ row], in + lane); // fact: cp_async 4/4 exact
	out[lane] = tile[row][column]; // fact: load 4/4 exact
}

__global__ void lines_on(const int4 *in)
{
	TILE;
	COPY(&tile[row][column ^ row], in + lane); // fact: cp_async 4/4 exact
}

__global__ void in_a_record(Pair pair)
{
	TILE;
	COPY(&tile[row][column ^ row], pair.in + lane); // fact: cp_async 4/4 exact
}

__global__ void of_either(const int4 *in)
{
	TILE;
	COPY(&tile[row][column ^ row], in + lane); // fact: cp_async 4/4 exact
}

__global__ void one_on(const int4 *in)
{
	TILE;
	COPY(&tile[row][column ^ row], in + lane); // fact: cp_async * bound (lines of 128 bytes decide, and where they begin is not known)
}

__global__ void some_on(const int4 *in)
{
	TILE;
	COPY(&tile[row][column ^ row], in + lane); // fact: cp_async * bound (lines of 128 bytes decide, and where they begin is not known)
}

__global__ void stepped(const int4 *in)
{
	TILE;
	COPY(&tile[row][column ^ row], in + lane); // fact: cp_async * bound (lines of 128 bytes decide, and where they begin is not known)
}

__global__ void once_on(const int4 *in)
{
	TILE;
	COPY(&tile[row][column ^ row], in + lane); // fact: cp_async * bound (lines of 128 bytes decide, and where they begin is not known)
}

__global__ void never_allocated(const int4 *in)
{
	TILE;
	COPY(&tile[row][column ^ row], in + lane); // fact: cp_async 4/4 symbolic
}

__global__ void maybe_allocated(const int4 *in)
{
	TILE;
	COPY(&tile[row][column ^ row], in + lane); // fact: cp_async 4/4 symbolic
}

__global__ void one_on_in_a_record(Pair pair)
{
	TILE;
	COPY(&tile[row][column ^ row], pair.in + lane); // fact: cp_async * bound (lines of 128 bytes decide, and where they begin is not known)
}

/* The kernel's own offset counts too. */
__global__ void one_on_inside(const int4 *in)
{
	TILE;
	COPY(&tile[row][column ^ row], in + 1 + lane); // fact: cp_async 12/4 exact
}

// smemlint: block(32)
__global__ void of_some_block(const int4 *in)
{
	TILE;
	COPY(&tile[row][column ^ row], in + lane); // fact: cp_async 4/4 exact
}

int main(int argc, char **argv)
{
	int4 *in, *out, *other, *stepping, *maybe = (int4 *)argv;
	cudaMalloc((void **)&in, 4096);
	cudaMalloc(&out, 4096);
	cudaMallocManaged(&other, 4096);
	cudaMalloc(&stepping, 4096);
	if (argc > 3)
		cudaMalloc(&maybe, 4096);
	from_the_start<<<1, 32>>>(in, out);
	lines_on<<<1, 32>>>(in + 8 * argc);
	in_a_record<<<1, 32>>>(Pair{ 1, in });
	of_either<<<1, 32>>>(argc > 2 ? in : other);
	one_on<<<1, 32>>>(in + 1);
	some_on<<<1, 32>>>(in + argc);
	stepping++;
	stepped<<<1, 32>>>(stepping);
	once_on<<<1, 32>>>(in);
	once_on<<<1, 32>>>(in + 3);
	never_allocated<<<1, 32>>>((const int4 *)argv);
	maybe_allocated<<<1, 32>>>(maybe);
	one_on_in_a_record<<<1, 32>>>(Pair{ 1, in + 1 });
	one_on_inside<<<1, 32>>>(in);
	of_some_block<<<1, argc>>>(in);
}
// libclang: 16
