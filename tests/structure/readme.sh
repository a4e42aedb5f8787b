#!/bin/sh
# readme.sh ROOT: checks all documents, *.md. Every link leads to a file, and every #anchor to a heading. Every path in
# backticks exists. README.md at the root has at most 10 KB and 150 lines. The READMEs of src/ and cl/ name each
# file there, and that of tests/ each folder. A table in that of cl/ has each strategy and work-group algorithm, and
# tables in the guide have each operator and task. Tables in src/table have the columns that a README says they have.
# The guide has each example, and README.md at the root their number. Each yes of clscan in the comparison with others
# links to a test. Lines have at most 120 columns outside of tables.
set -eu
cd "$1"
documents=$(find . -name '*.md' ! -path './build/*' ! -path './.git/*' | sed 's|^\./||' | sort)

# Prints the name of each heading's anchor, as GitHub makes it.
anchors() {
    awk '/^ *```/ { code = !code } !code && /^#+ / {
        sub(/^#+ /, ""); $0 = tolower($0); gsub(/[^a-z0-9 _-]/, ""); gsub(/ /, "-"); print }' "$1"
}

# Prints the words in backticks, outside of blocks of code, that look like a path of a file or folder of this project.
# The new files of the HowTos are left out.
paths() {
    # shellcheck disable=SC2016 # backticks are meant as they are
    awk '/^ *```/ { code = !code } !code' "$1" | sed 's/`[^`]*`, a new file//' | grep -oE '`[^`]+`' | tr -d '`' |
        grep -xE '[A-Za-z0-9_][A-Za-z0-9_.*-]*(/[A-Za-z0-9_.*-]*)+|[a-z0-9_]+\.(h|c|cl|def|sh|pml|py|cu|cpp)' |
        grep -vE '^build/|^(first|queue)\.c$|NAME|^x/y' | sort -u
}

# Succeeds if path $2 in document $1 exists: from the root, from the document's folder, or, for a bare name, anywhere.
files=" $(find src cl include tests tools -type f | sed 's|.*/||' | sort -u | tr '\n' ' ') "
is_there() {
    for at in "$2" "$(dirname "$1")/$2"; do
        for file in $at; do [ ! -e "$file" ] || return 0; done
    done
    case $files in *" $2 "*) return 0 ;; *) return 1 ;; esac
}

# Prints the links and paths of document $1 that lead nowhere, and its lines that are too long.
links() {
    folder=$(dirname "$1")
    awk '/^ *```/ { code = !code } !code' "$1" | grep -oE '\]\([^)]+' | cut -c3- | grep -v '^https\?:' | sort -u |
    while read -r link; do
        file=${link%%#*}
        [ -n "$file" ] && file=$folder/$file || file=$1
        [ -e "$file" ] || { echo "$1 links to $link, which is not there" && continue; }
        case $link in
        *'#'*) anchors "$file" | grep -qxF -e "${link#*#}" || echo "$1 links to $link, which is not a heading there" ;;
        esac
    done
    paths "$1" | while read -r path; do
        is_there "$1" "$path" || echo "$1 names $path, which is not there"
    done
    awk '{ columns = $0; gsub(/[\200-\277]/, "", columns) } # keeps one byte of each UTF-8 character
         !/^\|/ && length(columns) > 120 { print FILENAME ": line " FNR " has " length(columns) " columns" }' "$1"
}

# Prints the columns that document $1 names and that are not in the first comment of their table: "column `x` of `y.def`",
# or "`y.def`: ..." with "column `x`" before the next dash.
columns() {
    # shellcheck disable=SC2016 # backticks are meant as they are
    tr '\n' ' ' <"$1" | grep -oE 'column `[a-z_]+` of `[a-z_/]+\.def`|`[a-z_/]+\.def`:[^-]*' | while read -r words; do
        table=src/table/$(echo "$words" | grep -oE '[a-z_]+\.def' | head -n 1)
        for name in $(echo "$words" | grep -oE 'column `[a-z_]+' | sed 's/.*`//'); do
            sed '/\*\//q' "$table" | grep -qE "(^ \*   |  )$name( |$)" || echo "$1: $table has no column $name"
        done
    done
}

# Prints a README up to its first HowTo.
before_howtos() { sed '/^## HowTo/,$d' "$1"; }

# named README NAME...: prints each name that is not in backticks in that README, as a file or folder. HowTos do not
# count.
named() {
    readme=$1 && shift
    [ -e "$readme" ] || { echo "$readme is not there" && return; }
    for name in "$@"; do
        before_howtos "$readme" | grep -qE "\`([a-z_]+/)*$name(\.[a-z]+|/)\`" || echo "$readme does not name $name"
    done
}

# rows README NAME...: prints each name that is not in backticks in the first column of a table in that README.
rows() {
    readme=$1 && shift
    for name in "$@"; do
        before_howtos "$readme" | grep -qE "^\|[^|]*\`$name\`" || echo "no table of $readme has a row for $name"
    done
}
units() {
    find "$1" -type f -name '*.*' ! -name README.md ! -name CMakeLists.txt | sed 's|.*/||; s/\..*//' | sort -u
}
# Prints the enumerators of clscan_$1 in the public header, without prefix and in lower case.
enumerators() {
    sed -n "s/^ *CLSCAN_$1_\([A-Z_]*\) = [0-9].*/\1/p" include/clscan/clscan.h | grep -vx AUTO | tr '[:upper:]' '[:lower:]'
}
folders() { find "$1" -mindepth 1 -maxdepth 1 -type d | sed 's|.*/||' | sort; }

export LC_ALL=C
wrong=$(
    for document in $documents; do links "$document"; columns "$document"; done
    # shellcheck disable=SC2046 # names are words
    {
        named src/README.md $(units src)
        named cl/README.md $(units cl)
        named tests/README.md $(folders tests)
        rows cl/README.md $(enumerators STRATEGY) $(enumerators GROUP)
        rows include/clscan/README.md $(enumerators OP)
    }
    for task in $(enumerators TASK | tr '[:lower:]' '[:upper:]'); do
        grep -q "^|.*\`CLSCAN_TASK_$task\`" include/clscan/README.md || echo "no table of the guide has CLSCAN_TASK_$task"
    done
    for file in tools/examples/*.c; do
        grep -q "^|.*\[\`${file##*/}\`\]" include/clscan/README.md || echo "no table of the guide has ${file##*/}"
    done
    examples=$(find tools/examples -name '*.c' | grep -c .)
    grep -q "has $examples complete programs" README.md || echo "README.md does not say that there are $examples examples"
    [ "$(wc -c <README.md)" -le 10240 ] || echo "README.md has more than 10 KB"
    [ "$(wc -l <README.md)" -le 150 ] || echo "README.md has more than 150 lines"
    awk -F ' *\\| *' '
        /^\| \| clscan \|/ { table = 1 }
        !/^\|/ { table = 0 }
        table && $3 ~ /yes/ { n++ }
        table && $3 ~ /yes/ && $3 !~ /\]\(..\/..\/tests\// { print "no test: " $2 }
        END { if (!n) print "no table of what others can do" }' tools/peers/README.md
)
[ -z "$wrong" ] || { printf '%s\n' "$wrong" && exit 1; }
# shellcheck disable=SC2086 # names are words
printf 'checked:%s\n' "$(printf ' %s' $documents)"
