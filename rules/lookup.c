#include <string.h>

#include "base/nearest.h"
#include "rules/rule.h"

const Rule *rule_find(const char *name)
{
	for (int i = 0; i < n_rules; i++)
		if (strcmp(all_rules[i]->name, name) == 0)
			return all_rules[i];
	return NULL;
}

const char *rule_nearest(const char *word)
{
	const char *best = NULL;
	for (int i = 0; i < n_rules; i++) {
		const char *pair[2] = { best, all_rules[i]->name };
		best = best ? nearest_word(word, pair, 2) : nearest_word(word, pair + 1, 1);
	}
	return best;
}
