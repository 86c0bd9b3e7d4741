/* Where the compiler finds an error in the host's code, what stood there may have done anything. */

#define KERNEL(name)                                                   \
	__global__ void name(int *out, int stride)                     \
	{                                                              \
		__shared__ int data[4096];                             \
		out[threadIdx.x] = data[threadIdx.x * stride];         \
	}

KERNEL(before)           // fact: load 2/1 exact block 32,1,1
KERNEL(after_a_loss)     // fact: load 32/1 symbolic block 32,1,1
KERNEL(after_a_call)     // fact: load 32/1 symbolic block 32,1,1
KERNEL(under_a_loss)     // fact: load 32/1 symbolic block 32,1,1
KERNEL(in_a_loop)        // fact: load 32/1 symbolic block 32,1,1
KERNEL(after_a_branch)   // fact: load 32/1 symbolic block 32,1,1
KERNEL(by_a_pointer)     // fact: load 32/1 symbolic block 32,1,1
KERNEL(by_a_global)      // fact: load 32/1 symbolic block 32,1,1
KERNEL(by_an_initialiser) // fact: load 32/1 symbolic block 32,1,1
KERNEL(of_the_caller)    // fact: load 4/1 exact block 32,1,1
KERNEL(set_again)        // fact: load 4/1 exact block 32,1,1
KERNEL(by_a_constant)    // fact: load 4/1 exact block 32,1,1
KERNEL(by_choice)        // fact: load 32/1 symbolic block 32,1,1
KERNEL(not_named)        // fact: load 4/1 exact block 32,1,1
KERNEL(by_an_alias)      // fact: load 32/1 symbolic block 32,1,1
KERNEL(of_a_member)      // fact: load 32/1 symbolic block 32,1,1
KERNEL(of_a_lambda)      // fact: load 32/1 symbolic block 32,1,1

static int global = 2;
int initialised = not_declared;

struct Self {
	Self *self;
	int stride;
};

struct Runner {
	int stride = 2;
	void run(int *out)
	{
		stride = not_declared;
		of_a_member<<<1, 32>>>(out, stride);
	}
};

static void through(int *stride)
{
	*stride = not_declared;
}

static void does_its_own(int *)
{
	int mine;
	mine = not_declared;
}

static void forgets()
{
	global = not_declared;
}

int main(int argc, char **)
{
	int *out = nullptr, stride = 2;
	const int constant = 4;
	before<<<1, 32>>>(out, stride);
	stride = not_declared;
	after_a_loss<<<1, 32>>>(out, stride);
	stride = 2;
	not_declared(&stride);
	after_a_call<<<1, 32>>>(out, stride);
	stride = 2;
	if (not_declared)
		stride = 8;
	under_a_loss<<<1, 32>>>(out, stride);
	for (int i = 0; i < 2; i++) {
		stride = 2;
		if (i)
			stride = not_declared;
		in_a_loop<<<1, 32>>>(out, stride);
	}
	stride = 2;
	if (argc > 2) {
		stride = 4;
		return not_declared;
	}
	after_a_branch<<<1, 32>>>(out, stride);
	stride = 2;
	through(&stride);
	by_a_pointer<<<1, 32>>>(out, stride);
	forgets();
	by_a_global<<<1, 32>>>(out, global);
	by_an_initialiser<<<1, 32>>>(out, initialised);
	stride = 4;
	does_its_own(out);
	of_the_caller<<<1, 32>>>(out, stride);
	Self self = { &self, 2 };
	self.self = not_declared;
	stride = 4;
	set_again<<<1, 32>>>(out, stride);
	by_a_constant<<<1, 32>>>(out, constant);
	switch (not_declared) {
	case 1:
		stride = 2;
	}
	by_choice<<<1, 32>>>(out, self.stride);
	/* Nothing of it can be meant where it is not named. */
	stride = 4;
	not_declared(out);
	not_declared::Type thing(argc);
	not_named<<<1, 32>>>(out, stride);
	int *alias = &stride;
	*alias = not_declared;
	by_an_alias<<<1, 32>>>(out, stride);
	Runner().run(out);
	stride = 4;
	auto change = [&] { stride = not_declared; };
	change();
	of_a_lambda<<<1, 32>>>(out, stride);
}
