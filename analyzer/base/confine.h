/* Takes from a process what a program that nobody has read must not have: the network, and writing to files outside one folder.
 *
 * Linux' Landlock refuses opening for writing, making, renaming and removing files, and, where the kernel is new enough, signals to
 * other programs; a filter of system calls (seccomp) refuses sockets, also those of this machine.  No rights are needed, and
 * what the process starts is confined, too.  Reading stays. */
#ifndef SMEMLINT_BASE_CONFINE_H
#define SMEMLINT_BASE_CONFINE_H

/* NULL, or why processes cannot be confined here. */
const char *confine_obstacle(void);

/* Confines this process for good; it may write below `folder` (NULL: nowhere) and to /dev/null.  0, or errno.  Can be called between fork() and
 * exec(). */
int confine(const char *folder);

#endif
