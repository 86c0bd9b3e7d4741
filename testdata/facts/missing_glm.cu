// GLM is not installed: its vectors and matrices are declared with their sizes.  They are aligned as numbers, but of whole
// arrays, which begin at a multiple of 16 bytes, words that lie together are accessed together where each element allows it.
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/gtc/type_ptr.hpp>

struct Splat {
	glm::vec3 at;
	glm::mat2 shape;
	glm::u8vec4 color;
};
static_assert(sizeof(glm::vec3) == 12 && alignof(glm::vec4) == 4 && sizeof(glm::dvec3) == 24 && sizeof(glm::bvec3) == 3, "vectors");
static_assert(sizeof(glm::mat3) == 36 && sizeof(glm::mat2x3) == 24 && sizeof(glm::mat4x3) == 48 && sizeof(glm::quat) == 16, "matrices");
static_assert(sizeof(Splat) == 32 && offsetof(Splat, color) == 28, "members");

__global__ void vectors(const float *in, float *out)
{
	__shared__ glm::vec2 pairs[32];
	__shared__ glm::vec3 points[32];
	__shared__ glm::vec4 planes[32];
	const glm::vec3 p = glm::make_vec3(in + 3 * threadIdx.x), q = glm::normalize(p) * 2.f - glm::vec3(1, 0, 0);
	// one access of 8 bytes, three of 4 (an odd number of words apart: no conflict), one of 16
	pairs[threadIdx.x] = glm::vec2(q); // fact: store 2/2 exact
	points[threadIdx.x] = glm::cross(p, q); // fact: store 3/3 exact
	planes[threadIdx.x] = glm::vec4(q, glm::dot(p, q)); // fact: store 4/4 exact
	__syncthreads();
	const glm::vec3 far = points[31 - threadIdx.x]; // fact: load 3/3 exact
	// one word for all, and one of four: a bank has four lanes
	out[threadIdx.x] = glm::length(far) + pairs[0].y + planes[threadIdx.x].w; // fact: load 5/2 exact
}

__global__ void matrices(const glm::mat3 *in, const glm::quat *turns, float *out)
{
	__shared__ glm::mat3 turned[32];
	__shared__ glm::mat2x3 parts[32];
	__shared__ glm::mat4 views[32];
	const glm::mat3 m = glm::transpose(in[threadIdx.x]) * glm::mat3_cast(glm::normalize(turns[threadIdx.x]));
	// nine words; three accesses of 8 bytes, 6 words apart, so that each half of the warp is in all banks; four of 16 bytes,
	// 16 words apart, so that the 8 lanes of a quarter are in 8 banks
	turned[threadIdx.x] = glm::inverse(m); // fact: store 9/9 exact
	parts[threadIdx.x] = glm::mat2x3(m[0], m[1] * m); // fact: store 6/6 exact
	views[threadIdx.x] = glm::mat4(m); // fact: store 64/16 exact
	__syncthreads();
	const int column = 2; // 9 words apart, 16, and 6
	out[threadIdx.x] = turned[threadIdx.x][column][1] + views[threadIdx.x][3].x; // fact: load 17/2 exact
	out[threadIdx.x + 32] = glm::value_ptr(parts[threadIdx.x])[4]; // fact: load 2/1 exact
}

__global__ void indices(const Splat *in, Splat *out, const glm::ivec2 size)
{
	__shared__ Splat splats[32];
	__shared__ float image[8][8];
	const glm::ivec2 cell(threadIdx.x / 8, threadIdx.x % 8);
	const glm::uvec2 other = glm::uvec2(glm::clamp(cell * 2, glm::ivec2(0), glm::ivec2(7)));
	// a row is in a quarter of the banks: rows 0 and 4 share it; rows 0, 2, 4 and 6 are in two; a splat is as long as a row
	image[cell.y][cell.x] = glm::max(in->at, 0.5f).z; // fact: store 2/1 exact
	image[cell[0]][cell[1]] = 1; // fact: store 1/1 exact
	image[other.x][0] = 2; // fact: store 2/1 exact
	splats[threadIdx.x].color.r = 3; // fact: store 8/1 exact
	__syncthreads();
	if (glm::all(glm::lessThan(cell, size)))
		out[threadIdx.x].shape = glm::outerProduct(glm::vec2(cell), glm::vec2(1)) * in->shape;
	out[threadIdx.x].at.x = image[threadIdx.x % 8][0] + splats[threadIdx.x].at.y; // fact: load 10/2 exact
}

void run(float *out, const Splat *splats, Splat *changed, const glm::mat3 *m, const glm::quat *q)
{
	const glm::ivec2 size = glm::min(glm::ivec2(8), glm::ivec2(16, 4));
	vectors<<<1, 32>>>(out, out);
	matrices<<<1, 32>>>(m, q, out);
	indices<<<size.x, 32>>>(splats, changed, size);
}
