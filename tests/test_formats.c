/* What findings are written as, from reports made by hand. */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>
#include <jansson.h>

#include "options/options.h"
#include "report/line_hash.h"
#include "report/location.h"
#include "base/xml.h"

/* Line 2: the access stands behind two characters of 2 and 4 bytes, which are 1 and 2 code units. */
static const char source[] =
	"__shared__ float t[32][32]; // a,b:c\n"
	"/* \xc3\xa4\xf0\x9f\x98\x80 */ o[i] = t[x][y];\n"
	"k<<<1, 32>>>(o);\n"
	"o[i] = t[x][y];\n"
	"o[i] = t[x][y];\n";

typedef struct Made {
	Arena *arena;
	SourceSet sources;
	FileReport report;
	const FileReport *files[2];
	ReportContext context;
	Buf out, remarks;
} Made;

static Place place(const char *path, int line, int column, int end_column)
{
	return (Place){ .path = path, .line = line, .column = column, .end_line = line, .end_column = end_column };
}

static void add_note(Made *made, Finding *finding, Place at, const char *text)
{
	const FindingNote note = { at, text };
	vec_push(made->arena, &finding->notes, note);
}

static Finding finding_at(Place at)
{
	return (Finding){ .rule = "smem-bank-conflict-load",
			  .severity = SEV_WARNING,
			  .place = at,
			  .message = "32-way: 100% <bad>",
			  .kernel = "k",
			  .object = "t",
			  .certainty = "exact",
			  .ways = 32,
			  .excess = 31 };
}

static Made *made_new(void)
{
	Arena *arena = arena_new();
	Made *made = arena_new_of(arena, Made);
	made->arena = arena;
	made->sources.arena = arena;
	source_add(&made->sources, "src/a b.cu", false);
	source_set_text(&made->sources, 0, source, sizeof source - 1);
	made->report = (FileReport){ .file = "src/a b.cu", .arch = 90, .fail_level = SEV_WARNING };
	made->files[0] = &made->report;
	made->context = (ReportContext){ .arena = arena,
					 .sources = &made->sources,
					 .version = "1.2.3",
					 .folder = "/w/repo",
					 .root = "/w/repo",
					 .remarks = &made->remarks };
	return made;
}

/* A finding on line 2 with a note of its own place, one without, and a fix. */
static Made *made_usual(void)
{
	Made *made = made_new();
	Finding finding = finding_at(place("src/a b.cu", 2, 21, 28));
	add_note(made, &finding, (Place){ .path = NULL }, "plain [x](y)");
	add_note(made, &finding, place("src/a b.cu", 3, 1, 1), "launch of k[0]");
	FindingFix fix = { .text = "padding", .price = "+128 bytes", .is_safe = true, .before = 33, .after = 2 };
	const FindingEdit first = { { "src/a b.cu", 1, 26, 1, 26, 25, 0 }, " + 1" };
	const FindingEdit second = { { "src/a b.cu", 2, 23, 2, 24, 59, 1 }, "x ^ y" };
	vec_push(made->arena, &fix.edits, first);
	vec_push(made->arena, &fix.edits, second);
	vec_push(made->arena, &finding.fixes, fix);
	vec_push(made->arena, &made->report.findings, finding);
	return made;
}

static void made_free(Made *made)
{
	buf_free(&made->out);
	buf_free(&made->remarks);
	arena_free(made->arena);
}

static const char *write(Made *made, FormatId format, int n_files)
{
	buf_free(&made->out);
	buf_puts(&made->out, "");
	formats[format].write(&made->out, made->files, n_files, &made->context);
	return made->out.s;
}

static json_t *write_json(Made *made, FormatId format, int n_files)
{
	json_error_t error;
	write(made, format, n_files);
	json_t *document = json_loadb(made->out.s, made->out.n, 0, &error);
	if (!document)
		fail_msg("%s: %s: %s", formats[format].name, error.text, made->out.s);
	return document;
}

