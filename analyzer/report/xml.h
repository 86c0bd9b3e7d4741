/* Text in XML 1.0, whatever its bytes. */
#ifndef SMEMLINT_REPORT_XML_H
#define SMEMLINT_REPORT_XML_H

#include "base/buf.h"

/* For attributes in double quotes and for content.  What XML cannot hold (most control characters, bytes that are no
 * UTF-8) becomes U+FFFD. */
void xml_text(Buf *out, const char *text);

/* ` name="text"`; nothing where the text is NULL. */
void xml_attribute(Buf *out, const char *name, const char *text);
void xml_number(Buf *out, const char *name, long long number);

#endif
