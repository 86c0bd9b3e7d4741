#include "config/tree.h"

#include <string.h>
#include <yaml.h>

enum { MAX_DEPTH = 16, MAX_NODES = 20000 };

typedef struct Tree {
	Arena *arena;
	const char *path, *text;
	yaml_parser_t *parser;
	ConfigProblems *problems;
	int depth, n_nodes;
	bool failed;
} Tree;

static void fail(Tree *tree, int line, int column, const char *message)
{
	const ConfigProblem problem = { { tree->path, line, column }, message };
	if (!tree->failed)
		vec_push(tree->arena, tree->problems, problem);
	tree->failed = true;
}

static void fail_at(Tree *tree, const yaml_mark_t *mark, const char *message)
{
	fail(tree, (int)mark->line + 1, (int)mark->column + 1, message);
}

/* Reports the YAML library's error.  For invalid bytes it has an offset instead of a mark. */
static void fail_in_parser(Tree *tree)
{
	const yaml_parser_t *p = tree->parser;
	const char *what = p->problem ? p->problem : "invalid YAML";
	int line = (int)p->problem_mark.line + 1, column = (int)p->problem_mark.column + 1;
	if (p->error == YAML_READER_ERROR) {
		line = column = 1;
		for (size_t i = 0; i < p->problem_offset; i++) {
			column = tree->text[i] == '\n' ? 1 : column + 1;
			line += tree->text[i] == '\n';
		}
	}
	fail(tree, line, column, p->context ? arena_printf(tree->arena, "%s %s", p->context, what) : arena_strdup(tree->arena, what));
}

static YamlNode *node_new(Tree *tree, YamlKind kind, const yaml_event_t *event)
{
	YamlNode *node = arena_new_of(tree->arena, YamlNode);
	node->kind = kind;
	node->line = (int)event->start_mark.line + 1;
	node->column = (int)event->start_mark.column + 1;
	node->is_one_line = event->start_mark.line == event->end_mark.line;
	if (++tree->n_nodes > MAX_NODES)
		fail_at(tree, &event->start_mark, "the configuration is too long");
	return node;
}

static const YamlNode *text_node(Tree *tree, const yaml_event_t *event)
{
	YamlNode *node = node_new(tree, YAML_TEXT, event);
	const char *text = (const char *)event->data.scalar.value;
	node->text = arena_strndup(tree->arena, text, event->data.scalar.length);
	node->is_quoted = event->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
	if (strlen(node->text) != event->data.scalar.length)
		fail_at(tree, &event->start_mark, "this text contains a NUL");
	return node;
}

static const YamlNode *read_node(Tree *tree, const yaml_event_t *event);

static bool next_event(Tree *tree, yaml_event_t *event)
{
	if (!tree->failed && yaml_parser_parse(tree->parser, event))
		return true;
	if (!tree->failed)
		fail_in_parser(tree);
	return false;
}

static const YamlNode *read_items(Tree *tree, YamlKind kind, const yaml_event_t *begin, yaml_event_type_t end)
{
	YamlNode *node = node_new(tree, kind, begin);
	if (++tree->depth > MAX_DEPTH)
		fail_at(tree, &begin->start_mark, "nested too deeply");
	for (yaml_event_t event; next_event(tree, &event);) {
		const bool is_end = event.type == end;
		const YamlNode *item = is_end ? NULL : read_node(tree, &event);
		yaml_event_delete(&event);
		if (is_end)
			break;
		if (item)
			vec_push(tree->arena, &node->items, item);
	}
	tree->depth--;
	return node;
}

static const YamlNode *read_node(Tree *tree, const yaml_event_t *event)
{
	switch (event->type) {
	case YAML_SCALAR_EVENT:
		return text_node(tree, event);
	case YAML_SEQUENCE_START_EVENT:
		return read_items(tree, YAML_LIST, event, YAML_SEQUENCE_END_EVENT);
	case YAML_MAPPING_START_EVENT:
		return read_items(tree, YAML_MAP, event, YAML_MAPPING_END_EVENT);
	case YAML_ALIAS_EVENT:
		fail_at(tree, &event->start_mark, "aliases are not supported: write the value out");
		return NULL;
	default:
		return NULL;
	}
}

static const YamlNode *read_document(Tree *tree)
{
	const YamlNode *root = NULL;
	int n_documents = 0;
	for (bool more = true; more;) {
		yaml_event_t event;
		if (!next_event(tree, &event))
			break;
		if (event.type == YAML_DOCUMENT_START_EVENT && ++n_documents > 1)
			fail_at(tree, &event.start_mark, "expected a single document");
		more = event.type != YAML_STREAM_END_EVENT;
		const YamlNode *node = read_node(tree, &event);
		root = node ? node : root;
		yaml_event_delete(&event);
	}
	return root;
}

const YamlNode *yaml_tree(Arena *arena, const char *path, const char *text, size_t size, ConfigProblems *problems)
{
	yaml_parser_t parser;
	Tree tree = { arena, path, text, &parser, problems, 0, 0, false };
	if (!yaml_parser_initialize(&parser))
		return NULL;
	yaml_parser_set_input_string(&parser, (const unsigned char *)text, size);
	const YamlNode *root = read_document(&tree);
	yaml_parser_delete(&parser);
	return tree.failed ? NULL : root;
}
