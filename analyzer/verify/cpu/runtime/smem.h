/* The runtime of programs that run on the processor: it replaces the device and cudart.
 *
 * It is compiled where it is used, by the clang that compiles the program, against the headers that the program is
 * compiled against.  One launch runs at a time, its blocks one after the other; a block's threads are fibres that
 * switch at barriers and warp functions. */
#ifndef SMEM_H
#define SMEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* verify/cpu/retarget_impl.h has the same numbers */
#define SHARED_BASE 0x60000000u
#define SHARED_SIZE 0x01000000u

enum { WARP = 32, MAX_THREADS = 1024, MAX_WARPS = MAX_THREADS / WARP, STACK_BYTES = 256 << 10, BARRIERS = 16 };

/* verify/cpu/registers.def */
enum {
	R_TID = 0, R_NTID = 3, R_CTAID = 6, R_NCTAID = 9, R_LANE = 12, R_WARP, R_WARPS, R_DYNAMIC,
	R_EQ, R_LT, R_LE, R_GT, R_GE, R_WARPSIZE, R_SM, R_SMS, N_REGISTERS
};
extern uint32_t smem_registers[N_REGISTERS];

/* --- what the device code has (retarget_tables.c) --- */
typedef struct Kernel {
	const char *name;
	void (*run)(void **arguments);
	uint64_t module;
} Kernel;
typedef struct Variable {
	const char *name;
	void *address;
	uint64_t module, size;
} Variable;
typedef struct SharedObject {
	uint64_t module, begin;
	uint64_t size;           /* 0: the dynamic buffer, whose size the launch gives */
} SharedObject;
const Kernel *kernel_find(uint64_t module, const char *name);
const Variable *variable_find(uint64_t module, const char *name);

/* --- fibres (fibre.c) --- */
typedef struct Fibre {
	void *top;   /* of its saved stack */
	char *stack; /* its end */
} Fibre;
void fibre_begin(Fibre *fibre, void (*run)(void));
void fibre_switch(Fibre *from, const Fibre *to);

/* --- a block (block.c) --- */
typedef enum LaneState { LANE_READY, LANE_WAITS, LANE_DONE } LaneState;
typedef enum WaitFor { FOR_NOTHING, FOR_BARRIER, FOR_WARP, FOR_TOGETHER, FOR_GRID } WaitFor;
typedef struct Lane {
	Fibre fibre;
	LaneState state;
	bool begun;
	int index, warp, lane;
	int tid[3];
	WaitFor waits;
	int barrier;             /* FOR_BARRIER: which */
	uint32_t mask;           /* FOR_WARP: the lanes that take part */
	int operation;           /* FOR_WARP: the WarpOp */
	uint64_t instance;       /* FOR_TOGETHER: where */
	uint64_t value, result;
	uint32_t argument;
	const void *in;          /* operands of a warp function on more than one number per lane */
	void *out;
} Lane;
typedef struct Barrier {
	int arrived, expected;   /* expected 0: all threads that are left */
	int count;               /* of threads with a true predicate */
} Barrier;
typedef struct Block {
	Lane *lanes;
	int n_lanes, n_left;
	Barrier barriers[BARRIERS];
} Block;
extern Block *smem_block;        /* the current one */
extern Lane *smem_lane;
typedef struct Launch {
	const Kernel *kernel;
	void **arguments;
	unsigned grid[3], block[3];
	size_t dynamic;
	bool cooperative;
	bool is_driven;          /* with made-up arguments (drive.c): accesses beyond a shared variable are errors, and blocks that
				  * are not traced are not run */
} Launch;
/* NULL, or why it failed. */
const char *launch_run(const Launch *launch);
_Noreturn void launch_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
void lane_wait(WaitFor what);    /* returns when the thread can go on */

/* --- a warp's functions (warp.c) --- */
uint32_t smem_llvm_nvvm_activemask(void);
void smem_llvm_nvvm_bar_warp_sync(uint32_t mask);
void smem_llvm_nvvm_barrier_cta_sync_all(int id);
void smem_llvm_nvvm_barrier_cta_sync_count(int id, int n);
void smem_llvm_nvvm_barrier_cta_arrive_aligned_count(int id, int n);
uint32_t smem_llvm_nvvm_shfl_sync_idx_i32(uint32_t mask, uint32_t v, uint32_t b, uint32_t c);
uint32_t smem_llvm_nvvm_shfl_sync_up_i32(uint32_t mask, uint32_t v, uint32_t b, uint32_t c);
uint32_t smem_llvm_nvvm_shfl_sync_down_i32(uint32_t mask, uint32_t v, uint32_t b, uint32_t c);
uint32_t smem_llvm_nvvm_shfl_sync_bfly_i32(uint32_t mask, uint32_t v, uint32_t b, uint32_t c);
bool shuffle_in_range(const char *how, int lane, uint32_t b, uint32_t c);
uint32_t smem_llvm_nvvm_vote_ballot_sync(uint32_t mask, bool yes);
bool smem_llvm_nvvm_vote_any_sync(uint32_t mask, bool yes);
bool smem_llvm_nvvm_vote_all_sync(uint32_t mask, bool yes);
#define REDUCTION(name) uint32_t smem_llvm_nvvm_redux_sync_##name(uint32_t v, uint32_t mask);
REDUCTION(add) REDUCTION(min) REDUCTION(max) REDUCTION(umin) REDUCTION(umax) REDUCTION(and) REDUCTION(or) REDUCTION(xor)
#undef REDUCTION

/* Waits for the lanes of the mask; the last one calls `does` for all lanes of the warp. */
void warp_meet(uint32_t mask, const void *in, void *out, void (*does)(Lane *const *lanes, int n));
Lane *warp_lane(int lane);

/* --- tracing (trace.c) --- */
extern uint32_t smem_tracing;
extern uint64_t smem_instance;
void trace_begin(const Launch *launch);
bool trace_block(uint64_t block, uint64_t n_blocks);
void trace_flush(void);
/* Traces an access whose operation and width only the runtime knows.  source 0: not a copy. */
void trace_as(uint32_t site, uint64_t instance, uint64_t address, uint64_t source, const char *op, int bytes);
void trace_end(const char *failed);
void trace_forget(void);         /* drops the last launch silently */
void trace_note(const char *format, ...) __attribute__((format(printf, 1, 2))); /* a note on the last launch for the user */

#endif
