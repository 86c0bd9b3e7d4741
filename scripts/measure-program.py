#!/usr/bin/env python3
"""What a program's fixes are worth: it is built as it is and fixed, both are run, and each kernel is timed in both.

  measure-program.py [options] MAIN.cu [-- ARGS...]

  --fixed FOLDER     a copy of --root in which the fixes are made already; else a copy is made, and smemlint --fix run in it
  --root FOLDER      the folder that the program is in and that is copied (its own)
  --smemlint PROGRAM build/smemlint
  --unsafe           with --unsafe-fixes
  --flags FLAGS      nvcc's, beside -O2 -arch=native; FLAGS and MAIN.cu are relative to --root
  --launches N       the first N launches are timed (200)
  --name NAME        in the table (MAIN.cu)

Needs a GPU, nvcc and ncu.  Prints a table: for each kernel its launches, their microseconds before and after (ncu's
gpu__time_duration at its fixed clock, the less of two runs), the ratio, and the wavefronts of shared memory before and after;
and whether the outputs are the same in all lines that several runs of the program as it is have in common.  Exit status: 0 the
same, 1 not, 2 something could not be built or run."""
import argparse
import collections
import csv
import os
import shlex
import shutil
import subprocess
import sys
import tempfile

TIME = "gpu__time_duration.sum"
WAVEFRONTS = "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum"
NANOSECONDS = {"ns": 1, "nsecond": 1, "us": 1e3, "usecond": 1e3, "ms": 1e6, "msecond": 1e6, "s": 1e9, "second": 1e9}
LIMIT = 300  # seconds, for each run
RUNS = 4  # of the program as it is, to see which lines of its output are the same each time


def fail(text):
    sys.exit(print(f"measure-program: {text}", file=sys.stderr) or 2)


def call(command, folder):
    try:
        return subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=LIMIT)
    except subprocess.TimeoutExpired:
        fail(f"more than {LIMIT} s: {' '.join(command)}")


def build(folder, main, flags, out):
    done = call(["nvcc", "-O2", "-arch=native", "-lineinfo", *flags, "-o", out, main], folder)
    if done.returncode:
        fail(f"{main} does not build in {folder}:\n{done.stdout.decode(errors='replace')[-2000:]}")


def lines_of(program, arguments, folder):
    done = call([program, *arguments], folder)
    text = done.stdout.decode(errors="replace").replace(os.path.dirname(program), "")
    return [f"status {done.returncode}"] + text.splitlines()


def differences(runs, fixed):
    """Lines of `fixed` that are others than in all runs; those that differ between runs, such as times, say nothing."""
    if any(len(run) != len(runs[0]) for run in runs):
        return []
    if len(fixed) != len(runs[0]):
        return fixed
    return [line for line, *before in zip(fixed, *runs) if line not in before and len(set(before)) == 1]


def profile(program, arguments, folder, launches):
    """{kernel: [launches, nanoseconds, wavefronts]}, in the order in which they are launched."""
    done = call(["ncu", "--csv", "--page", "raw", "--metrics", f"{TIME},{WAVEFRONTS}", "-c", str(launches), program, *arguments],
                folder)
    text = done.stdout.decode(errors="replace").splitlines()
    start = next((i for i, line in enumerate(text) if line.startswith('"ID"')), None)
    if start is None:
        fail("ncu measured nothing:\n" + "\n".join(text[-20:]))
    rows = list(csv.DictReader(text[start:]))
    kernels = collections.OrderedDict()
    for row in rows[1:]:  # the first has the units
        total = kernels.setdefault(row["Kernel Name"], [0, 0.0, 0])
        total[0] += 1
        total[1] += float(row[TIME].replace(",", "")) * NANOSECONDS[rows[0][TIME]]
        total[2] += int(float(row[WAVEFRONTS].replace(",", "")))
    return kernels


def fixed_copy(options, scratch):
    if options.fixed:
        return os.path.abspath(options.fixed)
    copy = os.path.join(scratch, "fixed")
    shutil.copytree(options.root, copy, symlinks=True)
    command = [os.path.abspath(options.smemlint), "--fix", "--fix-headers", options.main]
    call(command + ["--unsafe-fixes"] * options.unsafe + ["--", *shlex.split(options.flags)], copy)
    return copy


def main():
    words = argparse.ArgumentParser()
    words.add_argument("main")
    words.add_argument("--fixed")
    words.add_argument("--root")
    words.add_argument("--smemlint", default="build/smemlint")
    words.add_argument("--unsafe", action="store_true")
    words.add_argument("--flags", default="")
    words.add_argument("--launches", type=int, default=200)
    words.add_argument("--name")
    given = sys.argv[1:]
    arguments = given[given.index("--") + 1:] if "--" in given else []
    options = words.parse_args(given[:given.index("--")] if "--" in given else given)
    if not options.root:
        options.root, options.main = os.path.split(os.path.abspath(options.main))
    root, flags = os.path.abspath(options.root), shlex.split(options.flags)
    folder = os.path.dirname(options.main)
    with tempfile.TemporaryDirectory() as scratch:
        fixed = fixed_copy(options, scratch)
        programs = []  # of one name, since many print it
        for when, at in (("before", root), ("now", fixed)):
            os.mkdir(os.path.join(scratch, when))
            programs.append((os.path.join(scratch, when, "program"), at))
            build(at, options.main, flags, programs[-1][0])
        before = [lines_of(programs[0][0], arguments, os.path.join(root, folder)) for _ in range(RUNS)]
        other = differences(before, lines_of(programs[1][0], arguments, os.path.join(fixed, folder)))
        runs = [[profile(out, arguments, os.path.join(at, folder), options.launches) for _ in range(2)] for out, at in programs]
    print("program\tkernel\tlaunches\tbefore_us\tafter_us\tbefore/after\twavefronts\tafter_wavefronts\tsame_output")
    for kernel, (launches, _, wavefronts) in runs[0][0].items():
        if not all(kernel in run for of in runs for run in of):
            fail(f"{kernel} was not launched in all runs")
        before, after = (min(run[kernel][1] for run in of) / 1e3 for of in runs)
        print(f"{options.name or options.main}\t{kernel}\t{launches}\t{before:.2f}\t{after:.2f}\t{before / after:.3f}\t{wavefronts}\t"
              f"{runs[1][0][kernel][2]}\t{'no' if other else 'yes'}")
    for line in other:
        print(f"measure-program: the output has now: {line}", file=sys.stderr)
    return bool(other)


sys.exit(main())
