#include "rules/words.h"

#include <string.h>

const char *count_of(Arena *arena, int64_t n, const char *noun)
{
	const char *plural = n == 1 ? "" : "s";
	size_t length = 0;
	while (noun[length])
		length++;
	if (n != 1 && length > 1 && noun[length - 1] == 's')
		plural = "es";
	return arena_printf(arena, "%lld %s%s", (long long)n, noun, plural);
}

/* Whether the lanes are evenly apart, as in "0, 4, 8 ... 28"; step 0: there is one lane. */
static bool even_step(uint32_t lanes, int *first, int *last, int *step)
{
	int before = -1;
	*step = 0;
	*first = *last = __builtin_ctz(lanes);
	for (int lane = 0; lane < WARP_LANES; lane++) {
		if (!(lanes >> lane & 1))
			continue;
		if (before >= 0 && *step && lane - before != *step)
			return false;
		if (before >= 0)
			*step = lane - before;
		before = *last = lane;
	}
	return true;
}

void print_lanes(Buf *out, uint32_t lanes)
{
	int n = __builtin_popcount(lanes), first, last, step;
	if (n == 0) {
		buf_puts(out, "none");
		return;
	}
	bool is_even = even_step(lanes, &first, &last, &step);
	if (n > 2 && is_even && step == 1) {
		buf_printf(out, "%d-%d", first, last);
		return;
	}
	if (n > 4 && is_even) {
		buf_printf(out, "%d, %d, %d ... %d", first, first + step, first + 2 * step, last);
		return;
	}
	/* Runs of neighbours, three and more as a range. */
	bool is_first = true;
	for (int lane = 0; lane < WARP_LANES; lane++) {
		if (!(lanes >> lane & 1))
			continue;
		int end = lane;
		while (end + 1 < WARP_LANES && (lanes >> (end + 1) & 1))
			end++;
		if (end - lane < 2)
			end = lane;
		bool is_last = end == WARP_LANES - 1 || !(lanes >> (end + 1));
		buf_puts(out, is_first ? "" : is_last ? " and " : ", ");
		if (end > lane)
			buf_printf(out, "%d-%d", lane, end);
		else
			buf_printf(out, "%d", lane);
		is_first = false;
		lane = end;
	}
}

const char *runtime_name(const Fact *fact)
{
	return fact_has_names(fact) && !strchr(fact->symbol, ',') ? fact->symbol : NULL;
}

const char *runtime_words(Arena *arena, const Fact *fact)
{
	if (fact_has_names(fact))
		return arena_printf(arena, "'%s'", fact->symbol);
	return fact->symbol && strchr(fact->symbol, ',') ? "runtime values" : "a runtime value";
}

const char *access_noun(const Fact *fact)
{
	static const char *const nouns[] = {
		[ACCESS_LOAD] = "load",         [ACCESS_STORE] = "store",       [ACCESS_ATOMIC] = "atomic",
		[ACCESS_LDMATRIX] = "ldmatrix", [ACCESS_STMATRIX] = "stmatrix", [ACCESS_CP_ASYNC] = "asynchronous copy",
	};
	return fact->kind <= ACCESS_CP_ASYNC ? nouns[fact->kind] : "access";
}

const char *access_words(Arena *arena, const Fact *fact)
{
	static const char *const words[] = {
		[ACCESS_LOAD] = "load of",           [ACCESS_STORE] = "store to",       [ACCESS_ATOMIC] = "atomic on",
		[ACCESS_LDMATRIX] = "ldmatrix from", [ACCESS_STMATRIX] = "stmatrix to", [ACCESS_CP_ASYNC] = "asynchronous copy to",
	};
	const char *verb = fact->kind <= ACCESS_CP_ASYNC ? words[fact->kind] : "access to";
	if (!fact->object || !fact->object->name || !fact->object->name[0])
		return arena_printf(arena, "this %s shared memory", verb);
	return arena_printf(arena, "this %s '%s'", verb, fact->object->name);
}

const char *block_words(Arena *arena, const LaunchShape *launch)
{
	const int *b = launch->block;
	if (b[2] == 1 && b[1] > 1)
		return arena_printf(arena, "%dx%d", b[0], b[1]);
	return arena_printf(arena, "%dx%dx%d", b[0], b[1], b[2]);
}

const char *name_words(Arena *arena, const Func *func)
{
	enum { LONG = 80 };
	const char *name = func && func->name ? func->name : NULL;
	if (!name)
		return "a function";
	if (strlen(name) <= LONG)
		return arena_printf(arena, "'%s'", name);
	Buf out = { 0 };
	int depth = 0;
	buf_puts(&out, "'");
	for (const char *p = name; *p; p++) {
		const bool closes = *p == '>' && depth > 0;
		depth -= closes;
		if (!depth && !closes)
			buf_printf(&out, "%c", *p);
		if (*p == '<' && depth++ == 0)
			buf_puts(&out, "…>");
	}
	buf_puts(&out, "'");
	const char *text = arena_strdup(arena, out.s);
	buf_free(&out);
	return text;
}
