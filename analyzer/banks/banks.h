/* The hardware model: what one shared-memory instruction of one warp costs.
 *
 * A pure function of the architecture, the operation, the bytes a lane, the active lanes and their byte offsets.
 * Its rules come from measurements on an H200 (sm_90) with Nsight Compute 2025.3; they reproduce
 * every measured row (testdata/hardware/, testdata/measured/).  Terms: a *wavefront* is one pass over the 32 banks of 4
 * bytes; a *phase* is the group of lanes that one pass can serve at most; *ideal* is the number of
 * phases that have work.  wavefronts > ideal is a bank conflict. */
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

/* What facts call the operation: load, store, atomic, ldmatrix, stmatrix, cp_async. */
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
	int bytes;         /* a lane: 1, 2, 4, 8 or 16; 16 for ldmatrix/stmatrix (a row address a lane) */
	uint32_t active;   /* bit l: lane l takes part */
	int64_t offset[WARP_LANES]; /* bytes from a point aligned to 128; only active lanes are read */
	int64_t source[WARP_LANES]; /* cp_async_ca, cp_async_cg: where each lane copies from; bytes from another such point */
} WarpRequest;

typedef struct BankCost {
	int wavefronts;
	int ideal;         /* loads, stores, copies: a pass for 128 bytes of active lanes, and never more than wavefronts;
	                    * matrix rows: 1 a phase; atomics: a pass for 128 bytes, two for those that compare and swap */
	int profiled;      /* what ncu shows as ideal: the same, but for loops every iteration's */
	bool exact;        /* false: an upper bound, as no rule or measurement covers the request: copies from an
	                    * unknown source, atomics of other sizes, addresses not aligned to `bytes` */
	int worst_bank;    /* the bank that the worst phase waits for, -1 when nothing is active */
	uint32_t worst_lanes; /* the lanes that meet on it in that phase */
	int same_word;     /* where lanes on one word are served in turn (atomics, cp_async): how many of the worst
	                    * bank's lanes are there only because another one hits the same word; else 0 */
	uint32_t source_lanes; /* copies: the lanes that wait for each other because of where they copy from, in the
	                    * phase that takes longest; 0 where none do, or the destination alone says why */
} BankCost;

/* Architectures: all that depends on one (arch.def). */
typedef struct Arch {
	int number;             /* 90: sm_90 */
	int shared_per_block;   /* static limit: 49152 */
	int shared_optin;       /* the most a block may ask for */
	int shared_per_sm;
	int threads_per_sm;
	int blocks_per_sm;
	int reserved;           /* bytes that the system takes of each block's shared memory */
	int piece;              /* shared memory is given out in multiples of so many bytes */
	int swap_cost;          /* wavefronts of one pass of a compare and swap */
	bool wide_loads_share;  /* loads of 8 and 16 bytes: neighbours at one address share a phase */
	bool has_redux;         /* a warp's lanes reduce integers in one instruction */
	bool knows_fragments;   /* the instructions that move matrix fragments are known */
	bool knows_merging;     /* so it is which accesses nvcc makes one */
} Arch;
enum { MEASURED_ARCH = 90 };
const Arch *arch_find(int number);  /* NULL: it has no row */
const Arch *arch_model(int number); /* else the newest older one, or the oldest */

BankCost bank_cost(const Arch *arch, const WarpRequest *request);

/* Which pass serves a lane, and what the banks do: for maps.  phases[l] is the phase of lane l (-1 inactive). */
typedef struct BankMap {
	int n_phases;
	int phase[WARP_LANES];
	int bank[WARP_LANES];      /* the first bank that the lane touches */
	int words;                 /* consecutive banks a lane touches */
	int distinct[BANKS];       /* per bank: the largest number of passes that any phase needs it for */
	int pass_cost;             /* wavefronts of one pass: Arch.swap_cost for atomics that compare and swap, else 1 */
	bool lanes_count;          /* lanes on one word need a pass each (atomics, cp_async) */
} BankMap;
BankMap bank_map(const Arch *arch, const WarpRequest *request);

bool bank_op_parse(const char *name, BankOp *op); /* the names of h200_wavefronts.tsv */
const char *bank_op_name(BankOp op);
AccessKind bank_op_kind(BankOp op);
bool bank_op_has_source(BankOp op); /* WarpRequest.source counts */
const char *access_kind_name(AccessKind kind);

#endif
