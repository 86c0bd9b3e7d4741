/* Runs a launch: its blocks, their threads, and barriers. */
#include "smem.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

uint32_t smem_registers[N_REGISTERS];
Block *smem_block;
Lane *smem_lane;
static Fibre scheduler;
static const Launch *current;
static volatile bool in_lane;
static char why_failed[512];

/* --- changing between threads --------------------------------------------------------------------- */

static void lane_run(void)
{
	smem_instance = 0;
	current->kernel->run(current->arguments);
	smem_lane->state = LANE_DONE;
	smem_block->n_left--;
	fibre_switch(&smem_lane->fibre, &scheduler);
}

static void enter(Lane *lane)
{
	uint32_t bit = 1u << lane->lane;
	for (int d = 0; d < 3; d++)
		smem_registers[R_TID + d] = (uint32_t)lane->tid[d];
	smem_registers[R_LANE] = (uint32_t)lane->lane;
	smem_registers[R_WARP] = (uint32_t)lane->warp;
	smem_registers[R_EQ] = bit;
	smem_registers[R_LT] = bit - 1;
	smem_registers[R_LE] = bit | (bit - 1);
	smem_registers[R_GT] = ~(bit | (bit - 1));
	smem_registers[R_GE] = ~(bit - 1);
	if (!lane->begun)
		fibre_begin(&lane->fibre, lane_run);
	lane->begun = true;
	smem_lane = lane;
	in_lane = true;
	fibre_switch(&scheduler, &lane->fibre);
	in_lane = false;
}

void lane_wait(WaitFor what)
{
	smem_lane->waits = what;
	smem_lane->state = LANE_WAITS;
	fibre_switch(&smem_lane->fibre, &scheduler);
}

void launch_fail(const char *format, ...)
{
	va_list args;
	va_start(args, format);
	vsnprintf(why_failed, sizeof why_failed, format, args);
	va_end(args);
	fibre_switch(&smem_lane->fibre, &scheduler);
	abort();
}

/* Ends the launch on a fault in device code, as the device would; in host code it is the program's own fault. */
static void lane_fault(int signal)
{
	if (in_lane)
		launch_fail(signal == SIGFPE ? "it divides an integer by zero" : signal == SIGILL ? "it executes a trap" :
			    "it accesses memory that is not its own");
	struct sigaction plain = { .sa_handler = SIG_DFL };
	sigaction(signal, &plain, NULL);
}

static void catch_faults(void)
{
	static const int signals[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL };
	static _Alignas(16) char stack[1 << 16];
	static _Thread_local bool caught;
	stack_t other = { .ss_sp = stack, .ss_size = sizeof stack };
	struct sigaction action = { .sa_handler = lane_fault, .sa_flags = SA_ONSTACK | SA_NODEFER };
	if (caught || sigaltstack(&other, NULL) != 0)
		return;
	caught = true;
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
		sigaction(signals[i], &action, NULL);
}

void smem_missing(const char *name)
{
	launch_fail("%s is not supported on the processor", name);
}

/* --- barriers ------------------------------------------------------------------------------------- */

static bool is_complete(const Barrier *barrier)
{
	return barrier->arrived && barrier->arrived >= (barrier->expected ? barrier->expected : smem_block->n_left);
}

static void open_barrier(int id)
{
	Barrier *barrier = &smem_block->barriers[id];
	int count = barrier->count, arrived = barrier->arrived;
	*barrier = (Barrier){ 0 };
	for (int i = 0; i < smem_block->n_lanes; i++) {
		Lane *lane = &smem_block->lanes[i];
		if (lane->state != LANE_WAITS || lane->waits != FOR_BARRIER || lane->barrier != id)
			continue;
		lane->state = LANE_READY;
		lane->result = (uint64_t)count << 32 | (uint32_t)arrived;
	}
	if (smem_tracing && arrived == smem_block->n_left)
		trace_flush();
}

