/* Comments NOLINT, NOLINTNEXTLINE, NOLINTBEGIN and NOLINTEND, as clang-tidy reads them, but only in comments.
 *
 * Bare, they mean every rule; with a list, "NOLINT(smem-bank-*,-smem-bank-conflict-store)", what its patterns say
 * (base/glob.h): one that names only another program's checks means nothing here. */
#ifndef SMEMLINT_FILTER_NOLINT_H
#define SMEMLINT_FILTER_NOLINT_H

#include "core/source.h"
#include "filter/sieve.h"

typedef enum NolintKind { NOLINT_LINE, NOLINT_NEXT_LINE, NOLINT_BEGIN, NOLINT_END } NolintKind;

typedef struct Nolint {
	NolintKind kind;
	const char *list;      /* what stands in the parentheses; NULL: it is bare */
	size_t begin, end;     /* in the text; with a list, end is one past its closing parenthesis */
	int line, column;
	int first, last;       /* lines that it means; first 0: none, its other end is missing */
} Nolint;
typedef VEC(Nolint) Nolints;

Nolints nolint_scan(Arena *arena, const char *text, size_t size);

/* Whether it takes a finding of the rule on that line away. */
bool nolint_means(const Nolint *nolint, const char *rule, int line);

/* Its list names, or a pattern in it is, one of ours: "smem-…", "smemlint-…". */
bool nolint_is_ours(const Nolint *nolint);

/* Leaves out what comments in the findings' files say; texts are the sources'. */
void nolint_filter(Sieve *sieve, SourceSet *sources);

/* What is to be said of comments in a file: of beginnings without an end and ends without a beginning, as problems; and, where
 * `unused` names a rule for it, as findings of that rule of names that take no finding of the report away.  `rules`: all that
 * there are. */
typedef struct NolintAsk {
	const char *file;
	const char *unused;    /* NULL: these are not asked for */
	const char *const *rules;
	int n_rules;
} NolintAsk;
typedef VEC(Finding) FindingList;
FindingList nolint_check(Arena *arena, const FileReport *report, SourceSet *sources, const NolintAsk *ask);

/* A comment to be added: of a line, which rules. */
typedef struct NolintWish {
	int line;
	const char *rule;
} NolintWish;
typedef VEC(NolintWish) NolintWishes;

/* The text with comments that take these findings away; `n_added`: of how many lines.  NULL: `why` says where there is no
 * place for one. */
const char *nolint_add(Arena *arena, const char *text, size_t size, const NolintWishes *wishes, size_t *new_size, int *n_added,
		       const char **why);

#endif
