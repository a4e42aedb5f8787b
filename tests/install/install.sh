#!/bin/sh
# install.sh shared|static: builds the library, shared with the tool too, and installs it; the tree is then moved.
set -eu
rm -rf "$WORK"
case $1 in shared) shared=ON ;; *) shared=OFF ;; esac

"$CMAKE" -S "$SOURCE" -B "$WORK/build" -DBUILD_SHARED_LIBS=$shared -DCLSCAN_BUILD_TOOLS=$shared -DCLSCAN_BUILD_TESTS=OFF
"$CMAKE" --build "$WORK/build"
"$CMAKE" --install "$WORK/build" --prefix "$WORK/staging"
mv "$WORK/staging" "$WORK/prefix"

# Nothing in the package may know where it was built.
if grep -rIl "$WORK" "$WORK/prefix"; then
    echo "these name the build folder" && exit 1
fi
