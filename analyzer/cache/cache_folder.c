#include "base/paths.h"
#include "cache/cache_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/vec.h"

#define MAGIC "smemlint cache 1\n"

/* --- the folder ------------------------------------------------------------------------------- */

static bool is_folder(const char *path)
{
	struct stat st;
	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static bool make_folder(Arena *arena, const char *path)
{
	if (mkdir(path, 0700) == 0 || is_folder(path))
		return true;
	const char *slash = strrchr(path, '/');
	if (errno != ENOENT || !slash || slash == path)
		return false;
	return make_folder(arena, arena_strndup(arena, path, (size_t)(slash - path))) && (mkdir(path, 0700) == 0 || is_folder(path));
}

/* Backup programs skip folders with this file. */
static void write_cachedir_tag(Arena *arena, const char *folder)
{
	FILE *file = fopen(arena_printf(arena, "%s/CACHEDIR.TAG", folder), "wx");
	if (!file)
		return;
	fputs("Signature: 8a477f597d28d172789f06886806bc55\n# Results of smemlint; may be removed at any time.\n", file);
	fclose(file);
}

const char *cache_folder(Arena *arena, const char *given)
{
	const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME"), *folder = given;
	if (!folder && xdg && xdg[0] == '/')
		folder = arena_printf(arena, "%s/smemlint", xdg);
	else if (!folder && home && home[0] == '/')
		folder = arena_printf(arena, "%s/.cache/smemlint", home);
	if (!folder || !make_folder(arena, folder))
		return NULL;
	write_cachedir_tag(arena, folder);
	return folder;
}

const char *cache_entry_path(Arena *arena, const char *folder, Hash name)
{
	char text[HASH_TEXT];
	hash_print(name, text);
	return arena_printf(arena, "%s/%.2s/%s", folder, text, text + 2);
}

/* --- entries ---------------------------------------------------------------------------------- */

EntryHead entry_head(const char *bytes, size_t size)
{
	EntryHead head = { .magic = MAGIC, .size = size, .hash = hash_bytes(bytes, size) };
	return head;
}

/* Before the bytes are read: whether they are an entry's, and their number is possible. */
static bool is_head(const EntryHead *head)
{
	const EntryHead expected = { .magic = MAGIC };
	return memcmp(head->magic, expected.magic, sizeof head->magic) == 0 && head->size <= (uint64_t)CACHE_BYTES;
}

bool entry_is_whole(const EntryHead *head, const char *bytes, size_t size)
{
	return is_head(head) && head->size == size && hash_same(hash_bytes(bytes, size), head->hash);
}

/* The file time is the time of last use, to within CACHE_TIDY_HOURS. */
static void mark_used(FILE *file)
{
	struct stat st;
	if (fstat(fileno(file), &st) == 0 && time(NULL) - st.st_mtime > 3600 * CACHE_TIDY_HOURS)
		(void)futimens(fileno(file), NULL);
}

const char *cache_read(Arena *arena, const char *folder, Hash name, size_t *size)
{
	FILE *file = file_open(cache_entry_path(arena, folder, name));
	char *bytes = NULL;
	EntryHead head;
	if (file && fread(&head, sizeof head, 1, file) == 1 && is_head(&head)) {
		*size = (size_t)head.size;
		bytes = arena_alloc_raw(arena, *size + 1);
		if (fread(bytes, 1, *size + 1, file) != *size || !entry_is_whole(&head, bytes, *size))
			bytes = NULL;
		mark_used(file);
	}
	if (file)
		fclose(file);
	return bytes;
}

static bool write_entry(int fd, const char *bytes, size_t size)
{
	const EntryHead head = entry_head(bytes, size);
	FILE *file = fdopen(fd, "wb");
	if (!file) {
		close(fd);
		return false;
	}
	bool ok = fwrite(&head, sizeof head, 1, file) == 1 && fwrite(bytes, 1, size, file) == size;
	return fclose(file) == 0 && ok;
}

bool cache_write(Arena *arena, const char *folder, Hash name, const char *bytes, size_t size)
{
	const char *path = cache_entry_path(arena, folder, name);
	char *temporary = arena_printf(arena, "%s.XXXXXX", path);
	const char *subfolder = arena_strndup(arena, path, (size_t)(strrchr(path, '/') - path));
	int fd = make_folder(arena, subfolder) ? mkstemp(temporary) : -1;
	if (fd < 0)
		return false;
	bool ok = write_entry(fd, bytes, size) && rename(temporary, path) == 0;
	if (!ok)
		unlink(temporary);
	return ok;
}

/* --- tidying ---------------------------------------------------------------------------------- */

typedef struct CacheFile {
	const char *path;
	time_t time;
	int64_t size;
} CacheFile;

typedef VEC(CacheFile) CacheFiles;

#define DIGITS_AND_LETTERS "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

static bool has_two_digits(const char *name)
{
	return strlen(name) == 2 && strspn(name, "0123456789abcdef") == 2;
}

/* Whether cache_write() and CACHE_SIBLING make such names: the rest of a hash, alone or with an ending of ours.  What else is
 * in the folder is not the cache's. */
static bool is_ours(const char *name)
{
	const size_t n = HASH_TEXT - 1 - 2;
	if (strspn(name, "0123456789abcdef") != n)
		return false;
	const char *end = name + n;
	end += strncmp(end, CACHE_SIBLING, sizeof CACHE_SIBLING - 1) == 0 ? sizeof CACHE_SIBLING - 1 : 0;
	return !*end || (*end == '.' && strspn(end + 1, DIGITS_AND_LETTERS) == strlen(end + 1));
}

/* The file whose time decides: for CACHE_SIBLING its entry, if that exists. */
static const char *entry_of(Arena *arena, const char *path)
{
	const size_t n = strlen(path), sibling = sizeof CACHE_SIBLING - 1;
	const bool is = n > sibling && strcmp(path + n - sibling, CACHE_SIBLING) == 0;
	const char *entry = is ? arena_strndup(arena, path, n - sibling) : path;
	return access(entry, F_OK) == 0 ? entry : path;
}

static void list_subfolder(Arena *arena, const char *subfolder, CacheFiles *out)
{
	const int fd = open(subfolder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC); /* a link leads out of the folder */
	DIR *dir = fd >= 0 ? fdopendir(fd) : NULL;
	for (struct dirent *entry; dir && (entry = readdir(dir));) {
		struct stat st, age;
		if (!is_ours(entry->d_name))
			continue;
		const char *path = arena_printf(arena, "%s/%s", subfolder, entry->d_name);
		if (lstat(path, &st) == 0 && S_ISREG(st.st_mode) && stat(entry_of(arena, path), &age) == 0)
			vec_push(arena, out, ((CacheFile){ path, age.st_mtime, st.st_size }));
	}
	if (dir)
		closedir(dir);
}

static int newest_first(const void *a, const void *b)
{
	const CacheFile *x = a, *y = b;
	return (x->time < y->time) - (x->time > y->time);
}

static void remove_old_files(Arena *arena, const char *folder)
{
	CacheFiles all = { 0 };
	int64_t bytes = 0;
	DIR *dir = opendir(folder);
	for (struct dirent *entry; dir && (entry = readdir(dir));)
		if (has_two_digits(entry->d_name))
			list_subfolder(arena, arena_printf(arena, "%s/%s", folder, entry->d_name), &all);
	if (dir)
		closedir(dir);
	if (all.n)
		qsort(all.at, (size_t)all.n, sizeof *all.at, newest_first);
	for (int i = 0; i < all.n; i++) {
		bytes += all.at[i].size;
		if (bytes > CACHE_BYTES || time(NULL) - all.at[i].time > (time_t)86400 * CACHE_DAYS)
			unlink(all.at[i].path);
	}
}

void cache_tidy(Arena *arena, const char *folder)
{
	const char *mark = arena_printf(arena, "%s/tidied", folder);
	struct stat st;
	if (stat(mark, &st) == 0 && time(NULL) - st.st_mtime < 3600 * CACHE_TIDY_HOURS)
		return;
	int fd = open(mark, O_WRONLY | O_CREAT, 0600);
	if (fd < 0)
		return;
	(void)futimens(fd, NULL);
	close(fd);
	remove_old_files(arena, folder);
}
