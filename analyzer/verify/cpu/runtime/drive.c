#include "drive.h"
#include "smem.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST_BLOCKS = 4, MOST_BYTE = 255, LEAST_SIZE = 4, SHRINKS = 5, MOST_SECONDS = 30, MOST_BYTES = 1 << 28 };

/* Unmapped bytes on both sides of an array, as far as an index of 32 bits reaches, to find accesses out of bounds. */
static const size_t beyond[] = { (size_t)64 << 30, (size_t)1 << 30, (size_t)1 << 24 };

static long long chosen_size; /* of this attempt */

static uint64_t noise(uint64_t *state)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return *state >> 33;
}

/* --- arguments ------------------------------------------------------------------------------------ */

static size_t pages(size_t bytes)
{
	return (bytes + 4095) & ~(size_t)4095;
}

static char *array_of(size_t bytes)
{
	for (size_t i = 0; i < sizeof beyond / sizeof *beyond; i++) {
		char *at = mmap(NULL, beyond[i] * 2 + pages(bytes), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
		if (at != MAP_FAILED && mprotect(at + beyond[i], pages(bytes), PROT_READ | PROT_WRITE) == 0)
			return at + beyond[i];
	}
	return NULL;
}

static void put_float(char *at, int bytes, double value)
{
	union { float f; double d; _Float16 h; } as;
	if (bytes == 8)
		as.d = value;
	else if (bytes == 4)
		as.f = (float)value;
	else
		as.h = (_Float16)value;
	memcpy(at, &as, (size_t)bytes);
}

/* Fills an array's element with small numbers and fractions. */
static void fill(char *element, const DriveObject *object, char *const *arrays, uint64_t *state)
{
	const uint64_t below = (uint64_t)(chosen_size <= MOST_BYTE ? chosen_size : MOST_BYTE + 1);
	for (int i = 0; i < object->n; i++) {
		const DriveValue *v = &object->values[i];
		long long value = (long long)(noise(state) % below);
		if (v->kind == DRIVE_FLOAT)
			put_float(element + v->offset, v->bytes, (double)value / (double)below);
		else if (v->kind == DRIVE_POINTER)
			memcpy(element + v->offset, &arrays[i], sizeof *arrays);
		else
			memcpy(element + v->offset, &(long long){ value < v->value ? value : v->value }, (size_t)v->bytes);
	}
}

static char *array_new(const DriveObject *element, uint64_t *state)
{
	size_t n = (size_t)drive_size * (size_t)drive_size, most = MOST_BYTES / element->bytes;
	n = n < most ? n : most + !most;
	char *at = array_of(n * element->bytes);
	char **arrays = calloc((size_t)element->n + 1, sizeof *arrays);
	if (!at)
		return NULL;
	for (int i = 0; i < element->n; i++)
		if (element->values[i].to)
			arrays[i] = array_new(element->values[i].to, state);
	for (size_t i = 0; i < n; i++)
		fill(at + i * element->bytes, element, arrays, state);
	free(arrays);
	return at;
}

static bool set_value(char *object, const DriveValue *v, uint64_t *state)
{
	long long number = v->known || v->value < chosen_size ? v->value : chosen_size;
	char *array = v->to ? array_new(v->to, state) : NULL;
	if (v->kind == DRIVE_INT)
		memcpy(object + v->offset, &number, (size_t)v->bytes);
	else if (v->kind == DRIVE_FLOAT)
		put_float(object + v->offset, v->bytes, 1);
	else
		memcpy(object + v->offset, &array, sizeof array);
	return array || !v->to;
}

static bool set_arguments(const DriveLaunch *d, void **out)
{
	uint64_t state = 1;
	for (int i = 0; i < d->n_params; i++) {
		const DriveObject *param = &d->params[i];
		out[i] = calloc(1, param->bytes + 16);
		for (int k = 0; k < param->n; k++)
			if (!set_value(out[i], &param->values[k], &state))
				return false;
	}
	return true;
}

/* --- a launch ------------------------------------------------------------------------------------- */

/* As many blocks as the size needs, but few. */
static unsigned chosen_grid(const DriveLaunch *d, int axis)
{
	long long n = (chosen_size + d->block[axis] - 1) / d->block[axis];
	if (d->grid[axis])
		return d->grid[axis];
	return axis && d->block[axis] == 1 ? 1 : n < MOST_BLOCKS ? (unsigned)n : MOST_BLOCKS;
}

static const char *launched(const DriveLaunch *d, const Kernel *kernel)
{
	void **arguments = calloc((size_t)d->n_params + 1, sizeof *arguments);
	Launch launch = { .kernel = kernel, .arguments = arguments, .dynamic = d->dynamic, .is_driven = true };
	memcpy(launch.block, d->block, sizeof launch.block);
	for (int axis = 0; axis < 3; axis++)
		launch.grid[axis] = chosen_grid(d, axis);
	if (!set_arguments(d, arguments))
		return "there is not enough memory for its arrays";
	return launch_run(&launch);
}

/* Tries smaller numbers if the launch fails with larger ones. */
static void drive(const DriveLaunch *d)
{
	const Kernel *kernel = kernel_find(0, d->kernel);
	static Kernel missing; /* the trace keeps it */
	Launch none = { .kernel = &missing, .block = { d->block[0], d->block[1], d->block[2] } };
	missing.name = d->kernel;
	const char *why = d->impossible ? d->impossible : kernel ? NULL : "clang generates no code for it, as nothing in the file uses it";
	if (why) {
		trace_begin(&none);
		trace_end(why);
		return;
	}
	chosen_size = drive_size;
	why = launched(d, kernel);
	for (int i = 0; i < SHRINKS && why && chosen_size / 4 >= LEAST_SIZE; i++) {
		trace_forget();
		chosen_size /= 4;
		why = launched(d, kernel);
	}
	if (!why && chosen_size != drive_size)
		trace_note("launched with %lld instead, as it fails with more", chosen_size);
}

/* --- all of them ---------------------------------------------------------------------------------- */

static void print_lost(const char *path, const DriveLaunch *d, const char *why)
{
	FILE *file = fopen(path, "w");
	if (!file)
		return;
	fprintf(file, "launch 0 %u %u %u 1 0 %s\nlost 0 %s\nend 0\n", d->block[0], d->block[1], d->block[2], d->kernel, why);
	fclose(file);
}

static void drive_apart(int i, const char *path, int seconds)
{
	pid_t child = fork();
	int status = -1;
	char why[64] = "its process could not be made";
	if (child == 0) {
		setenv("SMEM_TRACE", path, 1);
		alarm((unsigned)seconds);
		drive(&drive_launches[i]);
		exit(0);
	}
	if (child > 0 && waitpid(child, &status, 0) == child && status == 0)
		return;
	if (child > 0 && WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
		snprintf(why, sizeof why, "it does not end within %d s", seconds);
	else if (child > 0)
		snprintf(why, sizeof why, "its process failed");
	print_lost(path, &drive_launches[i], why);
}

int main(void)
{
	const char *trace = getenv("SMEM_TRACE"), *limit = getenv("SMEM_SECONDS");
	const int all = limit ? atoi(limit) : 60;
	const time_t begin = time(NULL);
	char path[4096];
	if (!trace)
		return 2;
	trace = strdup(trace);
	unsetenv("SMEM_TRACE"); /* this process writes no trace */
	for (int i = 0; i < drive_n_launches; i++) {
		int left = all - (int)(time(NULL) - begin) - 1, each = left < 2 * MOST_SECONDS ? left / 2 : MOST_SECONDS;
		snprintf(path, sizeof path, "%s.%d", trace, i);
		if (left > 0)
			drive_apart(i, path, each ? each : 1);
		else
			print_lost(path, &drive_launches[i], "no time was left for it");
	}
	return 0;
}
