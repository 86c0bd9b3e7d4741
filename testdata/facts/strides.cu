// Floats at a constant stride: the conflict is gcd(stride, 32).
template <int STRIDE> __global__ void strided(float *out)
{
	__shared__ float data[32 * STRIDE];
	out[threadIdx.x] = data[STRIDE * threadIdx.x]; // fact: load 1/1 | load 8/1 | load 4/1 | load 32/1
}

struct alignas(16) Particle {
	float x, y, z, mass;
};

__global__ void struct_field(float *out)
{
	__shared__ Particle particles[32];
	out[threadIdx.x] = particles[threadIdx.x].x; // fact: load 4/1 exact
}

__global__ void broadcast(float *out)
{
	__shared__ float data[32];
	out[threadIdx.x] = data[7]; // fact: load 1/1 exact
}

__global__ void bytes(unsigned char *out)
{
	__shared__ unsigned char data[128];
	out[threadIdx.x] = data[4 * threadIdx.x]; // fact: load 1/1 exact
}

__global__ void doubles(double *out)
{
	__shared__ double data[64];
	out[threadIdx.x] = data[threadIdx.x]; // fact: load 2/2 exact
	out[threadIdx.x] += data[2 * threadIdx.x]; // fact: load 4/2 exact
}

__global__ void vectors(float4 *out)
{
	__shared__ float4 data[32];
	out[threadIdx.x] = data[threadIdx.x]; // fact: load 4/4 exact
}

__global__ void vectors_by_ptx(float *out)
{
	__shared__ float4 data[32];
	unsigned address = (unsigned)__cvta_generic_to_shared(&data[threadIdx.x]);
	float a, b, c, d;
	asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];" // fact: load 4/4 exact
		     : "=f"(a), "=f"(b), "=f"(c), "=f"(d)
		     : "r"(address));
	out[threadIdx.x] = a + b + c + d;
}

void launch(float *out, double *d, float4 *v, unsigned char *b)
{
	strided<1><<<1, 32>>>(out);
	strided<8><<<1, 32>>>(out);
	strided<12><<<1, 32>>>(out);
	strided<13><<<1, 32>>>(out);
	strided<32><<<1, 32>>>(out);
	struct_field<<<1, 32>>>(out);
	broadcast<<<1, 32>>>(out);
	bytes<<<1, 32>>>(b);
	doubles<<<1, 32>>>(d);
	vectors<<<1, 32>>>(v);
	vectors_by_ptx<<<1, 32>>>(out);
}

// libclang: 16
