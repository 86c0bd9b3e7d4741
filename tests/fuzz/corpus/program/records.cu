template <int N> struct A { int a[N]; int &at(int i) { return a[i]; } };
// smemlint: block(64) NOLINT
__global__ void __launch_bounds__(128) k(int *p)
{
	__shared__ A<64> s;
	union { int4 v; int w[4]; } u;
	u.v = *reinterpret_cast<int4 *>(&s.at(4 * (threadIdx.x % 16)));
	asm volatile("st.shared.u32 [%0], %1;" :: "r"((unsigned)__cvta_generic_to_shared(&s.a[threadIdx.x])), "r"(u.w[1]));
	switch (threadIdx.x & 3) { case 0: s.a[1] = 2; break; default: s.at(threadIdx.x * 2) = p[0]; }
}
void go(int *p) { k<<<1, 64>>>(p); }
