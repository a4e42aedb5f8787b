"""judge.py VENDOR SOURCES MATRIX WORK TARGET...: compiles the programs that the library would build for described
devices with the vendor's compiler, and compares the resources that the kernels need with the file `limits`.

MATRIX is passed to SOURCES, see tests/vendor/sources.c. With "spilling", the test passes if spilling is found."""
import concurrent.futures
import fnmatch
import importlib
import os
import shutil
import subprocess
import sys
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
SKIPPED = 77
OF_THE_COMPILER = 128  # most bytes of local memory that the compiler may add for alignment
PLAIN = 'int_add'  # compiled for all targets; in the short form of the test, each other problem for one target
HELPERS = ('clscan_copy_cells', 'clscan_make_head_bits')  # short kernels that run before a scan


class Program:
    """A line of the index that sources.c writes."""

    def __init__(self, folder, line):
        name, wg_size, local, self.row, self.options, self.what = line.rstrip('\n').split('|')
        self.problem = ':'.join(self.what.split(', ')[2:]).replace(' ', '_')  # for example int_add:reverse
        self.path, self.wg_size, self.local = folder + '/' + name, int(wg_size), int(local)

    def text(self):
        with open(self.path, encoding='utf-8') as file:
            return file.read()


def programs_of(sources, target, matrix, work):
    folder = f'{work}/{target}'
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    run = subprocess.run([sources, target, folder, matrix], capture_output=True, text=True, check=False)
    if run.returncode != 0:
        sys.exit(run.stdout + run.stderr)
    with open(folder + '/index', encoding='utf-8') as file:
        return [Program(folder, line) for line in file]


# ------------------------------------------------------------------------------------------------------- judgement


def read_limits():
    """Returns the lines of the file `limits`: the patterns of the row, problem and target, then the two limits."""
    with open(HERE + '/limits', encoding='utf-8') as file:
        lines = [line.split('#')[0].split() for line in file]
    return [(words[:6], int(words[6]), int(words[7])) for words in lines if words]


def limits_of(limits, program, target):
    """Returns the limits of the first line that matches. If none does, any occupancy is right, but no spilling."""
    words = program.row.split() + [program.problem, target]
    for patterns, occupancy, scratch in limits:
        if all(any(fnmatch.fnmatch(word, one) for one in pattern.split(','))
               for pattern, word in zip(patterns, words)):
            return occupancy, scratch
    return 0, 0


def faults_of(kernel, program, occupancy, scratch):
    if kernel['spilled']:
        yield f"spills {kernel['spilled']} bytes of registers"
    if kernel['scratch'] > scratch:
        yield f"takes {kernel['scratch']} bytes of scratch, where {scratch} are the most"
    if kernel['local'] > program.local + OF_THE_COMPILER:
        yield f"takes {kernel['local']} bytes of local memory, where the library counts on {program.local}"
    if kernel['occupancy'] < occupancy and kernel['name'] not in HELPERS:
        yield f"has an occupancy of {kernel['occupancy']}, where the row was made for {occupancy}"


class Judge:
    def __init__(self, limits):
        self.limits, self.kernels, self.spilling, self.faults = limits, 0, 0, []

    def judge(self, target, program, kernels, errors):
        name = f'{target}, {program.what}'
        if errors is not None:
            self.faults.append(f'{name}: does not compile:\n{errors[-2000:]}\n  see {program.path}')
            return
        limits = limits_of(self.limits, program, target)
        for kernel in kernels:
            self.kernels += 1
            self.spilling += kernel['spilled'] > 0 or kernel['scratch'] > limits[1]
            for fault in faults_of(kernel, program, *limits):
                self.faults.append(f"{name}: {kernel['name']} {fault}\n  {kernel['report']}; {program.row}; "
                                   f'see {program.path}')
            if os.environ.get('VERBOSE'):
                print(f"{name}: {kernel['name']}: {kernel['report']}; {program.row}")


def of_name(program):
    """Returns a number that depends on the problem alone, so that the targets share the problems."""
    return zlib.crc32(program.problem.encode())


def judge_targets(judge, compiler, sources, matrix, work, targets):
    def compiled(job):
        target, program = job
        return (*job, *compiler.kernels(program.text(), target, program.options, program.wg_size))

    known = [target for target in targets if compiler.knows(target)]
    for target in targets:
        if target not in known:
            print(f'{compiler.version} does not know {target}')
    jobs = [(target, program) for t, target in enumerate(known)
            for program in programs_of(sources, target, matrix, work)
            if matrix != 'some' or program.problem == PLAIN or (t + of_name(program)) % len(known) == 0]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for result in pool.map(compiled, jobs):
            judge.judge(*result)


def main(vendor, sources, matrix, work, *targets):
    os.makedirs(work, exist_ok=True)
    compiler, missing = importlib.import_module(vendor).find(work)
    if not compiler:
        print(missing)
        return SKIPPED
    judge = Judge(read_limits())
    judge_targets(judge, compiler, sources, matrix, work, targets)
    if not judge.kernels and not judge.faults:
        print(f"{compiler.version} knows none of {', '.join(targets)}")
        return SKIPPED
    if matrix == 'spilling':
        print(f'{compiler.version}: {judge.spilling} kernels spill, as they must\n' + '\n'.join(judge.faults))
        return 0 if judge.spilling else 1
    print('\n'.join(judge.faults))
    print(f'{compiler.version}: {judge.kernels} kernels, {len(judge.faults)} faults')
    return 1 if judge.faults else 0


if __name__ == '__main__':
    sys.path.insert(0, HERE)
    sys.exit(main(*sys.argv[1:]))
