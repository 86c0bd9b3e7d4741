#include "report/formats.h"

#include <string.h>

const Format formats[FORMAT_COUNT] = {
#define FORMAT(id, name, function, has_summary, by_file, wants, help) { name, function, has_summary, by_file, wants, help },
#include "report/formats.def"
#undef FORMAT
};

FormatId format_find(const char *name)
{
	int i = 0;
	while (i < FORMAT_COUNT && strcmp(formats[i].name, name) != 0)
		i++;
	return (FormatId)i;
}

unsigned formats_want(const Options *options)
{
	unsigned wants = options->map ? WANTS_MAPS : 0;
	if (!options->output.n)
		return wants | formats[options->format].wants;
	for (int i = 0; i < options->output.n; i++)
		for (int f = 0; f < FORMAT_COUNT; f++) {
			const size_t n = strlen(formats[f].name);
			if (strncmp(options->output.at[i], formats[f].name, n) == 0 && options->output.at[i][n] == ':')
				wants |= formats[f].wants;
		}
	return wants;
}
