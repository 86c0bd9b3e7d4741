/* The hardware model: what one shared-memory instruction of one warp costs.
 *
 * A pure function of the architecture, the operation, the bytes per lane, the active lanes and their byte offsets.
 * Its rules come from measurements on an H200 (sm_90) with Nsight Compute 2025.3; they reproduce every measured row
 * (testdata/hardware/, testdata/measured/; docs/developers/hardware.md).  A *wavefront* is one pass over the 32 banks of 4
 * bytes; a *phase* is the group of lanes that one wavefront can serve at most; *ideal* is the fewest wavefronts that the
 * bytes need.  wavefronts > ideal is a bank conflict. */
#ifndef SMEMLINT_BANKS_BANKS_H
#define SMEMLINT_BANKS_BANKS_H

#include <stdbool.h>
#include <stdint.h>

enum { WARP_LANES = 32, BANKS = 32, BANK_BYTES = 4 };

typedef enum BankOp {
#define BANK_OP(id, ...) BANK_##id,
#include "banks/bank_ops.def"
#undef BANK_OP
	BANK_OP_COUNT,
} BankOp;

/* The kind of a fact: access_kind_name() has the names. */
typedef enum AccessKind {
	ACCESS_LOAD,
	ACCESS_STORE,
	ACCESS_ATOMIC,
	ACCESS_LDMATRIX,
	ACCESS_STMATRIX,
	ACCESS_CP_ASYNC,
} AccessKind;

typedef struct WarpRequest {
	BankOp op;
	int bytes;         /* per lane: 1, 2, 4, 8 or 16; 16 for ldmatrix/stmatrix (a row address per lane) */
	uint32_t active;   /* bit l: lane l is active */
	int64_t offset[WARP_LANES]; /* bytes from a point aligned to 128; only active lanes are read */
	int64_t source[WARP_LANES]; /* bank_op_has_source(): where each lane copies from; bytes from another such point */
} WarpRequest;

typedef struct BankCost {
	int wavefronts;
	int ideal;         /* loads, stores, copies: one per 128 bytes of the active lanes, at most `wavefronts`; matrix rows: one per
	                    * phase; atomics: one per 128 bytes, two if they compare and swap */
	int profiled;      /* what ncu reports as ideal: the same; for atomics that are loops, the sum over all iterations */
	bool exact;        /* false: an upper bound, because no measurement covers the request: copies from an unknown source,
	                    * atomics of other sizes, addresses that are not aligned to `bytes` */
	int worst_bank;    /* the busiest bank of the costliest phase; -1: no lane is active */
	uint32_t worst_lanes; /* the lanes that access it in that phase */
	int same_word;     /* where lanes on one word are serialised (atomics, cp_async): how many of worst_lanes access a word
	                    * that another of them does already; else 0 */
	uint32_t source_lanes; /* copies: the lanes of the costliest phase that conflict because of their source addresses; 0: none
	                    * do, or the destinations alone explain the cost */
} BankCost;

/* An architecture: a row of arch.def, which has the sources. */
typedef struct Arch {
	int number;             /* 90: sm_90 */
	int shared_per_block;   /* static limit: 49152 */
	int shared_optin;       /* limit with opt-in (cudaFuncAttributeMaxDynamicSharedMemorySize) */
	int shared_per_sm;
	int threads_per_sm;
	int blocks_per_sm;
	int reserved;           /* bytes of shared memory that the system takes per block */
	int piece;              /* shared memory is allocated in multiples of this many bytes */
	int swap_cost;          /* wavefronts of one pass of a compare-and-swap */
	bool wide_loads_share;  /* loads of 8 and 16 bytes: lanes i ^ 1 or i ^ 2 at one address share a phase, if all do */
	bool has_redux;         /* one instruction reduces integers over a warp */
	bool knows_fragments;   /* it is known which instructions move matrix fragments */
	bool knows_merging;     /* it is known which accesses nvcc merges */
} Arch;
enum { MEASURED_ARCH = 90 };
const Arch *arch_find(int number);  /* NULL: arch.def has no such row */
const Arch *arch_model(int number); /* or else the newest older one, or else the oldest */

BankCost bank_cost(const Arch *arch, const WarpRequest *request);
int bank_ways(const BankCost *cost); /* n of an n-way conflict: wavefronts / ideal, rounded up; 0: no lane is active */

/* The phase of each lane and the work of each bank, for pictures. */
typedef struct BankMap {
	int n_phases;
	int phase[WARP_LANES];     /* -1: the lane is inactive */
	int bank[WARP_LANES];      /* the first bank that the lane accesses; -1: inactive */
	int words;                 /* how many consecutive banks a lane accesses */
	int distinct[BANKS];       /* per bank: the most passes that any phase needs it for */
	int pass_cost;             /* wavefronts of one pass: Arch.swap_cost for atomics that compare and swap, else 1 */
	bool lanes_count;          /* lanes on one word need a pass each (atomics, cp_async) */
} BankMap;
BankMap bank_map(const Arch *arch, const WarpRequest *request);

bool bank_op_parse(const char *name, BankOp *op); /* the names in bank_ops.def */
const char *bank_op_name(BankOp op);
AccessKind bank_op_kind(BankOp op);
bool bank_op_has_source(BankOp op); /* WarpRequest.source counts */
const char *access_kind_name(AccessKind kind);

#endif
