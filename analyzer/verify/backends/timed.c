#include "verify/backends/timed.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const TimedOp ops[] = {
#define TIMED(op, bytes, free, one_bank, code) { BANK_##op, bytes, free, one_bank, code },
#include "verify/backends/timed_ops.def"
#undef TIMED
};
enum { N_OPS = sizeof ops / sizeof *ops, ROW = BANKS * BANK_BYTES };

const TimedOp *timed_op(BankOp op, int bytes)
{
	for (int i = 0; i < N_OPS; i++)
		if (ops[i].op == op && ops[i].bytes == bytes)
			return &ops[i];
	return NULL;
}

/* --- requests -------------------------------------------------------------------------------------- */

static int64_t row_of(int64_t offset)
{
	return offset >= 0 ? offset / ROW : -((ROW - 1 - offset) / ROW);
}

static bool is_active(const WarpPattern *pattern, int lane)
{
	return pattern->active >> lane & 1;
}

/* The number of accessed rows below this one. */
static int rank_of(const WarpPattern *pattern, int64_t row)
{
	int64_t below[WARP_LANES];
	int n = 0;
	for (int lane = 0; lane < WARP_LANES; lane++) {
		int64_t other = row_of(pattern->offset[lane]);
		int k = 0;
		while (k < n && below[k] != other)
			k++;
		if (is_active(pattern, lane) && other < row && k == n)
			below[n++] = other;
	}
	return n;
}

static int add(Arena *arena, TimedRequests *requests, const TimedRequest *request)
{
	for (int i = 0; i < requests->list.n; i++) {
		const TimedRequest *other = &requests->list.at[i];
		if (other->op == request->op && other->active == request->active &&
		    memcmp(other->offset, request->offset, sizeof other->offset) == 0)
			return i;
	}
	vec_push(arena, &requests->list, *request);
	return requests->list.n - 1;
}

int timed_add(Arena *arena, TimedRequests *requests, BankOp op, int bytes, const WarpPattern *pattern, const char **why)
{
	TimedRequest request = { .op = timed_op(op, bytes), .active = pattern->active };
	*why = bank_op_kind(op) == ACCESS_CP_ASYNC ? "the clock cannot separate a copy's wavefronts from the time for its source"
						   : "the wavefronts of such an atomic cannot be timed";
	if (!request.op)
		return -1;
	*why = "its addresses are not aligned";
	for (int lane = 0; lane < WARP_LANES; lane++) {
		int64_t offset = pattern->offset[lane], row = row_of(offset);
		if (!is_active(pattern, lane))
			continue;
		if (offset % bytes)
			return -1;
		request.offset[lane] = ROW * rank_of(pattern, row) + (int)(offset - ROW * row);
	}
	return add(arena, requests, &request);
}

TimedScale timed_scale(Arena *arena, TimedRequests *requests, const TimedOp *op)
{
	TimedRequest free = { .op = op, .active = UINT32_MAX }, one_bank = free, lone = free;
	bool is_matrix = op->op >= BANK_LDMATRIX_X1 && op->op <= BANK_STMATRIX_X4; /* all lanes must take part */
	for (int lane = 0; lane < WARP_LANES; lane++) {
		free.offset[lane] = op->bytes * lane;
		one_bank.offset[lane] = ROW * lane;
	}
	lone.active = is_matrix ? UINT32_MAX : 1;
	return (TimedScale){ add(arena, requests, &free), add(arena, requests, &one_bank), add(arena, requests, &lone) };
}

/* --- the program ----------------------------------------------------------------------------------- */

static const char head[] =
	"// Made by smemlint verify: times warp requests to shared memory.\n"
	"#include <cstdio>\n#include <cstdlib>\n"
	"struct Test { int op; unsigned active; int offset[32]; };\n";

static const char issue[] =
	"template <int OP> __device__ __forceinline__ void issue(unsigned &a, unsigned zero, unsigned &s)\n"
	"{\n"
	"\tunsigned x, y, z, w;\n"
	"\tunsigned long long l;\n"
	"\tunsigned short h;\n"
	"\t(void)x, (void)y, (void)z, (void)w, (void)l, (void)h, (void)zero;\n";

