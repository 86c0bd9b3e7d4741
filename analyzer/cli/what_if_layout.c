#include "cli/what_if_layout.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "banks/banks.h"
#include "cli/commands.h"
#include "cute/access.h"
#include "cute/algebra.h"
#include "cute/read.h"
#include "cute/search.h"
#include "report/maps/bankmap.h"

enum { MOST_SHOWN = 8 }; /* layouts that a search found */

/* One --copy. */
typedef struct Copying {
	CuteAccess access;
	CuteRequests requests;
	int64_t wavefronts, ideal;
	int worst; /* the request with the most wavefronts above the ideal */
} Copying;

typedef struct Asked {
	const Options *options;
	Arena *arena;
	const Arch *arch;
	CuteLayout layout;
	int bits;          /* of an element */
	int64_t bytes;     /* of the layout */
	Copying *copies;
	int n_copies;
} Asked;

/* --- the options -------------------------------------------------------------------------------- */

static bool refuse(const char *format, ...) __attribute__((format(printf, 1, 2)));
static bool refuse(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fputs("smemlint: error: ", stderr);
	vfprintf(stderr, format, args);
	fputc('\n', stderr);
	va_end(args);
	return false;
}

static bool read_type(Asked *asked)
{
	const char *type = asked->options->type;

	if (!type) {
		asked->bits = asked->layout.pointer_bits;
		return asked->bits || refuse("--layout takes --type, the type of the layout's elements: half, float, int8_t, ...");
	}
	asked->bits = cute_type_bits(type);
	if (!asked->bits)
		return refuse("option '--type' expects the type of an element such as half, float, int8_t or bfloat16_t, not '%.80s'",
			      type);
	if (asked->layout.pointer_bits && asked->layout.pointer_bits != asked->bits)
		return refuse("the layout is one of elements of %d bits, and --type %s has %d", asked->layout.pointer_bits, type,
			      asked->bits);
	return true;
}

/* With the text, and a mark under the byte where it goes wrong. */
static bool refuse_layout(const char *text, const CuteError *error)
{
	refuse("--layout, column %zu: %s", error->at + 1, error->text);
	if (strlen(text) <= 200 && !strpbrk(text, "\n\t\r"))
		fprintf(stderr, "  %s\n  %*s^\n", text, (int)error->at, "");
	return false;
}

static bool read_layout(Asked *asked)
{
	const char *text = asked->options->cute_layout;
	CuteError error;

	if (!cute_read(asked->arena, text, &asked->layout, &error))
		return refuse_layout(text, &error);
	if (!cute_layout_is_known(&asked->layout))
		return refuse("--layout: an extent, a stride or an offset that is known at run time only cannot be drawn");
	if (!read_type(asked))
		return false;
	asked->bytes = cute_cosize(&asked->layout) * asked->bits / 8;
	if (asked->bytes > asked->arch->shared_optin)
		return refuse("the layout takes %" PRId64 " bytes, and a block on sm_%d has at most %d", asked->bytes, asked->arch->number,
			      asked->arch->shared_optin);
	asked->bytes = cute_bytes(&asked->layout, asked->bits);
	return true;
}

static bool read_copy(const Asked *asked, const char *text, Copying *out, Buf *why)
{
	const Options *options = asked->options;

	if (!cute_access_read(asked->arena, text, &out->access, why))
		return false;
	if (!options->threads || strchr(text, '@'))
		return true;
	return cute_access_order(asked->arena, options->threads, options->values, &out->access, why);
}

static void price(const Asked *asked, Copying *copying)
{
	int most = -1;

	for (int i = 0; i < copying->requests.n; i++) {
		BankCost cost = bank_cost(asked->arch, &copying->requests.at[i]);

		copying->wavefronts += cost.wavefronts;
		copying->ideal += cost.ideal;
		if (cost.wavefronts - cost.ideal > most) {
			most = cost.wavefronts - cost.ideal;
			copying->worst = i;
		}
	}
}

