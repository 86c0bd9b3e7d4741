/* `smemlint lsp`: a server of the Language Server Protocol (3.17) on standard input and output.
 *
 * One process speaks the protocol and never blocks: it holds the documents and their results.  A second one (analyzer.h)
 * analyses, one job at a time, the document changed last first; answers for outdated texts are dropped.  Requests about a
 * document are deferred until it is analysed. */
#ifndef SMEMLINT_LSP_SERVER_H
#define SMEMLINT_LSP_SERVER_H

#include "lsp/documents.h"
#include "lsp/rpc.h"
#include "lsp/worker.h"
#include "options/options.h"

/* Runs until the client ends it.  Returns the exit status: 0 after `shutdown` and `exit`, else 1. */
int server_run(const Options *options);

/* --- internal to lsp/ --------------------------------------------------------------------------- */

typedef enum ServerState { SERVER_FRESH, SERVER_READY, SERVER_SHUT_DOWN } ServerState;

/* The client's capabilities. */
typedef struct Client {
	bool refreshes_diagnostics, refreshes_hints, refreshes_lenses;
	bool resolves_edits;      /* of code actions */
	bool watches_files;       /* by dynamic registration */
	bool shows_progress;
	bool related_documents;   /* in pulled diagnostics */
	bool shows_documents;     /* window/showDocument */
	bool has_actions;         /* CodeAction literals, not only commands */
	bool pulls;               /* it has requested diagnostics */
} Client;

/* A deferred request: it waits for the analysis of its document, or for a job of its own. */
typedef struct PendingRequest {
	json_t *id, *params;
	const struct Method *method;
	char *uri;
} PendingRequest;

typedef struct RunningJob {
	char *uri;                /* NULL: the worker is idle */
	json_int_t serial;
	int64_t since;            /* ms */
} RunningJob;

/* Shown to the user while a job takes long. */
typedef struct Progress {
	json_int_t asked;         /* the id of the request to create it; 0: none */
	bool is_shown;
} Progress;

typedef struct Server {
	const Options *options;
	ServerState state;
	bool has_ended;           /* `exit`, or the connection is closed */
	int status;
	Encoding encoding;
	Client client;
	json_t *settings;         /* an object */
	json_t *folders;          /* paths */
	Documents documents;
	json_t *published;        /* {file's uri: {document's uri: [diagnostics]}} */
	PendingRequest *pending;
	int n_pending, cap_pending;
	Worker worker;
	RunningJob running;
	Progress progress;
	bool forget;              /* the worker must read the project again */
	bool reread;              /* … and all headers: libclang compares only size and time in seconds */
	json_int_t last_request;
	RpcReader in;
	Buf out;
	size_t written;           /* of out */
} Server;

/* A row of methods.def. */
typedef enum MethodKind {
	METHOD_NOTIFICATION,
	METHOD_REQUEST,           /* answered at once */
	METHOD_DEFERRED,          /* answered when its document is analysed */
} MethodKind;

typedef json_t *RequestHandler(Server *server, Document *document, const json_t *params);

typedef struct Method {
	const char *name;
	MethodKind kind;
	void (*handle)(Server *server, const json_t *id, const json_t *params); /* NOTIFICATION, REQUEST */
	RequestHandler *answer;         /* DEFERRED: a new reference, or NULL: the job must be run first */
	RequestHandler *job;            /* a new reference; or NULL: `answer` never returns NULL */
} Method;

const Method *method_find(const char *name);

/* server.c */
int64_t server_now(void); /* ms */
void server_reply(Server *server, const json_t *id, json_t *result);            /* takes the result */
void server_fail(Server *server, const json_t *id, int code, const char *text);
void server_notify(Server *server, const char *method, json_t *params);         /* takes the params */
json_int_t server_request(Server *server, const char *method, json_t *params);  /* takes the params; its id */
void server_log(Server *server, int type, const char *text);                    /* type: 1 error, 2 warning, 3 info */

/* dispatch.c */
void server_handle(Server *server, json_t *message);

/* commands.c */
void command_execute(Server *server, const json_t *id, const json_t *params);

/* requests.c */
void requests_add(Server *server, const Method *method, const json_t *id, const json_t *params);
void requests_answer(Server *server);                        /* those with a current result */
void requests_cancel(Server *server, const json_t *id);
void requests_drop(Server *server, const char *uri);         /* of a closed document; NULL: all */

/* answers.c */
RequestHandler answer_diagnostic, answer_hover, answer_map, answer_hints, answer_lenses, job_hover, job_map;

/* actions.c */
RequestHandler answer_actions, answer_resolve, job_actions, job_resolve;

/* schedule.c */
enum { DEBOUNCE_MS = 5, MAX_DEBOUNCE_MS = 300, NEVER = -1 };
void schedule_change(Server *server, Document *document);     /* after an edit */
bool schedule_dependents(Server *server, const char *path);   /* after a change of a file; false: no document reads it */
void schedule_all(Server *server);
int schedule_wait(const Server *server);                      /* ms until the next job or timeout, or NEVER */
bool schedule_needs_worker(const Server *server);
void schedule_next(Server *server);                           /* sends a job if the worker is idle */
void schedule_answer(Server *server, json_t *answer);         /* takes the reference */
void schedule_worker_died(Server *server);
void schedule_check_timeout(Server *server);                       /* stops a job that takes too long; starts its progress */

/* publish.c */
void publish_result(Server *server, Document *document);
void publish_clear(Server *server, const Document *document); /* its diagnostics are pulled from now on */
void publish_closed(Server *server, const char *uri);         /* only those of documents that include it remain */
json_t *publish_items(const Server *server, const char *uri); /* a file's diagnostics; a new reference */

#endif
