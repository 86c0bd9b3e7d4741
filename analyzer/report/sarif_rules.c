#include <ctype.h>
#include <string.h>

#include "base/buf.h"
#include "base/json.h"
#include "report/sarif.h"
#include "rules/rule.h"

enum { MOST_DESCRIPTION = 1024 }; /* characters that GitHub shows of a description */

/* "smem-bank-conflict-load" → "SmemBankConflictLoad" */
static json_t *camel_json(const char *name)
{
	Buf text = { 0 };
	for (const char *c = name; *c; c++)
		if (*c != '-')
			buf_putc(&text, c == name || c[-1] == '-' ? (char)toupper((unsigned char)*c) : *c);
	json_t *value = json_text(text.s);
	buf_free(&text);
	return value;
}

static json_t *sentence_json(const char *text)
{
	Buf sentence = { 0 };
	buf_printf(&sentence, "%c%s.", toupper((unsigned char)*text), text + 1);
	json_t *message = sarif_message(sentence.s);
	buf_free(&sentence);
	return message;
}

/* The first paragraph as one line, without Markdown. */
static json_t *description_json(const char *explanation)
{
	const char *end = strstr(explanation, "\n\n");
	size_t n = end ? (size_t)(end - explanation) : strlen(explanation);
	Buf text = { 0 };
	for (size_t i = 0; i < n && text.n < MOST_DESCRIPTION; i++)
		if (!strchr("`*", explanation[i]))
			buf_putc(&text, explanation[i] == '\n' ? ' ' : explanation[i]);
	json_t *message = sarif_message(text.s ? text.s : "");
	buf_free(&text);
	return message;
}

static json_t *help_json(const Rule *rule)
{
	json_t *help = json_object();
	json_object_set_new(help, "text", json_text(rule->explanation));
	json_object_set_new(help, "markdown", json_text(rule->explanation));
	return help;
}

/* The rule's page as it is in the version's tag. */
static json_t *page_json(const char *version, const Rule *rule)
{
	return json_sprintf(SMEMLINT_URL "/blob/v%s/docs/rules/%s.md", version, rule->name);
}

static json_t *rule_json(const char *version, const Rule *rule)
{
	static const char *const severities[] = { "recommendation", "warning", "error" };
	json_t *object = json_object();
	json_object_set_new(object, "id", json_text(rule->name));
	json_object_set_new(object, "name", camel_json(rule->name));
	json_object_set_new(object, "shortDescription", sentence_json(rule->summary));
	json_object_set_new(object, "fullDescription", description_json(rule->explanation));
	json_object_set_new(object, "help", help_json(rule));
	json_object_set_new(object, "helpUri", page_json(version, rule));
	json_object_set_new(object, "defaultConfiguration", json_pack("{s:s}", "level", severity_name(rule->severity)));
	json_object_set_new(object, "properties",
			    json_pack("{s:[sss], s:s, s:s}", "tags", "performance", "cuda", "shared-memory", "precision", "very-high",
				      "problem.severity", severities[rule->severity]));
	return object;
}

json_t *sarif_tool(const char *version)
{
	json_t *rules = json_array(), *driver = json_object(), *tool = json_object();
	for (int i = 0; i < N_RULES; i++)
		json_array_append_new(rules, rule_json(version, all_rules[i]));
	json_object_set_new(driver, "name", json_string("smemlint"));
	json_object_set_new(driver, "version", json_text(version));
	json_object_set_new(driver, "semanticVersion", json_text(version));
	json_object_set_new(driver, "shortDescription", sarif_message("Finds CUDA shared-memory bank conflicts in the source."));
	json_object_set_new(driver, "informationUri", json_string(SMEMLINT_URL));
	json_object_set_new(driver, "rules", rules);
	json_object_set_new(tool, "driver", driver);
	return tool;
}
