/* cpu_lines FILE.cu… [-a ARGUMENT…] [-- FLAGS…]: what a run on the processor shows of each line, as rows.
 * CPU_SECONDS: how long the program may take. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "toolchain/toolkit.h"
#include "verify/cpu/cpu.h"

static int words(char **argv, int i, const char *const **out, char **from)
{
	int n = 0;
	*out = (const char *const *)&from[i];
	while (argv[i + n] && strcmp(argv[i + n], "--") != 0 && strcmp(argv[i + n], "-a") != 0)
		n++;
	return n;
}

static void print_lines(const Measured *m)
{
	for (int i = 0; i < m->launches.n; i++) {
		const MeasuredLaunch *l = &m->launches.at[i];
		printf("launch\t%s\t%d,%d,%d\t%lld\t%lld\n", l->kernel, l->block[0], l->block[1], l->block[2], (long long)l->launches,
		       (long long)l->blocks);
	}
	for (int i = 0; i < m->lines.n; i++) {
		const MeasuredLine *l = &m->lines.at[i];
		printf("line\t%s\t%d,%d,%d\t%s\t%d\t%s\t%d\t%lld\t%lld\t%lld\n", l->kernel, l->block[0], l->block[1], l->block[2], l->file,
		       l->line, access_kind_name(l->kind), l->bytes, (long long)l->requests, (long long)l->wavefronts, (long long)l->ideal);
	}
}

int main(int argc, char **argv)
{
	(void)argc;
	Arena *arena = arena_new();
	CpuRequest request = { 0 };
	Measured measured = { 0 };
	CpuNotes notes = { 0 };
	int i = 1;
	request.n_files = words(argv, i, &request.files, argv);
	i += request.n_files;
	if (argv[i] && strcmp(argv[i], "-a") == 0) {
		request.n_args = words(argv, i + 1, &request.args, argv);
		i += request.n_args + 1;
	}
	if (argv[i])
		request.n_flags = words(argv, i + 1, &request.flags, argv);
	const Toolkit *toolkit = toolkit_find(arena, NULL);
	request.toolkit = toolkit ? toolkit->root : NULL;
	request.toolkit_include = toolkit ? toolkit->include : NULL;
	request.includes = toolkit ? toolkit->more.at : NULL;
	request.n_includes = toolkit ? toolkit->more.n : 0;
	request.seconds = getenv("CPU_SECONDS") ? atoi(getenv("CPU_SECONDS")) : 0;
	const char *failed = cpu_measure(arena, &request, &measured, &notes);
	for (int k = 0; k < notes.lines.n; k++)
		printf("note\t%s\n", notes.lines.at[k]);
	print_lines(&measured);
	if (failed)
		fprintf(stderr, "cpu_lines: %s\n", failed);
	arena_free(arena);
	return failed ? 1 : 0;
}
