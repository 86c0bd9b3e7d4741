#include "fuzz/targets.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/analyze.h"
#include "codegen/code.h"
#include "config/config.h"
#include "database/command.h"
#include "database/response.h"
#include "filter/baseline.h"
#include "filter/patch.h"
#include "lsp/rpc.h"
#include "project/include_text.h"
#include "verify/backends/ncu_read.h"
#include "verify/table/measured.h"

/* --- the analysis ------------------------------------------------------------------------------- */

static void analyze_as(const char *file, const char *text, size_t size)
{
	if (memchr(text, 0, size)) /* the editor's text has none, a file's is refused */
		return;
	Arena *arena = arena_new();
	analyze(arena, &(AnalyzeOptions){ .file = file, .text = text, .cuda_path = "none" });
	arena_free(arena);
}

static void program(const char *text, size_t size)
{
	analyze_as("/fuzz/program.cu", text, size);
}

static void ptx(const char *text, size_t size)
{
	analyze_as("/fuzz/module.ptx", text, size);
}

/* --- what tells how ----------------------------------------------------------------------------- */

/* A compile command's words, each in a line or between blanks. */
static void flags(const char *text, size_t size)
{
	Arena *arena = arena_new();
	FlagList words = { 0 };
	(void)size;
	response_split(arena, text, 0, &words);
	/* response files would be read from this machine */
	for (int i = 0; i < words.n; i++)
		if (strchr(words.at[i], '@') || strstr(words.at[i], "optf") || strstr(words.at[i], "options-file"))
			words.n = i;
	command_make(arena, &(CommandOptions){ .flags = words.at, .n_flags = words.n, .cuda_path = "none" });
	arena_free(arena);
}

static const char *no_problem(Arena *arena, const char *text)
{
	(void)arena;
	(void)text;
	return NULL;
}

static void config(const char *text, size_t size)
{
	static const char *const rules[] = { "smem-bank-conflict-load", "smem-bank-conflict-store" };
	Arena *arena = arena_new();
	const ConfigKnown known = { rules, 2, no_problem };
	Config out = { 0 };
	ConfigProblems problems = { 0 };
	Buf dumped = { 0 };
	config_read(arena, "/fuzz/.smemlint.yaml", text, size, &known, &out, &problems);
	config_dump(&dumped, &out);
	buf_free(&dumped);
	arena_free(arena);
}

static void includes(const char *text, size_t size)
{
	Arena *arena = arena_new();
	const IncludeText read = include_text(arena, text, size);
	for (int i = 1; i < read.names.n; i++)
		if (read.names.at[i - 1] >= read.names.at[i])
			abort(); /* they are searched by halves */
	for (int i = 0; i < read.includes.n; i++)
		if (strlen(read.includes.at[i].name) < 2)
			abort();
	if (read.n_code < 0 || read.n_code > (int64_t)size)
		abort();
	arena_free(arena);
}

static void patch(const char *text, size_t size)
{
	Arena *arena = arena_new();
	patch_read(arena, text, size);
	arena_free(arena);
}

static void baseline(const char *text, size_t size)
{
	Arena *arena = arena_new();
	Buf out = { 0 };
	Baseline *read = baseline_new(arena, "/fuzz");
	baseline_read(read, text, size);
	baseline_write(&out, read, true);
	buf_free(&out);
	arena_free(arena);
}

/* --- what other programs write ------------------------------------------------------------------ */

static void ncu(const char *text, size_t size)
{
	Arena *arena = arena_new();
	Measured *measured = arena_new_of(arena, Measured);
	Buf why = { 0 };
	(void)size;
	ncu_read(arena, text, measured, &why);
	buf_free(&why);
	arena_free(arena);
}

static void compiled_ptx(const char *text, size_t size)
{
	Arena *arena = arena_new();
	(void)size;
	ptx_read(arena, text, arena_new_of(arena, CodeTable));
	arena_free(arena);
}

static void compiled_sass(const char *text, size_t size)
{
	Arena *arena = arena_new();
	(void)size;
	sass_read(arena, text, arena_new_of(arena, CodeTable));
	arena_free(arena);
}

/* In pieces of sizes that the text itself gives. */
static void rpc(const char *text, size_t size)
{
	RpcReader reader = { 0 };
	for (size_t at = 0, n; at < size; at += n) {
		json_t *message = NULL;
		n = 1 + (unsigned char)text[at] % 61;
		n = n < size - at ? n : size - at;
		rpc_feed(&reader, text + at, n);
		while (rpc_next(&reader, &message) != RPC_NOTHING) {
			json_decref(message);
			message = NULL;
		}
	}
	rpc_reader_free(&reader);
}

/* --- the table ---------------------------------------------------------------------------------- */

const FuzzTarget fuzz_targets[] = {
	{ "program", program, 8 },
	{ "ptx", ptx, 40 },
	{ "flags", flags, 100 },
	{ "includes", includes, 400 },
	{ "config", config, 200 },
	{ "patch", patch, 200 },
	{ "baseline", baseline, 200 },
	{ "ncu", ncu, 200 },
	{ "compiled_ptx", compiled_ptx, 100 },
	{ "compiled_sass", compiled_sass, 100 },
	{ "rpc", rpc, 200 },
};
const int n_fuzz_targets = sizeof fuzz_targets / sizeof *fuzz_targets;

const FuzzTarget *fuzz_target(const char *name)
{
	for (int i = 0; i < n_fuzz_targets; i++)
		if (strcmp(fuzz_targets[i].name, name) == 0)
			return &fuzz_targets[i];
	return NULL;
}
