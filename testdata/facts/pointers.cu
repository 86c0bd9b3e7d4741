/* Pointers kept in variables and arrays that point to one of several arrays. */

/* Three alternating buffers: which is which depends on the number of iterations. */
__global__ void rotated(const int *in, int *out, int n)
{
	__shared__ int a[256], b[256], c[256];
	int lane = threadIdx.x, sum = 0;
	int *p = a, *q = b, *r = c;
	for (int k = 0; k < n; k++) {
		p[lane * 2] = in[k * 32 + lane]; // fact: store * unknown (what it points to is not known)
		__syncthreads();
		sum += q[lane * 4]; // fact: load * unknown (what it points to is not known)
		__syncthreads();
		int *t = p;
		p = q;
		q = r;
		r = t;
	}
	out[lane] = sum;
}

/* One of three, whichever: each is listed. */
__global__ void chosen(const int *in, int *out, int n)
{
	__shared__ int a[512], b[512], c[512];
	int lane = threadIdx.x, sum = 0;
	int *p;
	if (n == 1)
		p = a;
	else if (n == 2)
		p = b;
	else
		p = c;
	p[lane * 8] = in[lane]; // fact: store 24/3 exact
	__syncthreads();
	const int *all[3] = { a, b, c };
	for (int k = 0; k < n; k++)
		sum += all[k % 3][lane * 16]; // fact: load 48/3 exact
	out[lane] = sum;
}

/* What is not known of an index into global memory makes no shared access of it. */
__global__ void elsewhere(const int *in, int *out, int n)
{
	__shared__ int data[64];
	int lane = threadIdx.x, at = 0;
	const int *from = in;
	for (int k = 0; k < n; k++) {
		at = at * 3 + in[k];
		if (at > 7)
			from = in + at;
		data[lane * 2] = in[at + lane] + from[lane]; // fact: store 2/1 exact
		__syncthreads();
	}
	out[at] = data[lane]; // fact: load 1/1 exact
}

__device__ int of_slices(const int slices[][8][4], int r)
{
	return slices[r][1][2]; // fact: load 32/1 exact
}

/* Arrays of arrays become pointers to constant arrays. */
__global__ void array_parameters(const int *in, int *out)
{
	__shared__ int cube[32][8][4];
	int lane = threadIdx.x;
	cube[lane][1][2] = in[lane]; // fact: store 32/1 exact
	__syncthreads();
	out[lane] = of_slices(cube, 31 - lane);
}

void launch(const int *in, int *out, int n)
{
	rotated<<<1, 32>>>(in, out, n);
	chosen<<<1, 32>>>(in, out, n);
	elsewhere<<<1, 32>>>(in, out, n);
	array_parameters<<<1, 32>>>(in, out);
}
// exit: 3