/* The number of threads that arrived with `yes`, and, in the lower half, of all. */
static uint64_t barrier_wait(int id, int expected, bool yes)
{
	Barrier *barrier = &smem_block->barriers[id & (BARRIERS - 1)];
	barrier->arrived++;
	barrier->count += yes;
	if (expected)
		barrier->expected = expected;
	smem_lane->barrier = id & (BARRIERS - 1);
	lane_wait(FOR_BARRIER);
	return smem_lane->result;
}

void smem_llvm_nvvm_barrier_cta_sync_aligned_all(int id) { barrier_wait(id, 0, false); }
void smem_llvm_nvvm_barrier_cta_sync_all(int id) { barrier_wait(id, 0, false); }
void smem_llvm_nvvm_barrier_cta_sync_aligned_count(int id, int n) { barrier_wait(id, n, false); }
void smem_llvm_nvvm_barrier_cta_sync_count(int id, int n) { barrier_wait(id, n, false); }
void smem_llvm_nvvm_barrier0(void) { barrier_wait(0, 0, false); }
void smem_llvm_nvvm_barrier_sync(int id) { barrier_wait(id, 0, false); }
void smem_llvm_nvvm_barrier_sync_cnt(int id, int n) { barrier_wait(id, n, false); }

void smem_llvm_nvvm_barrier_cta_arrive_aligned_count(int id, int n)
{
	Barrier *barrier = &smem_block->barriers[id & (BARRIERS - 1)];
	barrier->arrived++;
	barrier->expected = n;
}

static int count_of(uint64_t result) { return (int)(result >> 32); }
static bool was_all(uint64_t result) { return result >> 32 == (uint32_t)result; }

int smem_llvm_nvvm_barrier0_popc(int yes) { return count_of(barrier_wait(0, 0, yes)); }
int smem_llvm_nvvm_barrier0_and(int yes) { return was_all(barrier_wait(0, 0, yes)); }
int smem_llvm_nvvm_barrier0_or(int yes) { return count_of(barrier_wait(0, 0, yes)) > 0; }
int smem_llvm_nvvm_barrier_cta_red_popc_aligned_all(int id, bool yes) { return count_of(barrier_wait(id, 0, yes)); }
bool smem_llvm_nvvm_barrier_cta_red_and_aligned_all(int id, bool yes) { return was_all(barrier_wait(id, 0, yes)); }
bool smem_llvm_nvvm_barrier_cta_red_or_aligned_all(int id, bool yes) { return count_of(barrier_wait(id, 0, yes)) > 0; }

/* --- a block -------------------------------------------------------------------------------------- */

static void set_up_block(Block *block)
{
	unsigned x = current->block[0], y = current->block[1];
	block->n_lanes = block->n_left = (int)(x * y * current->block[2]);
	memset(block->barriers, 0, sizeof block->barriers);
	for (int i = 0; i < block->n_lanes; i++) {
		Lane *lane = &block->lanes[i];
		Fibre fibre = lane->fibre;
		*lane = (Lane){ .fibre = fibre, .index = i, .warp = i / WARP, .lane = i % WARP };
		lane->tid[0] = i % (int)x;
		lane->tid[1] = i / (int)x % (int)y;
		lane->tid[2] = i / (int)(x * y);
	}
}

static bool is_with(const Lane *lane, uint64_t instance)
{
	return lane->state == LANE_WAITS && lane->waits == FOR_TOGETHER && lane->instance == instance;
}

/* Lanes of a warp at one place with one instance go on together. */
static void go_together(Block *block, int begin, int end, uint64_t instance)
{
	uint32_t mask = 0;
	for (int i = begin; i < end; i++)
		if (is_with(&block->lanes[i], instance))
			mask |= 1u << block->lanes[i].lane;
	for (int i = begin; i < end; i++)
		if (is_with(&block->lanes[i], instance)) {
			block->lanes[i].result = mask;
			block->lanes[i].state = LANE_READY;
		}
}

