"""Random kernels whose warps and lanes part, for random-kernels.py: functions that return records and numbers early, loops that some leave,
variables that only some threads change, references to one variable in some and to another in others; and accesses at what came of it."""
import random

choice = random.choice

CONDITIONS = ['n > {}', 'in[{}] > 20', 'in[{} + w] > 30', 'in[t + {}] > 40', 't < 16', 'lane & 1', 'w == {}', 'w != 1', 't % 64 < 40', 'a > {}', 'b == a']
NUMBERS = ['{}', 'n', 't', 't & 3', 'in[{}] & 7', 'in[w + {}] & 7', 'in[t + {}] & 7', 'a', 'a + 1', 'b', 'b * 2', 'lane / 8', 'a % 5', 'a & 6', '(a + b) / 3']
BOUNDS = ['n + {}', '(in[{}] & 3)', '{}', '(in[w] & 3) + 1', '(in[t + {}] & 3)', '{} - w']
HELP = 'int n, const int *in, int t, int lane, int w, int a, int b'


def some(forms, most=6):
    return choice(forms).format(random.randrange(1, most))


def function(name, is_record):
    def returned(i, j):
        return f'{{ {i}, {j} }}' if is_record else i

    lines = [f'__device__ {"Two" if is_record else "int"} {name}({HELP})', '{']
    for _ in range(random.randrange(1, 4)):
        form = random.randrange(4)
        if form == 0:
            lines.append(f'\tif ({some(CONDITIONS)})\n\t\treturn {returned(some(NUMBERS), some(NUMBERS))};')
        elif form == 1:
            lines.append(f'\tfor (int q = 0; q < {some(BOUNDS)}; q++) {{\n\t\ta += {choice(["1", "q", "2", "lane"])};\n\t\tif ({some(CONDITIONS)})'
                         f'\n\t\t\treturn {returned(choice(["q", "a", "b"]), some(NUMBERS))};\n\t}}')
        elif form == 2:
            lines.append(f'\tif ({some(CONDITIONS)}) {{\n\t\t{choice("ab")} = {some(NUMBERS)};\n\t\tif ({some(CONDITIONS)})\n\t\t\treturn {returned(choice("ab"), "b")};\n\t}}')
        else:
            lines.append(f'\t{choice("ab")} = {some(NUMBERS)};')
    return lines + [f'\treturn {returned(some(NUMBERS), some(NUMBERS))};', '}', '']


def statements(number, depth):
    lines = []
    for _ in range(random.randrange(1, 4)):
        form = random.randrange(8 if depth else 5)
        if form == 0:
            lines.append(f'{choice("ab")} {choice(["=", "+="])} {some(NUMBERS)};')
        elif form == 1 and random.randrange(3) == 0:
            lines.append(f'{{ int &chosen = {some(CONDITIONS)} ? a : b; chosen {choice(["=", "+="])} {some(NUMBERS)}; }}')
        elif form == 1 and random.randrange(2):
            lines.append(f'{choice("ab")} = g{number}(n, in, t, lane, w, a, b);')
        elif form <= 2:
            lines += [f'r = f{number}(n, in, t, lane, w, a, b);', choice(['a = r.i;', 'a += r.i;', 'b = r.j;', 'a = r.i; b = r.j;'])]
        elif form <= 4:
            lines.append(f'sum += s[({choice("ab")} * {choice([1, 2, 31, 32, 33, 64])} + t * {choice([1, 1, 2, 3, 4])} + {random.randrange(9)}) & 1023];')
        elif form == 5:
            lines += [f'for (int q = 0; q < {some(BOUNDS)}; q++) {{'] + ['\t' + line for line in statements(number, depth - 1)]
            lines += [f'\tif ({some(CONDITIONS)})', f'\t\t{choice(["break", "break", "continue"])};', f'\t{choice("ab")} += {choice(["1", "q", "lane", "w"])};', '}']
        else:
            lines += [f'if ({some(CONDITIONS)}) {{'] + ['\t' + line for line in statements(number, depth - 1)]
            lines += ['} else {'] + ['\t' + line for line in statements(number, depth - 1)] if form == 6 else []
            lines.append('}')
    return lines


def kernel(number):
    lines = function(f'f{number}', True) + function(f'g{number}', False)
    lines += [f'__global__ void k{number}(const int *in, int *out, int n)', '{', '\t__shared__ int s[1024];',
              '\tint t = threadIdx.x, lane = t % 32, w = __shfl_sync(~0u, t / 32, 0), a = 0, b = 1, sum = 0;', '\tTwo r{ 0, 0 };',
              '\tfor (int i = t; i < 1024; i += blockDim.x)', '\t\ts[i] = in[i];', '\t__syncthreads();']
    for _ in range(random.randrange(2, 5)):
        lines += ['\t' + line for line in statements(number, 2)]
    lines.append('\tsum += s[(a + t) & 1023];')
    lines.append('\tsum += s[(b * 2 + t) & 1023];')
    return lines + ['\tout[t] = sum;', '}', '']


def program(seed, kernels=12):
    random.seed(seed)
    lines, launches = ['struct Two {', '\tint i, j;', '};', ''], []
    for number in range(kernels):
        lines += kernel(number)
        launches.append(f'\tk{number}<<<1, {choice([64, 96, 128])}>>>(in, out, n);')
    return lines + ['void launch(const int *in, int *out, int n)', '{'] + launches + ['}']
