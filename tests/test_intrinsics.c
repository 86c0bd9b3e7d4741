/* The rows of ir/intrinsics.def, held to what their spellings say (CUDA C++ Programming Guide). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "ir/ir.h"

typedef struct Row {
	const char *spelling, *evaluate, *how, *classes;
} Row;

static const Row rows[] = {
#define INTRINSIC(spelling, evaluate, how, classes) { spelling, #evaluate, #how, #classes },
#include "ir/intrinsics.def"
#undef INTRINSIC
};

enum { N_ROWS = sizeof rows / sizeof *rows };

static bool begins(const char *text, const char *with)
{
	return strncmp(text, with, strlen(with)) == 0;
}

static bool is_one_of(const char *spelling, const char *const *names)
{
	for (; *names; names++)
		if (strcmp(spelling, *names) == 0)
			return true;
	return false;
}

static void spellings_are_unique(void **state)
{
	(void)state;
	assert_int_equal(n_intrinsics, N_ROWS);
	assert_null(intrinsic_named(""));
	assert_null(intrinsic_named("atomic"));
	for (int i = 0; i < N_ROWS; i++) {
		assert_true(strlen(rows[i].spelling) > 2);
		for (int j = 0; j < i; j++)
			assert_string_not_equal(rows[i].spelling, rows[j].spelling);
		assert_ptr_equal(intrinsic_named(rows[i].spelling), &intrinsics[i]);
	}
}

/* Those of which a spelling shows that they are of a class, and all others are not. */
static bool is_atomic(const char *spelling)
{
	static const char fence[] = "__nv_atomic_thread_fence";
	return begins(spelling, "atomic") || strcmp(spelling, "__smemlint_nv_swap") == 0 ||
	       (begins(spelling, "__nv_atomic_") && strcmp(spelling, fence) != 0);
}

static bool is_said_by_spelling(IntrinsicClass of, const char *spelling)
{
	static const char *const fences[] = {
		"__syncthreads", "__syncthreads_count", "__syncthreads_and",    "__syncthreads_or",         "__syncwarp", "__barrier_sync",
		"__threadfence", "__threadfence_block", "__threadfence_system", "__nv_atomic_thread_fence", NULL
	};
	static const char *const addresses[] = { "__cvta_generic_to_shared", NULL };
	static const char *const fills[] = { "memset", "__builtin_memset", NULL };
	static const char *const copies[] = { "memcpy", "__builtin_memcpy", "__builtin_memmove", NULL };
	switch (of) {
	case IN_ATOMIC:
		return is_atomic(spelling);
	case IN_LOADS:
		return begins(spelling, "__ld");
	case IN_STORES:
		return begins(spelling, "__st");
	case IN_FILLS:
		return is_one_of(spelling, fills);
	case IN_COPIES:
		return is_one_of(spelling, copies);
	case IN_FRAGMENT:
		return begins(spelling, "__smemlint_wmma_");
	case IN_ADDRESS:
		return is_one_of(spelling, addresses);
	default:
		return is_one_of(spelling, fences);
	}
}

static void classes_are_what_spellings_say(void **state)
{
	static const IntrinsicClass classes[] = { IN_ATOMIC, IN_LOADS, IN_STORES, IN_FILLS, IN_COPIES, IN_FRAGMENT, IN_ADDRESS, IN_ORDERS };
	(void)state;
	for (size_t c = 0; c < sizeof classes / sizeof *classes; c++) {
		int n = 0;
		for (int i = 0; i < N_ROWS; i++) {
			bool has = intrinsics[i].classes & classes[c];
			n += has;
			if (has != is_said_by_spelling(classes[c], rows[i].spelling))
				fail_msg("%s: its classes are %s", rows[i].spelling, rows[i].classes);
		}
		assert_true(n > 0);
	}
}

/* Spellings of one kind are evaluated by one function: a row that was copied from another was changed in all columns. */
static void alike_is_alike(void **state)
{
	(void)state;
	for (int i = 0; i < N_ROWS; i++) {
		bool atomic = begins(rows[i].evaluate, "atomic"), loads = strcmp(rows[i].evaluate, "cached_load") == 0;
		if (atomic != is_atomic(rows[i].spelling) || loads != begins(rows[i].spelling, "__ld"))
			fail_msg("%s is evaluated by %s", rows[i].spelling, rows[i].evaluate);
		if (begins(rows[i].spelling, "__shfl") &&
		    (strstr(rows[i].spelling, "_sync") != NULL) != (strcmp(rows[i].evaluate, "warp_shuffle") == 0))
			fail_msg("%s is evaluated by %s", rows[i].spelling, rows[i].evaluate);
	}
}

/* atomicAdd_block and atomicAdd_system do what atomicAdd does. */
static void scopes_change_nothing(void **state)
{
	int n = 0;
	(void)state;
	for (int i = 0; i < N_ROWS; i++)
		for (int j = 0; j < N_ROWS; j++) {
			size_t length = strlen(rows[i].spelling);
			const char *scope = rows[j].spelling + length;
			if (!begins(rows[i].spelling, "atomic") || !begins(rows[j].spelling, rows[i].spelling) ||
			    (strcmp(scope, "_block") != 0 && strcmp(scope, "_system") != 0))
				continue;
			n++;
			assert_string_equal(rows[j].evaluate, rows[i].evaluate);
			assert_string_equal(rows[j].how, rows[i].how);
		}
	assert_true(n >= 10);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(spellings_are_unique),
		cmocka_unit_test(classes_are_what_spellings_say),
		cmocka_unit_test(alike_is_alike),
		cmocka_unit_test(scopes_change_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
