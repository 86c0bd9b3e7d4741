#!/usr/bin/env python3
"""Random kernels, whose predictions are compared with measurements line by line.

  random-kernels.py cpu SEED [KERNELS]
        runs so many (200) on the processor and compares the prediction for each line with that run
  random-kernels.py parted SEED [KERNELS]
        the same for kernels whose warps and lanes part, of data that differ
  random-kernels.py suite
        both for 230 fixed ones, and 50 of a random seed; exit status 77: none can be run here
  random-kernels.py ptx SEED [KERNELS]
        compiles so many (200) with nvcc and compares the predictions of source and PTX; exit status 77: there is no nvcc
  random-kernels.py fixes SEED [KERNELS]
        fixes so many (300) and holds that no launch got worse, that the fixed text compiles, computes the same and has nothing more
        to fix
  random-kernels.py make SEED FILE.cu
        writes a dozen kernels with shared memory, each for one block
  random-kernels.py compare LINES.tsv FILE.cu ...
        compares the output of `build/smemlint facts` (or $SMEMLINT) for each line with what
        scripts/measure-kernels.sh measured for the same files, and lists the differences

On a machine with a GPU, between the two:

  scripts/measure-kernels.sh -o FOLDER FILE.cu ...     # FOLDER/lines.tsv

The first needs no GPU: docs/developers/verify-cpu.md.  A line predicted as exact and
measured otherwise is an error of smemlint: exit status 1."""
import collections
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile

import random_exits
import random_fixes
import random_loops
import random_parted
import random_records
import random_wild

SIZES = {'float': 4, 'int': 4, 'unsigned char': 1, 'short': 2, 'double': 8, 'float2': 8, 'float4': 16, 'int2': 8}
VECTORS = ('float2', 'float4', 'int2')
BLOCKS = [(32, 1), (64, 1), (128, 1), (256, 1), (16, 16), (32, 8), (8, 8), (32, 32), (48, 2), (16, 8), (100, 1)]
CONDITIONS = ['x < 16', 't % 3 == 0', 'lane & 1', 'w == 0', 'x + y < 20', 'lane >= 24']
choice = random.choice
NOTHING_TO_DO = 77


def term(names):
    name, factor = choice(names), choice([1, 1, 1, 2, 3, 4, 5, 8, 16, 17, 32, 33, 64])
    form = random.randrange(8)
    if form == 0:
        return f'{name} / {choice([2, 4, 8, 16])} * {factor}'
    if form == 1:
        return f'{name} % {choice([2, 3, 4, 8, 16])} * {factor}'
    if form == 2:
        return f'({name} ^ {choice([1, 3, 5, 7, 8, 16])}) * {factor}'
    if form == 3:
        return f'(({name} << 1 | {choice(names)} & 1) * {factor})'
    return f'{name} * {factor}' if factor > 1 else name


def index(n, names):
    """An expression with a value in [0, n)."""
    text = ' + '.join(term(names) for _ in range(choice([1, 1, 2, 2, 3])))
    if random.random() < 0.3:
        text += f' + {random.randrange(1, 9)}'
    if random.random() < 0.2:
        text = f'({text}) ^ ({choice(names)} >> {random.randrange(3)})'
    return f'({text}) % {n}' if n & (n - 1) or random.random() < 0.5 else f'({text}) & {n - 1}'


def made(kind, text):
    if kind == 'float2':
        return f'make_float2({text}, {text} + 1)'
    if kind == 'float4':
        return f'make_float4({text}, 1, 2, {text} + 3)'
    if kind == 'int2':
        return f'make_int2({text}, {text} + 1)'
    return f'({kind})({text})'


def part(kind, field='.x'):
    return field if kind in VECTORS else ''


def sides(form, array, names):
    """Both sides of a condition do something alike."""
    name, kind, n = array
    one, other, condition = index(n, names), index(n, names), choice(CONDITIONS)
    field = part(kind)
    if form == 9:
        return [f'sum += {condition} ? {name}[{one}]{field} : {name}[{other}]{field};']
    if form == 10:
        second = choice(['sum += {}', 'sum += {}', 'sum -= {}', 'sum = {} * 2']).format(f'{name}[{other}]{field}')
        return [f'if ({condition})', f'\tsum += {name}[{one}]{field};', 'else', f'\t{second};']
    to = choice([one, one, other])
    value = choice(['0', '1', 'in[t]', 'sum'])
    return ['__syncthreads();', f'if ({condition})', f'\t{name}[{one}] = {made(kind, "sum")};', 'else',
            f'\t{name}[{to}] = {made(kind, value)};', '__syncthreads();']


