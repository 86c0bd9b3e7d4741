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
#include <net/if.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
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

/* Memory that programs share is in files of /dev/shm, and the driver names its threads by writing to /proc/self/task: without that,
 * cudaMalloc fails (seen with CUDA 13.0 on an H100). */
static bool allow_devices(int rules, uint64_t to_file, uint64_t all)
{
	return allow(rules, "/dev", to_file) && allow(rules, "/proc", to_file) && (allow(rules, "/dev/shm", all) || errno == ENOENT);
}

static bool confine_files(const char *folder, Confinement how)
{
	const long known = version();
	const uint64_t to_file = WRITE | (known >= WITH_TRUNCATE ? TRUNCATE : 0);
	const Ruleset set = { .files = to_file | CHANGES | (known >= WITH_REFER ? REFER : 0),
			      .scoped = known >= WITH_SIGNALS ? SIGNALS : 0 };
	const int rules = (int)syscall(SYS_landlock_create_ruleset, &set, sizeof set, 0);
	const bool done = rules >= 0 && (!folder || allow(rules, folder, set.files)) && allow(rules, "/dev/null", to_file) &&
			  (how == CONFINE_WHOLLY || allow_devices(rules, to_file, set.files)) &&
			  syscall(SYS_landlock_restrict_self, rules, 0) == 0;
	if (rules >= 0)
		close(rules);
	return done;
}

/* --- the network ---------------------------------------------------------------------------------- */

static bool write_line(const char *path, const char *line)
{
	const int file = open(path, O_WRONLY | O_CLOEXEC);
	const ssize_t n = (ssize_t)strlen(line);
	const bool done = file >= 0 && write(file, line, (size_t)n) == n;
	if (file >= 0)
		close(file);
	return done;
}

/* In a new namespace of users this process is who it was, without rights outside.  groups: see user_namespaces(7). */
static bool keep_ids(unsigned uid, unsigned gid)
{
	char users[40], groups[40];
	snprintf(users, sizeof users, "%u %u 1", uid, uid);
	snprintf(groups, sizeof groups, "%u %u 1", gid, gid);
	return write_line("/proc/self/setgroups", "deny") && write_line("/proc/self/uid_map", users) &&
	       write_line("/proc/self/gid_map", groups);
}

static bool start_loopback(void)
{
	struct ifreq loopback = { .ifr_name = "lo", .ifr_flags = IFF_UP | IFF_RUNNING };
	const int any = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	const bool done = any >= 0 && ioctl(any, SIOCSIFFLAGS, &loopback) == 0;
	if (any >= 0)
		close(any);
	return done;
}

/* Who has the right to needs no namespace of users, in which a GPU's counters may be out of reach. */
static bool leave_network(void)
{
	const unsigned uid = geteuid(), gid = getegid();
	const bool left = unshare(CLONE_NEWNET) == 0 || (unshare(CLONE_NEWUSER | CLONE_NEWNET) == 0 && keep_ids(uid, gid));
	return left && start_loopback();
}

/* Asked by trying, in a process of its own. */
static bool can_leave_network(void)
{
	int status = 0;
	const pid_t pid = fork();
	if (pid == 0)
		_exit(leave_network() ? 0 : 1);
	return pid > 0 && waitpid(pid, &status, 0) == pid && status == 0;
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

/* A socket's family, which is an int: the lower half of the argument.  Both kinds of processor have it first. */
#define IF_FAMILY(family, skipped) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, family, skipped, 0)

/* io_uring makes sockets without the system call.  Without SPEC_ALLOW older kernels slow the process down. */
static bool confine_calls(Confinement how)
{
	/* With a GPU: internet sockets, which end in its own loopback, and those of files, by which the driver's parts talk. */
	const unsigned sockets = how == CONFINE_WHOLLY ? SECCOMP_RET_ERRNO | EACCES : SECCOMP_RET_ALLOW;
	struct sock_filter steps[] = {
		FIELD(arch),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCH, 1, 0),
		REFUSE,
		FIELD(nr),
		BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, FIRST_X32, 0, 1),
		REFUSE,
		REFUSE_CALL(SYS_io_uring_setup),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 1, 0),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
		FIELD(args[0]),
		IF_FAMILY(AF_UNIX, 3),
		IF_FAMILY(AF_INET, 2),
		IF_FAMILY(AF_INET6, 1),
		REFUSE,
		BPF_STMT(BPF_RET | BPF_K, sockets),
	};
	const struct sock_fprog filter = { sizeof steps / sizeof *steps, steps };
	return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, &filter) == 0;
}

const char *confine_obstacle(Confinement how)
{
	if (version() < 1)
		return "this kernel has no Landlock";
	if (prctl(PR_GET_SECCOMP) < 0)
		return "this kernel has no filters of system calls (seccomp)";
	return how == CONFINE_WHOLLY || can_leave_network() ? NULL : "a network namespace cannot be made here";
}

int confine(const char *folder, Confinement how)
{
	const bool done = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && (how == CONFINE_WHOLLY || leave_network()) &&
			  confine_files(folder, how) && confine_calls(how);
	return done ? 0 : errno ? errno : EPERM;
}

#else

const char *confine_obstacle(Confinement how)
{
	(void)how;
	return "smemlint does so only on Linux, on x86-64 and AArch64";
}

int confine(const char *folder, Confinement how)
{
	(void)folder;
	(void)how;
	return ENOSYS;
}

#endif
