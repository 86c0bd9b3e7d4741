#!/usr/bin/env python3
"""Writes a CUDA project of any size, to measure what large ones cost: N sources over 40 headers, of which eight are heavy
(recursive templates, the standard library), twelve have kernels, and the others helpers.  The same arguments give the same files.

    make-project.py FOLDER [N [apart]]  N: 2000; FOLDER gets src/, include/, .git/ and compile_commands.json

apart: what launches is not where kernels stand.  Each folder of 50 sources has a main.cu more, which begins with two heavy headers
and says the blocks: for every other source it launches the kernel, for the others it calls the function that does.
"""
import json
import os
import random
import sys

HEAVY, KERNELS, HEADERS = 8, 12, 40

HEAVY_TEXT = """#pragma once
#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>
namespace heavy%(h)d {
template <int N> struct Number { static constexpr int value = N + Number<N - 1>::value; };
template <> struct Number<0> { static constexpr int value = 0; };
template <class... T> struct List { static constexpr int size = sizeof...(T); };
template <class L, int N> struct Grow;
template <class... T, int N> struct Grow<List<T...>, N> : Grow<List<T..., Number<N>>, N - 1> {};
template <class... T> struct Grow<List<T...>, 0> { using type = List<T...>; };
using All = typename Grow<List<>, 60>::type;
template <class L> struct Sum;
template <class... T> struct Sum<List<T...>> { static constexpr int value = (0 + ... + T::value); };
static_assert(Sum<All>::value > 0, "");
template <int M, int N> struct Layout {
	static constexpr int rows = M, columns = N;
	template <class I> __host__ __device__ constexpr int operator()(I i, I j) const { return int(i) * N + int(j); }
};
template <class F, int... I> __host__ __device__ constexpr int each(F f, std::integer_sequence<int, I...>) { return (0 + ... + f(I)); }
%(functions)s
inline std::map<std::string, std::vector<int>> table() {
	std::map<std::string, std::vector<int>> all;
	all["%(h)d"] = std::vector<int>(Sum<All>::value %% 17);
	std::sort(all["%(h)d"].begin(), all["%(h)d"].end(), std::greater<int>());
	return all;
}
} // namespace heavy%(h)d
"""

KERNEL_TEXT = """#pragma once
#include "heavy%(heavy)d.cuh"
namespace kernels%(k)d {
using Tile = heavy%(heavy)d::Layout<32, %(columns)d>;
template <int STEPS> __global__ void transpose(float *out, const float *in, int n) {
	__shared__ float tile[32][Tile::columns];
	for (int step = 0; step < STEPS; step++) {
		tile[threadIdx.y][threadIdx.x] = in[(step * 32 + threadIdx.y) * n + threadIdx.x];
		__syncthreads();
		out[(step * 32 + threadIdx.x) * n + threadIdx.y] = tile[threadIdx.x][threadIdx.y];
		__syncthreads();
	}
}
} // namespace kernels%(k)d
"""

HELPER_TEXT = """#pragma once
namespace helper%(h)d {
%(functions)s
}
"""

SOURCE_TEXT = """%(includes)s
namespace file%(i)d {
__global__ void reduce(float *out, const float *in) {
	__shared__ float part[%(threads)d * %(stride)d];
	part[threadIdx.x * %(stride)d] = in[blockIdx.x * blockDim.x + threadIdx.x];
	__syncthreads();
	for (int n = %(threads)d / 2; n > 0; n /= 2) {
		if (threadIdx.x < n)
			part[threadIdx.x * %(stride)d] += part[(threadIdx.x + n) * %(stride)d];
		__syncthreads();
	}
	if (threadIdx.x == 0)
		out[blockIdx.x] = part[0];
}
}
void run%(i)d(float *out, const float *in, int n) {
	file%(i)d::reduce<<<n, %(threads)d>>>(out, in);
	kernels%(k)d::transpose<%(steps)d><<<1, dim3(32, 32)>>>(out, in, n);
}
"""

