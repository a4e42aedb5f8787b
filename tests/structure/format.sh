#!/bin/sh
# format.sh ROOT: lines of tables have at most 120 columns. clang-format changes nothing in the C and OpenCL C files.
# Only the files listed below turn it off for some lines. Each version formats some lines differently, so only the
# version of Debian 12 is asked.
set -eu
cd "$1"
tables() { find src cl tools tests -type f -name '*.def' | sort; }
[ "$(tables | wc -l)" -gt 10 ] || { echo "the tables were not found" && exit 1; }
long=$(tables | xargs awk 'length > 120 { print FILENAME ":" FNR ": " length " columns" }')
[ -z "$long" ] || { printf 'lines are longer than 120 columns:\n%s\n' "$long" && exit 1; }

for format in clang-format-14 clang-format ''; do
    [ -n "$format" ] || { echo "no clang-format 14" && exit 77; }
    case $("$format" --version 2>/dev/null) in *" version 14."*) break ;; esac
done

files() { find src cl include tools tests -type f \( -name '*.[ch]' -o -name '*.cl' \) | sort; }
[ "$(files | wc -l)" -gt 100 ] || { echo "the files were not found" && exit 1; }

# Comments in these files turn clang-format off, and say why.
off='src/page/user_source.c
tools/clscan/options/option_rows.c'
places=$(files | xargs grep -l 'clang-format off')
[ "$places" = "$off" ] || { printf 'clang-format is off in these files:\n%s\n' "$places" && exit 1; }

said=$(files | xargs "$format" --dry-run -Werror 2>&1) || { printf '%s\n' "$said" && exit 1; }
echo "clang-format changes nothing in $(files | wc -l) files"
