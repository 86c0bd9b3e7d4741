/* Folders among the files that are named: each stands for the PTX in it, as caches of Triton and torch.compile and dumps of other
 * compilers have it, in folders of their own. */
#ifndef SMEMLINT_DRIVER_PTX_FOLDERS_H
#define SMEMLINT_DRIVER_PTX_FOLDERS_H

#include "base/folder.h"

/* The files, with the .ptx files in place of each folder that has some; other folders stay in the list. */
Names ptx_folders_open(Arena *arena, const char *const *files, int n);

#endif
