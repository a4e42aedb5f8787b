# Formats: the tool recognizes a format by the file's name or by its first bytes.
. "$(dirname "$0")/common.sh"

{ npy '<i4' '(3,)' && i4 1 2 3; } >three.npy
i4 1 2 3 >three.raw
printf '1\n2\n3\n' >three.txt

# Inputs without a file name suffix are npy or text, depending on the first bytes: stdin by any of its names, a named
# pipe, and a process substitution.
mkfifo pipe
for in in three.txt three.npy; do
    for name in - /dev/stdin /dev/fd/0; do
        "$CLSCAN" scan $name - <$in >stdout 2>stderr || failed "$name from $in"
        prints "1 3 6"
        # shellcheck disable=SC2002 # a pipe, not a file
        cat $in | "$CLSCAN" scan $name /dev/stdout >stdout 2>stderr || failed "$name from a pipe of $in"
        prints "1 3 6"
    done
    cat $in >pipe &
    expect 0 scan pipe -
    prints "1 3 6"
    bash -c '"$1" scan <(cat "$2") >(cat >substituted); wait $!' bash "$CLSCAN" $in 2>stderr || failed "substituted $in"
    tr '\n' ' ' <substituted >stdout
    [ "$(cat stdout)" = "1 3 6 " ] || failed "process substitution of $in"
done
printf 'a\nb\nb\n' >keys.txt
bash -c '"$1" scan --by-key <(cat keys.txt) three.txt -' bash "$CLSCAN" >stdout 2>stderr || failed "substituted keys"
prints "1 2 5"

# A suffix decides the format of a pipe, too.
mkfifo pipe.raw
cat three.raw >pipe.raw &
expect 0 scan --type int pipe.raw -
prints "1 3 6"

# Well-known formats that the tool does not read are recognized by their first bytes. The message says how to convert
# them.
# foreign TEXT BYTE...: an input that begins with these bytes is refused with TEXT, unless the format is raw.
foreign() {
    kind=$1
    shift
    { bytes "$@" && i4 1 2 3 4; } >foreign
    for suffix in .txt .npy .gz ''; do
        cp foreign in$suffix
        refuses "in$suffix: is $kind" scan --type int in$suffix out
    done
    refuses "in.txt: is $kind" scan --by-key in.txt three.txt
    refuses "in.txt: is $kind" scan --segment-by in.txt three.txt
    refuses "in.txt: is $kind" scan --segment-by offsets:in.txt three.txt
    refuses "in.txt: is $kind" scan --from text in.txt
    "$CLSCAN" scan <foreign >stdout 2>stderr && failed "$kind of stdin"
    says stderr "stdin: is $kind"
    cp foreign in.raw
    expect 0 scan --type uchar in.raw out
    expect 0 scan --type uchar --from raw in.txt out
}
foreign "a zip archive, as .npz files are" 80 75 3 4
foreign "compressed by gzip: scan what \`gzip -dc\` makes of it" 31 139
foreign "compressed by xz" 253 55 122 88 90 0
foreign "compressed by bzip2" 66 90 104
foreign "compressed by zstd" 40 181 47 253
foreign "text in UTF-16: scan what \`iconv -f UTF-16 -t UTF-8\` makes of it" 255 254
foreign "text in UTF-16" 254 255
printf '1\0\n\0' >in.txt
refuses "--from raw reads binary data" scan in.txt
passed
