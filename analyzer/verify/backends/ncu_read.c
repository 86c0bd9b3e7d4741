#include "verify/backends/ncu_read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "banks/sass.h"
#include "verify/table/csv.h"

/* --- what is read ---------------------------------------------------------------------------------- */

typedef struct Launch {
	const char *kernel;
	int block[3];
	int64_t blocks;          /* 0: it failed */
	int64_t total;           /* wavefronts of the whole launch; -1: not known */
	int64_t listed;          /* the sum over its instructions … */
	int first, last;         /* … which form a list; -1: it is empty */
} Launch;

/* An instruction below the source line at which it is listed. */
typedef struct Instruction {
	const char *address;
	AccessKind kind;
	int bytes;
	int64_t executed, wavefronts, ideal;
	int line;
	const char *text;
	int section;
	int next;                /* in the list of its launch; -1: the last */
	bool is_repeated;           /* a repetition of one that is listed at another line */
} Instruction;

/* The lines of one file in one launch of a kernel. */
typedef struct Section {
	const char *file, *kernel;
	int launch;
	bool is_uncounted; /* it has no columns for shared memory, as in kernels that do not use it */
} Section;

/* Columns of the current page. */
typedef struct Columns {
	enum { PAGE_NONE, PAGE_LAUNCHES, PAGE_LINES } page;
	int kernel, block, grid, device, total;               /* launches */
	int line, text, address, code, executed, wavefronts, ideal; /* lines */
	int n;
} Columns;

typedef struct Reader {
	Arena *arena;
	Buf *why;
	const char *file;        /* of the next section */
	Columns columns;
	VEC(Launch) launches;
	VEC(Section) sections;
	VEC(Instruction) code;
	int line;                /* the current source line; 0: none */
	const char *text;
	int first;               /* index of the line's first instruction */
	const char *device;
} Reader;

static bool refuse(Reader *r, const char *why)
{
	if (!r->why->n)
		buf_puts(r->why, why);
	return false;
}

/* --- instructions ---------------------------------------------------------------------------------- */

/* "      @P0 LDS.64 R2, [R4]": the text from the opcode on. */
static const char *opcode_of(const char *code)
{
	code += strspn(code, " \t");
	if (*code == '@') {
		code += strcspn(code, " \t");
		code += strspn(code, " \t");
	}
	return code;
}

/* --- rows of the source page ----------------------------------------------------------------------- */

static bool get_numbers(Reader *r, const CsvRow *row, Instruction *out)
{
	const Columns *c = &r->columns;
	if (csv_number(csv_field(row, c->executed), &out->executed) && csv_number(csv_field(row, c->wavefronts), &out->wavefronts) &&
	    csv_number(csv_field(row, c->ideal), &out->ideal))
		return true;
	return refuse(r, "a count in the source page is not a number");
}

static bool begin_line(Reader *r, const CsvRow *row)
{
	int64_t line;
	if (!csv_number(row->field[r->columns.line], &line) || line < 1 || line > INT32_MAX)
		return refuse(r, "a line of the source page has no number");
	const char *text = csv_field(row, r->columns.text);
	r->line = (int)line;
	r->text = *text && strcmp(text, "-") != 0 ? text : NULL;
	r->first = r->code.n;
	return true;
}

/* Whether the current line lists the instruction already. */
static bool is_listed(const Reader *r, const char *address)
{
	for (int i = r->first; i < r->code.n; i++)
		if (strcmp(r->code.at[i].address, address) == 0)
			return true;
	return false;
}

static bool take_instruction(Reader *r, const CsvRow *row)
{
	const char *opcode = opcode_of(csv_field(row, r->columns.code));
	Instruction in = { .address = csv_field(row, r->columns.address), .line = r->line, .text = r->text, .section = r->sections.n - 1 };
	if (!r->line)
		return refuse(r, "an instruction has no source line above it");
	if (strcmp(in.address, "...") == 0 || r->sections.at[in.section].is_uncounted)
		return true;
	if (!get_numbers(r, row, &in))
		return false;
	if (!in.wavefronts || is_listed(r, in.address))
		return true;
	SassOp op;
	if (!sass_op_read(opcode, strcspn(opcode, " \t"), &op))
		return refuse(r, "an unknown instruction takes wavefronts");
	in.kind = op.kind;
	in.bytes = op.bytes;
	vec_push(r->arena, &r->code, in);
	return true;
}