/* "runs.0.results": what is reached by these names and numbers. */
static json_t *at(json_t *value, const char *path)
{
	char words[256], *save = NULL;
	snprintf(words, sizeof words, "%s", path);
	for (char *w = strtok_r(words, ".", &save); w && value; w = strtok_r(NULL, ".", &save))
		value = json_is_array(value) ? json_array_get(value, (size_t)atoi(w)) : json_object_get(value, w);
	if (!value)
		fail_msg("there is no %s", path);
	return value;
}

static void expect_text(json_t *value, const char *path, const char *text)
{
	const char *found = json_string_value(at(value, path));
	assert_non_null(found);
	assert_string_equal(found, text);
}

static void expect_number(json_t *value, const char *path, int number)
{
	if (json_integer_value(at(value, path)) != number)
		fail_msg("%s is %d, not %d", path, (int)json_integer_value(at(value, path)), number);
}

/* --- the table -------------------------------------------------------------------------------------- */

static void test_names(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	for (int i = 0; i < FORMAT_COUNT; i++) {
		char word[64], *argv[] = { "smemlint", word, "a.cu" };
		Options options;
		Buf error = { 0 };
		snprintf(word, sizeof word, "--format=%s", formats[i].name);
		assert_true(options_parse(arena, 3, argv, &options, &error));
		assert_int_equal(options.format, i);
		assert_int_equal(format_find(formats[i].name), i);
	}
	assert_int_equal(format_find("xml"), FORMAT_COUNT);
	arena_free(arena);
}

/* --- lines and places ------------------------------------------------------------------------------- */

/* As it is defined, by itself: ASCII text without CR. */
static uint64_t hash_of(const char *from)
{
	uint64_t hash = 0;
	bool ended = false;
	for (int n = 0; n < 100; n++) {
		from += strspn(from, " \t");
		hash = hash * 37 + (*from ? (uint64_t)*from : ended ? 0 : 65535);
		ended = ended || !*from;
		from += *from != 0;
	}
	return hash;
}

static void expect_hashes(const char *text)
{
	Arena *arena = arena_new();
	const LineHashes hashes = line_hashes(arena, text, strlen(text));
	const char *line = text;
	int n = 0;
	for (bool more = true; more; n++) {
		char expected[24];
		snprintf(expected, sizeof expected, "%" PRIx64 ":", hash_of(line));
		assert_true(n < hashes.n);
		assert_memory_equal(hashes.at[n], expected, strlen(expected));
		more = strchr(line, '\n');
		line = more ? strchr(line, '\n') + 1 : line;
	}
	assert_int_equal(n, hashes.n);
	arena_free(arena);
}

static void test_line_hashes(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	expect_hashes("");
	expect_hashes("a");
	expect_hashes("a\n");
	expect_hashes("\n\n  \n\tb c\n");
	expect_hashes(
		"for (int i = 0; i < n; i++)\n\tsum += tile[threadIdx.x][i] * tile[i][threadIdx.y];\n\n__syncthreads();\n"
		"out[blockIdx.x * blockDim.x + threadIdx.x] = sum; // and so on, until there are more than a hundred\n}\n");
	const LineHashes unix_lines = line_hashes(arena, "a\nb\n\nc\n", 7), dos = line_hashes(arena, "a\r\nb\r\n\r\nc\r\n", 11),
			 mac = line_hashes(arena, "a\rb\r\rc\r", 7);
	assert_int_equal(unix_lines.n, 5);
	assert_int_equal(dos.n, 5);
	assert_int_equal(mac.n, 5);
	for (int i = 0; i < 5; i++) {
		assert_string_equal(unix_lines.at[i], dos.at[i]);
		assert_string_equal(unix_lines.at[i], mac.at[i]);
	}
	/* The window of the first ten sees nothing but such lines. */
	char many[20 * 15 + 1] = "";
	for (int i = 0; i < 20; i++)
		strcat(many, "0123456789 123\n");
	const LineHashes repeated = line_hashes(arena, many, strlen(many));
	assert_string_equal(strchr(repeated.at[0], ':'), ":1");
	assert_string_equal(strchr(repeated.at[9], ':'), ":10");
	assert_memory_equal(repeated.at[0], repeated.at[9], strcspn(repeated.at[0], ":"));
	/* Two code units: 0xd83d 0xde00. */
	uint64_t hash = 0xd83d;
	hash = hash * 37 + 0xde00;
	hash = hash * 37 + 65535;
	for (int i = 0; i < 97; i++)
		hash *= 37;
	assert_string_equal(line_hashes(arena, "\xf0\x9f\x98\x80", 4).at[0], arena_printf(arena, "%" PRIx64 ":1", hash));
	arena_free(arena);
}

