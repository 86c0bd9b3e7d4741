#include "shapes.h"

#include <string.h>

#include "block.h"

enum { ASSUMED_THREADS = 256 };

typedef struct Ctx {
	Arena *arena;
	const Unit *unit;
	const Func *kernel;
	KernelShapes *out;
} Ctx;

static void add_problem(const Ctx *ctx, Loc loc, const char *message)
{
	ShapeProblem problem = { loc, message };
	vec_push(ctx->arena, &ctx->out->problems, problem);
}

static LaunchShape make_shape(const Ctx *ctx, const int64_t block[3], BlockFrom from, Loc loc)
{
	return (LaunchShape){
		.kernel = ctx->kernel,
		.block = { (int)block[0], (int)block[1], (int)block[2] },
		.grid = { -1, -1, -1 },
		.dynamic_bytes = -1,
		.from = from,
		.loc = loc,
	};
}

/* `what` names the place for the message: "launch of 'k' with block". */
static void add_block(const Ctx *ctx, const int64_t block[3], BlockFrom from, Loc loc, const char *what)
{
	const char *problem = block_problem(ctx->arena, block);
	if (problem)
		add_problem(ctx, loc, arena_printf(ctx->arena, "%s %s", what, problem));
	else
		vec_push(ctx->arena, &ctx->out->shapes, make_shape(ctx, block, from, loc));
}

static void add_launches(const Ctx *ctx, const LaunchShapes *launches)
{
	for (int i = 0; i < launches->n; i++) {
		const LaunchShape *launch = &launches->at[i];
		const int *b = launch->block;
		if (launch->kernel != ctx->kernel || b[0] == -1 || b[1] == -1 || b[2] == -1)
			continue;
		const char *problem = block_problem(ctx->arena, (int64_t[3]){ b[0], b[1], b[2] });
		if (problem)
			add_problem(ctx, launch->loc, arena_printf(ctx->arena, "launch of '%s': a block of %s",
								   ctx->kernel->name, problem));
		else
			vec_push(ctx->arena, &ctx->out->shapes, *launch);
	}
}

static void add_comments(const Ctx *ctx)
{
	for (int i = 0; i < ctx->unit->n_directives; i++) {
		const Directive *d = &ctx->unit->directives[i];
		int64_t block[3];
		if (d->func != ctx->kernel || strcmp(d->verb, "block") != 0)
			continue;
		if (block_parse(d->text, block))
			add_block(ctx, block, BLOCK_COMMENT, d->loc, "this comment's block of");
		else
			add_problem(ctx, d->loc, arena_printf(ctx->arena, "block(%.80s) is no block shape: "
							      "one to three numbers are wanted", d->text));
	}
}

static void add_bounds(const Ctx *ctx)
{
	const BlockShape *max = &ctx->kernel->max_threads;
	if (max->x > 0 && max->y > 0 && max->z > 0)
		add_block(ctx, (int64_t[3]){ max->x, max->y, max->z }, BLOCK_BOUNDS, ctx->kernel->loc,
			  "__launch_bounds__:");
}

static bool settled(const KernelShapes *out)
{
	return out->shapes.n || out->problems.n;
}

void kernel_shapes(Arena *arena, const Unit *unit, const LaunchShapes *launches, const Func *kernel,
		   const int option[3], KernelShapes *out)
{
	const Ctx ctx = { arena, unit, kernel, out };
	memset(out, 0, sizeof *out);
	add_launches(&ctx, launches);
	if (!settled(out))
		add_comments(&ctx);
	if (!settled(out))
		add_bounds(&ctx);
	if (settled(out))
		return;
	if (option[0])
		add_block(&ctx, (int64_t[3]){ option[0], option[1], option[2] }, BLOCK_OPTION, LOC_NONE, "--block:");
	else
		add_block(&ctx, (int64_t[3]){ ASSUMED_THREADS, 1, 1 }, BLOCK_ASSUMED, LOC_NONE, "assumed block:");
}
