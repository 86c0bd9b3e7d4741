// Copies of 16-byte records to shared memory: nvcc merges their four words where the text shows that the address is a multiple of
// 16, in memory that is declared `extern __shared__` whatever its type is (nvcc's PTX says .align 16).
struct Words {
	unsigned v[4];
};
extern __shared__ int base[];

__global__ void aligned(const Words *in, int stage)
{
	Words *p = reinterpret_cast<Words *>(base) + threadIdx.x + stage * 32;
	*p = in[threadIdx.x]; // fact: store 4/4 exact
}

// A number of bytes that is not known: each word by itself, in four banks apart.
__global__ void unaligned(const Words *in, int bytes)
{
	char *p = reinterpret_cast<char *>(reinterpret_cast<Words *>(base) + threadIdx.x) + bytes;
	*reinterpret_cast<Words *>(p) = in[threadIdx.x]; // fact: store 16/4 exact
}

// A signed remainder in units of 16 bytes: however nvcc computes it, the address is a multiple of 16.
__global__ void swizzled(const Words *in, int n)
{
	int lane = threadIdx.x;
	int row = lane / 8, chunk = lane % 8;
	Words *p = reinterpret_cast<Words *>(base) + row * 8 + (chunk ^ row);
	*p = in[threadIdx.x]; // fact: store 4/4 exact
}

// Records of 8 bytes that are passed by value: if all of them is used, ptxas merges the loads of two neighbours.
__device__ float2 times(float2 a, float2 b)
{
	return make_float2(a.x * b.x, a.y * b.y);
}
__device__ float first(float2 a)
{
	return a.x;
}
__device__ float both(const float2 &a)
{
	return a.x + a.y;
}

__global__ void used(const float2 *in, float *out)
{
	__shared__ float2 s[64];
	int row = threadIdx.x / 2 * 2;
	float2 a = times(s[row], in[0]);     // fact: load 2/2 exact
	float2 b = times(s[row + 1], in[1]); // fact: load 0/0 exact
	float2 c = s[row + 32];              // fact: load 2/2 exact
	float2 d = s[row + 33];              // fact: load 0/0 exact
	out[threadIdx.x] = a.x + a.y + b.x + b.y + both(c) + both(d);
}

// The other half is not loaded (measured on an H200).
__global__ void half_used(const float2 *in, float *out)
{
	__shared__ float2 s[64];
	int row = threadIdx.x / 2 * 2;
	float a = first(s[row]);     // fact: load 4/2 exact
	float b = first(s[row + 1]); // fact: load 0/0 exact
	out[threadIdx.x] = a + b;
}

// To memory that is no variable's: all of it.
__global__ void stored(Words *out)
{
	__shared__ Words s[32];
	out[threadIdx.x] = s[threadIdx.x]; // fact: load 4/4 exact
}

// Lanes that read alternately from two places on one bank share phases, and conflict in them.
__global__ void alternating(const float2 *in, float *out)
{
	__shared__ float2 s[2][32];
	float2 a = times(s[threadIdx.x & 1][2], in[0]); // fact: load 4/2 exact
	float2 b = times(s[threadIdx.x & 1][3], in[1]); // fact: load 0/0 exact
	out[threadIdx.x] = a.x + a.y + b.x + b.y;
}

void launch(const int *in, int *, int n)
{
	aligned<<<1, 32, 4096>>>(reinterpret_cast<const Words *>(in), n);
	used<<<1, 32>>>(reinterpret_cast<const float2 *>(in), nullptr);
	half_used<<<1, 32>>>(reinterpret_cast<const float2 *>(in), nullptr);
	stored<<<1, 32>>>(nullptr);
	alternating<<<1, 32>>>(reinterpret_cast<const float2 *>(in), nullptr);
	unaligned<<<1, 32, 4096>>>(reinterpret_cast<const Words *>(in), n);
	swizzled<<<1, 32, 4096>>>(reinterpret_cast<const Words *>(in), n);
}
