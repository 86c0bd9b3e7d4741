#include "cache/cache_impl.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "database/command.h"
#include "frontend/frontend.h"
#include "report/formats.h"

enum { ANALYZE_OPTIONS_SIZE = 344 };

static void put_text(Archive *a, const char *text)
{
	archive_text(a, &text);
}

static void put_number(Archive *a, int64_t number)
{
	archive_i64(a, &number);
}

static void put_texts(Archive *a, const char *const *texts, int n)
{
	put_number(a, n);
	for (int i = 0; i < n; i++)
		put_text(a, texts[i]);
}

/* For other machines, by its content: times of files differ. */
static void put_program(Archive *a, Hash program)
{
	struct stat st = { 0 };
	put_text(a, SMEMLINT_VERSION);
	if (a->roots) {
		archive_hash(a, &program);
		return;
	}
	(void)stat("/proc/self/exe", &st);
	put_number(a, st.st_size);
	put_number(a, st.st_mtim.tv_sec);
	put_number(a, st.st_mtim.tv_nsec);
}

/* clang reads the include paths from these variables. */
static void put_environment(Archive *a, Arena *arena)
{
	static const char *const names[] = { "CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "SMEMLINT_CLANG_RESOURCE_DIR" };
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		put_text(a, getenv(names[i]));
	char *folder = getcwd(NULL, 0);
	put_text(a, arena_strdup(arena, folder));
	free(folder);
}

static void put_command(Archive *a, Arena *arena, const AnalyzeOptions *analyze)
{
	const CommandOptions compile = analyze_compile(analyze);
	const Command *command = command_make(arena, &compile);
	put_texts(a, command->argv, command->n_argv);
	put_texts(a, command->libraries.at, command->libraries.n);
	put_text(a, command->toolkit);
	put_text(a, command->resource_dir);
	put_text(a, frontend_version(arena));
}

static void put_assumptions(Archive *a, const AssumeOptions *assume)
{
	put_number(a, assume->n);
	for (int i = 0; i < assume->n; i++)
		put_text(a, assume->at[i].text);
}

static void put_other_files(Archive *a, const AnalyzeOptions *analyze)
{
	put_number(a, analyze->n_others);
	for (int i = 0; i < analyze->n_others; i++) {
		put_text(a, analyze->others[i].path);
		put_texts(a, analyze->others[i].flags, analyze->others[i].flags ? analyze->others[i].n_flags : 0);
		put_text(a, analyze->others[i].directory);
	}
}

static void put_blocks(Archive *a, const AnalyzeOptions *analyze)
{
	for (int d = 0; d < 3; d++)
		put_number(a, analyze->block[d]);
	put_number(a, analyze->n_named_blocks);
	for (int i = 0; i < analyze->n_named_blocks; i++) {
		put_text(a, analyze->named_blocks[i].pattern);
		for (int d = 0; d < 3; d++)
			put_number(a, analyze->named_blocks[i].block[d]);
	}
}

/* A new member that affects the outcome must be part of the name. */
_Static_assert(sizeof(void *) != 8 || sizeof(AnalyzeOptions) == ANALYZE_OPTIONS_SIZE, "name_of_task() covers all of AnalyzeOptions");

Hash name_of_task(const Cache *cache, const Task *task, const Roots *roots)
{
	Arena *arena = arena_new();
	Buf text = { 0 };
	Archive a = { .out = &text, .roots = roots };
	const AnalyzeOptions *analyze = &task->analyze;
	put_program(&a, cache->program);
	put_environment(&a, arena);
	put_number(&a, cache->options->command);
	put_number(&a, cache->options->is_launched);
	put_text(&a, analyze->file);
	put_number(&a, task->is_named);
	put_command(&a, arena, analyze);
	put_number(&a, analyze->for_header);
	put_number(&a, analyze->facts_only);
	put_number(&a, analyze->prefer);
	put_number(&a, analyze->eval.deadline_ms);
	put_number(&a, formats_want(cache->options));
	put_number(&a, cache->options->fix_headers);
	put_blocks(&a, analyze);
	put_assumptions(&a, &analyze->assume);
	put_other_files(&a, analyze);
	put_text(&a, analyze->libraries.root);
	put_texts(&a, analyze->libraries.patterns.at, analyze->libraries.patterns.n);
	const Hash name = hash_bytes(text.s, text.n);
	buf_free(&text);
	arena_free(arena);
	return name;
}

Hash name_of_prefix(const Task *task, PrefixKind kind, const Leading *leading)
{
	Arena *arena = arena_new();
	Buf text = { 0 };
	Archive a = { .out = &text };
	put_text(&a, kind == PREFIX_LEADING ? "leading" : "prefix");
	for (; leading; leading = leading->base) {
		put_text(&a, leading->text);
		put_text(&a, leading->folder);
	}
	put_text(&a, kind == PREFIX_CALLER ? task->analyze.file : NULL);
	put_program(&a, (Hash){ 0, 0 });
	put_environment(&a, arena);
	put_command(&a, arena, &task->analyze);
	const Hash name = hash_bytes(text.s, text.n);
	buf_free(&text);
	arena_free(arena);
	return name;
}