/* Runs the lanes of a warp that can run; whether there were any. */
static bool run_warp(Block *block, int warp)
{
	int begin = warp * WARP, end = begin + WARP < block->n_lanes ? begin + WARP : block->n_lanes;
	bool any = false;
	for (bool some = true; some && !why_failed[0];) {
		some = false;
		for (int i = begin; i < end && !why_failed[0]; i++)
			if (block->lanes[i].state == LANE_READY) {
				enter(&block->lanes[i]);
				some = true;
			}
		for (int i = begin; i < end && !some; i++)
			if (block->lanes[i].state == LANE_WAITS && block->lanes[i].waits == FOR_TOGETHER) {
				go_together(block, begin, end, block->lanes[i].instance);
				some = true;
			}
		any |= some;
	}
	return any;
}

static void say_stuck(const Block *block)
{
	int at_barrier = 0, in_warp = 0;
	for (int i = 0; i < block->n_lanes; i++)
		if (block->lanes[i].state == LANE_WAITS) {
			at_barrier += block->lanes[i].waits == FOR_BARRIER;
			in_warp += block->lanes[i].waits == FOR_WARP;
		}
	snprintf(why_failed, sizeof why_failed, "%d threads wait for ever at a barrier that others do not reach, %d in a "
		 "warp function that lanes of its mask do not reach", at_barrier, in_warp);
}

static bool open_barriers(void)
{
	bool any = false;
	for (int id = 0; id < BARRIERS; id++)
		if (is_complete(&smem_block->barriers[id])) {
			open_barrier(id);
			any = true;
		}
	return any;
}

static void run_block(Block *block)
{
	smem_block = block;
	set_up_block(block);
	while (block->n_left && !why_failed[0]) {
		bool any = false;
		for (int w = 0; w * WARP < block->n_lanes; w++)
			any |= run_warp(block, w);
		any |= open_barriers();
		if (!any && !why_failed[0])
			say_stuck(block);
	}
}

/* --- a launch ------------------------------------------------------------------------------------- */

static bool map_window(void)
{
	static bool mapped;
	if (mapped)
		return true;
	void *at = mmap((void *)(uintptr_t)SHARED_BASE, SHARED_SIZE, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
	mapped = at == (void *)(uintptr_t)SHARED_BASE;
	return mapped;
}

static void set_registers(const Launch *launch)
{
	for (int d = 0; d < 3; d++) {
		smem_registers[R_NTID + d] = launch->block[d];
		smem_registers[R_NCTAID + d] = launch->grid[d];
	}
	smem_registers[R_WARPS] = (launch->block[0] * launch->block[1] * launch->block[2] + WARP - 1) / WARP;
	smem_registers[R_DYNAMIC] = (uint32_t)launch->dynamic;
	smem_registers[R_WARPSIZE] = WARP;
	smem_registers[R_SMS] = 1;
}

static void run_blocks(const Launch *launch)
{
	static Lane lanes[MAX_THREADS];
	static Block block = { .lanes = lanes };
	uint64_t n = (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
	for (uint64_t i = 0; i < n && !why_failed[0]; i++) {
		smem_registers[R_CTAID] = (uint32_t)(i % launch->grid[0]);
		smem_registers[R_CTAID + 1] = (uint32_t)(i / launch->grid[0] % launch->grid[1]);
		smem_registers[R_CTAID + 2] = (uint32_t)(i / launch->grid[0] / launch->grid[1]);
		smem_tracing = trace_block(i, n);
		if (smem_tracing || !launch->is_driven)
			run_block(&block);
		if (smem_tracing)
			trace_flush();
	}
	smem_tracing = 0;
}

const char *launch_run(const Launch *launch)
{
	if (!map_window())
		return "the window of shared memory could not be mapped";
	catch_faults();
	current = launch;
	why_failed[0] = 0;
	set_registers(launch);
	trace_begin(launch);
	run_blocks(launch);
	trace_end(why_failed[0] ? why_failed : NULL);
	/* If the program exits because of this, its last output is reported. */
	if (why_failed[0] && !launch->is_driven)
		fprintf(stderr, "%s: %s\n", launch->kernel->name, why_failed);
	return why_failed[0] ? why_failed : NULL;
}
