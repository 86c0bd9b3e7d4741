/* A YAML text as a tree of texts, lists and maps with their places. */
#ifndef SMEMLINT_CONFIG_TREE_H
#define SMEMLINT_CONFIG_TREE_H

#include "config/config.h"

typedef enum YamlKind { YAML_TEXT, YAML_LIST, YAML_MAP } YamlKind;

typedef struct YamlNode {
	YamlKind kind;
	int line, column;
	bool is_quoted, is_one_line;
	const char *text;                  /* YAML_TEXT */
	VEC(const struct YamlNode *) items; /* YAML_LIST; YAML_MAP: alternating keys and values */
} YamlNode;

/* NULL: the text is empty, or invalid, which is added to `problems`. */
const YamlNode *yaml_tree(Arena *arena, const char *path, const char *text, size_t size, ConfigProblems *problems);

#endif
