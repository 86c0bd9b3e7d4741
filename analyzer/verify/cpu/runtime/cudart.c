/* cudart, as far as a program needs it that has one small device of its own. */
#include "smem.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cuda_runtime_api.h>

/* --- errors --------------------------------------------------------------------------------------- */

static _Thread_local cudaError_t last_error;

static cudaError_t told(cudaError_t error)
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

/* In place of a binary for a GPU the host side holds the number of the module. */
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
		return told(cudaErrorInvalidDeviceFunction);
	Launch l = { row->kernel, arguments, { grid.x, grid.y, grid.z }, { block.x, block.y, block.z }, shared, cooperative };
	if (!can_launch(&l))
		return told(cudaErrorInvalidConfiguration);
	pthread_mutex_lock(&one_at_a_time);
	const char *failed = launch_run(&l);
	pthread_mutex_unlock(&one_at_a_time);
	return told(failed ? cudaErrorLaunchFailure : cudaSuccess);
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
			return told(cudaErrorNotSupported);
		cooperative |= config->attrs[i].id == cudaLaunchAttributeCooperative && config->attrs[i].val.cooperative;
	}
	return launch(function, config->gridDim, config->blockDim, arguments, config->dynamicSmemBytes, cooperative);
}

/* --- memory --------------------------------------------------------------------------------------- */

typedef struct Piece {
	char *at;
	void *owner;
	size_t size;
	bool device;
} Piece;
static Piece *pieces;
static int n_pieces;
static pthread_mutex_t memory = PTHREAD_MUTEX_INITIALIZER;

enum { MEMORY_ALIGNED = 512, MEMORY_SLACK = 8192 };

/* Zeroed, and a little more than was asked for: what a device reads past an array's end seldom ends a program. */
static cudaError_t take(void **out, size_t size, bool device)
{
	char *owner = calloc(1, size + MEMORY_SLACK);
	if (!owner)
		return told(cudaErrorMemoryAllocation);
	uintptr_t at = ((uintptr_t)owner + MEMORY_ALIGNED - 1) & ~(uintptr_t)(MEMORY_ALIGNED - 1);
	pthread_mutex_lock(&memory);
	pieces = realloc(pieces, sizeof *pieces * (size_t)(n_pieces + 1));
	pieces[n_pieces++] = (Piece){ (char *)at, owner, size, device };
	pthread_mutex_unlock(&memory);
	*out = (void *)at;
	return cudaSuccess;
}

static cudaError_t give_back(void *at)
{
	cudaError_t error = at ? cudaErrorInvalidValue : cudaSuccess;
	pthread_mutex_lock(&memory);
	for (int i = 0; i < n_pieces && at; i++)
		if (pieces[i].at == at) {
			free(pieces[i].owner);
			pieces[i] = pieces[--n_pieces];
			error = cudaSuccess;
			break;
		}
	pthread_mutex_unlock(&memory);
	return told(error);
}

cudaError_t cudaMalloc(void **out, size_t size) { return take(out, size, true); }
cudaError_t cudaMallocAsync(void **out, size_t size, cudaStream_t s) { (void)s; return take(out, size, true); }
cudaError_t cudaMallocManaged(void **out, size_t size, unsigned flags) { (void)flags; return take(out, size, true); }
cudaError_t cudaMallocHost(void **out, size_t size) { return take(out, size, false); }
cudaError_t cudaHostAlloc(void **out, size_t size, unsigned flags) { (void)flags; return take(out, size, false); }
cudaError_t cudaFree(void *at) { return give_back(at); }
cudaError_t cudaFreeAsync(void *at, cudaStream_t s) { (void)s; return give_back(at); }
cudaError_t cudaFreeHost(void *at) { return give_back(at); }

cudaError_t cudaMallocPitch(void **out, size_t *pitch, size_t width, size_t height)
{
	*pitch = (width + MEMORY_ALIGNED - 1) / MEMORY_ALIGNED * MEMORY_ALIGNED;
	return take(out, *pitch * height, true);
}

