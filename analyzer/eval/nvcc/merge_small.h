/* How accesses of less than 4 bytes are merged: by NVVM, where the object's declaration shows its alignment (observed in nvcc 13.0's PTX),
 * and those of 2 bytes also by ptxas (in its SASS: docs/developers/compiler.md). */
#ifndef SMEMLINT_EVAL_NVCC_MERGE_SMALL_H
#define SMEMLINT_EVAL_NVCC_MERGE_SMALL_H

#include "eval/nvcc/merge_plan.h"

/* NVVM merges it, if no opaque code (ir/effects/opaque.h) is between.  Not known of records of several parts: NVVM may copy
 * some as one number, and others part by part (scripts/random_records.py). */
bool merges_small(const Held *h);
/* Of 2 bytes that a register of as many gets: ptxas merges such loads as it does those of 4 bytes, to 8 bytes at most. */
bool is_half_word(const Access *access);

/* The request of NVVM that element e is part of, if the elements `mask` of a window are accessed, which is as wide as the declaration and
 * the address show.  follows: the accesses before the window are adjacent to its first one, and begin elsewhere than at a window.
 * False: how such accesses are merged is not known. */
bool plan_small(bool load, int bytes, int window, unsigned mask, int e, bool follows, Plan *out);

#endif
