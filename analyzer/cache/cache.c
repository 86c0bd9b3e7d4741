#include "cache/cache_impl.h"

#include <stdlib.h>
#include <time.h>

#include "base/heap.h"

/* --- opening ---------------------------------------------------------------------------------- */

Cache *cache_open(const Options *options, const CacheShared *shared, Arena *into, const char **problem)
{
	struct timespec now;
	Arena *arena = arena_new();
	const char *folder = options->no_cache ? NULL : cache_folder(arena, options->cache_dir);
	Remote *remote = folder && shared->address ? remote_open(shared->address, into, problem) : NULL;
	if (!folder || *problem) {
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
	cache->remote = remote;
	cache->base = arena_strdup(arena, shared->base);
	if (remote && !hash_file("/proc/self/exe", &cache->program))
		cache->program = (Hash){ 0, 0 };
	return cache;
}

void cache_close(Cache *cache)
{
	if (!cache)
		return;
	if (cache->has_written)
		cache_tidy(cache->arena, cache->folder);
	remote_close(cache->remote);
	arena_free(cache->arena);
	free(cache);
}

void cache_on_wait(Cache *cache, bool (*costs)(void *context), void *context)
{
	if (cache->remote)
		remote_on_wait(cache->remote, costs, context);
}

const char *cache_complaint(Cache *cache, Arena *arena)
{
	if (cache->remote)
		remote_finish(cache->remote);
	return cache->remote ? remote_complaint(cache->remote, arena) : NULL;
}

/* --- entries ---------------------------------------------------------------------------------- */

bool entry_write(Archive *a, const Task *task, const Inputs *inputs, Stamps *stamps, Outcome *outcome)
{
	Hash shadows;
	if (!shadows_of(task, inputs, a->roots, &shadows))
		return false;
	archive_hash(a, &shadows);
	archive_vec(a, stamps, archive_stamp);
	archive_outcome(a, outcome);
	return !a->failed;
}

static bool shadows_hold(const Archive *a, const Task *task, const Stamps *stamps, Hash then)
{
	Inputs inputs = { 0 };
	Hash now;
	for (int i = 0; i < stamps->n; i++)
		vec_push(a->arena, &inputs, stamps->at[i].input);
	return shadows_of(task, &inputs, a->roots, &now) && hash_same(now, then);
}

/* A shared entry was found under a name that has what its inputs mention now, and their contents: these are compared again, with what
 * this run found. */
static bool shared_holds(Cache *cache, const Stamp *then)
{
	if (then->input.words)
		return true;
	const Stamp now = stamp_now(cache, &then->input);
	return now.size == then->size && hash_same(now.hash, then->hash);
}

static bool inputs_hold(Cache *cache, const Archive *a, const Stamps *stamps)
{
	for (int i = 0; i < stamps->n; i++)
		if (!(a->roots ? shared_holds(cache, &stamps->at[i]) : stamp_holds(cache, &stamps->at[i])))
			return false;
	return true;
}

bool entry_read(Cache *cache, Archive *a, Arena *arena, const Task *task, Outcome *out)
{
	Stamps stamps = { 0 };
	Hash shadows = { 0 };
	archive_hash(a, &shadows);
	archive_vec(a, &stamps, archive_stamp);
	if (a->failed || !inputs_hold(cache, a, &stamps) || !shadows_hold(a, task, &stamps, shadows))
		return false;
	Outcome found = { .report = NULL };
	a->arena = arena;
	archive_outcome(a, &found);
	if (!archive_ended(a) || !found.report)
		return false;
	*out = found;
	return true;
}

/* --- finding and keeping ---------------------------------------------------------------------- */

/* Whether the entry's name covers all inputs that are known in advance, and the outcome all results. */
static bool is_cacheable(const Cache *cache, const Task *task)
{
	const Options *options = cache->options;
	return !task->analyze.text && !task->analyze.held && !options->codegen && !options->dump_ir && !options->dump_merge &&
	       !fixing_requested(options);
}

static void write_here(Cache *cache, Arena *arena, const Task *task, const Inputs *inputs, Stamps *stamps, Outcome *outcome)
{
	Buf bytes = { 0 };
	Archive a = { .out = &bytes };
	if (entry_write(&a, task, inputs, stamps, outcome)) {
		cache->writes = cache_write(arena, cache->folder, name_of_task(cache, task, NULL), bytes.s, bytes.n);
		cache->has_written |= cache->writes;
	}
	buf_free(&bytes);
}

static bool find_here(Cache *cache, Arena *scratch, Arena *arena, const Task *task, Outcome *out)
{
	size_t size;
	const char *bytes = cache_read(scratch, cache->folder, name_of_task(cache, task, NULL), &size);
	Archive a = { .at = bytes, .end = bytes ? bytes + size : NULL, .arena = scratch };
	return bytes && entry_read(cache, &a, arena, task, out);
}

static bool find_shared(Cache *cache, Arena *scratch, Arena *arena, const Task *task, Outcome *out)
{
	Inputs inputs = { 0 };
	Stamps stamps = { 0 };
	if (!shared_find(cache, scratch, arena, task, &inputs, out))
		return false;
	if (cache->writes && stamp_all(cache, scratch, &inputs, &stamps))
		write_here(cache, scratch, task, &inputs, &stamps, out);
	out->stats.shared = 1;
	return true;
}

bool cache_find(Cache *cache, Arena *arena, const Task *task, Outcome *out)
{
	Arena *scratch = arena_new();
	const bool is_found =
		is_cacheable(cache, task) && (find_here(cache, scratch, arena, task, out) || find_shared(cache, scratch, arena, task, out));
	if (is_found)
		out->stats.cached = 1;
	arena_free(scratch);
	return is_found;
}

void cache_store(Cache *cache, const Task *task, const Outcome *outcome)
{
	const bool is_complete = outcome->report && !outcome->report->incomplete && outcome->status == EXIT_CLEAN && !outcome->once.n;
	if (!cache->writes || !is_complete || !is_cacheable(cache, task))
		return;
	Arena *arena = arena_new();
	Stamps stamps = { 0 };
	Outcome kept = *outcome;
	kept.stats.parse_ms = kept.stats.worker_ms = 0;
	kept.stats.phases = (Phases){ { 0 } };
	kept.inputs = (Inputs){ 0 };
	kept.callers = (ParsedCallers){ 0 };
	Inputs all = { 0 };
	for (int i = 0; i < outcome->inputs.n; i++)
		vec_push(arena, &all, outcome->inputs.at[i]);
	const Inputs *precompiled = task->analyze.prefix_inputs;
	for (int i = 0; precompiled && i < precompiled->n; i++)
		vec_push(arena, &all, precompiled->at[i]);
	if (stamp_all(cache, arena, &all, &stamps)) {
		write_here(cache, arena, task, &all, &stamps, &kept);
		shared_store(cache, arena, task, &all, &stamps, &kept);
	}
	arena_free(arena);
}
