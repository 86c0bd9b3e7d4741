#include <errno.h>
#include <poll.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/fd.h"
#include "lsp/analyzer.h"
#include "lsp/rpc.h"

enum { QUIET_MS = 1000 };

static bool answer_one(Analyzer *analyzer, int fd, json_t *job)
{
	Buf out = { 0 };
	rpc_write(&out, analyzer_answer(analyzer, job));
	const bool ok = fd_write(fd, out.s, out.n) == 0;
	buf_free(&out);
	json_decref(job);
	return ok;
}

/* Renews a stale cache after QUIET_MS without a job. */
static ssize_t read_some(Analyzer *analyzer, int fd, char *bytes, size_t size)
{
	if (analyzer_is_stale(analyzer) && poll(&(struct pollfd){ fd, POLLIN, 0 }, 1, QUIET_MS) == 0)
		analyzer_renew(analyzer);
	return read(fd, bytes, size);
}

int analyzer_serve(int fd, const Options *options)
{
	Analyzer *analyzer = analyzer_new(options);
	RpcReader reader = { .at = 0 };
	json_t *job;
	char bytes[1 << 16];
	bool ok = true;
	for (ssize_t n; ok && ((n = read_some(analyzer, fd, bytes, sizeof bytes)) > 0 || (n < 0 && errno == EINTR));) {
		if (n > 0)
			rpc_feed(&reader, bytes, (size_t)n);
		while (ok && rpc_next(&reader, &job) == RPC_MESSAGE)
			ok = answer_one(analyzer, fd, job);
	}
	rpc_reader_free(&reader);
	analyzer_free(analyzer);
	return 0;
}