cudaError_t cudaMalloc3D(struct cudaPitchedPtr *out, struct cudaExtent extent)
{
	out->xsize = extent.width;
	out->ysize = extent.height;
	return cudaMallocPitch(&out->ptr, &out->pitch, extent.width, extent.height * extent.depth);
}

cudaError_t cudaHostGetDevicePointer(void **out, void *host, unsigned flags)
{
	(void)flags;
	*out = host;
	return cudaSuccess;
}

cudaError_t cudaHostRegister(void *at, size_t size, unsigned flags) { (void)at, (void)size, (void)flags; return cudaSuccess; }
cudaError_t cudaHostUnregister(void *at) { (void)at; return cudaSuccess; }

cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total)
{
	*free_bytes = (size_t)3 << 30;
	*total = (size_t)4 << 30;
	return cudaSuccess;
}

/* --- copies --------------------------------------------------------------------------------------- */

static cudaError_t copy(void *to, const void *from, size_t n)
{
	if (n && (!to || !from))
		return told(cudaErrorInvalidValue);
	memmove(to, from, n);
	return cudaSuccess;
}

static cudaError_t copy_rows(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t rows)
{
	for (size_t i = 0; i < rows; i++)
		memmove((char *)to + i * to_pitch, (const char *)from + i * from_pitch, width);
	return cudaSuccess;
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t n, enum cudaMemcpyKind kind) { (void)kind; return copy(to, from, n); }
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t n, enum cudaMemcpyKind kind, cudaStream_t s)
{
	(void)kind, (void)s;
	return copy(to, from, n);
}
cudaError_t cudaMemcpy2D(void *to, size_t tp, const void *from, size_t fp, size_t w, size_t h, enum cudaMemcpyKind kind)
{
	(void)kind;
	return copy_rows(to, tp, from, fp, w, h);
}
cudaError_t cudaMemcpy2DAsync(void *to, size_t tp, const void *from, size_t fp, size_t w, size_t h, enum cudaMemcpyKind kind,
			      cudaStream_t s)
{
	(void)kind, (void)s;
	return copy_rows(to, tp, from, fp, w, h);
}
cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *p)
{
	if (p->srcArray || p->dstArray)
		return told(cudaErrorNotSupported);
	const struct cudaPitchedPtr *from = &p->srcPtr, *to = &p->dstPtr;
	for (size_t z = 0; z < p->extent.depth; z++)
		copy_rows((char *)to->ptr + ((z + p->dstPos.z) * to->ysize + p->dstPos.y) * to->pitch + p->dstPos.x, to->pitch,
			  (char *)from->ptr + ((z + p->srcPos.z) * from->ysize + p->srcPos.y) * from->pitch + p->srcPos.x,
			  from->pitch, p->extent.width, p->extent.height);
	return cudaSuccess;
}
cudaError_t cudaMemset(void *at, int value, size_t n)
{
	memset(at, value, n);
	return cudaSuccess;
}
cudaError_t cudaMemsetAsync(void *at, int value, size_t n, cudaStream_t s) { (void)s; return cudaMemset(at, value, n); }
cudaError_t cudaMemset2D(void *at, size_t pitch, int value, size_t width, size_t height)
{
	for (size_t i = 0; i < height; i++)
		memset((char *)at + i * pitch, value, width);
	return cudaSuccess;
}
cudaError_t cudaMemPrefetchAsync(const void *at, size_t n, struct cudaMemLocation where, unsigned flags, cudaStream_t s)
{
	(void)at, (void)n, (void)where, (void)flags, (void)s;
	return cudaSuccess;
}

/* --- symbols -------------------------------------------------------------------------------------- */

static const Variable *symbol_of(const void *symbol)
{
	const Registered *row = find(symbol);
	return row ? row->variable : NULL;
}

