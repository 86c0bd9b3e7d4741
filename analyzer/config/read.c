#include <stdlib.h>
#include <string.h>

#include "base/glob.h"
#include "base/nearest.h"
#include "base/paths.h"
#include "core/block.h"
#include "config/tree.h"

typedef struct Reader {
	Arena *arena;
	const char *path;
	const ConfigKnown *known;
	Config *out;
	ConfigProblems *problems;
	const char *key; /* the key that is being read */
	bool inherit;
} Reader;

static ConfigPlace place_of(const Reader *r, const YamlNode *node)
{
	return (ConfigPlace){ r->path, node->line, node->column };
}

static void problem(const Reader *r, ConfigPlace at, const char *message)
{
	vec_push(r->arena, r->problems, ((ConfigProblem){ at, message }));
}

/* "'checks' expects patterns of rules, not a map" */
static void expects(const Reader *r, const YamlNode *node, const char *what)
{
	const char *got = node->kind == YAML_LIST  ? "a list"
			  : node->kind == YAML_MAP ? "a map"
			  : !*node->text           ? "nothing"
						   : arena_printf(r->arena, "'%.80s'", node->text);
	problem(r, place_of(r, node), arena_printf(r->arena, "'%s' expects %s, not %s", r->key, what, got));
}

static const char *did_you_mean(Arena *arena, const char *word, const char *const *words, int n)
{
	const char *near = nearest_word(word, words, n);
	return near ? arena_printf(arena, "; did you mean '%s'?", near) : "";
}

/* --- patterns of rules ------------------------------------------------------------------------- */

const char *config_pattern_problem(Arena *arena, const ConfigKnown *known, const char *pattern)
{
	for (int i = 0; i < known->n_rules; i++)
		if (glob_name(pattern, known->rules[i]))
			return NULL;
	if (glob_is_pattern(pattern))
		return arena_printf(arena, "no rule matches '%.80s'", pattern);
	return arena_printf(arena, "there is no rule '%.80s'%s", pattern, did_you_mean(arena, pattern, known->rules, known->n_rules));
}

static void check_pattern(const Reader *r, ConfigPlace at, const char *pattern)
{
	const char *why = config_pattern_problem(r->arena, r->known, pattern);
	if (why)
		problem(r, at, why);
}

/* The place of the n-th byte of a text's value; that of the text if it has several lines. */
static ConfigPlace place_in(const Reader *r, const YamlNode *node, size_t n)
{
	ConfigPlace at = place_of(r, node);
	at.column += node->is_one_line ? (int)n + node->is_quoted : 0;
	return at;
}

static void add_checks(const Reader *r, const YamlNode *node, ConfigTexts *out)
{
	const char *at = node->text;
	for (GlobItem item; glob_next(&at, &item);) {
		const ConfigText check = { arena_strndup(r->arena, item.s, (size_t)item.n),
					   place_in(r, node, (size_t)(item.s - node->text)) };
		vec_push(r->arena, out, check);
		check_pattern(r, check.from, check.text + (*check.text == '-'));
	}
}

typedef void AddText(const Reader *r, const YamlNode *node, ConfigTexts *out);

/* Calls `add` for a text or for each text of a list. */
static void each_text(const Reader *r, const YamlNode *node, const char *what, AddText *add, ConfigTexts *out)
{
	if (node->kind == YAML_TEXT && *node->text)
		add(r, node, out);
	else if (node->kind != YAML_LIST)
		expects(r, node, what);
	for (int i = 0; node->kind == YAML_LIST && i < node->items.n; i++) {
		const YamlNode *item = node->items.at[i];
		if (item->kind == YAML_TEXT && *item->text)
			add(r, item, out);
		else
			expects(r, item, what);
	}
}

static void read_CHECKS(const Reader *r, const YamlNode *node, ConfigTexts *out)
{
	each_text(r, node, "patterns of rules", add_checks, out);
}

/* --- levels ------------------------------------------------------------------------------------- */

static bool read_level(const Reader *r, const YamlNode *node, int *out)
{
	const char *names[N_SEVERITIES];
	for (int i = 0; i < N_SEVERITIES; i++)
		names[i] = severity_name((Severity)i);
	for (int i = 0; node->kind == YAML_TEXT && i < N_SEVERITIES; i++) {
		if (strcmp(node->text, names[i]) == 0) {
			*out = i;
			return true;
		}
	}
	const char *near = node->kind == YAML_TEXT ? nearest_word(node->text, names, N_SEVERITIES) : NULL;
	if (!near)
		expects(r, node, "note, warning or error");
	else
		problem(r, place_of(r, node),
			arena_printf(r->arena,
				     "'%s' expects note, warning or error, not '%.80s'; did you mean "
				     "'%s'?",
				     r->key, node->text, near));
	return false;
}

static void read_LEVEL(const Reader *r, const YamlNode *node, ConfigNumber *out)
{
	if (read_level(r, node, &out->value))
		out->from = place_of(r, node);
}

static bool is_map(const Reader *r, const YamlNode *node, const char *what)
{
	if (node->kind != YAML_MAP)
		expects(r, node, what);
	return node->kind == YAML_MAP;
}

