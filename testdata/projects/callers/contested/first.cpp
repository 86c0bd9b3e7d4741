int threads = 64;
void run(int stride);

int width()
{
	return 2;
}

int main()
{
	run(4);
}
