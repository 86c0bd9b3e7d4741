#include "cache/cache_impl.h"

#include <string.h>
#include <sys/stat.h>
#include <time.h>

static int64_t nanoseconds(struct timespec t)
{
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
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

/* Missing files are inputs too, and count as unchanged while they are missing; so do devices and pipes. */
static Stamp stat_input(const Input *input)
{
	struct stat st;
	Stamp stamp = { .input = *input, .size = -1 };
	if (stat(input->path, &st) != 0 || (!input->is_folder && !S_ISREG(st.st_mode)))
		return stamp;
	stamp.size = input->is_folder ? 0 : (int64_t)st.st_size;
	if (!input->is_folder) {
		stamp.time = nanoseconds(st.st_mtim);
		stamp.changed = nanoseconds(st.st_ctim);
		stamp.file = (int64_t)((uint64_t)st.st_ino * 0x9e3779b97f4a7c15u ^ (uint64_t)st.st_dev);
	}
	return stamp;
}

static void hash_input(Stamp *stamp)
{
	if (stamp->input.is_folder)
		stamp->hash = hash_folder(stamp->input.path);
	else if (stamp->size >= 0 && !hash_file(stamp->input.path, &stamp->hash))
		stamp->size = -1;
}

/* The file's slot in the hash table, with its stamp; NULL: the table is full. */
static KnownInput *known_input(Cache *cache, const Input *input)
{
	size_t at = hash_short(input->path, strlen(input->path)) % N_KNOWN;
	for (; cache->known[at].stamp.input.path; at = (at + 1) % N_KNOWN) {
		const Input *known = &cache->known[at].stamp.input;
		if (strcmp(known->path, input->path) == 0 && known->is_folder == input->is_folder)
			return &cache->known[at];
	}
	if (cache->n_known == N_KNOWN / 2)
		return NULL;
	const Input plain = { .path = arena_strdup(cache->arena, input->path), .is_folder = input->is_folder };
	cache->known[at].stamp = stat_input(&plain);
	cache->n_known++;
	return &cache->known[at];
}

Stamp stamp_now(Cache *cache, const Input *input)
{
	KnownInput *known = known_input(cache, input);
	if (known && known->is_hashed)
		return known->stamp;
	Stamp stamp = stat_input(known ? &known->stamp.input : input); /* it may have changed since, and what is hashed is of now */
	hash_input(&stamp);
	if (known) {
		known->stamp = stamp;
		known->is_hashed = true;
	}
	return stamp;
}

/* Without its hash, which may not be needed. */
static Stamp stamp_plain(Cache *cache, const Input *input)
{
	const KnownInput *known = known_input(cache, input);
	Stamp stamp = known ? known->stamp : stat_input(input);
	stamp.input = *input;
	return stamp;
}

static int mentions_now(Cache *cache, const Input *input)
{
	KnownInput *known = known_input(cache, input);
	if (known && !known->names.is_read)
		known->names = callers_names(cache->arena, known->stamp.input.path);
	return callers_mentions(input->path, input->words, known ? &known->names : NULL);
}

/* The size and the time of a modification may be those of other content: `touch -d` sets the time. */
static bool is_untouched(const Stamp *a, const Stamp *b)
{
	return a->size == b->size && a->time == b->time && a->changed == b->changed && a->file == b->file;
}

bool stamp_holds(Cache *cache, const Stamp *then)
{
	const Stamp now = stamp_plain(cache, &then->input);
	if (then->input.words)
		return is_untouched(&now, then) || mentions_now(cache, &then->input) == then->input.mentions;
	if (now.size != then->size)
		return false;
	if (!then->input.is_folder && is_untouched(&now, then))
		return true;
	return hash_same(stamp_now(cache, &then->input).hash, then->hash);
}

Hash stamp_content(Cache *cache, const Input *input)
{
	if (input->words)
		return (Hash){ (uint64_t)mentions_now(cache, input), 1 };
	const Stamp now = stamp_now(cache, input);
	return now.size < 0 ? (Hash){ 0, 2 } : now.hash;
}

bool stamps_hold(Cache *cache, const Stamps *stamps)
{
	for (int i = 0; i < stamps->n; i++)
		if (!stamp_holds(cache, &stamps->at[i]))
			return false;
	return true;
}

bool stamp_all(Cache *cache, Arena *arena, const Inputs *inputs, Stamps *out)
{
	for (int i = 0; i < inputs->n; i++) {
		const Input *input = &inputs->at[i];
		const Stamp stamp = input->words ? stamp_plain(cache, input) : stamp_now(cache, input);
		if (input->words && mentions_now(cache, input) != input->mentions)
			return false;
		if (stamp.time >= cache->start || stamp.changed >= cache->start + CLOCK_STEP / 2)
			return false;
		vec_push(arena, out, stamp);
	}
	return true;
}

void archive_hash(Archive *a, Hash *hash)
{
	int64_t low = (int64_t)hash->low, high = (int64_t)hash->high;
	archive_i64(a, &low);
	archive_i64(a, &high);
	*hash = (Hash){ (uint64_t)low, (uint64_t)high };
}

void archive_stamp(Archive *a, Stamp *stamp)
{
	archive_input(a, &stamp->input);
	archive_i64(a, &stamp->size);
	archive_i64(a, &stamp->time);
	archive_i64(a, &stamp->changed);
	archive_i64(a, &stamp->file);
	archive_hash(a, &stamp->hash);
}
