__global__ void spin(float *out)
{
	__shared__ float data[1024];
	float sum = 0;
	for (int i = 0; i < 1000000; i++)
		sum += data[(threadIdx.x * 2 + i) % 1024];
	for (int i = 0; i < 1000; i++)
		for (int j = 0; j < 1000; j++)
			sum += data[(threadIdx.x + i * j) % 1024];
	out[threadIdx.x] = sum;
}

void launch(float *out)
{
	spin<<<1, 64>>>(out);
}
