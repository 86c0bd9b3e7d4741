#include <string.h>

#include "base/nearest.h"
#include "rules/rule.h"

const Rule *const all_rules[N_RULES] = {
#define RULE(id) &rule_##id,
#include "rules/rules.def"
#undef RULE
};

int rule_index(const char *name)
{
	for (int i = 0; i < N_RULES; i++)
		if (strcmp(all_rules[i]->name, name) == 0)
			return i;
	return -1;
}

const Rule *rule_find(const char *name)
{
	int i = rule_index(name);
	return i < 0 ? NULL : all_rules[i];
}

const char *rule_nearest(const char *word)
{
	const char *best = NULL;
	for (int i = 0; i < N_RULES; i++) {
		const char *pair[2] = { best, all_rules[i]->name };
		best = best ? nearest_word(word, pair, 2) : nearest_word(word, pair + 1, 1);
	}
	return best;
}
