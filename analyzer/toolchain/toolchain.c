#include "toolchain/toolchain.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/child.h"

static const char *below(Arena *arena, const char *root, const char *name)
{
	return root && *root ? child_find(arena, arena_printf(arena, "%s/%s", root, name)) : NULL;
}

static const char *any_nvcc(Arena *arena)
{
	const char *path = child_find(arena, "nvcc");
	path = path ? path : below(arena, getenv("CUDA_HOME"), "bin/nvcc");
	path = path ? path : below(arena, getenv("CUDA_PATH"), "bin/nvcc");
	return path ? path : below(arena, "/usr/local/cuda", "bin/nvcc");
}

/* Since it may be run in another folder. */
static const char *absolute(Arena *arena, const char *path)
{
	char *here = path && *path != '/' ? getcwd(NULL, 0) : NULL;
	if (here)
		path = arena_printf(arena, "%s/%s", here, path);
	free(here);
	return path;
}

/* nvcc: absolute, or NULL. */
static const char *beside(Arena *arena, const char *nvcc, const char *name)
{
	const char *folder = nvcc ? arena_strndup(arena, nvcc, (size_t)(strrchr(nvcc, '/') - nvcc)) : NULL;
	const char *path = folder ? below(arena, *folder ? folder : "/", name) : NULL;
	return path ? path : absolute(arena, child_find(arena, name));
}

Toolchain toolchain_find(Arena *arena, const char *wanted)
{
	const char *nvcc = absolute(arena, wanted && *wanted ? child_find(arena, wanted) : any_nvcc(arena));
	return (Toolchain){ nvcc, beside(arena, nvcc, "nvdisasm"), beside(arena, nvcc, "cuobjdump") };
}
