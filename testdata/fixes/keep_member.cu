/* Records whose array others see: another object of the type, its size (by the name of the member alone). */
struct Two {
	int rows[32][32];
};

struct Sized {
	int rows[32][32];
	__device__ void clear(int t)
	{
		for (int i = 0; i < (int)(sizeof(rows) / sizeof(rows[0])); i++)
			rows[i][t] = 0;
	}
};

struct More {
	int rows[32][32];
	int n;
};

__global__ void columns(const int *in, int *out)
{
	__shared__ Two a; // not fixed: a.rows: an access of another object would change its address
	__shared__ Two b;
	__shared__ Sized c; // not fixed: c.rows: sizeof is taken of its member
	__shared__ More d; // not fixed: d.rows: sizeof is taken of its member
	int t = threadIdx.x, sum = 0;
	c.clear(t);
	for (int i = 0; i < 32; i++)
		a.rows[i][t] = b.rows[i][t] = c.rows[i][t] = d.rows[i][t] = in[i * 32 + t];
	__syncwarp();
	for (int k = 0; k < 32; k++)
		sum += a.rows[t][k] + 3 * b.rows[k][t] + 5 * c.rows[t][k] + 7 * d.rows[t][k];
	out[t] = sum;
}

void launch(const int *in, int *out, int n)
{
	columns<<<1, 32>>>(in, out);
}
