/* file: URIs and paths. */
#ifndef SMEMLINT_LSP_URI_H
#define SMEMLINT_LSP_URI_H

/* The absolute path of a file: URI, on the heap; NULL: it is not a file on this machine. */
char *uri_path(const char *uri);

/* The URI of an absolute path, on the heap. */
char *uri_of(const char *path);

#endif