static bool read_copies(Asked *asked)
{
	const OptionWords *texts = &asked->options->copy;
	bool good = true;

	asked->copies = arena_array(asked->arena, Copying, texts->n);
	for (; good && asked->n_copies < texts->n; asked->n_copies++) {
		Copying *copying = &asked->copies[asked->n_copies];
		const char *text = texts->at[asked->n_copies];
		Buf why = { 0 };

		good = read_copy(asked, text, copying, &why) &&
		       cute_requests(asked->arena, &copying->access, &asked->layout, asked->bits, &copying->requests, &why);
		if (good)
			price(asked, copying);
		else
			refuse("--copy %.200s: %s", text, why.s);
		buf_free(&why);
	}
	return good;
}

static bool check_options(const Options *options)
{
	if (options->expr || options->decl || options->op || options->warp || options->n_files)
		return refuse("--layout goes without --expr, --decl, --op, --warp and FILE");
	if (!options->cute_layout)
		return refuse("--copy, --type, --threads, --values and --search go with --layout");
	if (options->values && !options->threads)
		return refuse("--values goes with --threads");
	if (!options->copy.n)
		return refuse("--layout takes --copy, how the tile is copied: ld.32, st.128, ldmatrix.x4, cp.async.16, ...");
	return true;
}

/* --- the picture -------------------------------------------------------------------------------- */

static const char *verdict(int64_t wavefronts, int64_t ideal)
{
	return wavefronts > ideal ? "" : ": no conflict";
}

static void print_copy(Buf *out, const Asked *asked, const Copying *copying, const BankMapStyle *style)
{
	const WarpRequest *request = &copying->requests.at[copying->worst];
	WarpPattern pattern = { .active = request->active, .count = 1, .cost = bank_cost(asked->arch, request), .source = request->source };
	int n = copying->requests.n;

	memcpy(pattern.offset, request->offset, sizeof pattern.offset);
	buf_printf(out, "\n%s, instruction %d of %d%s\n", copying->access.text, copying->worst + 1, n,
		   copying->wavefronts > copying->ideal && n > 1 ? ", the costliest" : "");
	bankmap_print(out, asked->arch, &pattern, request->op, request->bytes, style);
	buf_printf(out, "the whole tile: %" PRId64 " wavefronts, ideal %" PRId64 "%s\n", copying->wavefronts, copying->ideal,
		   verdict(copying->wavefronts, copying->ideal));
}

static void print_heading(Buf *out, const Asked *asked)
{
	cute_print(out, &asked->layout);
	buf_printf(out, ", elements of %d bits, %" PRId64 " bytes", asked->bits, asked->bytes);
	if (cute_rank(&asked->layout) > 2)
		buf_puts(out, "; modes after the second one are at 0");
	buf_putc(out, '\n');
}

/* --- the search --------------------------------------------------------------------------------- */

static void print_choice(Buf *out, const Asked *asked, const CuteChoice *choice)
{
	const CuteLayout *layout = cute_chosen(asked->arena, &asked->layout, asked->bits, choice);

	buf_puts(out, "  ");
	cute_print(out, layout);
	if (choice->extra)
		buf_printf(out, "  +%" PRId64 " bytes", choice->extra);
	else
		buf_puts(out, "  no extra memory");
	if (choice->together < 16)
		buf_printf(out, ", accesses of up to %d bytes stay whole and aligned\n", choice->together);
	else
		buf_puts(out, ", 16 bytes stay whole and aligned\n");
}

static void print_code(Buf *out, const Asked *asked, const CuteChoice *choice)
{
	buf_puts(out, "in C++: ");
	cute_print_code(out, cute_chosen(asked->arena, &asked->layout, asked->bits, choice));
	buf_putc(out, '\n');
}

static bool is_as_it_is(const CuteChoice *choice)
{
	return !choice->swizzle.bits && !choice->pad;
}