static void test_paths(void **state)
{
	(void)state;
	static const struct {
		const char *path, *written, *uri;
	} rows[] = {
		{ "a.cu", "sub/a.cu", "sub/a.cu" },
		{ "./x/../a b%.cu", "sub/a b%.cu", "sub/a%20b%25.cu" },
		{ "../\xc3\xa4[1].cu", "\xc3\xa4[1].cu", "%C3%A4%5B1%5D.cu" },
		{ "/w/repo/k.cu", "k.cu", "k.cu" },
		{ "/w/repository/k.cu", "/w/repository/k.cu", "file:///w/repository/k.cu" },
		{ "../../other/k.cu", "/w/other/k.cu", "file:///w/other/k.cu" },
		{ "../../../../../k.cu", "/k.cu", "file:///k.cu" },
	};
	Made *made = made_new();
	made->context.folder = "/w/repo/sub";
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		assert_string_equal(location_path(&made->context, rows[i].path), rows[i].written);
		assert_string_equal(location_uri(&made->context, rows[i].path), rows[i].uri);
	}
	made_free(made);
}

static void test_columns(void **state)
{
	(void)state;
	Made *made = made_new();
	assert_int_equal(location_utf16(&made->context, "src/a b.cu", 2, 4), 4);
	assert_int_equal(location_utf16(&made->context, "src/a b.cu", 2, 6), 5);
	assert_int_equal(location_utf16(&made->context, "src/a b.cu", 2, 10), 7);
	assert_int_equal(location_utf16(&made->context, "src/a b.cu", 99, 10), 10);
	made_free(made);
}

/* --- sarif ------------------------------------------------------------------------------------------ */

static void test_sarif(void **state)
{
	(void)state;
	Made *made = made_usual();
	json_t *document = write_json(made, FORMAT_SARIF, 1);
	json_t *run = at(document, "runs.0"), *result = at(run, "results.0");
	expect_text(document, "version", "2.1.0");
	expect_text(run, "automationDetails.id", "smemlint/sm_90/");
	expect_text(run, "columnKind", "utf16CodeUnits");
	expect_text(result, "ruleId", "smem-bank-conflict-load");
	json_t *rule = json_array_get(at(run, "tool.driver.rules"), (size_t)json_integer_value(at(result, "ruleIndex")));
	expect_text(rule, "id", "smem-bank-conflict-load");
	expect_text(result, "level", "warning");
	expect_text(result, "message.text", "32-way: 100% <bad>.\nplain [x] (y).\n[launch of k\\[0\\]](1).");
	expect_text(result, "locations.0.physicalLocation.artifactLocation.uri", "src/a%20b.cu");
	expect_text(result, "locations.0.physicalLocation.artifactLocation.uriBaseId", "%SRCROOT%");
	expect_number(result, "locations.0.physicalLocation.region.startLine", 2);
	expect_number(result, "locations.0.physicalLocation.region.startColumn", 18);
	expect_number(result, "locations.0.physicalLocation.region.endColumn", 25);
	expect_number(result, "relatedLocations.0.id", 1);
	expect_number(result, "relatedLocations.0.physicalLocation.region.startLine", 3);
	assert_int_equal(json_array_size(at(result, "relatedLocations")), 1);
	expect_text(result, "partialFingerprints.primaryLocationLineHash", line_hashes(made->arena, source, sizeof source - 1).at[1]);
	expect_number(result, "properties.ways", 32);
	expect_number(result, "properties.excess", 31);
	expect_text(result, "properties.certainty", "exact");
	json_t *change = at(result, "fixes.0.artifactChanges.0");
	expect_text(result, "fixes.0.description.text", "padding (+128 bytes)");
	assert_int_equal(json_array_size(at(change, "replacements")), 2);
	expect_number(change, "replacements.0.deletedRegion.startColumn", 26);
	expect_number(change, "replacements.0.deletedRegion.endColumn", 26);
	expect_text(change, "replacements.1.insertedContent.text", "x ^ y");
	expect_number(change, "replacements.1.deletedRegion.startColumn", 20);
	expect_number(change, "replacements.1.deletedRegion.endColumn", 21);
	json_decref(document);
	made_free(made);
}

