/* A name that a typedef gives, a definition in one line, and members of eight bytes: the new one keeps them aligned.
 * `padding` is taken. */
const int padding = 1;

typedef struct { double mass; float charge, spin; } Particle;

__global__ void sums(const float *in, float *out)
{
	__shared__ Particle near[128];
	int t = threadIdx.x;
	near[t].mass = in[t];
	near[t].charge = in[t + 128];
	__syncthreads();
	out[t] = (float)near[(t + padding) % 128].mass * near[127 - t].charge;
}

void launch(const int *in, int *out, int n)
{
	sums<<<1, 128>>>((const float *)in, (float *)out);
}
