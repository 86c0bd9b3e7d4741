#include "base/fd.h"

#include <errno.h>
#include <unistd.h>

int fd_write(int fd, const char *bytes, size_t n)
{
	for (size_t at = 0; at < n;) {
		const ssize_t written = write(fd, bytes + at, n - at);
		if (written < 0 && errno != EINTR)
			return errno;
		at += written > 0 ? (size_t)written : 0;
	}
	return 0;
}
