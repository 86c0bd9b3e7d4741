/* Writing to a file descriptor. */
#ifndef SMEMLINT_BASE_FD_H
#define SMEMLINT_BASE_FD_H

#include <stddef.h>

/* Writes all bytes, despite partial writes and signals.  Returns 0 or errno. */
int fd_write(int fd, const char *bytes, size_t n);

#endif
