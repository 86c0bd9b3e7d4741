"""Random kernels with loops that are left early and pointers that branches move, for random-kernels.py: each access in a line of its own."""
import random

choice = random.choice

PRAGMAS = ['#pragma unroll', '#pragma unroll', '#pragma unroll 2', '#pragma unroll 4', '']
CONDITIONS = ['in[i] == n', 'n == {}', 'i == n', 't > n + i', 'n < 3 - i', 'in[t] == i']
VALUES = ['n', 'n + i', 'i', '3', 'in[i]', 'k']
STEPS = ['i++', 'i++', 'i++, k--', 'i++, k += n', 'i += 1']


def moved():
    """What comes before the loop: a pointer that a branch may move, with as many other variables."""
    form, others = random.randrange(4), random.randrange(6)
    names = [f'v{i}' for i in range(others)]
    before = [f'int {name} = n * {i + 3};' for i, name in enumerate(names)]
    changes = ' '.join(f'{name} += n * {i + 7};' for i, name in enumerate(names))
    if form == 0:
        return before, names
    if form == 1:
        before.append(f'if (n % 2 == 1) {{ p += 1024; {changes} }}')
    elif form == 2:
        before.append(f'if (n % 2 == 1) {{ p += 1024; {changes} }} else p += 512;')
    else:
        before.append('p = n > 5 ? p + 1024 : p;')
    return before, names


def body(each):
    exits = choice(['break;', 'break;', 'return;', 'continue;', '{ k--; break; }', 'k += 2;'])
    leave = f'if ({choice(CONDITIONS).format(random.randrange(9))}) {exits}'
    accesses = []
    for j in range(each):
        value = choice(VALUES)
        accesses.append(f'p[i * {each} + {j}] = {value};' if random.random() < 0.6 else f'sum += p[i * {each} + {j}];')
    accesses.insert(random.choice([0, 0, each, each, random.randrange(each + 1)]), leave)
    if random.random() < 0.2:
        accesses.insert(0, choice(['__syncwarp();', 'sum += in[i + 5];', 'sum = __shfl_sync(~0u, sum, i);']))
    return accesses


def kernel(number):
    kind, row = choice(['char', 'short', 'short', 'int', 'int', 'float', 'unsigned char']), choice([16, 16, 8, 12])
    each = choice([1, 1, 2, 4])
    before, names = moved()
    trips = choice([2, 3, 4, row // each, row // each])
    align = choice(['__align__(16) ', '__align__(16) ', '__align__(8) ', ''])
    lines = [f'__global__ void k{number}(const int *in, int *out, int n)', '{', f'\t__shared__ {align}{kind} s[2048];', '\tint t = threadIdx.x, k = n;',
             f'\tint sum = 0; {kind} *p = s + t * {row};'] + ['\t' + line for line in before]
    lines += [f'\t{pragma}' for pragma in [choice(PRAGMAS)] if pragma]
    lines += [f'\tfor (int i = 0; i < {min(trips, row // each)}; {choice(STEPS)}) {{'] + ['\t\t' + line for line in body(each)] + ['\t}', '\t__syncthreads();']
    return lines + [f'\tout[t] = s[n * t] + sum + k{"".join(" + " + name for name in names)};', '}', '']


def program(seed, kernels=12):
    random.seed(seed)
    lines = []
    for number in range(kernels):
        lines += kernel(number)
    launches = [f'\tk{number}<<<1, 32>>>(in, out, n);' for number in range(kernels)]
    return lines + ['void launch(const int *in, int *out, int n)', '{'] + launches + ['}']
