/* Groups accesses to shared memory into requests of warps, counts equal ones, and writes them at the end.
 *
 * Lanes of a warp make one request if they are at one site in one instance (verify/cpu/retarget.h).  A lane that gets there
 * once more (by a goto, by recursion) begins the next request.  A barrier ends all open requests. */
#include "smem.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint32_t smem_tracing;
uint64_t smem_instance;

enum { TRACED_BLOCKS = 8, TRACED_LAUNCHES = 4, MAX_PATTERNS = 1 << 19, OPEN = 1 << 14 };

/* --- launches ------------------------------------------------------------------------------------- */

typedef struct Shape {
	const Kernel *kernel;
	unsigned block[3], grid[3];
	uint64_t launches, blocks, traced;
	bool is_lost;          /* some launch of it failed */
	bool is_forgotten;     /* is_lost, but not reported */
	char why[256], note[128];
} Shape;
static Shape *shapes;
static int n_shapes, shape;

static int shape_of(const Launch *launch)
{
	for (int i = 0; i < n_shapes; i++)
		if (!shapes[i].is_forgotten && shapes[i].kernel == launch->kernel && memcmp(shapes[i].block, launch->block, sizeof launch->block) == 0 &&
		    memcmp(shapes[i].grid, launch->grid, sizeof launch->grid) == 0)
			return i;
	shapes = realloc(shapes, sizeof *shapes * (size_t)(n_shapes + 1));
	shapes[n_shapes] = (Shape){ .kernel = launch->kernel };
	memcpy(shapes[n_shapes].block, launch->block, sizeof launch->block);
	memcpy(shapes[n_shapes].grid, launch->grid, sizeof launch->grid);
	return n_shapes++;
}

extern const SharedObject __start_smem_objects[] __attribute__((weak)), __stop_smem_objects[] __attribute__((weak));
static SharedObject *allowed; /* shared variables that a driven launch may access */
static int n_allowed;

static void set_allowed(const Launch *launch)
{
	n_allowed = 0;
	for (const SharedObject *o = __start_smem_objects; launch->is_driven && o < __stop_smem_objects; o++) {
		if (o->module != launch->kernel->module)
			continue;
		allowed = realloc(allowed, sizeof *allowed * (size_t)(n_allowed + 1));
		allowed[n_allowed] = *o;
		allowed[n_allowed++].size += o->size ? 0 : launch->dynamic;
	}
}

void trace_begin(const Launch *launch)
{
	shape = shape_of(launch);
	shapes[shape].launches++;
	set_allowed(launch);
}

/* Whether the block is traced: all of a small grid, else some at equal distances from the first to the last. */
bool trace_block(uint64_t block, uint64_t n)
{
	if (shapes[shape].launches > TRACED_LAUNCHES)
		return false;
	bool yes = n <= 2 * TRACED_BLOCKS;
	for (uint64_t i = 0; i < TRACED_BLOCKS && !yes; i++)
		yes = block == (n - 1) * i / (TRACED_BLOCKS - 1);
	shapes[shape].blocks += yes;
	return yes;
}

void trace_end(const char *failed)
{
	if (!failed)
		return;
	shapes[shape].is_lost = true;
	snprintf(shapes[shape].why, sizeof shapes[shape].why, "%s", failed);
}

void trace_forget(void)
{
	shapes[shape].is_lost = shapes[shape].is_forgotten = true;
	shapes[shape].why[0] = 0;
}

void trace_note(const char *format, ...)
{
	va_list args;
	va_start(args, format);
	vsnprintf(shapes[shape].note, sizeof shapes[shape].note, format, args);
	va_end(args);
}

/* --- requests that are open ----------------------------------------------------------------------- */

typedef struct Request {
	uint32_t site, mask;
	uint16_t warp, again;
	bool used, copies;
	int bytes;             /* if op is set: the runtime's; 0: the site's */
	const char *op;
	uint64_t instance;
	uint64_t at[WARP], source[WARP];
} Request;
static Request *open_requests;
static uint32_t *used_slots;
static int n_open;

