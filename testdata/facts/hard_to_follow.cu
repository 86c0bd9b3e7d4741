/* Vectors of which it is hard to tell what is used: exact where that is known, a bound where not. */
__device__ float4 *filled(const int *in, float4 *s)
{
	const int t = threadIdx.x;
	s[t] = make_float4(in[t], in[t + 1], in[t + 2], in[t + 3]); // fact: store 8/8 exact block 64
	__syncthreads();
	return s;
}

#define KERNEL(name, ...) \
	__global__ void name(const int *in, float *out, int n) \
	{ \
		__shared__ float4 s[64]; \
		const int t = threadIdx.x; \
		filled(in, s); \
		__VA_ARGS__; \
	}
#define V float4 v = s[t ^ 1]

struct WithReference {
	const float4 &r;
};
struct WithPointer {
	const float4 *p;
};
union Words {
	float4 v;
	float f[4];
};
struct Converts {
	float4 v;
	__device__ operator float() const { return v.y; }
};
struct Range {
	float4 v;
	__device__ const float *begin() const { return &v.x; }
	__device__ const float *end() const { return &v.x + 2; }
};
struct Sums {
	const float4 *p;
	__device__ float operator()(int) const { return p->w; }
};
__device__ float of_z(float4 v) { return v.z; }
__device__ float of_x(float4 v, int n) { return n > 0 ? of_x(v, n - 1) + 1 : v.x; }

/* Addresses that are kept. */
KERNEL(reference_in_record, V; WithReference r{ v }; out[t] = r.r.x + r.r.z) // fact: load 16/4 bound block 64
KERNEL(pointer_in_record, V; WithPointer r{ &v }; out[t] = r.p->y)           // fact: load 16/4 bound block 64
KERNEL(functor, V; const Sums f{ &v }; out[t] = f(1))                        // fact: load 16/4 bound block 64
KERNEL(pointer_set_once, V; const float4 *const p = &v; out[t] = p->x + p->z) // fact: load 16/4 exact block 64
KERNEL(pointer_counts, V; const float *p = &v.x; p++; out[t] = *p + p[2])    // fact: load 16/4 bound block 64
KERNEL(by_element, V; const float *p = &v.x; out[t] = p[n & 3])              // fact: load 8/8 exact block 64
KERNEL(by_member, V; float float4::*m = n > 2 ? &float4::x : &float4::y; out[t] = v.*m) // fact: load 16/4 bound block 64
KERNEL(volatile_reference, V; volatile float &r = v.x; out[t] = r)           // fact: load 8/2 exact block 64

/* One of two. */
KERNEL(chosen, V, w = s[t ^ 2]; out[t] = (n > 2 ? v : w).z)                  // fact: load 16/4 bound block 64
KERNEL(chosen_pointer, V, w = s[t ^ 2]; float4 *p = n > 2 ? &v : &w; out[t] = p->x + p->z) // fact: load 32/8 bound block 64

/* Records that hold it. */
KERNEL(in_union, Words u; u.v = s[t ^ 1]; out[t] = u.f[0] + u.f[2])          // fact: load 16/4 exact block 64
KERNEL(converts, Converts c{ s[t ^ 1] }; out[t] = c)                         // fact: load 8/2 exact block 64
KERNEL(range, const Range r{ s[t ^ 1] }; float sum = 0; for (float x : r) sum += x; out[t] = sum) // fact: load 16/4 bound block 64
KERNEL(closure, float4 a[4]; for (int i = 0; i < 4; i++) a[i] = s[t ^ i]; auto f = [=](int i) { return a[i].x; }; // fact: load 32/8 exact block 64
       out[t] = f(0) + f(1) + f(2) + f(3))
KERNEL(odd_and_even, float4 a[4]; for (int i = 0; i < 4; i++) a[i] = s[t ^ i]; auto f = [=](int i) { return a[2 * i].x + a[2 * i + 1].w; }; // fact: load 32/8 exact block 64
       out[t] = f(0) + f(1))
KERNEL(all_words, float4 a[4]; for (int i = 0; i < 4; i++) a[i] = s[t ^ i]; auto f = [=](int i) { return a[i].x + a[i].y + a[i].z * a[i].w; }; // fact: load 32/32 exact block 64
       out[t] = f(0) + f(1) * f(2) + f(3))

/* Calls. */
KERNEL(function_pointer, V; float (*f)(float4) = of_z; out[t] = f(v))        // fact: load 16/4 bound block 64
KERNEL(calls_itself, V; out[t] = of_x(v, 3))                                 // fact: load 16/4 bound block 64
KERNEL(shuffled, V; out[t] = __shfl_xor_sync(~0u, v.x, 1) + __shfl_xor_sync(~0u, v.y, 2)) // fact: load 8/4 exact block 64

/* Overwritten before it is used: what is loaded of it is a bound. */
KERNEL(overwritten, V; v.x = 0; out[t] = v.x + v.y)                          // fact: load 8/2 bound block 64
KERNEL(overwritten_by_name, V; auto &[a, b, c, d] = v; a = n; out[t] = a + d) // fact: load 16/4 bound block 64
KERNEL(used_and_overwritten, V; const float x = v.x; v.x = v.y; out[t] = x + v.x) // fact: load 8/4 exact block 64
KERNEL(perhaps_overwritten, V; if (n > 3) v.x = 0; out[t] = v.x + v.y)       // fact: load 8/4 exact block 64
KERNEL(skipped, V; float r = 0; if (n > 3) goto end; r = v.x + v.y; end: out[t] = r) // fact: load 8/4 exact block 64
KERNEL(changed, V; for (int i = 0; i < 3; i++) v.x = v.x * in[i]; out[t] = v.x) // fact: load 8/2 exact block 64

void launch(const int *in, int *out, int n)
{
#define RUN(name) name<<<1, 64>>>(in, (float *)out, n)
	RUN(reference_in_record);
	RUN(pointer_in_record);
	RUN(functor);
	RUN(pointer_set_once);
	RUN(pointer_counts);
	RUN(by_element);
	RUN(by_member);
	RUN(volatile_reference);
	RUN(chosen);
	RUN(chosen_pointer);
	RUN(in_union);
	RUN(converts);
	RUN(range);
	RUN(closure);
	RUN(odd_and_even);
	RUN(all_words);
	RUN(function_pointer);
	RUN(calls_itself);
	RUN(shuffled);
	RUN(overwritten);
	RUN(overwritten_by_name);
	RUN(used_and_overwritten);
	RUN(perhaps_overwritten);
	RUN(skipped);
	RUN(changed);
}
