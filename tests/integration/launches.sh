#!/usr/bin/env bash
# Fixes of dynamic shared memory whose launches are in several files: each project of testdata/projects/launches/ becomes what is in
# its folder fixed/, or nothing of it changes.
#   SMEMLINT=build/smemlint SCRATCH=folder launches.sh
set -euo pipefail
. "$(dirname "$0")/common.sh"

need patch
start_scratch
SCRATCH=$(cd "$SCRATCH" && pwd -P)
SMEMLINT=$(realpath "$SMEMLINT")
PROJECTS=$PWD/testdata/projects/launches

sources() { find . -name '*.cu' -printf '%P\n' | sort; }

database() {
	local file separator=
	{
		echo '['
		for file in $(sources); do
			printf '%s{ "directory": "%s", "file": "%s", "arguments": ["nvcc", "-rdc=true", "-c", "%s"] }\n' "$separator" "$PWD" \
				"$file" "$file"
			separator=,
		done
		echo ']'
	} > compile_commands.json
}

# A copy of a project, without what it becomes.
copy() { # PROJECT
	rm -rf "$SCRATCH/p"
	cp -r "$PROJECTS/$1" "$SCRATCH/p"
	rm -r "$SCRATCH/p/fixed"
	cd "$SCRATCH/p"
	database
}

fix() { # OPTION... FILE...
	"$SMEMLINT" --cuda-path none --fix-headers "$@" 2>&1 || [ $? -eq 1 ]
}

becomes_fixed() { # PROJECT
	local expected=$SCRATCH/expected
	rm -rf "$expected"
	cp -r "$PROJECTS/$1" "$expected"
	cp -r "$expected"/fixed/. "$expected"
	rm -r "$expected/fixed"
	diff -r -x compile_commands.json "$expected" .
}

is_unchanged() { # PROJECT
	diff -r -x fixed -x compile_commands.json "$PROJECTS/$1" .
}

for path in "$PROJECTS"/*/; do
	project=$(basename "$path")
	copy "$project"
	# shellcheck disable=SC2046 # names without blanks
	plain=$(fix --diff $(sources))
	is_unchanged "$project" || fail "$project: --diff changed it"
	has "$plain" "fix: indexing 'tile' as tile[i + i / 32]"
	# shellcheck disable=SC2046
	fix --fix $(sources) > /dev/null
	becomes_fixed "$project" || fail "$project: it became something else"
	# shellcheck disable=SC2046
	has_not "$(fix --diff $(sources))" 'fix: '

	# The diff is that of the same change: patch makes it, though not of names with "..".
	copy "$project"
	# shellcheck disable=SC2046
	fix --diff $(sources) | sed 's|[a-z]*/[.][.]/||' | patch -s -p0 || fail "$project: no patch"
	becomes_fixed "$project" || fail "$project: the patch makes something else"
done

# Without a database: the files of the command line, one of which has a main().
copy declared
rm compile_commands.json
fix --fix kernel.cu main.cu > /dev/null
becomes_fixed declared
copy declared
rm compile_commands.json
sed -i 's/int main/int run/' main.cu
has "$(fix --diff kernel.cu main.cu)" 'none of these has a main()'

# What cannot be changed, or seen, is named with its file and line.
text() { find . -name '*.cu*' -o -name '*.h' | sort | xargs cat; }
not_fixed() { # REASON OPTION... FILE...
	local reason=$1 before
	shift
	before=$(text)
	has "$(fix --fix "$@")" "$reason"
	is "$(text)" "$before"
}

launch='transpose<<<dim3(32, 32), dim3(T, T), T * T * sizeof(float)>>>(in, out, n);'
elsewhere() { # TEXT: in a file that does nothing else
	copy declared
	printf '#include "transpose.h"\nvoid other(const float *in, float *out, int n, size_t bytes)\n{\n\t%s\n}\n' "$1" > other.cu
	database
}
copy declared
fix --fix kernel.cu > /dev/null # the launch stays as it is
has "$(cat kernel.cu)" swizzle_tile
is "$(cat main.cu)" "$(cat "$PROJECTS/declared/main.cu")"
elsewhere "$(printf '#ifdef MORE\n\t%s\n#endif' "$launch")"
not_fixed 'a launch that is not analysed would have to allocate as much (other.cu:5)' kernel.cu main.cu other.cu
elsewhere 'int blocks; cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, transpose, 1024, 4096);'
not_fixed "its kernel's address is taken: launches elsewhere would have to allocate as much (other.cu:4)" kernel.cu main.cu other.cu
elsewhere "auto kernel = transpose; kernel${launch#transpose}"
not_fixed "its kernel's address is taken: launches elsewhere would have to allocate as much (other.cu:4)" kernel.cu main.cu other.cu
elsewhere 'transpose<<<dim3(32, 32), dim3(T, T), bytes>>>(in, out, n);'
not_fixed 'its size comes from the launch, and is not known (other.cu:4)' kernel.cu main.cu other.cu
elsewhere "$(printf '\n#define OTHER \\\n\ttranspose\n\tOTHER%s' "${launch#transpose}")"
not_fixed "a macro names its kernel: launches elsewhere would have to allocate as much (other.cu:6)" kernel.cu main.cu other.cu
elsewhere "$(printf '\n#define OTHER(name) name##pose\n\tOTHER(trans)%s' "${launch#transpose}")"
not_fixed "a macro names its kernel: launches elsewhere would have to allocate as much (other.cu:5)" kernel.cu main.cu other.cu
elsewhere "$launch this is no C++;"
not_fixed 'other.cu:4' kernel.cu main.cu other.cu
elsewhere "$launch"
printf '__global__ void transpose(const float *in, float *out, int n) { out[0] = in[n]; }\n' > own.cu
database
not_fixed 'may launch the kernel of that name in own.cu' kernel.cu main.cu other.cu own.cu

# Instances of a template that another file makes, which does not name the kernel.
copy header
sed -i 's/^enum.*//; s/^__global__/template <int T> __global__/' transpose.cuh
cat >> transpose.cuh <<'END'
template <int T> void run(const float *in, float *out, int n)
{
	transpose<T><<<dim3(n / T, n / T), dim3(T, T), T * T * sizeof(float)>>>(in, out, n);
}
END
sed -i 's/transpose<<<.*/run<32>(in, out, n);/' main.cu
printf '#include "transpose.cuh"\nvoid other(const float *in, float *out, int n) { run<16>(in, out, n); }\n' > other.cu
database
not_fixed 'a launch that is not analysed would have to allocate as much (transpose.cuh:' main.cu other.cu
sed -i 's/run<16>/run<32>/' other.cu
has "$(fix --diff main.cu other.cu)" "fix: indexing 'tile'"

# A file that cannot be written: no other one is changed.
copy declared
chmod a-w main.cu
ends_with 2 "$SMEMLINT" --cuda-path none --fix kernel.cu main.cu
has "$output" 'main.cu: error: not fixed: the file is read-only'
is_unchanged declared

# The edits of all files for clang-apply-replacements.
copy declared
fix --export-fixes fixes.yaml kernel.cu main.cu > /dev/null
has "$(cat fixes.yaml)" "$PWD/kernel.cu"
has "$(cat fixes.yaml)" "$PWD/main.cu"
