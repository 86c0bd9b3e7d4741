#include "report/maps/bankmap.h"

#include <stdio.h>
#include <string.h>

#include "report/maps/passes.h"

enum {
	DEFAULT_WIDTH = 80,
	LABEL_WIDTH = 8,
	MAX_ROWS = 8,       /* lines of passes in one picture, shared by its phases */
	MIN_PHASE_ROWS = 2,
};

typedef enum Ink { INK_PLAIN, INK_IDLE, INK_FIRST, INK_EXTRA } Ink;

typedef struct Canvas {
	Buf *out;
	const BankMapStyle *style;
	const WarpRequest *request;
	Passes passes;
	int cell, group;    /* columns of a bank; banks before a gap (0: none) */
} Canvas;

static int max_int(int a, int b)
{
	return a > b ? a : b;
}

/* --- cells -------------------------------------------------------------------------------------- */

static void put(const Canvas *canvas, Ink ink, const char *text)
{
	static const char *const escape[] = { "", "\033[2m", "\033[38;5;33m", "\033[1;38;5;208m" };

	if (!canvas->style->color || ink == INK_PLAIN) {
		buf_puts(canvas->out, text);
		return;
	}
	buf_printf(canvas->out, "%s%s\033[0m", escape[ink], text);
}

static void put_cell(const Canvas *canvas, int bank, Ink ink, const char *text)
{
	put(canvas, ink, text);
	if (canvas->cell == 3 && bank + 1 < BANKS)
		buf_putc(canvas->out, ' ');
	else if (canvas->group && bank % canvas->group == canvas->group - 1 && bank + 1 < BANKS)
		buf_putc(canvas->out, ' ');
}

static void put_label(const Canvas *canvas, const char *text, int number)
{
	if (number)
		buf_printf(canvas->out, "%s%*d ", text, LABEL_WIDTH - 1 - (int)strlen(text), number);
	else
		buf_printf(canvas->out, "%-*s", LABEL_WIDTH, text);
}

static void put_idle(const Canvas *canvas, int bank)
{
	const char *dot = canvas->style->ascii ? "." : "\xc2\xb7";
	char text[8];

	snprintf(text, sizeof text, "%s%s", dot, canvas->cell > 1 ? dot : "");
	put_cell(canvas, bank, INK_IDLE, text);
}

static void put_number(const Canvas *canvas, int bank, Ink ink, int number, const char *format)
{
	char text[16];

	snprintf(text, sizeof text, format, number);
	put_cell(canvas, bank, ink, canvas->cell > 1 ? text : "#");
}

/* --- lines -------------------------------------------------------------------------------------- */

static void print_header(const Canvas *canvas)
{
	put_label(canvas, "bank", 0);
	if (canvas->cell == 1) {
		buf_puts(canvas->out, "0        8        16       24\n");
		return;
	}
	for (int bank = 0; bank < BANKS; bank++)
		put_number(canvas, bank, INK_PLAIN, bank, "%02d");
	buf_putc(canvas->out, '\n');
}

static void print_pass(const Canvas *canvas, int pass, bool is_first)
{
	put_label(canvas, "pass", pass + 1);
	for (int bank = 0; bank < BANKS; bank++) {
		int lane = canvas->passes.lane[pass][bank];

		if (lane >= 0)
			put_number(canvas, bank, is_first ? INK_FIRST : INK_EXTRA, lane, "%02d");
		else
			put_idle(canvas, bank);
	}
	buf_putc(canvas->out, '\n');
}

static void print_totals(const Canvas *canvas)
{
	if (canvas->cell == 1)
		return;
	put_label(canvas, canvas->passes.map.n_phases > 1 ? "at most" : "passes", 0);
	for (int bank = 0; bank < BANKS; bank++) {
		int n = canvas->passes.map.distinct[bank];

		if (n)
			put_number(canvas, bank, n > 1 ? INK_EXTRA : INK_FIRST, n, "%2d");
		else
			put_idle(canvas, bank);
	}
	buf_putc(canvas->out, '\n');
}

/* --- phases ------------------------------------------------------------------------------------- */

