#include "project/configuring.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/glob.h"
#include "base/paths.h"
#include "options/status.h"
#include "rules/rule.h"
#include "base/folder.h"

/* --- known names -------------------------------------------------------------------------------- */

static const char *assume_problem(Arena *arena, const char *text)
{
	AssumeOption option;
	Buf why = { 0 };
	const char *problem = assume_option_parse(arena, text, &option, &why) ? NULL : arena_strdup(arena, why.s);
	buf_free(&why);
	return problem;
}

ConfigKnown configuring_known(Arena *arena)
{
	const char **rules = arena_array(arena, const char *, N_RULES);
	for (int i = 0; i < N_RULES; i++)
		rules[i] = all_rules[i]->name;
	return (ConfigKnown){ rules, N_RULES, assume_problem };
}

Configuring *configuring_new(Arena *arena, const Options *options)
{
	Configuring *configuring = arena_new_of(arena, Configuring);
	*configuring = (Configuring){ .arena = arena, .options = options };
	return configuring;
}

/* --- problems ----------------------------------------------------------------------------------- */

static bool same_problem(const ConfigProblem *a, const ConfigProblem *b)
{
	return a->at.line == b->at.line && a->at.column == b->at.column && strcmp(a->at.path, b->at.path) == 0 &&
	       strcmp(a->message, b->message) == 0;
}

static void add_problem(Configuring *configuring, const ConfigProblem *problem)
{
	for (int i = 0; i < configuring->problems.n; i++)
		if (same_problem(&configuring->problems.at[i], problem))
			return;
	vec_push(configuring->arena, &configuring->problems, *problem);
}

/* Relative to the working folder if it is below it. */
static const char *display_path(Arena *arena, const char *path)
{
	const char *here = path_from_root(arena, ".");
	size_t n = strlen(here);
	return strncmp(path, here, n) == 0 && path[n] == '/' ? path + n + 1 : path;
}

bool configuring_report(Configuring *configuring)
{
	const int before = configuring->n_reported;
	for (; configuring->n_reported < configuring->problems.n; configuring->n_reported++) {
		const ConfigProblem *problem = &configuring->problems.at[configuring->n_reported];
		if (problem->at.line)
			fprintf(stderr, "%s:%d:%d: error: %s\n", display_path(configuring->arena, problem->at.path), problem->at.line,
				problem->at.column, problem->message);
		else
			fprintf(stderr, "smemlint: error: %s: %s\n", problem->at.path, problem->message);
	}
	return configuring->n_reported > before;
}

/* --- the command line --------------------------------------------------------------------------- */

static void add_checks(Configuring *configuring, const ConfigKnown *known, const char *at, Config *config)
{
	for (GlobItem item; glob_next(&at, &item);) {
		const ConfigText check = { arena_strndup(configuring->arena, item.s, (size_t)item.n), { "--checks", 0, 0 } };
		vec_push(configuring->arena, &config->checks, check);
		const char *why = config_pattern_problem(configuring->arena, known, check.text + (*check.text == '-'));
		if (why)
			add_problem(configuring, &(ConfigProblem){ check.from, why });
	}
}

static void add_options(Configuring *configuring, const ConfigKnown *known, Config *config)
{
	const Options *options = configuring->options;
	for (int i = 0; i < options->checks.n; i++)
		add_checks(configuring, known, options->checks.at[i], config);
	if (options->min_ways)
		config->min_ways = (ConfigNumber){ options->min_ways, { "--min-ways", 0, 0 } };
	if (options->fail_level)
		config->fail_level = (ConfigNumber){ options->fail_level - 1, { "--fail-level", 0, 0 } };
	if (options->prefer)
		config->prefer = (ConfigNumber){ options->prefer - 1, { "--prefer", 0, 0 } };
	if (options->arch)
		config->arch = (ConfigText){ options->arch, { "--arch", 0, 0 } };
	if (options->cuda_path)
		config->cuda_path = (ConfigText){ options->cuda_path, { "--cuda-path", 0, 0 } };
	if (options->block[0])
		config->blocks = (ConfigBlocks){ 0 };
	for (int i = 0; i < options->assume.n; i++)
		vec_push(configuring->arena, &config->assume, ((ConfigText){ options->assume.at[i].text, { "--assume", 0, 0 } }));
}

/* --- of a file ---------------------------------------------------------------------------------- */

/* The command line's keep their `text`: unused ones are reported by it. */
static const AssumeOptions *assumptions_of(Arena *arena, const Options *options, const Config *config)
{
	AssumeOptions *all = arena_new_of(arena, AssumeOptions);
	for (int i = 0; i < options->assume.n; i++)
		vec_push(arena, all, options->assume.at[i]);
	for (int i = 0; i < config->assume.n; i++) {
		AssumeOption option;
		Buf why = { 0 };
		if (config->assume.at[i].from.line && assume_option_parse(arena, config->assume.at[i].text, &option, &why))
			vec_push(arena, all, option);
		buf_free(&why);
	}
	return all;
}

