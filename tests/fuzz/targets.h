/* What is fuzzed: each takes any bytes.  tests/fuzz/libfuzzer.c drives one by libFuzzer, tests/fuzz/replay.c all of them by
 * their corpora in tests/fuzz/corpus/NAME and deterministic damage. */
#ifndef SMEMLINT_TESTS_FUZZ_TARGETS_H
#define SMEMLINT_TESTS_FUZZ_TARGETS_H

#include <stddef.h>

typedef struct FuzzTarget {
	const char *name;
	void (*run)(const char *text, size_t size); /* text: NUL-terminated behind `size` bytes */
	int replayed; /* how many damaged inputs replay.c makes of each of its corpus */
} FuzzTarget;

extern const FuzzTarget fuzz_targets[];
extern const int n_fuzz_targets;

const FuzzTarget *fuzz_target(const char *name); /* NULL: there is none */

#endif