/* The rule's page is one of docs/rules, as it is in the version's tag. */
static void expect_page(Made *made, json_t *driver, json_t *rule)
{
	const char *home = json_string_value(at(driver, "informationUri")), *name = json_string_value(at(rule, "id"));
	const char *page = arena_printf(made->arena, "docs/rules/%s.md", name);
	expect_text(rule, "helpUri", arena_printf(made->arena, "%s/blob/v%s/%s", home, made->context.version, page));
	struct stat found;
	assert_int_equal(stat(page, &found), 0);
}

/* GitHub's limits: of descriptions, and that each rule has what is shown of it. */
static void test_sarif_rules(void **state)
{
	(void)state;
	Made *made = made_new();
	json_t *document = write_json(made, FORMAT_SARIF, 0), *rule;
	size_t i;
	json_array_foreach(at(document, "runs.0.tool.driver.rules"), i, rule) {
		assert_true(strlen(json_string_value(at(rule, "fullDescription.text"))) <= 1024);
		assert_true(strlen(json_string_value(at(rule, "shortDescription.text"))) > 10);
		assert_true(strlen(json_string_value(at(rule, "help.markdown"))) > 100);
		at(rule, "help.text");
		at(rule, "defaultConfiguration.level");
		expect_page(made, at(document, "runs.0.tool.driver"), rule);
	}
	assert_true(i >= 9);
	assert_int_equal(json_array_size(at(document, "runs.0.results")), 0);
	json_decref(document);
	made_free(made);
}

static void test_sarif_runs(void **state)
{
	(void)state;
	Made *made = made_usual();
	FileReport other = { .file = "b.cu", .arch = 80, .incomplete = true };
	const Finding problem = { .severity = SEV_ERROR, .message = "kernel was not analysed", .place = { .path = NULL } };
	vec_push(made->arena, &other.findings, problem);
	made->files[1] = &other;
	json_t *document = write_json(made, FORMAT_SARIF, 2);
	assert_int_equal(json_array_size(at(document, "runs")), 2);
	expect_text(document, "runs.1.automationDetails.id", "smemlint/sm_80/");
	assert_true(json_is_true(at(document, "runs.0.invocations.0.executionSuccessful")));
	assert_true(json_is_false(at(document, "runs.1.invocations.0.executionSuccessful")));
	expect_text(document, "runs.1.invocations.0.toolExecutionNotifications.0.message.text", "kernel was not analysed.");
	assert_int_equal(json_array_size(at(document, "runs.1.results")), 0);
	json_decref(document);
	made_free(made);
}

static void test_sarif_limit(void **state)
{
	(void)state;
	Made *made = made_new();
	for (int i = 0; i < 25000; i++)
		vec_push(made->arena, &made->report.findings, finding_at(place("src/a b.cu", 2, 21, 28)));
	json_decref(write_json(made, FORMAT_SARIF, 1));
	assert_true(!made->remarks.n || !strstr(made->remarks.s, "results"));
	vec_push(made->arena, &made->report.findings, finding_at(place("src/a b.cu", 2, 21, 28)));
	json_decref(write_json(made, FORMAT_SARIF, 1));
	assert_non_null(strstr(made->remarks.s, "25001 results; GitHub takes 25000"));
	assert_non_null(strstr(made->remarks.s, "GitHub takes at most 10 MB"));
	made_free(made);
}

/* --- the others ------------------------------------------------------------------------------------- */

