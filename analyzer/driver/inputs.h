/* What the command line names as FILE: files, folders of .cu files, and - for standard input. */
#ifndef SMEMLINT_DRIVER_INPUTS_H
#define SMEMLINT_DRIVER_INPUTS_H

#include "options/options.h"

#define INPUT_STDIN "<stdin>" /* the name of standard input as a file */

/* A copy of the options that names files only: folders are replaced by the .cu files in and below them, if there are any, and
 * the text of standard input is in Options.held.  NULL, with a message on standard error: standard input cannot be read. */
const Options *inputs_find(Arena *arena, const Options *options);

#endif
