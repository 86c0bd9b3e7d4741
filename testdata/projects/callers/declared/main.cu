__global__ void strided(int *out, int stride);

int main()
{
	strided << <1, 64 >> > (nullptr, 4); /* nvcc allows the blanks */
}
