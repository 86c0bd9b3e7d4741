/* Runs the smemlint binary as a user would, and keeps its output. */
#ifndef SMEMLINT_TESTS_RUN_H
#define SMEMLINT_TESTS_RUN_H

#include "base/buf.h"

/* Longer than any input may take, with room for the sanitizers on a busy machine; for what is in testdata/limits/, which
 * takes as long as smemlint allows, longer. */
enum { RUN_SECONDS = 60, LIMIT_SECONDS = 150 };

typedef struct Result {
	int status; /* of the process; 128 + n: killed by signal n (SIGALRM: it ran past those seconds) */
	Buf out, err;
} Result;

/* `line` is split at spaces; no shell reads it. */
Result run_smemlint(const char *line);
void result_free(Result *result);

/* Fails the test, with both outputs, unless the status is this and one of the outputs contains each text. */
void expect_run(const char *line, int status, const char *const *says, int n_says);
#define expect_says(line, status, ...) \
	expect_run((line), (status), (const char *const[]){ __VA_ARGS__ }, \
		   (int)(sizeof((const char *const[]){ __VA_ARGS__ }) / sizeof(const char *)))

#endif
