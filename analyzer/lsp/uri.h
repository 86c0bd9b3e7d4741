/* file: URIs and paths. */
#ifndef SMEMLINT_LSP_URI_H
#define SMEMLINT_LSP_URI_H

/* The absolute path that a URI means, on the heap; NULL: it is no file of this machine. */
char *uri_path(const char *uri);

/* The URI of an absolute path, on the heap. */
char *uri_of(const char *path);

#endif
