/* Statements over several lines: an access stands where nvcc's line table has it. */

__global__ void copies(const int4 *in, int4 *out)
{
	__shared__ int4 tile[64];
	int lane = threadIdx.x;
	*(tile +
	  2 * lane) =
		*(in + lane); // fact: store 8/4 exact
	__syncthreads();
	*(out +
	  lane) =
		*(tile + lane); // fact: load 4/4 exact
}

void launch_copies(const int4 *in, int4 *out)
{
	copies<<<1, 32>>>(in, out);
}