static const char body[] =
	"}\n"
	"template <int OP> __device__ __noinline__ long long timed(unsigned a, unsigned zero, bool active, unsigned &sink)\n"
	"{\n"
	"\tlong long best = 1ll << 60;\n"
	"\tfor (int pass = 0; pass < 5; pass++) {\n"
	"\t\t__syncthreads();\n"
	"\t\tlong long start = clock64();\n"
	"\t\tfor (int t = 0; active && t < ITERATIONS; t++) {\n"
	"\t\t\tunsigned s = sink;\n"
	"#pragma unroll\n"
	"\t\t\tfor (int u = 0; u < UNROLL; u++)\n"
	"\t\t\t\tissue<OP>(a, zero, s);\n"
	"\t\t\tsink = s;\n"
	"\t\t}\n"
	"\t\t__syncthreads();\n"
	"\t\tlong long took = clock64() - start;\n"
	"\t\tif (pass && took < best)\n"
	"\t\t\tbest = took;\n"
	"\t}\n"
	"\treturn best;\n"
	"}\n"
	"__global__ void time_all(const Test *tests, int n, unsigned zero, long long *out, unsigned *sinks)\n"
	"{\n"
	"\textern __shared__ __align__(1024) char pool[];\n"
	"\tfor (int i = threadIdx.x; i < 1024; i += blockDim.x)\n"
	"\t\t((int *)pool)[i] = 0;\n"
	"\tunsigned base = (unsigned)__cvta_generic_to_shared(pool), sink = 0;\n"
	"\tfor (int i = blockIdx.x; i < n; i += gridDim.x) {\n"
	"\t\tunsigned a = base + tests[i].offset[threadIdx.x % 32];\n"
	"\t\tbool on = tests[i].active >> threadIdx.x % 32 & 1;\n"
	"\t\tlong long took = 0;\n"
	"\t\tswitch (tests[i].op) {\n";

static const char tail[] =
	"\t\t}\n"
	"\t\tif (threadIdx.x == 0)\n"
	"\t\t\tout[i] = took;\n"
	"\t}\n"
	"\tsinks[blockIdx.x * blockDim.x + threadIdx.x] = sink;\n"
	"}\n"
	"static void must(cudaError_t e, const char *what)\n"
	"{\n"
	"\tif (e == cudaSuccess)\n"
	"\t\treturn;\n"
	"\tfprintf(stderr, \"%s: %s\\n\", what, cudaGetErrorString(e));\n"
	"\texit(1);\n"
	"}\n"
	"int main()\n"
	"{\n"
	"\tint n = sizeof tests / sizeof *tests, pool = 0, sms = 0;\n"
	"\tTest *list;\n"
	"\tlong long *out, *took = new long long[n];\n"
	"\tunsigned *sinks;\n"
	"\tcudaDeviceProp device;\n"
	"\tmust(cudaGetDeviceProperties(&device, 0), \"no GPU\");\n"
	"\tcudaDeviceGetAttribute(&pool, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0);\n"
	"\tcudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);\n"
	"\tmust(cudaMalloc(&list, sizeof tests), \"memory\");\n"
	"\tmust(cudaMalloc(&out, n * sizeof *out), \"memory\");\n"
	"\tmust(cudaMalloc(&sinks, sms * THREADS * sizeof *sinks), \"memory\");\n"
	"\tmust(cudaMemcpy(list, tests, sizeof tests, cudaMemcpyHostToDevice), \"copy\");\n"
	"\t/* All of a multiprocessor's memory: one block each. */\n"
	"\tmust(cudaFuncSetAttribute(time_all, cudaFuncAttributeMaxDynamicSharedMemorySize, pool), \"shared memory\");\n"
	"\ttime_all<<<sms, THREADS, pool>>>(list, n, 0, out, sinks);\n"
	"\tmust(cudaGetLastError(), \"launch\");\n"
	"\tmust(cudaMemcpy(took, out, n * sizeof *took, cudaMemcpyDeviceToHost), \"run\");\n"
	"\tprintf(\"device %s\\n\", device.name);\n"
	"\tfor (int i = 0; i < n; i++)\n"
	"\t\tprintf(\"%d %lld\\n\", i, took[i]);\n"
	"\tprintf(\"end\\n\");\n"
	"}\n";