static void print_free(Buf *out, const Asked *asked, const CuteChoices *found)
{
	int shown = found->free.n < MOST_SHOWN ? found->free.n : MOST_SHOWN;

	if (is_as_it_is(&found->free.at[0])) {
		buf_puts(out, "no conflict without a swizzle and padding:\n");
		print_choice(out, asked, &found->free.at[0]);
		return;
	}
	buf_printf(out, "%d of %d layouts that were tried have no conflict:\n", found->free.n, found->tried);
	for (int i = 0; i < shown; i++)
		print_choice(out, asked, &found->free.at[i]);
	if (found->free.n > shown)
		buf_printf(out, "  ... %d more\n", found->free.n - shown);
	print_code(out, asked, &found->free.at[0]);
}

static void print_choices(Buf *out, const Asked *asked, const CuteChoices *found)
{
	buf_putc(out, '\n');
	if (found->free.n) {
		print_free(out, asked, found);
	} else {
		buf_printf(out, "0 of %d layouts that were tried have no conflict", found->tried);
		if (!found->best.wavefronts) {
			buf_putc(out, '\n');
			return;
		}
		buf_printf(out, "; the best takes %" PRId64 " wavefronts where %" PRId64 " would do:\n", found->best.wavefronts,
			   found->best.attainable);
		print_choice(out, asked, &found->best);
		print_code(out, asked, &found->best);
	}
	if (found->unavoidable)
		buf_printf(out, "copies take %" PRId64 " wavefronts above the ideal in each, because of where they read\n",
			   found->unavoidable);
}

/* All requests of all copies, in the layout without its swizzle. */
static bool plain_requests(const Asked *asked, CuteRequests *out)
{
	CuteLayout plain = cute_plain(&asked->layout);
	Buf why = { 0 };
	bool good = true;

	for (int i = 0; good && i < asked->n_copies; i++) {
		CuteRequests some;

		good = cute_requests(asked->arena, &asked->copies[i].access, &plain, asked->bits, &some, &why);
		for (int k = 0; good && k < some.n; k++)
			vec_push(asked->arena, out, some.at[k]);
	}
	if (!good)
		refuse("--search: without the swizzle %s", why.s);
	buf_free(&why);
	return good;
}

static bool search(Buf *out, const Asked *asked)
{
	CuteLayout plain = cute_plain(&asked->layout);
	CuteRequests requests = { 0 };
	int64_t rows[CUTE_MODES];
	CuteSearch search = {
		.arch = asked->arch, .bytes = cute_bytes(&plain, asked->bits), .element = (asked->bits + 7) / 8, .rows = rows
	};
	CuteChoices found;

	if (!plain_requests(asked, &requests))
		return false;
	search.requests = requests.at;
	search.n_requests = requests.n;
	search.n_rows = cute_rows(asked->arena, &asked->layout, asked->bits, rows);
	found = cute_search(asked->arena, &search);
	print_choices(out, asked, &found);
	return true;
}

/* ------------------------------------------------------------------------------------------------ */

static bool answer(Buf *out, Asked *asked)
{
	const BankMapStyle style = { .color = options_want_color(asked->options, STDOUT_FILENO),
				     .ascii = options_want_ascii(asked->options) };

	if (!check_options(asked->options) || !read_layout(asked) || !read_copies(asked))
		return false;
	print_heading(out, asked);
	for (int i = 0; i < asked->n_copies; i++)
		print_copy(out, asked, &asked->copies[i], &style);
	return !asked->options->search || search(out, asked);
}

int what_if_layout(const Options *options)
{
	const char *name = options->arch;
	Asked asked = { .options = options,
			.arena = arena_new(),
			.arch = arch_model(name ? (int)strtol(name + strcspn(name, "0123456789"), NULL, 10) : MEASURED_ARCH) };
	Buf out = { 0 };
	bool good = answer(&out, &asked);

	if (good)
		fwrite(out.s, 1, out.n, stdout);
	buf_free(&out);
	arena_free(asked.arena);
	return good ? EXIT_CLEAN : EXIT_USAGE;
}
