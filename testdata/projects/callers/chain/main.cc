void middle(int *out, int size);

int main()
{
	middle(nullptr, 16);
}
