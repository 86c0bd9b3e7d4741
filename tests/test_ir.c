/* The tree of the front end: dumps of testdata/ir, source locations, unusable input.
 * `smemlint --dump-ir FILE --cuda-path none` writes a new dump. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/buf.h"
#include "frontend/frontend.h"
#include "ir/touches.h"

static Unit *parse(Arena *arena, const char *file, const char *text)
{
	ParseOptions options = { .file = file, .text = text, .compile.cuda_path = "none" };
	return frontend_parse(arena, &options);
}

/* --- dumps ------------------------------------------------------------------------------------------ */

static char *read_file(Arena *arena, const char *path)
{
	FILE *file = fopen(path, "rb");
	Buf buf = { 0 };
	char part[4096];
	assert_non_null(file);
	for (size_t n; (n = fread(part, 1, sizeof part, file)) > 0;)
		buf_add(&buf, part, n);
	fclose(file);
	char *text = arena_strndup(arena, buf.s ? buf.s : "", buf.n);
	buf_free(&buf);
	return text;
}

/* Prints the first line that differs; 0: none does. */
static int compare(const char *name, const char *wanted, const char *got)
{
	for (int line = 1;; line++) {
		size_t n = strcspn(wanted, "\n"), m = strcspn(got, "\n");
		if (n != m || strncmp(wanted, got, n) != 0) {
			printf("%s:%d: expected\n  %.*s\nbut got\n  %.*s\n", name, line, (int)n, wanted, (int)m, got);
			return 1;
		}
		if (!wanted[n])
			return 0;
		wanted += n + 1;
		got += n + 1;
	}
}

static void test_dumps(void **state)
{
	/* With the first version of libclang that shows everything in the dump. */
	static const struct {
		const char *name;
		int libclang;
	} dumps[] = {
		{ "plain", 19 }, { "classes", 20 }, { "templates", 19 }, { "lambdas", 19 },
		{ "asm", 21 },   { "errors", 19 },  { "places", 19 },
	};
	int failed = 0;
	(void)state;
	for (size_t i = 0; i < sizeof dumps / sizeof *dumps; i++) {
		if (dumps[i].libclang > SMEMLINT_LLVM_VERSION)
			continue;
		Arena *arena = arena_new();
		Buf out = { 0 };
		const char *path = arena_printf(arena, "testdata/ir/%s.cu", dumps[i].name);
		ir_print(&out, parse(arena, path, NULL));
		const char *golden = arena_printf(arena, "testdata/ir/%s.ir", dumps[i].name);
		failed += compare(golden, read_file(arena, golden), out.s);
		buf_free(&out);
		arena_free(arena);
	}
	assert_int_equal(failed, 0);
}

/* --- locations --------------------------------------------------------------------------------------- */

static const Stmt *body_item(const Func *func, int i)
{
	assert_non_null(func->body);
	assert_true(i < func->body->n_items);
	return func->body->items[i];
}

static void expect_text(const char *text, Range range, const char *wanted)
{
	size_t n = strlen(wanted);
	bool same = range.end.offset - range.begin.offset == n && strncmp(text + range.begin.offset, wanted, n) == 0;
	if (!same)
		printf("expected '%s' but the range is '%.*s'\n", wanted, (int)(range.end.offset - range.begin.offset),
		       text + range.begin.offset);
	assert_true(same);
}

static void test_ranges(void **state)
{
	static const char text[] =
		"#define AT(a, i) a[(i) * 2]\n"
		"#define SAME(x) x\n"
		"__global__ void k(int *p, int n) {\n"
		"\tp[n] = 1;\n"
		"\tAT(p, n + 1) = 2;\n"
		"\tp[n] = SAME(n + 3);\n"
		"\tp[0] = 1 + SAME(n);\n"
		"}\n";
	Arena *arena = arena_new();
	const Func *k = parse(arena, "ranges.cu", text)->kernels[0];
	(void)state;
	expect_text(text, body_item(k, 0)->range, "p[n] = 1");
	expect_text(text, body_item(k, 0)->expr->arg[0]->range, "p[n]");
	expect_text(text, body_item(k, 1)->range, "AT(p, n + 1) = 2");
	expect_text(text, body_item(k, 1)->expr->arg[0]->range, "AT(p, n + 1)");
	expect_text(text, body_item(k, 2)->expr->arg[1]->range, "n + 3");
	expect_text(text, body_item(k, 3)->range, "p[0] = 1 + SAME(n)");
	assert_int_equal(k->range.begin.line, 3);
	assert_int_equal(k->range.end.line, 8);
	assert_int_equal(body_item(k, 1)->range.begin.column, 2);
	arena_free(arena);
}

