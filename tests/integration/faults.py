#!/usr/bin/env python3
"""Makes the steps of a lint, a fix and a cache write fail, one in each run, and holds what must be true after it:
the program ends with a status of its own and not by a signal, a result that it calls complete is the right one, JSON is whole or
absent, the source is the old or the fixed one, nothing else is left, and the cache gives right answers.

    faults.py [--runs=N] [--by=preload|strace|kill] [SCENARIO...]

--runs takes N steps of each scenario, at even distances, instead of all.  By `preload`, calls of the program to libc fail
(tests/faults.c, built by the test); by `strace`, system calls, libclang's too; by `kill`, the process is killed at a system call.
SMEMLINT and SCRATCH are in the environment, FAULTS is the shared object."""
import argparse
import collections
import errno
import json
import os
import re
import shutil
import signal
import struct
import subprocess
import sys

SMEMLINT = os.path.abspath(os.environ['SMEMLINT'])
SCRATCH = os.path.abspath(os.environ['SCRATCH'])
EXAMPLE = os.path.abspath('testdata/examples/transpose.cu')
PROJECT, CACHE = f'{SCRATCH}/project', f'{SCRATCH}/cache'
COMMON = ['--cuda-path', 'none', '-j1', '-q']
SECONDS = 60
ENVIRONMENT = dict(os.environ, HOME=SCRATCH, XDG_CACHE_HOME=SCRATCH, XDG_CONFIG_HOME=SCRATCH, TMPDIR=SCRATCH,
                   ASAN_OPTIONS='detect_leaks=0:verify_asan_link_order=0:allocator_may_return_null=1')
SCENARIOS = {
    'lint': ['--no-cache', '--format=json', 'tile.cu'],
    'output': ['--no-cache', '--output=sarif:out.sarif', '--output=json:out.json', 'tile.cu'],
    'cache': ['--cache-dir', CACHE, '--format=json', 'tile.cu'],
    'fix': ['--no-cache', '--fix', 'tile.cu'],
}
# System calls that read, write, or ask for memory, and what they may fail with.  (Not brk, which says so
# otherwise, nor close, of which strace leaves out what it does in any case.)
SYSCALLS = {
    'openat': ('EIO', 'EMFILE'), 'read': ('EIO',), 'pread64': ('EIO',), 'write': ('ENOSPC',), 'fsync': ('EIO',), 'rename': ('EIO',),
    'linkat': ('EIO',), 'mkdir': ('ENOSPC',), 'fchmod': ('EPERM',), 'mmap': ('ENOMEM',), 'munmap': ('EINVAL',),
    'clone': ('EAGAIN',), 'clone3': ('EAGAIN',), 'pipe2': ('EMFILE',), 'poll': ('EINTR',), 'wait4': ('EINTR',),
    'getdents64': ('EIO',), 'newfstatat': ('EIO',), 'readlink': ('EIO',), 'getcwd': ('ENOENT',), 'unlink': ('EIO',),
}


def set_up():
    shutil.rmtree(PROJECT, ignore_errors=True)
    shutil.rmtree(CACHE, ignore_errors=True)
    os.makedirs(f'{PROJECT}/.git')
    shutil.copy(EXAMPLE, f'{PROJECT}/tile.cu')


def run(words, env=(), before=()):
    return subprocess.run([*before, SMEMLINT, *COMMON, *words], cwd=PROJECT, env={**ENVIRONMENT, **dict(env)}, text=True,
                          errors='replace', stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS)


def read(path):
    with open(path, 'rb') as file:
        return file.read()


def files_of(folder):
    return sorted(os.path.relpath(os.path.join(at, name), folder) for at, _, names in os.walk(folder) for name in names)


class Expected:
    """What a run without failures gives."""

    def __init__(self, name):
        set_up()
        self.words = SCENARIOS[name]
        done = run(self.words)
        assert done.returncode in (0, 1), done.stderr
        self.status, self.out = done.returncode, done.stdout
        self.written = {file: read(f'{PROJECT}/{file}') for file in files_of(PROJECT)}

    def problems(self, done):
        """Of a run that failed somewhere; none if all is well."""
        is_killed = done.returncode == -signal.SIGKILL or 'crashed on it (Killed)' in done.stdout + done.stderr + self.outputs()
        if is_killed: # what it left is whole, and goes with the next run
            yield from self.damaged()
            done = run(self.words)
            if done.returncode != self.status:
                yield f'the next run ends with {done.returncode}'
        if done.returncode not in (0, 1, 2, 3):
            yield f'it ended with {done.returncode}'
        if re.search('Sanitizer|runtime error', done.stderr + done.stdout):
            yield 'a report of a sanitizer'
        complete = done.returncode == self.status
        if complete and done.stdout != self.out:
            yield 'a complete result is not the right one'
        if done.returncode in (2, 3) and not done.stderr.strip() and 'not analysed' not in done.stdout + self.outputs():
            yield 'no message'
        if '--format=json' in self.words and done.stdout.strip() and 'output could not be written' not in done.stderr:
            yield from self.check_json('standard output', done.stdout)
        yield from self.damaged()
        for file in files_of(PROJECT):
            if file not in self.written:
                yield f'{file} is left'
            elif complete and read(f'{PROJECT}/{file}') != self.written[file]:
                yield f'{file} is not the right one'
        for file in files_of(CACHE) if os.path.isdir(CACHE) and not is_killed else ():
            if re.search(r'\.[A-Za-z0-9]{6}$', file):
                yield f'cache/{file} is left'
        if '--cache-dir' in self.words:
            for _ in range(2):
                again = run(self.words)
                if (again.returncode, again.stdout) != (self.status, self.out):
                    yield 'the cache gives something else afterwards'

    def damaged(self):
        for file in files_of(PROJECT):
            text = read(f'{PROJECT}/{file}')
            if file.startswith('tile.cu') and text not in (self.written['tile.cu'], read(EXAMPLE)):
                yield f'{file} is damaged'
            elif file.startswith('out.'):
                yield from self.check_json(file, text)

    def outputs(self):
        return ''.join(read(f'{PROJECT}/{file}').decode() for file in files_of(PROJECT) if file.startswith('out.'))

    @staticmethod
    def check_json(name, text):
        try:
            json.loads(text)
        except ValueError:
            yield f'{name} is not whole'


