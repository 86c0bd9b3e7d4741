#!/usr/bin/env python3
"""Differential oracles: random kernels about which smemlint must say the same, whichever way it is asked.

  oracles.py SEED [KERNELS [ORACLE ...]]     so many (120), of each or of those that are named
  oracles.py suite                           12 fixed ones, and loops of 12 of a random seed

ways        one process or several, without a cache, with an empty and with a full one, alone or among others: the same bytes
headers     with the bundled declarations and with a toolkit's headers: the same facts; left out where there is no toolkit
iterations  a loop of 4,096 iterations, all of which are run, and of 8,192, of which most are inferred: an exact line costs twice as
            much in the second, or there it is a bound that is not below
unrolled    a loop that nvcc unrolls, and its iterations written out: lines that are exact in both cost the same

Differences are printed with the kernel; the status is 1 if there are any."""
import collections
import fractions
import importlib
import json
import os
import random
import re
import subprocess
import sys
import tempfile

kernels_of = importlib.import_module('random-kernels')
choice, index = kernels_of.choice, kernels_of.index
SMEMLINT = os.environ.get('SMEMLINT', 'build/smemlint')
NAMES = ['x', 'y', 't', 'lane']


def run(*words):
    done = subprocess.run([SMEMLINT, *words], capture_output=True, text=True)
    return done.returncode, done.stdout


def write(folder, name, lines):
    path = os.path.join(folder, name)
    with open(path, 'w') as out:
        out.write('\n'.join([*lines, '']))
    return path


# --- ways -----------------------------------------------------------------------------------------------------------

