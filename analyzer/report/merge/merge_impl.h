/* Shared by the files of this folder. */
#ifndef SMEMLINT_REPORT_MERGE_MERGE_IMPL_H
#define SMEMLINT_REPORT_MERGE_MERGE_IMPL_H

#include <stdbool.h>

#include "base/json.h"
#include "base/vec.h"
#include "report/merge/merge.h"

typedef struct Part {
	const MergeInput *input;
	json_t *root;      /* owned by merge.c */
	const char *shard; /* "1/4", or NULL */
	const char *version; /* of smemlint; NULL: the kind has none */
} Part;

typedef VEC(Part) Parts;

typedef struct MergeKind {
	const char *name;
	bool (*is)(const json_t *root);
	const char *(*shard)(const json_t *root);   /* or NULL */
	const char *(*version)(const json_t *root); /* or NULL */
	/* Merges parts that fit together; a message as of merge_documents(). */
	const char *(*merge)(Arena *arena, const Parts *parts, Buf *out);
} MergeKind;

extern const MergeKind merge_json, merge_sarif, merge_baseline;

/* An item of a part, to be put in order. */
typedef struct MergeItem {
	json_t *json;
	json_int_t position;
	int part, at; /* in the part */
} MergeItem;

typedef VEC(MergeItem) MergeItems;

/* By position, then by part. */
void merge_sort(MergeItems *items);

/* Findings that were shown, as in driver/jobs.c: those in headers are, once. */
typedef struct MergeShown {
	json_t *keys; /* a set */
} MergeShown;

/* Whether a finding of this key is to be shown: it is in the file itself, or it was not shown yet. */
bool merge_show(MergeShown *shown, const char *key, bool is_own);

#endif