static uint64_t mix(uint64_t a, uint64_t b)
{
	a = (a ^ b) * 0x9e3779b97f4a7c15u;
	return a ^ a >> 29;
}

static Request *request_of(uint32_t site, uint64_t instance, int again)
{
	uint16_t warp = (uint16_t)smem_lane->warp;
	uint64_t hash = mix(mix(mix(instance, site), warp), (uint64_t)again);
	for (uint32_t slot = (uint32_t)(hash >> 20) % OPEN;; slot = (slot + 1) % OPEN) {
		Request *request = &open_requests[slot];
		if (!request->used) {
			*request = (Request){ .site = site, .warp = warp, .again = (uint16_t)again, .used = true, .instance = instance };
			used_slots[n_open++] = slot;
			return request;
		}
		if (request->site == site && request->warp == warp && request->again == again && request->instance == instance)
			return request;
	}
}

static Request *request_for_lane(uint32_t site, uint64_t instance)
{
	if (!open_requests) {
		open_requests = calloc(OPEN, sizeof *open_requests);
		used_slots = calloc(OPEN, sizeof *used_slots);
	}
	uint32_t bit = 1u << smem_lane->lane;
	int again = 0;
	Request *request = request_of(site, instance, again);
	while (request->mask & bit)
		request = request_of(site, instance, ++again);
	request->mask |= bit;
	return request;
}

/* Predictions hold for accesses within their variable: others end the launch. */
static void hold_within(uint64_t address)
{
	for (int i = 0; i < n_allowed; i++)
		if (address - allowed[i].begin < allowed[i].size)
			return;
	launch_fail("it accesses shared memory beyond its variables");
}

void smem_trace_access(uint32_t site, uint64_t instance, uint64_t address)
{
	if (address - SHARED_BASE >= SHARED_SIZE)
		return;
	if (n_allowed)
		hold_within(address);
	Request *request = request_for_lane(site, instance);
	request->at[smem_lane->lane] = address;
}

void trace_as(uint32_t site, uint64_t instance, uint64_t address, uint64_t source, const char *op, int bytes)
{
	if (!smem_tracing || address - SHARED_BASE >= SHARED_SIZE)
		return;
	if (n_allowed)
		hold_within(address);
	Request *request = request_for_lane(site, instance);
	request->op = op;
	request->bytes = bytes;
	request->copies = source != 0;
	request->at[smem_lane->lane] = address;
	request->source[smem_lane->lane] = source;
}

/* --- patterns ------------------------------------------------------------------------------------- */

typedef struct Pattern {
	int shape;
	uint32_t site, mask;
	bool copies;
	int bytes;
	const char *op;        /* a literal of the runtime, one per operation: compared by address */
	uint64_t count;
	int32_t at[WARP], source[WARP];
} Pattern;
static Pattern *patterns;
static uint32_t *pattern_slots; /* index + 1 */
static uint32_t n_patterns, cap_patterns, n_slots;
static uint64_t lost;

/* Offsets from a multiple of 128 bytes, so that requests on the same banks compare equal. */
static void offsets(int32_t *out, const uint64_t *at, uint32_t mask)
{
	uint64_t least = UINT64_MAX;
	for (int l = 0; l < WARP; l++)
		if (mask >> l & 1 && at[l] < least)
			least = at[l];
	for (int l = 0; l < WARP; l++)
		out[l] = mask >> l & 1 ? (int32_t)(at[l] - (least & ~(uint64_t)127)) : 0;
}

static uint64_t pattern_hash(const Pattern *pattern)
{
	uint64_t hash = mix(mix((uint64_t)pattern->shape, pattern->site), pattern->mask);
	for (int l = 0; l < WARP; l++)
		hash = mix(hash, (uint64_t)(uint32_t)pattern->at[l] << 32 | (uint32_t)pattern->source[l]);
	return hash;
}