def step(number, array, names):
    """Lines that read or write an array."""
    name, kind, n = array
    form = random.randrange(12)
    if form >= 9:
        return sides(form, array, names)
    strided = 'i += blockDim.x * blockDim.y'
    if form == 2:
        return [f'for (int i = 0; i < {choice([2, 3, 4, 8, 16])}; i++)',
                f'\tsum += {name}[{index(n, names + ["i", "i"])}]{part(kind)};']
    if form == 3:
        return [f'if ({choice(CONDITIONS)})', f'\tsum += {name}[{index(n, names)}]{part(kind, ".y")};']
    if form == 4:
        return ['__syncthreads();', f'{name}[{index(n, names)}] = {made(kind, "sum")};', '__syncthreads();']
    if form == 5 and kind in ('float', 'int'):
        lines = [f'int b{number} = ({index(n // 8, names)}) * {choice([4, 4, 2, 3])};']
        return lines + [f'sum += {name}[b{number} + {i * choice([1, 1, 1, 2])}];' for i in range(choice([2, 3, 4]))]
    if form == 6 and kind == 'float':
        return ['{', f'\tfloat4 v = *(const float4 *)&{name}[({index(n // 4, names)}) * 4];',
                '\tsum += v.x + v.y * v.z - v.w;', '}']
    if form == 6 and kind == 'int':
        return [f'sum += ((const int2 *){name})[{index(n // 2, names)}].x;']
    if form == 7 and kind == 'int':
        return [f'atomicAdd(&{name}[{index(n, names)}], 1);', '__syncthreads();']
    if form <= 1:
        return [f'sum += {name}[{index(n, names)}]{part(kind)};']
    return [f'for (int i = t; i < {choice([256, 300, 512])}; {strided})',
            f'\tsum += {name}[{index(n, names + ["i"])}]{part(kind)};']


def kernel(number):
    lines = [f'__global__ void k{number}(const int *in, int *out)', '{']
    arrays, names = [], ['x', 'y', 't', 'lane', 'w']
    for a in range(choice([1, 1, 2])):
        kind, n = choice(list(SIZES)), choice([256, 512, 1024, 300, 1056])
        n = 256 if SIZES[kind] * n > 20000 else n
        align = '__align__(16) ' if random.random() < 0.3 else ''
        arrays.append((f's{a}', kind, n))
        lines.append(f'\t__shared__ {align}{kind} s{a}[{n}];')
    lines += ['\tint x = threadIdx.x, y = threadIdx.y, t = y * blockDim.x + x, lane = t & 31, w = t >> 5;',
              '\tfloat sum = in[t];', '\t(void)lane, (void)w;']
    for name, kind, n in arrays:
        lines += [f'\tfor (int i = t; i < {n}; i += blockDim.x * blockDim.y)', f'\t\t{name}[i] = {made(kind, "in[i]")};']
    lines.append('\t__syncthreads();')
    for i in range(choice([2, 3, 4])):
        lines += ['\t' + line for line in step(i, choice(arrays), names)]
    for name, kind, n in arrays:
        lines += ['\t__syncthreads();', f'\tsum += {name}[t % {n}]{part(kind)};']
    return lines + ['\tout[t] = (int)sum;', '}', '']


def program(seed, kernels=12):
    random.seed(seed)
    lines, launches = [], []
    for number in range(kernels):
        x, y = choice(BLOCKS)
        lines += kernel(number)
        launches.append(f'\tk{number}<<<1, dim3({x}, {y})>>>(in, out);')
    return lines + ['void launch(const int *in, int *out, int n)', '{'] + launches + ['}']


def make(seed, path):
    with open(path, 'w') as out:
        out.write('\n'.join(program(int(seed))) + '\n')


MAIN = '''
int main()
{
	int *in, *out;
	cudaMalloc((void **)&in, 1 << 16);
	cudaMalloc((void **)&out, 1 << 16);
	launch(in, out, 1);
	return cudaDeviceSynchronize() != cudaSuccess;
}'''
MAIN_OF_DATA = '''
int main()
{
	int host[4096], *in, *out;
	for (int i = 0; i < 4096; i++)
		host[i] = (i * 37 + 11) % 64;
	cudaMalloc((void **)&in, sizeof host);
	cudaMalloc((void **)&out, sizeof host);
	cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
	launch(in, out, 3);
	return cudaDeviceSynchronize() != cudaSuccess;
}'''


def parted(seed, kernels=200):
    return cpu(seed, kernels, random_parted.program, MAIN_OF_DATA)


