#!/usr/bin/env python3
"""Makes a wheel of an archive: make_wheel.py smemlint-VERSION-linux-MACHINE.tar.xz FOLDER

The archive's tree goes under the environment's prefix, the program among its scripts; nothing is compiled, and no Python runs with
it.  The name says which C library is the oldest that it runs with."""
import os
import re
import sys
import tarfile

from wheel_file import WheelFile

METADATA = """Metadata-Version: 2.1
Name: smemlint
Version: {version}
Summary: A linter that finds CUDA shared-memory bank conflicts in the source
License: Apache-2.0
Keywords: cuda,shared memory,bank conflict,linter
Classifier: Environment :: Console
Classifier: Operating System :: POSIX :: Linux
Classifier: Topic :: Software Development :: Quality Assurance
Requires-Python: >=3.7
Description-Content-Type: text/markdown

{readme}"""

def files_of(archive):
    """(path below the archive's folder, whether it is executable, bytes) of each file."""
    with tarfile.open(archive) as tar:
        for member in tar:
            if member.isfile():
                yield member.name.split("/", 1)[1], bool(member.mode & 0o100), tar.extractfile(member).read()


def oldest_glibc(contents):
    """The newest minor version of glibc 2 that a symbol is asked of."""
    return max(int(minor) for data in contents if data[:4] == b"\x7fELF" for minor in re.findall(rb"\0GLIBC_2\.(\d+)(?=\0)", data))


def main():
    if len(sys.argv) != 3:
        print("make_wheel.py ARCHIVE FOLDER", file=sys.stderr)
        return 2
    archive, folder = sys.argv[1:]
    named = re.fullmatch(r"smemlint-(.+)-linux-([^-]+)\.tar\.\w+", os.path.basename(archive))
    if not named:
        sys.exit(f"make_wheel: {archive} is not named smemlint-VERSION-linux-MACHINE.tar.xz")
    version, machine = named.groups()
    files = list(files_of(archive))
    tag = f"py3-none-manylinux_2_{oldest_glibc(data for _, _, data in files)}_{machine}"
    path = os.path.join(folder, f"smemlint-{version}-{tag}.whl")
    readme = next(data for name, _, data in files if name.endswith("/README.md")).decode()

    wheel = WheelFile(path + ".new", "smemlint", version, tag)
    for name, is_executable, data in files:
        place = "scripts/smemlint" if name == "bin/smemlint" else f"data/{name}"
        wheel.add(f"{wheel.stem}.data/{place}", data, is_executable)
    wheel.finish(METADATA.format(version=version, readme=readme))
    os.replace(path + ".new", path)
    print(path)
    return 0


sys.exit(main())
