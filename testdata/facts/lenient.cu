/* Code that clang rejects and nvcc accepts (13.0). */
// flags: -std=c++17
#include <cuda_fp16.h>

/* Two assignments fit. */
__global__ void assigned_zero(float *out, half2 scale)
{
	__shared__ half2 table[64][32];
	half2 sum;
	for (int i = 0; i < 4; i++) {
		sum = {};
		table[i][threadIdx.x] = {};           // fact: store 4/4 exact block 32
		sum = __hfma2(table[threadIdx.x][i], scale, sum); // fact: load 128/4 exact block 32
	}
	out[threadIdx.x] = __low2float(sum);
}

/* There is no operand 8: in no instance that is compiled. */
template <int N> __global__ void discarded(float *out)
{
	__shared__ float rows[32 * 4];
	unsigned a = threadIdx.x, b = 0;
	if constexpr (N == 2)
		asm volatile("mov.u32 %0, %8;" : "=r"(b) : "r"(a));
	else
		asm volatile("mov.u32 %0, %1;" : "=r"(b) : "r"(a));
	rows[b * N] = 0; // fact: store 4/1 exact block 32
	out[b] = rows[b]; // fact: load 1/1 exact block 32
}

/* A type of a dependent class as an argument of a template that is none: no typename. */
struct Arena {
	unsigned char *at;
	template <class T> __device__ T &take()
	{
		T *taken = (T *)at;
		at += sizeof(T);
		return *taken;
	}
};

template <int N> struct Shape {
	typedef float Row[N];
};

template <class S> __global__ void no_typename(float *out)
{
	extern __shared__ unsigned char memory[];
	Arena arena{ memory };
	typename S::Row &row = arena.take<S::Row>();
	row[threadIdx.x * 2] = 0; // fact: store 2/1 exact block 32
	out[threadIdx.x] = row[0]; // fact: load 1/1 exact block 32
}

/* A special register with one % next to operands. */
__global__ void one_percent(float *out)
{
	__shared__ float column[32 * 4];
	unsigned lane;
	asm volatile("{ .reg .u32 t; mov.u32 t, %laneid; mov.u32 %0, t; "
		     "mov.u32 t, %%ctaid.x; mov.u32 t, %nctaid.x; }" : "=r"(lane));
	column[lane * 4] = 0; // fact: store 4/1 exact block 32
	out[lane] = column[0]; // fact: load 1/1 exact block 32
}

/* Bytes of what has no type. */
struct Parts {
	void *at[2];
	__device__ void *part(int i) const { return at[i]; }
};

__global__ void in_bytes(float *out)
{
	extern __shared__ unsigned char memory[];
	void *bytes = memory;
	Parts parts = { { memory, bytes + 1024 } };
	*(float *)(bytes + threadIdx.x * 8) = 1;                  // fact: store 2/1 exact block 32
	*(float *)(parts.at[1] + 16 * threadIdx.x) = 2;           // fact: store 4/1 exact block 32
	out[0] = *(float *)(parts.part(0) + (31 - threadIdx.x) * 4); // fact: load 1/1 exact block 32
	bytes += threadIdx.x * 128;
	out[1] = *(float *)bytes; // fact: load 32/1 exact block 32
}

/* A qualifier of pointers on what is none, behind the name of a type. */
typedef unsigned Word;
template <int N> __device__ void fill(half2 __restrict__ (*rows)[N], Word __restrict__ parts[][2])
{
	rows[threadIdx.x][0] = __float2half2_rn(0); // fact: store 32/1 exact block 32
	parts[threadIdx.x][0] = 0; // fact: store 2/1 exact block 32
}

__global__ void restricted(float *out)
{
	__shared__ half2 rows[32][32];
	__shared__ Word parts[32][2];
	fill<32>(rows, parts);
	__syncthreads();
	out[threadIdx.x] = __low2float(rows[0][threadIdx.x]); // fact: load 1/1 exact block 32
	out[parts[threadIdx.x][1]] = 1; // fact: load 2/1 exact block 32
}

/* A member template of a dependent type: no `template`. */
template <int N> struct View {
	float *at;
	template <int M> __device__ int offset(int i) const { return i * M * N; }
	template <int M> __device__ void set(int i, float value) const { at[i * M * N] = value; } // fact: store 8/1 exact block 32
	template <int M> __device__ void set(int i, int value) const { at[i * M * N] = value; }
};

template <int N> __device__ void no_template(View<N> view, const View<N> &other)
{
	view.at[view.offset<2>(threadIdx.x)] = 0; // fact: store 4/1 exact block 32
	other.set<4>(threadIdx.x, 1.0f);
}

__global__ void viewed(float *out)
{
	__shared__ float data[32 * 8];
	View<2> view{ data };
	no_template(view, view);
	__syncthreads();
	out[threadIdx.x] = data[threadIdx.x * 8]; // fact: load 8/1 exact block 32
}

/* The same of a static one, of a class that depends on a parameter. */
template <class T, class U> struct Cast {
	template <int N> static __device__ void copy(T *to, const U *from)
	{
		for (int i = 0; i < N; i++)
			to[i * N] = from[i]; // fact: load 2/2 exact block 32
	}
};

template <class T> __device__ void no_template_within(float *data)
{
	T parts[4];
	Cast<T, float>::copy<2>(parts, data + threadIdx.x * 2);
	data[threadIdx.x * 8] = parts[2]; // fact: store 8/1 exact block 32
}

__global__ void within(float *out)
{
	__shared__ float data[256];
	data[threadIdx.x] = out[threadIdx.x]; // fact: store 1/1 exact block 32
	no_template_within<double>(data);
	out[threadIdx.x] = data[threadIdx.x]; // fact: load 1/1 exact block 32
}

/* The variable is aligned, wherever alignas stands. */
__global__ void aligned_behind(float *out)
{
	extern __shared__ unsigned char bytes[] alignas(128);
	__shared__ float half[32] alignas(16);
	half[threadIdx.x] = 0; // fact: store 1/1 exact block 32
	const float last = half[31 - threadIdx.x];   // fact: load 1/1 exact block 32
	*(float *)(bytes + threadIdx.x * 16) = last; // fact: store 4/1 exact block 32
	out[0] = *(float *)bytes; // fact: load 1/1 exact block 32
}

/* Blanks in the brackets of launches. */
template <int N>
__global__ void blanks(float *out)
{
	__shared__ float data[32 * N];
	data[threadIdx.x * N + threadIdx.y] = 0; // fact: store 8/2 exact block 32,2,1
	out[0] = data[threadIdx.x];              // fact: load 2/2 exact block 32,2,1
}

template <class T>
void launch_blanks(T *out)
{
	blanks<4> << < 1, dim3(64 >> 1, 2), 0, 0 >> > (out);
}

void launch(float *out, half2 scale)
{
	launch_blanks(out);
	assigned_zero<<<1, 32>>>(out, scale);
	discarded<4><<<1, 32>>>(out);
	no_typename<Shape<64>><<<1, 32, 256>>>(out);
	one_percent<<<1, 32>>>(out);
	in_bytes<<<1, 32, 4096>>>(out);
	restricted<<<1, 32>>>(out);
	viewed<<<1, 32>>>(out);
	within<<<1, 32>>>(out);
	aligned_behind<<<1, 32, 512>>>(out);
}
