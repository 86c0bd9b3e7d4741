"""Random kernels for the processor (random-kernels.py cpu): expressions over all operators, widths and signs, guards, loops that
lanes leave in different iterations, records, templates, device functions, pointers that walk, three-dimensional blocks.

Values are small, so that nothing overflows and no shift is too far: undefined behaviour cannot be compared."""
import random

choice = random.choice
BLOCKS = [(32, 1, 1), (64, 1, 1), (128, 1, 1), (16, 16, 1), (32, 8, 1), (8, 8, 1), (32, 32, 1), (48, 2, 1), (16, 8, 1), (100, 1, 1),
          (8, 4, 4), (4, 4, 8), (33, 3, 1), (7, 5, 3), (1, 64, 1), (2, 2, 32)]
TYPES = ['int', 'unsigned', 'short', 'unsigned short', 'unsigned char', 'signed char', 'long long', 'unsigned long long']
ELEMENTS = {'float': 4, 'int': 4, 'unsigned char': 1, 'short': 2, 'double': 8, 'long long': 8, 'float2': 8, 'float4': 16, 'int2': 8,
            'Pair': 8, 'Mixed': 12, 'Wide': 24}
FIELDS = {'float2': 'xy', 'float4': 'xyzw', 'int2': 'xy', 'Pair': ['a', 'b'], 'Mixed': ['a', 'b', 'c', 'd'],
          'Wide': ['v[0]', 'v[1]', 'v[2]', 'n', 'm']}
TYPE_TEXT = '''struct Pair { int a; float b; };
struct Mixed { int a; short b; unsigned char c, d; float e; };
struct Wide { float v[3]; int n; double m; };

template <int N> __device__ __forceinline__ int wrapped(int i) { return (i % N + N) % N; }
template <class T> __device__ T &at(T *array, int i) { return array[i]; }
template <class T, int N> struct View {
	T *data;
	__device__ T &operator()(int i, int j) { return data[i * N + j]; }
	__device__ const T &operator[](int i) const { return data[i]; }
};
__device__ int mirrored(int i, int n) { return i < n ? n - 1 - i : 0; }
__device__ int gray(unsigned i) { return (int)(i ^ i >> 1); }
__device__ int swapped(int lane, int bit) { return (lane & ~3) | (lane & 1) << 1 | (lane >> 1 & 1) ^ bit; }
'''


