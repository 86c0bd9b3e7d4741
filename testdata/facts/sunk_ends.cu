/* Branches that end with different operations: LLVM sinks none of what comes before those (nvcc's PTX, and an H200). */
__global__ void load_and_product(const int *in, float *out, float k)
{
	__shared__ float data[64];
	int lane = threadIdx.x;
	float value;
	data[lane] = k; // fact: store 1/1 exact
	data[lane + 32] = k; // fact: store 1/1 exact
	__syncthreads();
	if (lane & 1)
		value = data[lane]; // fact: load 1/1 exact
	else
		value = (data[31 - lane] + data[63 - lane]) * k; // fact: load 2/2 exact
	out[lane] = value;
}

__global__ void product_and_sum(const int *in, float *out, float k)
{
	__shared__ float data[64];
	int lane = threadIdx.x;
	float value;
	data[lane] = k; // fact: store 1/1 exact
	data[lane + 32] = k; // fact: store 1/1 exact
	__syncthreads();
	if (lane & 1)
		value = data[lane] * k; // fact: load 1/1 exact
	else
		value = data[31 - lane] + k; // fact: load 1/1 exact
	out[lane] = value;
}

/* The last operation is the same, what it is done to is not. */
__global__ void added(const int *in, float *out, float k)
{
	__shared__ float data[64];
	int lane = threadIdx.x;
	float value = k;
	data[lane] = k; // fact: store 1/1 exact
	data[lane + 32] = k; // fact: store 1/1 exact
	__syncthreads();
	if (lane & 1)
		value += data[lane]; // fact: load 1/1 exact
	else
		value += data[31 - lane] * k; // fact: load 1/1 exact
	out[lane] = value;
}

/* The stores may become one, the loads not. */
__global__ void stored(const int *in, float *out, float k)
{
	__shared__ float data[64], more[64];
	int lane = threadIdx.x;
	data[lane] = k; // fact: store 1/1 exact
	data[lane + 32] = k; // fact: store 1/1 bound
	__syncthreads();
	if (lane & 1)
		more[lane] = data[lane]; // fact: load 1/1 exact | store 2/1 bound
	else
		more[63 - lane] = data[31 - lane] * k; // fact: load 1/1 exact | store 2/1 bound
	__syncthreads();
	out[lane] = more[lane]; // fact: load 1/1 exact
}

/* Whole numbers alike. */
__global__ void whole(const int *in, int *out, int k)
{
	__shared__ int data[64];
	int lane = threadIdx.x, value;
	data[lane] = k; // fact: store 1/1 exact
	data[lane + 32] = k; // fact: store 1/1 exact
	__syncthreads();
	if (lane & 1)
		value = data[lane]; // fact: load 1/1 exact
	else
		value = 3 * data[31 - lane] + data[63 - lane]; // fact: load 2/2 exact
	out[lane] = value;
}

/* Alike up to the loads, in another order: these may become one. */
__global__ void alike(const int *in, float *out, float k)
{
	__shared__ float data[64];
	int lane = threadIdx.x;
	float value;
	data[lane] = k; // fact: store 1/1 exact
	data[lane + 32] = k; // fact: store 1/1 exact
	__syncthreads();
	if (lane & 1)
		value = data[lane * 2] * k; // fact: load 2/1 bound
	else
		value = k * data[lane]; // fact: load 2/1 bound
	out[lane] = value; // measured: load 2/1
}

void launch(const int *in, int *out, int n)
{
	load_and_product<<<1, 32>>>(in, (float *)out, 2.0f);
	product_and_sum<<<1, 32>>>(in, (float *)out, 2.0f);
	added<<<1, 32>>>(in, (float *)out, 2.0f);
	stored<<<1, 32>>>(in, (float *)out, 2.0f);
	whole<<<1, 32>>>(in, out, n);
	alike<<<1, 32>>>(in, (float *)out, 2.0f);
}
