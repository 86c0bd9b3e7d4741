/* --export-fixes: the replacements as clang-apply-replacements reads them (clang's TranslationUnitDiagnostics). */
#ifndef SMEMLINT_REPORT_FIXES_YAML_H
#define SMEMLINT_REPORT_FIXES_YAML_H

#include <stdbool.h>

#include "base/buf.h"
#include "fix/edit.h"

typedef struct YamlFix {
	const char *name;     /* the rule */
	const char *message;
	const char *main_file; /* absolute path of the analysed source */
	const char *file;     /* absolute path of the declaration */
	size_t offset;        /* of the declaration */
	Edits edits;
	VEC(const char *) files; /* of each edit */
} YamlFix;

typedef VEC(YamlFix) YamlFixes;

/* One document; offsets are those in the unchanged files. */
void report_fixes_yaml(Buf *out, const YamlFixes *fixes);

#endif
