"""clang for amdgcn, with ROCm's device libraries. AMD's OpenCL driver compiles with another release of them."""
import glob
import os
import re
import shutil
import subprocess

NAME = 'AMD'

# For one compute unit as OpenCL counts them (on RDNA, a work-group processor): the number of SIMDs, the most waves of a
# SIMD, the vector registers of a lane of a SIMD, the granule of their allocation, and the bytes of local memory.
UNITS = {
    'gfx906': (4, 10, 256, 4, 64 << 10),
    'gfx90a': (4, 8, 512, 8, 64 << 10),
    'gfx942': (4, 8, 512, 8, 64 << 10),
    'gfx1030': (4, 16, 1024, 8, 128 << 10),
    'gfx1100': (4, 16, 1536, 24, 128 << 10),
}
LOCAL_GRANULE = 512

# The device libraries have a file for each target, with its number. Debian 12 lacks the files of the newest targets.
ISA_NUMBERS = {'gfx942': 9402, 'gfx1100': 11000}


def _libraries():
    for folder in glob.glob('/usr/lib/*/amdgcn/bitcode') + glob.glob('/opt/rocm*/amdgcn/bitcode'):
        if os.path.exists(folder + '/opencl.bc'):
            return folder
    return None


class Compiler:
    def __init__(self, clang, libraries, work):
        self.clang, self.libraries = clang, work + '/bitcode'
        self.version = 'clang ' + subprocess.run([clang, '-dumpversion'], capture_output=True, text=True,
                                                 check=True).stdout.strip()
        os.makedirs(self.libraries, exist_ok=True)
        for path in glob.glob(libraries + '/*.bc'):
            os.symlink(path, self.libraries + '/' + os.path.basename(path))
        for target, number in ISA_NUMBERS.items():
            self._add_number(target[3:], number)

    def _add_number(self, name, number):
        path = f'{self.libraries}/oclc_isa_version_{name}.bc'
        if not os.path.exists(path):
            subprocess.run([self.clang, '-x', 'cl', '-target', 'amdgcn-amd-amdhsa', '-nogpulib', '-emit-llvm', '-c',
                            '-', '-o', path], input=f'const __constant int __oclc_ISA_version = {number};\n',
                           text=True, check=True)

    def knows(self, target):
        return self.try_to_compile('kernel void nothing(void) {}\n', target, '-cl-std=CL2.0')[1] is None

    def try_to_compile(self, text, target, options):
        """Returns the assembly and None, or if the compilation fails anything and the compiler's messages."""
        run = subprocess.run([self.clang, '-x', 'cl', '-target', 'amdgcn-amd-amdhsa', '-mcpu=' + target, '-O3',
                              '-Xclang', '-finclude-default-header', '--rocm-device-lib-path=' + self.libraries,
                              *options.split(), '-S', '-', '-o', '-'], input=text, capture_output=True, text=True)
        return run.stdout, None if run.returncode == 0 else run.stderr

    def kernels(self, text, target, options, wg_size):
        assembly, errors = self.try_to_compile(text, target, options)
        if errors:
            return None, errors
        return [_kernel(part, target, wg_size) for part in _metadata(assembly)], None


def find(work):
    """Returns a compiler that can read the device libraries and None, or None and the reason."""
    libraries = _libraries()
    if not libraries:
        return None, "no device libraries of ROCm (Debian's package rocm-device-libs)"
    for name in ('clang-19', 'clang-18', 'clang-17', 'clang-16', 'clang-15', 'clang'):
        if shutil.which(name):
            shutil.rmtree(work + '/bitcode', ignore_errors=True)
            try:
                compiler = Compiler(name, libraries, work)
            except subprocess.CalledProcessError:
                continue
            if compiler.knows('gfx906'):
                return compiler, None
    return None, 'no clang that can read ' + libraries


def _metadata(assembly):
    """Returns the metadata of each kernel in the code object."""
    notes = assembly[assembly.find('.amdgpu_metadata'):]
    return re.split(r'\n  - \.a(?=gpr_count|rgs)', notes)[1:]


def _number(part, key):
    found = re.search(r'\.' + key + r': +(\d+)', part)
    return int(found.group(1)) if found else 0


def _kernel(part, target, wg_size):
    simds, most, registers, granule, local = UNITS[target]
    vector, scalar = _number(part, 'vgpr_count'), _number(part, 'sgpr_count')
    scratch, used = _number(part, 'private_segment_fixed_size'), _number(part, 'group_segment_fixed_size')
    spills = _number(part, 'vgpr_spill_count')
    waves = min(most, registers // max(granule, -(-vector // granule) * granule))
    groups = simds * waves // -(-wg_size // _number(part, 'wavefront_size'))
    if used:
        groups = min(groups, local // (-(-used // LOCAL_GRANULE) * LOCAL_GRANULE))
    return {'name': re.search(r'\.name: +(\w+)', part).group(1), 'scratch': scratch, 'spilled': 4 * spills, 'local': used,
            'occupancy': groups,
            'report': f'{vector} vector and {scalar} scalar registers, {used} bytes of local memory, {scratch} of '
                      f'scratch: {groups} work-groups a compute unit'}
