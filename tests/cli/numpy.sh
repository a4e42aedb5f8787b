# Compares the tool with NumPy and pandas on the same files: cumsum, cumprod, maximum.accumulate, axes, reverse scans
# and groupby().cumsum().
. "$(dirname "$0")/common.sh"

for python in python3 /usr/bin/python3 ''; do
    [ -n "$python" ] || { echo "no NumPy" && exit 77; }
    ! "$python" -c 'import numpy' 2>/dev/null || break
done

"$python" - "$CLSCAN" <<'END' || failed "NumPy and the tool differ"
import os, subprocess, sys
import numpy as np

random = np.random.default_rng(1)
checks = 0

def scan(*arguments):
    trust = [] if os.environ.get("CLSCAN_TEST_WHOLE") else ["--no-self-test"]
    done = subprocess.run([sys.argv[1], "scan", *trust, *arguments], capture_output=True, text=True)
    assert done.returncode == 0, (arguments, done.stderr)

def same(wanted, name, *arguments):
    global checks
    got = np.load(name)
    assert got.shape == wanted.shape and got.dtype == wanted.dtype, (arguments, got.shape, got.dtype, wanted.dtype)
    if got.dtype.kind == "f":
        assert np.allclose(got, wanted, rtol=1e-5 if got.dtype.itemsize == 4 else 1e-12), arguments
    else:
        assert (got == wanted).all(), arguments
    checks += 1

def reversed_axis(f, a, axis):
    return np.flip(f(np.flip(a, axis), axis), axis)

# Every axis of arrays of 1 to 4 dimensions, one of them in reverse; and the flattened array.
functions = {"i4": ("add", np.cumsum), "f8": ("mul", np.cumprod), "u8": ("max", np.maximum.accumulate),
             "f4": ("min", np.minimum.accumulate)}
for shape in [(1000,), (37, 50), (3, 1, 70), (5, 6, 7), (2, 3, 4, 5), (1, 9000), (9000, 1)]:
    for dtype in ["i4", "f8"] if len(shape) % 2 else ["u8", "f4"]:
        a = random.integers(1, 50, shape).astype(dtype)
        if dtype[0] == "f":
            a = (0.9 + a / 250).astype(dtype)
        np.save("in.npy", a)
        op, f = functions[dtype]
        along = f if op in ("max", "min") else (lambda x, axis: f(x, axis, dtype=x.dtype))
        for axis in range(a.ndim):
            scan("--op", op, "--axis", str(axis), "in.npy", "out.npy")
            same(along(a, axis), "out.npy", shape, dtype, op, axis)
        scan("--op", op, "--axis", "-1", "--reverse", "in.npy", "out.npy")
        same(reversed_axis(along, a, a.ndim - 1), "out.npy", shape, dtype, op, "reverse")
    scan("in.npy", "out.npy")
    same(np.cumsum(a, dtype=a.dtype).reshape(shape), "out.npy", shape, dtype, "flat")

# Input in Fortran order and in either byte order. The output is in C order. Shapes share the types.
shared = [">i4", ">f8", "<u2", ">u8"]
for n, shape in enumerate([(70,), (37, 50), (3, 40, 70), (2, 3, 4, 5)]):
    for dtype in shared if os.environ.get("CLSCAN_TEST_WHOLE") else [shared[n], shared[(n + 1) % 4]]:
        a = np.asfortranarray(random.integers(1, 50, shape).astype(dtype))
        native = a.dtype.newbyteorder("=")
        np.save("in.npy", a)
        scan("in.npy", "out.npy")
        same(np.cumsum(a, dtype=native).reshape(shape), "out.npy", shape, dtype, "flat")
        for axis in range(a.ndim):
            scan("--axis", str(axis), "in.npy", "out.npy")
            same(np.cumsum(a, axis, dtype=native), "out.npy", shape, dtype, axis)
            assert np.load("out.npy").flags.c_contiguous

# The type of the scan is wider than the elements, as when NumPy sums bytes, or the output type is narrower.
a = random.integers(0, 256, 100000).astype("u1")
np.save("in.npy", a)
scan("--type", "ulong", "in.npy", "out.npy")
same(np.cumsum(a), "out.npy", "bytes as ulong")
scan("--type", "int", "--out-type", "short", "in.npy", "out.npy")
same(np.cumsum(a, dtype="i4").astype("i2"), "out.npy", "int as short")
np.save("bool.npy", a > 200)
scan("--type", "long", "bool.npy", "out.npy")
same(np.cumsum(a > 200), "out.npy", "booleans")

# Scans with an initial value and a total.
a = random.integers(-1000, 1000, 70001)
np.save("in.npy", a)
scan("--init", "12345", "--total", "total.npy", "in.npy", "out.npy")
same(12345 + np.cumsum(a), "out.npy", "init")
same(np.array([12345 + a.sum()]), "total.npy", "total")

try:
    import pandas as pd
except ImportError:
    print("no pandas: not compared with it")
else:
    # groupby() groups equal keys even if they are not neighbours, so here all equal keys are neighbours.
    for mean in [1, 3, 100, 30000]:
        keys = np.cumsum(random.random(70001) < 1 / mean)
        table = pd.DataFrame({"key": keys, "name": ["k%d" % k for k in keys], "a": a, "b": a[::-1]})
        np.save("keys.npy", keys)
        scan("--by-key", "keys.npy", "in.npy", "out.npy")
        same(table.groupby("key").a.cumsum().to_numpy(), "out.npy", "groupby", mean)
        scan("--by-key", "keys.npy", "--op", "max", "in.npy", "out.npy")
        same(table.groupby("key").a.cummax().to_numpy(), "out.npy", "cummax", mean)
        table.to_csv("table.csv", index=False)
        scan("--by-key", "2", "-f", "3,4", "-t", ",", "--skip", "1", "table.csv", "out.npy")
        same(table.groupby("name")[["a", "b"]].cumsum().to_numpy(), "out.npy", "names", mean)
        np.save("heads.npy", np.diff(keys, prepend=-1) != 0)
        scan("--segment-by", "heads.npy", "--reverse", "in.npy", "out.npy")
        same(table[::-1].groupby("key").a.cumsum()[::-1].to_numpy(), "out.npy", "reverse", mean)
print(checks, "results are NumPy's or pandas'")
END
