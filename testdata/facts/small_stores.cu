/* Stores of 1 and 2 bytes to objects whose declaration shows the alignment: NVVM merges what is adjacent, from 16 bytes on. */
__global__ void halves(const short *in, short *out)
{
	__shared__ __align__(16) short eight[32][16], seven[32][8], four[32][16];
	const int t = threadIdx.x;
	for (int i = 0; i < 8; i++)
		eight[t][i] = in[t * 8 + i]; // fact: store 8/4 exact
	for (int i = 0; i < 7; i++)
		seven[t][i] = in[t * 7 + i]; // fact: store 12/4 exact
	for (int i = 4; i < 8; i++)
		four[t][i] = in[t * 4 + i]; // fact: store 8/2 exact
	__syncthreads();
	out[t] = eight[31 - t][t & 7] + seven[31 - t][t % 7] + four[31 - t][4 + (t & 3)]; // fact: load 14/3 exact
}

__global__ void bytes(const unsigned char *in, unsigned char *out)
{
	__shared__ __align__(16) unsigned char row[32][32];
	const int t = threadIdx.x;
	for (int i = 0; i < 16; i++)
		row[t][i] = in[t * 16 + i]; // fact: store 8/4 exact
	__syncthreads();
	out[t] = row[31 - t][t & 15]; // fact: load 2/1 exact
}

/* Nothing shows that the array is aligned: ptxas merges four at most. */
__global__ void plain(const short *in, short *out)
{
	__shared__ short row[32][16];
	const int t = threadIdx.x;
	for (int i = 0; i < 8; i++)
		row[t][i] = in[t * 8 + i]; // fact: store 16/4 exact
	__syncthreads();
	out[t] = row[31 - t][t & 7]; // fact: load 4/1 exact
}

void launch(const int *in, int *out, int n)
{
	halves<<<1, 32>>>((const short *)in, (short *)out);
	bytes<<<1, 32>>>((const unsigned char *)in, (unsigned char *)out + 256);
	plain<<<1, 32>>>((const short *)in, (short *)out + 256);
}
