/* Precompiled headers.
 *
 * Their entry says what was read for them; the file itself lies beside the entries.  Making them takes longer than reading
 * the headers once: the first source that could use them only leaves an entry without inputs, and the next one has
 * them made. */
#include "cache/cache_impl.h"

#include <stdio.h>
#include <unistd.h>

#include "base/pool.h"
#include "frontend/frontend.h"

/* What an entry says. */
typedef enum State {
	STATE_WANTED,     /* asked for once */
	STATE_MADE,
	STATE_IMPOSSIBLE, /* the headers cannot be read by themselves */
} State;

typedef struct Entry {
	int state;
	Stamps stamps;    /* STATE_MADE: of what was read, and last of the file itself */
} Entry;

static void archive_entry(Archive *a, Entry *entry)
{
	archive_int(a, &entry->state);
	archive_vec(a, &entry->stamps, archive_stamp);
	a->failed |= entry->state == STATE_MADE && !entry->stamps.n;
}

static ParseOptions parse_options(const Task *task)
{
	const AnalyzeOptions *analyze = &task->analyze;
	return (ParseOptions){
		.file = analyze->file,
		.compile = analyze_compile(analyze),
	};
}

/* --- making ----------------------------------------------------------------------------------- */

typedef struct Making {
	const Task *task;
	const char *path;
} Making;

/* In a process of its own: what the parser takes is given back. */
static void make(void *context, Buf *out)
{
	const Making *making = context;
	const ParseOptions parse = parse_options(making->task);
	Inputs inputs = { 0 };
	Archive a = { .out = out };
	Arena *arena = arena_new();
	if (frontend_save_prefix(arena, &parse, making->path, &inputs))
		archive_vec(&a, &inputs, archive_input);
	arena_free(arena);
}

static bool run(Arena *arena, const Task *task, const char *path, Inputs *inputs)
{
	Pool *pool = pool_new(1);
	const int number = pool_start(pool, make, &(Making){ task, path });
	Archive a = { .failed = true };
	if (number >= 0) {
		const PoolEnd end = pool_wait(pool, arena, number);
		a = (Archive){ .at = end.bytes, .end = end.bytes + end.n, .arena = arena, .failed = end.signal || !end.n };
		archive_vec(&a, inputs, archive_input);
	}
	pool_free(pool);
	return archive_ended(&a);
}

static void write_entry(Cache *cache, Arena *arena, Hash name, Entry entry)
{
	Buf bytes = { 0 };
	archive_entry(&(Archive){ .out = &bytes }, &entry);
	cache->writes = cache_write(arena, cache->folder, name, bytes.s, bytes.n);
	cache->has_written |= cache->writes;
	buf_free(&bytes);
}

static void make_prefix(Cache *cache, Arena *arena, const Task *task, const char *path, Prefix *out)
{
	Inputs inputs = { 0 };
	Entry entry = { .state = STATE_IMPOSSIBLE };
	const char *aside = arena_printf(arena, "%s.%d", path, (int)getpid());
	if (run(cache->arena, task, aside, &inputs) && stamp_all(cache, arena, &inputs, &entry.stamps) && rename(aside, path) == 0) {
		entry.state = STATE_MADE;
		vec_push(arena, &entry.stamps, stamp_now(cache, &(Input){ .path = path }));
	}
	unlink(aside);
	write_entry(cache, arena, out->name, entry);
	if (entry.state != STATE_MADE || !cache->writes)
		return;
	out->path = path;
	out->inputs = inputs;
}

/* --- using ------------------------------------------------------------------------------------ */

static void find_prefix(Cache *cache, Arena *arena, const Task *task, Prefix *out)
{
	size_t size;
	Entry entry = { .state = STATE_WANTED };
	const char *bytes = cache_read(arena, cache->folder, out->name, &size);
	const char *path = arena_printf(cache->arena, "%s" CACHE_SIBLING, cache_entry_path(arena, cache->folder, out->name));
	Archive a = { .at = bytes, .end = bytes ? bytes + size : NULL, .arena = cache->arena, .failed = !bytes };
	if (bytes)
		archive_entry(&a, &entry);
	if (!archive_ended(&a))
		write_entry(cache, arena, out->name, (Entry){ .state = STATE_WANTED });
	else if (entry.state == STATE_WANTED || (entry.state == STATE_MADE && !stamps_hold(cache, &entry.stamps)))
		make_prefix(cache, arena, task, path, out);
	else if (entry.state == STATE_MADE)
		out->path = path;
	for (int i = 0; out->path && !out->inputs.n && i + 1 < entry.stamps.n; i++)
		vec_push(cache->arena, &out->inputs, entry.stamps.at[i].input);
}

static Prefix *asked_before(Cache *cache, Hash name)
{
	for (int i = 0; i < cache->prefixes.n; i++)
		if (hash_same(cache->prefixes.at[i].name, name))
			return &cache->prefixes.at[i];
	return NULL;
}

static Prefix *prefix_of(Cache *cache, const Task *task)
{
	const Hash name = name_of_prefix(task);
	Prefix *prefix = asked_before(cache, name);
	if (prefix)
		return prefix;
	vec_push(cache->arena, &cache->prefixes, ((Prefix){ .name = name }));
	return &cache->prefixes.at[cache->prefixes.n - 1];
}

const char *cache_prefix(Cache *cache, const Task *task, const Inputs **inputs)
{
	Arena *arena = arena_new();
	const ParseOptions parse = parse_options(task);
	Prefix *prefix = cache->writes && frontend_has_prefix(arena, &parse) ? prefix_of(cache, task) : NULL;
	if (prefix && !prefix->path && prefix->asked++ < 2)
		find_prefix(cache, arena, task, prefix);
	arena_free(arena);
	if (!prefix || !prefix->path)
		return NULL;
	*inputs = arena_dup(cache->arena, &prefix->inputs, sizeof prefix->inputs);
	return prefix->path;
}
