/* The definition declares an object of its own.
 * not fixed: cells: its element type may be used elsewhere */
struct Cell {
	float value, weight, left, right, up, down, front, back;
} origin;

__global__ void first(const float *in, float *out)
{
	__shared__ Cell cells[128];
	int t = threadIdx.x;
	cells[t].value = in[t];
	__syncthreads();
	out[t] = cells[127 - t].value;
}

void launch(const int *in, int *out, int n)
{
	first<<<1, 128>>>((const float *)in, (float *)out);
}
