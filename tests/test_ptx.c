/* PTX as input: what is read of it, and the facts of compiled kernels against what their sources' lines cost. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/analyze.h"
#include "fixture.h"
#include "ptx/flow.h"
#include "ptx/lower.h"
#include "ptx/module.h"
#include "run.h"

#define HEAD ".version 8.0\n.target sm_90a\n.address_size 64\n"

static PtxModule *read(Arena *arena, const char *text)
{
	return ptx_read_module(arena, text, strlen(text));
}

/* --- the reader ----------------------------------------------------------------------------------- */

static void opcodes_are_taken_apart(void **state)
{
	static const struct {
		const char *text, *row;
		PtxKind kind, to;
		int bytes, vector;
		PtxSpace space;
	} known[] = {
		{ "ld.volatile.shared::cta.v4.f32", "ld", PTX_FLOAT, PTX_FLOAT, 4, 4, SPACE_SHARED },
		{ "cvt.rzi.s32.f64", "cvt", PTX_FLOAT, PTX_SIGNED, 8, 1, SPACE_NONE },
		{ "cp.async.bulk.tensor.2d.shared::cluster.global.tile", "cp.async.bulk", PTX_UNTYPED, PTX_UNTYPED, 0, 1, SPACE_SHARED },
		{ "cp.async.cg.shared.global.L2::128B", "cp.async", PTX_UNTYPED, PTX_UNTYPED, 0, 1, SPACE_SHARED },
		{ "fma.rn.bf16x2", "fma", PTX_PACKED, PTX_PACKED, 4, 1, SPACE_NONE },
		{ "wmma.mma.sync.aligned.row.row.m16n16k16.f32.f32", "wmma.mma", PTX_FLOAT, PTX_FLOAT, 4, 1, SPACE_NONE },
		{ "and.pred", "and", PTX_PRED, PTX_PRED, 1, 1, SPACE_NONE },
		{ "mbarrier.try_wait.parity.shared::cta.b64", "mbarrier.try_wait", PTX_BITS, PTX_BITS, 8, 1, SPACE_SHARED },
	};
	Arena *arena = arena_new();
	(void)state;
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		PtxOpcode opcode;
		ptx_opcode(arena, known[i].text, &opcode);
		assert_non_null(opcode.row);
		assert_string_equal(opcode.row->name, known[i].row);
		assert_int_equal(opcode.type.kind, known[i].kind);
		assert_int_equal(opcode.to.kind, known[i].to);
		assert_int_equal(opcode.type.bytes, known[i].bytes);
		assert_int_equal(opcode.vector, known[i].vector);
		assert_int_equal(opcode.space, known[i].space);
	}
	PtxOpcode unknown;
	ptx_opcode(arena, "madness.u32", &unknown);
	assert_null(unknown.row);
	arena_free(arena);
}

static void names_have_scopes(void **state)
{
	Arena *arena = arena_new();
	(void)state;
	const PtxModule *m = read(arena, HEAD
				  ".shared .align 8 .b8 s[4][16];\n.visible .entry k(.param .u64 k_param_0)\n.maxntid 32, 4\n{\n"
				  ".reg .b32 %r<9>, a;\nmov.u32 %r8, a;\n{ .reg .b64 a; mov.b64 a, s+4; }\nmov.u32 a, %tid.x;\nret;\n}\n");
	assert_null(m->problem);
	assert_int_equal(m->version, 80);
	assert_int_equal(m->target, 90);
	assert_int_equal(m->funcs.n, 1);
	const PtxFunc *f = m->funcs.at[0];
	assert_null(f->broken);
	assert_int_equal(f->maxntid[0], 32);
	assert_int_equal(f->maxntid[1], 4);
	assert_int_equal(f->maxntid[2], 1);
	assert_int_equal(f->instrs.n, 4);
	const PtxInstr *outer = &f->instrs.at[0], *inner = &f->instrs.at[1], *last = &f->instrs.at[2];
	assert_int_equal(f->regs.at[outer->operands[1].index].type.bytes, 4);
	assert_int_equal(f->regs.at[inner->operands[0].index].type.bytes, 8);
	assert_int_equal(last->operands[0].index, outer->operands[1].index);
	assert_int_equal(inner->operands[1].kind, PTX_SYMBOL);
	assert_int_equal(inner->operands[1].i, 4);
	assert_int_equal(inner->operands[1].var->count, 64);
	assert_int_equal(inner->operands[1].var->align, 8);
	assert_int_equal(last->operands[1].kind, PTX_NAME);
	arena_free(arena);
}

