/* Stores at the end of both branches of a condition: if their addresses are equal in the text, nvcc may sink them into one
 * store, at the line of either or at one before (seen on an H200).  Then lanes of a warp that diverge there store together. */
__global__ void guarded(const int *in, int *out, int n)
{
	__shared__ int data[64];
	int lane = threadIdx.x, sum = 0;
	for (int at = 0; at < n; at += 32) { // measured: store 4/2
		if (at + lane < n)
			data[lane * 2] = in[at + lane]; // fact: store 2/1 bound
		else
			data[lane * 2] = 0; // fact: store 2/1 bound
		__syncthreads();
		sum += data[lane ^ 1]; // fact: load 1/1 exact // measured: load 2/2
		__syncthreads();
	}
	out[lane] = sum;
}

/* Each branch alone has no conflict, both together have. */
__global__ void together(const int *in, int *out, int n)
{
	__shared__ int data[64];
	int lane = threadIdx.x;
	if (lane < 16)
		data[lane * 2] = in[lane]; // fact: store 2/1 bound
	else
		data[lane * 2] = n; // fact: store 2/1 bound
	__syncthreads();
	out[lane] = data[lane]; // fact: load 1/1 exact
}

/* Of three, each may be sunk with all others. */
__global__ void three_ways(const int *in, int *out, int n)
{
	__shared__ int data[128];
	int lane = threadIdx.x;
	if (lane < 8) {
		data[lane * 4] = in[lane]; // fact: store 4/1 bound
	} else if (lane < 16) {
		data[lane * 4] = n; // fact: store 4/1 bound
	} else {
		data[lane * 4] = in[n]; // fact: store 4/1 bound
	}
	__syncthreads();
	out[lane] = data[lane]; // fact: load 1/1 exact
}

/* A folded condition has one branch only.  Other values for other addresses stay two here; elsewhere they became one. */
template <bool FIRST>
__global__ void apart(const int *in, int *out, int n)
{
	__shared__ int data[128], more[64];
	int lane = threadIdx.x;
	if (lane < n)
		data[lane] = in[lane]; // fact: store 1/1 bound
	else
		data[lane + 32] = n;
	__syncthreads();
	if (FIRST)
		more[lane * 2] = data[lane]; // fact: load 1/1 exact | store 2/1 bound
	else
		more[lane * 2] = data[lane + 32]; // fact: load 1/1 exact | store 2/1 bound
	__syncthreads();
	out[lane] = more[lane]; // fact: load 1/1 exact
}

/* Common code of both branches is sunk: for loads an address is selected, and lanes that diverge conflict on a bank. */
__global__ void ends(const int *in, int *out, int n)
{
	__shared__ int data[128], more[64];
	int lane = threadIdx.x;
	data[lane] = in[lane];           // fact: store 1/1 exact
	data[lane + 32] = in[lane + 32]; // fact: store 1/1 bound
	__syncthreads();
	if (lane & 1) {
		more[lane] = in[lane]; // fact: store 1/1 bound
		out[lane + 64] = data[lane]; // fact: load 2/1 bound
	} else {
		more[lane] = n; // fact: store 1/1 bound
		out[lane + 96] = data[lane + 31]; // fact: load 2/1 bound
	}
	__syncthreads();
	out[lane] = more[lane]; // fact: load 1/1 bound
}

__global__ void chosen(const int *in, int *out, int n)
{
	__shared__ int data[128];
	int lane = threadIdx.x, x;
	data[lane] = in[lane];           // fact: store 1/1 exact
	data[lane + 32] = in[lane + 32]; // fact: store 1/1 exact
	__syncthreads();
	out[lane] = lane & 1 ? data[lane] : data[lane + 31]; // fact: load 4/2 bound
	if (lane & 2)
		x = data[lane + n]; // fact: load 2/1 bound
	else
		x = data[lane + n + 30]; // fact: load 2/1 bound
	out[lane + 32] = x; // measured: load 2/1
}

/* The branch depends on data: at worst the lanes that conflict take the same. */
__global__ void by_data(const int *in, int *out, int n)
{
	__shared__ int data[128];
	__shared__ double wide[64];
	int lane = threadIdx.x;
	data[lane] = in[lane];           // fact: store 1/1 exact
	data[lane + 64] = in[lane + 64]; // fact: store 1/1 exact
	wide[lane] = in[lane];           // fact: store 2/2 exact
	__syncthreads();
	out[lane] = in[lane] < n ? data[lane] : data[lane + 31]; // fact: load 4/2 bound
	out[lane + 32] = in[lane] < n ? data[lane * 4] : data[lane]; // fact: load 8/2 bound
	out[lane + 64] = in[lane] < n ? (int)wide[lane] : (int)wide[lane * 2]; // fact: load 10/4 bound
	out[lane + 96] = in[n] < 5 ? data[lane] : data[lane + 31]; // fact: load 2/2 bound
}

/* Of four adjacent stores two may be sunk with those of the other branch.  Whether the others are merged is not predicted: in this
 * kernel nvcc does so, in one whose addresses are reassociated it does not (segsort, measured on an H200).  As written, 32 threads
 * that are four words apart take 4 wavefronts; threads of both branches, two and four words apart, up to 6. */
__global__ void beside(const int *in, int *out, int n)
{
	__shared__ int data[192];
	int lane = threadIdx.x;
	if (lane < n) {
		data[lane * 2] = in[lane];	    // fact: store 6/1 bound
		data[lane * 2 + 1] = in[lane + 32]; // fact: store 6/1 bound
	} else {
		data[lane * 4 + 64] = in[lane + 1]; // fact: store 4/1 bound
		data[lane * 4 + 65] = in[lane + 2]; // fact: store 4/1 bound
		data[lane * 4 + 66] = in[lane + 3]; // fact: store 6/1 bound
		data[lane * 4 + 67] = in[lane + 4]; // fact: store 6/1 bound
	}
	__syncthreads();
	out[lane] = data[lane]; // fact: load 1/1 exact
}

void launch(const int *in, int *out, int n)
{
	guarded<<<1, 32>>>(in, out, n);
	together<<<1, 32>>>(in, out, n);
	three_ways<<<1, 32>>>(in, out, n);
	apart<true><<<1, 32>>>(in, out, 64);
	apart<false><<<1, 32>>>(in, out, 64);
	ends<<<1, 32>>>(in, out, 0);
	chosen<<<1, 32>>>(in, out, 0);
	by_data<<<1, 32>>>(in, out, 0);
	beside<<<1, 32>>>(in, out, n);
}
