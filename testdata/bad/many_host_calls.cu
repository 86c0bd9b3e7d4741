// More calls on the way to launches than there is budget for.
__global__ void often(float *out, int n)
{
	__shared__ float s[1024];
	out[n] = s[threadIdx.x];
}

__global__ void behind(float *out)
{
	__shared__ float s[1024];
	out[0] = s[threadIdx.x];
}

static void f0(float *out) { often<<<1, 32>>>(out, 1); }
static void f1(float *out) { f0(out), f0(out), f0(out), f0(out), f0(out), f0(out), f0(out), f0(out); }
static void f2(float *out) { f1(out), f1(out), f1(out), f1(out), f1(out), f1(out), f1(out), f1(out); }
static void f3(float *out) { f2(out), f2(out), f2(out), f2(out), f2(out), f2(out), f2(out), f2(out); }
static void f4(float *out) { f3(out), f3(out), f3(out), f3(out), f3(out), f3(out), f3(out), f3(out); }
static void f5(float *out) { f4(out), f4(out), f4(out), f4(out), f4(out), f4(out), f4(out), f4(out); }
static void f6(float *out) { f5(out), f5(out), f5(out), f5(out), f5(out), f5(out), f5(out), f5(out); }

void launch(float *out)
{
	f6(out);
	behind<<<1, 64>>>(out);
}
