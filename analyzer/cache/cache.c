#include "cache/cache_impl.h"

#include <stdlib.h>
#include <time.h>

#include "base/heap.h"

/* --- opening ---------------------------------------------------------------------------------- */

/* Nanoseconds: the resolution of file times is some milliseconds. */
enum { CLOCK_STEP = 20 * 1000 * 1000 };

Cache *cache_open(const Options *options)
{
	struct timespec now;
	Arena *arena = arena_new();
	const char *folder = options->no_cache ? NULL : cache_folder(arena, options->cache_dir);
	if (!folder) {
		arena_free(arena);
		return NULL;
	}
	Cache *cache = heap_alloc(1, sizeof *cache);
	clock_gettime(CLOCK_REALTIME, &now);
	cache->arena = arena;
	cache->folder = folder;
	cache->options = options;
	cache->start = (int64_t)now.tv_sec * 1000000000 + now.tv_nsec - CLOCK_STEP;
	cache->writes = true;
	return cache;
}

void cache_close(Cache *cache)
{
	if (!cache)
		return;
	if (cache->has_written)
		cache_tidy(cache->arena, cache->folder);
	arena_free(cache->arena);
	free(cache);
}

/* --- finding and keeping ---------------------------------------------------------------------- */

/* Whether the entry's name covers all inputs that are known in advance, and the outcome all results. */
static bool is_cacheable(const Cache *cache, const Task *task)
{
	const Options *options = cache->options;
	return !task->analyze.text && !task->analyze.held && !options->codegen && !options->dump_ir && !fixing_requested(options);
}

bool cache_find(Cache *cache, Arena *arena, const Task *task, Outcome *out)
{
	size_t size;
	Stamps stamps = { 0 };
	const char *bytes = is_cacheable(cache, task) ? cache_read(arena, cache->folder, name_of_task(cache, task), &size) : NULL;
	if (!bytes)
		return false;
	Archive a = { .at = bytes, .end = bytes + size, .arena = arena };
	archive_vec(&a, &stamps, archive_stamp);
	if (a.failed || !stamps_hold(cache, &stamps))
		return false;
	Outcome found = { .report = NULL };
	archive_outcome(&a, &found);
	if (!archive_ended(&a) || !found.report)
		return false;
	*out = found;
	out->stats.cached = 1;
	return true;
}

void cache_store(Cache *cache, const Task *task, const Outcome *outcome)
{
	const bool is_complete = outcome->report && !outcome->report->incomplete && outcome->status == EXIT_CLEAN && !outcome->once.n;
	if (!cache->writes || !is_complete || !is_cacheable(cache, task))
		return;
	Arena *arena = arena_new();
	Stamps stamps = { 0 };
	Buf bytes = { 0 };
	Archive a = { .out = &bytes };
	Outcome kept = *outcome;
	kept.stats.parse_ms = kept.stats.worker_ms = 0;
	kept.inputs = (Inputs){ 0 };
	if (stamp_all(cache, arena, &outcome->inputs, &stamps) &&
	    (!task->prefix_inputs || stamp_all(cache, arena, task->prefix_inputs, &stamps))) {
		archive_vec(&a, &stamps, archive_stamp);
		archive_outcome(&a, &kept);
		cache->writes = cache_write(arena, cache->folder, name_of_task(cache, task), bytes.s, bytes.n);
		cache->has_written |= cache->writes;
	}
	buf_free(&bytes);
	arena_free(arena);
}
