/* Records that only one array holds get a member more. */
struct Cell {
	float value, weight, left, right, up, down, front, back; // eight words
};

__global__ void first(const float *in, float *out)
{
	__shared__ Cell cells[128];
	int t = threadIdx.x;
	cells[t].value = in[t];
	cells[t].back = in[t + 128];
	__syncthreads();
	out[t] = cells[127 - t].value + cells[t ^ 1].back;
}

void launch(const int *in, int *out, int n)
{
	first<<<1, 128>>>((const float *)in, (float *)out);
}
