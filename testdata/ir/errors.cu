// Errors are problems of their functions; the rest of what the compiler understands stays.
struct Opaque;

__global__ void wrong(float *p)
{
	__shared__ float s[32];
	s[threadIdx.x] = undeclared + 1;
	p[0] = s[threadIdx.x * 2];
}

template <int N>
__global__ void wrong_template(float *p)
{
	p[N] = nothing;
}

__global__ void right(float *p)
{
	p[0] = 1;
}

void host(float *p)
{
	wrong_template<3><<<1, 32>>>(p);
	missing<<<1, 32>>>(p);
}
