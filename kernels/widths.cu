/* One warp, elements of 1, 2, 8 and 16 bytes: how wide accesses fall into phases. */
#include "harness.h"

/* Bytes of one word are served together. */
__global__ void byte_stride_1(const unsigned char *in, unsigned char *out)
{
	__shared__ unsigned char data[32];
	int lane = threadIdx.x;
	data[lane] = in[lane]; // fact: store 1/1
	__syncthreads();
	out[lane] = data[31 - lane]; // fact: load 1/1
}

__global__ void byte_stride_4(const unsigned char *in, unsigned char *out)
{
	__shared__ unsigned char data[128];
	int lane = threadIdx.x;
	data[lane * 4] = in[lane]; // fact: store 1/1
	__syncthreads();
	out[lane] = data[(31 - lane) * 4]; // fact: load 1/1
}

__global__ void byte_stride_36(const unsigned char *in, unsigned char *out)
{
	__shared__ unsigned char data[1152];
	int lane = threadIdx.x;
	data[lane * 36] = in[lane]; // fact: store 1/1
	__syncthreads();
	out[lane] = data[(31 - lane) * 36]; // fact: load 1/1
}

__global__ void byte_stride_64(const unsigned char *in, unsigned char *out)
{
	__shared__ unsigned char data[2048];
	int lane = threadIdx.x;
	data[lane * 64] = in[lane]; // fact: store 16/1
	__syncthreads();
	out[lane] = data[(31 - lane) * 64]; // fact: load 16/1
}

__global__ void byte_stride_128(const unsigned char *in, unsigned char *out)
{
	__shared__ unsigned char data[4096];
	int lane = threadIdx.x;
	data[lane * 128] = in[lane]; // fact: store 32/1
	__syncthreads();
	out[lane] = data[(31 - lane) * 128]; // fact: load 32/1
}

__global__ void short_stride_1(const short *in, short *out)
{
	__shared__ short data[32];
	int lane = threadIdx.x;
	data[lane] = in[lane]; // fact: store 1/1
	__syncthreads();
	out[lane] = data[31 - lane]; // fact: load 1/1
}

__global__ void short_stride_4(const short *in, short *out)
{
	__shared__ short data[128];
	int lane = threadIdx.x;
	data[lane * 4] = in[lane]; // fact: store 2/1
	__syncthreads();
	out[lane] = data[(31 - lane) * 4]; // fact: load 2/1
}

/* 66 bytes: even and odd lanes take 16 banks each. */
__global__ void short_stride_33(const short *in, short *out)
{
	__shared__ short data[1056];
	int lane = threadIdx.x;
	data[lane * 33] = in[lane]; // fact: store 1/1
	__syncthreads();
	out[lane] = data[(31 - lane) * 33]; // fact: load 1/1
}

__global__ void short_stride_64(const short *in, short *out)
{
	__shared__ short data[2048];
	int lane = threadIdx.x;
	data[lane * 64] = in[lane]; // fact: store 32/1
	__syncthreads();
	out[lane] = data[(31 - lane) * 64]; // fact: load 32/1
}

/* Eight bytes a lane are two phases of sixteen lanes. */
__global__ void double_stride_1(const double *in, double *out)
{
	__shared__ double data[32];
	int lane = threadIdx.x;
	data[lane] = in[lane]; // fact: store 2/2
	__syncthreads();
	out[lane] = data[31 - lane]; // fact: load 2/2
}

__global__ void double_stride_2(const double *in, double *out)
{
	__shared__ double data[64];
	int lane = threadIdx.x;
	data[lane * 2] = in[lane]; // fact: store 4/2
	__syncthreads();
	out[lane] = data[(31 - lane) * 2]; // fact: load 4/2
}

__global__ void double_stride_16(const double *in, double *out)
{
	__shared__ double data[512];
	int lane = threadIdx.x;
	data[lane * 16] = in[lane]; // fact: store 32/2
	__syncthreads();
	out[lane] = data[(31 - lane) * 16]; // fact: load 32/2
}

__global__ void double_stride_17(const double *in, double *out)
{
	__shared__ double data[544];
	int lane = threadIdx.x;
	data[lane * 17] = in[lane]; // fact: store 2/2
	__syncthreads();
	out[lane] = data[(31 - lane) * 17]; // fact: load 2/2
}

