/* Preloaded into the program by tests/integration/faults.py: makes the n-th of its calls of some kind fail, so that each step of a
 * run can be seen to fail.
 *
 *   FAULT_CALLS  names of functions below, or "memory" or "files" for all of a kind
 *   FAULT_AT     number of the call that fails, from 1; 0: none
 *   FAULT_ON     the calls after it fail, too, as on a full disk
 *   FAULT_ERRNO  what files fail with
 *   FAULT_COUNT  a file of 8 bytes: the number of calls so far, of all processes of the run
 *
 * Only calls of the program's own code and of small libraries count: libclang's are thousands that all end alike.  Whether a file is
 * there is not asked in vain: what is not there is no failure. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))
enum { MOST_RANGES = 16, LOST = 0x20 /* glibc's flag of a stream that an error has happened to */ };

static struct {
	_Atomic int64_t *count;
	int64_t at;
	int error, n_foreign, goes_on;
	const char *calls;
	struct {
		uintptr_t begin, end;
	} foreign[MOST_RANGES];
} the;

/* --- which calls ---------------------------------------------------------------------------------- */

static int note_foreign(struct dl_phdr_info *info, size_t size, void *unused)
{
	static const char *const names[] = { "libclang", "libLLVM", "libstdc++", "ld-linux", "libasan", "libubsan" };
	(void)size;
	(void)unused;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strstr(info->dlpi_name, names[i]))
			for (int k = 0; k < info->dlpi_phnum && the.n_foreign < MOST_RANGES; k++)
				if (info->dlpi_phdr[k].p_type == PT_LOAD && (info->dlpi_phdr[k].p_flags & PF_X)) {
					the.foreign[the.n_foreign].begin = info->dlpi_addr + info->dlpi_phdr[k].p_vaddr;
					the.foreign[the.n_foreign].end = the.foreign[the.n_foreign].begin + info->dlpi_phdr[k].p_memsz;
					the.n_foreign++;
				}
	return 0;
}