APART_TEXT = """%(includes)s
__global__ void reduce%(i)d(float *out, const float *in) {
	__shared__ float part[256 * %(stride)d];
	part[threadIdx.x * %(stride)d] = in[blockIdx.x * blockDim.x + threadIdx.x];
	__syncthreads();
	for (int n = blockDim.x / 2; n > 0; n /= 2) {
		if (threadIdx.x < n)
			part[threadIdx.x * %(stride)d] += part[(threadIdx.x + n) * %(stride)d];
		__syncthreads();
	}
	if (threadIdx.x == 0)
		out[blockIdx.x] = part[0];
}
void run%(i)d(float *out, const float *in, int n, int threads) {
	kernels%(k)d::transpose<%(steps)d><<<1, dim3(32, 32)>>>(out, in, n);
%(launch)s}
"""

MAIN_TEXT = """#include "heavy%(heavy)d.cuh"
#include "heavy%(other)d.cuh"
%(declarations)s
int main() {
	float *a, *b;
	cudaMalloc(&a, 4 << 20);
	cudaMalloc(&b, 4 << 20);
%(calls)s
	return cudaDeviceSynchronize();
}
"""


def write(folder, name, text):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    os.utime(path, (1700000000, 1700000000))  # results of what changes in a run are not kept


def functions(name, n):
    return "\n".join(f"template <class T> __host__ __device__ inline T {name}{i}(T a, T b) {{ return a * T({i}) + b / T({i + 1}); }}"
                     for i in range(n))


def main():
    folder = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 2000
    apart = sys.argv[3:] == ["apart"]
    pick = random.Random(20261125)
    os.makedirs(os.path.join(folder, ".git"), exist_ok=True)
    for h in range(HEAVY):
        write(folder, f"include/heavy{h}.cuh", HEAVY_TEXT % {"h": h, "functions": functions("mix", 100)})
    for k in range(KERNELS):
        write(folder, f"include/kernels{k}.cuh", KERNEL_TEXT % {"k": k, "heavy": k % HEAVY, "columns": 32 + k % 2})
    for h in range(HEADERS - HEAVY - KERNELS):
        write(folder, f"include/helper{h}.cuh", HELPER_TEXT % {"h": h, "functions": functions("help", 60)})
    commands = []
    mains = {}

    def add(name, text):
        write(folder, name, text)
        commands.append({"directory": folder, "file": name, "command": f"nvcc -std=c++17 -arch=sm_90 -Iinclude -c {name}"})

    for i in range(count):
        k = pick.randrange(KERNELS)
        helpers = pick.sample(range(HEADERS - HEAVY - KERNELS), 3)
        includes = [f"kernels{k}.cuh"] + [f"helper{h}.cuh" for h in sorted(helpers)]
        name = f"src/part{i // 50:02d}/file{i:04d}.cu"
        threads = pick.choice([128, 256])
        add(name, (APART_TEXT if apart else SOURCE_TEXT) % {
            "i": i, "k": k, "threads": threads, "stride": pick.choice([1, 2, 3]), "steps": pick.choice([1, 2, 4]),
            "launch": f"\treduce{i}<<<n, threads>>>(out, in);\n" if i % 2 else "",
            "includes": "\n".join(f'#include "{name}"' for name in includes)})
        mains.setdefault(i // 50, []).append((i, threads))
    for part, runs in mains.items() if apart else ():
        add(f"src/part{part:02d}/main.cu", MAIN_TEXT % {
            "heavy": part % HEAVY, "other": (part + 1) % HEAVY,
            "declarations": "\n".join(f"void run{i}(float *, const float *, int, int);\n__global__ void reduce{i}(float *, const float *);"
                                      for i, _ in runs),
            "calls": "\n".join(f"\trun{i}(a, b, 64, {threads});" if i % 2 else
                               f"\trun{i}(a, b, 64, 0);\n\treduce{i}<<<64, {threads}>>>(a, b);" for i, threads in runs)})
    with open(os.path.join(folder, "compile_commands.json"), "w", encoding="utf-8") as file:
        json.dump(commands, file, indent=0)


main()
