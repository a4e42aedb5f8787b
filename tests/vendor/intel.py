"""ocloc, the offline compiler of Intel's OpenCL driver for GPUs."""
import glob
import os
import re
import shutil
import struct
import subprocess
import tempfile

NAME = 'Intel'

# tools/setup unpacks Debian's packages here instead of installing them, so that the machine does not get the driver.
UNPACKED = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../build/vendor/intel')


class Compiler:
    def __init__(self, program, environment):
        self.program, self.environment, self.version = program, environment, 'ocloc'

    def knows(self, target):
        return self.kernels('kernel void nothing(void) {}\n', target, '-cl-std=CL3.0', 1)[1] is None

    def compile(self, text, target, options, folder):
        """Writes the files k and k.spv to the folder. Returns None, or the compiler's messages if it fails."""
        with open(folder + '/k.cl', 'w', encoding='utf-8') as file:
            file.write(text)
        run = subprocess.run([self.program, 'compile', '-file', 'k.cl', '-output', 'k', '-output_no_suffix', '-device',
                              target, '--format', 'zebin', '-options', options], cwd=folder, env=self.environment,
                             capture_output=True, text=True)
        done = run.returncode == 0 and os.path.exists(folder + '/k')
        return None if done else run.stdout + run.stderr

    def kernels(self, text, target, options, wg_size):
        del wg_size
        with tempfile.TemporaryDirectory() as folder:
            errors = self.compile(text, target, options, folder)
            if errors is not None:
                return None, errors
            with open(folder + '/k', 'rb') as file:
                about = _section(file.read(), b'.ze_info').decode().split('\nkernels_misc_info')[0]
        return [_kernel(part) for part in re.split(r'\n  - name:', about)[1:]], None


def find(work):
    del work
    environment = dict(os.environ)
    for library in glob.glob(UNPACKED + '/usr/lib/*/libocloc.so'):
        environment['LD_LIBRARY_PATH'] = os.path.dirname(library)
    program = shutil.which('ocloc', path=UNPACKED + '/usr/bin') or shutil.which('ocloc')
    if not program:
        return None, "no ocloc (of Debian's package intel-opencl-icd)"
    compiler = Compiler(program, environment)
    return (compiler, None) if compiler.knows('tgllp') else (None, program + ' compiles nothing for tgllp')


def _section(elf, wanted):
    """Returns the bytes of a section of a 64-bit ELF file, or no bytes if there is no such section."""
    headers, = struct.unpack_from('<Q', elf, 40)
    size, count, names = struct.unpack_from('<HHH', elf, 58)
    sections = [struct.unpack_from('<IIQQQQ', elf, headers + i * size) for i in range(count)]
    for name, _, _, _, offset, length in sections:
        begin = sections[names][4] + name
        if elf[begin:elf.index(b'\0', begin)] == wanted:
            return elf[offset:offset + length]
    return b''


def _number(part, key):
    found = re.search(r'\n *' + key + r': +(\d+)', part)
    return int(found.group(1)) if found else 0


def _kernel(part):
    buffers = re.findall(r'usage: +(\w+)\n +size: +(\d+)', part)
    scratch = sum(int(size) for _, size in buffers)
    spilled = sum(int(size) for usage, size in buffers if usage == 'spill_fill_space')
    simd, local = _number(part, 'simd_size'), _number(part, 'slm_size')
    return {'name': part.split()[0], 'scratch': scratch, 'spilled': spilled, 'local': local, 'occupancy': simd,
            'report': f"{_number(part, 'grf_count')} registers, {local} bytes of local memory, {scratch} of scratch: "
                      f'sub-groups of {simd}'}
