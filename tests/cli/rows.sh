# select, partition, unique and runs of each row along an axis by itself. --check compares with plain C, and where there
# is NumPy, it computes the same. The third argument is the folder of the kernel files.
kernels=$3
. "$(dirname "$0")/common.sh"

{ npy '<i4' '(2, 3, 2)' && i4 1 2 1 3 4 3 5 5 6 5 6 0; } >cube.npy
{ npy '|u1' '(2, 3, 2)' && bytes 1 0 0 1 2 1 0 0 1 0 2 0; } >flags.npy
{ npy '|u1' '(2, 3, 2)' && bytes 0 1 2 3 4 5 6 7 8 9 10 11; } >bytes.npy
{ npy '<i4' '(3, 0)'; } >none.npy

# gives FILE LINE...: the text FILE has these lines, with blanks between columns.
gives() {
    file=$1
    shift
    printf '%s\n' "$@" >want.txt
    tr '\t' ' ' <"$file" >got.txt
    same got.txt want.txt
}
# shape FILE SHAPE: the npy FILE has this shape.
shape() {
    head -c 128 "$1" | grep -qaF "'shape': $2" || failed "$1 has not the shape $2"
}

# --- the kept elements of the rows follow each other, and --total has the number of each
set -- --indices index.txt --total total.txt --second bytes.npy --second-out second.txt
expect 0 select --flags flags.npy --axis 1 --check "$@" cube.npy out.txt
says stderr "verified 6 kept elements of 12"
gives out.txt 1 4 3 3 6 6
gives index.txt 0 2 1 2 1 2
gives second.txt 0 4 3 5 8 10
gives total.txt "2 2" "2 0"
expect 0 select --flags flags.npy --axis -1 --reverse --check "$@" cube.npy out.txt
gives out.txt 1 3 3 4 6 6
gives index.txt 0 1 1 0 0 0
gives total.txt "1 1 2" "0 1 1"
expect 0 select --where 'x > 2' --axis 0 --total total.npy --json cube.npy out.npy
shape out.npy "(8,)"
shape total.npy "(3, 2)"
says stdout '"count":12,"rows":6,"kept":8'
printf '%s\n' 3 1 2 9 7 8 >six.txt
expect 0 select --where 'x > 2' --rows 2 --total - six.txt /dev/null
prints "1 1 2"
expect 0 select --where 'x > 2' --axis 0 --total - six.txt /dev/null
prints 4
expect 0 select --where 1 --axis 1 --total total.txt none.npy out.npy
gives total.txt 0 0 0
shape out.npy "(0,)"

# --- a partition keeps the shape
expect 0 partition --flags flags.npy --axis 1 --check "$@" cube.npy out.txt
gives out.txt "1 3" "4 3" "1 2" "6 5" "6 5" "5 0"
gives index.txt "0 1" "2 2" "1 0" "1 0" "2 1" "0 2"
gives second.txt "0 3" "4 5" "2 1" "8 7" "10 9" "6 11"
gives total.txt "2 2" "2 0"
expect 0 partition --three-way --flags flags.npy --axis 1 --check --total total.txt cube.npy out.npy
says stderr "verified parts of 6, 4 and 2 elements"
gives total.txt "1 1 1" "1 2 0" "1 1 1" "3 0 0"
shape out.npy "(2, 3, 2)"
expect 0 partition --where 1 --axis 1 none.npy out.npy
shape out.npy "(3, 0)"