static bool take_line(Reader *r, const CsvRow *row)
{
	CsvRow fitted = *row;
	if (!r->sections.n || row->n < r->columns.n)
		return refuse(r, "a row of the source page is too short: the export is truncated");
	csv_fit(r->arena, &fitted, r->columns.n, r->columns.text);
	return *fitted.field[r->columns.line] ? begin_line(r, &fitted) : take_instruction(r, &fitted);
}

/* --- rows of the launches --------------------------------------------------------------------------- */

/* "(32, 4, 1)" */
static bool shape_of(const char *text, int64_t out[3])
{
	for (int i = 0; i < 3; i++) {
		char *end;
		text += strspn(text, "(, \t");
		out[i] = strtoll(text, &end, 10);
		if (end == text || out[i] < 0 || out[i] > INT32_MAX)
			return false;
		text = end;
	}
	return *text == ')';
}

/* Whether the shape is possible; all zero means that the launch failed. */
static bool can_be(const int64_t block[3], const int64_t grid[3])
{
	return block[0] * block[1] <= 1024 && block[0] * block[1] * block[2] <= 1024 &&
	       (double)grid[0] * (double)grid[1] * (double)grid[2] <= 1e15 &&
	       (block[0] * block[1] * block[2] > 0) == (grid[0] && grid[1] && grid[2]);
}

static bool take_launch(Reader *r, const CsvRow *row)
{
	const Columns *c = &r->columns;
	int64_t block[3], grid[3];
	if (!*row->field[0]) /* units */
		return true;
	if (!shape_of(csv_field(row, c->block), block) || !shape_of(csv_field(row, c->grid), grid) || !can_be(block, grid))
		return refuse(r, "a launch has no block or grid: the export is truncated");
	Launch launch = { .kernel = csv_field(row, c->kernel),
			  .blocks = grid[0] * grid[1] * grid[2],
			  .block = { (int)block[0], (int)block[1], (int)block[2] },
			  .first = -1,
			  .last = -1,
			  .total = -1 };
	if (*csv_field(row, c->total) && !csv_number(csv_field(row, c->total), &launch.total))
		return refuse(r, "a count in the raw page is not a number");
	vec_push(r->arena, &r->launches, launch);
	if (!r->device && *csv_field(row, c->device))
		r->device = csv_field(row, c->device);
	return true;
}

/* --- pages ----------------------------------------------------------------------------------------- */

static int either(const CsvRow *titles, const char *shown, const char *metric)
{
	int column = csv_column(titles, shown, 0);
	return column >= 0 ? column : csv_column(titles, metric, 0);
}

static bool begin_lines(Reader *r, const CsvRow *titles)
{
	Columns c = { .page = PAGE_LINES,
		      .n = titles->n,
		      .line = 0,
		      .text = csv_column(titles, "Source", 0),
		      .code = csv_column(titles, "Source", 1),
		      .address = csv_column(titles, "Address", 0),
		      .executed = either(titles, "Instructions Executed", "inst_executed"),
		      .wavefronts = either(titles, "L1 Wavefronts Shared", "memory_l1_wavefronts_shared"),
		      .ideal = either(titles, "L1 Wavefronts Shared Ideal", "memory_l1_wavefronts_shared_ideal") };
	r->columns = c;
	if (c.text < 0 || c.code < 0 || c.address < 0)
		return refuse(r, "the source page lists no instructions: export it with --print-source cuda,sass");
	if (r->sections.n)
		r->sections.at[r->sections.n - 1].is_uncounted = c.wavefronts < 0 || c.ideal < 0;
	return true;
}

