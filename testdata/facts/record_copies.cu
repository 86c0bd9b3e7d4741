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

void launch(const int *in, int *, int n)
{
	aligned<<<1, 32, 4096>>>(reinterpret_cast<const Words *>(in), n);
	unaligned<<<1, 32, 4096>>>(reinterpret_cast<const Words *>(in), n);
	swizzled<<<1, 32, 4096>>>(reinterpret_cast<const Words *>(in), n);
}
