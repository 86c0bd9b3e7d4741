/* Warp functions of PTX. */
#include "ptx.h"

#include <stdlib.h>
#include <string.h>

static void do_matrix(Run *run)
{
	const Statement *s = run->s;
	bool loads = opcode_is(s, "ldmatrix"), trans = part_is(s, "trans");
	const Operand *items = &s->operand[loads ? 0 : 1];
	if (!part_is(s, "m8n8") || !part_is(s, "b16") || items->kind != O_VECTOR)
		unsupported(run);
	int n = items->n;
	static const char *const names[2][5] = {
		{ "", "stmatrix_x1", "stmatrix_x2", "", "stmatrix_x4" }, { "", "ldmatrix_x1", "ldmatrix_x2", "", "ldmatrix_x4" },
	};
	if (n != 1 && n != 2 && n != 4)
		unsupported(run);
	uint64_t address = address_of(run, loads);
	trace(run, address, loads && trans && n == 4 ? "ldmatrix_x4_trans" : names[loads][n], 16);
	MatrixRows rows = { .loads = loads, .trans = trans, .n = n, .address = address };
	for (int i = 0; i < n && !loads; i++)
		rows.words[i] = (uint32_t)*place_of(run, items->item[i]);
	warp_meet(0xffffffff, &rows, &rows, move_rows);
	for (int i = 0; i < n && loads; i++)
		*place_of(run, items->item[i]) = rows.words[i];
}

/* mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {d}, {a}, {b}, {c}; */
static void do_mma(Run *run)
{
	const Statement *s = run->s;
	Type type[4];
	int n = 0, k = part_is(s, "m16n8k8") ? 8 : part_is(s, "m16n8k16") ? 16 : part_is(s, "m16n8k4") ? 4 : 0;
	for (int i = 1; i < s->n_parts && n < 4; i++)
		n += type_parse(s->part[i], &type[n]);
	bool known = k && n == 4 && is_floating(type[1]) && type[1].bytes <= 4 && type[0].kind == 'f' && type[0].bytes == type[3].bytes;
	for (int i = 0; i < 4 && known; i++)
		known = s->operand[i].kind == O_VECTOR;
	if (!known)
		unsupported(run);
	MatrixProduct product = { .k = k, .n_a = s->operand[1].n, .n_b = s->operand[2].n, .n_c = s->operand[3].n, .type = type[1],
				  .sum = type[0] };
	uint32_t out[4] = { 0 };
	for (int i = 1, at = 0; i < 4; i++)
		for (int j = 0; j < s->operand[i].n && at < 16; j++)
			product.in[at++] = (uint32_t)*place_of(run, s->operand[i].item[j]);
	warp_meet(0xffffffff, &product, out, multiply);
	for (int j = 0; j < s->operand[0].n && j < 4; j++)
		*place_of(run, s->operand[0].item[j]) = out[j];
}

static void do_warp(Run *run)
{
	const Statement *s = run->s;
	if (opcode_is(s, "activemask")) {
		put(run, 0, smem_llvm_nvvm_activemask());
	} else if (opcode_is(s, "shfl") && part_is(s, "b32")) {
		const char *how = s->part[2];
		uint32_t v = (uint32_t)get(run, 1), b = (uint32_t)get(run, 2), c = (uint32_t)get(run, 3), mask = (uint32_t)get(run, 4), out;
		out = !strcmp(how, "up") ? smem_llvm_nvvm_shfl_sync_up_i32(mask, v, b, c) : !strcmp(how, "down") ?
		      smem_llvm_nvvm_shfl_sync_down_i32(mask, v, b, c) : !strcmp(how, "bfly") ?
		      smem_llvm_nvvm_shfl_sync_bfly_i32(mask, v, b, c) : smem_llvm_nvvm_shfl_sync_idx_i32(mask, v, b, c);
		put(run, 0, out);
		put_second(run, shuffle_in_range(how, (int)smem_registers[R_LANE], b, c));
	} else if (opcode_is(s, "bar") && part_is(s, "warp")) {
		smem_llvm_nvvm_bar_warp_sync((uint32_t)get(run, 0));
	} else if ((opcode_is(s, "bar") || opcode_is(s, "barrier")) && part_is(s, "sync")) {
		int id = (int)get(run, 0);
		if (s->n_operands > 1)
			smem_llvm_nvvm_barrier_cta_sync_count(id, (int)get(run, 1));
		else
			smem_llvm_nvvm_barrier_cta_sync_all(id);
	} else if ((opcode_is(s, "bar") || opcode_is(s, "barrier")) && part_is(s, "arrive") && s->n_operands == 2) {
		smem_llvm_nvvm_barrier_cta_arrive_aligned_count((int)get(run, 0), (int)get(run, 1));
	} else if (opcode_is(s, "vote") && part_is(s, "ballot")) {
		put(run, 0, smem_llvm_nvvm_vote_ballot_sync((uint32_t)get(run, 2), get(run, 1) & 1));
	} else if (opcode_is(s, "vote") && (part_is(s, "any") || part_is(s, "all"))) {
		bool (*vote)(uint32_t, bool) = part_is(s, "any") ? smem_llvm_nvvm_vote_any_sync : smem_llvm_nvvm_vote_all_sync;
		put(run, 0, vote((uint32_t)get(run, 2), get(run, 1) & 1));
	} else if (opcode_is(s, "redux")) {
		uint32_t v = (uint32_t)get(run, 1), mask = (uint32_t)get(run, 2);
		bool u = part_is(s, "u32");
		put(run, 0, part_is(s, "add") ? smem_llvm_nvvm_redux_sync_add(v, mask) : part_is(s, "min") ?
			    (u ? smem_llvm_nvvm_redux_sync_umin : smem_llvm_nvvm_redux_sync_min)(v, mask) : part_is(s, "max") ?
			    (u ? smem_llvm_nvvm_redux_sync_umax : smem_llvm_nvvm_redux_sync_max)(v, mask) : part_is(s, "and") ?
			    smem_llvm_nvvm_redux_sync_and(v, mask) : part_is(s, "or") ? smem_llvm_nvvm_redux_sync_or(v, mask) :
			    smem_llvm_nvvm_redux_sync_xor(v, mask));
	} else {
		unsupported(run);
	}
}
