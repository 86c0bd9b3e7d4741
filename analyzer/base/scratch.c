#include "base/scratch.h"

#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const int deadly[] = { SIGINT, SIGTERM, SIGHUP };
enum { N_DEADLY = sizeof deadly / sizeof *deadly, OPEN_FOLDERS = 16 };

static volatile sig_atomic_t caught;
static struct sigaction before[N_DEADLY];
static int depth;

static void on_signal(int number)
{
	caught = number;
}

static void catch_signals(void)
{
	struct sigaction action = { .sa_handler = on_signal };
	if (depth++)
		return;
	caught = 0;
	for (int i = 0; i < N_DEADLY; i++) {
		sigaction(deadly[i], NULL, &before[i]);
		if (before[i].sa_handler != SIG_IGN)
			sigaction(deadly[i], &action, NULL);
	}
}

static void restore_signals(void)
{
	if (--depth)
		return;
	for (int i = 0; i < N_DEADLY; i++)
		sigaction(deadly[i], &before[i], NULL);
	if (caught)
		raise(caught);
}

bool scratch_interrupted(void)
{
	return depth && caught;
}

const char *scratch_begin(Arena *arena)
{
	const char *root = getenv("TMPDIR");
	char *folder = arena_printf(arena, "%s/smemlint-XXXXXX", root && *root ? root : "/tmp");
	catch_signals();
	return mkdtemp(folder);
}

static int remove_one(const char *path, const struct stat *st, int kind, struct FTW *at)
{
	(void)st;
	(void)kind;
	(void)at;
	remove(path);
	return 0;
}

void scratch_end(const char *folder)
{
	if (folder)
		nftw(folder, remove_one, OPEN_FOLDERS, FTW_DEPTH | FTW_PHYS);
	restore_signals();
}

bool scratch_write(const char *path, const char *text, size_t n)
{
	FILE *file = fopen(path, "wb");
	if (!file)
		return false;
	bool all = fwrite(text, 1, n, file) == n;
	return fclose(file) == 0 && all;
}
