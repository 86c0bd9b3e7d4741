#include "report/formats.h"

#include <string.h>

const Format formats[FORMAT_COUNT] = {
#define FORMAT(id, name, function, by_file, wants, help) { name, function, by_file, wants, help },
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