/* A load whose neighbouring lanes agree is one phase. */
__global__ void double_broadcast(const double *in, double *out)
{
	__shared__ double data[32];
	int lane = threadIdx.x;
	data[lane] = in[lane]; // fact: store 2/2
	__syncthreads();
	out[lane] = data[lane / 32]; // fact: load 1/1
}

__global__ void double_pairs(const double *in, double *out)
{
	__shared__ double data[32];
	int lane = threadIdx.x;
	data[lane] = in[lane]; // fact: store 2/2
	__syncthreads();
	out[lane] = data[lane / 2]; // fact: load 1/1
}

/* Lanes i and i ^ 2 agree: merged as well, but the one phase then holds words 0-3, 8-11 ... 56-59 and takes two
 * passes, as many as the profiler calls ideal for 256 bytes. */
__global__ void double_pairs_far(const double *in, double *out)
{
	__shared__ double data[32];
	int lane = threadIdx.x;
	data[lane] = in[lane]; // fact: store 2/2
	__syncthreads();
	out[lane] = data[lane & ~2]; // fact: load 2/2
}

/* Lanes i and i ^ 4 agree: not merged. */
__global__ void double_fours_apart(const double *in, double *out)
{
	__shared__ double data[32];
	int lane = threadIdx.x;
	data[lane] = in[lane]; // fact: store 2/2
	__syncthreads();
	out[lane] = data[lane & ~4]; // fact: load 2/2
}

/* Sixteen bytes a lane are four phases of eight lanes. */
__global__ void vector_stride_1(const int4 *in, int4 *out)
{
	__shared__ int4 data[32];
	int lane = threadIdx.x;
	data[lane] = in[lane]; // fact: store 4/4
	__syncthreads();
	out[lane] = data[31 - lane]; // fact: load 4/4
}

__global__ void vector_stride_2(const int4 *in, int4 *out)
{
	__shared__ int4 data[64];
	int lane = threadIdx.x;
	data[lane * 2] = in[lane]; // fact: store 8/4
	__syncthreads();
	out[lane] = data[(31 - lane) * 2]; // fact: load 8/4
}

__global__ void vector_stride_8(const int4 *in, int4 *out)
{
	__shared__ int4 data[256];
	int lane = threadIdx.x;
	data[lane * 8] = in[lane]; // fact: store 32/4
	__syncthreads();
	out[lane] = data[(31 - lane) * 8]; // fact: load 32/4
}

__global__ void vector_stride_9(const int4 *in, int4 *out)
{
	__shared__ int4 data[288];
	int lane = threadIdx.x;
	data[lane * 9] = in[lane]; // fact: store 4/4
	__syncthreads();
	out[lane] = data[(31 - lane) * 9]; // fact: load 4/4
}

/* Merged: two phases of sixteen lanes. */
__global__ void vector_pairs(const int4 *in, int4 *out)
{
	__shared__ int4 data[32];
	int lane = threadIdx.x;
	data[lane] = in[lane]; // fact: store 4/4
	__syncthreads();
	out[lane] = data[lane / 2]; // fact: load 2/2
}

__global__ void vector_broadcast(const int4 *in, int4 *out)
{
	__shared__ int4 data[32];
	int lane = threadIdx.x;
	data[lane] = in[lane]; // fact: store 4/4
	__syncthreads();
	out[lane] = data[lane / 32]; // fact: load 2/2
}

/* Stores are not merged: of two lanes that agree one wins, but both phases run. */
__global__ void double_pairs_store(const double *in, double *out)
{
	__shared__ double data[32];
	int lane = threadIdx.x;
	data[lane / 2] = in[lane / 2]; // fact: store 2/2
	__syncthreads();
	out[lane] = data[lane & 15]; // fact: load 2/2
}

static int4 vector(int i) { return make_int4(i, 2 * i, 3 * i, 4 * i); }

