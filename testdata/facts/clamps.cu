/* Indices that are kept inside a border: the greater or lesser of a number of the thread and one that is not known, but the same in a
 * warp.  Wherever the border is, the threads beyond it access one word, and the others their own (enumerated). */
__global__ void borders(const int *in, int *out, int low, int high)
{
	__shared__ int data[66];
	const int t = threadIdx.x;
	data[t] = in[t]; // fact: store 2/2 exact
	__syncthreads();
	int west = t - 1, east = t + 1;
	west = west < low ? low : west;
	east = (east > high) ? high : east;
	out[t] = data[west];			// fact: load 2/2 exact
	out[t + 64] = data[east];		// fact: load 2/2 exact
	out[t + 128] = data[max(t - 1, low)];	// fact: load 2/2 exact
	out[t + 192] = data[min(high, t + 1)];	// fact: load 2/2 exact
	out[t + 256] = data[low <= t ? t : low]; // fact: load 2/2 exact
	out[t + 320] = data[min(threadIdx.x, (unsigned)high)]; // fact: load 2/2 exact
}

/* Two rows of a warp; the row may be kept inside, too: then both access one, whose words differ as much or are the same. */
__global__ void rows(const int *in, int *out, int n)
{
	__shared__ int data[8][16];
	const int x = threadIdx.x, y = threadIdx.y;
	data[y][x] = in[y * 16 + x]; // fact: store 4/4 exact
	__syncthreads();
	const int first = in[blockIdx.x], west = x - 1 < first ? first : x - 1, south = y + 1 > n ? n : y + 1;
	out[y * 16 + x] = data[y][west];	// fact: load 4/4 exact
	out[y * 16 + x + 128] = data[south][x]; // fact: load 4/4 exact
}

/* Every second word: 32 threads need two wavefronts; those of fewer than 17 different words one. */
__global__ void strided(const int *in, int *out, int low)
{
	__shared__ int data[130];
	const int t = threadIdx.x;
	data[t] = in[t]; // fact: store 2/2 exact
	__syncthreads();
	out[t] = data[2 * max(t, low)]; // fact: load 4/2 bound
}

/* Four threads a row; the index is computed without a sign.  Rows of 20 words: any eight that follow each other are in different banks.
 * Rows of 16: every second one is not. */
__global__ void lost_signs(const int *in, int *out, int n)
{
	__shared__ int data[16 * 20];
	int row = threadIdx.x / 4;
	row = min(row, n);
	data[row * 20 + threadIdx.x % 4] = in[row]; // fact: store 2/2 exact
	__syncthreads();
	out[threadIdx.x] = data[row * 16 + threadIdx.x % 4]; // fact: load 8/2 bound
}

/* No border, but one for each thread. */
__global__ void others(const int *in, int *out)
{
	__shared__ int data[66];
	const int t = threadIdx.x;
	data[t] = in[t]; // fact: store 2/2 exact
	__syncthreads();
	out[t] = data[max(t, in[t])]; // fact: load * data-dependent (any words from the thread's own on)
}

void launch(const int *in, int *out, int low, int high)
{
	borders<<<1, 64>>>(in, out, low, high);
	rows<<<1, dim3(16, 8)>>>(in, out, low);
	strided<<<1, 64>>>(in, out, low);
	lost_signs<<<1, 64>>>(in, out, low);
	others<<<1, 64>>>(in, out);
}
