#!/usr/bin/env bash
# A project in shards: each file is in one of them, and the merge of their reports is the report of one run.
#   SMEMLINT=build/smemlint SCRATCH=folder shards.sh
set -euo pipefail
. "$(dirname "$0")/common.sh"
need python3

start_scratch
export HOME=$SCRATCH/home XDG_CACHE_HOME=$SCRATCH/cache XDG_CONFIG_HOME=$SCRATCH/config
schema=$PWD/docs/users/json.schema.json
mkdir -p "$SCRATCH/project/src" "$SCRATCH/project/.git"
cd "$SCRATCH/project"

# Kernels of their own, kernels of headers that several files share, two architectures, a file that is part of another one,
# problems of the input.
cat > shared.cuh <<'END'
#pragma once
template <int N> __global__ void shared_kernel(float *out) {
	__shared__ float tile[32][N];
	tile[threadIdx.y][threadIdx.x] = 1;
	__syncthreads();
	out[threadIdx.x] = tile[threadIdx.x][threadIdx.y] + tile[threadIdx.x][threadIdx.y];
}
static __global__ void plain_kernel(float *out) {
	__shared__ float tile[32 * 32];
	tile[threadIdx.x * 32] = 1;
	__syncthreads();
	out[threadIdx.x] = tile[threadIdx.x];
}
END
for i in 1 2 3 4 5 6 7 8 9; do
	cat > src/k$i.cu <<END
#include "../shared.cuh"
__global__ void own$i(float *out) {
	__shared__ float tile[32][32];
	tile[threadIdx.y][threadIdx.x] = $i;
	__syncthreads();
	out[threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
void go$i(float *p) {
	own$i<<<1, dim3(32, 32)>>>(p);
	shared_kernel<$((16 + 16 * (i % 2)))><<<1, dim3(32, 32)>>>(p);
	$([ $((i % 3)) = 0 ] && echo 'plain_kernel<<<1, 32>>>(p);')
}
END
done
printf '\n// %0999d\n' 0 >> src/k2.cu
printf '#include "k1.cu"\n' > src/whole.cu # k1.cu's findings are in two files
printf '#include "missing_header_of_nobody.h"\n__global__ void bad(float *o) { __shared__ float s[64]; s[threadIdx.x * 2] = NOBODY; o[0] = s[0]; }\n' > src/bad.cu
printf 'void host(); void host2() { host(); }\n' > src/host.cu
python3 - "$PWD" > compile_commands.json <<'END'
import glob, json, os, sys
files = sorted(glob.glob('src/*.cu'), key=lambda name: (len(name), name), reverse=True)
print(json.dumps([{'directory': sys.argv[1], 'file': name,
                   'command': f'nvcc -arch=sm_{70 if name in ("src/k4.cu", "src/k7.cu") else 90} -c {name}'} for name in files]))
END

lint() { # STATUS OPTION...
	local expected=$1
	shift
	ends_with "$expected" "$SMEMLINT" --cuda-path none -q "$@"
}

quiet() { "$SMEMLINT" --cuda-path none -q "$@" 2> "$SCRATCH/messages"; }

lint 3 --output json:whole.json --output sarif:whole.sarif
lint 3 --write-baseline whole.baseline
grep -q '"rule": "smem' whole.json || fail "nothing was found"
for of in 1 2 4 20; do
	for i in $(seq $of); do
		status=0
		quiet --shard $i/$of --output json:$i.json --output sarif:$i.sarif || status=$?
		quiet --shard $i/$of --write-baseline $i.baseline > /dev/null || true
		case $status in 0 | 1 | 3) ;; *) fail "shard $i/$of ended with $status" ;; esac
	done
	for kind in json sarif baseline; do
		"$SMEMLINT" merge $(for i in $(seq $of | sort -rn); do echo $i.$kind; done) > merged.$kind || fail "merge $kind $of"
		cmp whole.$kind merged.$kind || fail "the merge of $of shards is not the whole: $(diff whole.$kind merged.$kind | head -20)"
	done
	# Each file is in one shard.
	is "$(for i in $(seq $of); do python3 -c 'import json, sys
for file in json.load(open(sys.argv[1]))["files"]: print(file["file"])' $i.json; done | sort | uniq -d)" ""
done
# What shards write more is in the schema.
if python3 -c 'import jsonschema' 2>/dev/null; then
	python3 - "$schema" 1.json <<'END' || fail "a shard's JSON does not follow the schema"
import json, sys
from jsonschema import Draft202012Validator as Validator
errors = list(Validator(json.load(open(sys.argv[1]))).iter_errors(json.load(open(sys.argv[2]))))
print(*errors[:3])
sys.exit(bool(errors))
END
fi
# A baseline that was merged does what one of a single run does.
lint 3 --baseline merged.baseline --output json:left.json
is "$(grep -c '"rule": "smem' left.json || true)" 0

