/* Where launches stand, and what they are made of.  Each kernel's stride is an argument, so that its cost is known
 * only where the launch's arguments are. */
#include <cuda_runtime.h>
#include <algorithm>
#include <stdlib.h>

#define KERNEL(name)                                                    \
	__global__ void name(int *out, int stride)                      \
	{                                                               \
		__shared__ int data[4096];                              \
		out[threadIdx.x] = data[(threadIdx.x * stride) & 4095]; \
	}

/* --- how a launch is written ------------------------------------------------------------------------------ */

KERNEL(in_a_macro)      // fact: load 14/7 exact block 224,1,1
KERNEL(in_a_wrapper)    // fact: load 16/4 exact block 32,4,1
KERNEL(in_a_lambda)     // fact: load 4/2 exact block 64,1,1
KERNEL(by_address)      // fact: load 24/3 exact block 96,1,1
KERNEL(cooperative)     // fact: load 32/4 exact block 64,2,1
KERNEL(by_configuration) // fact: load 20/5 exact block 160,1,1
KERNEL(from_a_kernel)   // fact: load 8/2 exact block 64,1,1
KERNEL(by_pointer)      // fact: load 20/10 exact block 320,1,1
KERNEL(in_a_table)      // fact: load 4/2 exact block 64,1,1
KERNEL(in_a_table_too)  // fact: load 16/4 exact block 128,1,1
KERNEL(by_either_pointer) // fact: load 2/1 exact block 32,1,1
KERNEL(by_or_pointer)   // fact: load 2/1 exact block 32,1,1

#define LAUNCH(kernel, grid, block, ...) do { kernel<<<grid, block>>>(__VA_ARGS__); } while (0)

template <typename F, typename... A> void wrap(F kernel, dim3 grid, dim3 block, A... args)
{
	kernel<<<grid, block>>>(args...);
}

typedef void (*Kernel)(int *, int);
struct Entry {
	Kernel kernel;
	int threads, stride;
};
static const Entry table[] = { { in_a_table, 64, 2 }, { in_a_table_too, 128, 4 } };

__global__ void parent(int *out)
{
	if (threadIdx.x == 0)
		from_a_kernel<<<1, 64>>>(out, 4);
}

void write_launches(int *out, int which)
{
	LAUNCH(in_a_macro, 1, 224, out, 2);
	wrap(in_a_wrapper, dim3(2), dim3(32, 4), out, 4);
	int threads = 64, stride = 8;
	auto go = [&](int n) { in_a_lambda<<<1, threads>>>(out, n); };
	go(2);
	void *args[] = { &out, &stride };
	cudaLaunchKernel((const void *)by_address, dim3(4), dim3(96), args, 0, 0);
	void *more[2];
	more[0] = &out;
	more[1] = &stride;
	cudaLaunchCooperativeKernel((void *)cooperative, dim3(4), dim3(64, 2), more, 0, 0);
	cudaLaunchConfig_t config = {};
	config.gridDim = dim3(2);
	config.blockDim = dim3(160);
	cudaLaunchKernelEx(&config, by_configuration, out, 4);
	parent<<<1, 32>>>(out);
	Kernel kernel = &by_pointer;
	kernel<<<1, 320>>>(out, 2);
	for (int i = 0; i < 2; i++)
		table[i].kernel<<<1, table[i].threads>>>(out, table[i].stride);
	Kernel either = which ? by_either_pointer : by_or_pointer;
	either<<<1, 32>>>(out, 2);
}

/* --- what it is made of ----------------------------------------------------------------------------------- */

