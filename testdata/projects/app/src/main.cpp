#include <app/run.h>

void run_strided(int *out, int stride);

int main()
{
	run_strided(nullptr, TILE / 2);
	transpose(nullptr, nullptr, TILE);
}
