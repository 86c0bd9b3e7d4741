/* cudart: memory, copies, symbols. */
#include "smem.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <cuda_runtime_api.h>

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

/* Zeroed, and a little more than requested, as reading a little past an array's end seldom fails on a device. */
static cudaError_t take(void **out, size_t size, bool device)
{
	char *owner = calloc(1, size + MEMORY_SLACK);
	if (!owner)
		return set_error(cudaErrorMemoryAllocation);
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
	return set_error(error);
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
		return set_error(cudaErrorInvalidValue);
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
		return set_error(cudaErrorNotSupported);
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
#if CUDART_VERSION >= 13000
cudaError_t cudaMemPrefetchAsync(const void *at, size_t n, struct cudaMemLocation where, unsigned flags, cudaStream_t s)
{
	(void)at, (void)n, (void)where, (void)flags, (void)s;
	return cudaSuccess;
}
#else
cudaError_t cudaMemPrefetchAsync(const void *at, size_t n, int device, cudaStream_t s)
{
	(void)at, (void)n, (void)device, (void)s;
	return cudaSuccess;
}
#endif

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
	return set_error(v ? cudaSuccess : cudaErrorInvalidSymbol);
}

cudaError_t cudaGetSymbolSize(size_t *out, const void *symbol)
{
	const Variable *v = symbol_of(symbol);
	*out = v ? v->size : 0;
	return set_error(v ? cudaSuccess : cudaErrorInvalidSymbol);
}

cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *from, size_t n, size_t offset, enum cudaMemcpyKind kind)
{
	(void)kind;
	const Variable *v = symbol_of(symbol);
	if (!v || offset + n > v->size)
		return set_error(v ? cudaErrorInvalidValue : cudaErrorInvalidSymbol);
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
		return set_error(v ? cudaErrorInvalidValue : cudaErrorInvalidSymbol);
	return copy(to, (char *)v->address + offset, n);
}

cudaError_t cudaMemcpyFromSymbolAsync(void *to, const void *symbol, size_t n, size_t offset, enum cudaMemcpyKind kind,
				      cudaStream_t s)
{
	(void)s;
	return cudaMemcpyFromSymbol(to, symbol, n, offset, kind);
}
