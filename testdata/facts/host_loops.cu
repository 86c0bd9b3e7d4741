/* Host code before a launch: loops in loops, how many iterations the outer ones have is not known.  The launch is reached, so that its
 * block is no assumption (256 threads would store with 8 wavefronts). */
#include <stdlib.h>
#include <string.h>

struct Neighbour {
	int x, y, z, number;
};
struct Box {
	int x, y, z, number, n_neighbours;
	Neighbour neighbours[26];
};

__global__ void kernel(float *out)
{
	__shared__ float data[128];
	data[threadIdx.x] = out[threadIdx.x]; // fact: store 4/4 exact
	__syncthreads();
	out[threadIdx.x] = data[127 - threadIdx.x]; // fact: load 4/4 exact
}

struct Space {
	int boxes, all;
};

int main(int argc, char **argv)
{
	Space space;
	space.boxes = 1;
	for (int a = 0; a < argc; a++)
		if (strcmp(argv[a], "-boxes") == 0 && argc >= a + 1)
			space.boxes = atoi(argv[a + 1]);
	space.all = space.boxes * space.boxes * space.boxes;
	Box *boxes = (Box *)malloc(space.all * sizeof(Box));
	int at = 0;
	for (int again = 0; again < argc; again++) {
		for (int i = 0; i < space.boxes; i++) {
			for (int j = 0; j < space.boxes; j++) {
				for (int k = 0; k < space.boxes; k++) {
					Box *box = &boxes[at];
					box->x = k;
					box->y = j;
					box->z = i;
					box->number = at;
					box->n_neighbours = 0;
					for (int l = -1; l < 2; l++) {
						for (int m = -1; m < 2; m++) {
							for (int o = -1; o < 2; o++) {
								const bool exists = i + l >= 0 && j + m >= 0 && k + o >= 0 &&
										    i + l < space.boxes && j + m < space.boxes &&
										    k + o < space.boxes;
								if (!exists || (l == 0 && m == 0 && o == 0))
									continue;
								Neighbour *to = &boxes[at].neighbours[boxes[at].n_neighbours];
								to->x = k + o;
								to->y = j + m;
								to->z = i + l;
								to->number = (to->z * space.boxes + to->y) * space.boxes + to->x;
								boxes[at].n_neighbours++;
							}
						}
					}
					at++;
				}
			}
		}
	}
	float *sums = (float *)malloc(space.all * 100 * sizeof(float));
	for (int i = 0; i < space.all * 100; i++)
		sums[i] = (rand() % 10 + 1) / 10.0;
	float *out;
	cudaMalloc(&out, sizeof *out * 128);
	kernel<<<space.all, 128>>>(out);
}
