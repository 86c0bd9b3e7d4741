/* Exchanged, what the first instance does would be free, and what the second does would not be any more. */
template <bool BY_ROW> __global__ void slots(const int *in, int *out)
{
	__shared__ int s[32][32];
	int t = threadIdx.x;
	if (BY_ROW)
		s[in[0] & 31][t] = in[t];
	else
		s[t][in[t] & 31] = in[t + 1];
	s[t][5] = t;
	out[t] = s[31 - t][5];
}

void launch(const int *in, int *out, int n)
{
	slots<true><<<1, 32>>>(in, out);
	slots<false><<<1, 32>>>(in, out + 32);
}
