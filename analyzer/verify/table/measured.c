#include "verify/table/measured.h"

#include <string.h>

static bool same_block(const int a[3], const int b[3])
{
	return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

static bool same_also(const MeasuredLine *a, const MeasuredLine *b)
{
	for (int i = 0; i < a->n_also; i++)
		if (a->also[i].line != b->also[i].line || strcmp(a->also[i].file, b->also[i].file) != 0)
			return false;
	return true;
}

static bool same_key(const MeasuredLine *a, const MeasuredLine *b)
{
	return a->line == b->line && a->kind == b->kind && a->bytes == b->bytes && a->n_also == b->n_also && a->program == b->program &&
	       same_block(a->block, b->block) && strcmp(a->kernel, b->kernel) == 0 && strcmp(a->file, b->file) == 0 && same_also(a, b);
}

void measured_add_line(Arena *arena, Measured *measured, const MeasuredLine *line)
{
	for (int i = 0; i < measured->lines.n; i++) {
		MeasuredLine *row = &measured->lines.at[i];
		if (!same_key(row, line))
			continue;
		row->requests += line->requests;
		row->wavefronts += line->wavefronts;
		row->ideal += line->ideal;
		return;
	}
	vec_push(arena, &measured->lines, *line);
}

void measured_add_launch(Arena *arena, Measured *measured, const MeasuredLaunch *launch)
{
	for (int i = 0; i < measured->launches.n; i++) {
		MeasuredLaunch *row = &measured->launches.at[i];
		if (row->program != launch->program || !same_block(row->block, launch->block) || strcmp(row->kernel, launch->kernel) != 0)
			continue;
		row->launches += launch->launches;
		row->blocks = row->blocks && launch->blocks ? row->blocks + launch->blocks : 0;
		return;
	}
	vec_push(arena, &measured->launches, *launch);
}

void measured_join(Arena *arena, Measured *measured, const Measured *more)
{
	const int program = ++measured->n_programs;
	for (int i = 0; i < more->lines.n; i++) {
		MeasuredLine line = more->lines.at[i];
		line.program = program;
		measured_add_line(arena, measured, &line);
	}
	for (int i = 0; i < more->launches.n; i++) {
		MeasuredLaunch launch = more->launches.at[i];
		launch.program = program;
		measured_add_launch(arena, measured, &launch);
	}
	for (int i = 0; i < more->remarks.n; i++)
		vec_push(arena, &measured->remarks, more->remarks.at[i]);
}