cudaError_t cudaGetSymbolAddress(void **out, const void *symbol)
{
	const Variable *v = symbol_of(symbol);
	*out = v ? v->address : NULL;
	return told(v ? cudaSuccess : cudaErrorInvalidSymbol);
}

cudaError_t cudaGetSymbolSize(size_t *out, const void *symbol)
{
	const Variable *v = symbol_of(symbol);
	*out = v ? v->size : 0;
	return told(v ? cudaSuccess : cudaErrorInvalidSymbol);
}

cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *from, size_t n, size_t offset, enum cudaMemcpyKind kind)
{
	(void)kind;
	const Variable *v = symbol_of(symbol);
	if (!v || offset + n > v->size)
		return told(v ? cudaErrorInvalidValue : cudaErrorInvalidSymbol);
	return copy((char *)v->address + offset, from, n);
}

cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *from, size_t n, size_t offset, enum cudaMemcpyKind kind,
				    cudaStream_t s)
{
	(void)s;
	return cudaMemcpyToSymbol(symbol, from, n, offset, kind);
}

cudaError_t cudaMemcpyFromSymbol(void *to, const void *symbol, size_t n, size_t offset, enum cudaMemcpyKind kind)
{
	(void)kind;
	const Variable *v = symbol_of(symbol);
	if (!v || offset + n > v->size)
		return told(v ? cudaErrorInvalidValue : cudaErrorInvalidSymbol);
	return copy(to, (char *)v->address + offset, n);
}

cudaError_t cudaMemcpyFromSymbolAsync(void *to, const void *symbol, size_t n, size_t offset, enum cudaMemcpyKind kind,
				      cudaStream_t s)
{
	(void)s;
	return cudaMemcpyFromSymbol(to, symbol, n, offset, kind);
}

/* --- streams and events --------------------------------------------------------------------------- */

typedef struct Event {
	struct timespec at;
} Event;

static cudaError_t new_stream(cudaStream_t *out)
{
	*out = (cudaStream_t)calloc(1, 16);
	return cudaSuccess;
}

cudaError_t cudaStreamCreate(cudaStream_t *out) { return new_stream(out); }
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *out, unsigned flags) { (void)flags; return new_stream(out); }
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *out, unsigned flags, int p) { (void)flags, (void)p; return new_stream(out); }
cudaError_t cudaStreamDestroy(cudaStream_t s) { free(s); return cudaSuccess; }
cudaError_t cudaStreamSynchronize(cudaStream_t s) { (void)s; return cudaSuccess; }
cudaError_t cudaStreamQuery(cudaStream_t s) { (void)s; return cudaSuccess; }
cudaError_t cudaStreamWaitEvent(cudaStream_t s, cudaEvent_t e, unsigned flags) { (void)s, (void)e, (void)flags; return cudaSuccess; }
cudaError_t cudaStreamAddCallback(cudaStream_t s, cudaStreamCallback_t call, void *data, unsigned flags)
{
	(void)flags;
	call(s, cudaSuccess, data);
	return cudaSuccess;
}
cudaError_t cudaLaunchHostFunc(cudaStream_t s, cudaHostFn_t call, void *data)
{
	(void)s;
	call(data);
	return cudaSuccess;
}
cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *most)
{
	*least = *most = 0;
	return cudaSuccess;
}

cudaError_t cudaEventCreate(cudaEvent_t *out)
{
	*out = (cudaEvent_t)calloc(1, sizeof(Event));
	return cudaSuccess;
}
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *out, unsigned flags) { (void)flags; return cudaEventCreate(out); }
cudaError_t cudaEventDestroy(cudaEvent_t e) { free(e); return cudaSuccess; }
cudaError_t cudaEventRecord(cudaEvent_t e, cudaStream_t s)
{
	(void)s;
	clock_gettime(CLOCK_MONOTONIC, &((Event *)e)->at);
	return cudaSuccess;
}
cudaError_t cudaEventRecordWithFlags(cudaEvent_t e, cudaStream_t s, unsigned flags) { (void)flags; return cudaEventRecord(e, s); }
cudaError_t cudaEventSynchronize(cudaEvent_t e) { (void)e; return cudaSuccess; }
cudaError_t cudaEventQuery(cudaEvent_t e) { (void)e; return cudaSuccess; }
/* Never nothing: programs divide by it. */
cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t from, cudaEvent_t to)
{
	const struct timespec *a = &((Event *)from)->at, *b = &((Event *)to)->at;
	*ms = (float)((double)(b->tv_sec - a->tv_sec) * 1e3 + (double)(b->tv_nsec - a->tv_nsec) * 1e-6) + 1e-3f;
	return cudaSuccess;
}

