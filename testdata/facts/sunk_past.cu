/* The load that nvcc makes of both branches' loads is counted in the line of any load before, if ptxas predicates the branches in
 * between: on an H200 (nvcc 13.0) the load below the if took 64 wavefronts of 8 requests, 4 of 1 of them its own, that of the else 3. */
__global__ void past(const int *in, int *out)
{
	__shared__ float2 tile[1056];
	const int x = threadIdx.x, w = x >> 5;
	float sum = in[x];
	for (int i = x; i < 1056; i += 128)
		tile[i] = make_float2(in[i], in[i] + 1); // fact: store 66/66 exact
	__syncthreads();
	if (w == 0)
		sum += tile[x * 34].x; // fact: load 4/1 bound
	else
		sum = tile[3].x * 2; // fact: load 3/3 bound
	if (x < 16)
		sum += tile[x * 4].x; // fact: load 12/1 bound
	else
		sum += tile[x * 24 % 1056].x; // fact: load 64/4 bound
	__syncthreads();
	out[x] = (int)sum;
}

void launch(const int *in, int *out)
{
	past<<<1, 128>>>(in, out);
}