/* Text that the front end inserts for instances does not change locations. */
static void test_inserted_text(void **state)
{
	static const char text[] =
		"// smemlint: instantiate<int>\n"
		"template <typename T> __global__ void a(T *p) { p[0] = 1; } "
		"template <typename T> __global__ void b(T *p) { p[0] = 1; }\n"
		"template __global__ void b<float>(float *); __global__ void c(int *p) { p[2] = 3; }\n"
		"__global__ void d(int *p) { __shared__ int s[2]; p[4] = s[5]; }\n";
	Arena *arena = arena_new();
	const Unit *unit = parse(arena, "inserted.cu", text);
	(void)state;
	assert_int_equal(unit->n_problems, 0);
	assert_int_equal(unit->n_kernels, 4);
	assert_string_equal(unit->kernels[0]->name, "a<int>");
	assert_string_equal(unit->kernels[1]->name, "b<float>");
	expect_text(text, body_item(unit->kernels[2], 0)->range, "p[2] = 3");
	expect_text(text, body_item(unit->kernels[3], 0)->range, "p[4] = s[5]");
	Loc c = unit->kernels[2]->loc;
	assert_int_equal(c.line, 3);
	assert_int_equal(text[c.offset], 'c');
	size_t line_start = (size_t)(strstr(text, "template __global__") - text);
	assert_int_equal(c.column, c.offset - line_start + 1);
	arena_free(arena);
}

/* --- unusable input -------------------------------------------------------------------------------------- */

static void expect_unusable(const char *file, const char *text, const char *why)
{
	Arena *arena = arena_new();
	const Unit *unit = parse(arena, file, text);
	assert_true(unit->unusable);
	assert_int_equal(unit->n_problems, 1);
	assert_non_null(strstr(unit->problems[0].message, why));
	assert_int_equal(unit->n_kernels, 0);
	arena_free(arena);
}

static void test_unusable(void **state)
{
	(void)state;
	expect_unusable("testdata/ir/not-there.cu", NULL, "No such file");
	expect_unusable("testdata/ir", NULL, "directory");
	expect_unusable("/dev/null", NULL, "not a regular file");
	expect_unusable("blank.cu", " \n\t\n", "empty");
}

static char *repeated(Arena *arena, const char *before, const char *part, int n, const char *after)
{
	Buf buf = { 0 };
	buf_puts(&buf, before);
	for (int i = 0; i < n; i++)
		buf_puts(&buf, part);
	buf_puts(&buf, after);
	char *text = arena_strndup(arena, buf.s, buf.n);
	buf_free(&buf);
	return text;
}

static void test_deep(void **state)
{
	static const struct {
		const char *before, *part, *after;
		int n;
	} cases[] = {
		{ "__global__ void k(int *p) { p[0] = ", "~", "p[1]; }", 20000 },
		{ "__global__ void k(int *p) { p[0] = ", "p[1] + ", "1; }", 3000 },
		{ "__global__ void k(int *p) { ", "if (p[1]) ", "p[0] = 1; }", 3000 },
		{ "__global__ void k(int *p) { p[0] = ", "(", "1; }", 20000 },
	};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		Arena *arena = arena_new();
		Buf out = { 0 };
		const Unit *unit = parse(arena, "deep.cu", repeated(arena, cases[i].before, cases[i].part, cases[i].n, cases[i].after));
		ir_print(&out, unit);
		assert_true(unit->n_problems > 0 || strstr(out.s, "nested too deeply"));
		buf_free(&out);
		arena_free(arena);
	}
}

