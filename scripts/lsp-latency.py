#!/usr/bin/env python3
"""From keystroke to diagnostics: a protocol client types into a 500-line file with CUDA headers.

usage: scripts/lsp-latency.py [--cuda-path DIR] [--edits N] [--pause MS] [--limit MEDIAN,P95] [--memory]
SMEMLINT names the program (default: build/smemlint).  Measured is the time from the change until diagnostics of that
version arrive; --memory prints what the two processes hold.  Exit status 1: above the limit.
"""
import argparse
import os
import random
import statistics
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests", "lsp"))
from client import Client  # noqa: E402

HEAD = """\
#include <cooperative_groups.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

namespace cg = cooperative_groups;
constexpr int TILE = 32;
"""

KERNELS = ["""
// Transpose number @: read by rows, written by columns.
__global__ void transpose@(float *out, const float *in, int width, int height)
{
	__shared__ float tile[TILE][TILE + @ % 2];
	int x = blockIdx.x * TILE + threadIdx.x;
	int y = blockIdx.y * TILE + threadIdx.y;
	for (int j = 0; j < TILE; j += 8)
		tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
	__syncthreads();
	x = blockIdx.y * TILE + threadIdx.x;
	y = blockIdx.x * TILE + threadIdx.y;
	for (int j = 0; j < TILE; j += 8)
		out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

void run_transpose@(float *out, const float *in, int width, int height)
{
	dim3 block(TILE, 8);
	dim3 grid(width / TILE, height / TILE);
	transpose@<<<grid, block>>>(out, in, width, height);
	if (cudaGetLastError() != cudaSuccess)
		fprintf(stderr, "transpose@ failed\\n");
}
""", """
// Sum number @, by a tree in shared memory.
__global__ void sum@(float *out, const float *in, int n)
{
	__shared__ float part[256];
	cg::thread_block block = cg::this_thread_block();
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	part[threadIdx.x] = i < n ? in[i] : 0.0f;
	block.sync();
	for (int s = 1; s < blockDim.x; s *= 2) {
		int index = 2 * s * threadIdx.x;
		if (index < blockDim.x)
			part[index] += part[index + s];
		block.sync();
	}
	if (threadIdx.x == 0)
		out[blockIdx.x] = part[0];
}

std::vector<float> run_sum@(const float *in, int n)
{
	std::vector<float> host((n + 255) / 256);
	float *out = nullptr;
	cudaMalloc(&out, host.size() * sizeof(float));
	sum@<<<(n + 255) / 256, 256>>>(out, in, n);
	cudaMemcpy(host.data(), out, host.size() * sizeof(float), cudaMemcpyDeviceToHost);
	cudaFree(out);
	return host;
}
""", """
// Product number @ of two matrices, by tiles.
__global__ void product@(half *c, const half *a, const half *b, int n)
{
	__shared__ half as[16][16], bs[16][16];
	int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
	float sum = 0;
	for (int t = 0; t < n; t += 16) {
		as[threadIdx.y][threadIdx.x] = a[row * n + t + threadIdx.x];
		bs[threadIdx.x][threadIdx.y] = b[(t + threadIdx.y) * n + column];
		__syncthreads();
		for (int k = 0; k < 16; k++)
			sum += __half2float(as[threadIdx.y][k]) * __half2float(bs[threadIdx.x][k]);
		__syncthreads();
	}
	c[row * n + column] = __float2half(sum);
}

void run_product@(half *c, const half *a, const half *b, int n)
{
	product@<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(c, a, b, n);
	cudaDeviceSynchronize();
}
"""]


def source(lines):
    text, number = HEAD, 0
    while text.count("\n") < lines:
        text += KERNELS[number % len(KERNELS)].replace("@", str(number))
        number += 1
    return text


def quantile(values, q):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(q * len(ordered)))]


def resident_kb(pid):
    with open(f"/proc/{pid}/status", encoding="utf-8") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))


def children_of(pid):
    with open(f"/proc/{pid}/task/{pid}/children", encoding="utf-8") as file:
        return [int(word) for word in file.read().split()]


def processor_ms(client):
    """What the two processes have taken: unlike the time, it does not hang on what else runs."""
    total = 0
    for pid in [client.process.pid, *children_of(client.process.pid)]:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            words = file.read().rpartition(")")[2].split()
        total += (int(words[11]) + int(words[12])) * 1000 / os.sysconf("SC_CLK_TCK")
    return total


def memory(client):
    return sum(resident_kb(p) for p in [client.process.pid, *children_of(client.process.pid)])


def keystrokes(text, edits):
    """Words that are typed letter by letter, then deleted: (range, inserted), in random places of functions."""
    chance = random.Random(1)
    places = [i for i, line in enumerate(text.split("\n")) if line.startswith("\t") and line.endswith(";")]
    made = 0
    while made < edits:
        line, column = chance.choice(places), 1
        for letter in "int q = 1; ":
            yield {"start": {"line": line, "character": column}, "end": {"line": line, "character": column}}, letter
            column += 1
            made += 1
        yield {"start": {"line": line, "character": 1}, "end": {"line": line, "character": column}}, ""
        made += 1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cuda-path")
    parser.add_argument("--edits", type=int, default=200)
    parser.add_argument("--pause", type=float, default=60, help="ms between a result and the next key")
    parser.add_argument("--limit")
    parser.add_argument("--memory", action="store_true")
    parser.add_argument("--lines", type=int, default=500)
    arguments = parser.parse_args()
    command = [os.environ.get("SMEMLINT", "build/smemlint"), "lsp"]
    if arguments.cuda_path:
        command += ["--cuda-path", arguments.cuda_path]
    client = Client(command)
    client.initialize()
    folder = tempfile.TemporaryDirectory(prefix="smemlint-latency-")
    path, text = os.path.join(folder.name, "kernels.cu"), source(arguments.lines)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    began = time.monotonic()
    client.open(path, text)
    first = client.diagnostics(path, 1, 120)
    print(f"{text.count(chr(10))} lines, {len(first)} diagnostics, the first after {1000 * (time.monotonic() - began):.0f} ms", flush=True)
    took, version, before = [], 1, processor_ms(client)
    for at, inserted in keystrokes(text, arguments.edits):
        version += 1
        began = time.monotonic()
        client.change(path, version, {"range": at, "text": inserted})
        client.diagnostics(path, version, 60)
        took.append(1000 * (time.monotonic() - began))
        del client.notes[:-1]
        time.sleep(arguments.pause / 1000)
        if arguments.memory and version % max(1, arguments.edits // 20) == 0:
            print(f"after {version} edits: {memory(client)} kB", flush=True)
    median, high = statistics.median(took), quantile(took, 0.95)
    print(f"{len(took)} keys: median {median:.0f} ms, 95th percentile {high:.0f} ms, worst {max(took):.0f} ms; "
          f"{(processor_ms(client) - before) / len(took):.0f} ms of processor time a key")
    client.end()
    limits = [float(word) for word in arguments.limit.split(",")] if arguments.limit else []
    return 1 if limits and (median > limits[0] or high > limits[1]) else 0


if __name__ == "__main__":
    sys.exit(main())
