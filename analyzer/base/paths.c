#include "base/paths.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"

const char *path_without_dots(Arena *arena, const char *path)
{
	char *out = arena_alloc(arena, strlen(path) + 2);
	size_t n = 0;
	while (*path) {
		path += strspn(path, "/");
		size_t k = strcspn(path, "/");
		if (k == 2 && path[0] == '.' && path[1] == '.') {
			while (n > 0 && out[--n] != '/')
				;
		} else if (k > 0 && !(k == 1 && *path == '.')) {
			out[n++] = '/';
			memcpy(out + n, path, k);
			n += k;
		}
		path += k;
	}
	if (n == 0)
		out[n++] = '/';
	out[n] = 0;
	return out;
}

const char *path_from_root(Arena *arena, const char *path)
{
	char real[PATH_MAX];
	if (realpath(path, real))
		return arena_strdup(arena, real);
	if (path[0] != '/' && getcwd(real, sizeof real))
		path = arena_printf(arena, "%s/%s", real, path);
	return path[0] == '/' ? path_without_dots(arena, path) : arena_printf(arena, "/%s", path);
}

const char *path_parent(Arena *arena, const char *path)
{
	const char *slash = strrchr(path, '/');
	return !slash || slash == path ? "/" : arena_strndup(arena, path, (size_t)(slash - path));
}

const char *path_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

bool path_ends_with(const char *name, const char *ending)
{
	size_t n = strlen(name), m = strlen(ending);
	return n > m && strcmp(name + n - m, ending) == 0;
}

bool path_is_header(const char *path)
{
	static const char *const endings[] = { ".cuh", ".h", ".hpp", ".inl", ".inc" };
	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
		if (path_ends_with(path, endings[i]))
			return true;
	return false;
}

bool path_is_below(const char *folder, const char *path)
{
	const size_t n = strlen(folder);
	return n <= 1 || (strncmp(path, folder, n) == 0 && (path[n] == '/' || !path[n]));
}

const char *path_seen_from(Arena *arena, const char *folder, const char *path)
{
	size_t same = 0, at = 0;
	for (; folder[at] && folder[at] == path[at]; at++)
		same = folder[at] == '/' ? at + 1 : same;
	if (!folder[at] && path[at] == '/')
		return path + at + 1;
	if (!folder[at] && !path[at])
		return ".";
	if (!path[at] && folder[at] == '/')
		same = at + 1;
	Buf out = { 0 };
	const char *left = folder + (same <= strlen(folder) ? same : strlen(folder));
	for (; *left; left += strcspn(left, "/"), left += *left == '/')
		buf_puts(&out, "../");
	buf_puts(&out, same <= strlen(path) ? path + same : "");
	if (out.n > 1 && out.s[out.n - 1] == '/')
		out.s[out.n - 1] = 0;
	const char *seen = arena_strdup(arena, out.n ? out.s : ".");
	buf_free(&out);
	return seen;
}

const char *path_as_argument(Arena *arena, const char *name)
{
	return name[0] == '-' && name[1] ? arena_printf(arena, "./%s", name) : name;
}

static int read_all(FILE *in, Buf *out)
{
	char part[16384];
	for (size_t n; out->n <= FILE_BYTES && (n = fread(part, 1, sizeof part, in)) > 0;)
		buf_add(out, part, n);
	if (out->n > FILE_BYTES)
		return EFBIG;
	return ferror(in) ? errno ? errno : EIO : 0;
}

const char *path_shown(Arena *arena, const char *path)
{
	Buf text = { 0 };
	buf_add_shown(&text, path);
	const char *shown = text.n == strlen(path) ? path : arena_strndup(arena, text.s, text.n);
	buf_free(&text);
	return shown;
}

FILE *file_open(const char *path)
{
	struct stat st;
	const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0)
		return NULL;
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode))
		return fdopen(fd, "rb");
	close(fd);
	errno = S_ISDIR(st.st_mode) ? EISDIR : ENOTSUP;
	return NULL;
}

const char *file_error(void)
{
	return errno == EISDIR ? "this is a directory" : errno == ENOTSUP ? "not a regular file" : strerror(errno);
}

/* Closes `in`. */
static const char *bytes_of(Arena *arena, FILE *in, size_t *size)
{
	Buf text = { 0 };
	const int failed = read_all(in, &text);
	if (in != stdin)
		fclose(in);
	char *bytes = arena_alloc_raw(arena, text.n + 1);
	if (text.n)
		memcpy(bytes, text.s, text.n);
	bytes[text.n] = 0;
	*size = text.n;
	buf_free(&text);
	errno = failed;
	return failed ? NULL : bytes;
}

const char *file_bytes(Arena *arena, const char *path, size_t *size)
{
	FILE *in = file_open(path);
	return in ? bytes_of(arena, in, size) : NULL;
}

const char *input_bytes(Arena *arena, const char *path, size_t *size)
{
	FILE *in = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
	return in ? bytes_of(arena, in, size) : NULL;
}
