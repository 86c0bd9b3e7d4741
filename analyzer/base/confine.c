#include "base/confine.h"

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__)) && __has_include(<linux/landlock.h>)

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* --- files ---------------------------------------------------------------------------------------- */

/* landlock(7).  The first version has all rights up to MAKE_SYM; then came REFER, 3: TRUNCATE, and 6: signals. */
enum { WITH_REFER = 2, WITH_TRUNCATE = 3, WITH_SIGNALS = 6 };
static const uint64_t WRITE = LANDLOCK_ACCESS_FS_WRITE_FILE, REFER = UINT64_C(1) << 13, TRUNCATE = UINT64_C(1) << 14,
		      SIGNALS = UINT64_C(1) << 1;
static const uint64_t CHANGES = LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR |
				LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK |
				LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM;

/* As in newer headers; an older kernel takes it, if what it does not know is 0. */
typedef struct Ruleset {
	uint64_t files, net, scoped;
} Ruleset;

static long version(void)
{
	return syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

static bool allow(int rules, const char *path, uint64_t what)
{
	struct landlock_path_beneath_attr below = { .allowed_access = what, .parent_fd = open(path, O_PATH | O_CLOEXEC) };
	const bool done = below.parent_fd >= 0 && syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &below, 0) == 0;
	if (below.parent_fd >= 0)
		close(below.parent_fd);
	return done;
}

static bool confine_files(const char *folder)
{
	const long known = version();
	const uint64_t to_file = WRITE | (known >= WITH_TRUNCATE ? TRUNCATE : 0);
	const Ruleset set = { .files = to_file | CHANGES | (known >= WITH_REFER ? REFER : 0),
			      .scoped = known >= WITH_SIGNALS ? SIGNALS : 0 };
	const int rules = (int)syscall(SYS_landlock_create_ruleset, &set, sizeof set, 0);
	const bool done = rules >= 0 && (!folder || allow(rules, folder, set.files)) && allow(rules, "/dev/null", to_file) &&
			  syscall(SYS_landlock_restrict_self, rules, 0) == 0;
	if (rules >= 0)
		close(rules);
	return done;
}

/* --- system calls --------------------------------------------------------------------------------- */

#ifdef __x86_64__
#define ARCH AUDIT_ARCH_X86_64
#else
#define ARCH AUDIT_ARCH_AARCH64
#endif
enum { FIRST_X32 = 0x40000000 }; /* numbers of another interface to the same calls */

#define FIELD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define REFUSE BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES)
#define REFUSE_CALL(number) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1), REFUSE

/* io_uring makes sockets without the system call.  Without SPEC_ALLOW older kernels slow the process down. */
static bool confine_calls(void)
{
	struct sock_filter steps[] = {
		FIELD(arch),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCH, 1, 0),
		REFUSE,
		FIELD(nr),
		BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, FIRST_X32, 0, 1),
		REFUSE,
		REFUSE_CALL(SYS_socket),
		REFUSE_CALL(SYS_io_uring_setup),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	const struct sock_fprog filter = { sizeof steps / sizeof *steps, steps };
	return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, &filter) == 0;
}

const char *confine_obstacle(void)
{
	if (version() < 1)
		return "this kernel has no Landlock";
	return prctl(PR_GET_SECCOMP) < 0 ? "this kernel has no filters of system calls (seccomp)" : NULL;
}

int confine(const char *folder)
{
	const bool done = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && confine_files(folder) && confine_calls();
	return done ? 0 : errno ? errno : EPERM;
}

#else

const char *confine_obstacle(void)
{
	return "smemlint does so only on Linux, on x86-64 and AArch64";
}

int confine(const char *folder)
{
	(void)folder;
	return ENOSYS;
}

#endif
