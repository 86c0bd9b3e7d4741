// T({a, b}) makes one object: the copy of what the list makes is left out, and what it points to is known.
struct View {
	float *words;
	int stride;
	__device__ View(float *words, int stride) : words(words), stride(stride) {}
};

struct Walk {
	float *at;
	int step;
	__device__ Walk(View view, int start) : at(view.words + start * view.stride), step(view.stride) {}
};

template <class W> __global__ void elided(float *out)
{
	__shared__ float s[32 * 33];
	Walk neighbours(View({s, 1}), threadIdx.x);
	*neighbours.at = 1; // fact: store 1/1
	Walk columns{View({s, 32}), (int)threadIdx.x};
	*columns.at = 2; // fact: store 32/1
	__syncthreads();
	typename W::From view = typename W::From({s, 33});
	out[threadIdx.x] = view.words[threadIdx.x * view.stride]; // fact: load 1/1
}

struct Named {
	typedef View From;
};

int main()
{
	elided<Named><<<1, 32>>>(0);
}
