/* Behind a label, threads have not left by the breaks behind other labels: not even if a loop comes before the access. */
template <int N>
__global__ void strided(float *out)
{
	__shared__ float data[1024];
	data[threadIdx.x * N] = 1; // fact: store 4/4 exact block 128 | store 8/4 exact block 128 | store 4/2 exact block 64
	__syncthreads();
	out[threadIdx.x] = data[threadIdx.x]; // fact: load 4/4 exact block 128 | load 4/4 exact block 128 | load 2/2 exact block 64
}

int failed(void);
void end(int) __attribute__((noreturn));

void launch(float *out, int kind)
{
	switch (kind) {
	case 1:
		do {
			if (failed())
				end(1);
		} while (0);
		strided<1><<<1, 128>>>(out);
		break;
	case 2:
		do {
			if (failed())
				end(1);
		} while (0);
		strided<2><<<1, 128>>>(out);
		break;
	case 3:
		do {
			if (failed())
				end(1);
		} while (0);
		strided<2><<<1, 64>>>(out);
		break;
	}
}

__global__ void chosen(float *out, int kind, int n)
{
	__shared__ float data[1024];
	float sum = 0;
	switch (kind) {
	case 1:
		for (int i = 0; i < n; i++)
			sum += out[i];
		data[threadIdx.x] = sum; // fact: store 2/2 exact
		break;
	case 2:
		for (int i = 0; i < n; i++)
			sum += out[i * 2];
		data[threadIdx.x * 2] = sum; // fact: store 4/2 exact
		break;
	}
	__syncthreads();
	out[threadIdx.x] = data[threadIdx.x]; // fact: load 2/2 exact
}

void launch_chosen(float *out, int kind, int n)
{
	chosen<<<1, 64>>>(out, kind, n);
}