# --- runs end with their row
expect 0 unique --axis 0 --check "$@" cube.npy out.txt
gives total.txt "2 2" "2 2" "2 2"
expect 0 unique --last --axis 1 --by-key flags.npy --check "$@" cube.npy out.txt
gives out.txt 1 1 4 2 3 5 6 6 0
gives total.txt "3 2" "3 1"
expect 0 runs --axis 1 --lengths lengths.txt --check "$@" cube.npy out.txt
gives out.txt 1 4 2 3 5 6 5 0
gives lengths.txt 2 1 1 2 1 2 2 1
gives index.txt 0 2 0 1 0 1 0 2
gives total.txt "2 2" "2 2"
expect 0 runs --axis 1 --min-length 2 --lengths lengths.txt --check "$@" cube.npy out.txt
gives out.txt 1 3 6 5
gives lengths.txt 2 2 2 2
gives index.txt 0 1 1 0
gives total.txt "1 1" "1 1"
for command in "select --flags flags.npy" "partition --flags flags.npy" unique runs; do
    # shellcheck disable=SC2086 # several words
    expect 0 $command --axis 1 --reverse --check --time cube.npy out.npy
    says stderr "of the copy's speed"
done

# --- --check notices wrong elements and sizes
rm -f out.txt
plant wrong task/select_by_flags.h 's/return mask\[i\] != 0/& || i == 1/'
expect 1 select --cl-dir wrong --flags flags.npy --axis 0 --check cube.npy out.txt
says stderr "of row "
[ ! -e out.txt ] || failed "an output of a mismatch"

# --- mistakes
refuses "--axis: 3, but the input has 3 dimensions" select --where 1 --axis 3 cube.npy out.txt
refuses "--rows: the input has 3 dimensions; --axis takes one of them" unique --rows 2 cube.npy out.txt
refuses "--rows: the input has 6 elements, which is not a multiple of 4" runs --rows 4 six.txt out.txt
refuses "--rows and --axis exclude each other" partition --where 1 --rows 2 --axis 0 six.txt out.txt
[ ! -e out.txt ] || failed "something is left of what was refused"

# --- the same as NumPy
for python in python3 /usr/bin/python3 ''; do
    [ -n "$python" ] || { passed && exit 0; }
    ! "$python" -c 'import numpy' 2>/dev/null || break
done
"$python" - "$CLSCAN" <<'END' || failed "NumPy and the tool differ"
import os, subprocess, sys
import numpy as np

random = np.random.default_rng(1)
a = random.integers(0, 4, (3, 7, 2, 5)).astype("i4")
flags = random.integers(0, 3, a.shape).astype("u1")
np.save("a.npy", a)
np.save("f.npy", flags)

def run(command, *arguments):
    """Runs a subcommand along an axis, and returns its results, the indices and the totals."""
    trust = [] if os.environ.get("CLSCAN_TEST_WHOLE") else ["--no-self-test"]
    files = ["--indices", "i.npy", "--total", "t.npy", "a.npy", "o.npy"]
    done = subprocess.run([sys.argv[1], command, *trust, *arguments, *files], capture_output=True, text=True)
    assert done.returncode == 0, (command, arguments, done.stderr)
    return np.load("o.npy"), np.load("i.npy"), np.load("t.npy")

def rows(x, axis):
    x = np.moveaxis(x, axis, -1)
    return x.reshape(-1, x.shape[-1])

def heads(row):
    return np.nonzero(np.r_[True, row[1:] != row[:-1]])[0]

for axis in range(4):
    shape = a.shape[:axis] + a.shape[axis + 1:]
    kept = {"select": [np.nonzero(row)[0] for row in rows(flags, axis)],
            "unique": [heads(row) for row in rows(a, axis)]}
    for command, indices in kept.items():
        options = ["--flags", "f.npy"] if command == "select" else []
        out, index, total = run(command, "--axis", str(axis), *options)
        assert (out == np.concatenate([row[i] for row, i in zip(rows(a, axis), indices)])).all(), (command, axis)
        assert (index == np.concatenate(indices)).all(), (command, axis)
        assert (total == np.reshape([len(i) for i in indices], shape)).all() and total.shape == shape, (command, axis)
    out, index, total = run("partition", "--axis", str(axis), "--flags", "f.npy")
    expected = np.argsort(flags == 0, axis=axis, kind="stable")
    assert (index == expected).all() and (out == np.take_along_axis(a, expected, axis)).all(), axis
    assert (total == (flags != 0).sum(axis)).all(), axis
END
checks=$((checks + 1))
passed
