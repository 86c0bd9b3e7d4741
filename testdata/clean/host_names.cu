/* Names that the host's code has without an include: nvcc includes the headers of C for it. */
// flags: -std=c++17 -DNDEBUG
extern "C" {
/* as libcu++ declares it with NDEBUG */
__host__ __device__ void __assert_fail(const char *text, const char *file, unsigned line, const char *function) noexcept
	__attribute__((__noreturn__));
}

__global__ void doubled(float *out)
{
	__shared__ float data[64];
	data[threadIdx.x] = 1;
	out[threadIdx.x] = isnan(data[threadIdx.x]) + isinf(2.0 * data[threadIdx.x]);
}

static int special(float x, double y)
{
	return isnan(x) + isnan(y) + isinf(x) + isfinite(y) + signbit(x);
}

int main()
{
	float *out = nullptr, numbers[4];
	srand(time(NULL));
	memset(numbers, 0, sizeof numbers);
	const clock_t begin = clock();
	doubled<<<1, 64>>>(out);
	if (special(numbers[0], rand() / 2.0) || fabs(sqrtf(numbers[1]) - 1.5f) > 1e-3)
		return clock() > begin;
	return isnan(numbers[1]);
}
