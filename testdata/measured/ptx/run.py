"""Runs every case of kernels.py once, which compiles it, and once where a profiler looks: run.py FOLDER [NAME ...]

FOLDER gets what each compiler wrote: NAME.KERNEL.ptx, without its debug information but for lines, and the machine code
that ran, NAME.KERNEL.cubin.
"""
import glob
import os
import re
import sys
import tempfile

CACHE = tempfile.mkdtemp()
os.environ['TRITON_CACHE_DIR'] = CACHE
os.environ['TORCHINDUCTOR_CACHE_DIR'] = CACHE + '/inductor'

import torch  # noqa: E402  (reads the environment)
import kernels  # noqa: E402


def short(text):
    """The PTX without the sections of debug information, and with no folder of this machine."""
    text = re.sub(r'^\s*\.section[^{]*\{[^}]*\}\n?', '', text, flags=re.M)
    return re.sub(r'^(\s*\.file\s+\d+\s+)"([^"]*)"', lambda m: '%s"%s"' % (m[1], place(m[2])), text, flags=re.M)


def place(path):
    return '/usr/lib/python3/' + path[path.index('site-packages'):] if 'site-packages' in path else os.path.basename(path)


def keep(folder, name, kernel, text, cubin):
    stem = '%s/%s.%s' % (folder, name, kernel)
    with open(stem + '.ptx', 'w') as out:
        out.write(short(text))
    with open(stem + '.cubin', 'wb') as out:
        out.write(open(cubin, 'rb').read())


def found():
    return {p for p in glob.glob(CACHE + '/**/*.ptx', recursive=True) if os.path.exists(p[:-4] + '.cubin')}


def compile_case(folder, name):
    """Its call; None: it could not be compiled."""
    before = found()
    try:
        call = kernels.CASES[name]()
        call()
        torch.cuda.synchronize()
    except Exception as problem:  # whatever a compiler may throw
        print('%s: %s: %s' % (name, type(problem).__name__, str(problem)[-500:]), flush=True)
        return None
    for path in found() - before:
        keep(folder, name, os.path.basename(path)[:-4], open(path).read(), path[:-4] + '.cubin')
    if name in kernels.PTX:
        keep(folder, name, name, kernels.PTX[name], kernels.assembled(kernels.PTX[name]))
    return call


def main():
    folder = sys.argv[1]
    os.makedirs(folder, exist_ok=True)
    calls = [compile_case(folder, name) for name in sys.argv[2:] or kernels.CASES]
    torch.cuda.profiler.start()
    for call in calls:
        if call:
            call()
            torch.cuda.synchronize()
    torch.cuda.profiler.stop()
    sys.stdout.flush()
    os._exit(0 if all(calls) else 1)  # numba's and torch's threads are not waited for


main()
