/* A unified diff of edits (as `diff -u` writes it, with three lines of context). */
#ifndef SMEMLINT_REPORT_DIFF_H
#define SMEMLINT_REPORT_DIFF_H

#include "base/buf.h"
#include "fix/edit.h"

/* Appends nothing if no edit is in `file`. */
void report_diff(Buf *out, const char *path, const char *text, size_t size, const Edits *edits, int file);

/* Appends a diff with the terminal's colours, as git has them. */
void report_diff_in_color(Buf *out, const char *diff);

#endif