int main()
{
	Array<unsigned char> bytes(32), bytes_out(32);
	Array<short> shorts(32), shorts_out(32);
	Array<double> doubles(32), doubles_out(32);
	Array<int4> vectors(32), vectors_out(32);
	bytes.upload();
	shorts.upload();
	doubles.upload();
	vectors.upload();
	byte_stride_1<<<1, 32>>>(bytes.device, bytes_out.device);
	expect("byte_stride_1", bytes_out, 32, [](int i) { return (unsigned char)(31 - i); });
	byte_stride_4<<<1, 32>>>(bytes.device, bytes_out.device);
	expect("byte_stride_4", bytes_out, 32, [](int i) { return (unsigned char)(31 - i); });
	byte_stride_36<<<1, 32>>>(bytes.device, bytes_out.device);
	expect("byte_stride_36", bytes_out, 32, [](int i) { return (unsigned char)(31 - i); });
	byte_stride_64<<<1, 32>>>(bytes.device, bytes_out.device);
	expect("byte_stride_64", bytes_out, 32, [](int i) { return (unsigned char)(31 - i); });
	byte_stride_128<<<1, 32>>>(bytes.device, bytes_out.device);
	expect("byte_stride_128", bytes_out, 32, [](int i) { return (unsigned char)(31 - i); });
	short_stride_1<<<1, 32>>>(shorts.device, shorts_out.device);
	expect("short_stride_1", shorts_out, 32, [](int i) { return short(31 - i); });
	short_stride_4<<<1, 32>>>(shorts.device, shorts_out.device);
	expect("short_stride_4", shorts_out, 32, [](int i) { return short(31 - i); });
	short_stride_33<<<1, 32>>>(shorts.device, shorts_out.device);
	expect("short_stride_33", shorts_out, 32, [](int i) { return short(31 - i); });
	short_stride_64<<<1, 32>>>(shorts.device, shorts_out.device);
	expect("short_stride_64", shorts_out, 32, [](int i) { return short(31 - i); });
	double_stride_1<<<1, 32>>>(doubles.device, doubles_out.device);
	expect("double_stride_1", doubles_out, 32, [](int i) { return double(31 - i); });
	double_stride_2<<<1, 32>>>(doubles.device, doubles_out.device);
	expect("double_stride_2", doubles_out, 32, [](int i) { return double(31 - i); });
	double_stride_16<<<1, 32>>>(doubles.device, doubles_out.device);
	expect("double_stride_16", doubles_out, 32, [](int i) { return double(31 - i); });
	double_stride_17<<<1, 32>>>(doubles.device, doubles_out.device);
	expect("double_stride_17", doubles_out, 32, [](int i) { return double(31 - i); });
	double_broadcast<<<1, 32>>>(doubles.device, doubles_out.device);
	expect("double_broadcast", doubles_out, 32, [](int i) { return double(0); });
	double_pairs<<<1, 32>>>(doubles.device, doubles_out.device);
	expect("double_pairs", doubles_out, 32, [](int i) { return double(i / 2); });
	double_pairs_far<<<1, 32>>>(doubles.device, doubles_out.device);
	expect("double_pairs_far", doubles_out, 32, [](int i) { return double(i & ~2); });
	double_fours_apart<<<1, 32>>>(doubles.device, doubles_out.device);
	expect("double_fours_apart", doubles_out, 32, [](int i) { return double(i & ~4); });
	vector_stride_1<<<1, 32>>>(vectors.device, vectors_out.device);
	expect("vector_stride_1", vectors_out, 32, [](int i) { return vector(31 - i); });
	vector_stride_2<<<1, 32>>>(vectors.device, vectors_out.device);
	expect("vector_stride_2", vectors_out, 32, [](int i) { return vector(31 - i); });
	vector_stride_8<<<1, 32>>>(vectors.device, vectors_out.device);
	expect("vector_stride_8", vectors_out, 32, [](int i) { return vector(31 - i); });
	vector_stride_9<<<1, 32>>>(vectors.device, vectors_out.device);
	expect("vector_stride_9", vectors_out, 32, [](int i) { return vector(31 - i); });
	vector_pairs<<<1, 32>>>(vectors.device, vectors_out.device);
	expect("vector_pairs", vectors_out, 32, [](int i) { return vector(i / 2); });
	vector_broadcast<<<1, 32>>>(vectors.device, vectors_out.device);
	expect("vector_broadcast", vectors_out, 32, [](int i) { return vector(0); });
	double_pairs_store<<<1, 32>>>(doubles.device, doubles_out.device);
	expect("double_pairs_store", doubles_out, 32, [](int i) { return double(i & 15); });
	return finish();
}
