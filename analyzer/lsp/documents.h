/* The documents open in the editor, and their results. */
#ifndef SMEMLINT_LSP_DOCUMENTS_H
#define SMEMLINT_LSP_DOCUMENTS_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "lsp/positions.h"

typedef struct Document {
	char *uri, *path;         /* path: NULL if it is not a file */
	Buf text;
	json_int_t version;       /* the editor's */
	json_int_t serial;        /* ours: changes with the text, and with files and settings that its result depends on */
	bool is_cuda;             /* by the editor's language identifier */
	bool changed_outside;     /* the last change was not an edit of it */
	int64_t due;              /* ms of server_now(): when to analyse it */
	int64_t analysis_ms;      /* duration of its last analysis */
	int crashes;              /* of the worker while it analysed this serial */
	json_t *result;           /* the answer to "analyze" (analyzer.h), or NULL */
	json_int_t result_serial;
	json_t *fixes;            /* of result_serial: {object: [fix]} */
	json_t *fix_all, *hovers, *maps; /* of result_serial, or NULL */
} Document;

typedef struct Documents {
	Document **at;            /* on the heap, as the documents are */
	int n, cap;
	json_int_t last_serial;
} Documents;

Document *documents_find(const Documents *documents, const char *uri); /* NULL: not open */
Document *documents_open(Documents *documents, const char *uri, const char *text, size_t size);
void documents_close(Documents *documents, Document *document);
void documents_free(Documents *documents);

/* Applies one of didChange's contentChanges; false: it is invalid, and nothing has changed. */
bool document_change(Document *document, const json_t *change, Encoding encoding);

/* Gives it a new serial, so that its result is outdated and it is analysed again at `due`. */
void document_set_outdated(Documents *documents, Document *document, int64_t due);

/* Whether its result is that of the current text. */
static inline bool document_is_current(const Document *document)
{
	return document->result && document->result_serial == document->serial;
}

void document_set_result(Document *document, json_t *result); /* takes the reference */

/* Whether its text is that of its file. */
bool document_is_saved(const Document *document);

/* Whether it may contain CUDA code: by its name, language or text. */
bool document_needs_analysis(const Document *document);

#endif
