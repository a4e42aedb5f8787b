# A step that takes longer than a second shows a status line on stderr, if stderr is a terminal.
. "$(dirname "$0")/common.sh"

# If stderr is not a terminal, no status line is shown.
{ sleep 2 && echo 1; } | "$CLSCAN" scan >stdout 2>stderr || failed "slow input"
prints 1
command -v python3 >/dev/null || { passed && exit 0; }

python3 - "$CLSCAN" <<'END' || failed "the line at a terminal"
import os, pty, re, subprocess, sys, time
from concurrent.futures import ThreadPoolExecutor

def scan(seconds, terminal, *arguments, first=b"", stdin=b"1\n2\n", command="scan"):
    """Runs the tool with a terminal as stderr and a slow pipe as stdin. Returns its stdout and its stderr."""
    ours, theirs = pty.openpty()
    tool = subprocess.Popen([sys.argv[1], command, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                            stderr=theirs, env={**os.environ, "TERM": terminal})
    os.close(theirs)
    tool.stdin.write(first)
    tool.stdin.flush()
    time.sleep(seconds)
    tool.stdin.write(stdin)
    tool.stdin.close()
    out, err = tool.stdout.read(), b""
    try:
        while part := os.read(ours, 4096):
            err += part
    except OSError: # the tool has closed its end
        pass
    tool.wait()
    return out, err

tasks = (("selecting", b"1\n2\n", "select", ("--where", "x > 0", "--buffer", "2^20")),
         ("counting", b"1\n1\n", "histogram", ("--bins", "2", "--range", "1,3")),
         ("reducing", b"1\n2\n", "reduce", ("--segment-by", "ones.txt")))
with open("ones.txt", "w") as ones:
    ones.write("1\n1\n")
scan(0, "dumb") # compiles the kernels, so that the next runs do not wait for the compiler
for doing, out, command, options in tasks:
    scan(0, "dumb", *options, command=command)

# The slow runs sleep at the same time.
with ThreadPoolExecutor(len(tasks) + 4) as pool:
    slow = pool.submit(scan, 3.5, "xterm")
    wrong = pool.submit(scan, 2.5, "xterm", stdin=b"one\n")
    begun = pool.submit(scan, 3.5, "xterm", first=b"1\n")
    dumb = pool.submit(scan, 2.5, "dumb")
    busy = [pool.submit(scan, 4.5, "xterm", *options, first=b"1\n", stdin=b"2\n", command=command)
            for doing, out, command, options in tasks]
out, err = slow.result()
assert out == b"1\n3\n", out
assert err.startswith(b"\r\x1b[Kreading stdin: 1 s\r\x1b[Kreading stdin: 2 s"), err
assert err.endswith(b"\r\x1b[K"), err
# An error message starts on a new line.
out, err = wrong.result()
assert b"reading stdin: 2 s\r\x1b[Kclscan: stdin:1: 'one' is not a number\r\n" in err, err
# While elements are scanned, the line has the rate.
out, err = begun.result()
assert out == b"1\n2\n4\n", out
assert re.search(rb"scanning: 2 s, [0-9.e+-]+ MB/s\r", err), err
for (doing, out, command, options), lines in zip(tasks, [run.result() for run in busy]):
    assert lines[0] == out, (command, lines)
    assert re.search(doing.encode() + rb": [0-9]+ s, [0-9.e+-]+ MB/s\r", lines[1]), (command, lines)
# A terminal that cannot clear a line gets no status line.
assert dumb.result()[1] == b""
END
checks=$((checks + 5))
passed