static const char *folder_of(Arena *arena, const char *path)
{
	struct stat st;
	const char *whole = path_from_root(arena, path);
	return stat(path, &st) == 0 && S_ISDIR(st.st_mode) ? whole : path_parent(arena, whole);
}

const Configured *configuring_of(Configuring *configuring, const char *path)
{
	Arena *arena = configuring->arena;
	const char *folder = folder_of(arena, path);
	for (int i = 0; i < configuring->list.n; i++)
		if (strcmp(configuring->list.at[i].folder, folder) == 0)
			return &configuring->list.at[i];
	const ConfigKnown known = configuring_known(arena);
	ConfigProblems problems = { 0 };
	Config *config = arena_new_of(arena, Config);
	*config = *config_load(arena, folder, configuring->options->config, &known, &problems);
	for (int i = 0; i < problems.n; i++)
		add_problem(configuring, &problems.at[i]);
	add_options(configuring, &known, config);
	const Configured made = { folder, config, assumptions_of(arena, configuring->options, config) };
	vec_push(arena, &configuring->list, made);
	return &configuring->list.at[configuring->list.n - 1];
}

const char *configuring_file(Configuring *configuring, const char *source)
{
	const Config *config = configuring_of(configuring, source)->config;
	const char *last = config->files.n ? config->files.at[config->files.n - 1] : NULL;
	return last && path_ends_with(last, "/" CONFIG_NAME) ? last : NULL;
}

void configuring_apply(Configuring *configuring, const char *file, AnalyzeOptions *out)
{
	const Configured *configured = configuring_of(configuring, file);
	const Config *config = configured->config;
	NamedBlock *blocks = arena_array(configuring->arena, NamedBlock, config->blocks.n + 1);
	for (int i = 0; i < config->blocks.n; i++) {
		blocks[i].pattern = config->blocks.at[i].pattern;
		memcpy(blocks[i].block, config->blocks.at[i].block, sizeof blocks[i].block);
	}
	out->arch = config->arch.text;
	out->cuda_path = config->cuda_path.text;
	out->prefer = (Preference)config->prefer.value;
	out->named_blocks = blocks;
	out->n_named_blocks = config->blocks.n;
	out->assume = *configured->assume;
	out->libraries.patterns = (Names){ 0 };
	for (int i = 0; i < config->libraries.n; i++)
		vec_push(configuring->arena, &out->libraries.patterns, config->libraries.at[i].text);
}

Trust configuring_trust(Configuring *configuring, const char *file)
{
	const Options *options = configuring->options;
	const Config *config = configuring_of(configuring, file)->config;
	Trust trust = { .all = options->has_flags || options->n_flags };
	for (int i = 0; i < config->compilers.n; i++)
		vec_push(configuring->arena, &trust.compilers, config->compilers.at[i].text);
	return trust;
}

const char *configuring_codegen(Configuring *configuring)
{
	const Config *config = configuring_of(configuring, ".")->config;
	return config->codegen.value ? config_codegens[config->codegen.value] : NULL;
}

const char *configuring_remote_cache(const Configuring *configuring)
{
	const ConfigKnown known = configuring_known(configuring->arena);
	return config_own(configuring->arena, &known)->remote_cache.text;
}

/* --- --dump-config, --verify-config ------------------------------------------------------------- */

static void dump_one(Configuring *configuring, const char *path)
{
	const Config *config = configuring_of(configuring, path)->config;
	Buf text = { 0 };
	printf("# the configuration of %s, from ", path);
	for (int i = config->files.n - 1; i >= 0; i--)
		printf("%s%s", config->files.at[i], i ? ", " : "");
	puts(config->files.n ? "" : "no file");
	config_dump(&text, config);
	fwrite(text.s, 1, text.n, stdout);
	buf_free(&text);
}

int configuring_dump(const Options *options)
{
	Arena *arena = arena_new();
	Configuring *configuring = configuring_new(arena, options);
	if (options->n_files > 1)
		fputs("smemlint: error: --dump-config: expected one file or folder\n", stderr);
	else
		dump_one(configuring, options->n_files ? options->files[0] : ".");
	bool failed = configuring_report(configuring) || options->n_files > 1;
	arena_free(arena);
	return failed ? EXIT_USAGE : EXIT_CLEAN;
}

/* path: a configuration file, or a source whose configuration is checked. */
static void verify_one(Configuring *configuring, const char *path)
{
	if (!path_ends_with(path, ".yaml") && !path_ends_with(path, ".yml")) {
		configuring_of(configuring, path);
		return;
	}
	const ConfigKnown known = configuring_known(configuring->arena);
	ConfigProblems problems = { 0 };
	config_load(configuring->arena, "/", path, &known, &problems);
	for (int i = 0; i < problems.n; i++)
		add_problem(configuring, &problems.at[i]);
}

int configuring_verify(const Options *options)
{
	Arena *arena = arena_new();
	Configuring *configuring = configuring_new(arena, options);
	for (int i = 0; i < options->n_files; i++)
		verify_one(configuring, options->files[i]);
	if (!options->n_files)
		configuring_of(configuring, ".");
	bool failed = configuring_report(configuring);
	arena_free(arena);
	return failed ? EXIT_USAGE : EXIT_CLEAN;
}