/* --- the device ----------------------------------------------------------------------------------- */

enum { MULTIPROCESSORS = 4 }; /* few, as grids are made from their number */

cudaError_t cudaGetDeviceCount(int *n) { *n = 1; return cudaSuccess; }
cudaError_t cudaGetDevice(int *n) { *n = 0; return cudaSuccess; }
cudaError_t cudaSetDevice(int n) { return told(n == 0 ? cudaSuccess : cudaErrorInvalidDevice); }
cudaError_t cudaSetDeviceFlags(unsigned flags) { (void)flags; return cudaSuccess; }
cudaError_t cudaChooseDevice(int *n, const struct cudaDeviceProp *p) { (void)p; *n = 0; return cudaSuccess; }
cudaError_t cudaDeviceSynchronize(void) { return cudaSuccess; }
cudaError_t cudaDeviceReset(void) { return cudaSuccess; }
cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value) { (void)limit, (void)value; return cudaSuccess; }
cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit) { (void)limit; *value = 1 << 20; return cudaSuccess; }
cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache c) { (void)c; return cudaSuccess; }
cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig c) { (void)c; return cudaSuccess; }
cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *c) { *c = cudaSharedMemBankSizeFourByte; return cudaSuccess; }
cudaError_t cudaDeviceCanAccessPeer(int *can, int a, int b) { (void)a, (void)b; *can = 0; return cudaSuccess; }
cudaError_t cudaDriverGetVersion(int *v) { *v = CUDART_VERSION; return cudaSuccess; }
cudaError_t cudaRuntimeGetVersion(int *v) { *v = CUDART_VERSION; return cudaSuccess; }
cudaError_t cudaProfilerStart(void) { return cudaSuccess; }
cudaError_t cudaProfilerStop(void) { return cudaSuccess; }

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *p, int n)
{
	if (n != 0)
		return told(cudaErrorInvalidDevice);
	*p = (struct cudaDeviceProp){
		.name = "the processor", .totalGlobalMem = (size_t)4 << 30, .sharedMemPerBlock = 49152, .regsPerBlock = 65536,
		.warpSize = WARP, .memPitch = 0x7fffffff, .maxThreadsPerBlock = MAX_THREADS, .totalConstMem = 65536, .major = 9,
		.textureAlignment = 512, .multiProcessorCount = MULTIPROCESSORS, .canMapHostMemory = 1, .concurrentKernels = 1,
		.unifiedAddressing = 1, .memoryBusWidth = 5120, .l2CacheSize = 50 << 20, .maxThreadsPerMultiProcessor = 2048,
		.sharedMemPerMultiprocessor = 233472, .regsPerMultiprocessor = 65536, .managedMemory = 1,
		.sharedMemPerBlockOptin = MAX_SHARED, .cooperativeLaunch = 1, .concurrentManagedAccess = 1,
		.maxBlocksPerMultiProcessor = 32, .asyncEngineCount = 1, .maxThreadsDim = { 1024, 1024, 64 },
		.maxGridSize = { 0x7fffffff, 65535, 65535 }, .reservedSharedMemPerBlock = 1024, .pageableMemoryAccess = 1,
	};
	return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr what, int device)
{
	(void)device;
	switch (what) {
	case cudaDevAttrMaxThreadsPerBlock: case cudaDevAttrMaxBlockDimX: case cudaDevAttrMaxBlockDimY: *value = 1024; break;
	case cudaDevAttrMaxBlockDimZ: *value = 64; break;
	case cudaDevAttrMaxGridDimX: *value = 0x7fffffff; break;
	case cudaDevAttrMaxGridDimY: case cudaDevAttrMaxGridDimZ: *value = 65535; break;
	case cudaDevAttrMaxSharedMemoryPerBlock: *value = 49152; break;
	case cudaDevAttrMaxSharedMemoryPerBlockOptin: *value = MAX_SHARED; break;
	case cudaDevAttrMaxSharedMemoryPerMultiprocessor: *value = 233472; break;
	case cudaDevAttrWarpSize: *value = WARP; break;
	case cudaDevAttrMultiProcessorCount: *value = MULTIPROCESSORS; break;
	case cudaDevAttrMaxThreadsPerMultiProcessor: *value = 2048; break;
	case cudaDevAttrMaxBlocksPerMultiprocessor: *value = 32; break;
	case cudaDevAttrMaxRegistersPerBlock: case cudaDevAttrMaxRegistersPerMultiprocessor: *value = 65536; break;
	case cudaDevAttrClockRate: *value = 1980000; break;
	case cudaDevAttrMemoryClockRate: *value = 3201000; break;
	case cudaDevAttrGlobalMemoryBusWidth: *value = 6144; break;
	case cudaDevAttrL2CacheSize: *value = 50 << 20; break;
	case cudaDevAttrComputeCapabilityMajor: *value = 9; break;
	case cudaDevAttrComputeCapabilityMinor: *value = 0; break;
	case cudaDevAttrClusterLaunch: case cudaDevAttrMemoryPoolsSupported: *value = 0; break;
	case cudaDevAttrCooperativeLaunch: case cudaDevAttrConcurrentKernels: case cudaDevAttrManagedMemory:
	case cudaDevAttrUnifiedAddressing: case cudaDevAttrConcurrentManagedAccess: case cudaDevAttrCanMapHostMemory:
	case cudaDevAttrPageableMemoryAccess: *value = 1; break;
	default: *value = 0; break;
	}
	return cudaSuccess;
}

