/* Prices of requests with symbols, kept: to try all values takes long, and instances of a template repeat them. */
#include "eval/cost/price_memo.h"

#include <string.h>

#include "base/hash.h"

enum { ENTRIES = 512 };

typedef struct Entry {
	PriceKey key;
	PriceTried tried;
} Entry;

struct PriceMemo {
	Arena *arena;
	Entry *at[ENTRIES]; /* by the key's hash; the later one replaces the earlier one */
};

PriceMemo *price_memo_new(Arena *arena)
{
	PriceMemo *memo = arena_new_of(arena, PriceMemo);
	memo->arena = arena;
	return memo;
}

/* Once made, an entry has room for any key. */
static Entry **slot_of(PriceMemo *memo, const PriceKey *key)
{
	return &memo->at[hash_short(key->at, sizeof *key->at * (size_t)key->n) % ENTRIES];
}

void price_key_add(PriceKey *key, int64_t number)
{
	key->too_long = key->too_long || key->n == PRICE_KEY_NUMBERS;
	if (!key->too_long)
		key->at[key->n++] = number;
}

const PriceTried *price_memo_find(PriceMemo *memo, const PriceKey *key)
{
	const Entry *entry = memo && !key->too_long ? *slot_of(memo, key) : NULL;
	const bool is = entry && entry->key.n == key->n && !memcmp(entry->key.at, key->at, sizeof *key->at * (size_t)key->n);
	return is ? &entry->tried : NULL;
}

void price_memo_add(PriceMemo *memo, const PriceKey *key, const PriceTried *tried)
{
	if (!memo || key->too_long)
		return;
	Entry **slot = slot_of(memo, key);
	if (!*slot)
		*slot = arena_alloc_raw(memo->arena, sizeof **slot);
	(*slot)->key.n = key->n;
	(*slot)->key.too_long = false;
	memcpy((*slot)->key.at, key->at, sizeof *key->at * (size_t)key->n);
	(*slot)->tried = *tried;
}
