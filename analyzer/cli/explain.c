#include "cli/explain.h"

#include <string.h>

void explain_rule(Buf *out, const Rule *rule)
{
	buf_printf(out, "# %s\n\n%s (%s)\n\n%s", rule->name, rule->summary, severity_name(rule->severity), rule->explanation);
	if (out->s[out->n - 1] != '\n')
		buf_putc(out, '\n');
}

void explain_list(Buf *out, const Config *config)
{
	int width = 0;
	for (int i = 0; i < N_RULES; i++) {
		int n = (int)strlen(all_rules[i]->name);
		width = n > width ? n : width;
	}
	for (int i = 0; i < N_RULES; i++) {
		const Rule *rule = all_rules[i];
		const Severity severity = config_severity(config, rule->name, rule->severity);
		buf_printf(out, "%-*s  %-7s  %s\n", width, rule->name,
			   config_has_rule(config, rule->name) ? severity_name(severity) : "off", rule->summary);
	}
}
