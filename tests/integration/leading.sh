#!/usr/bin/env bash
# The headers that several sources include are precompiled once: what is found is the same as without, whatever the headers do.
#   SMEMLINT=build/smemlint SCRATCH=folder leading.sh
set -euo pipefail
. "$(dirname "$0")/common.sh"

start_scratch
SCRATCH=$(cd "$SCRATCH" && pwd -P)
export HOME=$SCRATCH/home XDG_CACHE_HOME=$SCRATCH/home/cache XDG_CONFIG_HOME=$SCRATCH/home/config
example=$PWD/testdata/examples/transpose.cu
"$SMEMLINT" --print-command "$example" | grep -q '#   toolkit: /' || skip "there is no CUDA toolkit here"
mkdir -p "$SCRATCH/p/include/first" "$SCRATCH/p/src" "$SCRATCH/p/.git"
cd "$SCRATCH/p"

# Whatever a header of a project may have that is not just a declaration.
cat > include/all.cuh <<'END'
// what follows is of all sources
#pragma once
#include <vector>
#include "inner.cuh"
#define ROWS 32
namespace ours {
enum { STRIDE = sizeof(short) * 16 };
struct Tile { float rows[ROWS][STRIDE]; };
template <class T, int N> struct Swizzle { __host__ __device__ static T at(T i) { return i ^ (i / N % N); } };
template <int N> __global__ void of_template(float *out) {
	__shared__ float tile[ROWS][N];
	tile[threadIdx.y][threadIdx.x] = 1;
	__syncthreads();
	out[threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
// smemlint: block(32, 32)
static __global__ void with_comment(float *out) {
	__shared__ Tile tile;
	tile.rows[threadIdx.y][threadIdx.x] = 1;
	__syncthreads();
	out[threadIdx.x] = tile.rows[threadIdx.x][threadIdx.y]; // NOLINT(smem-bank-conflict-load)
	out[threadIdx.y] = tile.rows[threadIdx.x][threadIdx.y];
}
// smemlint: instantiate<33>, instantiate<40>
template <int N> __global__ void asked_for(float *out) {
	__shared__ float tile[32][N];
	tile[threadIdx.x][0] = 1;
	out[threadIdx.x] = tile[threadIdx.x][1];
}
template <class T> struct Launcher {
	static void go(T *out, int n) { of_template<sizeof(T) * 8><<<n, dim3(32, 32)>>>(out); }
};
inline std::vector<int> table() { return { 1, 2 }; }
__device__ inline int lane() { return threadIdx.x & 31; }
constexpr auto twice = [](int i) { return 2 * i; };
} // namespace ours
END
cat > include/inner.cuh <<'END'
#ifndef INNER
#define INNER
__device__ __constant__ int offsets[32];
__device__ inline float *row(float *tile, int i) { return tile + 32 * i; }
#endif
END
# As much text as is worth it.
printf '#pragma once\n__device__ inline int more() { return threadIdx.x %% 3; }\n#define UNROLL #pragma unroll 2\n#define TEXT "%s"\n' "$(head -c 200000 /dev/zero | tr '\0' x)" > include/more.cuh
# With two more, about as few as are precompiled for.  Headers are in another order in each, and those of the standard library not
# the same ones.
own=('' $'#include "all.cuh" // for all\n#include <more.cuh>' $'#include <more.cuh>\n#include "all.cuh"')
standard=('' '#include <climits>' $'#include <cstdlib>\n#include <climits>')
for i in 1 2; do
	cat > src/k$i.cu <<END
/* source $i */
${standard[i]}
${own[i]}
#include <cstdio>

#define OWN $i
namespace {
__global__ void own(float *out, int n) {
	__shared__ float tile[32 * 32 + OWN];
	UNROLL
	for (int i = 0; i < 4; i++)
		row(tile, ours::lane())[OWN + i] = n + more();
	tile[ours::Swizzle<int, 32>::at(threadIdx.x * 32)] = ours::twice(OWN);
	__syncthreads();
	out[threadIdx.x] = tile[threadIdx.x * ours::STRIDE] + offsets[0];
}
} // namespace
void run$i(float *p, int n) {
	own<<<1, 32>>>(p, n);
	ours::Launcher<float>::go(p, n);
	ours::with_comment<<<1, dim3(32, 32)>>>(p);
	printf("%zu\n", ours::table().size());
}
END
done
printf '#include <climits>\n#include "more.cuh"\n#include "all.cuh"\n#include <cstdio>\n__global__ void bad(float *p) { __shared__ float s[64]; s[threadIdx.x * 2] = nobody; p[0] = s[0]; }\n' > src/bad.cu
printf '#include <climits>\n#include <cstdlib>\n#include "all.cuh"\n#include "more.cuh"\n#include <cstdio>\n#include "beside.cuh"\nvoid run() { beside<<<1, 32>>>(nullptr); }\n' > src/other.cu
printf '#pragma once\n__global__ void beside(float *p) { __shared__ float s[64]; s[threadIdx.x * 2] = 1; p[0] = s[0]; }\n' > src/beside.cuh
age() { find . -name '*.cu*' -exec touch -d '1 minute ago' {} +; }
age

n=0 known=
compare() { # WHAT FLAG...: the same with and without precompiled headers, and the second time
	local what=$1
	shift
	[ -n "$known" ] || "$SMEMLINT" -q --no-cache --format json src/*.cu -- -Iinclude/first -Iinclude "$@" > "$SCRATCH/plain" || true
	known=
	"$SMEMLINT" -q --cache-dir "$SCRATCH/cache" --format json src/*.cu -- -Iinclude/first -Iinclude "$@" > "$SCRATCH/with" || true
	cmp "$SCRATCH/plain" "$SCRATCH/with" || fail "$what: $(diff "$SCRATCH/plain" "$SCRATCH/with" | head -20)"
	n=$((n + 1))
	[ $n = 1 ] || return 0
	# Nothing of the results is kept, but what is precompiled is.
	"$SMEMLINT" -q --cache-dir "$SCRATCH/cache" --timeout $((900 - n)) --format json src/*.cu -- -Iinclude/first -Iinclude "$@" > "$SCRATCH/with" || true
	cmp "$SCRATCH/plain" "$SCRATCH/with" || fail "$what, again: $(diff "$SCRATCH/plain" "$SCRATCH/with" | head -20)"
}
precompiled() { find "$SCRATCH/cache" -name '*.pch' -exec grep -l include/all.cuh {} + | wc -l; }

compare "as it is"
grep -q '"file": "include/all.cuh"' "$SCRATCH/plain" || fail "nothing was found in the header: what is compared here?"
[ "$(precompiled)" -ge 1 ] || fail "nothing was precompiled"
# Facts, too.
"$SMEMLINT" facts -q --no-cache src/*.cu -- -Iinclude > "$SCRATCH/plain" 2> "$SCRATCH/plain.messages" || true
"$SMEMLINT" facts -q --cache-dir "$SCRATCH/cache2" src/*.cu -- -Iinclude > "$SCRATCH/with" 2> "$SCRATCH/with.messages" || true
cmp "$SCRATCH/plain" "$SCRATCH/with"
cmp "$SCRATCH/plain.messages" "$SCRATCH/with.messages"
# Fixes that change the header.
"$SMEMLINT" -q --no-cache --diff --fix-headers --unsafe-fixes src/*.cu -- -Iinclude > "$SCRATCH/plain" 2>&1 || true
"$SMEMLINT" -q --cache-dir "$SCRATCH/cache2" --diff --fix-headers --unsafe-fixes src/*.cu -- -Iinclude > "$SCRATCH/with" 2>&1 || true
cmp "$SCRATCH/plain" "$SCRATCH/with"
grep -q '^+++ .*all.cuh' "$SCRATCH/plain" || fail "no header is fixed: what is compared here?"
# A header that changes is precompiled anew.  Instances that a comment asks for take a second parse of each source, and a vector a
# third of each: what follows is about what is included, and does without.
sed -i 's/STRIDE = .*}/STRIDE = 33 }/; /instantiate<33>/d; s/<vector>/<utility>/; s/std::vector<int> table/std::pair<int, int> table/' \
	include/all.cuh
sed -i 's/%zu\\n", ours::table().size()/%d\\n", ours::table().first/' src/k*.cu && age
compare "a changed header"
cp "$SCRATCH/plain" "$SCRATCH/changed"
# A header that appears where it is looked for before.
sed 's/32 \* i/33 * i/' include/inner.cuh > include/first/inner.cuh
sed 's/STRIDE = 33/STRIDE = 34/' include/all.cuh > include/first/all.cuh && age
compare "a header before the header"
rm include/first/*.cuh
cp "$SCRATCH/changed" "$SCRATCH/plain"
known=yes
compare "and gone again"
# One beside the sources: what is quoted is found there first.
sed 's/STRIDE = 33/STRIDE = 36/' include/all.cuh > src/all.cuh && age
compare "a header beside the sources"
rm src/all.cuh
# Without a guard, it would be there twice; with an error, it cannot be precompiled; not there at all.
sed -i '/#pragma once/d' include/all.cuh && age
compare "no guard"
sed -i '1i #pragma once' include/all.cuh && echo 'int error_here = nobody;' >> include/all.cuh && age
compare "an error"
sed -i 's/^int error_here.*/#include "not_there_at_all.h"/' include/all.cuh && age
compare "an include that is not found"
sed -i 's/^#include "not_there.*/template <class T> __device__ auto only_nvcc(T t) { return t.cast<4>(0); }/' include/all.cuh && age
compare "what only nvcc takes"
# Of other flags, other headers.
compare "a macro" -DINNER=1