def cpu(seed, kernels=200, program_of=None, main_of=MAIN):
    """Whether a file of random kernels has a contradiction: a line that is refuted, or one that was not predicted.
    Those of odd seeds are random_wild.py's."""
    program_of = program_of or (random_wild.program if seed % 2 else program)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, f'random{seed}.cu')
        with open(path, 'w') as out:
            out.write('\n'.join(program_of(seed, kernels)) + main_of + '\n')
        command = [os.environ.get('SMEMLINT', 'build/smemlint'), 'verify', '--with=cpu', path]
        done = subprocess.run(command, capture_output=True, text=True)
        source = open(path).read().splitlines()
    text = done.stdout.splitlines()
    bad = [line for line in text if ': refuted: ' in line or 'not predicted' in line and not line.startswith(tuple('0123456789'))]
    for line in bad:
        print(line)
        print('    ' + source[int(line.split(':')[1]) - 1].strip())
    print(f"seed {seed}: " + ("; ".join(text[-2:]) if len(text) > 1 else done.stderr.strip()))
    if bad and os.environ.get('KEEP'):
        with open(os.path.join(os.environ['KEEP'], f'random{seed}.cu'), 'w') as out:
            out.write('\n'.join(source) + '\n')
    if any(words in done.stderr for words in ("clang 22", "LLVM's headers")):
        return NOTHING_TO_DO
    return int(bool(bad) or done.returncode != 0)


PROGRAMS = [program, random_wild.program, random_loops.program, random_records.program, random_exits.program]


