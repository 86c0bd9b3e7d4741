#include "base/xml.h"

#include <string.h>

#include "base/utf8.h"

/* A character that XML does not allow, not even as a reference. */
static int is_outside(uint32_t code)
{
	return (code < 0x20 && code != '\t' && code != '\n' && code != '\r') || code == 0xfffe || code == 0xffff;
}

void xml_text(Buf *out, const char *text)
{
	while (*text) {
		const char *from = text;
		size_t n = utf8_length(text);
		uint32_t code = utf8_next(&text);
		if (!n || is_outside(code))
			buf_puts(out, "\xef\xbf\xbd");
		/* XML normalises white space in attributes to spaces. */
		else if (code < 0x80 && strchr("<>&\"\t\n\r", (int)code))
			buf_printf(out, "&#%u;", (unsigned)code);
		else
			buf_add(out, from, n);
	}
}

void xml_attribute(Buf *out, const char *name, const char *text)
{
	if (!text)
		return;
	buf_printf(out, " %s=\"", name);
	xml_text(out, text);
	buf_putc(out, '"');
}

void xml_number(Buf *out, const char *name, long long number)
{
	buf_printf(out, " %s=\"%lld\"", name, number);
}