static bool begin_launches(Reader *r, const CsvRow *titles)
{
	Columns c = { .page = PAGE_LAUNCHES,
		      .kernel = csv_column(titles, "Kernel Name", 0),
		      .block = csv_column(titles, "Block Size", 0),
		      .grid = csv_column(titles, "Grid Size", 0),
		      .device = csv_column(titles, "device__attribute_display_name", 0),
		      .total = csv_column(titles, "memory_l1_wavefronts_shared", 0) };
	r->columns = c;
	return (c.kernel >= 0 && c.block >= 0 && c.grid >= 0) || refuse(r, "the raw page has no kernels, blocks and grids");
}

static bool begin_section(Reader *r, const CsvRow *row)
{
	Section section = { .file = r->file, .kernel = csv_field(row, 1), .launch = -1 };
	if (!section.file || !*section.kernel)
		return refuse(r, "a part of the source page names no file or no kernel");
	vec_push(r->arena, &r->sections, section);
	r->columns.page = PAGE_NONE;
	return true;
}

static bool take_row(Reader *r, const CsvRow *row)
{
	const char *first = row->field[0];
	if (strcmp(first, "File Path") == 0 && row->n == 2) {
		r->file = row->field[1];
		r->columns.page = PAGE_NONE;
		r->line = 0;
		return true;
	}
	if (strcmp(first, "Function Name") == 0 && row->n == 2)
		return begin_section(r, row);
	if (strcmp(first, "Line No") == 0)
		return begin_lines(r, row);
	if (strcmp(first, "ID") == 0)
		return begin_launches(r, row);
	if (r->columns.page == PAGE_LINES)
		return take_line(r, row);
	if (r->columns.page == PAGE_LAUNCHES)
		return take_launch(r, row);
	return refuse(r, "this is not an export of Nsight Compute's source and raw pages");
}

/* --- putting the pages together --------------------------------------------------------------------- */

/* The nth launch of a kernel, from 0; -1: there is none. */
static int nth_launch(const Reader *r, const char *kernel, int n)
{
	for (int i = 0; i < r->launches.n; i++)
		if (strcmp(r->launches.at[i].kernel, kernel) == 0 && n-- == 0)
			return i;
	return -1;
}

static bool same_part(const Section *a, const Section *b)
{
	return strcmp(a->file, b->file) == 0 && strcmp(a->kernel, b->kernel) == 0;
}

/* Assigns sections to launches: each file of a kernel is listed once per launch, in the order of the launches. */
static bool place_sections(Reader *r)
{
	for (int i = 0; i < r->sections.n; i++) {
		Section *section = &r->sections.at[i];
		int n = 0, more = 0;
		for (int k = 0; k < r->sections.n; k++)
			if (same_part(&r->sections.at[k], section))
				*(k < i ? &n : &more) += 1;
		section->launch = nth_launch(r, section->kernel, n);
		if (section->launch < 0)
			return refuse(r,
				      "the source page has a kernel more often than the raw page: export both from one report "
				      "with --print-kernel-base mangled");
		const Launch *launch = &r->launches.at[section->launch];
		if (section->is_uncounted && launch->total != 0 && launch->blocks)
			return refuse(r, "the report does not count wavefronts: profile with --section SourceCounters");
		if (more == 1 && nth_launch(r, section->kernel, n + 1) >= 0)
			return refuse(r, "the source page lacks a launch that the raw page has: the export is truncated");
	}
	return true;
}

/* Adds instructions to the lists of their launches, and marks repetitions. */
static void sort_code(Reader *r)
{
	for (int i = 0; i < r->code.n; i++) {
		Instruction *in = &r->code.at[i];
		Launch *launch = &r->launches.at[r->sections.at[in->section].launch];
		in->next = -1;
		for (int k = launch->first; k >= 0 && !in->is_repeated; k = r->code.at[k].next)
			in->is_repeated = strcmp(r->code.at[k].address, in->address) == 0;
		launch->listed += in->is_repeated ? 0 : in->wavefronts;
		*(launch->first < 0 ? &launch->first : &r->code.at[launch->last].next) = i;
		launch->last = i;
	}
}

