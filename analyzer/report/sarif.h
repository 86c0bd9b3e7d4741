/* Parts of a SARIF document that have a file of their own. */
#ifndef SMEMLINT_REPORT_SARIF_H
#define SMEMLINT_REPORT_SARIF_H

#include <jansson.h>

json_t *sarif_message(const char *text);         /* {"text": …} */
json_t *sarif_tool(const char *version);         /* the program and its rules, in the order of all_rules */

#endif