static bool same(const Pattern *a, const Pattern *b)
{
	return a->shape == b->shape && a->site == b->site && a->mask == b->mask && a->op == b->op && a->bytes == b->bytes && memcmp(a->at, b->at, sizeof a->at) == 0 &&
	       memcmp(a->source, b->source, sizeof a->source) == 0;
}

static void grow(void)
{
	n_slots = n_slots ? n_slots * 4 : 4096;
	cap_patterns = n_slots / 2;
	patterns = realloc(patterns, sizeof *patterns * cap_patterns);
	free(pattern_slots);
	pattern_slots = calloc(n_slots, sizeof *pattern_slots);
	for (uint32_t i = 0; i < n_patterns; i++) {
		uint32_t slot = (uint32_t)(pattern_hash(&patterns[i]) >> 20) % n_slots;
		while (pattern_slots[slot])
			slot = (slot + 1) % n_slots;
		pattern_slots[slot] = i + 1;
	}
}

static void count(const Pattern *pattern)
{
	if (n_patterns == cap_patterns)
		grow();
	uint32_t slot = (uint32_t)(pattern_hash(pattern) >> 20) % n_slots;
	for (; pattern_slots[slot]; slot = (slot + 1) % n_slots)
		if (same(&patterns[pattern_slots[slot] - 1], pattern)) {
			patterns[pattern_slots[slot] - 1].count++;
			return;
		}
	if (n_patterns == MAX_PATTERNS) {
		lost++;
		return;
	}
	patterns[n_patterns] = *pattern;
	pattern_slots[slot] = ++n_patterns;
}

static void close_request(Request *request)
{
	Pattern pattern = { .shape = shape, .site = request->site, .mask = request->mask, .copies = request->copies, .count = 1,
			    .op = request->op, .bytes = request->bytes };
	offsets(pattern.at, request->at, request->mask);
	if (request->copies)
		offsets(pattern.source, request->source, request->mask);
	count(&pattern);
	request->used = false;
}

void trace_flush(void)
{
	for (int i = 0; i < n_open; i++)
		close_request(&open_requests[used_slots[i]]);
	n_open = 0;
}

/* --- writing the trace ---------------------------------------------------------------------------- */

static void print_offsets(FILE *file, const int32_t *at, uint32_t mask)
{
	for (int l = 0; l < WARP; l++)
		if (mask >> l & 1)
			fprintf(file, " %d", at[l]);
}

static void print_pattern(FILE *file, const Pattern *pattern)
{
	fprintf(file, "%s %d %u %x %llu %s %d", pattern->copies ? "copy" : "access", pattern->shape, pattern->site, pattern->mask,
		(unsigned long long)pattern->count, pattern->op ? pattern->op : "-", pattern->bytes);
	print_offsets(file, pattern->at, pattern->mask);
	if (pattern->copies)
		print_offsets(file, pattern->source, pattern->mask);
	fputc('\n', file);
}

static void print_shape(FILE *file, int i)
{
	const Shape *s = &shapes[i];
	fprintf(file, "launch %d %u %u %u %llu %llu %s\n", i, s->block[0], s->block[1], s->block[2],
		(unsigned long long)s->launches, (unsigned long long)s->blocks, s->kernel->name);
	if (s->is_lost)
		fprintf(file, "lost %d %s\n", i, s->why);
	if (s->note[0])
		fprintf(file, "note %d %s\n", i, s->note);
}

__attribute__((destructor)) static void tell(void)
{
	const char *path = getenv("SMEM_TRACE");
	FILE *file = path ? fopen(path, "w") : NULL;
	if (!file)
		return;
	for (int i = 0; i < n_shapes; i++)
		print_shape(file, i);
	for (uint32_t i = 0; i < n_patterns; i++)
		print_pattern(file, &patterns[i]);
	fprintf(file, "end %llu\n", (unsigned long long)lost);
	fclose(file);
}
