/* Other objects have the type, too: a person may know that no one sees how they lie.  unsafe fixes */
namespace model {

struct Node {
	short key, left;
	short right, count;
	short level, flags;
	short first, last;
	short parent, spare;
	short color, next;
	short head, tail;
	short low, high;
	short padding[2];
};

}

__global__ void walk(const short *in, short *out)
{
	__shared__ model::Node nodes[128];
	int t = threadIdx.x;
	model::Node &mine = nodes[t];
	mine.key = in[t];
	__syncthreads();
	out[t] = nodes[127 - t].key;
}

void launch(const int *in, int *out, int n)
{
	walk<<<1, 128>>>((const short *)in, (short *)out);
}
