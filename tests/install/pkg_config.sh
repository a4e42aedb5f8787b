#!/bin/sh
# pkg_config.sh PREFIX shared|static: a program compiles and links with the flags that pkg-config prints.
set -eu
command -v pkg-config >/dev/null || { echo "no pkg-config" && exit 77; }
rm -rf "$WORK" && mkdir -p "$WORK"

package=$(find "$1" -name clscan.pc)
libraries=$(cd "$(dirname "$package")/.." && pwd)
export PKG_CONFIG_PATH="$libraries/pkgconfig${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}"
case $2 in static) static=--static ;; *) static= ;; esac
flags=$(pkg-config --cflags --libs $static clscan)
echo "$flags"

has() { case " $flags " in *" $1 "*) ;; *) echo "$1 is missing" && exit 1 ;; esac }
has -lclscan
has -lOpenCL
[ -z "$static" ] || has -pthread
[ -z "$static" ] || has -DCLSCAN_STATIC
[ "$(pkg-config --modversion clscan)" = "$VERSION" ]

# shellcheck disable=SC2086 # flags are several words
"$CC" -std=c99 $CFLAGS "$(dirname "$0")/consumer.c" $flags -o "$WORK/consumer"
LD_LIBRARY_PATH="$libraries${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" "$WORK/consumer"
