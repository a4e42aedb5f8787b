"""Runs PyOpenCL's InclusiveScanKernel. Its arguments and its output are those of peer.hpp."""
import sys
import time

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
from pyopencl.scan import InclusiveScanKernel

FEWEST, MOST, ENOUGH_SECONDS, SMALL = 5, 100, 0.2, 1 << 20


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


def main(device, _, type_name, folder, count):
    platform, number = map(int, device.split(":"))
    context = cl.Context([cl.get_platforms()[platform].get_devices()[number]])
    queue = cl.CommandQueue(context)
    data = np.fromfile(f"{folder}/numbers", np.float32 if type_name == "float" else np.int32, int(count))
    source = cl_array.to_device(queue, data)
    target = cl_array.empty_like(source)
    scan = InclusiveScanKernel(context, data.dtype, "a+b", neutral="0")

    def enqueue():
        scan(source, target, queue=queue)

    timed(enqueue, queue, 1)
    one = timed(enqueue, queue, 1)
    calls = max(5, min(500, int(0.02 / one)))
    call = "-"
    if len(data) <= SMALL:
        bursts = repeat(lambda: timed(enqueue, queue, calls))
        call = f"{bursts[len(bursts) // 2]:.4g}"
    wall = repeat(lambda: timed(enqueue, queue, 1))
    right = np.array_equal(target.get(), np.cumsum(data, dtype=data.dtype))
    print("pyopencl", len(data), f"{wall[len(wall) // 2]:.4g}", f"{wall[0]:.4g}", call, "-", "ok" if right else "WRONG")


main(*sys.argv[1:])
