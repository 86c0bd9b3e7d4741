/* Where a rule is explained. */
#ifndef SMEMLINT_LSP_RULE_LINK_H
#define SMEMLINT_LSP_RULE_LINK_H

#include <jansson.h>

/* The URI of the rule's page where the program's documentation is installed, or in its source; a new reference. */
json_t *rule_link(const char *rule);

#endif
