"""Runs PyOpenCL's InclusiveScanKernel. Its arguments and its output are those of peer.hpp."""
import sys
import time

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
from pyopencl.scan import InclusiveScanKernel

FEWEST, MOST, ENOUGH_SECONDS, BRIEF = 5, 100, 0.2, 10e-3
TYPES = {"int": np.int32, "float": np.float32, "long": np.int64, "double": np.float64, "short": np.int16,
         "uchar": np.uint8}


def repeat(sample):
    seconds, start = [], time.perf_counter()
    while len(seconds) < FEWEST or (len(seconds) < MOST and time.perf_counter() - start < ENOUGH_SECONDS):
        seconds.append(sample())
    return sorted(seconds)


def timed(enqueue, queue, calls):
    start = time.perf_counter()
    for _ in range(calls):
        enqueue()
    queue.finish()
    return (time.perf_counter() - start) / calls


def main(device, _, type_name, folder, *counts):
    platform, number = map(int, device.split(":"))
    context = cl.Context([cl.get_platforms()[platform].get_devices()[number]])
    queue = cl.CommandQueue(context)
    counts = [int(count) for count in counts]
    data = np.fromfile(f"{folder}/numbers", TYPES[type_name], max(counts))
    scan = InclusiveScanKernel(context, data.dtype, "a+b", neutral="0")
    for count in counts:
        measure(scan, type_name, data[:count], queue)


def measure(scan, type_name, data, queue):
    source = cl_array.to_device(queue, data)
    target = cl_array.zeros_like(source)

    def enqueue():
        scan(source, target, queue=queue)

    timed(enqueue, queue, 1)
    one = timed(enqueue, queue, 1)
    call = "-"
    if one < BRIEF:
        calls = max(5, min(500, int(0.02 / one)))
        bursts = repeat(lambda: timed(enqueue, queue, calls))
        call = f"{bursts[len(bursts) // 2]:.4g}"
    wall = repeat(lambda: timed(enqueue, queue, 1))
    right = np.array_equal(target.get(), np.cumsum(data, dtype=data.dtype))
    print("pyopencl", type_name, len(data), f"{wall[len(wall) // 2]:.4g}", f"{wall[0]:.4g}", call, "-",
          "ok" if right else "WRONG", flush=True)


main(*sys.argv[1:])