__attribute__((constructor)) static void start(void)
{
	const char *at = getenv("FAULT_AT"), *error = getenv("FAULT_ERRNO"), *count = getenv("FAULT_COUNT");
	const int fd = count ? open(count, O_RDWR | O_CLOEXEC) : -1;
	if (fd < 0)
		return;
	void *page = mmap(NULL, sizeof *the.count, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	close(fd);
	the.at = at ? atoll(at) : 0;
	the.error = error ? atoi(error) : ENOSPC;
	the.goes_on = getenv("FAULT_ON") != NULL;
	the.calls = getenv("FAULT_CALLS");
	dl_iterate_phdr(note_foreign, NULL);
	the.count = page != MAP_FAILED && the.calls ? page : NULL;
}

static int is_named(const char *name)
{
	const size_t n = strlen(name);
	for (const char *at = strstr(the.calls, name); at; at = strstr(at + 1, name))
		if ((at == the.calls || at[-1] == ',') && (!at[n] || at[n] == ','))
			return 1;
	return 0;
}

/* Whether this call is to fail. */
static int fails(const char *name, const char *kind, const void *caller)
{
	const uintptr_t from = (uintptr_t)caller;
	if (!the.count || (!is_named(name) && !is_named(kind)))
		return 0;
	for (int i = 0; i < the.n_foreign; i++)
		if (from >= the.foreign[i].begin && from < the.foreign[i].end)
			return 0;
	const int64_t number = atomic_fetch_add(the.count, 1) + 1;
	if (!the.at || (the.goes_on ? number < the.at : number != the.at))
		return 0;
	errno = strcmp(kind, "memory") == 0 ? ENOMEM : the.error;
	return 1;
}

/* --- the functions -------------------------------------------------------------------------------- */

#define FAILS(name, kind) fails(#name, kind, __builtin_return_address(0))

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

#define REPLACE(kind, type, name, failed, parameters, arguments) \
	EXPORT type name parameters; \
	EXPORT type name parameters \
	{ \
		static __typeof__(&name) next; \
		if (FAILS(name, kind)) \
			return failed; \
		next = next ? next : NEXT(name); \
		return next arguments; \
	}

/* dlsym() itself may want memory. */
static char early[4096];
static size_t early_used;

EXPORT void *calloc(size_t n, size_t size)
{
	static void *(*next)(size_t, size_t);
	static int is_looking;
	if (is_looking) {
		void *at = early + early_used;
		early_used += (n * size + 15) & ~(size_t)15;
		return early_used <= sizeof early ? at : NULL;
	}
	if (FAILS(calloc, "memory"))
		return NULL;
	if (!next) {
		is_looking = 1;
		next = (void *(*)(size_t, size_t))dlsym(RTLD_NEXT, "calloc");
		is_looking = 0;
	}
	return next(n, size);
}

REPLACE("memory", void *, malloc, NULL, (size_t n), (n))
REPLACE("memory", void *, realloc, NULL, (void *at, size_t n), (at, n))
REPLACE("memory", char *, strdup, NULL, (const char *s), (s))

REPLACE("files", FILE *, fopen, NULL, (const char *path, const char *mode), (path, mode))
REPLACE("files", FILE *, fdopen, NULL, (int fd, const char *mode), (fd, mode))
REPLACE("files", int, mkstemp, -1, (char *name), (name))
REPLACE("files", ssize_t, read, -1, (int fd, void *at, size_t n), (fd, at, n))
REPLACE("files", ssize_t, write, -1, (int fd, const void *at, size_t n), (fd, at, n))
REPLACE("files", int, fsync, -1, (int fd), (fd))
REPLACE("files", int, fchmod, -1, (int fd, mode_t mode), (fd, mode))
REPLACE("files", int, linkat, -1, (int a, const char *from, int b, const char *to, int flags), (a, from, b, to, flags))
REPLACE("files", int, rename, -1, (const char *from, const char *to), (from, to))
REPLACE("files", int, mkdir, -1, (const char *path, mode_t mode), (path, mode))
REPLACE("files", int, pipe, -1, (int ends[2]), (ends))
REPLACE("files", pid_t, fork, -1, (void), ())
REPLACE("files", char *, getcwd, NULL, (char *at, size_t n), (at, n))

EXPORT int open(const char *path, int flags, ...)
{
	static int (*next)(const char *, int, ...);
	va_list list;
	va_start(list, flags);
	const mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0;
	va_end(list);
	if (FAILS(open, "files"))
		return -1;
	next = next ? next : NEXT(open);
	return next(path, flags, mode);
}

EXPORT size_t fread(void *restrict at, size_t size, size_t n, FILE *restrict file)
{
	static __typeof__(&fread) next;
	next = next ? next : NEXT(fread);
	if (!FAILS(fread, "files"))
		return next(at, size, n, file);
	file->_flags |= LOST;
	return 0;
}

EXPORT size_t fwrite(const void *restrict at, size_t size, size_t n, FILE *restrict file)
{
	static __typeof__(&fwrite) next;
	next = next ? next : NEXT(fwrite);
	if (file == stderr || !FAILS(fwrite, "files"))
		return next(at, size, n, file);
	file->_flags |= LOST;
	return 0;
}

EXPORT int fflush(FILE *file)
{
	static __typeof__(&fflush) next;
	next = next ? next : NEXT(fflush);
	if (!file || file == stderr || !FAILS(fflush, "files"))
		return next(file);
	file->_flags |= LOST;
	return EOF;
}

EXPORT int fclose(FILE *file)
{
	static __typeof__(&fclose) next;
	next = next ? next : NEXT(fclose);
	const int failed = FAILS(fclose, "files"), error = errno, status = next(file);
	if (!failed)
		return status;
	errno = error;
	return EOF;
}
