/* Writes any bytes as text in XML 1.0. */
#ifndef SMEMLINT_BASE_XML_H
#define SMEMLINT_BASE_XML_H

#include "base/buf.h"

/* For attributes in double quotes and for content.  Characters that XML does not allow (most control characters) and
 * bytes that are not UTF-8 become U+FFFD. */
void xml_text(Buf *out, const char *text);

/* ` name="text"`; nothing if the text is NULL. */
void xml_attribute(Buf *out, const char *name, const char *text);
void xml_number(Buf *out, const char *name, long long number);

#endif
