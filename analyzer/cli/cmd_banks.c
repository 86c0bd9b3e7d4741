/* `smemlint banks`: the hardware model by itself.  Without --expr, prices the rows of a table. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "banks/banks.h"
#include "cli/commands.h"
#include "cli/what_if.h"
#include "cli/what_if_layout.h"

/* The text up to the next tab, which is overwritten; NULL after the last field. */
static char *next_field(char **rest)
{
	char *field = *rest, *tab;

	if (!field)
		return NULL;
	tab = strchr(field, '\t');
	*rest = tab ? tab + 1 : NULL;
	if (tab)
		*tab = '\0';
	return field;
}

static bool parse_bytes(const char *text, int *bytes)
{
	static const struct {
		const char *text;
		int bytes;
	} sizes[] = {
		{ "1", 1 }, { "2", 2 }, { "4", 4 }, { "8", 8 }, { "16", 16 },
	};

	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
		if (!strcmp(text, sizes[i].text)) {
			*bytes = sizes[i].bytes;
			return true;
		}
	return false;
}

static bool parse_mask(const char *text, uint32_t *mask)
{
	const char *digits = text[0] == '0' && (text[1] == 'x' || text[1] == 'X') ? text + 2 : text;
	size_t n = strspn(digits, "0123456789abcdefABCDEF");

	if (n < 1 || n > 8 || digits[n])
		return false;
	*mask = (uint32_t)strtoul(digits, NULL, 16);
	return true;
}

static bool parse_offsets(const char *text, int64_t *offset)
{
	for (int lane = 0; lane < WARP_LANES; lane++) {
		char *end;

		if (!strchr("-0123456789", *text) || !*text)
			return false;
		errno = 0;
		offset[lane] = strtoll(text, &end, 10);
		if (errno || end == text || *end != (lane + 1 < WARP_LANES ? ',' : '\0'))
			return false;
		text = end + 1;
	}
	return true;
}

/* NULL, or the row's problem. */
static const char *parse_row(char *line, WarpRequest *request)
{
	char *op = next_field(&line), *bytes = next_field(&line);
	char *mask = next_field(&line), *offsets = next_field(&line), *source = next_field(&line);

	if (!offsets)
		return "a row has at least four fields: op, bytes, lane mask, 32 byte offsets";
	if (!bank_op_parse(op, &request->op))
		return "unknown operation";
	if (!parse_bytes(bytes, &request->bytes))
		return "the bytes per lane must be 1, 2, 4, 8 or 16";
	if (!parse_mask(mask, &request->active))
		return "the lane mask must be 1 to 8 hexadecimal digits";
	if (!parse_offsets(offsets, request->offset))
		return "the byte offsets must be 32 integers with commas between them";
	if (bank_op_has_source(request->op) && (!source || !parse_offsets(source, request->source)))
		return "the fifth field of a copy must be the 32 byte offsets that its lanes copy from";
	return NULL;
}

static bool is_header(const char *line)
{
	return !strncmp(line, "op\t", 3);
}

/* Prices one line of input; false: it is malformed. */
static bool price_line(const Arch *arch, char *line, const char *file, int number)
{
	WarpRequest request = { .op = BANK_LD };
	const char *problem;
	BankCost cost;

	line[strcspn(line, "\r\n")] = '\0';
	if (!line[strspn(line, " \t")] || line[0] == '#' || is_header(line))
		return true;
	problem = parse_row(line, &request);
	if (problem) {
		fprintf(stderr, "%s:%d: %s\n", file, number, problem);
		puts("error");
		return false;
	}
	cost = bank_cost(arch, &request);
	printf("%d\t%d\n", cost.wavefronts, cost.ideal);
	return true;
}

static bool price_stream(const Arch *arch, FILE *in, const char *file)
{
	char *line = NULL;
	size_t size = 0;
	bool good = true;

	for (int number = 1; getline(&line, &size, in) >= 0; number++)
		good = price_line(arch, line, file, number) && good;
	free(line);
	if (ferror(in)) {
		fprintf(stderr, "%s: %s\n", file, strerror(errno));
		return false;
	}
	return good;
}

static bool price_file(const Arch *arch, const char *file)
{
	FILE *in;
	bool good;

	if (!strcmp(file, "-"))
		return price_stream(arch, stdin, "<stdin>");
	in = fopen(file, "r");
	if (!in) {
		fprintf(stderr, "%s: %s\n", file, strerror(errno));
		return false;
	}
	good = price_stream(arch, in, file);
	fclose(in);
	return good;
}

static int price_rows(const Options *options)
{
	const char *name = options->arch;
	const Arch *arch = arch_model(name ? (int)strtol(name + strcspn(name, "0123456789"), NULL, 10) : MEASURED_ARCH);
	bool good = true;

	if (!options->n_files)
		good = price_stream(arch, stdin, "<stdin>");
	for (int i = 0; i < options->n_files; i++)
		good = price_file(arch, options->files[i]) && good;
	return good ? EXIT_CLEAN : EXIT_USAGE;
}

int cmd_banks(const Options *options)
{
	if (options->cute_layout || options->type || options->copy.n || options->threads || options->values || options->search)
		return what_if_layout(options);
	return options->expr || options->decl ? what_if(options) : price_rows(options);
}
