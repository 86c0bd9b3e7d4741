/* What a run is given before its first file: the cache, and the files that are other shards'. */
#ifndef SMEMLINT_DRIVER_OPENING_H
#define SMEMLINT_DRIVER_OPENING_H

#include "driver/driver.h"

/* Opens the cache, if the command uses one.  False, with a message: the address of the one that machines share is invalid. */
bool opening_cache(Driver *driver);

/* False, with a message: --shard is invalid. */
bool opening_check_shard(const Options *options);

/* For --shard: for each file of the options whether another shard has it; else NULL. */
const bool *opening_elsewhere(Driver *driver);

#endif
