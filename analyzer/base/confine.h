/* Takes from a process what a program that nobody has read must not have: the network, and writing to files outside one folder.
 *
 * Linux' Landlock refuses opening for writing, making, renaming and removing files, and, where the kernel is new enough, signals to
 * other programs; a filter of system calls (seccomp) refuses sockets.  No rights are needed, and what the process starts is
 * confined, too.  Reading stays. */
#ifndef SMEMLINT_BASE_CONFINE_H
#define SMEMLINT_BASE_CONFINE_H

typedef enum Confinement {
	CONFINE_WHOLLY,  /* no sockets, not even those of this machine */
	CONFINE_WITH_GPU, /* as the GPU's driver and a profiler need it: what is in /dev and /proc can be written to, sockets of files are there,
	                   * and internet sockets: in a namespace whose whole network is its own loopback */
} Confinement;

/* NULL, or why processes cannot be confined so here. */
const char *confine_obstacle(Confinement how);

/* For the message of a program that failed so. */
#define CONFINED_WORDS " (without a network, and with no files to write to but in $TMPDIR: --unconfined)"

/* Confines this process for good; it may write below `folder` (NULL: nowhere) and to /dev/null.  0, or errno.  Can be called between fork() and
 * exec(). */
int confine(const char *folder, Confinement how);

#endif
