/* One target, SMEMLINT_FUZZ_TARGET, driven by libFuzzer: scripts/fuzz.sh. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/targets.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const FuzzTarget *target;
	const char *name = getenv("SMEMLINT_FUZZ_TARGET");
	target = target ? target : fuzz_target(name ? name : "");
	if (!target) {
		fputs("SMEMLINT_FUZZ_TARGET names no target of tests/fuzz/targets.c\n", stderr);
		exit(2);
	}
	char *text = malloc(size + 1);
	if (!text)
		return 0;
	memcpy(text, data, size);
	text[size] = 0;
	target->run(text, size);
	free(text);
	return 0;
}
