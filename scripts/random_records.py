"""Random kernels that store small numbers and records, each in one line, for random-kernels.py."""
import random

choice = random.choice

RECORDS = ['struct H { unsigned short v; };', 'struct C4 { unsigned char x, y, z, w; };', 'struct C3 { char x, y, z; };',
           'struct S2 { short x, y; };', 'struct S3 { short x, y, z; };', 'struct M { short x; signed char y, z; };',
           'struct Q { char x; short y; int z; };', 'struct I { float x; short y; };', 'struct J { int x; double y; };',
           'struct V { float x, y, z; short w; };', 'struct alignas(16) X { float x, y, z; };', 'struct G { float x; int y; };']
FIELDS = {'H': 'v', 'C4': 'xyzw', 'C3': 'xyz', 'S2': 'xy', 'S3': 'xyz', 'M': 'xyz', 'Q': 'xyz', 'I': 'xy', 'J': 'xy', 'V': 'xyzw', 'X': 'xyz',
          'G': 'xy'}
NUMBERS = ['short', 'unsigned char', '__half', 'unsigned short']
VALUES = ['n', '3', 'in[{}]', 'n + {}', 'f * {}', '__ldg(in + {})', '__shfl_sync(~0u, n, {})']
HALVES = ['__half(0)', '__half{{}}', '__ushort_as_half(n + {})', '__float2half(f * {})', '((const __half *)in)[{}]']


def value(kind, i):
    if kind == '__half':
        return choice(HALVES).format(i)
    return f'({kind})({choice(VALUES).format(i)})'


def record(kind, i):
    """Statements that store a record, and what they need before."""
    form = random.randrange(4)
    memory = f'((const {kind} *)in)[t * 16 + {i}]'
    if form == 0:
        return ' '.join(f's[t][{i}].{name} = {choice(VALUES[:4]).format(i)};' for name in FIELDS[kind])
    if form == 1:
        return f's[t][{i}] = {memory};'
    lines = [f'{kind} v{i} = {memory};'] if form == 2 else [f'{kind} v{i};'] + [f'v{i}.{name} = {choice(VALUES[:4]).format(i)};' for name in FIELDS[kind]]
    if form == 2 and random.random() < 0.3:
        lines.append(f'v{i}.{FIELDS[kind][0]} += 1;')
    return ' '.join(lines + [f's[t][{i}] = v{i};'])


def kernel(number):
    kind = choice(NUMBERS + list(FIELDS) * 2)
    n, first, row = choice([1, 2, 3, 4, 4, 5, 7, 8, 8]), choice([0, 0, 0, 1, 2]), choice([10, 12, 16, 16])
    align = choice(['__align__(16) ', '__align__(16) ', '__align__(8) ', ''])
    which = range(first, first + n)
    same = random.random() < 0.7 and kind in NUMBERS
    pattern = value(kind, '@')
    store = ' '.join(record(kind, i) if kind in FIELDS else f's[t][{i}] = {pattern.replace("@", str(i)) if same else value(kind, i)};' for i in which)
    return [f'__global__ void k{number}(const short *in, char *out, int n, float f)', '{', f'\t__shared__ {align}{kind} s[32][{row}];',
            '\tint t = threadIdx.x;', f'\t{store}', '\t__syncthreads();', '\tout[t] = ((const char *)s)[n * t];', '}', '']


def program(seed, kernels=12):
    random.seed(seed)
    lines = ['#include <cuda_fp16.h>'] + RECORDS
    for number in range(kernels):
        lines += kernel(number)
    launches = [f'\tk{number}<<<1, 32>>>((const short *)in, (char *)out, n, 1.5f);' for number in range(kernels)]
    return lines + ['void launch(const int *in, int *out, int n)', '{'] + launches + ['}']
