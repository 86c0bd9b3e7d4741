#include <cuda_fp16.h>
#include <cuda_bf16.h>

static_assert(sizeof(__half) == 2 && alignof(__half2) == 4 && sizeof(__nv_bfloat162) == 4, "");

__global__ void halves(half *h, half2 *p, float *f, int n) {
	__shared__ half tile[32][32];
	__shared__ __half2 pairs[64];
	tile[threadIdx.y][threadIdx.x] = h[threadIdx.x];
	pairs[threadIdx.x] = p[threadIdx.x];
	__syncthreads();
	half a = __float2half(f[0]), b = __float2half_rn(1.5f);
	half c = a + b * a - b / a;
	c += a;
	bool less = a < b || __hlt(a, b) || a == c;
	c = __hfma(a, b, c);
	c = __hadd(a, __hmul(b, __hsub(c, a)));
	half2 v = __halves2half2(a, b), w = __float2half2_rn(1.f);
	v = __hfma2(v, w, __hadd2(v, __hmul2(w, w)));
	v = v + w * v;
	f[1] = __half2float(c) + __low2float(v) + __high2float(v) + (float)a + less;
	float2 g = __half22float2(v);
	f[2] = g.x + __half2float(v.x) + __half2float(__low2half(v)) + __half2int_rn(a);
	h[0] = __int2half_rn(n);
	h[1] = __shfl_xor_sync(0xffffffff, c, 1);
	p[0] = __shfl_down_sync(0xffffffff, v, 1);
	p[1] = __floats2half2_rn(1.f, 2.f);
	p[2] = half2(a, b);
	atomicAdd(h, c);
	atomicAdd(p, v);
	h[3] = hsqrt(a) + hexp(b) + __hmax(a, b) + half(0.5f);
	h[4] = tile[threadIdx.x][threadIdx.y];
	p[5] = pairs[threadIdx.x ^ 1];
}

__global__ void bfloats(__nv_bfloat16 *h, __nv_bfloat162 *p, float *f) {
	nv_bfloat16 a = __float2bfloat16(f[0]), b = h[1];
	f[1] = __bfloat162float(a + b) + (float)b;
	p[0] = __hfma2(p[1], p[2], __float2bfloat162_rn(1.f));
	p[1] = __floats2bfloat162_rn(1.f, 2.f);
	atomicAdd(h, a);
}

int main() {
	half h = __float2half(1.f);
	halves<<<1, 32>>>(nullptr, nullptr, nullptr, (int)__half2float(h));
}