def ways(folder, seed, count):
    paths = [write(folder, f'way{i}.cu', kernels_of.program(seed + i)) for i in range(max(2, count // 12))]
    bad = 0
    for path in paths:
        for command in (['facts'], ['--format=json', '--unsafe-fixes']):
            cache = ['--cache-dir', os.path.join(folder, 'cache' + command[0].strip('-'))]
            said = run(*command, '--cuda-path=none', '--no-cache', '-j1', path)
            for how in (cache, cache, ['--no-cache', '-j2']):
                if run(*command, '--cuda-path=none', *how, path) != said:
                    bad += 1
                    print(f'{path}: {" ".join(command + how)}: other output than with --no-cache -j1')
    alone = ''.join(run('facts', '--cuda-path=none', '--no-cache', path)[1] for path in paths)
    for jobs in '-j1', '-j3':
        if run('facts', '--cuda-path=none', '--no-cache', jobs, *paths)[1] != alone:
            bad += 1
            print(f'seed {seed}: facts {jobs} of {len(paths)} files: other output than of each alone')
    return f'{len(paths)} programs', bad


# --- facts by line --------------------------------------------------------------------------------------------------

Cost = collections.namedtuple('Cost', 'wavefronts ideal exact counted')


def costs(path, *flags):
    """By line and operation; status 3 (something is not known) is no matter here."""
    status, text = run('facts', '--no-cache', *flags, path)
    if status not in (0, 3):
        raise SystemExit(f'{path}: facts ended with status {status}')
    sums = {}
    for fact in map(json.loads, text.splitlines()):
        key = fact['line'], fact['op']
        one = Cost(fact['wavefronts'], fact['ideal'], fact['certainty'] == 'exact', fact['count_known'])
        sums[key] = added(sums.get(key), one)
    return sums


def added(one, other):
    return Cost(one[0] + other[0], one[1] + other[1], one[2] and other[2], one[3] and other[3]) if one else other


def headers(folder, seed, count):
    compared = bad = 0
    for first in range(0, count, 12):
        path = write(folder, 'headers.cu', kernels_of.program(seed + first))
        if run('facts', '--no-cache', path, '--', 'nvcc')[0] == 2:
            return 'no toolkit here, 0 lines', 0
        bundled, toolkit = costs(path, '--cuda-path', 'none'), costs(path)
        for line, op in sorted(bundled.keys() | toolkit.keys()):
            one, other = bundled.get((line, op)), toolkit.get((line, op))
            compared += 1
            if one != other:
                bad += 1
                print(f'seed {seed + first}: line {line}, {op}: {one} bundled, {other} with the toolkit')
    return f'{compared} lines', bad


# --- loops ----------------------------------------------------------------------------------------------------------

EACH = 12 # kernels in a file

Case = collections.namedtuple('Case', 'seed arrays statements block')


def kernel(name, case, body):
    shared = [f'\t__shared__ {kind} {array}[{n}];' for array, kind, n in case.arrays]
    fill = [f'\tfor (int j = t; j < {n}; j += blockDim.x * blockDim.y) {array}[j] = in[j];' for array, _, n in case.arrays]
    head = [f'__global__ void {name}(const int *in, int *out)', '{', *shared,
            '\tint x = threadIdx.x, y = threadIdx.y, t = y * blockDim.x + x, lane = t & 31;', '\tint sum = in[t] + lane;', *fill,
            '\t__syncthreads();']
    return [*head, *body, '\tout[t] = sum;', '}'], len(head)


def statement(arrays):
    array, _, n = choice(arrays)
    at = index(n, NAMES + ['i', 'i'])
    return choice([f'sum += {array}[{at}];', f'sum += {array}[{at}];', f'{array}[{at}] = sum;', f'atomicAdd(&{array}[{at}], 1);'])


def made(seed):
    random.seed(seed)
    kinds = ['int', 'int', 'int', 'unsigned', 'unsigned long long'] # that atomicAdd takes
    arrays = [(f's{a}', choice(kinds), choice([256, 1024, 1056])) for a in range(choice([1, 2]))]
    return Case(seed, arrays, [statement(arrays) for _ in range(choice([1, 2, 3]))], choice(kernels_of.BLOCKS))


def measured(folder, cases, body_of):
    """For each case the costs of its body's lines, by the number of the line in it."""
    lines, launches, places = [], [], []
    for number, case in enumerate(cases):
        body = body_of(case)
        text, before = kernel(f'k{number}', case, body)
        places.append((len(lines) + before + 1, len(body)))
        lines += text
        launches.append(f'\tk{number}<<<1, dim3({case.block[0]}, {case.block[1]})>>>(in, out);')
    found = costs(write(folder, 'loops.cu', [*lines, 'void launch(const int *in, int *out)', '{', *launches, '}']),
                  '--cuda-path', 'none')
    return [{(line - first, op): cost for (line, op), cost in found.items() if first <= line < first + n} for first, n in places]


def loop(case, n, unroll=()):
    return [*unroll, f'\tfor (int i = 0; i < {n}; i++) {{', *('\t\t' + s for s in case.statements), '\t}']


def dozens(seed, count):
    for first in range(seed, seed + count, EACH):
        yield [made(number) for number in range(first, min(first + EACH, seed + count))]


def iterations(folder, seed, count):
    compared = bad = 0
    for cases in dozens(seed, count):
        for case, *of in zip(cases, *(measured(folder, cases, lambda case, n=n: loop(case, n)) for n in (4096, 8192))):
            for (line, op), short in of[0].items():
                long = of[1].get((line, op))
                compared += short.exact
                if not long or (short.exact and not is_twice(short, long)):
                    bad += 1
                    print(f'seed {case.seed}, block {case.block}: {case.statements[line - 1]} {short} of 4,096 iterations, '
                          f'{long} of 8,192')
    return f'{compared} lines', bad


def is_twice(short, long):
    if long.exact and short.counted and long.counted:
        return (2 * short.wavefronts, 2 * short.ideal) == (long.wavefronts, long.ideal)
    ratios = [fractions.Fraction(cost.wavefronts, cost.ideal) for cost in (short, long)]
    return ratios[0] == ratios[1] if long.exact else ratios[0] <= ratios[1]


def by_statement(of, first, n):
    sums = {}
    for (line, op), cost in of.items():
        at = (line - first) % n
        sums[at, op] = added(sums.get((at, op)), cost)
    return sums


def unrolled(folder, seed, count):
    def n_of(case):
        return (2, 3, 4, 5, 8)[case.seed % 5]

    def written_out(case):
        return ['\t' + re.sub(r'\bi\b', str(i), s) for i in range(n_of(case)) for s in case.statements]

    compared = bad = 0
    for cases in dozens(seed, count):
        loops = measured(folder, cases, lambda case: loop(case, n_of(case), ['\t#pragma unroll']))
        for case, one, other in zip(cases, loops, measured(folder, cases, written_out)):
            n = len(case.statements)
            one, other = by_statement(one, 2, n), by_statement(other, 0, n)
            for at, op in sorted(one.keys() | other.keys()):
                pair = one.get((at, op)), other.get((at, op))
                exact = None not in pair and pair[0].exact and pair[1].exact
                compared += exact
                if None in pair or (exact and pair[0][:2] != pair[1][:2]):
                    bad += 1
                    print(f'seed {case.seed}, block {case.block}, {n_of(case)} iterations: {case.statements[at]} {pair[0]} as a loop, '
                          f'{pair[1]} written out')
    return f'{compared} lines', bad


ORACLES = {oracle.__name__: oracle for oracle in (ways, headers, iterations, unrolled)}


def all_of(seed, count=120, *names):
    status = 0
    for name in names or ORACLES:
        with tempfile.TemporaryDirectory() as folder:
            compared, bad = ORACLES[name](folder, seed, count)
        print(f'{name}: seed {seed}, {count} kernels, {compared} compared, {bad} differ')
        status |= bad > 0
    return int(status)


def main():
    words = sys.argv[1:]
    if words == ['suite']:
        return all_of(1, 12) | all_of(random.SystemRandom().randrange(10 ** 9), 12, 'iterations', 'unrolled')
    if words and all(word.isdecimal() for word in words[:2]) and all(word in ORACLES for word in words[2:]):
        return all_of(*map(int, words[:2]), *words[2:])
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == '__main__':
    sys.exit(main())
