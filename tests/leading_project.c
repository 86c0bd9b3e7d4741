#include "leading_project.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/buf.h"
#include "base/paths.h"

LeadingProject leading_begin(void)
{
	LeadingProject p = { .folder = TEST_FOLDER, .arena = arena_new() };
	make_folder(p.folder);
	vec_push(p.arena, &p.folders.names, path_join(p.arena, p.folder, "include"));
	return p;
}

void leading_header_of(LeadingProject *p, const char *name, const char *text, int lines)
{
	Buf all = { 0 };
	buf_printf(&all, "/* a header */\n#pragma once\n%s\n", text);
	for (int i = 0; i < lines; i++)
		buf_printf(&all, "int a%d();\n", i);
	make_file(p->folder, name, all.s);
	buf_free(&all);
}

void leading_header(LeadingProject *p, const char *name, const char *text)
{
	leading_header_of(p, name, text, 40000);
}

void leading_large_header(LeadingProject *p, const char *name, const char *text)
{
	leading_header_of(p, name, text, 400000);
}

void leading_add(LeadingProject *p, const char *text)
{
	const char *name = arena_printf(p->arena, "%d.cu", p->files.n);
	make_file(p->folder, name, arena_printf(p->arena, "/* a source */\n%s\nint code;\n", text));
	vec_push(p->arena, &p->files, path_join(p->arena, p->folder, name));
}

Leading leading_found(const LeadingProject *p, int i)
{
	IncludeSetting *settings = arena_array(p->arena, IncludeSetting, p->files.n);
	for (int k = 0; k < p->files.n; k++)
		settings[k] = (IncludeSetting){ 1, &p->folders };
	return leading_shared(p->arena, &p->files, settings)[i];
}

void leading_expect(const LeadingProject *p, int i, const char *text)
{
	const Leading is = leading_found(p, i);
	assert_string_equal(arena_printf(p->arena, "%s%s", is.base ? is.base->text : "", is.text ? is.text : ""), text);
}

void leading_end(LeadingProject *p)
{
	remove_folder(p->folder);
	arena_free(p->arena);
}

LeadingProject leading_begin_with(const char *a, const char *b, const char *c)
{
	LeadingProject p = leading_begin();
	leading_header(&p, "include/a.h", a);
	leading_header(&p, "include/b.h", b);
	leading_header(&p, "include/c.h", c);
	return p;
}
