#!/usr/bin/env bash
# A source that others are linked with is parsed once for them, and saved: what is found is the same as without.
#   SMEMLINT=build/smemlint SCRATCH=folder callers.sh
set -euo pipefail
. "$(dirname "$0")/common.sh"

start_scratch
SCRATCH=$(cd "$SCRATCH" && pwd -P)
SMEMLINT=$(realpath "$SMEMLINT")
export HOME=$SCRATCH/home XDG_CACHE_HOME=$SCRATCH/home/cache XDG_CONFIG_HOME=$SCRATCH/home/config
mkdir -p "$SCRATCH/p/.git" "$SCRATCH/p/include"
cd "$SCRATCH/p"
echo 'enum { THREADS = 32 };' > include/sizes.h
echo '#include "include/sizes.h"' > main.cu
for i in 1 2 3 4 5 6; do
	cat > k$i.cu <<END
__global__ void k$i(float *out) {
	extern __shared__ float tile[];
	tile[threadIdx.y * 32 + threadIdx.x] = 1;
	__syncthreads();
	out[threadIdx.x] = tile[threadIdx.x * 32 + threadIdx.y];
}
void run$i(float *p, int x, int y) { k$i<<<1, dim3(x, y), x * y * 4>>>(p); }
END
	echo "void run$i(float *, int, int);" >> main.cu
done
{
	echo 'template <int N> void both(float *p) {'
	for i in 1 2 3 4 5 6; do echo "	run$i(p, THREADS, N);"; done
	echo '}'
	echo 'int main() { both<32>(nullptr); }'
} >> main.cu

facts() { # FOLDER OPTION...: of the six sources
	local cache=$1
	shift
	"$SMEMLINT" facts --cuda-path none -j 1 --cache-dir "$SCRATCH/$cache" "$@" k?.cu
}
saved() { find "$SCRATCH/$1" -name '*.pch' | wc -l; }

# The first one notes it, the second one has it saved, the others take it; nothing is saved for one source.
plain=$(facts none --no-cache)
has "$plain" '"block":[32,32,1]'
is "$(facts cache)" "$plain"
is "$(saved cache)" 1
is "$(facts cache)" "$plain"
"$SMEMLINT" facts --cuda-path none --cache-dir "$SCRATCH/single" k1.cu > /dev/null
is "$(saved single)" 0

# One that is damaged behind the cache's back is not taken.
renew() { for i in 1 2 3 4 5 6; do echo "// $1" >> k$i.cu; done; }
renew 1
head -c 1000 /dev/zero > "$(find "$SCRATCH/cache" -name '*.pch')"
is "$(facts cache)" "$plain"

# A change in it, and in a header that it includes, is seen.
sed -i 's/both<32>/both<16>/' main.cu
changed=$(facts none --no-cache)
has "$changed" '"block":[32,16,1]'
is "$(facts cache)" "$changed"
echo 'enum { THREADS = 64 };' > include/sizes.h
changed=$(facts none --no-cache)
has "$changed" '"block":[64,16,1]'
is "$(facts cache)" "$changed"
renew 2
is "$(facts cache)" "$changed"

# One with errors is not saved, and read as before.
echo 'void broken() { no_such_function(1); }' >> main.cu
renew 3
is "$(facts broken)" "$(facts none --no-cache)"
is "$(saved broken)" 0
