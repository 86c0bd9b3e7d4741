#!/usr/bin/env python3
"""Prints a CUDA program with a kernel for each way in which a warp may do an atomic to one address of shared memory.

  kernels/probes/elected.py > probe.cu

Measured with scripts/measure-kernels.sh it says for which of them nvcc has one lane do it for all: the lines that end
in "// KIND TYPE ADDRESS VALUE RESULT GUARD" cost 2 wavefronts then (two warps), and up to 64 otherwise.
What came of it: testdata/measured/h200_elected.tsv.
"""
TYPES = {'int': 'i', 'unsigned': 'u'}
KINDS = {'add': 'atomicAdd', 'sub': 'atomicSub', 'min': 'atomicMin', 'max': 'atomicMax', 'and': 'atomicAnd',
         'or': 'atomicOr', 'xor': 'atomicXor', 'exch': 'atomicExch', 'inc': 'atomicInc', 'dec': 'atomicDec',
         'add_block': 'atomicAdd_block'}
ADDRESSES = {'scalar': '&s', 'first': '&a[0]', 'fourth': '&a[3]', 'blockIdx': '&a[blockIdx.x]', 'argument': '&a[n]',
             'warp_by_shift': '&a[threadIdx.x >> 5]', 'warp_by_division': '&a[threadIdx.x / 32]',
             'threadIdx.y': '&a[threadIdx.y]', 'loaded': '&a[in[0] & 7]', 'dynamic': '&d[0]',
             'selected': '(n > 7 ? &a[5] : &s)'}
VALUES = {'1': '1', '5': '5', 'argument': 'n', 'lane': 'v', 'blockIdx': 'blockIdx.x', 'two_of': '(v > 3 ? 2 : 4)'}
GUARDS = {'none': '', 'data': 'if (v > 5) ', 'half_a_warp': 'if (threadIdx.x % 32 < 16) ', 'uniform': 'if (n > 3) '}


def combinations():
    for type in TYPES:
        for kind in KINDS:
            for value in ('lane', '5'):
                yield kind, type, 'scalar', value, 'none'
    for address in ADDRESSES:
        for kind in ('add', 'max'):
            for value in ('1', 'lane', '5'):
                yield kind, 'int', address, value, 'none'
    for value in VALUES:
        for guard in GUARDS:
            for kind in ('add', 'max', 'or', 'exch'):
                yield kind, 'int', 'scalar', value, guard
        for address in ('scalar', 'warp_by_shift', 'blockIdx', 'argument'):
            for kind in ('add', 'add_block'):
                yield kind, 'unsigned', address, value, 'none'
    for guard in GUARDS:
        for address in ('fourth', 'warp_by_shift', 'argument', 'blockIdx', 'selected'):
            for value in ('lane', '1'):
                yield 'add', 'int', address, value, guard


def kernel(name, kind, type, address, value, result, guard):
    call = f'{KINDS[kind]}({ADDRESSES[address]}, ({type})({VALUES[value]}))'
    line = f'{GUARDS[guard]}{"r = " if result == "used" else ""}{call};'
    return f'''
__global__ void {name}(const int *in, {type} *out, int n)
{{
	__shared__ {type} s, a[32];
	extern __shared__ {type} d_{TYPES[type]}[];
	{type} *d = d_{TYPES[type]}, r = 0;
	int v = in[threadIdx.x + 32 * threadIdx.y];
	a[threadIdx.x % 32] = d[threadIdx.x % 32] = s = 0;
	__syncthreads();
	{line} // {kind} {type} {address} {value} {result} {guard}
	__syncthreads();
	out[threadIdx.x] = s + a[threadIdx.x % 32] + d[threadIdx.x % 32] + r;
}}'''


def main():
    print('#include <stdio.h>')
    launches = []
    for row in dict.fromkeys(combinations()):
        kind, type, address, value, guard = row
        if kind in ('inc', 'dec') and type != 'unsigned':
            continue
        for result in ('unused', 'used'):
            name = f'k{len(launches)}'
            print(kernel(name, kind, type, address, value, result, guard))
            launches.append(f'\t{name}<<<1, dim3(32, 2), 4096>>>(in, ({type} *)out, 5);')
    print('''
int main()
{
	int host[64], *in, *out;
	for (int i = 0; i < 64; i++)
		host[i] = i % 11;
	cudaMalloc(&in, 4096);
	cudaMalloc(&out, 4096);
	cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);''')
    print('\n'.join(launches))
    print('\treturn cudaDeviceSynchronize() != cudaSuccess;\n}')


main()
