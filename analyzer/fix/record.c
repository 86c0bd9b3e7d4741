#include "fix/record.h"

#include <string.h>

#include "core/tokens.h"
#include "fix/helper.h"

/* The brace that closes the definition; NULL: it is not in the text. */
static const char *closing_brace(SourceSet *sources, const Type *record, const char **text, size_t *size)
{
	*text = record->end.file >= 0 ? source_text(sources, record->end.file, size) : NULL;
	size_t end = record->end.offset;
	return *text && end > 0 && end <= *size && (*text)[end - 1] == '}' ? *text + end - 1 : NULL;
}

/* Whether a new member makes the record longer by its size: not a union, nor one with bit-fields or unknown members. */
static bool is_sequence(const Type *record)
{
	int64_t end = 0;
	for (int f = 0; f < record->n_fields; f++) {
		const Field *field = &record->fields[f];
		if (field->bit_width || field->offset < end || field->type->size < 1)
			return false;
		end = field->offset + field->type->size;
	}
	return end > 0;
}

/* Of the largest type that needs no more alignment than the record has. */
static const char *member(Arena *arena, const Type *record, const char *name, int64_t by)
{
	const char *type = record->align >= 4 ? "int" : record->align == 2 ? "short" : "char";
	const int64_t size = record->align >= 4 ? 4 : record->align == 2 ? 2 : 1;
	return by == size ? arena_printf(arena, "%s %s;", type, name)
			  : arena_printf(arena, "%s %s[%lld];", type, name, (long long)(by / size));
}

static const char *line_start(const char *text, const char *at)
{
	while (at > text && at[-1] != '\n')
		at--;
	return at;
}

/* After the last member: in its line or, if the brace has a line of its own, in a new one with the indentation of that above. */
static Edit insertion(Arena *arena, int file, const char *text, const char *brace, const char *member)
{
	const char *line = line_start(text, brace), *last = brace;
	while (last > text && strchr(" \t\r\n", last[-1]))
		last--;
	if (last > line)
		return (Edit){ file, (size_t)(last - text), 0, arena_printf(arena, " %s", member), false };
	const char *above = line_start(text, last), *end = line[-1] == '\n' && line - 1 > text && line[-2] == '\r' ? "\r\n" : "\n";
	return (Edit){ file, (size_t)(line - text), 0, arena_printf(arena, "%.*s%s%s", (int)strspn(above, " \t"), above, member, end),
		       false };
}

const char *record_lengthen(Arena *arena, SourceSet *sources, const Type *record, int64_t by, Edits *out)
{
	const char *text;
	size_t size;
	const char *brace = closing_brace(sources, record, &text, &size);
	if (!brace)
		return "the definition of its elements is not written out here";
	if (!is_sequence(record))
		return "its elements are unions, or have bit-fields or unknown members";
	const char *name = helper_name(arena, text, size, "padding");
	edits_add(arena, out, insertion(arena, record->end.file, text, brace, member(arena, record, name, by)));
	return NULL;
}

/* The record's name in the source: without qualifiers and template arguments. */
static size_t plain_name(const char *full, const char **name)
{
	*name = full;
	for (const char *colon = strstr(full, "::"); colon; colon = strstr(colon + 2, "::"))
		*name = colon + 2;
	return strspn(*name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
}

static bool is_name(const Text *text, Token token, const char *name, size_t length)
{
	return token.kind == TK_NAME && token.end - token.begin == length && memcmp(text->s + token.begin, name, length) == 0;
}

static bool is_in(const RangeList *ranges, int file, size_t offset)
{
	for (int i = 0; i < ranges->n; i++) {
		const Range *range = &ranges->at[i];
		if (range->begin.file == file && offset >= range->begin.offset && offset < range->end.offset)
			return true;
	}
	return false;
}

static bool sets_attribute(const Text *text, Token token)
{
	return token_is(text, token, "cudaFuncSetAttribute");
}

/* What may stand for a type without its name. */
static bool hides_names(const Text *text, Token token)
{
	return token_is(text, token, "decltype") || token_is(text, token, "__typeof__") || token_is(text, token, "typeof") ||
	       token_is(text, token, "__typeof");
}

/* How often the text names the record, but for declarations of the object and, where it is `raw`, sizeof in launches; more than once
 * if something may stand for the name. */
static int count_name(Text text, int file, const char *name, size_t length, const RangeList *declared, bool raw)
{
	int n = 0;
	bool is_size = false, in_launch = false, in_call = false;
	for (Token token = token_next_code(&text); token.kind != TK_END; token = token_next_code(&text)) {
		const bool is_here = is_name(&text, token, name, length) && !is_in(declared, file, token.begin);
		const bool ends = token_chevrons(text.s, text.n, token.begin, '>');
		in_launch = token_chevrons(text.s, text.n, token.begin, '<') || (in_launch && !ends);
		in_call = sets_attribute(&text, token) || (in_call && !token_is(&text, token, ";"));
		n += is_here && !(raw && is_size && (in_launch || in_call));
		n += 2 * (hides_names(&text, token) || (is_size && token_is(&text, token, "this")));
		is_size = token_is(&text, token, "sizeof") || (is_size && (token_is(&text, token, "(") || token_is(&text, token, "*")));
	}
	return n;
}

/* Whether the definition declares nothing but the record and, with typedef, its name. */
static bool ends_plainly(const char *text, size_t size, size_t end, const char *name, size_t length)
{
	Text t = { .s = text, .n = size, .at = end };
	Token token = token_next_code(&t);
	if (token.kind == TK_NAME && token.end - token.begin == length && memcmp(text + token.begin, name, length) == 0)
		token = token_next_code(&t);
	return token_is(&t, token, ";");
}

bool record_is_only_of(SourceSet *sources, const Type *record, const Var *object, const RangeList *declared)
{
	const char *text, *name;
	size_t size, length = plain_name(record->name, &name);
	if (strstr(record->name, "(unnamed") &&
	    closing_brace(sources, record, &text, &size)) /* it may have the object's declaration only */
		return ends_plainly(text, size, record->end.offset, object->name, strlen(object->name));
	if (!length || (name[length] && name[length] != '<') || record->end.file != object->loc.file ||
	    !closing_brace(sources, record, &text, &size))
		return false;
	const Text all = { .s = text, .n = size };
	return count_name(all, record->end.file, name, length, declared, object->as != NULL) == 1 &&
	       ends_plainly(text, size, record->end.offset, name, length);
}
