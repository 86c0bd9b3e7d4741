template <int N> void launch_tiled(int *out, int threads, int stride);
extern template void launch_tiled<64>(int *out, int threads, int stride);

int main()
{
	launch_tiled<64>(nullptr, 96, 4);
}