static int passes_of_phase(const Canvas *canvas, int begin)
{
	int n = 0;

	while (begin + n < canvas->passes.n && canvas->passes.phase[begin + n] == canvas->passes.phase[begin])
		n++;
	return n;
}

static void print_phase_name(const Canvas *canvas, int phase)
{
	int first = -1, last = -1;

	for (int lane = 0; lane < WARP_LANES; lane++)
		if (canvas->passes.map.phase[lane] == phase) {
			first = first < 0 ? lane : first;
			last = lane;
		}
	buf_printf(canvas->out, "lanes %d to %d\n", first, last);
}

static void print_phase(const Canvas *canvas, int begin, int passes)
{
	int n_phases = canvas->passes.map.n_phases;
	int rows = max_int(MAX_ROWS / n_phases, MIN_PHASE_ROWS);

	if (n_phases > 1)
		print_phase_name(canvas, canvas->passes.phase[begin]);
	if (passes <= rows + 1) /* shows a single last pass instead of "1 more pass" */
		rows = passes;
	for (int row = 0; row < rows; row++)
		print_pass(canvas, begin + row, row == 0);
	if (passes > rows)
		buf_printf(canvas->out, "%*s%s %d more passes\n", LABEL_WIDTH, "", canvas->style->ascii ? "..." : "\xe2\x80\xa6",
			   passes - rows);
}

/* --- the whole ---------------------------------------------------------------------------------- */

static void print_summary(const Canvas *canvas)
{
	const BankCost *cost = &canvas->passes.cost;
	AccessKind kind = bank_op_kind(canvas->request->op);
	bool by_kind = kind == ACCESS_LOAD || kind == ACCESS_STORE || kind == ACCESS_CP_ASYNC;
	int ways = passes_ways(&canvas->passes);

	buf_puts(canvas->out, by_kind ? access_kind_name(kind) : bank_op_name(canvas->request->op));
	if (kind != ACCESS_LDMATRIX && kind != ACCESS_STMATRIX)
		buf_printf(canvas->out, " of %d byte%s", canvas->request->bytes, canvas->request->bytes == 1 ? "" : "s");
	buf_printf(canvas->out, ": %s%d wavefront%s, ideal %d", cost->exact ? "" : "at most ", cost->wavefronts,
		   cost->wavefronts == 1 ? "" : "s", cost->ideal);
	if (cost->wavefronts <= cost->ideal)
		buf_puts(canvas->out, ": no conflict\n");
	else if (ways && ways == passes_busiest(&canvas->passes.map))
		buf_printf(canvas->out, ": %d-way conflict on bank %d\n", ways, cost->worst_bank);
	else if (ways)
		buf_printf(canvas->out, ": %d-way conflict\n", ways);
	else
		buf_putc(canvas->out, '\n');
}

static void set_layout(Canvas *canvas)
{
	int width = canvas->style->width > 0 ? canvas->style->width : DEFAULT_WIDTH;

	canvas->cell = width >= LABEL_WIDTH + 3 * BANKS - 1 ? 3 : width >= LABEL_WIDTH + 2 * BANKS + 7 ? 2 : 1;
	canvas->group = canvas->cell == 3 ? 0 : canvas->cell == 2 ? 4 : 8;
}

void bankmap_print(Buf *out, const Arch *arch, const WarpPattern *pattern, BankOp op, int bytes, const BankMapStyle *style)
{
	WarpRequest request = passes_request(pattern, op, bytes);
	Canvas canvas = { .out = out, .style = style, .request = &request, .passes = passes_of(arch, &request) };
	const BankCost *cost = &canvas.passes.cost;

	set_layout(&canvas);
	if (!canvas.passes.map.n_phases) {
		buf_puts(out, "no lane is active: no wavefront\n");
		return;
	}
	print_summary(&canvas);
	print_header(&canvas);
	for (int pass = 0, n; pass < canvas.passes.n; pass += n)
		print_phase(&canvas, pass, n = passes_of_phase(&canvas, pass));
	if (cost->wavefronts > cost->ideal)
		print_totals(&canvas);
	passes_remarks(out, &canvas.passes);
}
