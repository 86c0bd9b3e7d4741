/* HTTP, by libcurl: GET and PUT of URL/NAME.  libcurl takes thirty libraries along: it is loaded when a server is asked, by its
 * name, and most runs are without. */
#include "cache/remote/server.h"

#ifdef SMEMLINT_CURL

#define CURL_DISABLE_TYPECHECK
#define CURL_DISABLE_DEPRECATION /* an older libcurl may be loaded */
#include <curl/curl.h>
#include <dlfcn.h>
#include <string.h>

#include "cache/remote/remote.h"

/* The functions that are used, as libcurl declares them. */
#define CURL_FUNCTIONS(F) \
	F(global_init) \
	F(global_cleanup) \
	F(easy_init) F(easy_setopt) F(easy_getinfo) F(easy_perform) F(easy_strerror) F(easy_cleanup) F(slist_append) F(slist_free_all)

typedef struct Curl {
#define F(name) __typeof__(&curl_##name) name;
	CURL_FUNCTIONS(F)
#undef F
	void *library;
	CURL *handle;
	struct curl_slist *headers;
} Curl;

static Answer failed(Server *server, const char *why)
{
	server->why = arena_strdup(server->arena, why);
	return ANSWER_FAILED;
}

/* A pointer to data is none to a function, in C: its bytes are. */
static bool find(void *library, const char *name, void *out, size_t size)
{
	void *symbol = dlsym(library, name);
	memcpy(out, &symbol, size);
	return symbol;
}

static bool load(Curl *curl)
{
	curl->library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
	bool is_there = curl->library;
#define F(name) is_there = is_there && find(curl->library, "curl_" #name, &curl->name, sizeof curl->name);
	CURL_FUNCTIONS(F)
#undef F
	return is_there && curl->global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

static size_t take(char *bytes, size_t size, size_t n, void *context)
{
	Buf *out = context;
	if (out->n + n * size > REMOTE_MOST_BYTES)
		return 0;
	buf_add(out, bytes, n * size);
	return n * size;
}

static size_t drop(char *bytes, size_t size, size_t n, void *context)
{
	(void)bytes;
	(void)context;
	return n * size;
}

/* What is left to be sent. */
typedef struct Sending {
	const char *at;
	size_t n;
} Sending;

static size_t give(char *to, size_t size, size_t n, void *context)
{
	Sending *sending = context;
	const size_t some = sending->n < size * n ? sending->n : size * n;
	memcpy(to, sending->at, some);
	sending->at += some;
	sending->n -= some;
	return some;
}

/* No signals, no redirects, and nothing but HTTP. */
static void set_always(const Curl *curl, const Address *address)
{
	curl->easy_setopt(curl->handle, CURLOPT_NOSIGNAL, 1L);
	curl->easy_setopt(curl->handle, CURLOPT_FOLLOWLOCATION, 0L);
	curl->easy_setopt(curl->handle, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
	curl->easy_setopt(curl->handle, CURLOPT_CONNECTTIMEOUT_MS, (long)address->connect_ms);
	curl->easy_setopt(curl->handle, CURLOPT_TIMEOUT_MS, (long)(address->connect_ms + address->operation_ms));
	curl->easy_setopt(curl->handle, CURLOPT_HTTPHEADER, curl->headers);
	curl->easy_setopt(curl->handle, CURLOPT_USERAGENT, "smemlint/" SMEMLINT_VERSION);
}

static const Curl *curl_of(Server *server)
{
	if (server->state)
		return ((Curl *)server->state)->handle ? server->state : NULL;
	Curl *curl = server->state = arena_new_of(server->arena, Curl);
	if (!load(curl)) {
		failed(server, "there is no libcurl.so.4 on this machine");
		return NULL;
	}
	curl->headers = curl->slist_append(NULL, "Expect:"); /* else each PUT waits for the server's consent */
	curl->headers = curl->slist_append(curl->headers, "Content-Type: application/octet-stream");
	curl->handle = curl->easy_init();
	if (curl->handle)
		set_always(curl, server->address);
	return curl->handle ? curl : NULL;
}

static const char *url_of(const Server *server, const char *name)
{
	const char *url = server->address->url, *slash = url[strlen(url) - 1] == '/' ? "" : "/";
	switch (server->address->layout) {
	case LAYOUT_BAZEL:
		return arena_printf(server->arena, "%s%sac/%s%s", url, slash, name, name);
	case LAYOUT_FLAT:
		return arena_printf(server->arena, "%s%s%s", url, slash, name);
	case LAYOUT_SUBDIRS:
		break;
	}
	return arena_printf(server->arena, "%s%s%.2s/%s", url, slash, name, name + 2);
}

static Answer perform(Server *server, const Curl *curl)
{
	long status = 0;
	const CURLcode code = curl->easy_perform(curl->handle);
	curl->easy_getinfo(curl->handle, CURLINFO_RESPONSE_CODE, &status);
	if (code == CURLE_WRITE_ERROR)
		return ANSWER_NONE; /* a value that is too long */
	if (code != CURLE_OK)
		return failed(server, curl->easy_strerror(code));
	if (status / 100 == 2)
		return ANSWER_DONE;
	return status == 404 || status == 410 ? ANSWER_NONE
					      : failed(server, arena_printf(server->arena, "it answers with status %ld", status));
}

static Answer get(Server *server, const char *name, Buf *out)
{
	const Curl *curl = curl_of(server);
	if (!curl)
		return ANSWER_FAILED;
	curl->easy_setopt(curl->handle, CURLOPT_HTTPGET, 1L);
	curl->easy_setopt(curl->handle, CURLOPT_URL, url_of(server, name));
	curl->easy_setopt(curl->handle, CURLOPT_WRITEFUNCTION, take);
	curl->easy_setopt(curl->handle, CURLOPT_WRITEDATA, out);
	return perform(server, curl);
}

static Answer put(Server *server, const char *name, const char *bytes, size_t n)
{
	Sending sending = { bytes, n };
	const Curl *curl = curl_of(server);
	if (!curl)
		return ANSWER_FAILED;
	curl->easy_setopt(curl->handle, CURLOPT_URL, url_of(server, name));
	curl->easy_setopt(curl->handle, CURLOPT_UPLOAD, 1L);
	curl->easy_setopt(curl->handle, CURLOPT_READFUNCTION, give);
	curl->easy_setopt(curl->handle, CURLOPT_READDATA, &sending);
	curl->easy_setopt(curl->handle, CURLOPT_INFILESIZE_LARGE, (curl_off_t)n);
	curl->easy_setopt(curl->handle, CURLOPT_WRITEFUNCTION, drop);
	const Answer answer = perform(server, curl);
	return answer == ANSWER_NONE ? failed(server, "it has no such folder, or does not keep values") : answer;
}

static void close_connection(Server *server)
{
	Curl *curl = server->state;
	if (!curl || !curl->handle)
		return;
	curl->easy_cleanup(curl->handle);
	curl->slist_free_all(curl->headers);
	curl->global_cleanup();
}

const ServerKind server_http = { " http https ", NULL, get, put, NULL, close_connection };

#else

const ServerKind server_http = { " http https ", "this smemlint was built without libcurl", 0, 0, 0, 0 };

#endif
