#include "base/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/fd.h"
#include "base/scratch.h"

extern char **environ;

enum { TICK_MS = 10, CHUNK = 65536 };

/* --- starting ------------------------------------------------------------------------------------- */

static size_t name_length(const char *setting)
{
	return strcspn(setting, "=") + 1;
}

static bool is_replaced(const char *setting, const char *const *env)
{
	for (; env && *env; env++)
		if (strncmp(setting, *env, name_length(*env)) == 0)
			return true;
	return false;
}

static char **environment(Arena *arena, const char *const *more)
{
	int n = 0, k = 0, m = 0;
	while (environ[n])
		n++;
	while (more && more[m])
		m++;
	char **out = arena_array(arena, char *, n + m + 1);
	for (int i = 0; i < n; i++)
		if (!is_replaced(environ[i], more))
			out[k++] = environ[i];
	for (int i = 0; i < m; i++)
		out[k++] = arena_strdup(arena, more[i]);
	return out;
}

typedef struct Pipes {
	int out[2], err[2]; /* read end, write end; -1: closed */
} Pipes;

static void close_one(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

static void close_pipes(Pipes *pipes)
{
	for (int i = 0; i < 2; i++) {
		close_one(&pipes->out[i]);
		close_one(&pipes->err[i]);
	}
}

static int open_pipes(Pipes *pipes)
{
	*pipes = (Pipes){ { -1, -1 }, { -1, -1 } };
	if (pipe2(pipes->out, O_CLOEXEC) == 0 && pipe2(pipes->err, O_CLOEXEC) == 0)
		return 0;
	int error = errno;
	close_pipes(pipes);
	return error;
}

static int set_up(posix_spawn_file_actions_t *files, posix_spawnattr_t *attr, const Child *child, const Pipes *pipes)
{
	sigset_t plain;
	sigemptyset(&plain);
	sigaddset(&plain, SIGPIPE);
	int error = posix_spawn_file_actions_addopen(files, 0, "/dev/null", O_RDONLY, 0);
	if (!error)
		error = posix_spawn_file_actions_adddup2(files, pipes->out[1], 1);
	if (!error)
		error = posix_spawn_file_actions_adddup2(files, pipes->err[1], 2);
	if (!error && child->folder)
		error = posix_spawn_file_actions_addchdir_np(files, child->folder);
	posix_spawnattr_setpgroup(attr, 0);
	posix_spawnattr_setsigdefault(attr, &plain);
	posix_spawnattr_setflags(attr, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
	return error;
}

/* In the new process: only what is safe after fork(). */
static _Noreturn void begin_confined(const Child *child, const Pipes *pipes, char *const *env, int report)
{
	const int in = open("/dev/null", O_RDONLY);
	setpgid(0, 0);
	signal(SIGPIPE, SIG_DFL);
	errno = 0;
	const bool ready = in >= 0 && dup2(in, 0) == 0 && dup2(pipes->out[1], 1) == 1 && dup2(pipes->err[1], 2) == 2 &&
			   (!child->folder || chdir(child->folder) == 0);
	int error = ready ? confine(child->confined, child->how_confined) : errno;
	if (!error) {
		execvpe(child->argv[0], (char *const *)(uintptr_t)child->argv, env);
		error = errno;
	}
	fd_write(report, (const char *)&error, sizeof error);
	_exit(127);
}

/* posix_spawn() cannot confine. */
static int spawn_confined(Arena *arena, const Child *child, const Pipes *pipes, pid_t *pid)
{
	int ends[2], error = 0;
	char **env = environment(arena, child->env);
	if (pipe2(ends, O_CLOEXEC) != 0)
		return errno;
	*pid = fork();
	if (*pid == 0)
		begin_confined(child, pipes, env, ends[1]);
	if (*pid < 0)
		error = errno;
	close(ends[1]);
	while (*pid > 0 && read(ends[0], &error, sizeof error) < 0 && errno == EINTR)
		;
	close(ends[0]);
	while (*pid > 0 && error && waitpid(*pid, NULL, 0) < 0 && errno == EINTR)
		;
	return error;
}

static int spawn(Arena *arena, const Child *child, const Pipes *pipes, pid_t *pid)
{
	if (child->confined)
		return spawn_confined(arena, child, pipes, pid);
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attr;
	if (posix_spawn_file_actions_init(&files) != 0)
		return ENOMEM;
	if (posix_spawnattr_init(&attr) != 0) {
		posix_spawn_file_actions_destroy(&files);
		return ENOMEM;
	}
	int error = set_up(&files, &attr, child, pipes);
	if (!error)
		error = posix_spawnp(pid, child->argv[0], &files, &attr, (char *const *)(uintptr_t)child->argv,
				     environment(arena, child->env));
	posix_spawnattr_destroy(&attr);
	posix_spawn_file_actions_destroy(&files);
	return error;
}

/* --- waiting -------------------------------------------------------------------------------------- */

typedef struct Stream {
	int *fd;
	Buf text;
	size_t max;
	bool cut;
} Stream;

/* Reads available output; closes the stream at its end. */
static void read_stream(Stream *stream)
{
	char bytes[CHUNK];
	ssize_t n = read(*stream->fd, bytes, sizeof bytes);
	if (n < 0 && errno == EINTR)
		return;
	if (n <= 0) {
		close_one(stream->fd);
		return;
	}
	size_t room = stream->max - stream->text.n;
	stream->cut |= (size_t)n > room;
	buf_add(&stream->text, bytes, (size_t)n < room ? (size_t)n : room);
}

/* Reads output, waiting at most a tick for it; whether there was any. */
static bool read_streams(Stream streams[2])
{
	struct pollfd polled[2] = { { *streams[0].fd, POLLIN, 0 }, { *streams[1].fd, POLLIN, 0 } };
	if (poll(polled, 2, TICK_MS) <= 0)
		return false;
	bool some = false;
	for (int i = 0; i < 2; i++)
		if (*streams[i].fd >= 0 && polled[i].revents) {
			read_stream(&streams[i]);
			some = true;
		}
	return some;
}

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Does not reap the process, so that its group's id is not reused before the group is killed. */
static bool has_ended(pid_t pid)
{
	siginfo_t info = { .si_pid = 0 };
	return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == pid;
}

/* Reads output until the process ends, its time is up or this process is interrupted; then kills the group. */
static void wait_for_end(pid_t pid, int seconds, Stream streams[2], ChildEnd *end)
{
	double limit = now() + seconds;
	end->how = CHILD_EXITED;
	while (!has_ended(pid) && end->how == CHILD_EXITED) {
		read_streams(streams);
		if (scratch_interrupted())
			end->how = CHILD_INTERRUPTED;
		else if (now() > limit)
			end->how = CHILD_LATE;
	}
	kill(-pid, SIGKILL);
	while ((*streams[0].fd >= 0 || *streams[1].fd >= 0) && read_streams(streams))
		;
}

static void reap(pid_t pid, int seconds, ChildEnd *end)
{
	int status = 0;
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (end->how == CHILD_LATE)
		end->status = seconds;
	else if (end->how == CHILD_EXITED && WIFSIGNALED(status))
		*end = (ChildEnd){ .how = CHILD_SIGNALLED, .status = WTERMSIG(status) };
	else if (end->how == CHILD_EXITED)
		end->status = WEXITSTATUS(status);
}

static ChildText text_of(Arena *arena, Stream *stream)
{
	char *copy = arena_alloc_raw(arena, stream->text.n + 1);
	if (stream->text.n)
		memcpy(copy, stream->text.s, stream->text.n);
	copy[stream->text.n] = 0;
	ChildText text = { copy, stream->text.n, stream->cut };
	buf_free(&stream->text);
	return text;
}

ChildEnd child_run(Arena *arena, const Child *child)
{
	ChildEnd end = { .how = CHILD_NOT_RUN, .out = { "", 0, false }, .err = { "", 0, false } };
	int seconds = child->seconds > 0 ? child->seconds : CHILD_SECONDS;
	size_t max = child->max_output ? child->max_output : CHILD_OUTPUT;
	Pipes pipes;
	pid_t pid = 0;
	if (scratch_interrupted()) {
		end.how = CHILD_INTERRUPTED;
		return end;
	}
	end.status = open_pipes(&pipes);
	if (end.status || (end.status = spawn(arena, child, &pipes, &pid))) {
		close_pipes(&pipes);
		return end;
	}
	close_one(&pipes.out[1]);
	close_one(&pipes.err[1]);
	Stream streams[2] = { { &pipes.out[0], { 0 }, max, false }, { &pipes.err[0], { 0 }, max, false } };
	wait_for_end(pid, seconds, streams, &end);
	reap(pid, seconds, &end);
	end.out = text_of(arena, &streams[0]);
	end.err = text_of(arena, &streams[1]);
	close_pipes(&pipes);
	return end;
}

/* --- messages and paths --------------------------------------------------------------------------- */

const char *child_end_text(Arena *arena, const ChildEnd *end)
{
	switch (end->how) {
	case CHILD_EXITED:
		return arena_printf(arena, "exit status %d", end->status);
	case CHILD_SIGNALLED:
		return arena_printf(arena, "killed by signal %d (%s)", end->status, strsignal(end->status));
	case CHILD_LATE:
		return arena_printf(arena, "stopped after %d s", end->status);
	case CHILD_INTERRUPTED:
		return "interrupted";
	case CHILD_NOT_RUN:
		return arena_printf(arena, "it could not be run: %s", strerror(end->status));
	}
	return "";
}

static bool can_run(const char *path)
{
	struct stat st;
	return stat(path, &st) == 0 && S_ISREG(st.st_mode) && access(path, X_OK) == 0;
}

const char *child_find(Arena *arena, const char *name)
{
	if (strchr(name, '/'))
		return can_run(name) ? name : NULL;
	for (const char *at = getenv("PATH"); at; at = strchr(at, ':') ? strchr(at, ':') + 1 : NULL) {
		int n = (int)strcspn(at, ":");
		const char *path = arena_printf(arena, "%.*s/%s", n ? n : 1, n ? at : ".", name);
		if (can_run(path))
			return path;
	}
	return NULL;
}