static void places_have_callers(void **state)
{
	Arena *arena = arena_new();
	(void)state;
	const PtxModule *m = read(arena, HEAD
				  ".visible .entry k()\n{\n.loc 1 14 2\n"
				  ".loc 2 3 5, function_name $L__info_string0, inlined_at 1 14 2\nbar.sync 0;\nret;\n}\n"
				  ".file 1 \"a/k.cu\"\n.file 2 \"k.h\", 1, 2\n"
				  ".section .debug_str\n{\n$L__info_string0:\n.b8 95,90,49\n.b8 102,118,0\n}\n");
	assert_null(m->problem);
	const PtxLoc *loc = &m->locs.at[m->funcs.at[0]->instrs.at[0].loc];
	assert_int_equal(loc->line, 3);
	assert_string_equal(ptx_file_path(m, loc->file), "k.h");
	assert_string_equal(ptx_debug_name(m, loc), "_Z1fv");
	assert_true(loc->caller >= 0);
	assert_int_equal(m->locs.at[loc->caller].line, 14);
	assert_string_equal(ptx_file_path(m, m->locs.at[loc->caller].file), "a/k.cu");
	arena_free(arena);
}

/* Triton writes inlined calls in a comment, with the last parts of the paths. */
static void comments_have_callers(void **state)
{
	Arena *arena = arena_new();
	(void)state;
	const PtxModule *m = read(arena, HEAD
				  ".visible .entry k()\n{\n.loc 2 170 27 // standard.py:170:27 @[ standard.py:191:40 @[ k.py:119:29 ] ]\n"
				  "bar.sync 0;\n.loc 1 5 2 // k.py:5:2\nret;\n}\n.file 1 \"/a/k.py\"\n.file 2 \"/b/standard.py\"\n");
	assert_null(m->problem);
	const PtxLoc *loc = &m->locs.at[m->funcs.at[0]->instrs.at[0].loc], *last = &m->locs.at[m->funcs.at[0]->instrs.at[1].loc];
	assert_int_equal(loc->line, 170);
	loc = &m->locs.at[loc->caller];
	assert_string_equal(loc->name, "standard.py");
	assert_int_equal(loc->line, 191);
	loc = &m->locs.at[loc->caller];
	assert_string_equal(loc->name, "k.py");
	assert_int_equal(loc->line, 119);
	assert_int_equal(loc->column, 29);
	assert_int_equal(loc->caller, -1);
	assert_int_equal(last->caller, -1);
	arena_free(arena);
}

/* What is not understood costs the function that it is in. */
static void bad_functions_are_left_out(void **state)
{
	static const char *const bodies[] = {
		"ld.shared.u32 %r1 [%r2];",  "add.s32 %r1, %r2",   "@%q bra $x;", ".reg .b32 %x<",
		"$a: .branchtargets $b $c;", "mov.u32 %r1, {%r2;",
	};
	(void)state;
	for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
		Arena *arena = arena_new();
		const PtxModule *m = read(arena, arena_printf(arena,
							      HEAD ".visible .entry bad()\n{\n.reg .b32 %%r<9>;\n%s\n}\n"
								   ".visible .entry good()\n{\nret;\n}\n",
							      bodies[i]));
		assert_int_equal(m->funcs.n, 2);
		assert_non_null(m->funcs.at[0]->broken);
		assert_non_null(strstr(m->funcs.at[0]->broken, "line "));
		assert_null(m->funcs.at[1]->broken);
		arena_free(arena);
	}
}

/* --- control flow --------------------------------------------------------------------------------- */

