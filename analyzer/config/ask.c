#include "base/glob.h"
#include "config/config.h"

bool config_has_rule(const Config *config, const char *rule)
{
	bool has = true;
	for (int i = 0; i < config->checks.n; i++) {
		const int verdict = glob_list(config->checks.at[i].text, rule);
		has = verdict ? verdict > 0 : has;
	}
	return has;
}

Severity config_severity(const Config *config, const char *rule, Severity fallback)
{
	for (int i = 0; i < config->severity.n; i++)
		if (glob_name(config->severity.at[i].pattern, rule))
			fallback = config->severity.at[i].severity;
	return fallback;
}

int config_min_ways(const Config *config)
{
	return config->min_ways.from.path ? config->min_ways.value : 2;
}

Severity config_fail_level(const Config *config)
{
	return config->fail_level.from.path ? (Severity)config->fail_level.value : SEV_WARNING;
}

const ConfigBlock *config_block(const Config *config, const char *kernel)
{
	for (int i = config->blocks.n - 1; i >= 0; i--)
		if (glob_name(config->blocks.at[i].pattern, kernel))
			return &config->blocks.at[i];
	return NULL;
}

const ConfigText *config_ignores(const Config *config, const char *path)
{
	const ConfigText *by = NULL;
	for (int i = 0; i < config->ignore.n; i++) {
		const ConfigText *ignore = &config->ignore.at[i];
		bool is_negated = ignore->text[0] == '!';
		if (glob_covers(ignore->text + is_negated, path))
			by = is_negated ? NULL : ignore;
	}
	return by;
}
