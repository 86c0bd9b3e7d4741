__global__ void clean(float *p) {
	__shared__ float s[32];
	s[threadIdx.x] = p[threadIdx.x];
	p[0] = s[threadIdx.x];
}
void go(float *p) { clean<<<1, 32>>>(p); }
