/* cudart for one small device: errors, registration, launches. */
#include "smem.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cuda_runtime_api.h>

/* --- errors --------------------------------------------------------------------------------------- */

static _Thread_local cudaError_t last_error;

static cudaError_t set_error(cudaError_t error)
{
	if (error != cudaSuccess)
		last_error = error;
	return error;
}

cudaError_t cudaGetLastError(void)
{
	cudaError_t error = last_error;
	last_error = cudaSuccess;
	return error;
}

cudaError_t cudaPeekAtLastError(void) { return last_error; }
const char *cudaGetErrorString(cudaError_t error) { return error == cudaSuccess ? "no error" : "error on the processor"; }
const char *cudaGetErrorName(cudaError_t error) { return error == cudaSuccess ? "cudaSuccess" : "cudaError"; }

/* --- what programs register ----------------------------------------------------------------------- */

typedef struct Binary {
	uint64_t module;
} Binary;
typedef struct Registered {
	const void *host;
	const Kernel *kernel;
	const Variable *variable;
} Registered;
static Registered *registered;
static int n_registered;

extern const Kernel __start_smem_kernels[] __attribute__((weak)), __stop_smem_kernels[] __attribute__((weak));
extern const Variable __start_smem_variables[] __attribute__((weak)), __stop_smem_variables[] __attribute__((weak));

const Kernel *kernel_find(uint64_t module, const char *name)
{
	for (const Kernel *k = __start_smem_kernels; k < __stop_smem_kernels; k++)
		if (k->module == module && strcmp(k->name, name) == 0)
			return k;
	return NULL;
}

const Variable *variable_find(uint64_t module, const char *name)
{
	for (const Variable *v = __start_smem_variables; v < __stop_smem_variables; v++)
		if (v->module == module && strcmp(v->name, name) == 0)
			return v;
	return NULL;
}

static void keep(Registered row)
{
	registered = realloc(registered, sizeof *registered * (size_t)(n_registered + 1));
	registered[n_registered++] = row;
}

static const Registered *find(const void *host)
{
	for (int i = 0; i < n_registered; i++)
		if (registered[i].host == host)
			return &registered[i];
	return NULL;
}

/* The host code holds the number of the module instead of a binary for a GPU. */
void **__cudaRegisterFatBinary(void *wrapper)
{
	struct { int magic, version; const void *data; void *more; } *fat = wrapper;
	Binary *binary = calloc(1, sizeof *binary);
	binary->module = (uint64_t)atoll((const char *)fat->data);
	return (void **)binary;
}

void __cudaRegisterFatBinaryEnd(void **handle) { (void)handle; }
void __cudaUnregisterFatBinary(void **handle) { free(handle); }

void __cudaRegisterFunction(void **handle, const char *host, char *device, const char *name, int limit, void *tid, void *bid,
			    void *block, void *grid, int *warp)
{
	(void)device, (void)limit, (void)tid, (void)bid, (void)block, (void)grid, (void)warp;
	keep((Registered){ host, kernel_find(((Binary *)handle)->module, name), NULL });
}

void __cudaRegisterVar(void **handle, char *host, char *device, const char *name, int external, size_t size, int constant,
		       int global)
{
	(void)device, (void)external, (void)size, (void)constant, (void)global;
	keep((Registered){ host, NULL, variable_find(((Binary *)handle)->module, name) });
}

/* --- launches ------------------------------------------------------------------------------------- */

typedef struct Configuration {
	dim3 grid, block;
	size_t shared;
	void *stream;
} Configuration;
static _Thread_local Configuration pushed;
static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, void *stream)
{
	pushed = (Configuration){ grid, block, shared, stream };
	return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, void *stream)
{
	*grid = pushed.grid;
	*block = pushed.block;
	*shared = pushed.shared;
	*(void **)stream = pushed.stream;
	return cudaSuccess;
}

enum { MAX_SHARED = 232448 };

static bool can_launch(const Launch *launch)
{
	uint64_t threads = (uint64_t)launch->block[0] * launch->block[1] * launch->block[2];
	return threads >= 1 && threads <= MAX_THREADS && launch->block[2] <= 64 && launch->grid[0] && launch->grid[1] &&
	       launch->grid[2] && launch->grid[1] <= 65535 && launch->grid[2] <= 65535 && launch->dynamic <= MAX_SHARED;
}

static cudaError_t launch(const void *function, dim3 grid, dim3 block, void **arguments, size_t shared, bool cooperative)
{
	const Registered *row = find(function);
	if (!row || !row->kernel)
		return set_error(cudaErrorInvalidDeviceFunction);
	Launch l = { row->kernel, arguments, { grid.x, grid.y, grid.z }, { block.x, block.y, block.z }, shared, cooperative };
	if (!can_launch(&l))
		return set_error(cudaErrorInvalidConfiguration);
	pthread_mutex_lock(&one_at_a_time);
	const char *failed = launch_run(&l);
	pthread_mutex_unlock(&one_at_a_time);
	return set_error(failed ? cudaErrorLaunchFailure : cudaSuccess);
}

cudaError_t cudaLaunchKernel(const void *function, dim3 grid, dim3 block, void **arguments, size_t shared, cudaStream_t stream)
{
	(void)stream;
	return launch(function, grid, block, arguments, shared, false);
}

cudaError_t cudaLaunchCooperativeKernel(const void *function, dim3 grid, dim3 block, void **arguments, size_t shared,
					cudaStream_t stream)
{
	(void)stream;
	return launch(function, grid, block, arguments, shared, true);
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *function, void **arguments)
{
	bool cooperative = false;
	for (unsigned i = 0; i < config->numAttrs; i++) {
		if (config->attrs[i].id == cudaLaunchAttributeClusterDimension)
			return set_error(cudaErrorNotSupported);
		cooperative |= config->attrs[i].id == cudaLaunchAttributeCooperative && config->attrs[i].val.cooperative;
	}
	return launch(function, config->gridDim, config->blockDim, arguments, config->dynamicSmemBytes, cooperative);
}