static void loops_nest(void **state)
{
	Arena *arena = arena_new();
	FlowGraph flow;
	(void)state;
	/* blocks: 0, 1 (outer), 2 (inner), 3 (behind it), 4 (the end) */
	const PtxModule *m = read(arena, HEAD
				  ".visible .entry k()\n{\n.reg .pred %p<3>;\n.reg .b32 %r<3>;\nadd.s32 %r1, %r1, 1;\n"
				  "$outer:\nadd.s32 %r1, %r1, 1;\n$inner:\n@%p1 bra $inner;\n@%p2 bra $outer;\nret;\n}\n");
	flow_build(arena, m->funcs.at[0], &flow);
	assert_null(flow.broken);
	assert_true(flow.blocks[1].is_header && flow.blocks[2].is_header && !flow.blocks[3].is_header);
	assert_int_equal(flow.blocks[2].outer, 1);
	assert_int_equal(flow.blocks[1].outer, -1);
	assert_true(flow_in_loop(&flow, 1, 3) && flow_in_loop(&flow, 1, 2) && flow_in_loop(&flow, 2, 2));
	assert_false(flow_in_loop(&flow, 2, 3) || flow_in_loop(&flow, 1, 4) || flow_in_loop(&flow, 1, 0));
	assert_int_equal(flow.blocks[4].idom, 3);
	arena_free(arena);
}

static void short_names(void **state)
{
	static const char *const known[][2] = {
		{ "_Z9transposeIfLi32EEvPT_S1_i", "transpose<float, 32>" },
		{ "_ZZ9transposePfPKfiE4tile", "tile" },
		{ "_ZN2ns1kEi", "ns::k" },
		{ "matmul_kernel", "matmul_kernel" },
		{ "_Z1kv", "k" },
		{ "_Zbroken", "_Zbroken" },
		{ "_ZZ1fIiEvPT_E1s", "s" },
	};
	Arena *arena = arena_new();
	(void)state;
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		assert_string_equal(ptx_short_name(arena, known[i][0]), known[i][1]);
	arena_free(arena);
}

/* --- compiled kernels ----------------------------------------------------------------------------- */

typedef struct Sum {
	int64_t wavefronts, ideal;
	Certainty certainty;
	bool any;
} Sum;

static Sum sum_of(const Analysis *analysis, const char *mangled, int line, const char *op)
{
	Sum sum = { .certainty = CERTAINTY_EXACT };
	for (int k = 0; k < analysis->kernels.n; k++) {
		const KernelFacts *kernel = &analysis->kernels.at[k];
		for (int i = 0; i < kernel->n_facts && strcmp(kernel->launch->kernel->mangled, mangled) == 0; i++) {
			const Fact *fact = &kernel->facts[i];
			if (fact->range.begin.line != line || strcmp(access_kind_name(fact->kind), op) != 0)
				continue;
			sum.any = true;
			sum.wavefronts += fact->wavefronts;
			sum.ideal += fact_profiled(fact);
			sum.certainty = fact->certainty > sum.certainty ? fact->certainty : sum.certainty;
		}
	}
	return sum;
}

static const ExpectedFact *listed(const ExpectedFact *facts, int n, int line, const char *op, const int block[3])
{
	for (int i = 0; i < n; i++) {
		const bool same_block = !facts[i].block[0] || (facts[i].block[0] == block[0] && facts[i].block[1] == block[1]);
		if (facts[i].line == line && !strcmp(facts[i].op, op) && same_block && !facts[i].any_cost)
			return &facts[i];
	}
	return NULL;
}

static bool has_lines_of(const Func *kernel, int line)
{
	return line >= kernel->range.begin.line && line <= kernel->range.end.line;
}

typedef struct Compared {
	int lines, wrong;
} Compared;

/* What the source's comments say of the kernel's lines: what was measured or, where that is not given, the model's fact. */
static void compare_kernel(const Fixture *fixture, const Func *kernel, const int block[3], const Analysis *ptx, Compared *out)
{
	for (int i = 0; i < fixture->facts.n; i++) {
		const ExpectedFact *fact = &fixture->facts.at[i];
		if (!has_lines_of(kernel, fact->line) || fact != listed(fixture->facts.at, fixture->facts.n, fact->line, fact->op, block))
			continue;
		const ExpectedFact *measured = listed(fixture->measured.at, fixture->measured.n, fact->line, fact->op, block);
		const ExpectedFact *want = measured ? measured : fact;
		const bool is_open = !measured && fact->certainty && strcmp(fact->certainty, "exact") != 0;
		const Sum sum = sum_of(ptx, kernel->mangled, fact->line, fact->op);
		if (is_open || sum.certainty != CERTAINTY_EXACT)
			continue;
		out->lines++;
		if (sum.wavefronts == want->wavefronts && sum.ideal == want->ideal)
			continue;
		out->wrong++;
		printf("%s:%d: %s %lld/%lld in %s, not %lld/%lld\n", fixture->path, fact->line, fact->op, (long long)sum.wavefronts,
		       (long long)sum.ideal, kernel->mangled, (long long)want->wavefronts, (long long)want->ideal);
	}
}

