// What a lambda captures by copy has a variable of its own; by reference it is the outer one.
template <typename F>
__device__ void each(int n, F &&f)
{
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		f(i);
}

__global__ void lambdas(float *g, int n)
{
	__shared__ float s[64];
	int k = 3, sum = 0;
	auto add = [=](int i) mutable { k += i; return k; };
	k = 100;
	n = add(2);
	each(n, [&, twice = 2 * n](int i) { s[i * twice] = g[i]; sum++; });
	auto generic = [&sum](auto x) { return x + sum; };
	g[0] = generic(1) + generic(2.5f);
}
