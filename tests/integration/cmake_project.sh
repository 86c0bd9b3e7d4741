# A CMake project with CUDA, for cmake_*.sh: make_project and configure FOLDER OPTIONS...
# nvcc: the compiler's path, or empty: a program that stands in for it.

# The compiler's part is played by a script: it makes an object of nothing, and notes what it was called with.
make_stand_in() {
	cat > "$SCRATCH/nvcc" <<'TOOL'
#!/bin/sh
echo "$*" >> "$(dirname "$0")/called"
while [ $# -gt 0 ]; do
	case $1 in
	-o) echo "void nothing_$(echo "$2" | tr -c 'a-zA-Z0-9\n' _)(void) {}" | cc -x c -c - -o "$2" ;;
	-MF) : > "$2" ;;
	esac
	shift
done
TOOL
	chmod +x "$SCRATCH/nvcc"
	# What CMake learns of a compiler by trying it.
	cat > "$SCRATCH/nvcc.cmake" <<CMAKE
set(CMAKE_CUDA_COMPILER "$SCRATCH/nvcc")
set(CMAKE_CUDA_COMPILER_FORCED ON)
set(CMAKE_CUDA_COMPILER_ID_RUN ON)
set(CMAKE_CUDA_COMPILER_ID NVIDIA)
set(CMAKE_CUDA_COMPILER_VERSION 13.0.48)
set(CMAKE_CUDA_COMPILER_PRODUCED_OUTPUT "#\$ PATH=/usr/bin
#\$ LIBRARIES=  \"-L/usr/lib\"
#\$ c++ a.o \"-L/usr/lib\" -o a.out
")
CMAKE
}

make_project() {
	mkdir -p "$SCRATCH/project/sub" "$SCRATCH/project/include"
	cp testdata/examples/transpose.cu "$SCRATCH/project/tile.cu"
	sed 's/tile\[TILE\]\[TILE\]/tile[TILE][TILE + 1]/; s/transpose/padded/' testdata/examples/transpose.cu \
		> "$SCRATCH/project/padded.cu"
	# found only with the project's flags, and CUDA only by its property
	sed 's/^const int TILE.*/#include "size.h"/; s/transpose/turned/' testdata/examples/transpose.cu \
		> "$SCRATCH/project/sub/turned.cpp"
	sed -i 's/launch(/launch_turned(/' "$SCRATCH/project/sub/turned.cpp"
	sed -i 's/launch(/launch_padded(/' "$SCRATCH/project/padded.cu"
	echo 'const int TILE = SIZE;' > "$SCRATCH/project/include/size.h"
	echo 'int main() { return 0; }' > "$SCRATCH/project/main.cpp"
	cat > "$SCRATCH/project/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.25)
project(app LANGUAGES CXX CUDA)
find_package(smemlint 0.1 REQUIRED)

add_library(padded STATIC padded.cu)
smemlint_add(padded OPTIONS --cuda-path none)

add_subdirectory(sub)

add_executable(app main.cpp)
target_link_libraries(app PRIVATE padded turned)
smemlint_add(app NO_FAIL OPTIONS --cuda-path none) # before its sources are given
target_sources(app PRIVATE tile.cu)
if(LAUNCH)
	smemlint_launch(app ${LAUNCH} OPTIONS --cuda-path none)
endif()
CMAKE
	cat > "$SCRATCH/project/sub/CMakeLists.txt" <<'CMAKE'
add_library(turned STATIC turned.cpp)
set_source_files_properties(turned.cpp PROPERTIES LANGUAGE CUDA)
target_include_directories(turned PRIVATE ../include)
target_compile_definitions(turned PRIVATE SIZE=32)
smemlint_add(turned OPTIONS --cuda-path none)
CMAKE
}

install_smemlint() {
	cmake --install "$BUILD" --prefix "$SCRATCH/installed" > "$SCRATCH/install.log" || fail "$(cat "$SCRATCH/install.log")"
}

configure() { # FOLDER OPTIONS...
	local folder=$1 compiler=("-DCMAKE_TOOLCHAIN_FILE=$SCRATCH/nvcc.cmake")
	shift
	[ -z "${nvcc:-}" ] || compiler=("-DCMAKE_CUDA_COMPILER=$nvcc")
	env -u CMAKE_C_COMPILER_LAUNCHER -u CMAKE_CUDA_COMPILER_LAUNCHER cmake -S "$SCRATCH/project" -B "$folder" \
		-DCMAKE_PREFIX_PATH="$SCRATCH/installed" -DCMAKE_CUDA_ARCHITECTURES=80 "${compiler[@]}" "$@" \
		> "$SCRATCH/configure.log" 2>&1 || fail "$(cat "$SCRATCH/configure.log")"
	has_not "$(cat "$SCRATCH/configure.log")" "smemlint:"
	has_not "$(cat "$SCRATCH/configure.log")" "CMake Warning"
}
