/* Precompiled headers, and sources that others are linked with.
 *
 * Their entry lists the files read for them; what is precompiled is its CACHE_SIBLING.  Building it takes longer than parsing it
 * once: the first request only leaves an entry in STATE_REQUESTED, and the second one has it built; what leads is asked for only
 * where several sources have it (project/leading.h), and built at once. */
#include "cache/cache_impl.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "analysis/program.h"
#include "base/pool.h"
#include "frontend/frontend.h"

typedef enum State {
	STATE_REQUESTED,  /* requested once */
	STATE_BUILT,
	STATE_IMPOSSIBLE, /* as they are, the headers cannot be parsed by themselves */
} State;

typedef struct Entry {
	int state;
	Stamps stamps;    /* of the files read; STATE_BUILT: then of the precompiled headers, and of those before them */
	Hash shadows;     /* of the files that could be read instead */
	Names headers;    /* the program's own */
} Entry;

static void archive_entry(Archive *a, Entry *entry)
{
	archive_int(a, &entry->state);
	archive_vec(a, &entry->stamps, archive_stamp);
	archive_hash(a, &entry->shadows);
	archive_vec(a, &entry->headers, archive_text);
	a->failed |= entry->state == STATE_BUILT && !entry->stamps.n;
}

static ParseOptions parse_options(const Task *task, const Prefix *prefix)
{
	return (ParseOptions){
		.file = task->analyze.file,
		.compile = analyze_compile(&task->analyze),
		.leading = prefix ? prefix->leading : NULL,
		.prefix = prefix && prefix->base ? prefix->base->path : NULL,
	};
}

/* --- building --------------------------------------------------------------------------------- */

typedef struct BuildJob {
	const Task *task;
	const char *path;
	const Prefix *prefix;
} BuildJob;

/* In a separate process, so that the parser's memory is released. */
static void build(void *context, Buf *out)
{
	const BuildJob *job = context;
	const ParseOptions parse = parse_options(job->task, job->prefix);
	Inputs inputs = { 0 };
	Names headers = { 0 };
	Archive a = { .out = out };
	Arena *arena = arena_new();
	const bool is_unit = job->prefix->kind == PREFIX_CALLER;
	bool is_built = (is_unit ? frontend_save_unit : frontend_save_prefix)(arena, &parse, job->path, &inputs, &headers);
	archive_bool(&a, &is_built);
	archive_vec(&a, &inputs, archive_input);
	archive_vec(&a, &headers, archive_text);
	arena_free(arena);
}

/* False: it is not built; *out then has what was read for it. */
static bool run_build(Arena *arena, const Task *task, const char *path, Prefix *out)
{
	bool is_built = false;
	Pool *pool = pool_new(1);
	pool_limit(pool, options_limits(task->options));
	const int number = pool_start(pool, build, (void *[]){ &(BuildJob){ task, path, out } }, 1);
	Archive a = { .failed = true };
	if (number >= 0) {
		const PoolEnd end = pool_wait(pool, arena, number);
		a = (Archive){ .at = end.bytes, .end = end.bytes + end.n, .arena = arena, .failed = end.how != POOL_DONE || !end.n };
		archive_bool(&a, &is_built);
		archive_vec(&a, &out->inputs, archive_input);
		archive_vec(&a, &out->headers, archive_text);
	}
	pool_free(pool);
	return archive_ended(&a) && is_built;
}

static void add_base(Arena *arena, Prefix *out)
{
	for (int i = 0; out->base && i < out->base->inputs.n; i++)
		vec_push(arena, &out->inputs, out->base->inputs.at[i]);
	for (int i = 0; out->base && i < out->base->headers.n; i++)
		vec_push(arena, &out->headers, out->base->headers.at[i]);
}

static void write_entry(Cache *cache, Arena *arena, Hash name, Entry entry)
{
	Buf bytes = { 0 };
	archive_entry(&(Archive){ .out = &bytes }, &entry);
	cache->writes = cache_write(arena, cache->folder, name, bytes.s, bytes.n);
	cache->has_written |= cache->writes;
	buf_free(&bytes);
}

static void build_prefix(Cache *cache, Arena *arena, const Task *task, const char *path, Prefix *out)
{
	Entry entry = { .state = STATE_IMPOSSIBLE };
	const char *temporary = arena_printf(arena, "%s.%d", path, (int)getpid());
	const bool is_built = run_build(cache->arena, task, temporary, out);
	add_base(cache->arena, out);
	if (stamp_all(cache, arena, &out->inputs, &entry.stamps) && shadows_of(task, &out->inputs, NULL, &entry.shadows) && is_built &&
	    rename(temporary, path) == 0) {
		entry.state = STATE_BUILT;
		entry.headers = out->headers;
		vec_push(arena, &entry.stamps, stamp_now(cache, &(Input){ .path = path }));
		if (out->base)
			vec_push(arena, &entry.stamps, stamp_now(cache, &(Input){ .path = out->base->path }));
	}
	unlink(temporary);
	write_entry(cache, arena, out->name, entry);
	if (entry.state == STATE_BUILT && cache->writes)
		out->path = path;
}

/* --- using ------------------------------------------------------------------------------------ */

static Inputs inputs_of(Arena *arena, const Entry *entry, const Prefix *prefix)
{
	Inputs inputs = { 0 };
	const int n_built = entry->state == STATE_BUILT ? 1 + (prefix->base != NULL) : 0;
	for (int i = 0; i + n_built < entry->stamps.n; i++)
		vec_push(arena, &inputs, entry->stamps.at[i].input);
	return inputs;
}

