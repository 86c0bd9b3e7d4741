/* `smemlint lsp`: a server of the Language Server Protocol (3.17) on standard input and output.
 *
 * One process speaks the protocol and never waits: it holds the texts and answers from what is known of them.  Another one
 * (analyzer.h) analyses, one job at a time, always the newest text; an answer for a text that has changed meanwhile is dropped.
 * A request waits until the text that it is about is analysed. */
#ifndef SMEMLINT_LSP_SERVER_H
#define SMEMLINT_LSP_SERVER_H

#include "lsp/documents.h"
#include "lsp/rpc.h"
#include "lsp/worker.h"
#include "options/options.h"

/* Until the client ends it; the exit status: 0 after `shutdown` and `exit`, else 1. */
int server_run(const Options *options);

/* --- the rest is the server's own --------------------------------------------------------------- */

typedef enum ServerState { SERVER_FRESH, SERVER_READY, SERVER_SHUT_DOWN } ServerState;

/* What the client can do. */
typedef struct Client {
	bool refreshes_diagnostics, refreshes_hints, refreshes_lenses;
	bool resolves_edits;      /* of code actions */
	bool watches_files;       /* at our request */
	bool shows_progress;
	bool related_documents;   /* in pulled diagnostics */
	bool has_actions;         /* knows code actions, not only commands */
	bool pulls;               /* it has asked for diagnostics */
} Client;

/* A request that waits for its text's analysis, or for a job of its own. */
typedef struct Waiting {
	json_t *id, *params;
	const struct Method *method;
	char *uri;
} Waiting;

typedef struct Running {
	char *uri;                /* NULL: the worker is idle */
	json_int_t serial;
	int64_t since;            /* ms */
} Running;

/* Shown to the user while a job takes long. */
typedef struct Progress {
	json_int_t asked;         /* the id of the request to create it; 0: none */
	bool is_shown;
} Progress;

typedef struct Server {
	const Options *options;
	ServerState state;
	bool has_ended;           /* `exit`, or the client is gone */
	int status;
	Encoding encoding;
	Client client;
	json_t *settings;         /* an object */
	json_t *folders;          /* paths */
	Documents documents;
	json_t *published;        /* {uri: {document's uri: [diagnostics]}}: who has something to say of a file */
	Waiting *waiting;
	int n_waiting, cap_waiting;
	Worker worker;
	Running running;
	Progress progress;
	bool forget;              /* the worker is to read the project anew */
	bool reread;              /* … and headers: libclang takes a file of the same size and second for the same */
	json_int_t last_request;
	RpcReader in;
	Buf out;
	size_t written;           /* of out */
} Server;

/* A row of methods.def. */
typedef enum MethodKind {
	METHOD_NOTE,              /* a notification */
	METHOD_REQUEST,           /* answered at once */
	METHOD_QUESTION,          /* answered when its document is analysed */
} MethodKind;

typedef json_t *Question(Server *server, Document *document, const json_t *params);

typedef struct Method {
	const char *name;
	MethodKind kind;
	void (*take)(Server *server, const json_t *id, const json_t *params); /* NOTE, REQUEST */
	Question *answer;         /* QUESTION: a new reference, or NULL: a job must be done first … */
	Question *job;            /* … this one */
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
void server_take(Server *server, json_t *message);

/* questions.c */
void questions_add(Server *server, const Method *method, const json_t *id, const json_t *params);
void questions_answer(Server *server);                        /* those that can be */
void questions_cancel(Server *server, const json_t *id);
void questions_drop(Server *server, const char *uri);         /* of a text that is closed; NULL: all */

/* answers.c */
Question answer_diagnostic, answer_hover, answer_map, answer_hints, answer_lenses, job_hover, job_map;

/* actions.c */
Question answer_actions, answer_resolve, job_actions, job_resolve;

/* schedule.c */
enum { DEBOUNCE_MS = 5, MAX_DEBOUNCE_MS = 300, NEVER = -1 };
void schedule_change(Server *server, Document *document);     /* the editor changed it */
bool schedule_dependents(Server *server, const char *path);   /* a file has changed; whether others include it */
void schedule_all(Server *server);
int schedule_wait(const Server *server);                      /* ms until there is something to do, or NEVER */
bool schedule_wants_worker(const Server *server);
void schedule_next(Server *server);                           /* gives an idle worker something to do */
void schedule_answer(Server *server, json_t *answer);         /* takes the reference */
void schedule_death(Server *server);                          /* the worker is gone */
void schedule_patience(Server *server);                       /* stops what takes too long */

/* publish.c */
void publish_result(Server *server, Document *document);
void publish_take_back(Server *server, const Document *document); /* what was sent of an open text that is asked for from now on */
void publish_closed(Server *server, const char *uri);         /* of a text that is open no more only others speak */
json_t *publish_items(const Server *server, const char *uri); /* what is said of a file; a new reference */

#endif
