/* Neither of the headers is there, and so this is only partly understood. */
#include "no/such/header.h"
#include <no_such_library.hpp>

void run(int *out, int threads, int stride);
void plan(int *out, int threads, int stride);

static library::Image image;

int main(int argc, char **argv)
{
	int stride = 4, other = 4;
	library::Options options(argc, argv);
	if (!options.fine())
		return library::failure;
	run(nullptr, 64, 4);
	plan(image.data(), 64, 8);
	plan(nullptr, 64, 8);
	other = options.stride();
	plan(nullptr, 64, other);
}