# The division depends on the content of the files alone: neither on the cache, nor on the folder, nor on the order.
names() { # FOLDER
	(cd "$1" && "$SMEMLINT" --cuda-path none -q --shard 2/3 --format json --cache-dir "$SCRATCH/${2:-none}" | python3 -c 'import json, sys
print(*sorted(file["file"] for file in json.load(sys.stdin)["files"]))') || true
}
expected=$(names .)
is "$(names . warm)" "$expected"
is "$(names . warm)" "$expected"
cp -r . "$SCRATCH/other"
python3 - <<'END' "$SCRATCH/other"
import json, sys
path = sys.argv[1] + '/compile_commands.json'
entries = json.load(open(path))
for entry in entries:
    entry['directory'] = sys.argv[1]
json.dump(sorted(entries, key=lambda entry: entry['file']), open(path, 'w'))
END
is "$(names "$SCRATCH/other")" "$expected"

# By cost: one large file, as long as all others together, has a shard of its own.
mkdir "$SCRATCH/large" && cd "$SCRATCH/large"
cp "$SCRATCH/project/src/k1.cu" "$SCRATCH/project/shared.cuh" .
for i in 1 2 3 4; do sed 's,\.\./,,' k1.cu > small$i.cu; done
{ sed 's,\.\./,,' k1.cu; head -c 280000 /dev/zero | tr '\0' ' '; } > large.cu
rm k1.cu
quiet --shard 1/2 --format json *.cu > 1.json || true
quiet --shard 2/2 --format json *.cu > 2.json || true
is "$(grep -h '^   "file"' 1.json | wc -l) $(grep -h '^   "file"' 2.json | wc -l)" "1 4"

# What includes the same headers stays together, whatever its names: each shard has two of the four headers.
mkdir "$SCRATCH/alike" && cd "$SCRATCH/alike"
for i in 1 2 3 4; do { cat "$SCRATCH/project/shared.cuh"; printf '#define TEXT "%s"\n' "$(head -c 28000 /dev/zero | tr '\0' x)"; } > head$i.cuh; done
for i in {10..73}; do
	for k in 1 2 3 4; do { printf '#include "head%s.cuh"\n' $k; grep -v include "$SCRATCH/project/src/k1.cu"; } > f$i$k.cu; done
done
files() { # SHARD FILE...: how many files it has, and how many headers
	local shard=$1
	shift
	"$SMEMLINT" --print-command --shard "$shard" "$@" | sed -n 's/^# f..\(.\)\.cu$/\1/p' | sort | uniq -c | awk '{ n += $1 } END { print n + 0, NR }'
}
is "$(files 1/2 f??[1-4].cu), $(files 2/2 f??[1-4].cu)" "128 2, 128 2"

# But not where that would leave a shard with nothing, if there is enough to do; a few are not worth precompiling it twice.
is "$(files 1/2 f??1.cu), $(files 2/2 f??1.cu)" "32 1, 32 1"
is "$(files 1/2 f[12]?1.cu), $(files 2/2 f[12]?1.cu)" "20 1, 0 0"

# --- what does not fit --------------------------------------------------------------------------------
cd "$SCRATCH/project"
for i in 1 2 3; do quiet --shard $i/3 --output json:$i.json --output sarif:$i.sarif || true; done
quiet --shard 1/2 --output json:half.json || true
refused() { # WORDS FILE...
	local words=$1
	shift
	ends_with 2 "$SMEMLINT" merge "$@"
	has "$output" "$words"
	is "$("$SMEMLINT" merge "$@" 2>/dev/null || true)" "" # nothing half-written
}
refused "shard 2 of 3 is missing" 1.json 3.json
cp 2.json copy.json
refused "copy.json: error: it is shard 2 of 3, and so is 2.json" 1.json 2.json copy.json 3.json
refused "half.json: error: it is a shard of 2, and 1.json is one of 3" 1.json half.json
refused "whole.json: error: it is no shard's, and 1.json is one" 1.json whole.json
refused "2.sarif: error: this is SARIF, and 1.json is JSON" 1.json 2.sarif
refused "src/k1.cu:1:1: error: this is no JSON" src/k1.cu
refused "compile_commands.json: error: this is no report of smemlint" compile_commands.json
refused "nobody.json: error: No such file" nobody.json
refused "expected the files"
sed 's/"smemlint": "[^"]*"/"smemlint": "99.1"/' 2.json > newer.json
refused "newer.json: error: it was written by smemlint 99.1, and 1.json by" 1.json newer.json
head -c 1000 1.json > cut.json
refused "cut.json:" cut.json
for shard in 0/2 3/2 1 1/ /2 1/x 01/2 1/2/3 -1/2 ''; do
	ends_with 2 "$SMEMLINT" --shard "$shard"
	has "$output" "expected I/N: the I-th of N shards, as in 1/4"
done
ends_with 2 "$SMEMLINT" --shard 1/2 --baseline whole.baseline --prune-baseline
has "$output" "--shard cannot be combined with --prune-baseline"

# Reports that are no shards', of two projects: one after the other.
mkdir "$SCRATCH/second" && cp "$SCRATCH/large/small1.cu" "$SCRATCH/large/shared.cuh" "$SCRATCH/second" && cd "$SCRATCH/second"
quiet --format json small1.cu > one.json || true
for kind in json sarif; do
	quiet --format $kind small1.cu > one.$kind || true
	"$SMEMLINT" merge one.$kind "$SCRATCH/project/whole.$kind" > both.$kind
	"$SMEMLINT" merge one.$kind > again.$kind
	cmp one.$kind again.$kind
done
python3 - "$SCRATCH" <<'END' || fail "the merge of two projects"
import json, sys
load = lambda name: json.load(open(name))['files']
one, whole, both = load('one.json'), load(sys.argv[1] + '/project/whole.json'), load('both.json')
assert [file['file'] for file in both] == [file['file'] for file in one + whole]
END
