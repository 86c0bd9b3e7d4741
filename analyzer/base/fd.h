/* Writing to a descriptor: a file, a pipe. */
#ifndef SMEMLINT_BASE_FD_H
#define SMEMLINT_BASE_FD_H

#include <stddef.h>

/* All of it, however many calls and signals that takes.  0, or errno. */
int fd_write(int fd, const char *bytes, size_t n);

#endif
