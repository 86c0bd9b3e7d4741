int threads = 32;
extern const int stride = 4;
extern const int smallest;
void run();
void run_small(int step);

int main()
{
	threads = 64;
	run();
	for (int step = smallest; step <= 8; step *= 2)
		run_small(step);
}
