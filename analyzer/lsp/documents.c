#include "lsp/documents.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "base/paths.h"
#include "lsp/uri.h"

static char *copy_of(const char *text)
{
	const size_t n = strlen(text) + 1;
	return memcpy(heap_alloc(n, 1), text, n);
}

Document *documents_find(const Documents *documents, const char *uri)
{
	for (int i = 0; uri && i < documents->n; i++)
		if (strcmp(documents->at[i]->uri, uri) == 0)
			return documents->at[i];
	return NULL;
}

Document *documents_open(Documents *documents, const char *uri, const char *text, size_t size)
{
	Document *document = heap_alloc(1, sizeof *document);
	document->uri = copy_of(uri);
	document->path = uri_path(uri);
	buf_add(&document->text, text, size);
	if (documents->n == documents->cap) {
		documents->cap = documents->cap ? documents->cap * 2 : 8;
		documents->at = heap_resize(documents->at, (size_t)documents->cap, sizeof(Document *));
	}
	documents->at[documents->n++] = document;
	return document;
}

static void drop_results(Document *document)
{
	json_decref(document->result);
	json_decref(document->fixes);
	json_decref(document->fix_all);
	json_decref(document->hovers);
	json_decref(document->maps);
	document->result = document->fixes = document->fix_all = document->hovers = document->maps = NULL;
}

static void free_document(Document *document)
{
	drop_results(document);
	free(document->uri);
	free(document->path);
	buf_free(&document->text);
	free(document);
}

void documents_close(Documents *documents, Document *document)
{
	for (int i = 0; i < documents->n; i++)
		if (documents->at[i] == document) {
			documents->at[i] = documents->at[--documents->n];
			free_document(document);
			return;
		}
}

void documents_free(Documents *documents)
{
	for (int i = 0; i < documents->n; i++)
		free_document(documents->at[i]);
	free(documents->at);
	*documents = (Documents){ .n = 0 };
}

bool document_is_saved(const Document *document)
{
	FILE *file = document->path ? file_open(document->path) : NULL;
	char bytes[4096];
	size_t at = 0;
	bool same = file;
	for (size_t n; same && (n = fread(bytes, 1, sizeof bytes, file)) > 0; at += n)
		same = at + n <= document->text.n && memcmp(bytes, document->text.s + at, n) == 0;
	if (file)
		fclose(file);
	return same && at == document->text.n;
}

/* --- changes -------------------------------------------------------------------------------------- */

static bool read_position(const json_t *at, Position *out)
{
	const json_t *line = json_object_get(at, "line"), *character = json_object_get(at, "character");
	*out = (Position){ json_integer_value(line), json_integer_value(character) };
	return json_is_integer(line) && json_is_integer(character) && out->line >= 0 && out->character >= 0;
}

static bool read_range(const Document *document, const json_t *range, Encoding encoding, size_t *begin, size_t *end)
{
	Position first, last;
	if (!read_position(json_object_get(range, "start"), &first) || !read_position(json_object_get(range, "end"), &last))
		return false;
	Lines lines = lines_of(document->text.s, document->text.n);
	*begin = lines_offset(&lines, encoding, first);
	*end = lines_offset(&lines, encoding, last);
	lines_free(&lines);
	return *begin <= *end;
}

static void replace(Document *document, size_t begin, size_t end, const char *text, size_t size)
{
	Buf *old = &document->text, changed = { 0 };
	buf_add(&changed, old->s, begin);
	buf_add(&changed, text, size);
	buf_add(&changed, old->s + end, old->n - end);
	buf_free(old);
	*old = changed;
}

bool document_change(Document *document, const json_t *change, Encoding encoding)
{
	const json_t *text = json_object_get(change, "text"), *range = json_object_get(change, "range");
	size_t begin = 0, end = document->text.n;
	if (!json_is_string(text) || (range && !json_is_null(range) && !read_range(document, range, encoding, &begin, &end)))
		return false;
	replace(document, begin, end, json_string_value(text), json_string_length(text));
	return true;
}

void document_set_outdated(Documents *documents, Document *document, int64_t due)
{
	document->serial = ++documents->last_serial;
	document->due = due;
	document->crashes = 0;
}

void document_set_result(Document *document, json_t *result)
{
	drop_results(document);
	document->result = result;
	document->result_serial = document->serial;
	document->fixes = json_object();
}

bool document_needs_analysis(const Document *document)
{
	static const char *const words[] = { "__global__", "__shared__", "__device__" };
	if (!document->path || strspn(document->text.s, " \t\r\n") == document->text.n)
		return false;
	if (document->is_cuda || path_ends_with(document->path, ".cu") || path_ends_with(document->path, ".cuh"))
		return true;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (memmem(document->text.s, document->text.n, words[i], strlen(words[i])))
			return true;
	return false;
}