def ptx(seed, kernels=200):
    """Whether a line costs something else in the PTX than in the source, and both are exact."""
    bad = compared = 0
    for first in range(0, kernels, 25):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, f'random{seed + first}.cu')
            program_of = PROGRAMS[(seed + first // 25) % len(PROGRAMS)]
            with open(path, 'w') as out:
                out.write('\n'.join(program_of(seed + first, min(25, kernels - first)) + ['']))
            command = [os.environ.get('SMEMLINT', 'build/smemlint'), 'facts', '--cuda-path', 'none', '--codegen', '--stats', path]
            done = subprocess.run(command, capture_output=True, text=True)
            source = open(path).read().splitlines()
        if done.returncode == 2:
            print(done.stderr.splitlines()[0])
            return NOTHING_TO_DO
        for line in done.stderr.splitlines():
            if ': note: --codegen: ' in line and line.startswith(path):
                bad += 1
                print(f'seed {seed + first}: {line[len(folder) + 1:]}')
                print('    ' + source[int(line[len(path) + 1:].split(':')[0]) - 1].strip())
            if line.endswith('both the source and its PTX show the cost'):
                compared += int(line.split()[0])
    print(f'seed {seed}: {kernels} kernels, {compared} lines compared, {bad} differ')
    return int(bad > 0)


def smemlint(*words, **environment):
    return subprocess.run([os.environ.get('SMEMLINT', 'build/smemlint'), *words], capture_output=True, text=True,
                          env={**os.environ, **environment})


def launches_of(path):
    """Wavefronts and requests of each launch."""
    sums = collections.defaultdict(lambda: [0, 0])
    for line in smemlint('facts', '--cuda-path', 'none', path).stdout.splitlines():
        fact = json.loads(line)
        at = sums[fact['mangled'], tuple(fact['block'])]
        at[0] += fact['wavefronts']
        at[1] += fact['warps']
    return sums


def results_of(path):
    """What the program computes on the processor; None: it cannot be run here."""
    results = path + '.results'
    done = smemlint('verify', '--with=cpu', '--unconfined', path, RESULTS=results)
    if not os.path.exists(results):
        return None if any(words in done.stderr for words in ("clang 22", "LLVM's headers")) else 'no results: ' + done.stderr
    return open(results, 'rb').read()


def worse(before, after):
    for launch in before:
        for what, i in (('wavefronts', 0), ('requests', 1)):
            if after[launch][i] > before[launch][i]:
                yield f'{launch[0]} with blocks of {launch[1]}: {before[launch][i]} {what} become {after[launch][i]}'


def fixed(path, origin, compiler):
    """What is wrong with a file that has its fixes."""
    before = launches_of(path)
    notes = [line.split(': note: ', 1)[1] for line in smemlint('--fix', '--unsafe-fixes', '--cuda-path', 'none', path).stderr.splitlines()
             if ': note: ' in line]
    after = launches_of(path)
    wrong = list(worse(before, after)) + ([] if before.keys() == after.keys() else ['other launches'])
    again = smemlint('--diff', '--unsafe-fixes', '--cuda-path', 'none', path)
    if again.stdout:
        wrong.append('more to fix: ' + again.stderr.strip())
    if compiler:
        done = subprocess.run([compiler, '-std=c++17', '-arch=sm_90', '-cubin', '-o', os.devnull, path], capture_output=True, text=True)
        wrong += [done.stderr] if done.returncode else []
    want, got = results_of(origin), results_of(path)
    if isinstance(want, str) or want != got:
        wrong.append('the results differ')
    return wrong, collections.Counter('fixed' if note.startswith('fixed') else 'not fixed' for note in notes), sum(
        v[0] for v in before.values()), sum(v[0] for v in after.values())


def fixes(seed, kernels=300, each=10):
    """Whether a fix of random kernels is not as it should be."""
    bad, counts, sums = 0, collections.Counter(), [0, 0]
    compiler = shutil.which('nvcc')
    for first in range(0, kernels, each):
        with tempfile.TemporaryDirectory() as folder:
            path, origin = os.path.join(folder, f'random{seed + first}.cu'), os.path.join(folder, 'origin.cu')
            text = '\n'.join(random_fixes.program(seed + first, min(each, kernels - first)) + [''])
            for name in path, origin:
                with open(name, 'w') as out:
                    out.write(text)
            wrong, notes, before, after = fixed(path, origin, compiler)
            counts, sums, bad = counts + notes, [sums[0] + before, sums[1] + after], bad + len(wrong)
            for words in wrong:
                print(f'seed {seed + first}: {words}')
            if wrong and os.environ.get('KEEP'):
                shutil.copy(path, os.environ['KEEP'])
                shutil.copy(origin, os.path.join(os.environ['KEEP'], f'origin{seed + first}.cu'))
    compiled = 'compiled' if compiler else 'not compiled: there is no nvcc'
    print(f"seed {seed}: {kernels} kernels, {counts['fixed']} tiles fixed, {counts['not fixed']} not, {sums[0]} wavefronts become {sums[1]}, "
          f'{compiled}; {bad} wrong')
    return int(bad > 0)


def suite():
    fresh = random.SystemRandom().randrange(10 ** 9)
    status = cpu(1, 100)
    return status if status == NOTHING_TO_DO else status | cpu(2, 100) | cpu(fresh, 50) | parted(1, 30)


def measured(path):
    sums, header = collections.defaultdict(lambda: [0, 0]), None
    for line in open(path):
        cells = line.rstrip('\n').split('\t')
        if line.startswith('#') or not header:
            header = None if line.startswith('#') else cells
            continue
        row = dict(zip(header, cells))
        at = sums[os.path.basename(row['file']), row['mangled'], int(row['line']), row['op']]
        at[0] += int(row['wavefronts'])
        at[1] += int(row['ideal'])
    return sums


def predicted(paths):
    facts = collections.defaultdict(list)
    for path in paths:
        command = [os.environ.get('SMEMLINT', 'build/smemlint'), 'facts', '--cuda-path', 'none', path]
        for line in subprocess.run(command, capture_output=True, text=True).stdout.splitlines():
            fact = json.loads(line)
            facts[os.path.basename(path), fact['mangled'], fact['line'], fact['op']].append(fact)
    return facts


def is_same(facts, ours, theirs):
    """Where it is not known how often an access runs (`count_known`), its fact says what each execution costs."""
    if all(fact['count_known'] for fact in facts):
        return ours == theirs
    return ours[0] * theirs[1] == theirs[0] * ours[1]


def compare(lines, paths):
    found, counts, wrong = measured(lines), collections.Counter(), 0
    for key, facts in sorted(predicted(paths).items()):
        exact = all(fact['certainty'] == 'exact' for fact in facts)
        ours = [sum(fact['wavefronts'] for fact in facts), sum(fact['ideal'] for fact in facts)]
        theirs = found.get(key, [0, 0])
        same = is_same(facts, ours, theirs)
        counts['exact' if exact else 'not exact', 'the same' if same else 'differs'] += 1
        if exact and not same:
            wrong += 1
            print(f'{key[0]}:{key[2]}: {key[3]} in {key[1]}: predicted {ours[0]}/{ours[1]}, measured {theirs[0]}/{theirs[1]}')
    for (certainty, how), n in sorted(counts.items()):
        print(f'{n:6} lines {certainty}, {how}')
    return 1 if wrong else 0


def main():
    if len(sys.argv) == 4 and sys.argv[1] == 'make':
        return make(*sys.argv[2:])
    if len(sys.argv) in (3, 4) and sys.argv[1] == 'cpu':
        return cpu(int(sys.argv[2]), *map(int, sys.argv[3:]))
    if len(sys.argv) in (3, 4) and sys.argv[1] == 'parted':
        return parted(int(sys.argv[2]), *map(int, sys.argv[3:]))
    if len(sys.argv) in (3, 4) and sys.argv[1] == 'ptx':
        return ptx(int(sys.argv[2]), *map(int, sys.argv[3:]))
    if len(sys.argv) in (3, 4) and sys.argv[1] == 'fixes':
        return fixes(int(sys.argv[2]), *map(int, sys.argv[3:]))
    if sys.argv[1:] == ['suite']:
        return suite()
    if len(sys.argv) > 3 and sys.argv[1] == 'compare':
        return compare(sys.argv[2], sys.argv[3:])
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == '__main__':
    sys.exit(main())