/* --- kernels -------------------------------------------------------------------------------------- */

cudaError_t cudaFuncSetAttribute(const void *f, enum cudaFuncAttribute what, int value)
{
	(void)f;
	bool too_much = what == cudaFuncAttributeMaxDynamicSharedMemorySize && value > MAX_SHARED;
	return told(too_much ? cudaErrorInvalidValue : cudaSuccess);
}
cudaError_t cudaFuncSetCacheConfig(const void *f, enum cudaFuncCache c) { (void)f, (void)c; return cudaSuccess; }
cudaError_t cudaFuncSetSharedMemConfig(const void *f, enum cudaSharedMemConfig c) { (void)f, (void)c; return cudaSuccess; }

cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *out, const void *f)
{
	const Registered *row = find(f);
	*out = (struct cudaFuncAttributes){ .maxThreadsPerBlock = MAX_THREADS, .numRegs = 32, .binaryVersion = 90, .ptxVersion = 90,
					    .maxDynamicSharedSizeBytes = MAX_SHARED };
	return told(row && row->kernel ? cudaSuccess : cudaErrorInvalidDeviceFunction);
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *n, const void *f, int threads, size_t shared)
{
	(void)f;
	int by_threads = threads > 0 ? 2048 / threads : 1, by_shared = (int)(233472 / (shared + 1024));
	*n = by_threads < by_shared ? by_threads : by_shared;
	*n = *n < 32 ? *n : 32;
	return cudaSuccess;
}
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *n, const void *f, int threads, size_t shared, unsigned flags)
{
	(void)flags;
	return cudaOccupancyMaxActiveBlocksPerMultiprocessor(n, f, threads, shared);
}
