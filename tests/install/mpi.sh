#!/bin/sh
# mpi.sh PREFIX shared|static: a program with the installed clscan_mpi compiles, links and runs on two ranks, by mpicc and
# pkg-config, and by the component mpi of the CMake package. The header compiles as C++ too. Without MPI, the package is
# configured without clscan_mpi, and refuses CLSCAN_MPI=ON.
set -eu
rm -rf "$WORK" && mkdir -p "$WORK"
here=$(dirname "$0")
package=$(find "$1" -name clscan_mpi.pc)
if [ -z "$package" ]; then
    [ ! -e "$1/include/clscan/clscan_mpi.h" ] || { echo "the header was installed without the library" && exit 1; }
    echo "no MPI" && exit 77
fi
for tool in pkg-config mpicc mpirun; do
    command -v $tool >/dev/null || { echo "no $tool" && exit 77; }
done

libraries=$(cd "$(dirname "$package")/.." && pwd)
export PKG_CONFIG_PATH="$libraries/pkgconfig${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}"
export LD_LIBRARY_PATH="$libraries${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export OMPI_CC="$CC" MPICH_CC="$CC" OMPI_CXX="$CXX" MPICH_CXX="$CXX" # the wrappers call our compilers
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
case $2 in static) static=--static ;; *) static= ;; esac
flags=$(pkg-config --cflags --libs $static clscan_mpi)
echo "$flags"
[ "$(pkg-config --modversion clscan_mpi)" = "$VERSION" ]

# runs PROGRAM: the program runs on two ranks, and the total is that of both.
runs() {
    said=$(mpirun -n 2 "$1")
    echo "$said"
    [ "$said" = "total 8 of 2 ranks
total 8 of 2 ranks" ]
}
# shellcheck disable=SC2086 # flags are several words
mpicc -std=c99 -DCL_TARGET_OPENCL_VERSION=120 $CFLAGS "$here/consumer_mpi.c" $flags -o "$WORK/consumer"
runs "$WORK/consumer"

if [ -n "$CXX" ] && command -v mpicxx >/dev/null; then
    cp "$1/include/clscan/clscan_mpi.h" "$WORK/header.cpp"
    # shellcheck disable=SC2046 # flags are several words
    mpicxx -std=c++11 -DCL_TARGET_OPENCL_VERSION=120 $(pkg-config --cflags clscan_mpi) -c "$WORK/header.cpp" -o "$WORK/header.o"
fi

"$CMAKE" -S "$here/find_package" -B "$WORK/found" -DCMAKE_PREFIX_PATH="$1" -DCLSCAN_WANTED="${VERSION%.*}" -DCLSCAN_MPI=ON
"$CMAKE" --build "$WORK/found"
runs "$WORK/found/consumer_mpi"
if said=$("$CMAKE" -S "$here/find_package" -B "$WORK/without" -DCMAKE_PREFIX_PATH="$1" -DCLSCAN_WANTED="${VERSION%.*}" \
    -DCLSCAN_MPI=ON -DCMAKE_DISABLE_FIND_PACKAGE_MPI=ON 2>&1); then
    echo "the component was found without MPI" && exit 1
fi

# Without MPI: AUTO goes without clscan_mpi, and ON fails.
without() {
    "$CMAKE" -S "$SOURCE" -B "$WORK/build_$1" -DCLSCAN_BUILD_TOOLS=OFF -DCMAKE_DISABLE_FIND_PACKAGE_MPI=ON -DCLSCAN_MPI="$1"
}
without AUTO
! grep -q clscan_mpi "$WORK/build_AUTO/cmake_install.cmake" || { echo "AUTO needs MPI" && exit 1; }
! said=$(without ON 2>&1) || { echo "ON does without MPI" && exit 1; }
case $said in *MPI*) ;; *) echo "$said" && exit 1 ;; esac
