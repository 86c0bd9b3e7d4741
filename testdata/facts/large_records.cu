/* Which bytes are used is known of the first 1024 of a variable: what is copied to the others is a bound. */
struct Large {
	float4 at[68];
};

__global__ void last(float *out)
{
	__shared__ Large s[4];
	Large x = s[threadIdx.x % 4]; // fact: load 32/16 bound
	out[threadIdx.x] = x.at[67].x;
}

void launch(float *out)
{
	last<<<1, 32>>>(out);
}
