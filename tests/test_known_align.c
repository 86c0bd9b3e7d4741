/* Where shared objects are placed: small kernels, with results worked out by hand from docs/developers/compiler.md ("Where objects
 * are placed"). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "eval/nvcc/known_align.h"
#include "frontend/frontend.h"

/* The alignment of `s` that is known, exactly or (0) at least; and the declared one. */
typedef struct Row {
	const char *name, *declared, *code;
	int multiple, exactly, by_declaration;
} Row;

static const Row rows[] = {
	{ "alone", "__shared__ float s[100];", "", 16, 16, 4 },
	{ "behind an int", "__shared__ int n; __shared__ float s[100];", "n = in[0]; __syncthreads(); out[1] = n;", 4, 4, 4 },
	{ "before an int", "__shared__ float s[100]; __shared__ int n;", "n = in[0]; __syncthreads(); out[1] = n;", 16, 16, 4 },
	{ "behind an int that is never used", "__shared__ int n; __shared__ float s[100];", "", 16, 16, 4 },
	{ "behind an int that only constants are written to", "__shared__ int n; __shared__ float s[100];",
	  "n = 1; __syncthreads(); out[1] = n;", 4, 0, 4 },
	{ "behind an int that is never read", "__shared__ int n; __shared__ float s[100];", "n = in[0];", 4, 0, 4 },
	{ "behind an int that an atomic needs", "__shared__ int n; __shared__ float s[100];", "atomicAdd(&n, 1);", 4, 4, 4 },
	{ "behind an int that inline PTX needs", "__shared__ int n; __shared__ float s[100];",
	  "asm volatile(\"red.shared.add.u32 [%0], 1;\" : : \"l\"(&n));", 4, 4, 4 },
	{ "behind an int that a function has an atomic on", "__shared__ int n; __shared__ float s[100];", "count(&n);", 4, 4, 4 },
	{ "of float2, behind an int", "__shared__ int n; __shared__ float2 s[100];", "n = in[0]; __syncthreads(); out[1] = n;", 8, 8, 8 },
	{ "declared as aligned, behind an int", "__shared__ int n; __shared__ __align__(16) float s[100];",
	  "n = in[0]; __syncthreads(); out[1] = n;", 16, 16, 16 },
	{ "behind an array of 17 ints", "__shared__ int a[17]; __shared__ float s[100];",
	  "a[threadIdx.x] = in[0]; __syncthreads(); out[1] = a[in[1]];", 4, 4, 4 },
	{ "behind an array of 18 ints", "__shared__ int a[18]; __shared__ float s[100];",
	  "a[threadIdx.x] = in[0]; __syncthreads(); out[1] = a[in[1]];", 8, 8, 4 },
	{ "behind an array of 16 ints", "__shared__ int a[16]; __shared__ float s[100];",
	  "a[threadIdx.x] = in[0]; __syncthreads(); out[1] = a[in[1]];", 16, 16, 4 },
	{ "behind an array of constant places", "__shared__ int a[3]; __shared__ float s[100];",
	  "a[1] = in[0]; __syncthreads(); out[1] = a[1];", 4, 0, 4 },
	{ "behind an array of constant places that an atomic needs", "__shared__ int a[3]; __shared__ float s[100];",
	  "atomicAdd(&a[1], 1);", 4, 4, 4 },
	{ "behind an array of constant places of whole 16 bytes", "__shared__ int a[4]; __shared__ float s[100];",
	  "a[1] = in[0]; __syncthreads(); out[1] = a[1];", 16, 16, 4 },
	{ "dynamic", "__shared__ int n; extern __shared__ float s[];", "n = in[0]; __syncthreads(); out[1] = n;", 16, 16, 16 },
	{ "with a call that is not seen", "__shared__ int n; __shared__ float s[100];", "n = in[0]; other(in[1]); out[1] = n;", 4, 0, 4 },
};

static const char frame[] =
	"__device__ void count(int *n) { atomicAdd(n, 1); }\n"
	"__device__ void (*other)(int);\n"
	"__global__ void k(const int *in, float *out)\n"
	"{\n"
	"\t%s\n"
	"\t%s\n"
	"\tauto p = &s[threadIdx.x];\n"
	"\ts[threadIdx.x + in[2]] = s[in[3]];\n"
	"}\n";

static const Var *named(const Unit *unit, const char *name)
{
	for (int i = 0; i < unit->n_vars; i++)
		if ((unit->vars[i]->kind == VAR_SHARED || unit->vars[i]->kind == VAR_DYNAMIC) && strcmp(unit->vars[i]->name, name) == 0)
			return unit->vars[i];
	fail_msg("no %s", name);
	return NULL;
}

static const Func *kernel_of(const Unit *unit)
{
	assert_int_equal(unit->n_kernels, 1);
	return unit->kernels[0];
}

static void objects_are_placed_as_documented(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		Arena *arena = arena_new();
		ParseOptions options = { .file = "known_align.cu",
					 .compile.cuda_path = "none",
					 .text = arena_printf(arena, frame, rows[i].declared, rows[i].code) };
		const Unit *unit = frontend_parse(arena, &options);
		assert_int_equal(unit->n_problems, 0);
		KnownAlign got = known_align_of(known_aligns_new(arena, kernel_of(unit)), named(unit, "s"));
		if (1 << got.log2_align != rows[i].multiple || got.exact != (rows[i].exactly > 0) ||
		    1 << got.declared != rows[i].by_declaration)
			fail_msg("%s: a multiple of %d%s, by its declaration of %d", rows[i].name, 1 << got.log2_align,
				 got.exact ? "" : " or more", 1 << got.declared);
		KnownAlign none = known_align_of(known_aligns_new(arena, kernel_of(unit)), NULL);
		assert_true(!none.log2_align && !none.exact && !none.declared);
		arena_free(arena);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(objects_are_placed_as_documented),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
