// exit: 3
// What may be an access to shared memory and cannot be followed is named: silence would pass for clean.
__device__ float *lookup(float *s);

__global__ void unfollowed(float *out)
{
	__shared__ float s[1024];
	float *p = lookup(s); // fact: load * unknown (what the function accesses)
	p[threadIdx.x * 32] = 1; // fact: store * unknown (its address is not known)
	out[0] = *p; // fact: load * unknown (its address is not known)
}

__global__ void elsewhere(float *out)
{
	__shared__ float s[32];
	s[threadIdx.x] = out[threadIdx.x]; // fact: store 1/1 exact
	float *p = lookup(out);
	p[threadIdx.x * 32] = s[0]; // fact: load 1/1 exact
}

// An address that goes through shared memory.
__global__ void through_memory(float *out)
{
	__shared__ float s[1024];
	__shared__ float *where[4];
	if (threadIdx.x < 4)
		where[threadIdx.x] = s + threadIdx.x * 32; // fact: store 1/1 exact
	__syncthreads();
	float *p = where[threadIdx.x & 3]; // fact: load 2/2 exact
	p[threadIdx.x] = 1; // fact: store * unknown (its address is not known)
	out[0] = s[threadIdx.x]; // fact: load 1/1 exact
}

// What is passed to code that is not there may be accessed by it.
struct Part {
	float *at;
};
struct Task {
	__device__ virtual void run(float *s) = 0;
};
__device__ void consume(float *s);
__device__ void fill(Part *part);

__global__ void passed(float *out, void (*call)(float *), Task *task)
{
	__shared__ float s[32];
	Part part{ s }, other{ out };
	consume(s); // fact: load * unknown (what the function accesses)
	consume(out);
	call(s + threadIdx.x); // fact: load * unknown (what the function accesses)
	task->run(s); // fact: load * unknown (what the function accesses)
	fill(&part); // fact: load * unknown (what the function accesses)
	fill(&other);
	asm volatile("call (), work, (%0);" ::"l"(s)); // fact: load * unknown (what the assembly accesses)
	asm volatile("frob.shared.u32 [%0], 1;" ::"l"(s)); // fact: load * unknown (what the instruction accesses)
	asm volatile("frob.global.u32 [%0], 1;" ::"l"(out));
	asm volatile("frob.shared.u32 [%0], 1;" ::"r"(threadIdx.x * 4)); // fact: load * unknown (what the instruction accesses)
	out[threadIdx.x] = s[threadIdx.x]; // fact: load 1/1 exact
}

// What a function makes of nothing may be in shared memory that it declares.
__device__ float *scratch(int i);
__device__ float &slot(int i);

__global__ void made(float *out)
{
	float *p = scratch(1);
	p[threadIdx.x * 32] = 1; // fact: store * unknown (its address is not known)
	out[0] = slot(threadIdx.x * 32); // fact: load * unknown (its address is not known)
}

struct Made {
	float *at;
	int n;
};
__device__ Made make(int i);
__device__ void set(Made *made);
__device__ void set(float **at);

__global__ void made_inside(float *out, Made given)
{
	__shared__ float s[32];
	Made made = make(1), left, cleared{};
	made.at[threadIdx.x * 32] = 1; // fact: store * unknown (its address is not known)
	set(&left);
	left.at[threadIdx.x * 32] = 2; // fact: store * unknown (its address is not known)
	set(&cleared);
	cleared.at[threadIdx.x * 32] = 3; // fact: store * unknown (its address is not known)
	float *q;
	set(&q);
	q[threadIdx.x * 32] = 4; // fact: store * unknown (its address is not known)
	set(&given);
	given.at[threadIdx.x * 32] = 5;
	s[threadIdx.x] = out[0]; // fact: store 1/1 exact
}

// What the toolkit's and the compiler's functions access.
__global__ void declared(float *out)
{
	__shared__ float s[1024];
	__shared__ int e[64];
	sincosf(out[0], &s[threadIdx.x * 32], &out[1]); // fact: load * unknown (what the function accesses)
	out[2] = frexpf(out[3], &e[threadIdx.x * 2]); // fact: load * unknown (what the function accesses)
	__builtin_nontemporal_store(1.0f, &s[threadIdx.x * 32]); // fact: load * unknown (what the function accesses)
	out[4] = __builtin_memcmp(s, s + threadIdx.x, 4); // fact: load * unknown (what the function accesses)
	__builtin_prefetch(&s[threadIdx.x]);
	printf("%p\n", &s[threadIdx.x]);
	if (!__isShared(s) || __isGlobal(s) || __isLocal(s))
		s[threadIdx.x * 32] = 1;
	out[5] = s[threadIdx.x]; // fact: load 1/1 exact
}

// An address that goes through an argument's memory.
__global__ void through_argument(float *out, float **where)
{
	__shared__ float s[1024];
	where[threadIdx.x] = s;
	__syncthreads();
	where[0][threadIdx.x * 32] = 1; // fact: store * unknown (its address is not known)
	out[0] = s[threadIdx.x]; // fact: load 1/1 exact
}

int main()
{
	passed<<<1, 32>>>(nullptr, nullptr, nullptr);
	through_memory<<<1, 32>>>(nullptr);
	unfollowed<<<1, 32>>>(nullptr);
	made<<<1, 32>>>(nullptr);
	made_inside<<<1, 32>>>(nullptr, Made{});
	declared<<<1, 32>>>(nullptr);
	through_argument<<<1, 32>>>(nullptr, nullptr);
	elsewhere<<<1, 32>>>(nullptr);
}
