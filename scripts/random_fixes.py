"""Random kernels with several instances and launches, for `random-kernels.py fixes`: what a fix makes of them.

Each kernel has a tile that some accesses read by rows, others by columns, diagonals, blocks or vectors, in launches of several
blocks and, where it is a template, of several row lengths.  Where the tile is a record's member or a part of a larger array, a
second one stands behind it."""
import random

ELEMENTS = ['float', 'float', 'float', 'int', 'double', 'short']
LENGTHS = [8, 12, 16, 16, 17, 18, 24, 31, 32, 32, 32, 33, 34, 36, 40, 48, 64]
BLOCKS = [(32, 8), (32, 1), (16, 16), (64, 2), (8, 8), (32, 32), (256, 1)]
FORMS = ['template', 'template', 'template', 'square', 'literal', 'flat', 'flat', 'dynamic', 'macro', 'flat macro', 'pointers',
         'rows', 'record', 'record', 'storage', 'storage', 'divided', 'divided', 'divided dynamic', 'divided dynamic']
WITH_SECOND = ('record', 'storage', 'divided', 'divided dynamic')
choice = random.choice


def place(form, row, column):
    """The element's text."""
    if form in ('macro', 'flat macro'):
        return f'AT{{n}}({row}, {column})'
    if form == 'dynamic':
        return f'tile{{n}}[({row}) * LD{{n}} + {column}]'
    if form == 'pointers':
        index = f'({row}) * LD{{n}} + {column}'
        return choice([f'tile[{index}]', f'first[{index}]', f'inner[{index} - 24]', f'moved[{index} - 8]'])
    if form in ('flat', 'divided', 'divided dynamic'):
        return f'tile[({row}) * LD{{n}} + {column}]'
    if form in ('record', 'storage'):
        return f's.tile[{row}][{column}]'
    if form == 'second of record':
        return f's.second[{row}][{column}]'
    if form == 'second of divided':
        return f'second[({row}) * LD{{n}} + {column}]'
    return f'tile[{row}][{column}]'


def read(form, rows, columns):
    """Lines that read the tile."""
    kind = random.choice([*range(9), 10, *([9] if form == 'rows' else [])])
    row, column = f't % {rows}', f't / {rows} % {columns}'
    if kind == 0: # by columns
        return [f'sum += {place(form, row, column)};']
    if kind == 1: # by rows
        return [f'sum += {place(form, f"t / {columns} % {rows}", f"t % {columns}")};']
    if kind == 2: # down the columns
        return [f'for (int i = 0; i < {columns}; i++)', f'\tsum += {place(form, row, "i")} * i;']
    if kind == 3: # down the rows, often
        return [f'for (int round = 0; round < {choice([1, 4])}; round++)', f'\tfor (int i = 0; i < {rows}; i++)',
                f'\t\tsum += {place(form, "i", f"(t + round) % {columns}")};']
    if kind == 4 and columns % 4 == 0: # four at a time
        return ['#pragma unroll', 'for (int i = 0; i < 4; i++)', f'\tsum += {place(form, row, f"(t / {rows}) % {columns // 4} * 4 + i")} * (i + 1);']
    if kind == 5: # diagonals
        return [f'sum += {place(form, row, f"(t + t / {choice([1, 2, 8])}) % {columns}")};']
    if kind == 6: # blocks
        return [f'sum += {place(form, f"t / 8 % {rows}", f"(t % 8 + t / 32) % {columns}")};']
    if kind == 7: # some lanes
        return ['if (t % 3 != 1)', f'\tsum += {place(form, row, f"(x + y) % {columns}")};']
    if kind == 10: # where data say
        return [f'sum += {place(form, row, f"in[t] % {columns}")};']
    if kind == 9: # a pointer to a row
        return ['{', f'\t{{element}} *row = tile[{row}];', f'\tfor (int i = 0; i < {columns}; i++)', '\t\tsum += row[i] * i;', '}']
    return ['__syncthreads();', 'if (t < %d)' % min(rows, 32), f'\t{place(form, "t", "0")} += 3;', '__syncthreads();']


def record(element, rows, second_rows):
    between = choice([[], ['\tint count;'], ['\tchar flags[3];'], ['\tdouble most;']])
    return ['struct Storage{n} {', f'\t{element} tile[{rows}][LD{{n}}];', *between,
            f'\t{choice(["", "alignas(16) "])}{element} second[{second_rows}][LD{{n}}];', '};']


def two_tiles(form, element, align, rows, second_rows):
    """Declares them."""
    if form == 'record':
        return [f'\t__shared__ {align}Storage{{n}} s;']
    if form == 'storage':
        return ['\textern __shared__ __align__(16) unsigned char raw{n}[];',
                '\tStorage{n} &s = *reinterpret_cast<Storage{n} *>(raw{n});']
    if form == 'divided':
        memory, name = f'\t__shared__ {align}{element} memory[({rows} + {second_rows}) * LD{{n}}];', 'memory'
    else:
        memory, name = f'\textern __shared__ {align}{element} memory{{n}}[];', 'memory{n}'
    return [memory, f'\t{element} *tile = {name}, *second = tile + {rows} * LD{{n}};']


