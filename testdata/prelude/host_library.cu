#include <cassert>
#include <cfloat>
#include <climits>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <algorithm>
#include <chrono>
#include <iomanip>
#include <iostream>
#include <limits>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

template <class T> __global__ void kernel(T *p, int n) {
	static_assert(std::is_same<T, float>::value || std::is_integral<T>::value, "");
	T best = std::numeric_limits<T>::max();
	for (int i = 0; i < n; i++)
		best = std::min(best, p[i]);
	p[0] = best + (T)INT_MAX + (T)FLT_MAX;
	assert(n > 0);
}

int main(int argc, char **argv) {
	int n = argc > 1 ? std::atoi(argv[1]) : 1 << 20;
	std::vector<float> host(n), other(n, 1.0f);
	std::unique_ptr<float[]> owned(new float[n]);
	std::mt19937 generator(1);
	std::uniform_real_distribution<float> uniform(0.f, 1.f);
	for (size_t i = 0; i < host.size(); i++)
		host[i] = uniform(generator);
	std::fill(other.begin(), other.end(), 0.f);
	uint32_t bits;
	memcpy(&bits, host.data(), sizeof bits);
	float *p;
	cudaMalloc(&p, host.size() * sizeof(float));
	auto start = std::chrono::high_resolution_clock::now();
	kernel<<<(n + 255) / 256, 256>>>(p, n);
	kernel<int><<<1, 256>>>((int *)p, n);
	auto stop = std::chrono::high_resolution_clock::now();
	double ms = std::chrono::duration<double, std::milli>(stop - start).count();
	std::string name = "kernel";
	if (strcmp(name.c_str(), "other") == 0)
		throw std::runtime_error(name + "!");
	std::cout << name << " took " << std::fixed << std::setprecision(3) << ms << " ms, " << bits << std::endl;
	printf("%s\n", name.c_str());
	return EXIT_SUCCESS;
}
