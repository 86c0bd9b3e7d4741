void launch(int *, int, int)
{
}

int main()
{
	launch(nullptr, 32, 8);
}
