# Formats: how the tool recognizes them, by name and by the first bytes.
. "$(dirname "$0")/common.sh"

{ npy '<i4' '(3,)' && i4 1 2 3; } >three.npy
i4 1 2 3 >three.raw
printf '1\n2\n3\n' >three.txt

# What has no name of its own is npy or text, as it begins: stdin by any name, a named pipe, a process substitution.
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

# The suffix of a format decides for a pipe, too.
mkfifo pipe.raw
cat three.raw >pipe.raw &
expect 0 scan --type int pipe.raw -
prints "1 3 6"
passed
