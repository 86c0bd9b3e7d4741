#include "launched.cu"

int main()
{
	launched<<<1, 32>>>(nullptr, 4);
}