/* A map's key; NULL, after reporting it, if it is not a text. */
static const char *key_of(const Reader *r, const YamlNode *map, int i)
{
	const YamlNode *key = map->items.at[i];
	if (key->kind == YAML_TEXT && *key->text)
		return key->text;
	problem(r, place_of(r, key), "expected a key (a plain word)");
	return NULL;
}

/* Reports a key that the map has already. */
static bool is_duplicate(const Reader *r, const YamlNode *map, int i)
{
	for (int k = 0; k < i; k += 2) {
		const YamlNode *before = map->items.at[k];
		if (before->kind != YAML_TEXT || strcmp(before->text, map->items.at[i]->text) != 0)
			continue;
		problem(r, place_of(r, map->items.at[i]),
			arena_printf(r->arena, "duplicate key '%.80s', first in line %d", before->text, before->line));
		return true;
	}
	return false;
}

static void read_SEVERITIES(const Reader *r, const YamlNode *node, ConfigSeverities *out)
{
	bool is_valid = is_map(r, node, "a map of patterns of rules to levels");
	for (int i = 0; is_valid && i + 1 < node->items.n; i += 2) {
		int level;
		const char *pattern = key_of(r, node, i);
		if (!pattern || is_duplicate(r, node, i) || !read_level(r, node->items.at[i + 1], &level))
			continue;
		const ConfigSeverity severity = { pattern, (Severity)level, place_of(r, node->items.at[i]) };
		check_pattern(r, severity.from, pattern);
		vec_push(r->arena, out, severity);
	}
}

/* --- single values ------------------------------------------------------------------------------ */

enum { LEAST_WAYS = 2, MOST_WAYS = 32 };

static void read_COUNT(const Reader *r, const YamlNode *node, ConfigNumber *out)
{
	char *end = NULL;
	long value = node->kind == YAML_TEXT && *node->text >= '0' && *node->text <= '9' ? strtol(node->text, &end, 10) : 0;
	if (!end || *end || value < LEAST_WAYS || value > MOST_WAYS)
		expects(r, node, "a number from 2 to 32");
	else
		*out = (ConfigNumber){ (int)value, place_of(r, node) };
}

const char *const config_preferences[] = { "occupancy", "memory", "simplicity", NULL };
const char *const config_codegens[] = { "never", "auto", NULL };

static void read_word(const Reader *r, const YamlNode *node, const char *const *words, const char *expected, ConfigNumber *out)
{
	for (int i = 0; node->kind == YAML_TEXT && words[i]; i++) {
		if (strcmp(node->text, words[i]) != 0)
			continue;
		*out = (ConfigNumber){ i, place_of(r, node) };
		return;
	}
	expects(r, node, expected);
}

static void read_PREFER(const Reader *r, const YamlNode *node, ConfigNumber *out)
{
	read_word(r, node, config_preferences, "occupancy, memory or simplicity", out);
}

static void read_CODEGEN(const Reader *r, const YamlNode *node, ConfigNumber *out)
{
	read_word(r, node, config_codegens, "never or auto", out);
}

static bool is_arch(const char *text)
{
	size_t n = strncmp(text, "sm_", 3) == 0 ? strspn(text + 3, "0123456789") : 0;
	const char *rest = text + 3 + n;
	return n >= 2 && n <= 3 && (!*rest || strcmp(rest, "a") == 0 || strcmp(rest, "f") == 0);
}

static void read_ARCH(const Reader *r, const YamlNode *node, ConfigText *out)
{
	if (node->kind == YAML_TEXT && is_arch(node->text))
		*out = (ConfigText){ node->text, place_of(r, node) };
	else
		expects(r, node, "an architecture like sm_90");
}

static const char *from_root(const Reader *r, const char *path)
{
	return path[0] == '/' ? path : path_from_root(r->arena, arena_printf(r->arena, "%s/%s", path_parent(r->arena, r->path), path));
}

static void read_FOLDER(const Reader *r, const YamlNode *node, ConfigText *out)
{
	if (node->kind != YAML_TEXT || !*node->text)
		expects(r, node, "a folder, or none");
	else
		*out = (ConfigText){ strcmp(node->text, "none") == 0 ? node->text : from_root(r, node->text), place_of(r, node) };
}

static void read_ADDRESS(const Reader *r, const YamlNode *node, ConfigText *out)
{
	if (node->kind != YAML_TEXT || !*node->text)
		expects(r, node, "the address of a server");
	else
		*out = (ConfigText){ node->text, place_of(r, node) };
}

/* --- lists of texts ----------------------------------------------------------------------------- */

static void add_assumption(const Reader *r, const YamlNode *node, ConfigTexts *out)
{
	const char *why = r->known->assume_problem(r->arena, node->text);
	if (why)
		problem(r, place_of(r, node), arena_printf(r->arena, "'%s' %s", r->key, why));
	else
		vec_push(r->arena, out, ((ConfigText){ node->text, place_of(r, node) }));
}

static void read_TEXTS(const Reader *r, const YamlNode *node, ConfigTexts *out)
{
	each_text(r, node, "conditions", add_assumption, out);
}

