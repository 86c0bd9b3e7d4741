#include "verify/cpu/result.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Shape {
	int launch;               /* index in Measured.launches; -1: it is not counted */
	const char *kernel;
	int64_t launches, blocks;
} Shape;

typedef struct Reader {
	Arena *arena;
	const CpuSites *sites;
	Measured *out;
	CpuNotes *notes;
	VEC(Shape) shapes;
	bool complete;
} Reader;

/* --- launches ------------------------------------------------------------------------------------- */

static int launch_of(Reader *r, const MeasuredLaunch *wanted)
{
	for (int i = 0; i < r->out->launches.n; i++) {
		const MeasuredLaunch *launch = &r->out->launches.at[i];
		if (strcmp(launch->kernel, wanted->kernel) == 0 && memcmp(launch->block, wanted->block, sizeof wanted->block) == 0)
			return i;
	}
	vec_push(r->arena, &r->out->launches, *wanted);
	r->out->launches.at[r->out->launches.n - 1].launches = 0;
	r->out->launches.at[r->out->launches.n - 1].blocks = 0;
	return r->out->launches.n - 1;
}

static void read_launch(Reader *r, const char *text)
{
	MeasuredLaunch launch = { 0 };
	int n = 0;
	if (sscanf(text, "launch %*d %d %d %d %" SCNd64 " %" SCNd64 " %n", &launch.block[0], &launch.block[1], &launch.block[2],
		   &launch.launches, &launch.blocks, &n) < 5)
		return;
	launch.kernel = arena_strdup(r->arena, text + n);
	Shape shape = { launch_of(r, &launch), launch.kernel, launch.launches, launch.blocks };
	r->out->launches.at[shape.launch].launches += launch.launches;
	r->out->launches.at[shape.launch].blocks += launch.blocks;
	vec_push(r->arena, &r->shapes, shape);
}

/* Nothing of a launch that failed is counted. */
static void read_lost(Reader *r, const char *text)
{
	int i = -1, n = 0;
	if (sscanf(text, "lost %d %n", &i, &n) < 1 || i < 0 || i >= r->shapes.n || r->shapes.at[i].launch < 0)
		return;
	const Shape *shape = &r->shapes.at[i];
	MeasuredLaunch *launch = &r->out->launches.at[shape->launch];
	launch->launches -= shape->launches;
	launch->blocks -= shape->blocks;
	if (text[n]) {
		launch->lost = arena_printf(r->arena, "its run failed: %s", text + n);
		vec_push(r->arena, &r->notes->lines, arena_printf(r->arena, "%s: %s", launch->kernel, text + n));
	}
	r->shapes.at[i].launch = -1;
}

static void read_note(Reader *r, const char *text)
{
	int i = -1, n = 0;
	if (sscanf(text, "note %d %n", &i, &n) >= 1 && i >= 0 && i < r->shapes.n)
		vec_push(r->arena, &r->notes->lines, arena_printf(r->arena, "%s: %s", r->shapes.at[i].kernel, text + n));
}

/* --- accesses ------------------------------------------------------------------------------------- */

static bool read_offsets(const char **text, uint32_t mask, int64_t *out)
{
	for (int l = 0; l < WARP_LANES; l++) {
		char *end;
		if (!(mask >> l & 1))
			continue;
		out[l] = strtoll(*text, &end, 10);
		if (end == *text)
			return false;
		*text = end;
	}
	return true;
}

static MeasuredLine *line_of(Reader *r, const MeasuredLaunch *launch, const CpuSite *site, const WarpRequest *request)
{
	MeasuredLine wanted = {
		.kernel = launch->kernel,
		.file = site->file,
		.line = site->line,
		.kind = bank_op_kind(request->op),
		.bytes = request->bytes,
	};
	memcpy(wanted.block, launch->block, sizeof wanted.block);
	for (int i = 0; i < r->out->lines.n; i++) {
		MeasuredLine *line = &r->out->lines.at[i];
		if (line->kernel == wanted.kernel && memcmp(line->block, wanted.block, sizeof wanted.block) == 0 &&
		    line->line == wanted.line && line->kind == wanted.kind && line->bytes == wanted.bytes &&
		    strcmp(line->file, wanted.file) == 0)
			return line;
	}
	vec_push(r->arena, &r->out->lines, wanted);
	return &r->out->lines.at[r->out->lines.n - 1];
}

static void read_access(Reader *r, const char *text, bool copies)
{
	int shape = -1, n = 0;
	unsigned site = 0;
	int64_t count = 0;
	int bytes = 0;
	char op[32];
	WarpRequest request = { 0 };
	if (sscanf(text, "%*s %d %u %" SCNx32 " %" SCNd64 " %31s %d %n", &shape, &site, &request.active, &count, op, &bytes, &n) < 6 ||
	    shape < 0 || shape >= r->shapes.n || (int)site >= r->sites->n || r->shapes.at[shape].launch < 0)
		return;
	const char *rest = text + n;
	const CpuSite *at = &r->sites->at[site];
	request.op = at->op;
	request.bytes = bytes ? bytes : at->bytes;
	if (bytes && !bank_op_parse(op, &request.op))
		return;
	if (!read_offsets(&rest, request.active, request.offset) || (copies && !read_offsets(&rest, request.active, request.source)))
		return;
	BankCost cost = bank_cost(arch_model(MEASURED_ARCH), &request);
	MeasuredLine *line = line_of(r, &r->out->launches.at[r->shapes.at[shape].launch], at, &request);
	line->requests += count;
	line->wavefronts += count * cost.wavefronts;
	line->ideal += count * cost.profiled;
}

static void read_line(Reader *r, char *text)
{
	text[strcspn(text, "\n")] = 0;
	int64_t lost = 0;
	if (strncmp(text, "launch ", 7) == 0)
		read_launch(r, text);
	else if (strncmp(text, "lost ", 5) == 0)
		read_lost(r, text);
	else if (strncmp(text, "note ", 5) == 0)
		read_note(r, text);
	else if (strncmp(text, "access ", 7) == 0)
		read_access(r, text, false);
	else if (strncmp(text, "copy ", 5) == 0)
		read_access(r, text, true);
	else if (sscanf(text, "end %" SCNd64, &lost) == 1)
		r->complete = lost == 0;
}

const char *cpu_result(Arena *arena, const char *path, const CpuSites *sites, Measured *out, CpuNotes *notes)
{
	Reader r = { .arena = arena, .sites = sites, .out = out, .notes = notes };
	FILE *file = fopen(path, "r");
	char *text = NULL;
	size_t size = 0;
	if (!file)
		return "the program ended without writing its trace";
	out->by = "cpu";
	while (getline(&text, &size, file) >= 0)
		read_line(&r, text);
	free(text);
	fclose(file);
	if (!r.complete)
		return "the program made more different accesses than can be counted";
	return out->launches.n ? NULL : "the program launched no kernel";
}
