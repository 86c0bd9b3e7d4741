#include "lsp/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CHUNK = 1 << 16, END_MS = 10000 };

/* Its output must not mix with the protocol's messages. */
static void close_streams(void)
{
	const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
	if (null >= 0) {
		dup2(null, 0);
		close(null);
	}
	dup2(2, 1);
#ifdef PR_SET_PDEATHSIG
	prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
}

WorkerStart worker_start(Worker *worker)
{
	int ends[2];
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
		return WORKER_FAILED;
	const pid_t pid = fork();
	if (pid == 0) {
		close(ends[0]);
		close_streams();
		*worker = (Worker){ .fd = ends[1] };
		return WORKER_IS_CHILD;
	}
	close(ends[1]);
	if (pid < 0) {
		close(ends[0]);
		return WORKER_FAILED;
	}
	*worker = (Worker){ .pid = pid, .fd = ends[0] };
	return WORKER_STARTED;
}

bool worker_send(Worker *worker, json_t *job)
{
	Buf out = { 0 };
	bool ok = true;
	rpc_write(&out, job);
	for (size_t at = 0; ok && at < out.n;) {
		const ssize_t n = send(worker->fd, out.s + at, out.n - at, MSG_NOSIGNAL);
		if (n > 0)
			at += (size_t)n;
		else
			ok = n < 0 && errno == EINTR;
	}
	buf_free(&out);
	return ok;
}

bool worker_read(Worker *worker)
{
	char bytes[CHUNK];
	const ssize_t n = read(worker->fd, bytes, sizeof bytes);
	if (n > 0)
		rpc_feed(&worker->reader, bytes, (size_t)n);
	return n > 0 || (n < 0 && errno == EINTR);
}

json_t *worker_answer(Worker *worker)
{
	json_t *answer;
	return rpc_next(&worker->reader, &answer) == RPC_MESSAGE ? answer : NULL;
}

static int reap(Worker *worker)
{
	int status = 0;
	while (waitpid(worker->pid, &status, 0) < 0 && errno == EINTR)
		;
	rpc_reader_free(&worker->reader);
	if (worker->fd >= 0)
		close(worker->fd);
	*worker = (Worker){ .fd = -1 };
	return status;
}

void worker_kill(Worker *worker)
{
	if (!worker->pid)
		return;
	kill(worker->pid, SIGKILL);
	reap(worker);
}

bool worker_end(Worker *worker)
{
	if (!worker->pid)
		return true;
	shutdown(worker->fd, SHUT_WR);
	struct pollfd end = { worker->fd, POLLIN, 0 };
	int left = END_MS;
	while (left > 0 && poll(&end, 1, left) > 0 && worker_read(worker))
		left -= 1;
	if (!(end.revents & (POLLHUP | POLLIN)))
		kill(worker->pid, SIGKILL);
	const int status = reap(worker);
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}
