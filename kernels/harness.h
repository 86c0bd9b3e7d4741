/* What the programs in this folder share: arrays with a host and a device side, checks of results, an
 * exit status.
 *
 * Every program launches each kernel with one block, so that the sums that a profiler shows for a source
 * line are those of one block.  At the end of a line that touches shared memory stands what it costs,
 *
 *     // fact: OP WAVEFRONTS/IDEAL        OP: load, store, atomic, ldmatrix, stmatrix, cp_async
 *
 * summed over the warps and loop iterations of the launch; several are separated by " | ". */
#ifndef SMEMLINT_KERNELS_HARNESS_H
#define SMEMLINT_KERNELS_HARNESS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

inline void require(cudaError_t status, const char *what)
{
	if (status == cudaSuccess)
		return;
	fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
	exit(2);
}

template <typename T> void set(T &element, int i) { element = T(i); }
inline void set(float2 &element, int i) { element = make_float2(i, i + 0.5f); }
inline void set(float4 &element, int i) { element = make_float4(i, i + 0.25f, i + 0.5f, i + 0.75f); }
inline void set(int2 &element, int i) { element = make_int2(i, 2 * i); }
inline void set(int4 &element, int i) { element = make_int4(i, 2 * i, 3 * i, 4 * i); }

template <typename T> struct Array {
	T *host, *device;
	int n;

	/* The host side counts up from 0; the device side holds bytes that no check takes for a result. */
	explicit Array(int count) : n(count)
	{
		host = (T *)malloc(n * sizeof(T));
		require(cudaMalloc((void **)&device, n * sizeof(T)), "cudaMalloc");
		for (int i = 0; i < n; i++)
			set(host[i], i);
		poison();
	}
	~Array()
	{
		cudaFree(device);
		free(host);
	}
	void poison() { require(cudaMemset(device, 0xa5, n * sizeof(T)), "cudaMemset"); }
	void upload() { require(cudaMemcpy(device, host, n * sizeof(T), cudaMemcpyHostToDevice), "cudaMemcpy"); }
	void download() { require(cudaMemcpy(host, device, n * sizeof(T), cudaMemcpyDeviceToHost), "cudaMemcpy"); }
};

/* Ends the launch before it, holds the first `count` results against want(i), and poisons them again. */
template <typename T, typename Want> void expect(const char *kernel, Array<T> &out, int count, Want want)
{
	require(cudaGetLastError(), kernel);
	require(cudaDeviceSynchronize(), kernel);
	out.download();
	int wrong = 0;
	for (int i = 0; i < count; i++) {
		T wanted = want(i);
		if (memcmp(&out.host[i], &wanted, sizeof(T)) != 0)
			wrong++;
	}
	printf("%-32s %s\n", kernel, wrong ? "WRONG" : "ok");
	failures += wrong != 0;
	out.poison();
}

inline int finish() { return failures ? 1 : 0; }

#endif
