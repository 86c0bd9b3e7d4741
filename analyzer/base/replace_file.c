#include "base/paths.h"
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

#include "base/fd.h"

static bool is_unchanged(const char *path, const char *old, size_t size)
{
	char part[4096];
	size_t at = 0, got;
	FILE *in = file_open(path);
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
	const int failed = fd_write(fd, text, size);
	return failed ? failed : fsync(fd) == 0 ? 0 : errno;
}

/* The new content, in a file that has no name yet, so that nothing is left if this process is killed; where the file system
 * cannot do that, in one with a name.  -1: errno is set. */
static int open_temporary(const char *path, char name[PATH_MAX + 16], bool *is_named)
{
	int fd = -1;
	snprintf(name, PATH_MAX + 16, "%s.XXXXXX", path);
#ifdef O_TMPFILE
	char folder[PATH_MAX];
	snprintf(folder, sizeof folder, "%s", path);
	char *slash = strrchr(folder, '/');
	if (slash)
		slash[slash == folder] = 0;
	fd = open(slash ? folder : ".", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
#endif
	*is_named = fd < 0;
	return fd >= 0 ? fd : mkstemp(name);
}

/* Gives the file a name, for a moment.  It is always the same, so that one that is left by a process that was killed in that moment
 * goes with the next write. */
static int give_name(int fd, const char *path, char name[PATH_MAX + 16])
{
	char from[64];
	int failed = EEXIST;
	snprintf(from, sizeof from, "/proc/self/fd/%d", fd);
	snprintf(name, PATH_MAX + 16, "%s.smemlint-new", path);
	for (int i = 0; i < 2 && failed == EEXIST; i++) {
		failed = linkat(AT_FDCWD, from, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0 ? 0 : errno;
		if (failed == EEXIST && unlink(name) != 0)
			break;
	}
	return failed;
}

static int write_temporary(const char *path, const struct stat *st, const char *text, size_t size)
{
	char name[PATH_MAX + 16];
	bool is_named;
	int fd = open_temporary(path, name, &is_named);
	if (fd < 0)
		return errno;
	/* The owner of another user's file cannot be kept, which is not an error. */
	if (fchown(fd, st->st_uid, st->st_gid) != 0)
		errno = 0;
	int failed = fchmod(fd, st->st_mode & 07777) == 0 ? write_whole(fd, text, size) : errno;
	if (!failed && !is_named) {
		failed = give_name(fd, path, name);
		is_named = !failed;
	}
	if (close(fd) != 0 && !failed)
		failed = errno;
	if (!failed && rename(name, path) != 0)
		failed = errno;
	if (failed && is_named)
		unlink(name);
	return failed;
}

static const char *check(const char *path, const char *old, size_t old_size, char real[PATH_MAX], struct stat *st)
{
	if (!realpath(path, real) || stat(real, st) != 0)
		return strerror(errno);
	/* access() ignores the mode for the superuser. */
	if (!(st->st_mode & 0222) || access(real, W_OK) != 0)
		return "the file is read-only";
	if (st->st_nlink > 1)
		return "the file has other names (hard links), which would keep the old text";
	return is_unchanged(real, old, old_size) ? NULL : "the file has changed since it was read";
}

const char *replace_file_problem(const char *path, const char *old, size_t old_size)
{
	char real[PATH_MAX];
	struct stat st;
	return check(path, old, old_size, real, &st);
}

const char *replace_file(const char *path, const char *old, size_t old_size, const char *text, size_t size)
{
	char real[PATH_MAX];
	struct stat st;
	const char *problem = check(path, old, old_size, real, &st);
	if (problem)
		return problem;
	int failed = write_temporary(real, &st, text, size);
	return failed ? strerror(failed) : NULL;
}

/* --- a file that need not exist --------------------------------------------------------------------- */

/* The file to write: the target of a symbolic link, else `path` itself. */
static void find_target(const char *path, char real[PATH_MAX])
{
	if (!realpath(path, real))
		snprintf(real, PATH_MAX, "%s", path);
}

static const char *folder_problem(const char *path)
{
	char folder[PATH_MAX];
	struct stat st;
	snprintf(folder, sizeof folder, "%s", path);
	char *slash = strrchr(folder, '/');
	if (slash)
		slash[slash == folder] = 0;
	const char *name = slash ? folder : ".";
	if (stat(name, &st) != 0 || access(name, W_OK | X_OK) != 0)
		return strerror(errno);
	return S_ISDIR(st.st_mode) ? NULL : strerror(ENOTDIR);
}

const char *write_file_problem(const char *path)
{
	char real[PATH_MAX];
	struct stat st;
	if (!*path)
		return "the file name is empty";
	if (strlen(path) >= PATH_MAX - 1)
		return strerror(ENAMETOOLONG);
	find_target(path, real);
	if (stat(real, &st) != 0)
		return folder_problem(real);
	if (S_ISDIR(st.st_mode))
		return strerror(EISDIR);
	if (!(st.st_mode & 0222) || access(real, W_OK) != 0)
		return "the file is read-only";
	return S_ISREG(st.st_mode) ? folder_problem(real) : NULL;
}

static int write_to(const char *path, const char *text, size_t size)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return errno;
	int failed = 0;
	for (size_t at = 0; at < size && !failed;) {
		ssize_t n = write(fd, text + at, size - at);
		failed = n < 0 && errno != EINTR ? errno : 0;
		at += n > 0 ? (size_t)n : 0;
	}
	return close(fd) != 0 && !failed ? errno : failed;
}

const char *write_file(const char *path, const char *text, size_t size)
{
	char real[PATH_MAX];
	struct stat st;
	const char *problem = write_file_problem(path);
	if (problem)
		return problem;
	find_target(path, real);
	bool exists = stat(real, &st) == 0;
	if (!exists) {
		mode_t mask = umask(0);
		umask(mask);
		st = (struct stat){ .st_mode = 0666 & ~mask, .st_uid = geteuid(), .st_gid = getegid() };
	}
	int failed = exists && !S_ISREG(st.st_mode) ? write_to(real, text, size) : write_temporary(real, &st, text, size);
	return failed ? strerror(failed) : NULL;
}