static void test_github(void **state)
{
	(void)state;
	Made *made = made_usual();
	assert_string_equal(
		write(made, FORMAT_GITHUB, 1),
		"::warning file=src/a b.cu,line=2,endLine=2,col=18,endColumn=25,title=smem-bank-conflict-load::32-way: 100%25 <bad>"
		"%0Aplain [x](y)%0Asrc/a b.cu:3: launch of k[0]\n");
	Finding *finding = &made->report.findings.at[0];
	finding->place = (Place){ .path = "x,y:z%.cu", .line = 3, .column = 5, .end_line = 4, .end_column = 2 };
	finding->severity = SEV_NOTE;
	finding->notes.n = 0;
	finding->message = "a\r\nb: c, d";
	assert_string_equal(write(made, FORMAT_GITHUB, 1),
			    "::notice file=x%2Cy%3Az%25.cu,line=3,endLine=4,title=smem-bank-conflict-load::a%0D%0Ab: c, d\n");
	made_free(made);
}

static const char *fingerprint(Made *made, int issue)
{
	json_t *document = write_json(made, FORMAT_GITLAB, 1);
	char path[32];
	snprintf(path, sizeof path, "%d.fingerprint", issue);
	const char *text = arena_strdup(made->arena, json_string_value(at(document, path)));
	json_decref(document);
	return text;
}

static void test_gitlab(void **state)
{
	(void)state;
	Made *made = made_usual();
	json_t *document = write_json(made, FORMAT_GITLAB, 1);
	expect_text(document, "0.check_name", "smem-bank-conflict-load");
	expect_text(document, "0.severity", "minor");
	expect_text(document, "0.location.path", "src/a b.cu");
	expect_number(document, "0.location.lines.begin", 2);
	json_decref(document);
	const char *before = fingerprint(made, 0);
	vec_push(made->arena, &made->report.findings, finding_at(place("src/a b.cu", 2, 21, 28)));
	assert_string_not_equal(fingerprint(made, 0), fingerprint(made, 1));
	/* The line moves down by two. */
	const char *moved = arena_printf(made->arena, "\n// more\n%s", source);
	source_set_text(&made->sources, 0, moved, strlen(moved));
	made->report.findings.at[0].place.line += 2;
	made->report.findings.at[0].place.end_line += 2;
	assert_string_equal(fingerprint(made, 0), before);
	made->report.findings.at[0].rule = "smem-padding-no-help";
	assert_string_not_equal(fingerprint(made, 0), before);
	made_free(made);
}

static void test_rdjson(void **state)
{
	(void)state;
	Made *made = made_usual();
	json_t *document = write_json(made, FORMAT_RDJSON, 1);
	json_t *diagnostic = at(document, "diagnostics.0");
	expect_text(diagnostic, "location.path", "src/a b.cu");
	expect_number(diagnostic, "location.range.start.column", 21); /* bytes */
	expect_text(diagnostic, "severity", "WARNING");
	expect_text(diagnostic, "code.value", "smem-bank-conflict-load");
	expect_text(diagnostic, "related_locations.0.message", "launch of k[0]");
	/* One suggestion, from the first edit to the end of the last. */
	assert_int_equal(json_array_size(at(diagnostic, "suggestions")), 1);
	expect_number(diagnostic, "suggestions.0.range.start.line", 1);
	expect_number(diagnostic, "suggestions.0.range.start.column", 26);
	expect_number(diagnostic, "suggestions.0.range.end.line", 2);
	expect_number(diagnostic, "suggestions.0.range.end.column", 24);
	expect_text(diagnostic, "suggestions.0.text", " + 1]; // a,b:c\n/* \xc3\xa4\xf0\x9f\x98\x80 */ o[i] = t[x ^ y");
	json_decref(document);
	made->report.findings.at[0].fixes.at[0].is_safe = false;
	document = write_json(made, FORMAT_RDJSON, 1);
	assert_null(json_object_get(at(document, "diagnostics.0"), "suggestions"));
	json_decref(document);
	made_free(made);
}

static void test_xml(void **state)
{
	(void)state;
	Buf out = { 0 };
	xml_text(&out, "a<b>&\"c\"\t\x01\x1f\xff\xef\xbf\xbf\xc3\xa4\n");
	assert_string_equal(out.s, "a&#60;b&#62;&#38;&#34;c&#34;&#9;\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xc3\xa4&#10;");
	buf_free(&out);
}

