#include "driver/built_files.h"

#include <stdlib.h>
#include <string.h>

#include "base/paths.h"
#include "options/status.h"
#include "toolchain/embedded.h"
#include "toolchain/toolchain.h"

enum { SECONDS = 300 };

static int number_of(const char *arch)
{
	return arch ? atoi(arch + strcspn(arch, "0123456789")) : 0;
}

static void add_modules(Arena *arena, const char *file, const EmbeddedList *modules, Names *names, HeldTexts *held)
{
	for (int i = 0; i < modules->n; i++) {
		const EmbeddedPtx *one = &modules->at[i];
		const char *name = arena_printf(arena, "%s.%d.sm_%d.ptx", file, one->number, one->arch);
		vec_push(arena, names, name);
		vec_push(arena, held, ((HeldText){ name, one->text, strlen(one->text) }));
	}
}

Names built_files_open(Arena *arena, const Options *options, Names files, HeldTexts *held, Buf *messages, int *status)
{
	Names out = { 0 };
	for (int i = 0; i < files.n; i++) {
		const char *file = files.at[i];
		if (!embedded_may_be_in(file)) {
			vec_push(arena, &out, file);
			continue;
		}
		const EmbeddedOptions read = { toolchain_find(arena, "").cuobjdump, file, number_of(options->arch), SECONDS };
		Buf why = { 0 };
		const EmbeddedList modules = read.cuobjdump ? embedded_read(arena, &read, &why) : (EmbeddedList){ 0 };
		add_modules(arena, file, &modules, &out, held);
		if (!modules.n) {
			buf_printf(messages, "%s: error: not analysed: %s\n", path_shown(arena, file),
				   read.cuobjdump ? why.s : NO_CUOBJDUMP);
			*status = status_worse(*status, read.cuobjdump ? EXIT_INCOMPLETE : EXIT_USAGE);
		}
		buf_free(&why);
	}
	return out;
}