/* Kernels named without_* cannot touch shared memory, all others may. */
static void test_what_may_touch_shared_memory(void **state)
{
	static const char text[] =
		"extern __device__ void elsewhere(int *);\n"
		"template <class T> struct Tile { __device__ T &at(int i) { __shared__ T t[32]; return t[i]; } };\n"
		"__device__ int twice(int x) { return 2 * x; }\n"
		"__device__ int deep(int x) { __shared__ int s[4]; s[0] = x; return s[1]; }\n"
		"__device__ int between(int x) { return deep(x) + 1; }\n"
		"__device__ int endless(int x) { return x ? endless(x - 1) : 0; }\n"
		"__global__ void without_anything(int *o) { o[0] = twice(o[1]); }\n"
		"__global__ void without_end(int *o) { for (;;) o[0] += endless(o[1]); }\n"
		"__global__ void without_use(int *o) { __shared__ int unused[8]; o[0] = 1; }\n"
		"__global__ void with_its_own(int *o) { __shared__ int s[8]; s[o[0]] = 1; }\n"
		"__global__ void with_dynamic(int *o) { extern __shared__ int d[]; d[o[0]] = 1; }\n"
		"__global__ void with_a_callees(int *o) { o[0] = between(1); }\n"
		"__global__ void with_a_method(int *o) { Tile<int> t; t.at(3) = 1; }\n"
		"__global__ void with_a_lambda(int *o) { auto f = [&](int i) { return deep(i); }; o[0] = f(1); }\n"
		"__global__ void with_ptx(int *o) { asm volatile(\"st.shared.u32 [%0], 1;\" :: \"r\"(o[0])); }\n"
		"__global__ void with_a_pointer(int *o, int (*f)(int)) { o[0] = f(1); }\n"
		"__global__ void with_a_temporary(int *o) { o[0] = ({ int x = deep(1); x; }); }\n";
	Arena *arena = arena_new();
	const Unit *unit = parse(arena, "touch.cu", text);
	(void)state;
	assert_int_equal(unit->n_kernels, 11);
	for (int i = 0; i < unit->n_kernels; i++) {
		const Func *kernel = unit->kernels[i];
		assert_null(kernel->broken);
		if (func_may_touch_shared(kernel) == (strncmp(kernel->name, "without_", 8) == 0))
			fail_msg("%s: func_may_touch_shared() is wrong", kernel->name);
	}
	arena_free(arena);
}

/* As in the PTX of nvcc 13.0: static kernels have names with external linkage. */
static void test_names_of_kernels(void **state)
{
	static const char text[] =
		"static __global__ void plain(float *) {}\n"
		"namespace L { static __global__ void L1b(float *) {} }\n"
		"namespace ns { template <int N> static __global__ void made(float *) {} }\n"
		"__global__ void seen(float *) {}\n"
		"void launch(float *p) { plain<<<1, 1>>>(p); L::L1b<<<1, 1>>>(p); ns::made<3><<<1, 1>>>(p); seen<<<1, 1>>>(p); }\n";
	static const char *const names[] = { "_Z5plainPf", "_ZN1L3L1bEPf", "_ZN2ns4madeILi3EEEvPf", "_Z4seenPf" };
	Arena *arena = arena_new();
	const Unit *unit = parse(arena, "names.cu", text);
	(void)state;
	assert_int_equal(unit->n_kernels, 4);
	for (int i = 0; i < unit->n_kernels; i++)
		assert_string_equal(unit->kernels[i]->mangled, names[i]);
	arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_dumps),
		cmocka_unit_test(test_ranges),
		cmocka_unit_test(test_inserted_text),
		cmocka_unit_test(test_unusable),
		cmocka_unit_test(test_deep),
		cmocka_unit_test(test_what_may_touch_shared_memory),
		cmocka_unit_test(test_names_of_kernels),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