def second(form, element, rows, columns):
    """Lines that fill and read the second tile."""
    whose = 'second of record' if form in ('record', 'storage') else 'second of divided'
    lines = [f'for (int i = t; i < {rows * columns}; i += size)',
             '\t' + place(whose, f'i / {columns}', f'i % {columns}') + f' = ({element})in[i + 7];', '__syncthreads();']
    return ['\t' + line for line in lines + read(whose, rows, columns)]


def kernel(n):
    """The text of a kernel, and its launches."""
    form, element, rows = choice(FORMS), choice(ELEMENTS), choice([8, 16, 16, 32, 32, 32, 64])
    is_template = form in ('template', 'square')
    lengths = sorted({choice(LENGTHS) for _ in range(random.randrange(1, 5))}) if is_template else [choice(LENGTHS)]
    columns = min(lengths)
    if form == 'square':
        rows = columns
    second_rows = choice([4, 8, 16])
    ld, lines = 'LD' if is_template else f'LD{n}', []
    if not is_template and form != 'literal':
        lines.append(f'#define LD{n} {lengths[0]}' if random.random() < 0.5 else f'constexpr int LD{n} = {lengths[0]};')
    if 'macro' in form:
        index = f'[(row) * LD{n} + (column)]' if 'flat' in form else '[row][column]'
        lines.append(f'#define AT{n}(row, column) tile{index}')
    align = choice(['', '', '__align__(16) '])
    if form in ('record', 'storage'):
        lines += record(element, rows, second_rows)
    if is_template:
        lines.append('template <int LD>')
    lines += [f'{choice(["", "static "])}__global__ void k{n}(const int *in, int *out)', '{']
    if form == 'dynamic':
        lines.append(f'\textern __shared__ {align}{element} tile{n}[];')
    elif form in WITH_SECOND:
        lines += two_tiles(form, element, align, rows, second_rows)
    elif 'flat' in form or form == 'pointers':
        lines.append(f'\t__shared__ {align}{element} tile[{rows} * {ld}];')
    elif form == 'literal':
        lines.append(f'\t__shared__ {align}{element} tile[{rows}][{lengths[0]}];')
    else:
        lines.append(f'\t__shared__ {align}{element} tile[{"LD" if form == "square" else rows}][{ld}];')
    lines += ['\tint x = threadIdx.x, y = threadIdx.y, size = blockDim.x * blockDim.y, t = y * blockDim.x + x;',
              f'\t{element} sum = x + y;']
    if form == 'pointers':
        lines += [f'\t{element} *first = tile, *inner = &tile[24], *moved = inner;', f'\t{choice(["moved -= 16", "moved = first + 8"])};']
    filled = choice([(f'i / {columns}', f'i % {columns}')] * 2 + [(f'i % {rows}', f'i / {rows}')]) # by rows, or by columns
    lines += [f'\tfor (int i = t; i < {rows * columns}; i += size)',
              '\t\t' + place(form, *filled) + f' = ({element})in[i];', '\t__syncthreads();']
    for _ in range(choice([1, 1, 2, 3])):
        lines += ['\t' + line for line in read(form, rows, columns)]
    if form in WITH_SECOND:
        lines += second(form, element, second_rows, columns)
    if random.random() < 0.1:
        lines += ['#if DEBUG', '\tsum += ' + place(form, '1', '2') + ';', '#endif']
    lines += ['\tout[t] = (int)sum;', '}', '']
    launches = []
    for length in lengths:
        for x, y in {choice(BLOCKS) for _ in range(choice([1, 1, 2]))}:
            name = f'k{n}<{length}>' if is_template else f'k{n}'
            bytes_ = {'dynamic': f', {rows} * LD{n} * sizeof({element})', 'storage': f', sizeof(Storage{n})',
                      'divided dynamic': f', ({rows} + {second_rows}) * LD{n} * sizeof({element})'}.get(form, '')
            launches.append(f'{name}<<<1, dim3({x}, {y}){bytes_}>>>(in, out + {{at}});')
    return [line.replace('{n}', str(n)).replace('{element}', element) for line in lines], launches


MAIN = '''
int main()
{
	int *in, *out, *host = (int *)malloc(BYTES);
	cudaMalloc((void **)&in, BYTES);
	cudaMalloc((void **)&out, BYTES);
	for (int i = 0; i < BYTES / 4; i++)
		host[i] = i * 37 % 1009;
	cudaMemcpy(in, host, BYTES, cudaMemcpyHostToDevice);
	cudaMemset(out, 0, BYTES);
	launch(in, out);
	if (cudaDeviceSynchronize() != cudaSuccess)
		return 1;
	cudaMemcpy(host, out, BYTES, cudaMemcpyDeviceToHost);
	FILE *file = fopen(getenv("RESULTS"), "wb");
	fwrite(host, 1, BYTES, file);
	fclose(file);
	return 0;
}'''


def program(seed, kernels):
    random.seed(seed)
    lines, calls = ['#include <cstdio>', '#include <cstdlib>', ''], []
    for n in range(kernels):
        text, launches = kernel(n)
        lines += text
        calls += launches
    calls = ['\t' + call.replace('{at}', str(1024 * i)) for i, call in enumerate(calls)]
    lines += ['static void launch(const int *in, int *out)', '{'] + calls + ['}', '']
    return lines + [f'enum {{ BYTES = {4096 * max(len(calls), 1)} }};', MAIN]