/* Compares each launch's total with its lines; kernels without line numbers have none, which the profiler notes. */
static bool check_totals(Reader *r, const char *text, Measured *out)
{
	const bool some_without = strstr(text, "No lineinfo available");
	int last = r->sections.n ? r->sections.at[r->sections.n - 1].launch : -1, without = 0;
	for (int i = 0; i < r->launches.n; i++) {
		const Launch *launch = &r->launches.at[i];
		if (launch->total < 0)
			continue;
		if (launch->listed > launch->total)
			return refuse(r,
				      "the lines of a launch take more wavefronts than the launch: the pages are not of one report, or "
				      "were edited");
		if (launch->listed < launch->total && (i == last || (i > last && !some_without)))
			return refuse(r, "lines of the last launch are missing: the export is truncated");
		without += launch->listed < launch->total;
	}
	if (without)
		vec_push(r->arena, &out->remarks,
			 arena_printf(r->arena, "%d launches have instructions without a source line (-lineinfo)", without));
	return true;
}

/* Adds the other lines that list an instruction: callers that it is inlined into, and whatever shares its address. */
static void add_others(Reader *r, int at, MeasuredLine *line)
{
	VEC(MeasuredPlace) also = { 0 };
	for (int i = r->code.at[at].next; i >= 0; i = r->code.at[i].next) {
		const Instruction *other = &r->code.at[i];
		MeasuredPlace place = { r->sections.at[other->section].file, other->line, other->text };
		if (other->is_repeated && strcmp(other->address, r->code.at[at].address) == 0)
			vec_push(r->arena, &also, place);
	}
	line->also = also.at;
	line->n_also = also.n;
}

static void deliver_line(Reader *r, int at, Measured *out)
{
	const Instruction *in = &r->code.at[at];
	const Section *section = &r->sections.at[in->section];
	const Launch *launch = &r->launches.at[section->launch];
	MeasuredLine line = { .kernel = launch->kernel,
			      .block = { launch->block[0], launch->block[1], launch->block[2] },
			      .file = section->file,
			      .line = in->line,
			      .kind = in->kind,
			      .bytes = in->bytes,
			      .requests = in->executed,
			      .wavefronts = in->wavefronts,
			      .ideal = in->ideal,
			      .text = in->text };
	add_others(r, at, &line);
	measured_add_line(r->arena, out, &line);
}

static void deliver(Reader *r, Measured *out)
{
	int failed = 0;
	for (int i = 0; i < r->launches.n; i++) {
		const Launch *from = &r->launches.at[i];
		failed += from->blocks == 0;
		if (!from->blocks)
			continue;
		MeasuredLaunch launch = { .kernel = from->kernel,
					  .launches = 1,
					  .blocks = from->blocks,
					  .block = { from->block[0], from->block[1], from->block[2] } };
		measured_add_launch(r->arena, out, &launch);
	}
	for (int i = 0; i < r->code.n; i++)
		if (!r->code.at[i].is_repeated)
			deliver_line(r, i, out);
	if (failed)
		vec_push(r->arena, &out->remarks, arena_printf(r->arena, "%d launches failed during the measurement", failed));
	out->on = r->device;
}

static bool check(Reader *r, bool cut, const char *text)
{
	if (cut)
		return refuse(r, "the text ends in the middle of a row: the export is truncated");
	if (!r->launches.n)
		return refuse(r, r->sections.n ? "the raw page, which has the launches, is missing" : "no kernel was profiled");
	if (r->sections.n)
		return place_sections(r);
	if (strstr(text, "No lineinfo available"))
		return refuse(r, "the profiled program has no line numbers: build it with -lineinfo");
	return refuse(r, "the source page is missing, or no kernel of it has line numbers (-lineinfo)");
}

bool ncu_read(Arena *arena, const char *text, Measured *out, Buf *why)
{
	Reader r = { .arena = arena, .why = why };
	CsvReader csv = csv_begin(arena, text, strlen(text));
	CsvRow row;
	while (csv_next(&csv, &row))
		if (!take_row(&r, &row)) {
			if (csv.cut)
				buf_puts(why, "; the text ends in the middle of a row: the export is truncated");
			return false;
		}
	if (!check(&r, csv.cut, text))
		return false;
	sort_code(&r);
	if (!check_totals(&r, text, out))
		return false;
	deliver(&r, out);
	return true;
}