/* A pattern with a slash is relative to the configuration's folder; one without matches names in or below it. */
static void add_path(const Reader *r, const YamlNode *node, ConfigTexts *out)
{
	bool is_negated = *node->text == '!';
	size_t n = strlen(node->text + is_negated);
	const char *pattern = node->text + is_negated;
	while (strncmp(pattern, "./", 2) == 0) {
		pattern += 2;
		n -= 2;
	}
	while (n > 1 && pattern[n - 1] == '/')
		n--;
	pattern = arena_strndup(r->arena, pattern, n);
	if (!*pattern || strcmp(pattern, "/") == 0) {
		expects(r, node, "a pattern of paths");
		return;
	}
	const char *folder = glob_escape(r->arena, path_parent(r->arena, r->path));
	if (strcmp(folder, "/") == 0)
		folder = "";
	if (*pattern != '/')
		pattern = arena_printf(r->arena, "%s/%s%s", folder, strchr(pattern, '/') ? "" : "**/", pattern);
	vec_push(r->arena, out, ((ConfigText){ arena_printf(r->arena, "%s%s", is_negated ? "!" : "", pattern), place_of(r, node) }));
}

static void read_PATHS(const Reader *r, const YamlNode *node, ConfigTexts *out)
{
	each_text(r, node, "patterns of paths", add_path, out);
}

/* --- blocks ------------------------------------------------------------------------------------- */

/* "32,8" from a text or a list; NULL: it is neither. */
static const char *block_text(const Reader *r, const YamlNode *node)
{
	if (node->kind == YAML_TEXT)
		return node->text;
	const char *text = "";
	for (int i = 0; i < node->items.n; i++) {
		const YamlNode *item = node->items.at[i];
		if (node->kind != YAML_LIST || item->kind != YAML_TEXT || i > 2)
			return NULL;
		text = arena_printf(r->arena, "%s%s%s", text, i ? "," : "", item->text);
	}
	return text;
}

static bool read_block(const Reader *r, const YamlNode *node, int out[3])
{
	int64_t block[3];
	const char *text = block_text(r, node);
	if (!text || !block_parse(text, block)) {
		expects(r, node, "a block of one to three numbers");
		return false;
	}
	const char *why = block_problem(r->arena, block);
	if (why)
		problem(r, place_of(r, node), arena_printf(r->arena, "'%s': %s", r->key, why));
	for (int i = 0; i < 3 && !why; i++)
		out[i] = (int)block[i];
	return !why;
}

static void read_BLOCKS(const Reader *r, const YamlNode *node, ConfigBlocks *out)
{
	bool is_valid = is_map(r, node, "a map of patterns of kernels to blocks");
	for (int i = 0; is_valid && i + 1 < node->items.n; i += 2) {
		ConfigBlock block = { .pattern = key_of(r, node, i) };
		if (!block.pattern || is_duplicate(r, node, i) || !read_block(r, node->items.at[i + 1], block.block))
			continue;
		block.from = place_of(r, node->items.at[i]);
		vec_push(r->arena, out, block);
	}
}

/* --- the file ----------------------------------------------------------------------------------- */

static void read_inherit(Reader *r, const YamlNode *node)
{
	const bool is_text = node->kind == YAML_TEXT;
	r->inherit = is_text && strcmp(node->text, "true") == 0;
	if (!is_text || (!r->inherit && strcmp(node->text, "false") != 0))
		expects(r, node, "true or false");
}

static void unknown_key(const Reader *r, const YamlNode *key)
{
	static const char *const keys[] = {
		"inherit",
#define CONFIG(field, kind, key, value, otherwise, help) key,
#include "config/config.def"
#undef CONFIG
	};
	problem(r, place_of(r, key),
		arena_printf(r->arena, "there is no key '%.80s'%s", key->text,
			     did_you_mean(r->arena, key->text, keys, sizeof keys / sizeof *keys)));
}

static void read_value(Reader *r, const YamlNode *key, const YamlNode *value)
{
	r->key = key->text;
	if (strcmp(key->text, "inherit") == 0)
		read_inherit(r, value);
#define CONFIG(field, kind, name, value_text, otherwise, help) else if (strcmp(key->text, name) == 0) read_##kind(r, value, &r->out->field);
#include "config/config.def"
#undef CONFIG
	else
		unknown_key(r, key);
}

bool config_read(Arena *arena, const char *path, const char *text, size_t size, const ConfigKnown *known, Config *out,
		 ConfigProblems *problems)
{
	Reader r = { arena, path, known, out, problems, "", false };
	const YamlNode *root = yaml_tree(arena, path, text, size, problems);
	bool is_empty = !root || (root->kind == YAML_TEXT && !*root->text);
	if (!is_empty && root->kind != YAML_MAP)
		problem(&r, place_of(&r, root), "expected a map of keys to values");
	for (int i = 0; !is_empty && root->kind == YAML_MAP && i + 1 < root->items.n; i += 2)
		if (key_of(&r, root, i) && !is_duplicate(&r, root, i))
			read_value(&r, root->items.at[i], root->items.at[i + 1]);
	vec_push(arena, &out->files, path);
	return r.inherit;
}
