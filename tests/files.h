/* Folders and files that a test makes.  What cannot be done fails the test. */
#ifndef SMEMLINT_TESTS_FILES_H
#define SMEMLINT_TESTS_FILES_H

#define TEST_FOLDER "/tmp/smemlint-test-XXXXXX"

void make_folder(char *path); /* path: TEST_FOLDER, whose end is replaced */
/* name: may be in folders, which are made. */
void make_file(const char *folder, const char *name, const char *text);
void remove_folder(const char *path); /* with all that is in it */

#endif
