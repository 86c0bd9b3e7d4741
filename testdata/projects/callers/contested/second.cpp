int threads = 96;
void run(int stride);

int width()
{
	return 16;
}

int main()
{
	run(8);
}
