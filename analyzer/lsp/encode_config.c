/* Problems in .smemlint.yaml as diagnostics of that file. */
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "lsp/encode.h"
#include "lsp/uri.h"

/* To the end of the line, which the client cuts. */
static json_t *range_of(const ConfigPlace *at)
{
	const int line = at->line > 0 ? at->line - 1 : 0, column = at->column > 0 ? at->column - 1 : 0;
	return json_pack("{s:{s:i, s:i}, s:{s:i, s:i}}", "start", "line", line, "character", column, "end", "line", line, "character",
			 column + 1000);
}

void encode_config(const ConfigProblems *problems, json_t *diagnostics)
{
	for (int i = 0; i < problems->n; i++) {
		const ConfigProblem *problem = &problems->at[i];
		char *uri = problem->at.path && problem->at.path[0] == '/' ? uri_of(problem->at.path) : NULL;
		json_t *list = uri ? json_object_get(diagnostics, uri) : NULL;
		if (uri && !list) {
			list = json_array();
			json_object_set_new(diagnostics, uri, list);
		}
		if (uri)
			json_array_append_new(list, json_pack("{s:o, s:i, s:s, s:o}", "range", range_of(&problem->at), "severity", 1,
							      "source", "smemlint", "message", json_text(problem->message)));
		free(uri);
	}
}
