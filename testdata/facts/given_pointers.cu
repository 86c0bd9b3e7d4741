/* Launches whose pointers come from outside of the program that is seen: they are taken to be what an allocation returned,
 * like those of kernels that nothing launches.  Where the program shows what a pointer is, that counts; where it does not, the
 * cost is the usual one, of a pointer to the beginning of a line. */

#define COPY(to, from) \
	asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" : : "r"((unsigned)__cvta_generic_to_shared(to)), "l"(from) : "memory")
#define TILE __shared__ __align__(128) int4 tile[4][8]; int lane = threadIdx.x, row = lane / 8, column = lane % 8

struct Tensor {
	template <class T> T *data_ptr() const;
};

const int4 *next(const int4 *in);

struct Pair {
	int n;
	const int4 *in;
};

__global__ void given(const int4 *in)
{
	TILE;
	COPY(&tile[row][column ^ row], in + lane); // fact: cp_async 4/4 exact
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

__global__ void given_or_allocated(const int4 *in)
{
	TILE;
	COPY(&tile[row][column ^ row], in + lane); // fact: cp_async 4/4 exact
}

__global__ void returned(const int4 *in)
{
	TILE;
	COPY(&tile[row][column ^ row], in + lane); // fact: cp_async 4/4 exact
}

__global__ void returned_from_another(const int4 *in)
{
	TILE;
	COPY(&tile[row][column ^ row], in + lane); // fact: cp_async 4/4 symbolic
}

__global__ void some_on(const int4 *in)
{
	TILE;
	COPY(&tile[row][column ^ row], in + lane); // fact: cp_async 4/4 symbolic
}

__global__ void given_or_one_on(const int4 *in)
{
	TILE;
	COPY(&tile[row][column ^ row], in + lane); // fact: cp_async 4/4 symbolic
}

__global__ void from_memory(const int4 *in)
{
	TILE;
	COPY(&tile[row][column ^ row], in + lane); // fact: cp_async 4/4 symbolic
}

__global__ void from_main(const int4 *in)
{
	TILE;
	COPY(&tile[row][column ^ row], in + lane); // fact: cp_async 4/4 symbolic
}

void launch(const int4 *in, const int4 *const *some, const Tensor &tensor, int n)
{
	int4 *own;
	cudaMalloc(&own, 4096);
	given<<<1, 32>>>(in);
	lines_on<<<1, 32>>>(in + 8 * n);
	in_a_record<<<1, 32>>>(Pair{ n, in });
	given_or_allocated<<<1, 32>>>(in);
	given_or_allocated<<<1, 32>>>(own);
	returned<<<1, 32>>>(tensor.data_ptr<int4>());
	returned_from_another<<<1, 32>>>(next(own));
	some_on<<<1, 32>>>(in + n);
	given_or_one_on<<<1, 32>>>(in);
	given_or_one_on<<<1, 32>>>(own + 1);
	from_memory<<<1, 32>>>(some[0]);
}

static void called(const int4 *in)
{
	from_main<<<1, 32>>>(in);
}

int main(int argc, char **argv)
{
	called((const int4 *)argv);
}
// libclang: 16
