/* The first member of a large record, of which there are others in global memory: their layout is not ours to change.
 * not fixed: cells: its element type may be used elsewhere */
struct Cell {
	float value, weight, left, right, up, down, front, back;
};

__global__ void first(const Cell *in, float *out)
{
	__shared__ Cell cells[128];
	int t = threadIdx.x;
	cells[t].value = in[t].value;
	__syncthreads();
	out[t] = cells[127 - t].value;
}

void launch(const int *in, int *out, int n)
{
	first<<<1, 128>>>((const Cell *)in, (float *)out);
}
