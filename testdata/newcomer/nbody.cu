// Gravity: all bodies pull each body; tiles of bodies go through shared memory.
struct Body {
	float x, y, z, mass;
};

__global__ void forces(const Body *bodies, float3 *force, int n)
{
	__shared__ Body tile[256];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	Body me = bodies[i];
	float3 f = { 0, 0, 0 };
	for (int first = 0; first < n; first += 256) {
		tile[threadIdx.x] = bodies[first + threadIdx.x];
		__syncthreads();
		for (int j = 0; j < 256; j++) {
			float dx = tile[j].x - me.x, dy = tile[j].y - me.y, dz = tile[j].z - me.z;
			float r = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-9f), s = tile[j].mass * r * r * r;
			f.x += s * dx;
			f.y += s * dy;
			f.z += s * dz;
		}
		__syncthreads();
	}
	force[i] = f;
}

void launch(const Body *bodies, float3 *force, int n)
{
	forces<<<n / 256, 256>>>(bodies, force, n);
}
