#include "base/replace_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool still_holds(const char *path, const char *old, size_t size)
{
	char part[4096];
	size_t at = 0, got;
	FILE *in = fopen(path, "rb");
	if (!in)
		return false;
	while ((got = fread(part, 1, sizeof part, in)) > 0 && got <= size - at && memcmp(part, old + at, got) == 0)
		at += got;
	bool same = got == 0 && at == size && !ferror(in);
	fclose(in);
	return same;
}

/* 0, or errno. */
static int write_whole(int fd, const char *text, size_t size)
{
	for (size_t at = 0; at < size;) {
		ssize_t n = write(fd, text + at, size - at);
		if (n < 0 && errno != EINTR)
			return errno;
		at += n > 0 ? (size_t)n : 0;
	}
	return fsync(fd) == 0 ? 0 : errno;
}

static int write_beside(const char *path, const struct stat *st, const char *text, size_t size)
{
	char name[PATH_MAX + 16];
	snprintf(name, sizeof name, "%s.XXXXXX", path);
	int fd = mkstemp(name);
	if (fd < 0)
		return errno;
	/* Of another owner's file the copy may not be given away: that is no reason to leave it. */
	if (fchown(fd, st->st_uid, st->st_gid) != 0)
		errno = 0;
	int failed = fchmod(fd, st->st_mode & 07777) == 0 ? write_whole(fd, text, size) : errno;
	if (close(fd) != 0 && !failed)
		failed = errno;
	if (!failed && rename(name, path) != 0)
		failed = errno;
	if (failed)
		unlink(name);
	return failed;
}

static const char *look(const char *path, const char *old, size_t old_size, char real[PATH_MAX], struct stat *st)
{
	if (!realpath(path, real) || stat(real, st) != 0)
		return strerror(errno);
	/* The superuser may write where the mode says no; the mode is meant all the same. */
	if (!(st->st_mode & 0222) || access(real, W_OK) != 0)
		return "the file is read-only";
	return still_holds(real, old, old_size) ? NULL : "the file has changed since it was read";
}

const char *replace_file_problem(const char *path, const char *old, size_t old_size)
{
	char real[PATH_MAX];
	struct stat st;
	return look(path, old, old_size, real, &st);
}

const char *replace_file(const char *path, const char *old, size_t old_size, const char *text, size_t size)
{
	char real[PATH_MAX];
	struct stat st;
	const char *problem = look(path, old, old_size, real, &st);
	if (problem)
		return problem;
	int failed = write_beside(real, &st, text, size);
	return failed ? strerror(failed) : NULL;
}
