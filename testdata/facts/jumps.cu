/* goto: ahead, back, out of loops, together with break and continue. */
// exit: 3
/* Sixteen lanes keep the stride that they had before. */
__global__ void ahead(const int *in, int *out)
{
	__shared__ int data[1024];
	int lane = threadIdx.x, at = lane * 32;
	data[lane] = in[lane]; // fact: store 1/1 exact
	__syncthreads();
	if (lane < 16)
		goto done;
	data[at] = 1; // fact: store 16/1 exact
	at = lane + 1;
	__syncwarp(0xffff0000);
done:
	__syncthreads();
	out[lane] = data[at]; // fact: load 16/1 exact
}

__global__ void back(const int *in, int *out)
{
	__shared__ int data[1024];
	int lane = threadIdx.x, sum = 0, i = 0;
	data[lane] = in[lane]; // fact: store 1/1 exact
	__syncthreads();
again:
	sum += data[lane << (i + 1)]; // fact: load 14/3 exact
	if (++i < 3)
		goto again;
	out[lane] = sum + i;
}

/* A lane's trip count is the number of its quarter, and 1 for the first quarter. */
__global__ void back_for_some(const int *in, int *out)
{
	__shared__ int data[1056];
	int lane = threadIdx.x, sum = 0, i = 0;
	data[lane] = in[lane]; // fact: store 1/1 exact
	__syncthreads();
again: {
	sum += data[lane * 32 + i]; // fact: load 80/4 bound
	i++;
	if (i <= lane / 8)
		goto again;
}
	out[lane] = sum;
}

/* Out of two loops at once: iterations (0,0) (0,1) (0,2) (1,0) (1,1) for all lanes but the last eight, which are out at (1,0). */
__global__ void out_of_two(const int *in, int *out)
{
	__shared__ int data[1056];
	int lane = threadIdx.x, sum = 0, last = 7;
	data[lane] = in[lane]; // fact: store 1/1 exact
	__syncthreads();
#pragma unroll 1
	for (int i = 0; i < 3; i++) {
#pragma unroll 1
		for (int k = 0; k < 3; k++) {
			last = i * 3 + k;
			if (i == 1 && (lane >= 24 || k == 1))
				goto found;
			sum += data[lane * 32 + last]; // fact: load 120/4 exact
		}
	}
	sum += data[31 - lane];
found:
	out[lane] = sum + data[lane * 2 + last]; // fact: load 2/1 exact
}

/* break and continue of a real loop that stand in a loop made of a goto; the switch takes its own break. */
__global__ void with_others(const int *in, int *out)
{
	__shared__ int data[1056];
	int lane = threadIdx.x, sum = 0;
	data[lane] = in[lane]; // fact: store 1/1 exact
	__syncthreads();
#pragma unroll 1
	for (int i = 0; i < 4; i++) {
		int k = 0;
	more:
		if (i == 1)
			continue;
		if (i == 3)
			break;
		sum += data[lane * 8 + i * 3 + k * 5]; // fact: load 32/4 exact
		switch (k) {
		case 0:
			k = 1;
			goto more;
		default:
			break;
		}
		sum += data[lane * 16 + i]; // fact: load 32/2 exact
	}
	out[lane] = sum;
}

/* Regions that overlap: each is widened to hold the other. */
__global__ void crossing(const int *in, int *out)
{
	__shared__ int data[1056];
	int lane = threadIdx.x, sum = 0, i = 0;
	data[lane] = in[lane]; // fact: store 1/1 exact
	__syncthreads();
first:
	sum += data[lane * 4 + i]; // fact: load 8/2 exact
	if (i == 5)
		goto second;
	i += 5;
	goto first;
	sum += data[lane * 32];
second:
	out[lane] = sum + data[lane * 8]; // fact: load 8/1 exact
}

/* A jump into a block is not understood, and nothing is claimed of what its order decides. */
__global__ void into_a_block(const int *in, int *out, int n)
{
	__shared__ int data[1056];
	int lane = threadIdx.x, at = lane * 32;
	data[lane] = in[lane]; // fact: store 32/1 unknown
	__syncthreads();
	if (n > 3)
		goto inside;
	at = lane;
	if (n > 1) {
		at = lane * 2;
	inside:
		at++;
	}
	out[lane] = data[at]; // fact: load 32/1 unknown
}

/* Labels of a switch inside of another statement. */
__global__ void stray_label(const int *in, int *out)
{
	__shared__ int data[1056];
	int lane = threadIdx.x, sum = 0, at = lane * 32, turns = 2;
	data[lane] = in[lane]; // fact: store 1/1 exact
	__syncthreads();
	switch (lane & 1) {
	case 0:
		do {
			at = lane;
			sum += data[lane * 2]; // fact: load * bound (trip count not known)
		case 1:
			sum += data[at]; // fact: load * unknown (trip count not known)
		} while (--turns > 0);
	}
	out[lane] = sum;
}

void launch(const int *in, int *out, int n)
{
	ahead<<<1, 32>>>(in, out);
	back<<<1, 32>>>(in, out);
	back_for_some<<<1, 32>>>(in, out);
	out_of_two<<<1, 32>>>(in, out);
	with_others<<<1, 32>>>(in, out);
	crossing<<<1, 32>>>(in, out);
	into_a_block<<<1, 32>>>(in, out, n);
	stray_label<<<1, 32>>>(in, out);
}
