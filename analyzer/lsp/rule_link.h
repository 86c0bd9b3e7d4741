/* Links to the documentation of rules. */
#ifndef SMEMLINT_LSP_RULE_LINK_H
#define SMEMLINT_LSP_RULE_LINK_H

#include <jansson.h>

/* The URI of the rule's page in the installed documentation or the source tree, else "smemlint:explain/RULE"; a new reference. */
json_t *rule_link(const char *rule);

#endif
