"""What `pip install .` of a checkout builds (pyproject.toml), and with it pre-commit: a package without files that requires the smemlint
of the checkout's version.  LLVM is nothing that pip could build; that smemlint is a wheel of a release (make_wheel.py)."""
import os
import re

from wheel_file import WheelFile


def version():
    with open("CMakeLists.txt", encoding="utf-8") as file:
        return re.search(r"^project\(smemlint VERSION (\S+)", file.read(), re.M).group(1)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    name = f"smemlint_hook-{version()}-py3-none-any.whl"
    wheel = WheelFile(os.path.join(wheel_directory, name), "smemlint_hook", version(), "py3-none-any")
    wheel.finish(f"""Metadata-Version: 2.1
Name: smemlint-hook
Version: {version()}
Summary: The smemlint that a checkout's hooks run
Requires-Dist: smemlint == {version()}
""")
    return name


def build_sdist(sdist_directory, config_settings=None):
    raise NotImplementedError("smemlint is had as a wheel; its source is the repository")
