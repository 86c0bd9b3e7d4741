/* What all parts of a switch end with is sunk behind it, as that of both branches of a condition, if there is a default, no part leads
 * to the next, and all have it.  By nvcc 13.0's PTX for sm_90: all_three has one ld.shared, at no line (and so is not told apart from
 * the next loads), `stores` one st.shared, the others one for each part. */
__global__ void all_three(const int *in, float *out)
{
	__shared__ float s[1024];
	const int t = threadIdx.x;
	float sum = in[t];
	s[t] = sum; // fact: store 8/8 exact
	__syncthreads();
	switch (t % 3) {
	case 0:
		sum += s[t]; // fact: load 24/8 bound
		break;
	case 1:
		sum += s[t * 3]; // fact: load 24/8 bound
		break;
	default:
		sum += s[t * 2 + 1]; // fact: load 24/8 bound
	}
	out[t] = sum;
}

__global__ void stores(const int *in, float *out)
{
	__shared__ float s[256];
	const int t = threadIdx.x;
	const float sum = in[t];
	switch (t % 4) {
	case 0:
		s[t] = sum; // fact: store 8/8 bound
		break;
	case 1:
		s[t] = sum * 3; // fact: store 8/8 bound
		break;
	default:
		s[t] = sum * sum; // fact: store 8/8 bound
		break;
	}
	__syncthreads();
	out[t] = s[255 - t]; // fact: load 8/8 exact
}

__global__ void no_default(const int *in, float *out)
{
	__shared__ float s[1024];
	const int t = threadIdx.x;
	float sum = in[t];
	s[t] = sum; // fact: store 8/8 exact
	__syncthreads();
	switch (t % 5) {
	case 0:
		sum += s[t]; // fact: load 8/8 exact
		break;
	case 1:
		sum += s[t * 3]; // fact: load 8/8 exact
		break;
	case 3:
		sum += s[t * 2 + 1]; // fact: load 8/8 exact
		break;
	}
	out[t] = sum;
}

__global__ void leads_on(const int *in, float *out)
{
	__shared__ float s[1024];
	const int t = threadIdx.x;
	float sum = in[t];
	s[t] = sum; // fact: store 8/8 exact
	__syncthreads();
	switch (t % 5) {
	case 0:
		sum += s[t]; // fact: load 8/8 exact
	case 1:
		sum += s[t * 3]; // fact: load 8/8 exact
		break;
	default:
		sum += s[t * 2 + 1]; // fact: load 16/8 exact
		break;
	}
	out[t] = sum;
}

__global__ void two_of_three(const int *in, float *out)
{
	__shared__ float s[1024];
	const int t = threadIdx.x;
	float sum = in[t];
	s[t] = sum; // fact: store 8/8 exact
	__syncthreads();
	switch (t % 4) {
	case 0:
		sum += s[t]; // fact: load 8/8 exact
		break;
	case 1:
		sum = 3;
		break;
	default:
		sum += s[t * 2 + 1]; // fact: load 16/8 exact
		break;
	}
	out[t] = sum;
}

int main()
{
	all_three<<<1, 256>>>(nullptr, nullptr);
	stores<<<1, 256>>>(nullptr, nullptr);
	no_default<<<1, 256>>>(nullptr, nullptr);
	leads_on<<<1, 256>>>(nullptr, nullptr);
	two_of_three<<<1, 256>>>(nullptr, nullptr);
}
