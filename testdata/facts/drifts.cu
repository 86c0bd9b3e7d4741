/* Values that a loop moves on by something that only the data knows. */

/* Whole rows: every lane stays on its own bank. */
__global__ void by_rows(const int *in, int *out, int n)
{
	__shared__ int data[64 * 32];
	int lane = threadIdx.x, sum = 0;
	data[lane] = in[lane]; // fact: store 1/1 exact
	__syncthreads();
	const int *p = data + lane;
	for (int i = 0; i < n; i++) {
		sum += *p; // fact: load 1/1 exact
		p += 32 * in[lane + i];
	}
	out[lane] = sum;
}

/* All lanes together: they stay as far apart as they began. */
__global__ void together(const int *in, int *out, int n)
{
	__shared__ int data[1024];
	int lane = threadIdx.x, sum = 0;
	data[lane] = in[lane]; // fact: store 1/1 exact
	__syncthreads();
	const int *p = data + 4 * lane;
	int at = 2 * lane;
	for (int i = 0; i < n; i++) {
		sum += *p; // fact: load 4/1 exact
		sum += data[at]; // fact: load 2/1 exact
		p += in[i];
		at += 2 * in[i];
	}
	out[lane] = sum;
}

/* Each lane stops where its data says: so many rows further. */
__global__ void until(const int *in, int *out)
{
	__shared__ int data[1024];
	int lane = threadIdx.x, at = lane, next = lane;
	data[lane] = in[lane]; // fact: store 1/1 exact
	__syncthreads();
	while (in[at] > 0)
		at += 32;
	data[at] = lane; // fact: store 1/1 exact
	while (in[next] > 0)
		next++;
	out[lane] = data[next]; // fact: load 32/1 data-dependent
}

/* The array stays known. */
__global__ void bytes_until(const unsigned char *in, int *out)
{
	__shared__ unsigned char data[1024];
	int lane = threadIdx.x;
	data[lane] = in[lane]; // fact: store 1/1 exact
	__syncthreads();
	const unsigned char *p = data;
	while (*p > lane) // fact: load 1/1 exact
		p++;
	out[lane] = *p; // fact: load 8/1 data-dependent
}

/* From the second iteration on the data decides where a search ends. */
__global__ void search(const int *in, int *out)
{
	__shared__ int data[1024];
	int lane = threadIdx.x, key = in[lane], low = 0, place = 0;
	data[lane] = in[lane]; // fact: store 1/1 exact
	__syncthreads();
	for (int step = 512; step > 0; step >>= 1)
		if (data[place + step] <= key) // fact: load 191/10 data-dependent
			place += step;
	for (int high = 1024; low < high;) {
		int middle = (low + high) / 2;
		if (data[middle] < key) // fact: load * data-dependent (trip count not known)
			low = middle + 1;
		else
			high = middle;
	}
	out[lane] = data[low]; // fact: load 32/1 data-dependent
	data[place] = lane; // fact: store 32/1 data-dependent
}

/* Either of two places, as the data will have it: each bank has two words. */
__global__ void either(const int *in, int *out)
{
	__shared__ int data[64];
	int lane = threadIdx.x;
	data[lane] = in[lane]; // fact: store 1/1 exact
	__syncthreads();
	out[lane] = data[in[lane] > 3 ? lane : 2 * lane]; // fact: load 2/1 bound
}

void launch(int *in, int *out, int n)
{
	by_rows<<<1, 32>>>(in, out, n);
	together<<<1, 32>>>(in, out, n);
	until<<<1, 32>>>(in, out);
	bytes_until<<<1, 32>>>((unsigned char *)in, out);
	search<<<1, 32>>>(in, out);
	either<<<1, 32>>>(in, out);
}
