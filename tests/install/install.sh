#!/bin/sh
# install.sh shared|static: builds and installs the library alone. Then builds everything, which includes the tool if the
# library is shared, installs it, and moves the tree. The build type is one that compiles fast.
set -eu
rm -rf "$WORK"
case $1 in shared) shared=ON ;; *) shared=OFF ;; esac

"$CMAKE" -S "$SOURCE" -B "$WORK/build" -DCMAKE_RULE_MESSAGES=OFF -DCMAKE_BUILD_TYPE=None -DBUILD_SHARED_LIBS=$shared \
    -DCLSCAN_BUILD_TOOLS=$shared -DCLSCAN_BUILD_TESTS=OFF
"$CMAKE" --build "$WORK/build" --target clscan
"$CMAKE" --install "$WORK/build" --prefix "$WORK/library"
[ -f "$WORK/library/include/clscan/clscan.h" ] || { echo "no header beside the library alone" && exit 1; }
[ ! -e "$WORK/library/include/clscan/clscan_mpi.h" ] || { echo "a library for MPI that was not built" && exit 1; }
[ ! -e "$WORK/library/bin/clscan" ] || { echo "a tool that was not built" && exit 1; }

"$CMAKE" --build "$WORK/build"
"$CMAKE" --install "$WORK/build" --prefix "$WORK/staging"
mv "$WORK/staging" "$WORK/prefix"

# The header names the guide, and the guide is where the header says.
guide=share/doc/clscan/guide.md
grep -q "installed as $guide" "$WORK/prefix/include/clscan/clscan.h"
diff "$SOURCE/include/clscan/README.md" "$WORK/prefix/$guide"

# No text file of the package may contain the path of the build folder.
if grep -rIl "$WORK" "$WORK/prefix"; then
    echo "these name the build folder" && exit 1
fi
