#include "files.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

enum { MAX_PATH = 512 };

void make_folder(char *path)
{
	assert_non_null(mkdtemp(path));
}

void make_file(const char *folder, const char *name, const char *text)
{
	char path[MAX_PATH];
	assert_true(snprintf(path, sizeof path, "%s/%s", folder, name) < MAX_PATH);
	for (char *slash = strchr(path + strlen(folder) + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = 0;
		mkdir(path, 0777);
		*slash = '/';
	}
	FILE *file = fopen(path, "wb");
	assert_non_null(file);
	fputs(text, file);
	assert_int_equal(fclose(file), 0);
}

void remove_folder(const char *path)
{
	char line[MAX_PATH];
	assert_int_equal(strncmp(path, TEST_FOLDER, strlen(TEST_FOLDER) - strlen("XXXXXX")), 0);
	assert_true(snprintf(line, sizeof line, "rm -rf '%s'", path) < MAX_PATH);
	assert_int_equal(system(line), 0);
}
