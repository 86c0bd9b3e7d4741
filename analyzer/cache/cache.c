#include "cache/cache_impl.h"

#include <stdlib.h>
#include <time.h>

#include "base/heap.h"

/* --- opening ---------------------------------------------------------------------------------- */

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

static bool shadows_hold(Arena *arena, const Task *task, const Stamps *stamps, Hash then)
{
	Inputs inputs = { 0 };
	Hash now;
	for (int i = 0; i < stamps->n; i++)
		vec_push(arena, &inputs, stamps->at[i].input);
	return shadows_of(task, &inputs, &now) && hash_same(now, then);
}

bool cache_find(Cache *cache, Arena *arena, const Task *task, Outcome *out)
{
	size_t size;
	Stamps stamps = { 0 };
	const char *bytes = is_cacheable(cache, task) ? cache_read(arena, cache->folder, name_of_task(cache, task), &size) : NULL;
	if (!bytes)
		return false;
	Archive a = { .at = bytes, .end = bytes + size, .arena = arena };
	Hash shadows = { 0 };
	archive_hash(&a, &shadows);
	archive_vec(&a, &stamps, archive_stamp);
	if (a.failed || !stamps_hold(cache, &stamps) || !shadows_hold(arena, task, &stamps, shadows))
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
	Hash shadows;
	Inputs all = { 0 };
	for (int i = 0; i < outcome->inputs.n; i++)
		vec_push(arena, &all, outcome->inputs.at[i]);
	for (int i = 0; task->prefix_inputs && i < task->prefix_inputs->n; i++)
		vec_push(arena, &all, task->prefix_inputs->at[i]);
	if (stamp_all(cache, arena, &all, &stamps) && shadows_of(task, &all, &shadows)) {
		archive_hash(&a, &shadows);
		archive_vec(&a, &stamps, archive_stamp);
		archive_outcome(&a, &kept);
		cache->writes = cache_write(arena, cache->folder, name_of_task(cache, task), bytes.s, bytes.n);
		cache->has_written |= cache->writes;
	}
	buf_free(&bytes);
	arena_free(arena);
}
