#!/usr/bin/env bash
# How the program is built: at any address, with tables that nothing writes to, checked returns and buffers.
#   SMEMLINT=build/smemlint hardened.sh
set -euo pipefail
. "$(dirname "$0")/common.sh"
need readelf

headers=$(readelf -W -h -l -d "$SMEMLINT")
symbols=$(readelf -W --dyn-syms "$SMEMLINT")
has "$headers" "DYN (Position-Independent Executable file)"
has "$headers" "PIE"
has "$headers" "GNU_RELRO"
has "$headers" "NOW"
has_not "$headers" "TEXTREL"
has "$(grep GNU_STACK <<< "$headers")" " RW "
has_not "$(grep LOAD <<< "$headers")" "RWE"
has "$symbols" "__stack_chk_fail"
case $symbols in
*__asan_init*) ;; # which checks buffers itself
*) has "$symbols" "_chk@" ;;
esac
# Indirect calls must land at an endbr64: that of main() stands for those of our files, libraries of LLVM may have none.
if [ "$(uname -m)" = x86_64 ] && command -v objdump >/dev/null; then
	address=$(readelf -W -s "$SMEMLINT" | awk '$8 == "main" && $4 == "FUNC" && !n++ { print "0x" $2 }')
	[ -z "$address" ] || has "$(objdump -d --start-address="$address" --stop-address="$((address + 8))" "$SMEMLINT")" endbr64
fi
