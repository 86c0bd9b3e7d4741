#include "analysis/shapes.h"

#include <string.h>

#include "base/glob.h"
#include "ir/dims.h"

enum { ASSUMED_THREADS = 256, WARP_THREADS = 32 };

typedef struct Ctx {
	Arena *arena;
	const Unit *unit;
	const Func *kernel;
	const LaunchShape *at_run_time; /* all launches with an unknown block, merged; NULL: there are none */
	KernelShapes *out;
} Ctx;

static void add_problem(const Ctx *ctx, Loc loc, const char *message)
{
	ShapeProblem problem = { loc, message };
	vec_push(ctx->arena, &ctx->out->problems, problem);
}

/* Gives a shape the arguments of a launch whose block is unknown. */
static void take_arguments(const Ctx *ctx, LaunchShape *shape, const LaunchShape *launch)
{
	LaunchArg *args = arena_dup(ctx->arena, launch->args, sizeof *args * (size_t)launch->n_args);
	for (int i = 0; i < launch->n_args; i++) {
		if (args[i].block_dim)
			args[i].value += shape->block[args[i].block_dim - 1];
		args[i].block_dim = 0;
	}
	shape->args = args;
	shape->n_args = launch->n_args;
	shape->pointers = launch->pointers;
	shape->n_pointers = launch->n_pointers;
	shape->maps = launch->maps;
	shape->n_maps = launch->n_maps;
	shape->dynamic_bytes = launch->dynamic_bytes;
	memcpy(shape->grid, launch->grid, sizeof shape->grid);
}

static LaunchShape make_shape(const Ctx *ctx, const int64_t block[3], BlockFrom from, Loc loc)
{
	LaunchShape shape = {
		.kernel = ctx->kernel,
		.block = { (int)block[0], (int)block[1], (int)block[2] },
		.grid = { -1, -1, -1 },
		.dynamic_bytes = ctx->kernel->dynamic_bytes ? ctx->kernel->dynamic_bytes : -1,
		.from = from,
		.loc = loc,
	};
	if (ctx->at_run_time)
		take_arguments(ctx, &shape, ctx->at_run_time);
	return shape;
}

/* what: the beginning of the message if no device can run the block. */
static void add_block(const Ctx *ctx, const int64_t block[3], BlockFrom from, Loc loc, const char *what)
{
	const char *problem = block_problem(ctx->arena, block);
	if (problem)
		add_problem(ctx, loc, arena_printf(ctx->arena, "%s %s", what, problem));
	else
		vec_push(ctx->arena, &ctx->out->shapes, make_shape(ctx, block, from, loc));
}

static bool is_known(const int block[3])
{
	return block[0] != -1 && block[1] != -1 && block[2] != -1;
}

static const LaunchShape *find_at_run_time(const Ctx *ctx, const LaunchShapes *launches)
{
	LaunchShape *found = NULL;
	for (int i = 0; i < launches->n; i++) {
		const LaunchShape *launch = &launches->at[i];
		if (launch->kernel != ctx->kernel || is_known(launch->block))
			continue;
		if (found)
			launch_merge(ctx->arena, found, launch);
		else
			found = arena_dup(ctx->arena, launch, sizeof *launch);
		for (int dim = 0; dim < 3; dim++)
			if (found->block[dim] != launch->block[dim])
				found->block[dim] = -1;
	}
	return found;
}

static void add_launches(const Ctx *ctx, const LaunchShapes *launches)
{
	for (int i = 0; i < launches->n; i++) {
		const LaunchShape *launch = &launches->at[i];
		const int *b = launch->block;
		if (launch->kernel != ctx->kernel || !is_known(b))
			continue;
		const char *problem = block_problem(ctx->arena, (int64_t[3]){ b[0], b[1], b[2] });
		if (problem)
			add_problem(ctx, launch->loc,
				    arena_printf(ctx->arena, "launch of '%s': a block of %s", ctx->kernel->name, problem));
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
			add_problem(ctx, d->loc,
				    arena_printf(ctx->arena,
						 "block(%.80s) is not a block shape: "
						 "expected one to three numbers",
						 d->text));
	}
}

/* How many of the threads that are left lie in a dimension that is open, as others may be. */
static int64_t size_of(int dim, unsigned open, unsigned reads, int64_t left)
{
	const unsigned here = 1u << dim, before = here - 1, behind = ~(here | before);
	const bool is_read = reads & here, is_first = !(open & before);
	const bool shares = reads & open & behind;
	const int64_t row = left < WARP_THREADS ? left : WARP_THREADS, part = dim == 0 ? row : is_read ? left / 2 : 1;
	const int64_t size = shares ? part : is_first || is_read ? left : 1;
	return size < 1 ? 1 : size;
}

