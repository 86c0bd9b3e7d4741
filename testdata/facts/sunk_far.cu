/* The load that nvcc makes of both branches' loads is counted in the line of a later one, however often a loop between them
 * runs: in such a kernel, on an H100, the last load took 24 wavefronts of 16 requests, not 8 of 8, and those of the branches none. */
__global__ void sunk(const int *in, int *out)
{
	__shared__ int data[512];
	const int x = threadIdx.x, y = threadIdx.y, t = y * blockDim.x + x;
	int sum = 0;
	data[t] = in[t];	     // fact: store 8/8 exact
	data[t + 256] = in[t + 256]; // fact: store 8/8 exact
	__syncthreads();
	if (x + y < 20)
		sum += data[x + 3]; // fact: load 16/8 bound
	else
		sum += data[(y * 8 + t * 17) & 511]; // fact: load 16/8 bound
	for (int i = t; i < 300; i += 256)
		sum += data[(i / 16 * 4 + 1) & 511]; // fact: load 10/10 bound
	__syncthreads();
	out[t] = sum + data[t]; // fact: load 8/8 bound
}

void launch(const int *in, int *out, int)
{
	sunk<<<1, dim3(32, 8)>>>(in, out);
}