KERNEL(by_template)     // fact: load 4/2 exact block 64,1,1 | load 16/4 exact block 128,1,1
KERNEL(by_member)       // fact: load 24/6 exact block 192,1,1
KERNEL(by_case)         // fact: load 4/2 exact block 64,1,1 | load 16/4 exact block 128,1,1
KERNEL(by_division)     // fact: load 32/8 exact block 16,16,1
KERNEL(by_global)       // fact: load 24/12 exact block 384,1,1
KERNEL(by_reference)    // fact: load 26/13 exact block 416,1,1
KERNEL(by_result)       // fact: load 8/2 exact block 32,2,1
KERNEL(by_minimum)      // fact: load 60/15 exact block 480,1,1
KERNEL(by_branch)       // fact: load 4/2 exact block 64,1,1 | load 16/4 exact block 128,1,1
KERNEL(by_list)         // fact: load 2/1 exact block 32,1,1 | load 6/3 exact block 96,1,1
KERNEL(by_default)      // fact: load 16/8 exact block 256,1,1
KERNEL(by_halving)      // fact: load 128/16 exact block 512,1,1 | load 32/8 exact block 256,1,1 | load 8/4 exact block 128,1,1
KERNEL(by_shifted_dim)  // fact: load 1/1 exact block 8,4,1
KERNEL(after_an_error)  // fact: load 4/2 exact block 64,1,1

template <int THREADS> void launch_template(int *out)
{
	by_template<<<1, THREADS>>>(out, THREADS / 32);
}

struct Runner {
	int threads, stride;
	explicit Runner(int n) : threads(n), stride(n / 48) {}
	void run(int *out) const { by_member<<<1, threads>>>(out, stride); }
};

/* The block is what is switched on, also where it was put in a dim3 before. */
void launch_case(int *out, int threads)
{
	dim3 block(threads, 1, 1);
	switch (threads) {
	case 64: by_case<<<1, block>>>(out, 2); break;
	case 128: by_case<<<1, block>>>(out, threads / 32); break;
	}
}

static int divide_up(int a, int b) { return (a + b - 1) / b; }

void launch_divided(int *out)
{
	const int n = 1000;
	dim3 threads(16, 16);
	dim3 blocks((n + threads.x - 1) / threads.x, divide_up(n, threads.y));
	by_division<<<blocks, threads>>>(out, n % 32);
}

static int global_threads = 384;
const int global_stride = 2;

static void choose(int &threads, int *stride)
{
	threads = 416;
	*stride = 2;
}

static dim3 pair_of(int x) { return dim3(x, 2); }

void launch_values(int *out, int flag)
{
	int threads, stride;
	by_global<<<1, global_threads>>>(out, global_stride);
	choose(threads, &stride);
	by_reference<<<1, threads>>>(out, stride);
	by_result<<<pair_of(3), pair_of(32)>>>(out, 4);
	by_minimum<<<1, std::min(480, 1024)>>>(out, std::max(2, 4));
	/* What is decided together stays together. */
	if (flag > 3) {
		threads = 64;
		stride = 2;
	} else {
		threads = 128;
		stride = 4;
	}
	by_branch<<<1, threads>>>(out, stride);
	for (int n : { 32, 96 })
		by_list<<<1, n>>>(out, 2);
	dim3 block(4, 4);
	block.x <<= 1;
	by_shifted_dim<<<1, block>>>(out, 2);
	int size = 64;
	if (cudaMalloc((void **)&out, size * sizeof(int)) != cudaSuccess) {
		size = 0;
		exit(1);
	}
	after_an_error<<<1, size>>>(out, 2);
}

static int threads_of(int argc)
{
	int threads = 256;
	if (argc > 1)
		threads = argc;
	return threads;
}

/* A loop that leads to no launch does not use up what there is to run. */
int main(int argc, char **argv)
{
	int *out = 0, host[100000];
	for (int i = 0; i < 100000; i++)
		host[i] = i;
	for (int i = 0; i < 100000; i++)
		host[i] += host[(i * 7) % 100000];
	launch_template<64>(out);
	launch_template<128>(out);
	Runner runner(192);
	runner.run(out);
	by_default<<<1, threads_of(argc)>>>(out, 2);
	for (int threads = 512; threads >= 128; threads /= 2)
		by_halving<<<1, threads>>>(out, threads / 64);
	return host[argc];
}
// libclang: 22
