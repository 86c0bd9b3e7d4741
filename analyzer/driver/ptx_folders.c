#include "driver/ptx_folders.h"

#include <sys/stat.h>

enum { MAX_DEPTH = 6, MAX_PTX_FILES = 10000 };

static bool is_folder(const char *path)
{
	struct stat st;
	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static void add_ptx(Arena *arena, const char *folder, int depth, Names *out)
{
	const Names names = folder_names(arena, folder);
	for (int i = 0; i < names.n && out->n < MAX_PTX_FILES; i++) {
		const char *path = path_join(arena, folder, names.at[i]);
		if (path_ends_with(path, ".ptx"))
			vec_push(arena, out, path);
		else if (depth < MAX_DEPTH && is_folder(path))
			add_ptx(arena, path, depth + 1, out);
	}
}

Names ptx_folders_open(Arena *arena, const char *const *files, int n)
{
	Names out = { 0 };
	for (int i = 0; i < n; i++) {
		const int before = out.n;
		if (is_folder(files[i]))
			add_ptx(arena, files[i], 0, &out);
		if (out.n == before)
			vec_push(arena, &out, files[i]);
	}
	return out;
}
