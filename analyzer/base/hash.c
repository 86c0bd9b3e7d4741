#include "base/paths.h"
#include "base/hash.h"

#include <stdio.h>
#include <xxhash.h>

static Hash hash_of(XXH128_hash_t h)
{
	return (Hash){ h.low64, h.high64 };
}

Hash hash_bytes(const void *bytes, size_t n)
{
	return hash_of(XXH3_128bits(bytes, n));
}

uint64_t hash_short(const void *bytes, size_t n)
{
	return XXH3_64bits(bytes, n);
}

bool hash_file(const char *path, Hash *out)
{
	char chunk[65536];
	FILE *file = file_open(path);
	XXH3_state_t *state = file ? XXH3_createState() : NULL;
	bool ok = state && XXH3_128bits_reset(state) == XXH_OK;
	for (size_t n; ok && (n = fread(chunk, 1, sizeof chunk, file)) > 0;)
		ok = XXH3_128bits_update(state, chunk, n) == XXH_OK;
	ok = ok && !ferror(file);
	if (ok)
		*out = hash_of(XXH3_128bits_digest(state));
	XXH3_freeState(state);
	if (file)
		fclose(file);
	return ok;
}

void hash_print(Hash hash, char out[HASH_TEXT])
{
	snprintf(out, HASH_TEXT, "%016llx%016llx", (unsigned long long)hash.high, (unsigned long long)hash.low);
}
