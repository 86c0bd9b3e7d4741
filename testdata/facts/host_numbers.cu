/* Floating-point numbers from which a host computes its launches.  Expected numbers are those that a C program prints. */
#include <math.h>

#define KERNEL(name)                                                   \
	__global__ void name(int *out, int stride)                     \
	{                                                              \
		__shared__ int data[4096];                             \
		out[threadIdx.x] = data[threadIdx.x * stride];         \
	}

KERNEL(by_logarithm)   // fact: load 4/1 exact block 32,1,1
KERNEL(by_ceil)        // fact: load 8/2 exact block 64,1,1
KERNEL(by_floor)       // fact: load 2/1 exact block 32,1,1
KERNEL(by_power)       // fact: load 8/1 exact block 32,1,1
KERNEL(by_root)        // fact: load 16/1 exact block 32,1,1
KERNEL(by_float)       // fact: load 8/1 exact block 32,1,1
KERNEL(by_rounding)    // fact: load 2/1 exact block 32,1,1
KERNEL(by_loop)        // fact: load 4/1 exact block 32,1,1
KERNEL(by_call)        // fact: load 4/1 exact block 32,1,1
KERNEL(by_comparison)  // fact: load 2/1 exact block 32,1,1
KERNEL(by_quotient)    // fact: load 4/1 exact block 32,1,1
KERNEL(by_negative)    // fact: load 2/1 exact block 32,1,1
KERNEL(by_extremes)    // fact: load 2/1 exact block 32,1,1
KERNEL(by_branch)      // fact: load 4/1 exact block 32,1,1
KERNEL(by_nothing)     // fact: load 32/1 symbolic block 32,1,1
KERNEL(by_argument)    // fact: load 4/1 symbolic block 32,1,1
KERNEL(by_option)      // fact: load 4/1 exact block 32,1,1
KERNEL(by_function)    // fact: load 4/1 exact block 32,1,1
KERNEL(by_choice)      // fact: load 4/1 symbolic block 32,1,1
KERNEL(out_of_range)   // fact: load 32/1 symbolic block 32,1,1

static float scaled(float x, double by)
{
	return x * by;
}

static int logarithm(int n)
{
	int result = 0;
	while (n > 1) {
		n >>= 1;
		result++;
	}
	return result;
}

int main(int argc, char **)
{
	int *out = nullptr, n = 48;
	int iterations = log2(n / 3);
	by_logarithm<<<1, 32>>>(out, iterations);
	int blocks = (int)ceil((float)n / 13.0f);
	by_ceil<<<blocks, blocks * 16>>>(out, blocks);
	by_floor<<<1, 32>>>(out, (int)floor(-1.5) + 4);
	by_power<<<1, 32>>>(out, (int)pow(2, 3.0));
	by_root<<<1, 32>>>(out, (int)sqrtf(257.0f));
	/* 2^24 + 1 is no float. */
	int large = 16777217;
	by_float<<<1, 32>>>(out, large - (int)(float)large + 7);
	/* The float 0.1f is more than the double 0.1. */
	by_rounding<<<1, 32>>>(out, 0.1f > 0.1 ? 2 : 4);
	double sum = 0;
	int steps = 0;
	/* The sum of ten times 0.1 is less than 1, that of eleven times more. */
	for (; sum < 1; sum += 0.1)
		steps++;
	by_loop<<<1, 32>>>(out, steps - 7);
	by_call<<<1, 32>>>(out, (int)scaled(1.5f, 3));
	float half = .5f;
	by_comparison<<<1, 32>>>(out, half && half < 1 ? 2 : 4);
	by_quotient<<<1, 32>>>(out, (int)(logf(81) / logf(3) + .5f));
	by_negative<<<1, 32>>>(out, (int)-2.75f + 4);
	by_extremes<<<1, 32>>>(out, (int)(fmin(2.5, 3.5) + fmaxf(-.25f, -.5f)));
	float either = 4.5f;
	if (argc > 1)
		either = 9.f / 2;
	by_branch<<<1, 32>>>(out, (int)either);
	by_nothing<<<1, 32>>>(out, (int)sqrt(argc * 1.));
	float one_of_two = 4.5f;
	if (argc > 1)
		one_of_two = 2.5f;
	by_argument<<<1, 32>>>(out, (int)one_of_two);
	n = 128;
	if (argc > 1)
		n = argc;
	by_option<<<1, n / 4>>>(out, (int)log2(n / 8));
	by_function<<<1, n / 4>>>(out, logarithm(n / 8));
	by_choice<<<1, 32>>>(out, (int)ceil(argc > 1 ? 1.5 : 3.5));
	out_of_range<<<1, 32>>>(out, (int)1e10);
}