static bool is_used(const TimedRequests *requests, const TimedOp *op)
{
	for (int i = 0; i < requests->list.n; i++)
		if (requests->list.at[i].op == op)
			return true;
	return false;
}

static void print_tests(Buf *out, const TimedRequests *requests)
{
	buf_puts(out, "static const Test tests[] = {\n");
	for (int i = 0; i < requests->list.n; i++) {
		const TimedRequest *r = &requests->list.at[i];
		buf_printf(out, "\t{ %d, 0x%" PRIx32 ", {", (int)(r->op - ops), r->active);
		for (int lane = 0; lane < WARP_LANES; lane++)
			buf_printf(out, "%s%d", lane ? "," : "", r->offset[lane]);
		buf_puts(out, "} },\n");
	}
	buf_puts(out, "};\n");
}

void timed_program(Buf *out, const TimedRequests *requests)
{
	buf_puts(out, head);
	buf_printf(out, "enum { ITERATIONS = %d, UNROLL = %d, THREADS = %d };\n", TIMED_ITERATIONS, TIMED_UNROLL, TIMED_WARPS * WARP_LANES);
	print_tests(out, requests);
	buf_puts(out, issue);
	for (int i = 0; i < N_OPS; i++)
		if (is_used(requests, &ops[i]))
			buf_printf(out, "\tif constexpr (OP == %d) { %s }\n", i, ops[i].code);
	buf_puts(out, body);
	for (int i = 0; i < N_OPS; i++)
		if (is_used(requests, &ops[i]))
			buf_printf(out, "\t\tcase %d: took = timed<%d>(a, zero, on, sink); break;\n", i, i);
	buf_puts(out, tail);
}

/* --- what the clock says --------------------------------------------------------------------------- */

static bool read_one(TimedRequests *requests, const char *line)
{
	char *end;
	long index = strtol(line, &end, 10);
	long long took = strtoll(end, NULL, 10);
	if (end == line || index < 0 || index >= requests->list.n || took <= 0)
		return false;
	requests->list.at[index].cycles = (double)took / (int)TIMED_REQUESTS;
	return true;
}

bool timed_read(TimedRequests *requests, const char *text, Buf *why)
{
	bool ended = false, good = true;
	for (const char *at = text; at && *at && good && !ended; at = strchr(at, '\n')) {
		at += *at == '\n';
		ended = strncmp(at, "end", 3) == 0;
		good = ended || !*at || strncmp(at, "device ", 7) == 0 || read_one(requests, at);
	}
	for (int i = 0; i < requests->list.n && good; i++)
		good = requests->list.at[i].cycles > 0;
	if (ended && good)
		return true;
	buf_puts(why, "the timing program did not print all times");
	return false;
}

void timed_table(Buf *out, const TimedRequests *requests)
{
	buf_printf(out, "# cycles: of %d warps that make the request %d times each (analyzer/verify/backends/timed.c)\n", TIMED_WARPS,
		   TIMED_ITERATIONS * TIMED_UNROLL);
	buf_puts(out, "op\tbytes\tactive_mask\tbyte_offsets\tcycles\n");
	for (int i = 0; i < requests->list.n; i++) {
		const TimedRequest *r = &requests->list.at[i];
		buf_printf(out, "%s\t%d\t%08" PRIx32 "\t", bank_op_name(r->op->op), r->op->bytes, r->active);
		for (int lane = 0; lane < WARP_LANES; lane++)
			buf_printf(out, "%s%d", lane ? "," : "", r->offset[lane]);
		buf_printf(out, "\t%.0f\n", r->cycles * (int)TIMED_REQUESTS);
	}
}

double timed_wavefronts(const TimedRequests *requests, const TimedScale *scale, int request, double *least)
{
	const TimedRequest *at = requests->list.at;
	const TimedOp *op = at[request].op;
	double slope = (at[scale->one_bank].cycles - at[scale->free].cycles) / (op->one_bank - op->free);
	if (!(slope > 0.1))
		return -1;
	*least = op->free + (at[scale->lone].cycles - at[scale->free].cycles) / slope;
	return op->free + (at[request].cycles - at[scale->free].cycles) / slope;
}
