#include "lsp/uri.h"

#include <string.h>
#include <strings.h>

#include "base/buf.h"
#include "base/heap.h"

static int digit(char c)
{
	static const char digits[] = "0123456789abcdef";
	const char lower = c >= 'A' && c <= 'F' ? (char)(c - 'A' + 'a') : c;
	const char *at = lower ? strchr(digits, lower) : NULL;
	return at ? (int)(at - digits) : -1;
}

char *uri_path(const char *uri)
{
	static const char scheme[] = "file://", host[] = "localhost";
	if (!uri || strncasecmp(uri, scheme, sizeof scheme - 1) != 0)
		return NULL;
	uri += sizeof scheme - 1;
	if (strncasecmp(uri, host, sizeof host - 1) == 0)
		uri += sizeof host - 1;
	if (*uri != '/')
		return NULL;
	Buf path = { 0 };
	for (; *uri && *uri != '?' && *uri != '#'; uri++) {
		const int high = *uri == '%' ? digit(uri[1]) : -1, low = high >= 0 ? digit(uri[2]) : -1;
		if (low < 0) {
			buf_putc(&path, *uri);
			continue;
		}
		if (!(high | low)) { /* a NUL is in no path */
			buf_free(&path);
			return NULL;
		}
		buf_putc(&path, (char)(high << 4 | low));
		uri += 2;
	}
	return path.s;
}

char *uri_of(const char *path)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
	Buf uri = { 0 };
	buf_puts(&uri, "file://");
	for (; *path; path++)
		if (strchr(plain, *path))
			buf_putc(&uri, *path);
		else
			buf_printf(&uri, "%%%02X", (unsigned)(unsigned char)*path);
	return uri.s;
}