static void test_checkstyle(void **state)
{
	(void)state;
	Made *made = made_usual();
	Finding note = finding_at(place("h.cuh", 1, 1, 1));
	note.severity = SEV_NOTE;
	vec_push(made->arena, &made->report.findings, note);
	vec_push(made->arena, &made->report.findings, finding_at(place("src/a b.cu", 4, 8, 15)));
	assert_string_equal(
		write(made, FORMAT_CHECKSTYLE, 1),
		"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<checkstyle version=\"8.0\">\n\t<file name=\"src/a b.cu\">\n"
		"\t\t<error line=\"2\" column=\"18\" severity=\"warning\" message=\"32-way: 100% &#60;bad&#62;&#10;plain [x](y)&#10;"
		"src/a b.cu:3: launch of k[0]\" source=\"smemlint.smem-bank-conflict-load\"/>\n"
		"\t\t<error line=\"4\" column=\"8\" severity=\"warning\" message=\"32-way: 100% &#60;bad&#62;\""
		" source=\"smemlint.smem-bank-conflict-load\"/>\n\t</file>\n\t<file name=\"h.cuh\">\n"
		"\t\t<error line=\"1\" column=\"1\" severity=\"info\" message=\"32-way: 100% &#60;bad&#62;\""
		" source=\"smemlint.smem-bank-conflict-load\"/>\n\t</file>\n</checkstyle>\n");
	assert_string_equal(write(made, FORMAT_CHECKSTYLE, 0),
			    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<checkstyle version=\"8.0\">\n</checkstyle>\n");
	made_free(made);
}

static void test_junit(void **state)
{
	(void)state;
	Made *made = made_usual();
	FileReport clean = { .file = "src/clean.cu" };
	const Finding problem = { .severity = SEV_WARNING, .message = "not analysed", .place = place("src/a b.cu", 3, 1, 1) };
	Finding note = finding_at(place("src/a b.cu", 4, 8, 15));
	note.severity = SEV_NOTE;
	vec_push(made->arena, &made->report.findings, problem);
	vec_push(made->arena, &made->report.findings, note);
	made->files[1] = &clean;
	write(made, FORMAT_JUNIT, 2);
	assert_non_null(strstr(made->out.s, "<testsuites name=\"smemlint\" tests=\"4\" failures=\"1\" errors=\"1\""));
	assert_non_null(strstr(made->out.s, "<testsuite name=\"src/a b.cu\" tests=\"3\" failures=\"1\" errors=\"1\""));
	assert_non_null(strstr(made->out.s, "<failure message=\"32-way: 100% &#60;bad&#62;\" type=\"smem-bank-conflict-load\">"));
	assert_non_null(strstr(made->out.s, "<error message=\"not analysed\" type=\"problem\">"));
	assert_non_null(strstr(made->out.s, "<system-out>32-way"));
	assert_non_null(strstr(made->out.s, "<testcase name=\"no finding\" classname=\"src/clean.cu\""));
	made->report.fail_level = SEV_NOTE;
	write(made, FORMAT_JUNIT, 1);
	assert_non_null(strstr(made->out.s, "<testsuites name=\"smemlint\" tests=\"3\" failures=\"2\" errors=\"1\""));
	made_free(made);
}

static void test_statistics(void **state)
{
	(void)state;
	Made *made = made_usual();
	const Finding problem = { .severity = SEV_WARNING, .message = "not analysed", .place = place("src/a b.cu", 3, 1, 1) };
	Finding other = finding_at(place("src/a b.cu", 4, 8, 15));
	FileReport clean = { .file = "clean.cu" };
	other.rule = "smem-runtime-stride";
	vec_push(made->arena, &made->report.findings, problem);
	vec_push(made->arena, &made->report.findings, other);
	vec_push(made->arena, &made->report.findings, other);
	made->files[1] = &clean;
	report_statistics(&made->out, made->files, 2, &made->context);
	const char *most = strstr(made->out.s, "     2  smem-runtime-stride         "),
		   *least = strstr(made->out.s, "     1  smem-bank-conflict-load  ");
	assert_non_null(most);
	assert_true(least > most);
	assert_non_null(strstr(made->out.s, "     1  -   "));
	assert_non_null(strstr(made->out.s, "     3  findings in 1 of 2 files\n"));
	made_free(made);
}

