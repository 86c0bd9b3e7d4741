#include "cache.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/archive.h"
#include "base/hash.h"
#include "base/heap.h"
#include "cache_folder.h"
#include "folder.h"
#include "frontend/command.h"
#include "frontend/frontend.h"

/* What an input was when it was read. */
typedef struct Stamp {
	Input input;
	int64_t size, time; /* nanoseconds */
	Hash hash;
} Stamp;

typedef VEC(Stamp) Stamps;

enum { N_KNOWN = 1 << 14, ANALYZE_OPTIONS_SIZE = 200 };

struct Cache {
	Arena *arena;
	const char *folder;
	const Options *options;
	int64_t start;          /* when this run began, nanoseconds */
	bool writes, has_written;
	/* Files that this run has hashed: headers are many files' inputs. */
	Stamp known[N_KNOWN];
	int n_known;
};

/* --- opening ---------------------------------------------------------------------------------- */

/* Clocks of files step in some milliseconds. */
enum { CLOCK_STEP = 20 * 1000 * 1000 };

static int64_t nanoseconds(struct timespec t)
{
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

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
	cache->start = nanoseconds(now) - CLOCK_STEP;
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

/* --- inputs ----------------------------------------------------------------------------------- */

static Hash hash_folder(const char *path)
{
	Arena *arena = arena_new();
	Buf text = { 0 };
	const Names names = folder_names(arena, path);
	for (int i = 0; i < names.n; i++)
		buf_add(&text, names.at[i], strlen(names.at[i]) + 1);
	const Hash hash = hash_bytes(text.s ? text.s : "", text.n);
	buf_free(&text);
	arena_free(arena);
	return hash;
}

/* What is not there is an input, too. */
static Stamp look(const Input *input)
{
	struct stat st;
	Stamp stamp = { .input = *input, .size = -1 };
	if (stat(input->path, &st) != 0)
		return stamp;
	stamp.size = input->is_folder ? 0 : (int64_t)st.st_size;
	stamp.time = input->is_folder ? 0 : nanoseconds(st.st_mtim);
	return stamp;
}

static void take_hash(Stamp *stamp)
{
	if (stamp->input.is_folder)
		stamp->hash = hash_folder(stamp->input.path);
	else if (stamp->size >= 0 && !hash_file(stamp->input.path, &stamp->hash))
		stamp->size = -1;
}

/* The place of a file among those that are known, or a free one; NULL: there is no more room. */
static Stamp *known_place(Cache *cache, const Input *input)
{
	size_t at = hash_short(input->path, strlen(input->path)) % N_KNOWN;
	for (; cache->known[at].input.path; at = (at + 1) % N_KNOWN)
		if (strcmp(cache->known[at].input.path, input->path) == 0 && cache->known[at].input.is_folder == input->is_folder)
			return &cache->known[at];
	return cache->n_known < N_KNOWN / 2 ? &cache->known[at] : NULL;
}

/* The input with its hash, which is taken once in a run. */
static Stamp stamp_now(Cache *cache, const Input *input)
{
	Stamp *known = known_place(cache, input);
	if (known && known->input.path)
		return *known;
	Stamp stamp = look(input);
	take_hash(&stamp);
	if (known) {
		*known = stamp;
		known->input.path = arena_strdup(cache->arena, input->path);
		cache->n_known++;
	}
	return stamp;
}

static bool is_as_it_was(Cache *cache, const Stamp *then)
{
	const Stamp now = look(&then->input);
	if (now.size != then->size)
		return false;
	if (!then->input.is_folder && now.time == then->time)
		return true;
	return hash_same(stamp_now(cache, &then->input).hash, then->hash);
}

/* --- names ------------------------------------------------------------------------------------ */

static void put_text(Archive *a, const char *text)
{
	archive_text(a, &text);
}

static void put_number(Archive *a, int64_t number)
{
	archive_i64(a, &number);
}

static void put_texts(Archive *a, const char *const *texts, int n)
{
	put_number(a, n);
	for (int i = 0; i < n; i++)
		put_text(a, texts[i]);
}

static void put_program(Archive *a)
{
	struct stat st = { 0 };
	(void)stat("/proc/self/exe", &st);
	put_text(a, SMEMLINT_VERSION);
	put_number(a, st.st_size);
	put_number(a, nanoseconds(st.st_mtim));
}

/* The driver asks for these by itself. */
static void put_environment(Archive *a, Arena *arena)
{
	static const char *const names[] = { "CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "SMEMLINT_CLANG_RESOURCE_DIR" };
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		put_text(a, getenv(names[i]));
	char *folder = getcwd(NULL, 0);
	put_text(a, arena_strdup(arena, folder));
	free(folder);
}

static void put_command(Archive *a, Arena *arena, const AnalyzeOptions *analyze)
{
	const ParseOptions parse = {
		.file = analyze->file, .flags = analyze->flags, .n_flags = analyze->n_flags, .directory = analyze->directory,
		.arch = analyze->arch, .cuda_path = analyze->cuda_path,
	};
	const Command *command = command_make(arena, &parse);
	put_texts(a, command->argv, command->n_argv);
	put_text(a, command->toolkit);
	put_text(a, command->resource_dir);
	put_text(a, frontend_version(arena));
}

static void put_assumptions(Archive *a, const AssumeOptions *assume)
{
	put_number(a, assume->n);
	for (int i = 0; i < assume->n; i++)
		put_text(a, assume->at[i].text);
}

static void put_others(Archive *a, const AnalyzeOptions *analyze)
{
	put_number(a, analyze->n_others);
	for (int i = 0; i < analyze->n_others; i++) {
		put_text(a, analyze->others[i].path);
		put_texts(a, analyze->others[i].flags, analyze->others[i].flags ? analyze->others[i].n_flags : 0);
		put_text(a, analyze->others[i].directory);
	}
}

static void put_blocks(Archive *a, const AnalyzeOptions *analyze)
{
	for (int d = 0; d < 3; d++)
		put_number(a, analyze->block[d]);
	put_number(a, analyze->n_named_blocks);
	for (int i = 0; i < analyze->n_named_blocks; i++) {
		put_text(a, analyze->named_blocks[i].pattern);
		for (int d = 0; d < 3; d++)
			put_number(a, analyze->named_blocks[i].block[d]);
	}
}

/* A new member may decide about the outcome: then it belongs into the name. */
_Static_assert(sizeof(void *) != 8 || sizeof(AnalyzeOptions) == ANALYZE_OPTIONS_SIZE, "name_of() knows all members of AnalyzeOptions");

static Hash name_of(const Cache *cache, const Task *task)
{
	Arena *arena = arena_new();
	Buf text = { 0 };
	Archive a = { .out = &text };
	const AnalyzeOptions *analyze = &task->analyze;
	put_program(&a);
	put_environment(&a, arena);
	put_number(&a, cache->options->command);
	put_text(&a, analyze->file);
	put_number(&a, task->is_named);
	put_command(&a, arena, analyze);
	put_number(&a, analyze->facts_only);
	put_blocks(&a, analyze);
	put_assumptions(&a, &analyze->assume);
	put_others(&a, analyze);
	const Hash name = hash_bytes(text.s, text.n);
	buf_free(&text);
	arena_free(arena);
	return name;
}

/* --- finding and keeping ---------------------------------------------------------------------- */

/* What is asked for can be told by an entry's name alone, and is all in the outcome. */
static bool is_for(const Cache *cache, const Task *task)
{
	const Options *options = cache->options;
	return !task->analyze.text && !task->analyze.held && !options->codegen && !options->dump_ir && !fixing_wanted(options);
}

static void archive_stamp(Archive *a, Stamp *stamp)
{
	int64_t low = (int64_t)stamp->hash.low, high = (int64_t)stamp->hash.high;
	archive_text(a, &stamp->input.path);
	archive_bool(a, &stamp->input.is_folder);
	archive_i64(a, &stamp->size);
	archive_i64(a, &stamp->time);
	archive_i64(a, &low);
	archive_i64(a, &high);
	stamp->hash = (Hash){ (uint64_t)low, (uint64_t)high };
	a->failed |= !stamp->input.path;
}

bool cache_find(Cache *cache, Arena *arena, const Task *task, Outcome *out)
{
	size_t size;
	Stamps stamps = { 0 };
	const char *bytes = is_for(cache, task) ? cache_read(arena, cache->folder, name_of(cache, task), &size) : NULL;
	if (!bytes)
		return false;
	Archive a = { .at = bytes, .end = bytes + size, .arena = arena };
	archive_vec(&a, &stamps, archive_stamp);
	for (int i = 0; i < stamps.n && !a.failed; i++)
		if (!is_as_it_was(cache, &stamps.at[i]))
			return false;
	Outcome found = { .report = NULL };
	archive_outcome(&a, &found);
	if (!archive_ended(&a) || !found.report)
		return false;
	*out = found;
	out->stats.cached = 1;
	return true;
}

/* A file that changed while it was read, or may have, is none to build on. */
static bool stamp_all(Cache *cache, Arena *arena, const Inputs *inputs, Stamps *out)
{
	for (int i = 0; i < inputs->n; i++) {
		const Stamp stamp = stamp_now(cache, &inputs->at[i]);
		if (stamp.time >= cache->start)
			return false;
		vec_push(arena, out, stamp);
	}
	return true;
}

void cache_keep(Cache *cache, const Task *task, const Outcome *outcome)
{
	const bool holds = outcome->report && !outcome->report->incomplete && outcome->status == EXIT_CLEAN && !outcome->once.n;
	if (!cache->writes || !holds || !is_for(cache, task))
		return;
	Arena *arena = arena_new();
	Stamps stamps = { 0 };
	Buf bytes = { 0 };
	Archive a = { .out = &bytes };
	Outcome kept = *outcome;
	kept.stats.parse_ms = kept.stats.worker_ms = 0;
	kept.inputs = (Inputs){ 0 };
	if (stamp_all(cache, arena, &outcome->inputs, &stamps)) {
		archive_vec(&a, &stamps, archive_stamp);
		archive_outcome(&a, &kept);
		cache->writes = cache_write(arena, cache->folder, name_of(cache, task), bytes.s, bytes.n);
		cache->has_written |= cache->writes;
	}
	buf_free(&bytes);
	arena_free(arena);
}
