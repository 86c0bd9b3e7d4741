"""Random kernels whose loops nvcc unrolls, wholly, in part or not at all, for random-kernels.py: each thread walks along a row."""
import random

choice = random.choice

OPAQUE = ['acc += __shfl_xor_sync(~0u, acc, 1);', 'acc += __ballot_sync(~0u, acc > 1);', 'asm volatile("" :: "f"(acc));',
          'acc += __half2float(((const __half *)in)[k]);', 'acc += __ldg(in + k);', 'atomicAdd(out + k, 1.f);']
PLAIN = ['acc += in[k];', 'acc = acc * 3 + 1;', 'acc += 1.f / in[k];', 'acc += sqrtf(in[k * 2]);', 'out[k] = acc;', 'acc = fmaxf(acc, in[k]);']
TYPES = {'float': '({})', 'half': '__half2float({})', 'unsigned char': '({})', 'int': '({})', 'float2': '({}).x', 'half2': '__low2float({})', 'short': '({})', 'double': '({})'}


def head(trips, steps):
    """A loop's head, whose k counts to about `trips`."""
    step = choice([1, 1, 1, 1, 2, 4, 3]) if steps else 1
    first = choice([0, 0, 0, 0, 1, 4])
    bound = f'{first} + {trips} * {step}'
    add = 'k++' if step == 1 else f'k += {step}'
    form = random.randrange(6)
    if form == 0:
        return [f'for (int k = {bound} - {step}; k >= {first}; k -= {step})']
    if form == 1:
        return [f'for (unsigned k = {first}; k < {bound}; {add})']
    if form == 2:
        return [f'for (int k = {first}; k <= {bound} - 1; {add})']
    return [f'for (int k = {first}; k < {bound}; {add})']


def body(kind, width):
    read = TYPES[kind].format(choice([f's[t][k % {width}]' if random.random() < 0.1 else 's[t][k]', 's[t][k]', f's[t % 8][k]']))
    lines = [f'acc += {read};' if random.random() < 0.8 else f'acc = fmaxf(acc, {read}) * 2;']
    for _ in range(choice([0, 0, 1, 1, 2, 4, 9, 20])):
        lines.append(choice(PLAIN))
    if random.random() < 0.25:
        lines.insert(random.randrange(len(lines) + 1), choice(OPAQUE))
    if random.random() < 0.1:
        lines = [f'if (in[k] > 1)', '\t' + lines[0]] + lines[1:]
    return lines


def kernel(number):
    kind, width = choice(list(TYPES)), choice([128, 128, 96, 130, 129, 160])
    width = width if kind not in ('float2', 'double') else 64
    trips = choice([4, 6, 7, 8, 12, 15, 16, 20, 30, 31, 32, 33, 40, 48, 60, 64])
    at_run_time = random.random() < 0.35
    align = choice(['__align__(16) ', '__align__(16) ', '', '__align__(8) '])
    lines = [f'__global__ void k{number}(const float *in, float *out, int n)', '{', f'\t__shared__ {align}{kind} s[64][{width}];',
             '\tint t = threadIdx.x;', '\tfloat acc = 0;', f'\tfor (int i = t; i < 64 * {width}; i += 64)', f'\t\t((char *)s)[i] = in[i];',
             '\t__syncthreads();']
    if random.random() < 0.5:
        lines.append('#pragma unroll' + choice(['', ' 1', ' 2', ' 2', ' 3', ' 4', ' 4', ' 5', ' 8', ' 8', ' 16']))
    steps = width >= 128 and trips <= 32
    lines += ['\t' + line for line in head('n' if at_run_time else trips, steps)]
    lines += ['\t{'] + ['\t\t' + line for line in body(kind, width)] + ['\t}', '\tout[t] = acc;', '}', '']
    return lines, trips


def program(seed, kernels=12):
    random.seed(seed)
    lines, launches = ['#include <cuda_fp16.h>'], []
    for number in range(kernels):
        text, trips = kernel(number)
        lines += text
        launches.append(f'\tk{number}<<<1, 64>>>(in, out, {trips});')
    return lines + ['void launch(const float *in, float *out)', '{'] + launches + ['}']
