// Arithmetic on pairs of floats: functions of sm_100.
// flags: -arch=sm_100a
__global__ void pairs(float2 *out, float2 by)
{
	__shared__ float2 rows[32][17];
	for (int i = 0; i < 16; i++)
		rows[threadIdx.x][i] = __ffma2_rn(__fmul2_rn(by, by), by, __fadd2_rn(by, by)); // fact: store 32/32 exact
	__syncthreads();
	out[threadIdx.x] = __fmul2_rz(by, rows[0][0]); // fact: load 1/1 exact
}

void run(float2 *out, float2 by)
{
	pairs<<<1, 32>>>(out, by);
}
