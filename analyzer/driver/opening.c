#include "driver/opening.h"

#include <stdlib.h>

#include "cache/cache.h"
#include "project/shard.h"

/* --- the cache ---------------------------------------------------------------------------------- */

/* Never from the project's configuration: a repository must not make its readers talk to a server. */
static const char *shared_address(const Driver *driver, const char **from)
{
	const char *variable = getenv("SMEMLINT_REMOTE_CACHE");
	const char *given = driver->options->remote_cache, *own = configuring_remote_cache(driver->configuring);
	const char *address = given ? given : variable ? variable : own;
	*from = given ? "--remote-cache" : variable ? "SMEMLINT_REMOTE_CACHE" : "remote-cache in your configuration";
	return address && *address ? address : NULL;
}

/* The folder below which paths are the same for all who share a cache: that of the project. */
static const char *shared_base(Driver *driver)
{
	Arena *arena = driver->project.arena;
	const char *given = driver->options->base_dir, *here = path_from_root(arena, ".");
	const char *root = given ? path_from_root(arena, given)
				 : project_root(&driver->project.roots, arena, NULL, NULL, path_join(arena, here, ".git"));
	return root ? root : here;
}

bool opening_cache(Driver *driver)
{
	const Options *options = driver->options;
	const char *problem = NULL, *from;
	if (options->command == CMD_VERIFY || options->command == CMD_MAP || options->print_command)
		return true;
	const CacheShared shared = { shared_address(driver, &from), shared_base(driver) };
	driver->cache = cache_open(options, &shared, driver->project.arena, &problem);
	if (problem)
		fprintf(stderr, "smemlint: error: %s: %s\n", from, path_shown(driver->project.arena, problem));
	return !problem;
}

/* --- shards ------------------------------------------------------------------------------------- */

const bool *opening_elsewhere(Driver *driver)
{
	Shard shard;
	const Options *options = driver->options;
	if (!options->shard || !shard_parse(options->shard, &shard))
		return NULL;
	Names files = { 0 };
	for (int i = 0; i < options->n_files; i++)
		vec_push(driver->project.arena, &files, options->files[i]);
	const IncludeProgram *program = files.n ? project_program(&driver->project, options, files.at[0]) : NULL;
	return shard_others(driver->project.arena, shard, &files, project_leading(&driver->project, options), program);
}

bool opening_check_shard(const Options *options)
{
	Shard shard;
	if (options->shard && !shard_parse(options->shard, &shard))
		fprintf(stderr, "smemlint: error: --shard '%.80s': expected I/N: the I-th of N shards, as in 1/4\n", options->shard);
	else if (options->shard && options->prune_baseline)
		fputs("smemlint: error: --shard cannot be combined with --prune-baseline: merge baselines that are written anew\n", stderr);
	else
		return true;
	return false;
}
