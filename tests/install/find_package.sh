#!/bin/sh
# find_package.sh PREFIX: a CMake project finds the installed library if it asks for a compatible version, and only
# then.
set -eu
rm -rf "$WORK"
prefix=$1
project=$(dirname "$0")/find_package

configure() { "$CMAKE" -S "$project" -B "$WORK/$1" -DCMAKE_PREFIX_PATH="$prefix" -DCLSCAN_WANTED="$1"; }

minor=${VERSION%.*}
for version in "${minor%.*}.$((${minor#*.} + 1))" 1.0 0.1 0.0; do
    if said=$(configure "$version" 2>&1); then
        echo "find_package(clscan $version) succeeded" && exit 1
    fi
    case $said in *"with requested version \"$version\""*) ;; *) echo "$said" && exit 1 ;; esac
done

for version in any "$VERSION" "$minor"; do
    configure "$version"
done
"$CMAKE" --build "$WORK/$minor"
"$WORK/$minor/consumer"