class Kernel:
    def __init__(self, number):
        self.number, self.lines, self.names, self.count = number, [], ['x', 'y', 't', 'lane', 'w', 'z'], 0
        self.arrays, self.depth = [], 1

    def put(self, text):
        self.lines.append('\t' * self.depth + text)

    def fresh(self, letter):
        self.count += 1
        return f'{letter}{self.count}'

    # --- expressions: between -4000 and 4000 or so ---

    def small(self):
        return str(choice([0, 1, 1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 31, 32, 33, 64]))

    def expression(self, depth=2):
        if depth == 0 or random.random() < 0.2:
            return choice(self.names) if random.random() < 0.75 else self.small()
        a, b = self.expression(depth - 1), self.expression(depth - 1)
        form = random.randrange(19)
        c = choice([1, 2, 3, 4, 5, 7, 8, 16, 17, 31, 32, 33])
        return [f'({a} + {b})', f'({a} - {b})', f'({a}) % 64 * {c}', f'({a}) / {c}', f'({a}) % {c}', f'({a} & {b})', f'({a} | {b})',
                f'({a} ^ {b})', f'(({a}) % 256 << {random.randrange(4)})', f'(({a}) >> {random.randrange(5)})', f'(~({a}))', f'(-({a}))',
                f'({a} < {b} ? {a} : {b})', f'(({a}) % 3 == 0 ? {b} : {c})', f'(({choice(TYPES)})({a}))', f'(int)({a} > {b})',
                f'min((int)({a}), (int)({b}))', f'gray((unsigned)({a}) % 64)', f'mirrored(({a}) % 64, {c})'][form]

    def index(self, n):
        text = self.expression(choice([0, 1, 1, 2, 2, 3]))
        form = random.randrange(5)
        if form == 0 and not n & (n - 1):
            return f'({text}) & {n - 1}'
        if form == 1:
            return f'wrapped<{n}>((int)({text}))'
        if form == 2:
            return f'abs((int)({text})) % {n}'
        return f'(unsigned)({text}) % {n}'

    def condition(self):
        a, b = self.expression(1), self.expression(1)
        return choice([f'({a}) % 2 == 0', f'{a} < {b}', f'lane & {choice([1, 2, 3, 7, 16])}', f'(int)({a}) > {self.small()}',
                       f'x != {self.small()} && {a} >= {b}', f't % {choice([2, 3, 5, 32, 33])} == {choice([0, 1])}', f'!({a} & 1) || {b} == 3'])

    # --- accesses ---

    def place(self, array):
        name, kind, n, shape = array
        if shape:
            rows, columns = shape
            place = f'{name}[{self.index(rows)}][{self.index(columns)}]'
        else:
            i = self.index(n)
            place = choice([f'{name}[{i}]'] * 4 + [f'*({name} + ({i}))', f'at({name}, {i})', f'(&{name}[0])[{i}]'])
        if kind in FIELDS:
            place = f'({place}).{choice(FIELDS[kind])}'
        return place

    def whole(self, array):
        name, kind, n, shape = array
        return f'{name}[{self.index(shape[0])}][{self.index(shape[1])}]' if shape else f'{name}[{self.index(n)}]'

    def access(self):
        array = choice(self.arrays)
        form = random.randrange(10)
        if form < 5:
            self.put(f'sum += {self.place(array)};')
        elif form < 7:
            self.put(f'{self.place(array)} = sum;')
        elif form == 7:
            other = choice([a for a in self.arrays if a[1] == array[1]])
            self.put(f'{self.whole(array)} = {self.whole(other)};')
        elif form == 8 and array[1] in ('int', 'float'):
            self.put(f'atomicAdd(&{self.whole(array)}, 1);')
        elif form == 9 and not array[3]:
            view = self.fresh('v')
            columns = choice([8, 16, 20, 32])
            self.put(f'View<{array[1]}, {columns}> {view} = {{ {array[0]} }};')
            part = f'.{choice(FIELDS[array[1]])}' if array[1] in FIELDS else ''
            self.put(f'sum += {view}({self.index(array[2] // columns)}, {self.index(columns)}){part};')
        else:
            self.put(f'sum -= {self.place(array)};')

    # --- statements ---

    def local(self):
        name, kind = self.fresh('a'), choice(TYPES)
        self.put(f'{kind} {name} = {self.expression(2)};')
        if kind in ('long long', 'unsigned long long', 'unsigned'):
            self.put(f'{name} = {name} % 1024;')
        if random.random() < 0.3:
            self.put(f'{choice(["if (" + self.condition() + ") ", ""])}{name} {choice(["+=", "^=", "-=", "|="])} {choice(self.names)};')
            self.put(f'{name} %= 1000;')
        self.names.append(name)

    def block(self, budget):
        self.depth += 1
        kept = list(self.names)
        for _ in range(choice([1, 1, 2])):
            self.statement(budget - 1)
        self.names = kept
        self.depth -= 1

    def loop(self, budget):
        i, form = self.fresh('i'), random.randrange(6)
        first = choice(['0', '0', 'lane & 3', 'w', 'y % 4', '1'])
        steps = choice([2, 3, 4, 8])
        if form < 2:
            self.put(f'for (int {i} = {first}; {i} < {steps + (4 if first != "0" else 0)}; {i} += {choice([1, 1, 2])}) {{')
        elif form == 2:
            self.put(f'for (int {i} = t; {i} < {choice([100, 256, 300])}; {i} += blockDim.x * blockDim.y * blockDim.z) {{')
        elif form == 3:
            self.put(f'for (unsigned {i} = {choice([1, 2, 4])}; {i} < {choice([16, 32, 64])}; {i} *= 2) {{')
        elif form == 4:
            self.put(f'for (int {i} = {choice([8, 16, 31])}; {i} > 0; {i} >>= 1) {{')
        else:
            self.put(f'for (int {i} = 0; {i} < lane % {choice([3, 4, 5])} + 1; {i}++) {{')
        kept = list(self.names)
        self.names += [i, i]
        if random.random() < 0.25:
            self.put(f'\tif ({self.condition()})')
            self.put(f'\t\t{choice(["continue", "continue", "break"])};')
        self.block(budget)
        self.names = kept
        self.put('}')

    def exits(self):
        """A loop that threads leave together, or those of a warp, or some of it, when is not known, and what they take along."""
        i, name = self.fresh('i'), self.fresh('a')
        self.put(f'int {name} = {choice(["0", "lane", "t", "w"])};')
        self.put(f'for (int {i} = 0; {i} < {choice([2, 3, 4, 8])}; {i}++) {{')
        for _ in range(choice([1, 1, 2])):
            self.put(f'\t{name} += {choice(["1", "4", "32", "w", "lane", "all", i])};')
            who = choice(['', '', 'lane < 16', 'w == 0', 'lane & 1', 'w & 1', 't < 40'])
            when = choice([f'all % 4 == {i}', f'in[{i}] & 1', f'each % 4 == {i}', f'in[t] % 4 == {i}', f'all > {i} && lane > 3'])
            leave = f'if ({when}) {choice(["break", "break", "continue"])};'
            self.put(f'\tif ({who}) {{ {leave} }}' if who else f'\t{leave}')
            if who and random.random() < 0.4:
                self.put(f'\telse if ({choice([f"other % 4 == {i}", f"in[{i} + 8] & 1"])}) break;')
        if random.random() < 0.5:
            self.put(f'\t{name} += {choice(["2", "16", "lane", "each"])};')
        self.put('}')
        self.names.append(name)
        array, kind, n, shape = choice(self.arrays)
        part = f'.{choice(FIELDS[kind])}' if kind in FIELDS else ''
        self.put(f'sum += {array}{"[0]" if shape else ""}[(unsigned){name} % {shape[1] if shape else n}]{part};')

    def walk(self):
        """A pointer that moves along an array."""
        array = choice(self.arrays)
        if array[3] or array[1] in FIELDS:
            return self.access()
        p, steps = self.fresh('p'), choice([2, 3, 4])
        stride = choice([1, 2, 4, 8, 16, 17, 32])
        room = array[2] - steps * stride
        if room < 16:
            return self.access()
        self.put(f'{array[1]} *{p} = {array[0]} + ({self.index(room)});')
        self.put(f'for (int k = 0; k < {steps}; k++, {p} += {stride})')
        self.put(f'\tsum += {choice(["*" + p, p + "[0]"])};')

    def switch(self, budget):
        self.put(f'switch ((unsigned)({self.expression(1)}) % 3) {{')
        for label in ('case 0:', 'case 1:', 'default:'):
            self.put(label + ' {')
            self.block(budget)
            self.put('\tbreak;')
            self.put('}')
        self.put('}')

    def statement(self, budget):
        form = random.randrange(13) if budget > 0 else random.randrange(5)
        if form < 4:
            self.access()
        elif form == 4:
            self.local()
        elif form == 5:
            self.walk()
        elif form < 8:
            self.put(f'if ({self.condition()}) {{')
            self.block(budget)
            if random.random() < 0.5:
                self.put('} else {')
                self.block(budget)
            self.put('}')
        elif form == 8:
            self.switch(budget)
        elif form == 9:
            self.exits()
        else:
            self.loop(budget)

    def declare(self):
        for a in range(choice([1, 2, 2])):
            kind = choice(list(ELEMENTS))
            shape = choice([None, None, (16, 16), (16, 17), (32, 8), (8, 33)])
            n = shape[0] * shape[1] if shape else choice([256, 300, 512, 1024 if ELEMENTS[kind] <= 8 else 256])
            dimensions = f'[{shape[0]}][{shape[1]}]' if shape else f'[{n}]'
            self.put(f'__shared__ {choice(["", "", "__align__(16) "])}{kind} s{a}{dimensions};')
            self.arrays.append((f's{a}', kind, n, shape))

    def text(self):
        template = random.random() < 0.2
        self.declare()
        self.put('int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z, t = (z * blockDim.y + y) * blockDim.x + x, lane = t & 31, w = t >> 5;')
        self.put('float sum = in[t];')
        self.put('int all = in[7] & 31, other = in[9] & 31, each = in[w] & 15;') # of the block, of each warp
        self.names += ['all', 'each']
        if template:
            self.names.append('N')
        for _ in range(choice([2, 3, 4])):
            self.local() if random.random() < 0.4 else self.statement(2)
            if random.random() < 0.3:
                self.put('__syncthreads();')
        self.put('out[t] = (int)sum;')
        head = ('template <int N> ' if template else '') + f'__global__ void k{self.number}(const int *in, int *out)'
        block = ', '.join(map(str, choice(BLOCKS)))
        name = f'k{self.number}<{choice([1, 2, 3, 5, 8, 32])}>' if template else f'k{self.number}'
        return [head, '{'] + self.lines + ['}', ''], f'\t{name}<<<1, dim3({block})>>>(in, out);'


def program(seed, kernels):
    random.seed(seed)
    lines, launches = TYPE_TEXT.splitlines() + [''], []
    for number in range(kernels):
        text, launch = Kernel(number).text()
        lines += text
        launches.append(launch)
    return lines + ['void launch(const int *in, int *out, int n)', '{'] + launches + ['}']
