#!/usr/bin/env bash
# What a large project costs: scripts/make-project.py writes it, with N sources over 40 headers (N: the argument, 2000 by default).
# Prints seconds of processor time (user and system, of all processes; not of the clock, so that a busy machine changes little)
# and the most memory of one process:
#
#   cold, warm       nothing is cached, then everything
#   source, header   one source has changed, then one header that about every seventh source includes
#   checkout         the same project in another folder, nothing there cached, with a cache that it shares with the first (Redis)
#   shard I          the I-th of four shards, nothing cached
#
# SMEMLINT=PROGRAM (default: build/smemlint); JOBS=N (default: 2); STEPS="cold warm ..." (default: all); OPTIONS=...: of smemlint.
# TIDY=clang-tidy-22: that with one check on SAMPLE sources (default: 20), and smemlint cold on the same.  Needs redis-server.
set -euo pipefail
cd "$(dirname "$0")/.."

count=${1:-2000}
smemlint=$(realpath "${SMEMLINT:-build/smemlint}")
steps=${STEPS:-cold warm source header checkout shards}
read -ra options <<< "${OPTIONS:-}"
work=$(mktemp -d)
redis=
trap '[ -z "$redis" ] || kill "$redis"; rm -rf "$work"' EXIT
scripts/make-project.py "$work/one" "$count"

shared=()
if [[ " $steps " == *" checkout "* ]]; then
	port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
	redis-server --port "$port" --bind 127.0.0.1 --save '' --dir "$work" > "$work/redis.log" 2>&1 &
	redis=$!
	shared=(--remote-cache "redis://127.0.0.1:$port")
	sleep 1
fi

# Runs a command in a folder, and prints a row.
measure() { # NAME FOLDER COMMAND...
	local name=$1 folder=$2
	shift 2
	python3 - "$name" "$folder" "$@" <<'END'
import os, resource, subprocess, sys, time
name, folder, *command = sys.argv[1:]
start = time.monotonic()
run = subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
wall = time.monotonic() - start
used = resource.getrusage(resource.RUSAGE_CHILDREN)
seconds = used.ru_utime + used.ru_stime
print(f'{name:12} {seconds:9.2f} s of processor time, {wall:9.2f} s of the clock, {used.ru_maxrss // 1024:6} MiB', flush=True)
notes = [line for line in run.stderr.decode(errors='replace').splitlines() if 'not asked again' in line]
print(*notes, sep='\n', end='\n' if notes else '')
END
}
lint() { # NAME FOLDER CACHE OPTION...
	local name=$1 folder=$2 cache=$3
	shift 3
	measure "$name" "$folder" "$smemlint" -j "${JOBS:-2}" --cache-dir "$work/$cache" "${options[@]}" "$@"
}
touched() { touch -d '1 minute ago' "$1"; }

echo "$count files, $(date -u +%F), load $(cut -d' ' -f1 /proc/loadavg) on $(nproc) processors"
for step in $steps; do
	case $step in
	cold) lint cold "$work/one" cache "${shared[@]}" ;;
	warm) lint warm "$work/one" cache ;;
	source)
		echo "// changed" >> "$work/one/src/part00/file0007.cu" && touched "$work/one/src/part00/file0007.cu"
		lint source "$work/one" cache
		;;
	header)
		echo "// changed" >> "$work/one/include/helper3.cuh" && touched "$work/one/include/helper3.cuh"
		lint header "$work/one" cache
		;;
	checkout)
		scripts/make-project.py "$work/elsewhere/two" "$count"
		lint checkout "$work/elsewhere/two" fresh "${shared[@]}"
		;;
	shards) for i in 1 2 3 4; do lint "shard $i" "$work/one" "shard$i" --shard "$i/4"; done ;;
	esac
done
if [ -n "${TIDY:-}" ]; then
	mapfile -t sample < <(cd "$work/one" && find src -name '*.cu' | sort | awk -v n="${SAMPLE:-20}" 'NR <= n')
	measure tidy "$work/one" "$TIDY" -quiet '-checks=-*,bugprone-suspicious-semicolon' "${sample[@]}" -- -x cuda --cuda-gpu-arch=sm_90 \
		-std=c++17 -Iinclude --cuda-path=/usr/local/cuda -Wno-unknown-cuda-version
	lint "the same" "$work/one" sample "${sample[@]}"
fi
