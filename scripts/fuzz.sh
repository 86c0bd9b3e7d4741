#!/usr/bin/env bash
# Fuzzes by libFuzzer, under AddressSanitizer and UndefinedBehaviorSanitizer, and prints what was covered by folder.
#   scripts/fuzz.sh [SECONDS [TARGET...]]      SECONDS for each target (default: 60); all of tests/fuzz/targets.c
# Inputs that are found go to build/fuzz/found/TARGET, those that fail to build/fuzz/failed.
# It takes clang-22 with libclang-rt-22-dev, and llvm-22 for the coverage.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-60}
shift || true
clang=$(command -v clang-22 || command -v clang) || { echo "fuzz: there is no clang" >&2; exit 1; }
clangxx=$(command -v clang++-22 || command -v clang++)
cmake -S . -B build/fuzz -G Ninja -DCMAKE_BUILD_TYPE=Debug "-DCMAKE_C_FLAGS_DEBUG=-O1 -g" -DCMAKE_C_COMPILER="$clang" \
	-DCMAKE_CXX_COMPILER="$clangxx" \
	-DSMEMLINT_SANITIZE=ON -DSMEMLINT_FUZZ=ON -DBUILD_TESTING=OFF > build-fuzz.log 2>&1 || { cat build-fuzz.log; exit 1; }
rm build-fuzz.log
cmake --build build/fuzz --target fuzz
targets=("$@")
[ ${#targets[@]} -gt 0 ] || mapfile -t targets < <(ls tests/fuzz/corpus)
seeds() { # TARGET: what else is like its inputs
	case $1 in
	program) echo testdata/facts testdata/rules testdata/fixes testdata/clean testdata/bad ;;
	ptx) echo testdata/ptx testdata/compiled ;;
	esac
}
mkdir -p build/fuzz/failed
rm -f build/fuzz/*.profraw
failures=0
for target in "${targets[@]}"; do
	found=build/fuzz/found/$target
	mkdir -p "$found"
	SMEMLINT_FUZZ_TARGET=$target LLVM_PROFILE_FILE=build/fuzz/$target.profraw \
		build/fuzz/fuzz -max_total_time="$seconds" -timeout=60 -rss_limit_mb=4096 -dict="tests/fuzz/$target.dict" \
		-artifact_prefix="build/fuzz/failed/$target-" -print_final_stats=1 "$found" "tests/fuzz/corpus/$target" $(seeds "$target") \
		> "build/fuzz/$target.log" 2>&1 || { failures=$((failures + 1)); tail -40 "build/fuzz/$target.log"; }
	printf '%-14s %s inputs, %s kept\n' "$target" \
		"$(sed -n 's/^stat::number_of_executed_units: *//p' "build/fuzz/$target.log")" "$(find "$found" -type f | wc -l)"
done
profdata=$(command -v llvm-profdata-22 || command -v llvm-profdata || true)
cov=$(command -v llvm-cov-22 || command -v llvm-cov || true)
if [ -n "$profdata" ] && [ -n "$cov" ]; then
	"$profdata" merge -sparse build/fuzz/*.profraw -o build/fuzz/all.profdata
	"$cov" export -summary-only -instr-profile build/fuzz/all.profdata build/fuzz/fuzz | python3 -c '
import collections, json, os, sys
lines = collections.Counter(); covered = collections.Counter()
for file in json.load(sys.stdin)["data"][0]["files"]:
    folder = os.path.relpath(os.path.dirname(file["filename"]))
    lines[folder] += file["summary"]["lines"]["count"]; covered[folder] += file["summary"]["lines"]["covered"]
for folder in sorted(lines):
    if lines[folder] and not folder.startswith(".."):
        print(f"{folder:32} {covered[folder]:6} of {lines[folder]:6} lines  {100 * covered[folder] / lines[folder]:5.1f} %")'
fi
exit $((failures > 0))
