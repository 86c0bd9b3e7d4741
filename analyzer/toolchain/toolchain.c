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

Toolchain toolchain_find(Arena *arena, const char *wanted)
{
	Toolchain tools = { .nvcc = absolute(arena, wanted && *wanted ? child_find(arena, wanted) : any_nvcc(arena)) };
	if (!tools.nvcc)
		return tools;
	/* it has a slash, since it is absolute */
	const char *folder = arena_strndup(arena, tools.nvcc, (size_t)(strrchr(tools.nvcc, '/') - tools.nvcc));
	tools.nvdisasm = below(arena, *folder ? folder : "/", "nvdisasm");
	if (!tools.nvdisasm)
		tools.nvdisasm = absolute(arena, child_find(arena, "nvdisasm"));
	return tools;
}
