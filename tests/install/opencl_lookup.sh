#!/bin/sh
# opencl_lookup.sh PREFIX: the package takes OpenCL from Khronos' CMake packages if they exist, keeps a target that the
# project has made itself, and is not found without OpenCL. The test imitates Khronos' packages. As in the real ones,
# the loader's package fails if the headers' package was not found before.
set -eu
rm -rf "$WORK" && mkdir -p "$WORK/khronos/cmake" "$WORK/own"
prefix=$1
project=$(dirname "$0")/find_package

# Copies the loader that the compiler finds to two other places.
loader=$(echo 'int main(void) { return 0; }' |
    "$CC" -x c - -Wl,--no-as-needed -Wl,-t -lOpenCL -o "$WORK/probe" | grep -m 1 'libOpenCL')
for place in khronos own; do cp "$loader" "$WORK/$place/libOpenCL.so"; done

cat >"$WORK/khronos/cmake/OpenCLHeadersConfig.cmake" <<'C'
add_library(OpenCL::Headers INTERFACE IMPORTED)
C
cat >"$WORK/khronos/cmake/OpenCLICDLoaderConfig.cmake" <<'C'
if(NOT TARGET OpenCL::Headers)
  message(FATAL_ERROR "target OpenCL::Headers was not found")
endif()
add_library(OpenCL::OpenCL SHARED IMPORTED)
set_target_properties(OpenCL::OpenCL PROPERTIES INTERFACE_LINK_LIBRARIES OpenCL::Headers
  IMPORTED_LOCATION "${CMAKE_CURRENT_LIST_DIR}/../libOpenCL.so")
C
cat >"$WORK/own/target.cmake" <<'C'
add_library(OpenCL::OpenCL SHARED IMPORTED)
set_target_properties(OpenCL::OpenCL PROPERTIES IMPORTED_LOCATION "${CMAKE_CURRENT_LIST_DIR}/libOpenCL.so")
C

# configure NAME OPTION...: configures the project with these options of CMake in the build folder NAME.
configure() {
    build=$WORK/build.$1 && shift
    "$CMAKE" -S "$project" -B "$build" -DCLSCAN_WANTED=any "$@"
}

# expect NAME LOADER: the program in the build folder NAME is linked with LOADER.
expect() {
    found=$(realpath "$(cat "$WORK/build.$1/opencl.txt")")
    [ "$found" = "$2" ] || { echo "OpenCL is $found, not $2" && exit 1; }
    "$CMAKE" --build "$WORK/build.$1"
}

configure khronos "-DCMAKE_PREFIX_PATH=$prefix;$WORK/khronos"
expect khronos "$WORK/khronos/libOpenCL.so"

configure own "-DCMAKE_PREFIX_PATH=$prefix;$WORK/khronos" "-DCMAKE_PROJECT_INCLUDE=$WORK/own/target.cmake"
expect own "$WORK/own/libOpenCL.so"

if said=$(configure none "-DCMAKE_PREFIX_PATH=$prefix" -DOpenCL_LIBRARY= 2>&1); then
    echo "clscan was found without OpenCL" && exit 1
fi
case $said in *"may decide to do without clscan"*) ;; *) echo "$said" && exit 1 ;; esac
