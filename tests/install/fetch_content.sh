#!/bin/sh
# fetch_content.sh: as part of another project, clscan adds only the library: no tests, no tool, nothing to install.
# The build type is one that compiles fast.
set -eu
rm -rf "$WORK"

"$CMAKE" -S "$(dirname "$0")/fetch_content" -B "$WORK/build" -DCLSCAN_SOURCE="$SOURCE" -DCMAKE_BUILD_TYPE=None \
    -DCMAKE_RULE_MESSAGES=OFF
"$CMAKE" --build "$WORK/build"

tests=$(cd "$WORK/build" && "$CTEST" -N | sed -n 's/^Total Tests: //p')
[ "$tests" = 0 ] || { echo "the parent got $tests tests" && exit 1; }
"$CMAKE" --install "$WORK/build" --prefix "$WORK/prefix"
[ ! -e "$WORK/prefix" ] || { find "$WORK/prefix" && exit 1; }
programs=$(find "$WORK/build/_deps" -type f -perm -u+x ! -name '*.so*' ! -path '*/CMakeFiles/*')
[ -z "$programs" ] || { echo "built besides the library: $programs" && exit 1; }

"$WORK/build/consumer"