static Compared compare(Arena *arena, const char *name)
{
	Compared out = { 0 };
	Fixture *fixture = fixture_read(arena, arena_printf(arena, "kernels/%s.cu", name));
	fixture->options.cuda_path = "none";
	const Analysis *source = analyze(arena, &fixture->options);
	for (int k = 0; k < source->kernels.n; k++) {
		const LaunchShape *launch = source->kernels.at[k].launch;
		AnalyzeOptions options = { .file = arena_printf(arena, "testdata/compiled/%s.ptx", name) };
		memcpy(options.block, launch->block, sizeof options.block);
		const Analysis *ptx = analyze(arena, &options);
		assert_false(ptx->unit->unusable);
		compare_kernel(fixture, launch->kernel, launch->block, ptx, &out);
	}
	return out;
}

static void compiled_kernels_cost_what_their_lines_cost(void **state)
{
	static const struct {
		const char *name;
		int lines; /* at least so many are compared */
	} files[] = { { "transpose", 20 }, { "merge", 60 },   { "matrix", 20 },   { "reduction", 8 },
		      { "structs", 15 },   { "control", 20 }, { "redundant", 20 } };
	(void)state;
	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		Arena *arena = arena_new();
		const Compared got = compare(arena, files[i].name);
		if (got.lines < files[i].lines)
			printf("%s: only %d lines were compared\n", files[i].name, got.lines);
		assert_true(got.lines >= files[i].lines);
		assert_int_equal(got.wrong, 0);
		arena_free(arena);
	}
}

/* --- the program ---------------------------------------------------------------------------------- */

static void the_program_takes_it(void **state)
{
	(void)state;
	expect_says("facts testdata/compiled/transpose.ptx --block 32,32", 0, "\"file\":\"kernels/transpose.cu\"",
		    "\"block_from\":\"option\"");
	expect_says("testdata/ptx/accesses.ptx", 1, "testdata/ptx/accesses.ptx:20", "[smem-bank-conflict-load]");
	expect_says("--format=json testdata/ptx/accesses.ptx", 1, "smem-bank-conflict-load");
	expect_says("--format=sarif testdata/ptx/accesses.ptx", 1, "smem-bank-conflict-load");
	expect_says("testdata/bad/truncated.ptx", 3, "a function that does not end");
	expect_says("testdata/bad/unknown_version.ptx", 3, "PTX version 99.7 is not known");
	expect_says("testdata/bad/no_entry.ptx", 0, "no kernel");
	expect_says("testdata/bad/no-such.ptx", 2, "No such file");
}

/* A folder of them, with metadata beside. */
static void a_cache_is_searched(void **state)
{
	(void)state;
	expect_says("facts testdata/cache", 0, "\"file\":\"testdata/cache/K7Q2/column_kernel.ptx\"", "\"block\":[64,1,1]",
		    "\"wavefronts\":64");
	expect_says("testdata/cache", 1, "reaches up to 256 bytes past its end [smem-out-of-bounds]", "bytes 508 to 511 of 256",
		    "block: 128x1x1 as the kernel requires it", "block: 64x1x1 as the kernel requires it");
	expect_says("testdata/cache docs/images", 2, "docs/images: error: there is no .cu file and no PTX in this folder",
		    "32-way bank conflict");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(opcodes_are_taken_apart),
		cmocka_unit_test(names_have_scopes),
		cmocka_unit_test(places_have_callers),
		cmocka_unit_test(comments_have_callers),
		cmocka_unit_test(bad_functions_are_left_out),
		cmocka_unit_test(loops_nest),
		cmocka_unit_test(short_names),
		cmocka_unit_test(compiled_kernels_cost_what_their_lines_cost),
		cmocka_unit_test(the_program_takes_it),
		cmocka_unit_test(a_cache_is_searched),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
