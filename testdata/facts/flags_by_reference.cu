/* Launches that a flag of the arguments decides, which host code reads through a reference or `this`: in the kernel, the flag is
 * what it was on the way there. */
struct Params {
	float *out;
	int rows;
	bool is_wide, is_other;
};

template <bool WIDE>
__global__ void chosen(Params params)
{
	__shared__ float data[64];
	data[threadIdx.x * (params.is_wide ? 2 : 1)] = 1; // fact: store 2/1 exact | store 1/1 exact
	__syncthreads();
	params.out[threadIdx.x] = data[threadIdx.x * (WIDE ? 2 : 1)]; // fact: load 2/1 exact | load 1/1 exact
}

template <class Body>
void run(Body body)
{
	body();
}

/* The flag that decides, in two lambdas, and one that does not. */
void switched(Params &params)
{
	[&] {
		if (params.is_wide) {
			constexpr bool wide = true;
			run([&] { chosen<wide><<<params.rows, 32>>>(params); });
		} else {
			constexpr bool wide = false;
			run([&] { chosen<wide><<<params.rows, 32>>>(params); });
		}
	}();
}

__global__ void of_member(float *out, bool is_wide)
{
	__shared__ float data[64];
	data[threadIdx.x * (is_wide ? 2 : 1)] = 1; // fact: store 2/1 exact
	__syncthreads();
	out[threadIdx.x] = data[threadIdx.x];      // fact: load 1/1 exact
}

struct Runner {
	float *out;
	bool is_wide;
	void run()
	{
		if (!is_wide)
			return;
		of_member<<<1, 32>>>(out, is_wide);
	}
};

void run_runner(Runner &runner)
{
	runner.run();
}

__global__ void by_value(float *out, bool is_wide)
{
	__shared__ float data[64];
	data[threadIdx.x * (is_wide ? 2 : 1)] = 1; // fact: store 2/1 exact
	__syncthreads();
	out[threadIdx.x] = data[threadIdx.x];      // fact: load 1/1 exact
}

void run_by_value(float *out, bool is_wide)
{
	if (is_wide)
		by_value<<<1, 32>>>(out, is_wide);
}

/* One flag that decides nothing on the way: the cost is that of its values. */
struct Option {
	float *out;
	bool is_wide;
};

__global__ void undecided(Option option)
{
	__shared__ float data[64];
	data[threadIdx.x * (option.is_wide ? 2 : 1)] = 1;    // fact: store 2/1 symbolic
	__syncthreads();
	option.out[threadIdx.x] = data[threadIdx.x]; // fact: load 1/1 exact
}

void run_undecided(Option &option)
{
	undecided<<<1, 32>>>(option);
}
