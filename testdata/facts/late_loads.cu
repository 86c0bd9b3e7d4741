/* What is loaded before a condition for one of its branches only, since the other sets the variable anew: nvcc 13.0 loads it in the
 * branch (PTX for sm_90), where fewer lanes execute it. */

/* PTX: the ld.shared is behind the branch, for the lanes t % 3 == 0, which use different banks; of all lanes
 * two share each. */
__global__ void for_one_branch(const int *in, int *out)
{
	__shared__ int2 s[300];
	const int t = threadIdx.x;
	int sum = in[t];
	for (int i = t; i < 300; i += 32)
		s[i] = make_int2(in[i], in[i] + 1); // fact: store * (it does not matter here)
	__syncthreads();
	sum += s[((t ^ 5) * 3 + 1) % 300].x; // fact: load 2/1 bound
	if (t % 3 == 0)
		sum += s[7].x; // fact: load * (both branches load, and may do so together)
	else
		sum = s[t * 5 + t % 2 + 1].x * 2; // fact: load * (both branches load, and may do so together)
	out[t] = sum;
}

/* Both branches need it. */
__global__ void for_both(const int *in, int *out)
{
	__shared__ int s[64];
	const int t = threadIdx.x;
	int sum = in[t];
	s[t] = in[t]; // fact: store 1/1 exact
	s[t + 32] = in[t]; // fact: store 1/1 exact
	__syncthreads();
	sum += s[2 * t]; // fact: load 2/1 exact
	if (t % 3 == 0)
		sum += in[7];
	else
		sum *= 2;
	out[t] = sum;
}

/* The loop is unrolled, and its loads are behind the branch, too: a warp whose lanes are all in the else executes none of them. */
__global__ void past_a_loop(const int *in, int *out)
{
	__shared__ int2 s[512];
	const int t = threadIdx.x;
	int sum = in[t];
	for (int i = t; i < 512; i += 96)
		s[i] = make_int2(in[i], in[i] + 1); // fact: store * (it does not matter here)
	__syncthreads();
	sum += s[t * 16 % 512].x; // fact: load 96/3 bound
	for (int i = 0; i < 8; i++)
		sum += s[i * 5].x; // fact: load 24/24 exact (for one word it is 1 for 1 however many warps execute it)
	if (t < 16)
		sum += s[t * 5].x; // fact: load * (both branches load, and may do so together)
	else
		sum = s[7].x * 2; // fact: load * (both branches load, and may do so together)
	out[t] = sum;
}

/* PTX: behind the branch, for the lanes below 16, which use different banks. */
__global__ void for_the_only_branch(const int *in, int *out)
{
	__shared__ int s[64];
	const int t = threadIdx.x;
	s[t] = in[t]; // fact: store 1/1 exact
	s[t + 32] = in[t]; // fact: store 1/1 exact
	__syncthreads();
	int value = s[t * 2]; // fact: load 2/1 bound
	int twice = value * 2;
	if (t < 16)
		out[t] = twice;
}

/* PTX: in the branch that reads it, and apart from its neighbour, which all lanes load. */
__global__ void apart(const int *in, int *out, int n)
{
	__shared__ int s[128];
	const int t = threadIdx.x;
	for (int i = t; i < 128; i += 32)
		s[i] = in[i]; // fact: store * (it does not matter here)
	__syncthreads();
	int value = s[t * 4]; // fact: load 4/1 bound
	int other = s[t * 4 + 1]; // fact: load 4/1 bound
	if (in[t] > n)
		out[t] = value;
	out[t + 32] = other;
}

/* What is behind the condition reads it, too. */
__global__ void for_all(const int *in, int *out)
{
	__shared__ int s[64];
	const int t = threadIdx.x;
	s[t] = in[t]; // fact: store 1/1 exact
	s[t + 32] = in[t]; // fact: store 1/1 exact
	__syncthreads();
	int value = s[t * 2]; // fact: load 2/1 exact
	if (t < 16)
		out[t] = value;
	out[t + 64] = value;
}

int main()
{
	int *p = nullptr;
	for_the_only_branch<<<1, 32>>>(p, p);
	apart<<<1, 32>>>(p, p, 1);
	for_all<<<1, 32>>>(p, p);
	for_one_branch<<<1, 32>>>(p, p);
	for_both<<<1, 32>>>(p, p);
	past_a_loop<<<1, 96>>>(p, p);
}
