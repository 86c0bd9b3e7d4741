#include "core/whole.h"

#include "base/folder.h"

int whole_find(const WholeProgram *whole, const char *path)
{
	for (int i = 0; whole && i < whole->files.n; i++)
		if (path_is_same(whole->files.at[i].path, path))
			return i;
	return -1;
}
