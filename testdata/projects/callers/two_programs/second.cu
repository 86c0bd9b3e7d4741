void run(int *out, int threads, int stride);

int main()
{
	run(nullptr, 32, 8);
}
