"""How tools/figures/run and tools/figures/page measure: they run clscan bench, the programs of this folder, and
tools/peers/run, and read the times that these print."""
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[2]
CLSCAN = ROOT / "build/release/tools/clscan/clscan"
WORK = ROOT / "build/figures"
device = []  # -d DEVICE
told = []  # messages about what tools/peers/run skips, which are printed once


def prepare():
    """Sets the environment of all measurements, and builds the library and the tool."""
    if os.environ.get("CLSCAN_CUB"):
        os.environ["CLSCAN_CUB"] = str(Path(os.environ["CLSCAN_CUB"]).absolute())
    os.environ["CLSCAN_TUNING"] = ""  # ignore tuning rows that the user has stored
    os.environ.setdefault("POCL_AFFINITY", "1")  # without it PoCL's threads sometimes share one core
    os.environ.setdefault("POCL_CACHE_DIR", str(ROOT / "build/pocl-cache"))
    for folder in os.environ["POCL_CACHE_DIR"], WORK:
        Path(folder).mkdir(parents=True, exist_ok=True)
    run("tools/build", "release")


def run(*command, env=None, may_skip=False):
    """Returns the command's output. Exits if the command fails. With `may_skip`, status 2 is not a failure: the command
    has said that the device's memory is too small."""
    done = subprocess.run(list(map(str, command)), cwd=ROOT, stdout=subprocess.PIPE, text=True, env=env)
    if done.returncode not in ((0, 2) if may_skip else (0,)):
        sys.exit(2)
    return done.stdout


def bench(*options, may_skip=False):
    """Returns the JSON objects that clscan bench prints, in its order."""
    lines = run(CLSCAN, "bench", "--json", *device, *options, may_skip=may_skip).splitlines()
    return [json.loads(line) for line in lines]


def over(point, yardstick):
    """Returns the scan's time divided by the yardstick's time."""
    return point["scan_seconds"] / point[yardstick + "_seconds"]


def steady(yardstick, *options):
    """Returns for each point of the bench the median of over() in five runs."""
    runs = [bench(*options) for _ in range(5)]
    return [median(over(point, yardstick) for point in same) for same in zip(*runs)]


def is_gpu():
    return bench("--size", 1, "--samples", 1)[0]["host_threads"] == 0


def copy(gpu):
    return "copy" if gpu else "host_copy"


def compiled(name, *options):
    """Compiles a program of this folder, and returns its path."""
    program = WORK / name
    run("cc", "-O3", "-march=native", "-std=c99", "-DCL_TARGET_OPENCL_VERSION=120", *options, "-Iinclude",
        "-Itools/clscan", f"tools/figures/{name}.c", "tools/clscan/common/statistics.c", "-o", program,
        "-Lbuild/release/src", "-lclscan", "-lOpenCL", "-lpthread", "-lm", "-ldl")
    return program


def on_device():
    return os.environ | ({"CLSCAN_DEVICE": device[1]} if device else {})


def has_cuda():
    smi = shutil.which("nvidia-smi")
    return bool(shutil.which("nvcc") and smi and not subprocess.run([smi], stdout=subprocess.DEVNULL).returncode)


def beside(others, powers, *options):
    """Runs tools/peers/run with clscan and `others`. Returns the names of the others, or of CUB's versions, and for
    each name, type and power of two the median times of one call with its wait, of each of many calls, and by the
    device's clock. A time may be None."""
    sizes = ",".join(f"2^{power}" for power in powers)
    said = run("tools/peers/run", *device, "--peers", f"clscan,{others}", "--size", sizes, *options)
    for skipped in re.findall("^skipped: .*", said, re.M):
        if skipped not in told:
            told.append(skipped)
            print(skipped, file=sys.stderr, flush=True)
    passes = {}
    for line in (ROOT / "build/peers/results").read_text().splitlines():
        name, type_name, count, wall, _, call, clock, _ = line.split()
        passes.setdefault((name, type_name, int(count).bit_length() - 1), []).append((wall, call, clock))

    def typical(column):
        numbers = [float(number) for number in column if number != "-"]
        return median(numbers) if numbers else None

    times = {point: [typical(column) for column in zip(*lines)] for point, lines in passes.items()}
    return sorted({name for name, *_ in times} - {"clscan"}), times
