/* One document of several: of JSON, SARIF or baselines, all of one kind.
 *
 * Shards (--shard I/N) say in theirs where each file stands among all, and which findings are in the file that was analysed: so
 * the merge of all is the document of one run, byte by byte.  A finding in a header, which several shards have, stands where
 * that run would have it. */
#ifndef SMEMLINT_REPORT_MERGE_MERGE_H
#define SMEMLINT_REPORT_MERGE_MERGE_H

#include <stddef.h>

#include "base/arena.h"
#include "base/buf.h"

/* Members of a shard's documents, which are not in the merged one. */
#define SHARD "shard"             /* "1/4" */
#define SHARD_POSITION "position" /* FileReport.position */
#define SHARD_OWN "own"           /* Finding.is_own */
#define SHARD_MESSAGE "message"   /* Finding.message, where the document has it with its notes only */

typedef struct MergeInput {
	const char *path, *text;
	size_t size;
} MergeInput;

/* NULL, or a message with the file it is about, without a newline; then nothing is appended. */
const char *merge_documents(Arena *arena, const MergeInput *inputs, int n, Buf *out);

#endif
