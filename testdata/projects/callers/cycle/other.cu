void one(int *out, int turns);

void other(int *out, int turns)
{
	if (turns)
		one(out, turns);
}
