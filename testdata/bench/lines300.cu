// Kernels of ordinary shapes, about 300 lines of them: what scripts/bench.sh times.
const int TILE = 32;
const int THREADS = 256;

// --- dense matrices ---------------------------------------------------------------------------------

__global__ void transpose(float *out, const float *in, int width, int height)
{
	__shared__ float tile[TILE][TILE + 1];
	int x = blockIdx.x * TILE + threadIdx.x;
	int y = blockIdx.y * TILE + threadIdx.y;
	for (int i = 0; i < TILE; i += blockDim.y)
		if (x < width && y + i < height)
			tile[threadIdx.y + i][threadIdx.x] = in[(y + i) * width + x];
	__syncthreads();
	x = blockIdx.y * TILE + threadIdx.x;
	y = blockIdx.x * TILE + threadIdx.y;
	for (int i = 0; i < TILE; i += blockDim.y)
		if (x < height && y + i < width)
			out[(y + i) * height + x] = tile[threadIdx.x][threadIdx.y + i];
}

template <int N> __global__ void multiply(float *c, const float *a, const float *b, int n)
{
	__shared__ float as[N][N];
	__shared__ float bs[N][N];
	int row = blockIdx.y * N + threadIdx.y;
	int column = blockIdx.x * N + threadIdx.x;
	float sum = 0;
	for (int tile = 0; tile < n / N; tile++) {
		as[threadIdx.y][threadIdx.x] = a[row * n + tile * N + threadIdx.x];
		bs[threadIdx.y][threadIdx.x] = b[(tile * N + threadIdx.y) * n + column];
		__syncthreads();
		for (int k = 0; k < N; k++)
			sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
		__syncthreads();
	}
	c[row * n + column] = sum;
}

template <int BM, int BN, int BK, int TM, int TN>
__global__ void __launch_bounds__((BM / TM) * (BN / TN)) multiply_blocked(float *c, const float *a, const float *b, int m, int n, int k)
{
	__shared__ float as[BK * BM];
	__shared__ float bs[BK * BN];
	const int threads = (BM / TM) * (BN / TN);
	int thread_column = threadIdx.x % (BN / TN);
	int thread_row = threadIdx.x / (BN / TN);
	float results[TM * TN] = { 0 };
	float m_part[TM], n_part[TN];
	a += blockIdx.y * BM * k;
	b += blockIdx.x * BN;
	c += blockIdx.y * BM * n + blockIdx.x * BN;
	for (int base = 0; base < k; base += BK) {
		for (int i = threadIdx.x; i < BM * BK; i += threads)
			as[(i % BK) * BM + i / BK] = a[(i / BK) * k + i % BK];
		for (int i = threadIdx.x; i < BK * BN; i += threads)
			bs[i] = b[(i / BN) * n + i % BN];
		__syncthreads();
		a += BK;
		b += BK * n;
		for (int dot = 0; dot < BK; dot++) {
			for (int i = 0; i < TM; i++)
				m_part[i] = as[dot * BM + thread_row * TM + i];
			for (int i = 0; i < TN; i++)
				n_part[i] = bs[dot * BN + thread_column * TN + i];
			for (int i = 0; i < TM; i++)
				for (int j = 0; j < TN; j++)
					results[i * TN + j] += m_part[i] * n_part[j];
		}
		__syncthreads();
	}
	for (int i = 0; i < TM; i++)
		for (int j = 0; j < TN; j++)
			c[(thread_row * TM + i) * n + thread_column * TN + j] = results[i * TN + j];
}

// --- reductions and scans ---------------------------------------------------------------------------

__device__ float reduce_warp(float value)
{
	for (int offset = 16; offset > 0; offset /= 2)
		value += __shfl_down_sync(0xffffffff, value, offset);
	return value;
}

__global__ void reduce(float *out, const float *in, int n)
{
	__shared__ float partial[THREADS / 32];
	int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
	float sum = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		sum += in[i];
	sum = reduce_warp(sum);
	if (lane == 0)
		partial[warp] = sum;
	__syncthreads();
	if (warp == 0) {
		sum = lane < THREADS / 32 ? partial[lane] : 0;
		sum = reduce_warp(sum);
		if (lane == 0)
			out[blockIdx.x] = sum;
	}
}

__global__ void reduce_interleaved(float *out, const float *in)
{
	extern __shared__ float data[];
	unsigned tid = threadIdx.x;
	data[tid] = in[blockIdx.x * blockDim.x + tid];
	__syncthreads();
	for (unsigned s = 1; s < blockDim.x; s *= 2) {
		unsigned i = 2 * s * tid;
		if (i < blockDim.x)
			data[i] += data[i + s];
		__syncthreads();
	}
	if (tid == 0)
		out[blockIdx.x] = data[0];
}

__global__ void scan_blelloch(float *out, const float *in)
{
	__shared__ float data[2 * THREADS];
	int tid = threadIdx.x;
	int offset = 1;
	data[2 * tid] = in[2 * tid];
	data[2 * tid + 1] = in[2 * tid + 1];
	for (int d = THREADS; d > 0; d >>= 1) {
		__syncthreads();
		if (tid < d) {
			int a = offset * (2 * tid + 1) - 1;
			int b = offset * (2 * tid + 2) - 1;
			data[b] += data[a];
		}
		offset *= 2;
	}
	if (tid == 0)
		data[2 * THREADS - 1] = 0;
	for (int d = 1; d < 2 * THREADS; d *= 2) {
		offset >>= 1;
		__syncthreads();
		if (tid < d) {
			int a = offset * (2 * tid + 1) - 1;
			int b = offset * (2 * tid + 2) - 1;
			float t = data[a];
			data[a] = data[b];
			data[b] += t;
		}
	}
	__syncthreads();
	out[2 * tid] = data[2 * tid];
	out[2 * tid + 1] = data[2 * tid + 1];
}

