/* smemlint lsp: the language server. */
#include "cli/commands.h"
#include "lsp/server.h"

int cmd_lsp(const Options *options)
{
	return server_run(options);
}