static bool holds(Cache *cache, Arena *arena, const Task *task, const Entry *entry, const Prefix *prefix)
{
	Hash shadows;
	const Inputs inputs = inputs_of(arena, entry, prefix);
	return stamps_hold(cache, &entry->stamps) && shadows_of(task, &inputs, NULL, &shadows) && hash_same(shadows, entry->shadows);
}

static void find_prefix(Cache *cache, Arena *arena, const Task *task, Prefix *out)
{
	size_t size;
	Entry entry = { .state = STATE_REQUESTED };
	const char *bytes = cache_read(arena, cache->folder, out->name, &size);
	const char *path = arena_printf(cache->arena, "%s" CACHE_SIBLING, cache_entry_path(arena, cache->folder, out->name));
	Archive a = { .at = bytes, .end = bytes ? bytes + size : NULL, .arena = cache->arena, .failed = !bytes };
	if (bytes)
		archive_entry(&a, &entry);
	const bool is_known = archive_ended(&a);
	if (!is_known)
		write_entry(cache, arena, out->name, (Entry){ .state = STATE_REQUESTED });
	if (!is_known && out->kind != PREFIX_LEADING)
		return;
	if (!is_known || entry.state == STATE_REQUESTED || !holds(cache, arena, task, &entry, out)) {
		build_prefix(cache, arena, task, path, out);
	} else if (entry.state == STATE_BUILT) {
		out->path = path;
		out->inputs = inputs_of(cache->arena, &entry, out);
		out->headers = entry.headers;
	}
}

static Prefix *find_known(Cache *cache, Hash name)
{
	for (int i = 0; i < cache->prefixes.n; i++)
		if (hash_same(cache->prefixes.at[i]->name, name))
			return cache->prefixes.at[i];
	return NULL;
}

static Prefix *prefix_of(Cache *cache, const Task *task, PrefixKind kind, const Leading *leading)
{
	const Hash name = name_of_prefix(task, kind, leading);
	Prefix *prefix = find_known(cache, name);
	if (prefix)
		return prefix;
	prefix = arena_new_of(cache->arena, Prefix);
	*prefix = (Prefix){ .name = name, .kind = kind, .leading = leading };
	vec_push(cache->arena, &cache->prefixes, prefix);
	return prefix;
}

/* NULL: it is not built.  base: of leading->base. */
static const Prefix *request(Cache *cache, Arena *arena, const Task *task, PrefixKind kind, const Leading *leading, const Prefix *base)
{
	Prefix *prefix = cache->writes ? prefix_of(cache, task, kind, leading) : NULL;
	if (prefix && !prefix->path && prefix->lookups++ < 2) {
		prefix->base = base;
		find_prefix(cache, arena, task, prefix);
	}
	return prefix && prefix->path ? prefix : NULL;
}

static const Prefix *request_leading(Cache *cache, Arena *arena, const Task *task, const Leading *leading)
{
	const Prefix *base = leading->base ? request_leading(cache, arena, task, leading->base) : NULL;
	return base || !leading->base ? request(cache, arena, task, PREFIX_LEADING, leading, base) : NULL;
}

/* As much of it as can be built. */
static const Prefix *longest_leading(Cache *cache, Arena *arena, const Task *task)
{
	const Prefix *prefix = NULL;
	for (const Leading *leading = task->leading; leading && !prefix; leading = leading->base)
		prefix = request_leading(cache, arena, task, leading);
	return prefix;
}

void cache_prefix(Cache *cache, Task *task)
{
	Arena *arena = arena_new();
	const ParseOptions parse = parse_options(task, NULL);
	const bool has = frontend_has_prefix(arena, &parse);
	const Prefix *prefix = has ? longest_leading(cache, arena, task) : NULL;
	if (has && !prefix)
		prefix = request(cache, arena, task, PREFIX_TOOLKIT, NULL, NULL);
	if (prefix) {
		task->analyze.prefix = prefix->path;
		task->analyze.prefix_inputs = &prefix->inputs;
		task->analyze.prefix_headers = prefix->kind == PREFIX_LEADING ? &prefix->headers : NULL;
	}
	arena_free(arena);
}

/* --- callers ---------------------------------------------------------------------------------- */

static bool is_saved(const Cache *cache, const Prefix *prefix)
{
	for (int i = 0; i < cache->saved.n; i++)
		if (cache->saved.at[i].path == prefix->path)
			return true;
	return false;
}

/* In place of the oldest, if there are enough. */
static void add_saved(Cache *cache, const Prefix *prefix, const ParseOptions *parse)
{
	if (cache->saved.n == CACHE_CALLERS) {
		unlink(cache->saved.at[0].path);
		memmove(cache->saved.at, cache->saved.at + 1, sizeof *cache->saved.at * (size_t)--cache->saved.n);
	}
	const SavedUnit saved = { frontend_unit_command(cache->arena, parse), prefix->path, prefix->inputs, prefix->headers };
	vec_push(cache->arena, &cache->saved, saved);
}

static void note_caller(Cache *cache, Arena *arena, const Task *task, const ParsedCaller *caller)
{
	Task as_caller = *task;
	as_caller.analyze = program_caller(&task->analyze, caller->path, caller->is_bundled);
	const Prefix *prefix = request(cache, arena, &as_caller, PREFIX_CALLER, NULL, NULL);
	const ParseOptions parse = parse_options(&as_caller, NULL);
	if (prefix && !is_saved(cache, prefix))
		add_saved(cache, prefix, &parse);
}

void cache_callers(Cache *cache, const Task *task, const ParsedCallers *callers)
{
	Arena *arena = arena_new();
	for (int i = 0; i < callers->n; i++)
		note_caller(cache, arena, task, &callers->at[i]);
	arena_free(arena);
}

const SavedUnits *cache_saved(const Cache *cache)
{
	return &cache->saved;
}