static Finding access_at(int column, const char *noun, int ways)
{
	Finding finding = finding_at(place("src/a b.cu", 4, column, column + 7));
	finding.message = ways == 32 ? "32-way: this load of 't' takes 32" : "2-way: this load of 't' takes 2";
	finding.ways = ways;
	finding.brief =
		(Brief){ .subject = "this load of 't'", .noun = noun, .reason = "so", .fix = "do", .block = "32", .has_layout = true };
	return finding;
}

static void add_access(Made *made, int column, const char *noun, int ways)
{
	const Finding finding = access_at(column, noun, ways);
	vec_push(made->arena, &made->report.findings, finding);
}

static void expect_brief(Made *made, const char *expected)
{
	assert_string_equal(write(made, FORMAT_TEXT, 1), expected);
	made->report.findings.n = 0;
}

/* Accesses of one object in one line are one finding; fix and block are said once. */
static void test_text_joins(void **state)
{
	(void)state;
	Made *made = made_new();
	add_access(made, 1, "load", 2);
	add_access(made, 8, "load", 2);
	expect_brief(made,
		     "src/a b.cu:4:1: warning: 2-way: each of these 2 loads of 't' takes 2 [smem-bank-conflict-load]\n"
		     "    4 | o[i] = t[x][y];\n"
		     "      | ^~~~~~~^~~~~~~\n"
		     "      = why: so\n      = fix: do\n      = block: 32\n");
	add_access(made, 1, "load", 2);
	add_access(made, 8, "store", 32);
	made->report.findings.at[1].rule = "smem-bank-conflict-store";
	expect_brief(made,
		     "src/a b.cu:4:1: warning: 32-way: the worst access of 't' here (1 load, 1 store) takes 32 "
		     "[smem-bank-conflict-load, smem-bank-conflict-store]\n"
		     "    4 | o[i] = t[x][y];\n"
		     "      | ^~~~~~~^~~~~~~\n"
		     "      = why: so\n      = fix: do\n      = block: 32\n");
	add_access(made, 1, "load", 2);
	add_access(made, 8, "load", 2);
	made->report.findings.at[1].object = "u";
	expect_brief(made,
		     "src/a b.cu:4:1: warning: 2-way: this load of 't' takes 2 [smem-bank-conflict-load]\n"
		     "    4 | o[i] = t[x][y];\n"
		     "      | ^~~~~~~\n"
		     "      = why: so\n      = fix: do\n      = block: 32\n"
		     "src/a b.cu:4:8: warning: 2-way: this load of 't' takes 2 [smem-bank-conflict-load]\n"
		     "    4 | o[i] = t[x][y];\n"
		     "      |        ^~~~~~~\n"
		     "      = why: so\n      = fix: do\n");
	made_free(made);
}

/* No file at all: still what the format's readers read. */
static void test_empty(void **state)
{
	(void)state;
	static const struct {
		FormatId format;
		const char *text;
	} rows[] = {
		{ FORMAT_TEXT, "" },
		{ FORMAT_GITHUB, "" },
		{ FORMAT_GITLAB, "[]\n" },
		{ FORMAT_JSON, "{\n \"smemlint\": \"1.2.3\",\n \"files\": []\n}\n" },
		{ FORMAT_RDJSON, "{\n \"source\": {\n  \"name\": \"smemlint\"\n },\n \"diagnostics\": []\n}\n" },
	};
	Made *made = made_new();
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		assert_string_equal(write(made, rows[i].format, 0), rows[i].text);
	made_free(made);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_names),      cmocka_unit_test(test_line_hashes), cmocka_unit_test(test_paths),
		cmocka_unit_test(test_columns),    cmocka_unit_test(test_sarif),       cmocka_unit_test(test_sarif_rules),
		cmocka_unit_test(test_sarif_runs), cmocka_unit_test(test_sarif_limit), cmocka_unit_test(test_github),
		cmocka_unit_test(test_gitlab),     cmocka_unit_test(test_rdjson),      cmocka_unit_test(test_xml),
		cmocka_unit_test(test_checkstyle), cmocka_unit_test(test_junit),       cmocka_unit_test(test_statistics),
		cmocka_unit_test(test_empty),      cmocka_unit_test(test_text_joins),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
