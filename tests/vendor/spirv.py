"""Khronos' translator from LLVM to SPIR-V, and the SPIR-V validator: the translated programs must be valid.

The version is SPIR-V 1.3, which shuffles need. Version 1.4 requires that every global variable is listed as an
interface, but the translators of LLVM 14 and 15 do not list the constants that they generate for memset. Pragmas that
unroll a loop a number of times need 1.4, so they are removed."""
import re
import shutil
import subprocess
import tempfile

KERNEL = {'name': 'module', 'scratch': 0, 'spilled': 0, 'local': 0, 'occupancy': 1 << 30, 'report': 'valid'}


class Compiler:
    def __init__(self, release):
        self.version = f'llvm-spirv {release}'
        self.commands = (
            [f'clang-{release}', '-x', 'cl', '-target', 'spir64', '-Xclang', '-finclude-default-header', '-Xclang',
             '-cl-ext=+all', '-Xclang', '-disable-llvm-passes', '-emit-llvm', '-c', '-', '-o', 'k.bc'],
            [f'llvm-spirv-{release}', '--spirv-max-version=1.3', 'k.bc', '-o', 'k.spv'],
            ['spirv-val', '--target-env', 'spv1.3', 'k.spv'])

    def knows(self, target):
        return target == 'tgllp'  # a device with all features of OpenCL 3.0

    def kernels(self, text, target, options, wg_size):
        del target, wg_size
        clang, translate, validate = self.commands
        text = re.sub(r'_Pragma\("unroll \d+"\)', '', text)
        with tempfile.TemporaryDirectory() as folder:
            for command in clang + options.split(), translate, validate:
                run = subprocess.run(command, input=text, cwd=folder, capture_output=True, text=True, check=False)
                if run.returncode != 0:
                    return None, command[0] + ': ' + run.stdout + run.stderr
        return [KERNEL], None


def find(work):
    del work
    if not shutil.which('spirv-val'):
        return None, "no spirv-val (Debian's package spirv-tools)"
    for release in range(22, 13, -1):
        if shutil.which(f'llvm-spirv-{release}') and shutil.which(f'clang-{release}'):
            return Compiler(release), None
    return None, "no llvm-spirv with the clang of its release (Debian's packages llvm-spirv-15 and clang-15)"
