/* Objects, archives, libraries, executables and fatbins among the files that are named: each stands for the PTX in it, which
 * cuobjdump extracts. */
#ifndef SMEMLINT_DRIVER_BUILT_FILES_H
#define SMEMLINT_DRIVER_BUILT_FILES_H

#include "base/buf.h"
#include "base/folder.h"
#include "options/options.h"

/* The files, with a name for each module of PTX in place of what has some: its text is added to `held`.  What has none is left
 * out: its reason is added to `messages`, and *status is merged (ExitStatus). */
Names built_files_open(Arena *arena, const Options *options, Names files, HeldTexts *held, Buf *messages, int *status);

#endif
