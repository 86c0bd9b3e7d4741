#include "kernels.h"

int main()
{
	run_strided(nullptr, STRIDE);
}
