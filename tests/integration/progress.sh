#!/usr/bin/env bash
# The progress of a long run: on a terminal, and nowhere else.
#   SMEMLINT=build/smemlint SCRATCH=folder progress.sh
set -euo pipefail
. "$(dirname "$0")/common.sh"
need python3

start_scratch
cp testdata/examples/transpose.cu "$SCRATCH/a.cu"
cp testdata/examples/transpose.cu "$SCRATCH/b.cu"
printf '#!/bin/sh\nsleep 3\nexit 1\n' > "$SCRATCH/nvcc" # each file waits for it
chmod +x "$SCRATCH/nvcc"

python3 - "$SMEMLINT" "$SCRATCH" <<'END' || fail "see above"
import os, pty, subprocess, sys
program, folder = sys.argv[1:]
LINE = b'smemlint: ['

def run(terminal, term='xterm', *options):
    ours, theirs = pty.openpty() if terminal else os.pipe()
    child = subprocess.Popen([program, '--cuda-path', 'none', '--no-cache', '-j', '1', f'--codegen={folder}/nvcc', *options, 'a.cu', 'b.cu'],
                             cwd=folder, env=dict(os.environ, TERM=term), stdout=subprocess.PIPE, stderr=theirs)
    os.close(theirs)
    text = b''
    try:
        while data := os.read(ours, 65536):
            text += data
    except OSError: # the other end of a terminal is closed
        pass
    out = child.stdout.read()
    child.wait()
    assert LINE not in out, out
    return text

shown = run(True)
assert LINE + b'--------------------] 0 of 2 files' in shown, shown
assert LINE + b'##########----------] 1 of 2 files, ' in shown, shown
assert b'/s, 0:0' in shown and b'; b.cu: 2 s' in shown, shown
assert all(len(line.split(b'\x1b')[0]) < 80 for part in shown.split(b'\r') for line in part.split(b'\n') if line.startswith(LINE)), shown
for what in (run(False), run(True, 'dumb'), run(True, 'xterm', '-q')):
    assert LINE not in what, what
END
