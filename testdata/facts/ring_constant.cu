/* A ring of five buffers, of which a constant number that five does not divide is used each time around an outer loop: where it begins is
 * not known, but the same for all that use it. */
template <int FORM> __global__ void all(const int *in, int *out, int n)
{
	__shared__ int ring[5][512];
	int stage = 0, sum = 0;
	for (int block = blockIdx.x; block < n; block += 132)
		for (int i = 0; i < 56; i++) {
			ring[stage][2 * threadIdx.x] = in[i]; // fact: store 448/224 exact | store 448/224 exact
			__syncthreads();
			sum += ring[stage][threadIdx.x]; // fact: load 224/224 exact | load 224/224 exact
			if (FORM) {
				stage = stage == 4 ? 0 : stage + 1;
			} else {
				++stage;
				if (stage == 5)
					stage = 0;
			}
		}
	out[threadIdx.x] = sum;
}

/* One lane of the last warp fills it, the others read, each with a stage of its own. */
__global__ void parted(const int *in, int *out, int n)
{
	__shared__ int ring[5][128];
	unsigned stage = 0;
	int sum = 0;
	if (threadIdx.x >= 128) {
		if (threadIdx.x == 128)
			for (int block = blockIdx.x; block < n; block += 132)
				for (int i = 0; i < 22; i++) {
					ring[stage][0] = in[i]; // fact: store 22/22 exact
					stage = stage == 4 ? 0 : stage + 1;
				}
	} else {
		for (int block = blockIdx.x; block < n; block += 132)
			for (int i = 0; i < 22; i++) {
				sum += ring[stage][threadIdx.x / 4 * 4]; // fact: load 88/88 exact
				stage = stage == 4 ? 0 : stage + 1;
			}
		out[threadIdx.x] = sum;
	}
}

/* The same where each iteration is so long that not all are run. */
__global__ void parted_long(const int *in, int *out, int n)
{
	__shared__ int ring[5][128];
	unsigned stage = 0;
	int sum = 0, x = 0;
	if (threadIdx.x >= 128) {
		if (threadIdx.x == 128)
			for (int block = blockIdx.x; block < n; block += 132)
				for (int i = 0; i < 56; i++) {
					for (int q = 0; q < 100; q++)
						x = (x * 5 + q) & 63;
					ring[stage][x] = in[i]; // fact: store 56/56 exact
					stage = stage == 4 ? 0 : stage + 1;
				}
	} else {
		for (int block = blockIdx.x; block < n; block += 132)
			for (int i = 0; i < 56; i++) {
				for (int q = 0; q < 100; q++)
					x = (x * 5 + q) & 63;
				sum += ring[stage][threadIdx.x / 4 + x / 64]; // fact: load 224/224 exact
				stage = stage == 4 ? 0 : stage + 1;
			}
		out[threadIdx.x] = sum;
	}
}

void launch(const int *in, int *out, int n)
{
	all<0><<<1, 128>>>(in, out, n);
	all<1><<<1, 128>>>(in, out, n);
	parted<<<1, 160>>>(in, out, n);
	parted_long<<<1, 160>>>(in, out, n);
}
