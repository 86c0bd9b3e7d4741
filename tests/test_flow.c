/* Sets of bytes, and what flows from byte to byte (ir/bytes/flow.h), against the same byte by byte. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "ir/bytes/flow.h"

static const int64_t offsets[] = { -130, -64, -1, 0, 1, 7, 63, 64, 65, 127, 1000, 1023, 1024, 1025, 5000 };
static const int64_t sizes[] = { 0, 1, 8, 63, 64, 65, 130, 1024, 1025, 4000, MAX_BYTES };

#define EACH(i, of) (size_t i = 0; i < sizeof of / sizeof *of; i++)

static bool in_span(Span span, int64_t at)
{
	return at >= span.offset && at < span.offset + span.size;
}

static bool byte_has(const ByteSet *set, int64_t at)
{
	return bytes_have(set, (Span){ 0, at, 1 }, false);
}

static void spans_are_filled(void **state)
{
	(void)state;
	for
		EACH(o, offsets)
		{
		for
			EACH(z, sizes)
			{
				Arena *arena = arena_new();
				Flows flows = flows_new(arena, arena, 1);
				const Span span = { 0, offsets[o], sizes[z] };
				flows_may_use(&flows, span);
				for (int at = 0; at < MAX_BYTES; at++)
					assert_int_equal(byte_has(&flows.used[0].may, at), in_span(span, at));
				arena_free(arena);
			}
		}
}

static uint64_t next_random(uint64_t *random)
{
	*random = *random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return *random >> 20;
}

/* Few bytes are in it, so that there are spans without any. */
static ByteSet some_bytes(uint64_t *random)
{
	ByteSet set = { { 0 } };
	for (int i = 0; i < 12; i++) {
		const uint64_t at = next_random(random) % MAX_BYTES;
		set.at[at / 64] |= UINT64_C(1) << at % 64;
	}
	return set;
}

static bool naive_have(const ByteSet *set, Span span, bool beyond)
{
	for (int64_t at = span.offset; at < span.offset + span.size; at++)
		if (at < 0 || at >= MAX_BYTES ? beyond : set->at[at / 64] >> at % 64 & 1)
			return true;
	return false;
}

static void spans_are_found(void **state)
{
	(void)state;
	uint64_t random = 1;
	for (int n = 0; n < 40; n++) {
		const ByteSet set = some_bytes(&random);
		for
			EACH(o, offsets)
			for
				EACH(z, sizes)
			for (int beyond = 0; beyond < 2; beyond++) {
				const Span span = { 0, offsets[o], sizes[z] };
				assert_int_equal(bytes_have(&set, span, beyond), naive_have(&set, span, beyond));
			}
	}
}

static void check_flow(uint64_t *random, unsigned kind, Span to, Span from)
{
	Arena *arena = arena_new();
	Flows flows = flows_new(arena, arena, 2);
	flows.used[0] = (LiveBytes){ some_bytes(random), some_bytes(random) };
	const LiveBytes used = flows.used[0];
	flows_add(&flows, kind, to, from);
	flows_propagate(&flows);
	for (int64_t at = 0; at < MAX_BYTES; at++) {
		const Span of = kind & FLOW_EACH ? (Span){ 0, to.offset + at - from.offset, 1 } : to;
		const bool may = in_span(from, at) && naive_have(&used.may, of, true) && naive_have(&used.may, to, true);
		const bool must = in_span(from, at) && naive_have(&used.must, of, false) && !(kind & FLOW_MAYBE);
		assert_int_equal(byte_has(&flows.used[1].may, at), may);
		assert_int_equal(byte_has(&flows.used[1].must, at), must && naive_have(&used.must, to, false));
	}
	arena_free(arena);
}

static void bytes_flow(void **state)
{
	(void)state;
	uint64_t random = 1;
	for (unsigned kind = 0; kind < 4; kind++)
		for (int n = 0; n < 400; n++) {
			const int64_t size = sizes[next_random(&random) % (sizeof sizes / sizeof *sizes)];
			const int64_t to = offsets[next_random(&random) % (sizeof offsets / sizeof *offsets)];
			const int64_t from = offsets[next_random(&random) % (sizeof offsets / sizeof *offsets)];
			check_flow(&random, kind, (Span){ 0, to, size }, (Span){ 1, from, size });
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(spans_are_filled),
		cmocka_unit_test(spans_are_found),
		cmocka_unit_test(bytes_flow),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