// --- histograms -------------------------------------------------------------------------------------

__global__ void histogram(unsigned *out, const unsigned char *in, int n)
{
	__shared__ unsigned bins[256];
	bins[threadIdx.x] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(&bins[in[i]], 1u);
	__syncthreads();
	atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}

__global__ void histogram_private(unsigned *out, const unsigned char *in, int n)
{
	__shared__ unsigned char bins[64][THREADS];
	for (int i = 0; i < 64; i++)
		bins[i][threadIdx.x] = 0;
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		bins[in[i] / 4][threadIdx.x]++;
	__syncthreads();
	if (threadIdx.x < 64) {
		unsigned sum = 0;
		for (int i = 0; i < THREADS; i++)
			sum += bins[threadIdx.x][i];
		atomicAdd(&out[threadIdx.x], sum);
	}
}

// --- stencils ---------------------------------------------------------------------------------------

template <int RADIUS> __global__ void stencil_line(float *out, const float *in)
{
	__shared__ float data[THREADS + 2 * RADIUS];
	int global = blockIdx.x * blockDim.x + threadIdx.x;
	int local = threadIdx.x + RADIUS;
	data[local] = in[global];
	if (threadIdx.x < RADIUS) {
		data[local - RADIUS] = in[global - RADIUS];
		data[local + THREADS] = in[global + THREADS];
	}
	__syncthreads();
	float sum = 0;
	for (int i = -RADIUS; i <= RADIUS; i++)
		sum += data[local + i];
	out[global] = sum;
}

__global__ void blur(float *out, const float *in, int width)
{
	__shared__ float tile[16 + 2][16 + 2];
	int x = blockIdx.x * 16 + threadIdx.x;
	int y = blockIdx.y * 16 + threadIdx.y;
	int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
	tile[ty][tx] = in[y * width + x];
	if (threadIdx.x == 0) {
		tile[ty][0] = in[y * width + x - 1];
		tile[ty][17] = in[y * width + x + 16];
	}
	if (threadIdx.y == 0) {
		tile[0][tx] = in[(y - 1) * width + x];
		tile[17][tx] = in[(y + 16) * width + x];
	}
	__syncthreads();
	float sum = 0;
	for (int dy = -1; dy <= 1; dy++)
		for (int dx = -1; dx <= 1; dx++)
			sum += tile[ty + dy][tx + dx];
	out[y * width + x] = sum / 9;
}

// --- records ----------------------------------------------------------------------------------------

struct Body {
	float x, y, z, mass;
};

struct Particle {
	float x, y, z;
	float vx, vy, vz;
	int kind, cell;
};

__global__ void forces(float4 *out, const Body *in, int n)
{
	__shared__ Body bodies[THREADS];
	int i = blockIdx.x * THREADS + threadIdx.x;
	Body self = in[i];
	float ax = 0, ay = 0, az = 0;
	for (int tile = 0; tile < n / THREADS; tile++) {
		bodies[threadIdx.x] = in[tile * THREADS + threadIdx.x];
		__syncthreads();
		for (int k = 0; k < THREADS; k++) {
			float dx = bodies[k].x - self.x, dy = bodies[k].y - self.y, dz = bodies[k].z - self.z;
			float d = dx * dx + dy * dy + dz * dz + 1e-6f;
			float f = bodies[k].mass / (d * sqrtf(d));
			ax += dx * f;
			ay += dy * f;
			az += dz * f;
		}
		__syncthreads();
	}
	out[i] = make_float4(ax, ay, az, 0);
}

__global__ void move(Particle *particles, float dt)
{
	__shared__ Particle local[128];
	int i = blockIdx.x * 128 + threadIdx.x;
	local[threadIdx.x].x = particles[i].x;
	local[threadIdx.x].vx = particles[i].vx;
	local[threadIdx.x].cell = particles[i].cell;
	__syncthreads();
	int next = (threadIdx.x + 1) % 128;
	if (local[threadIdx.x].cell == local[next].cell)
		local[threadIdx.x].vx = -local[next].vx;
	particles[i].x = local[threadIdx.x].x + dt * local[threadIdx.x].vx;
}

// --- launches ---------------------------------------------------------------------------------------

void launch(float *out, const float *in, const float *other, unsigned *bins, const unsigned char *bytes,
	    Particle *particles, const Body *bodies, float4 *accelerations, int n)
{
	dim3 grid((n + TILE - 1) / TILE, (n + TILE - 1) / TILE);
	transpose<<<grid, dim3(TILE, 8)>>>(out, in, n, n);
	multiply<16><<<grid, dim3(16, 16)>>>(out, in, other, n);
	multiply<32><<<grid, dim3(32, 32)>>>(out, in, other, n);
	multiply_blocked<64, 64, 8, 8, 8><<<grid, 64>>>(out, in, other, n, n, n);
	reduce<<<n / THREADS, THREADS>>>(out, in, n);
	reduce_interleaved<<<n / THREADS, THREADS, THREADS * sizeof(float)>>>(out, in);
	scan_blelloch<<<1, THREADS>>>(out, in);
	histogram<<<64, 256>>>(bins, bytes, n);
	histogram_private<<<1, THREADS>>>(bins, bytes, n);
	stencil_line<3><<<n / THREADS, THREADS>>>(out, in);
	blur<<<grid, dim3(16, 16)>>>(out, in, n);
	forces<<<n / THREADS, THREADS>>>(accelerations, bodies, n);
	move<<<n / 128, 128>>>(particles, 0.01f);
}