/* `threads`, in the dimensions that no launch gives.  In rows of a warp if the kernel reads other dimensions than x: of a block that is
 * one row, what it does in the others would not be seen. */
static void lay_out(const Ctx *ctx, int64_t threads, int64_t block[3])
{
	const LaunchShape *launch = ctx->at_run_time;
	const unsigned reads = func_reads_dims(ctx->kernel);
	unsigned open = 0;
	for (int dim = 0; dim < 3; dim++) {
		block[dim] = launch ? launch->block[dim] : -1;
		threads = block[dim] > 0 ? threads / block[dim] : threads;
		open |= (unsigned)(block[dim] < 0) << dim;
	}
	for (int dim = 0; dim < 3; dim++) {
		if (!(open >> dim & 1))
			continue;
		block[dim] = size_of(dim, open, reads, threads);
		threads /= block[dim];
	}
}

/* PTX may give each dimension (.maxntid, .reqntid). */
static void add_bounds(const Ctx *ctx)
{
	const BlockShape *max = &ctx->kernel->max_threads;
	const bool is_fixed = ctx->kernel->is_block_fixed;
	int64_t block[3] = { max->x, max->y, max->z };
	if (max->x <= 0 || max->y <= 0 || max->z <= 0)
		return;
	if (!is_fixed && max->y == 1 && max->z == 1)
		lay_out(ctx, max->x, block);
	add_block(ctx, block, is_fixed ? BLOCK_REQUIRED : BLOCK_BOUNDS, ctx->kernel->loc, "__launch_bounds__:");
}

/* Dimensions that a launch gives are kept; the others are chosen to make ASSUMED_THREADS. */
static void add_assumed(const Ctx *ctx)
{
	const LaunchShape *launch = ctx->at_run_time;
	int64_t block[3];
	lay_out(ctx, ASSUMED_THREADS, block);
	add_block(ctx, block, BLOCK_ASSUMED, launch ? launch->loc : LOC_NONE, "assumed block:");
}

static void add_named(const Ctx *ctx, const BlockOptions *options)
{
	const Func *kernel = ctx->kernel;
	for (int i = options->n_named - 1; i >= 0; i--) {
		const int *block = options->named[i].block;
		if (!glob_name(options->named[i].pattern, kernel->name) && !glob_name(options->named[i].pattern, kernel->base_name))
			continue;
		add_block(ctx, (int64_t[3]){ block[0], block[1], block[2] }, BLOCK_CONFIG, LOC_NONE, "blocks:");
		return;
	}
}

static void add_option(const Ctx *ctx, const BlockOptions *options)
{
	const int *block = options->any;
	if (block[0])
		add_block(ctx, (int64_t[3]){ block[0], block[1], block[2] }, BLOCK_OPTION, LOC_NONE, "--block:");
}

/* Beside launches with known blocks: what a person says of the others.  A bound or an assumption says too little for that. */
static void add_open(const Ctx *ctx, const BlockOptions *options)
{
	const int n_launched = ctx->out->shapes.n;
	add_comments(ctx);
	if (ctx->out->shapes.n == n_launched)
		add_named(ctx, options);
	if (ctx->out->shapes.n == n_launched)
		add_option(ctx, options);
	if (ctx->out->shapes.n == n_launched)
		ctx->out->open = ctx->at_run_time;
}

static bool has_shape_or_problem(const KernelShapes *out)
{
	return out->shapes.n || out->problems.n;
}

void kernel_shapes(Arena *arena, const Unit *unit, const LaunchShapes *launches, const Func *kernel, const BlockOptions *options,
		   KernelShapes *out)
{
	Ctx ctx = { arena, unit, kernel, NULL, out };
	memset(out, 0, sizeof *out);
	ctx.at_run_time = find_at_run_time(&ctx, launches);
	add_launches(&ctx, launches);
	if (out->shapes.n && ctx.at_run_time)
		add_open(&ctx, options);
	if (!has_shape_or_problem(out))
		add_comments(&ctx);
	if (!has_shape_or_problem(out))
		add_named(&ctx, options);
	if (!has_shape_or_problem(out))
		add_bounds(&ctx);
	if (has_shape_or_problem(out))
		return;
	add_option(&ctx, options);
	if (!has_shape_or_problem(out))
		add_assumed(&ctx);
}
