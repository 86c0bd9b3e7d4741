/* NOLINT, NOLINTNEXTLINE, NOLINTBEGIN and NOLINTEND in comments, with the meaning that they have for clang-tidy.
 *
 * Without a list they suppress every rule, with one, "NOLINT(smem-bank-*,-smem-bank-conflict-store)", the rules that match
 * its patterns (base/glob.h). */
#ifndef SMEMLINT_FILTER_NOLINT_H
#define SMEMLINT_FILTER_NOLINT_H

#include "core/source.h"
#include "filter/sieve.h"

typedef enum NolintKind { NOLINT_LINE, NOLINT_NEXT_LINE, NOLINT_BEGIN, NOLINT_END } NolintKind;

typedef struct Nolint {
	NolintKind kind;
	const char *list;      /* the text in the parentheses; NULL: there are none */
	size_t begin, end;     /* in the text; with a list, end is one past its closing parenthesis */
	int line, column;
	int first, last;       /* lines that it suppresses findings in; first 0: none, as NOLINTBEGIN or NOLINTEND is missing */
} Nolint;
typedef VEC(Nolint) Nolints;

Nolints nolint_scan(Arena *arena, const char *text, size_t size);

/* Whether it suppresses a finding of the rule in this line. */
bool nolint_means(const Nolint *nolint, const char *rule, int line);

/* Whether its list has a name or pattern of smemlint's: "smem-…", "smemlint-…". */
bool nolint_is_ours(const Nolint *nolint);

/* Leaves out findings that comments in their files suppress. */
void nolint_filter(Sieve *sieve, SourceSet *sources);

/* Checks the comments of a file: a NOLINTBEGIN without NOLINTEND, or the reverse, is a problem; names of rules that suppress no
 * finding of the report are findings of the rule `unused`. */
typedef struct NolintAsk {
	const char *file;
	const char *unused;    /* NULL: these are not reported */
	const char *const *rules; /* all rules */
	int n_rules;
} NolintAsk;
typedef VEC(Finding) FindingList;
FindingList nolint_check(Arena *arena, const FileReport *report, SourceSet *sources, const NolintAsk *ask);

/* A finding to be suppressed by a new comment. */
typedef struct NolintWish {
	int line;
	const char *rule;
} NolintWish;
typedef VEC(NolintWish) NolintWishes;

/* The text with comments that suppress these findings; `n_added`: in how many lines.  NULL: `why` says which line cannot have
 * one. */
const char *nolint_add(Arena *arena, const char *text, size_t size, const NolintWishes *wishes, size_t *new_size, int *n_added,
		       const char **why);

#endif