# --- by libc ----------------------------------------------------------------------------------------

def preloaded(expected, kind, at=0, goes_on=False):
    count = f'{SCRATCH}/count'
    with open(count, 'wb') as file:
        file.write(bytes(8))
    env = {'LD_PRELOAD': os.environ['FAULTS'], 'FAULT_CALLS': kind, 'FAULT_AT': str(at), 'FAULT_COUNT': count,
           'FAULT_ERRNO': str(errno.ENOSPC)}
    set_up()
    done = run(expected.words, {**env, 'FAULT_ON': '1'} if goes_on else env)
    return done, struct.unpack('q', read(count))[0]


def steps_preloaded(expected):
    """(description, function that runs it) of every step."""
    for kind in ('memory', 'files'):
        done, n = preloaded(expected, kind)
        assert done.stdout == expected.out and done.returncode == expected.status, 'with nothing failing: ' + done.stderr
        for at in range(1, n + 1):
            for goes_on in (False, True):
                yield (f'{kind}, call {at} of {n}{" and later" if goes_on else ""}',
                       lambda kind=kind, at=at, goes_on=goes_on: preloaded(expected, kind, at, goes_on)[0])


# --- by system calls --------------------------------------------------------------------------------

def traced(expected, call, at, how):
    set_up()
    return run(expected.words, before=['strace', '-f', '-qq', '-o', '/dev/null', '-e', f'trace={call}',
                                       '-e', f'inject={call}:{how}:when={at}'])


def calls_of(words):
    """How often a process makes each system call, at most."""
    log = f'{SCRATCH}/calls'
    set_up()
    run(words, before=['strace', '-f', '-qq', '-o', log])
    made = collections.Counter(re.findall(r'^(\d+) +(\w+)\(', read(log).decode(errors='replace'), re.M))
    most = collections.Counter()
    for (_, call), n in made.items():
        most[call] = max(most[call], n)
    return most


def steps_traced(expected, ways):
    """Those of the program: what the dynamic linker does comes first, and is not ours."""
    first, all_calls = calls_of(['--version']), calls_of(expected.words)
    for call, n in sorted(all_calls.items()):
        for at in range(first[call] + 1, n + 1):
            for how in ways(call):
                yield f'{call} {at} of {n}: {how}', lambda c=call, a=at, h=how: traced(expected, c, a, h)


STEPS = {
    'preload': steps_preloaded,
    'strace': lambda expected: steps_traced(expected, lambda call: [f'error={error}' for error in SYSCALLS.get(call, ())]),
    'kill': lambda expected: steps_traced(expected, lambda call: ['signal=KILL']),
}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--runs', type=int)
    parser.add_argument('--by', choices=STEPS, default='preload')
    parser.add_argument('scenario', nargs='*', default=list(SCENARIOS))
    options = parser.parse_args()
    os.makedirs(SCRATCH, exist_ok=True)
    n = failures = 0
    for name in options.scenario:
        expected = Expected(name)
        steps = list(STEPS[options.by](expected))
        n_chosen = min(options.runs or len(steps), len(steps))
        chosen = [steps[i * len(steps) // n_chosen] for i in range(n_chosen)]
        for what, step in chosen:
            try:
                done = step()
                problems = set(expected.problems(done))
            except subprocess.TimeoutExpired as late:
                done = subprocess.CompletedProcess(late.cmd, None, '', str(late))
                problems = {'it hangs'}
            n += 1
            if problems:
                failures += 1
                print(f'{name}, {what}: {"; ".join(sorted(problems))}\n    status {done.returncode}: {done.stderr.strip()[-300:]}')
        print(f'{name}: {len(chosen)} of {len(steps)} steps', flush=True)
    print(f'{n} runs, {failures} with a problem')
    return failures > 0


sys.exit(main())
