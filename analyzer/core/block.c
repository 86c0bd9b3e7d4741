#include "core/block.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

/* CUDA C++ Programming Guide, "Technical Specifications per Compute Capability". */
enum { MAX_THREADS = 1024, MAX_Z = 64 };

static const char *skip_space(const char *s)
{
	while (isspace((unsigned char)*s))
		s++;
	return s;
}

bool block_parse(const char *text, int64_t out[3])
{
	const char *s = skip_space(text);
	out[0] = out[1] = out[2] = 1;
	for (int i = 0; i < 3; i++) {
		if (!isdigit((unsigned char)*s))
			return false;
		char *end;
		errno = 0;
		out[i] = strtoll(s, &end, 10);
		if (errno)
			return false;
		s = skip_space(end);
		if (!*s)
			return true;
		if (*s++ != ',')
			return false;
		s = skip_space(s);
	}
	return false;
}

const char *block_problem(Arena *arena, const int64_t block[3])
{
	long long x = block[0], y = block[1], z = block[2];
	if (x < 0 || y < 0 || z < 0)
		return arena_printf(arena, "%lldx%lldx%lld has a negative size", x, y, z);
	int64_t threads;
	if (__builtin_mul_overflow(block[0], block[1], &threads) || __builtin_mul_overflow(threads, block[2], &threads))
		return arena_printf(arena, "%lldx%lldx%lld is more than %d threads", x, y, z, MAX_THREADS);
	if (threads == 0)
		return arena_printf(arena, "%lldx%lldx%lld has no threads", x, y, z);
	if (threads > MAX_THREADS)
		return arena_printf(arena, "%lldx%lldx%lld is %lld threads, more than %d", x, y, z, (long long)threads, MAX_THREADS);
	if (z > MAX_Z)
		return arena_printf(arena, "%lldx%lldx%lld has a z of %lld, more than %d", x, y, z, z, MAX_Z);
	return NULL;
}
