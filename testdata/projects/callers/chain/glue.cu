void launch_strided(int *out, dim3 block, int stride);

void launch_with(int *out, int width, int height)
{
	launch_strided(out, dim3(width, height), width / 2);
}
