/* Lanes of which it is not known whether they execute an access, in a warp with lanes that certainly do. */

__global__ void beside_others(float *out, int n)
{
	__shared__ float s[64];
	int at = threadIdx.x == 31 ? 32 : threadIdx.x;
	/* Lane 31 meets lane 0 on bank 0, if it is there. */
	if (threadIdx.x < 31 || n > 5)
		s[at] = 1; // fact: store 2/1 bound
	for (int i = 0; threadIdx.x < 31 || i < n; i++) {
		s[at] = 2; // fact: store 2/1 bound
		if (i > 3)
			break;
	}
	out[threadIdx.x] = s[threadIdx.x]; // fact: load 1/1 exact
}

__global__ void left_early(float *out, int n)
{
	__shared__ float s[64];
	if (threadIdx.x == 31 && n > 5)
		return;
	s[threadIdx.x == 31 ? 32 : threadIdx.x] = 1; // fact: store 2/1 bound
	if (threadIdx.x < 31 || (n > 7 && s[threadIdx.x == 31 ? 32 : threadIdx.x] > 0)) // fact: load 1/1 bound
		out[threadIdx.x] = 0;
}

__global__ void whole_warps(float *out, int n)
{
	__shared__ float s[128];
	if (threadIdx.x < 32 || n > 5)
		s[2 * threadIdx.x] = 1; // fact: store 4/2 exact
	out[threadIdx.x] = s[threadIdx.x]; // fact: load 2/2 exact
}

void launch(float *out, int n)
{
	beside_others<<<1, 32>>>(out, n);
	left_early<<<1, 32>>>(out, n);
	whole_warps<<<1, 64>>>(out, n);
}
