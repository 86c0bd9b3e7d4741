/* The texts that are open in the editor, and what is known of them. */
#ifndef SMEMLINT_LSP_DOCUMENTS_H
#define SMEMLINT_LSP_DOCUMENTS_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "lsp/positions.h"

typedef struct Document {
	char *uri, *path;         /* path: NULL where it is no file's */
	Buf text;
	json_int_t version;       /* the editor's */
	json_int_t serial;        /* ours: another for every text, and whenever something else has changed that it rests on */
	bool is_cuda;             /* its name or language says so */
	bool from_outside;        /* the last change was not the editor's */
	int64_t due;              /* when it is to be analysed, in ms */
	int64_t took;             /* ms that its last analysis took */
	int deaths;               /* how often that of this serial ended the worker */
	json_t *result;           /* of analyzer.h, or NULL */
	json_int_t result_serial; /* what it is of */
	json_t *fixes;            /* of that serial: {object: [fix]} */
	json_t *fix_all, *hovers, *maps; /* of that serial, or NULL */
} Document;

typedef struct Documents {
	Document **at;            /* on the heap, and so are they */
	int n, cap;
	json_int_t last_serial;
} Documents;

Document *documents_find(const Documents *documents, const char *uri); /* NULL: it is not open */
Document *documents_open(Documents *documents, const char *uri, const char *text, size_t size);
void documents_close(Documents *documents, Document *document);
void documents_free(Documents *documents);

/* One of a didChange's contentChanges; false: it makes no sense, and nothing is changed. */
bool document_change(Document *document, const json_t *change, Encoding encoding);

/* What is known of it is known no more. */
void document_touch(Documents *documents, Document *document, int64_t due);

/* What is known is of the text as it is. */
static inline bool document_is_current(const Document *document)
{
	return document->result && document->result_serial == document->serial;
}

void document_set_result(Document *document, json_t *result); /* takes the reference */

/* Whether its text is what stands in the file. */
bool document_is_saved(const Document *document);

/* Whether there may be something to analyse in it. */
bool document_matters(const Document *document);

#endif
