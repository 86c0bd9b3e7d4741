#include "core/diag.h"

const char *severity_name(Severity severity)
{
	static const char *const names[N_SEVERITIES] = { "note", "warning", "error" };
	return names[severity];
}
