#include "options/assume_option.h"

#include <string.h>

/* The colon after the kernel's name, or NULL.  Conditions have colons in `::` only. */
static const char *kernel_end(const char *text)
{
	for (const char *c = text; *c; c++) {
		if (c[0] == ':' && c[1] == ':')
			c++;
		else if (*c == ':')
			return c;
	}
	return NULL;
}

bool assume_option_parse(Arena *arena, const char *text, AssumeOption *out, Buf *error)
{
	const char *colon = kernel_end(text), *list = colon ? colon + 1 : text;
	*out = (AssumeOption){ .text = text };
	if (colon) {
		const char *name = text + strspn(text, " \t");
		size_t n = (size_t)(colon - name);
		while (n && (name[n - 1] == ' ' || name[n - 1] == '\t'))
			n--;
		out->kernel = arena_strndup(arena, name, n);
	}
	AssumeError why;
	if (assume_parse(arena, list, LOC_NONE, &out->list, &why))
		return true;
	buf_printf(error, "'%.200s', column %zu: %s", text, (size_t)(list - text) + why.at + 1, why.message);
	return false;
}

bool assume_option_names(const AssumeOption *option, const Func *kernel)
{
	const char *name = option->kernel;
	size_t n = strcspn(kernel->name, "<");
	if (!name)
		return false;
	return strcmp(name, kernel->name) == 0 || strcmp(name, kernel->base_name) == 0 ||
	       (strlen(name) == n && memcmp(name, kernel->name, n) == 0);
}
