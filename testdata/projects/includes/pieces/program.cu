#define PITCH 4
#include "broken.cu"
#include "generic.cu"

int main()
{
	complete<<<1, 32>>>(nullptr);
	broken<<<1, 32>>>(nullptr);
	generic<2><<<1, 32>>>(nullptr);
}
