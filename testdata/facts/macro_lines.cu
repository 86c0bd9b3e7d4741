// What a macro gives stands at the line where its use begins: nvcc 13.0 gives its tokens, arguments too, that line.
#define PUT(array, index, value) array[index] = value
#define ADD(a, b) ((a) + (b))
#define LDS(r, p) asm volatile("ld.shared.f32 %0, [%1];" : "=f"(r) : "r"((unsigned)__cvta_generic_to_shared(p)))

__global__ void uses(float *out, const float *in)
{
	__shared__ float tile[1024];
	float r;
	PUT(tile, // fact: store 2/1 exact
	    threadIdx.x * 2,
	    in[threadIdx.x]);
	__syncthreads();
	float s = ADD(
		tile[threadIdx.x * 4], // fact: load 4/1 exact
		tile[threadIdx.x * // fact: load 1/1 exact
		     3]);
	LDS(r, // fact: load 8/1 exact
	    tile +
	    threadIdx.x * 8);
	out[threadIdx.x] = s +
			   r;
}

#define WIDE(place) (*reinterpret_cast<float4 *>(&(place)))

/* A copied record, too: the line of its source is that of the macro that gives it. */
__global__ void copies(float *out, float *in)
{
	__shared__ float tile[1024];
	WIDE(tile[threadIdx.x * 4]) = WIDE(in[ADD( // fact: store 4/4 exact
		threadIdx.x * 4,
		0)]);
	__syncthreads();
	WIDE(tile[
		threadIdx.x * 4 + 128]) =
		WIDE(in[ // fact: store 4/4 exact
			threadIdx.x * 4]);
	__syncthreads();
	WIDE(out[threadIdx.x * 4]) = WIDE(
		tile[ // fact: load 4/4 exact
			threadIdx.x * 4
		]);
}

int main()
{
	copies<<<1, 32>>>(nullptr, nullptr);
	uses<<<1, 32>>>(nullptr, nullptr);
}
// libclang: 16
