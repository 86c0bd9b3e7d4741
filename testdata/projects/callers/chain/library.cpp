void launch_with(int *out, int width, int height);

/* In between: what it hands on is its caller's. */
void middle(int *out, int size)
{
	launch_with(out, size, size / 4);
}
