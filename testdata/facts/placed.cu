// block: 64
// Objects that placement new makes in shared memory, and that a call of their destructor ends.
#include <new>

struct Slot {
	float weight, count;
	__device__ Slot(float w, float c) : weight(w), count(c) {} // fact: store 4/4 exact | store 8/4 exact
	__device__ ~Slot()
	{
		weight = 0; // fact: store 4/2 exact | store 8/2 exact
	}
};

struct Plain {
	float first, second;
};

typedef float Number;

/* 8 bytes apart, and 16. */
template <int STEP>
__global__ void placed(float *out)
{
	__shared__ __align__(8) char bytes[64 * 8 * STEP];
	Slot *slots = reinterpret_cast<Slot *>(bytes);
	Slot *own = new (bytes + threadIdx.x * 8 * STEP) Slot{ out[threadIdx.x], out[64] };
	__syncthreads();
	out[threadIdx.x] = slots[(threadIdx.x ^ 1) * STEP].weight; // fact: load 4/2 exact | load 8/2 exact
	__syncthreads();
	own->~Slot();
	__syncthreads();
	out[threadIdx.x + 64] = slots[(threadIdx.x ^ 2) * STEP].weight; // fact: load 4/2 exact | load 8/2 exact
}

__global__ void remade(float *out)
{
	__shared__ __align__(8) Plain list[64];
	new (&list[threadIdx.x]) Plain{ out[threadIdx.x], 2 }; // fact: store 4/4 exact
	__syncthreads();
	Plain *p = new (list + (threadIdx.x ^ 3)) Plain;
	out[threadIdx.x] = p->second; // fact: load 4/2 exact
	p->~Plain();
	__syncthreads();
	Number *f = new (&list[0]) Number[64];
	f[threadIdx.x] = out[threadIdx.x + 64]; // fact: store 2/2 exact
	f->~Number();
	__syncthreads();
	out[threadIdx.x] = f[63 - threadIdx.x]; // fact: load 2/2 exact
}

void launch(const float *in, float *out)
{
	placed<1><<<1, 64>>>(out);
	placed<2><<<1, 64>>>(out);
	remade<<<1, 64>>>(out);
}
