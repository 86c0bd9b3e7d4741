// What nvcc sees of a shift.  Of a padded scan with 64 threads an H200 counts the second load of s[b] in five of seven levels:
// where a product of 32 or more is shifted back by 5, nvcc finds that a and b differ, and keeps the value.

__global__ void level_32(int *out)
{
	__shared__ int s[4096];
	int t = threadIdx.x, odd = 2 * t + 1, even = 2 * t + 2;
	int a = 32 * odd - 1, b = 32 * even - 1;
	a += a >> 5;
	b += b >> 5;
	int old = s[a]; // fact: load 2/1 exact
	s[a] = s[b]; // fact: load 2/1 exact | store 2/1 exact
	s[b] += old; // fact: load 0/0 exact | store 2/1 exact
	out[t] = odd + even;
}

__global__ void level_16(int *out)
{
	__shared__ int s[4096];
	int t = threadIdx.x, odd = 2 * t + 1, even = 2 * t + 2;
	int a = 16 * odd - 1, b = 16 * even - 1;
	a += a >> 5;
	b += b >> 5;
	int old = s[a]; // fact: load 1/1 exact
	s[a] = s[b]; // fact: load 1/1 exact | store 1/1 exact
	s[b] += old; // fact: load 1/1 exact | store 1/1 exact
	out[t] = odd + even;
}

int main()
{
	level_32<<<1, 32>>>(nullptr);
	level_16<<<1, 32>>>(nullptr);
}
