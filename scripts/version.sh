#!/usr/bin/env bash
# Prints the version, which CMakeLists.txt alone has.
sed -n 's/^project(smemlint VERSION \([^ ]*\).*/\1/p' "$(dirname "$0")/../CMakeLists.txt"
