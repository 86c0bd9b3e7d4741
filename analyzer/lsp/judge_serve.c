#include <errno.h>
#include <poll.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/fd.h"
#include "lsp/judge.h"
#include "lsp/rpc.h"

enum { QUIET_MS = 1000 };

static bool answer_one(Judge *judge, int fd, json_t *job)
{
	Buf out = { 0 };
	rpc_write(&out, judge_answer(judge, job));
	const bool ok = fd_write(fd, out.s, out.n) == 0;
	buf_free(&out);
	json_decref(job);
	return ok;
}

/* What is worn is renewed while nobody types. */
static ssize_t read_some(Judge *judge, int fd, char *bytes, size_t size)
{
	if (judge_is_worn(judge) && poll(&(struct pollfd){ fd, POLLIN, 0 }, 1, QUIET_MS) == 0)
		judge_renew(judge);
	return read(fd, bytes, size);
}

int judge_serve(int fd, const Options *options)
{
	Judge *judge = judge_new(options);
	RpcReader reader = { .at = 0 };
	json_t *job;
	char bytes[1 << 16];
	bool ok = true;
	for (ssize_t n; ok && ((n = read_some(judge, fd, bytes, sizeof bytes)) > 0 || (n < 0 && errno == EINTR));) {
		if (n > 0)
			rpc_feed(&reader, bytes, (size_t)n);
		while (ok && rpc_next(&reader, &job) == RPC_MESSAGE)
			ok = answer_one(judge, fd, job);
	}
	rpc_reader_free(&reader);
	judge_free(judge);
	return 0;
}
