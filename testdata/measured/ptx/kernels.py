"""Kernels whose PTX does not come from nvcc: of Triton, torch.compile, Numba and NVRTC.

scripts/measure-ptx.sh runs them.  Each function that @case marks returns a call that launches its kernel, once, with
fixed sizes and data.
"""
import subprocess
import tempfile

import torch
import triton
import triton.language as tl

CASES = {}
PTX = {}  # of the cases whose compiler keeps no files: name -> text


def case(function):
    CASES[function.__name__] = function
    return function


def numbers(*shape, dtype=torch.float32):
    torch.manual_seed(1)
    return torch.randn(shape, device='cuda').to(dtype)


@triton.jit
def softmax_kernel(y, x, stride, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    v = tl.load(x + row * stride + at, mask=at < n, other=-float('inf'))
    v = tl.exp(v - tl.max(v, axis=0))
    tl.store(y + row * stride + at, v / tl.sum(v, axis=0), mask=at < n)


@case
def softmax():
    x = numbers(64, 1000)
    y = torch.empty_like(x)
    return lambda: softmax_kernel[(64,)](y, x, 1000, 1000, BLOCK=1024, num_warps=8)


@triton.jit
def layer_norm_kernel(y, x, w, b, means, scales, stride, n, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    mean = tl.zeros([BLOCK], tl.float32)
    for start in range(0, n, BLOCK):
        at = start + tl.arange(0, BLOCK)
        mean += tl.load(x + row * stride + at, mask=at < n, other=0.0).to(tl.float32)
    m = tl.sum(mean, axis=0) / n
    squares = tl.zeros([BLOCK], tl.float32)
    for start in range(0, n, BLOCK):
        at = start + tl.arange(0, BLOCK)
        v = tl.load(x + row * stride + at, mask=at < n, other=0.0).to(tl.float32)
        v = tl.where(at < n, v - m, 0.0)
        squares += v * v
    scale = 1 / tl.sqrt(tl.sum(squares, axis=0) / n + eps)
    tl.store(means + row, m)
    tl.store(scales + row, scale)
    for start in range(0, n, BLOCK):
        at = start + tl.arange(0, BLOCK)
        mask = at < n
        v = tl.load(x + row * stride + at, mask=mask, other=0.0).to(tl.float32)
        out = (v - m) * scale * tl.load(w + at, mask=mask) + tl.load(b + at, mask=mask)
        tl.store(y + row * stride + at, out.to(tl.float16), mask=mask)


@case
def layer_norm():
    x = numbers(32, 1536, dtype=torch.float16)
    w, b, y = numbers(1536), numbers(1536), torch.empty_like(x)
    m, s = numbers(32), numbers(32)
    return lambda: layer_norm_kernel[(32,)](y, x, w, b, m, s, 1536, 1536, 1e-5, BLOCK=1024, num_warps=4)


@triton.jit
def layer_norm_grad_kernel(dw, db, final_dw, final_db, m, n, BM: tl.constexpr, BN: tl.constexpr):
    cols = tl.program_id(0) * BN + tl.arange(0, BN)
    w = tl.zeros((BM, BN), tl.float32)
    b = tl.zeros((BM, BN), tl.float32)
    for i in range(0, m, BM):
        rows = i + tl.arange(0, BM)
        mask = (rows[:, None] < m) & (cols[None, :] < n)
        at = rows[:, None] * n + cols[None, :]
        w += tl.load(dw + at, mask=mask, other=0.0)
        b += tl.load(db + at, mask=mask, other=0.0)
    tl.store(final_dw + cols, tl.sum(w, axis=0), mask=cols < n)
    tl.store(final_db + cols, tl.sum(b, axis=0), mask=cols < n)


@case
def layer_norm_grad():
    a, b, c, d = numbers(96, 512), numbers(96, 512), numbers(512), numbers(512)
    return lambda: layer_norm_grad_kernel[(4,)](a, b, c, d, 96, 512, BM=32, BN=128, num_warps=4)


@triton.jit
def matmul_kernel(a, b, c, m, n, k, sam, sak, sbk, sbn, scm, scn,
                  BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, PRECISION: tl.constexpr = 'tf32'):
    pm, pn = tl.program_id(0), tl.program_id(1)
    rm = (pm * BM + tl.arange(0, BM)) % m
    rn = (pn * BN + tl.arange(0, BN)) % n
    rk = tl.arange(0, BK)
    pa = a + rm[:, None] * sam + rk[None, :] * sak
    pb = b + rk[:, None] * sbk + rn[None, :] * sbn
    acc = tl.zeros((BM, BN), tl.float32)
    for i in range(0, tl.cdiv(k, BK)):
        va = tl.load(pa, mask=rk[None, :] < k - i * BK, other=0.0)
        vb = tl.load(pb, mask=rk[:, None] < k - i * BK, other=0.0)
        acc = tl.dot(va, vb, acc, input_precision=PRECISION)
        pa += BK * sak
        pb += BK * sbk
    om = pm * BM + tl.arange(0, BM)
    on = pn * BN + tl.arange(0, BN)
    mask = (om[:, None] < m) & (on[None, :] < n)
    tl.store(c + om[:, None] * scm + on[None, :] * scn, acc.to(c.dtype.element_ty), mask=mask)


def product(m, n, k, bm, bn, bk, dtype, warps, stages, transposed=False, precision='tf32', out=None):
    a = numbers(m, k, dtype=dtype)
    b = numbers(n, k, dtype=dtype).T if transposed else numbers(k, n, dtype=dtype)
    c = torch.empty((m, n), device='cuda', dtype=out or dtype)
    grid = (triton.cdiv(m, bm), triton.cdiv(n, bn))
    return lambda: matmul_kernel[grid](a, b, c, m, n, k, *a.stride(), *b.stride(), *c.stride(), BM=bm, BN=bn, BK=bk,
                                       PRECISION=precision, num_warps=warps, num_stages=stages)


@case
def matmul_half():
    return product(256, 256, 256, 128, 128, 64, torch.float16, 8, 3)


@case
def matmul_half_mma():
    return product(128, 128, 128, 32, 64, 32, torch.float16, 2, 3)


@case
def matmul_half_transposed():
    return product(128, 128, 128, 32, 64, 32, torch.float16, 2, 2, transposed=True)


@case
def matmul_bfloat_one_stage():
    return product(128, 128, 128, 32, 32, 64, torch.bfloat16, 4, 1)


@case
def matmul_tf32():
    return product(128, 128, 128, 32, 64, 32, torch.float32, 2, 2)


@case
def matmul_float():
    return product(128, 128, 64, 64, 64, 16, torch.float32, 4, 2, precision='ieee')


@case
def matmul_fp8():
    return product(128, 128, 128, 32, 64, 64, torch.float8_e5m2, 2, 2, transposed=True, out=torch.float16)


@triton.jit
def fixed_kernel(a, b, c, N: tl.constexpr, K: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    acc = tl.zeros((BM, BN), tl.float32)
    for i in range(0, K, BK):
        va = tl.load(a + rm[:, None] * K + (i + rk)[None, :])
        vb = tl.load(b + (i + rk)[:, None] * N + rn[None, :])
        acc = tl.dot(va, vb, acc)
    tl.store(c + rm[:, None] * N + rn[None, :], acc.to(tl.float16))


@case
def matmul_fixed():
    a, b = numbers(128, 256, dtype=torch.float16), numbers(256, 128, dtype=torch.float16)
    c = torch.empty((128, 128), device='cuda', dtype=torch.float16)
    return lambda: fixed_kernel[(2, 2)](a, b, c, 128, 256, BM=64, BN=64, BK=64, num_warps=4, num_stages=3)


@case
def matmul_fixed_narrow():
    a, b = numbers(128, 256, dtype=torch.float16), numbers(256, 128, dtype=torch.float16)
    c = torch.empty((128, 128), device='cuda', dtype=torch.float16)
    return lambda: fixed_kernel[(4, 4)](a, b, c, 128, 256, BM=32, BN=32, BK=32, num_warps=1, num_stages=2)


@triton.jit
def int8_kernel(a, b, c, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    acc = tl.zeros((BM, BN), tl.int32)
    for i in range(0, k, BK):
        va = tl.load(a + rm[:, None] * k + (i + rk)[None, :])
        vb = tl.load(b + (i + rk)[:, None] * n + rn[None, :])
        acc = tl.dot(va, vb, acc)
    tl.store(c + rm[:, None] * n + rn[None, :], acc)


@case
def matmul_int8():
    a = (numbers(64, 128) * 20).to(torch.int8)
    b = (numbers(128, 64) * 20).to(torch.int8)
    c = torch.empty((64, 64), device='cuda', dtype=torch.int32)
    return lambda: int8_kernel[(2, 1)](a, b, c, 64, 64, 128, BM=32, BN=64, BK=64, num_warps=2)


@triton.jit
def grouped_kernel(a, b, c, sizes, groups, PROGRAMS: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr,
                   BK: tl.constexpr):
    tile = tl.program_id(0)
    last = 0
    for g in range(groups):
        m = tl.load(sizes + g)
        n = 128
        k = 64
        tiles_n = n // BN
        tiles = (m // BM) * tiles_n
        while tile >= last and tile < last + tiles:
            i = tile - last
            rm = (i // tiles_n) * BM + tl.arange(0, BM)
            rn = (i % tiles_n) * BN + tl.arange(0, BN)
            rk = tl.arange(0, BK)
            pa = a + g * 128 * k + rm[:, None] * k + rk[None, :]
            pb = b + g * n * k + rk[:, None] * n + rn[None, :]
            acc = tl.zeros((BM, BN), tl.float32)
            for _ in range(0, k // BK):
                acc += tl.dot(tl.load(pa), tl.load(pb))
                pa += BK
                pb += BK * n
            tl.store(c + g * 128 * n + rm[:, None] * n + rn[None, :], acc.to(tl.float16))
            tile += PROGRAMS
        last += tiles


@case
def grouped_gemm():
    a = numbers(3, 128, 64, dtype=torch.float16)
    b = numbers(3, 64, 128, dtype=torch.float16)
    c = torch.empty((3, 128, 128), device='cuda', dtype=torch.float16)
    sizes = torch.tensor([128, 64, 32], device='cuda', dtype=torch.int32)
    return lambda: grouped_kernel[(4,)](a, b, c, sizes, 3, PROGRAMS=4, BM=32, BN=64, BK=32, num_warps=2)


@triton.jit
def attention_kernel(q, k, v, out, sums, scale, n, BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    head = tl.program_id(1) * n * D
    rd = tl.arange(0, D)
    rn = tl.arange(0, BN)
    vq = tl.load(q + head + rm[:, None] * D + rd[None, :])
    top = tl.full([BM], -float('inf'), tl.float32)
    total = tl.zeros([BM], tl.float32)
    acc = tl.zeros([BM, D], tl.float32)
    for start in range(0, n, BN):
        vk = tl.load(k + head + (start + rn)[None, :] * D + rd[:, None])
        s = tl.dot(vq, vk) * scale
        new = tl.maximum(top, tl.max(s, 1))
        p = tl.exp2(s - new[:, None])
        old = tl.exp2(top - new)
        total = total * old + tl.sum(p, 1)
        acc = acc * old[:, None]
        vv = tl.load(v + head + (start + rn)[:, None] * D + rd[None, :])
        acc = tl.dot(p.to(vv.dtype), vv, acc)
        top = new
    tl.store(sums + tl.program_id(1) * n + rm, top + tl.log2(total))
    tl.store(out + head + rm[:, None] * D + rd[None, :], (acc / total[:, None]).to(tl.float16))


def attention_of(warps, bm, bn, d, stages):
    q, k, v = (numbers(2, 256, d, dtype=torch.float16) for _ in range(3))
    out, sums = torch.empty_like(q), numbers(2, 256)
    return lambda: attention_kernel[(256 // bm, 2)](q, k, v, out, sums, 0.2, 256, BM=bm, BN=bn, D=d, num_warps=warps,
                                                    num_stages=stages)


@case
def attention():
    return attention_of(4, 64, 64, 64, 2)


@case
def attention_mma():
    return attention_of(2, 32, 32, 64, 2)


@triton.jit
def attention_grad_kernel(q, k, v, dout, sums, deltas, dk, dv, scale, n, BM: tl.constexpr, BN: tl.constexpr,
                          D: tl.constexpr):
    rn = tl.program_id(0) * BN + tl.arange(0, BN)
    rd = tl.arange(0, D)
    vk = tl.load(k + rn[:, None] * D + rd[None, :])
    vv = tl.load(v + rn[:, None] * D + rd[None, :])
    gk = tl.zeros([BN, D], tl.float32)
    gv = tl.zeros([BN, D], tl.float32)
    for start in range(0, n, BM):
        rm = start + tl.arange(0, BM)
        qt = tl.load(q + rm[None, :] * D + rd[:, None])
        go = tl.load(dout + rm[:, None] * D + rd[None, :])
        p = tl.exp2(tl.dot(vk, qt) * scale - tl.load(sums + rm)[None, :])
        gv += tl.dot(p.to(tl.float16), go)
        dp = tl.dot(vv, tl.trans(go))
        ds = (p * (dp - tl.load(deltas + rm)[None, :])).to(tl.float16)
        gk += tl.dot(ds, tl.trans(qt))
    tl.store(dv + rn[:, None] * D + rd[None, :], gv.to(tl.float16))
    tl.store(dk + rn[:, None] * D + rd[None, :], (gk * scale).to(tl.float16))


@case
def attention_grad():
    q, k, v, o = (numbers(128, 64, dtype=torch.float16) for _ in range(4))
    dk, dv, s, d = torch.empty_like(q), torch.empty_like(q), numbers(128), numbers(128)
    return lambda: attention_grad_kernel[(4,)](q, k, v, o, s, d, dk, dv, 0.2, 128, BM=32, BN=32, D=64, num_warps=2,
                                               num_stages=2)


@triton.jit
def transpose_kernel(x, y, m, n, BM: tl.constexpr, BN: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    v = tl.load(x + rm[:, None] * n + rn[None, :])
    tl.store(y + rn[:, None] * m + rm[None, :], tl.trans(v))


@case
def transpose_float():
    x = numbers(128, 128)
    y = torch.empty_like(x)
    return lambda: transpose_kernel[(2, 2)](x, y, 128, 128, BM=64, BN=64, num_warps=4)


@case
def transpose_half():
    x = numbers(128, 128, dtype=torch.float16)
    y = torch.empty_like(x)
    return lambda: transpose_kernel[(2, 2)](x, y, 128, 128, BM=64, BN=64, num_warps=4)


@case
def transpose_bytes():
    x = (numbers(128, 128) * 20).to(torch.int8)
    y = torch.empty_like(x)
    return lambda: transpose_kernel[(2, 2)](x, y, 128, 128, BM=64, BN=64, num_warps=4)


@triton.jit
def add(a, b):
    return a + b


@triton.jit
def scan_kernel(x, y, BM: tl.constexpr, BN: tl.constexpr, AXIS: tl.constexpr):
    at = tl.arange(0, BM)[:, None] * BN + tl.arange(0, BN)[None, :]
    tl.store(y + at, tl.associative_scan(tl.load(x + at), AXIS, add))


@case
def scan_rows():
    x = numbers(16, 512)
    y = torch.empty_like(x)
    return lambda: scan_kernel[(1,)](x, y, BM=16, BN=512, AXIS=1, num_warps=4)


@case
def scan_columns():
    x = numbers(128, 32)
    y = torch.empty_like(x)
    return lambda: scan_kernel[(1,)](x, y, BM=128, BN=32, AXIS=0, num_warps=4)


@triton.jit
def sort_kernel(x, y, N: tl.constexpr):
    at = tl.arange(0, N)
    tl.store(y + at, tl.sort(tl.load(x + at)))


@case
def sort():
    x = numbers(256)
    y = torch.empty_like(x)
    return lambda: sort_kernel[(1,)](x, y, N=256, num_warps=4)


@triton.jit
def histogram_kernel(x, y, N: tl.constexpr, BINS: tl.constexpr):
    h = tl.histogram(tl.load(x + tl.arange(0, N)), BINS)
    tl.store(y + tl.arange(0, BINS), h)


@case
def histogram():
    x = (numbers(2048).abs() * 40).to(torch.int32) % 128
    y = torch.empty(128, device='cuda', dtype=torch.int32)
    return lambda: histogram_kernel[(1,)](x, y, N=2048, BINS=128, num_warps=4)


@triton.jit
def argmax_kernel(x, y, n, BM: tl.constexpr, BN: tl.constexpr):
    at = tl.arange(0, BM)[:, None] * n + tl.arange(0, BN)[None, :]
    tl.store(y + tl.arange(0, BM), tl.argmax(tl.load(x + at), 1))


@case
def argmax():
    x = numbers(8, 1024)
    y = torch.empty(8, device='cuda', dtype=torch.int32)
    return lambda: argmax_kernel[(1,)](x, y, 1024, BM=8, BN=1024, num_warps=8)


@triton.jit
def welford_combine(m1, s1, w1, m2, s2, w2):
    d = m2 - m1
    w = w1 + w2
    r = tl.where(w == 0.0, 0.0, w2 / w)
    return m1 + d * r, s1 + s2 + d * d * w1 * r, w


@triton.jit
def welford_kernel(x, means, variances, BM: tl.constexpr, BN: tl.constexpr):
    at = tl.arange(0, BM)[:, None] * BN + tl.arange(0, BN)[None, :]
    v = tl.load(x + at)
    one = tl.full([BM, BN], 1.0, tl.float32)
    m, s, w = tl.reduce((v, tl.zeros([BM, BN], tl.float32), one), 1, welford_combine)
    tl.store(means + tl.arange(0, BM), m)
    tl.store(variances + tl.arange(0, BM), s / w)


@case
def welford():
    x, m, v = numbers(4, 2048), numbers(4), numbers(4)
    return lambda: welford_kernel[(1,)](x, m, v, BM=4, BN=2048, num_warps=8)


@triton.jit
def gather_kernel(x, index, y, BM: tl.constexpr, BN: tl.constexpr):
    at = tl.arange(0, BM)[:, None] * BN + tl.arange(0, BN)[None, :]
    tl.store(y + at, tl.gather(tl.load(x + at), tl.load(index + at), 0))


@case
def gather():
    x = numbers(64, 32)
    y = torch.empty_like(x)
    i = torch.randint(0, 64, (64, 32), device='cuda', dtype=torch.int32)
    return lambda: gather_kernel[(1,)](x, i, y, BM=64, BN=32, num_warps=4)


@triton.jit
def cross_entropy_kernel(x, targets, loss, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    v = tl.load(x + row * n + at, mask=at < n, other=-float('inf')).to(tl.float32)
    top = tl.max(v, 0)
    total = tl.log(tl.sum(tl.exp(v - top), 0)) + top
    tl.store(loss + row, total - tl.load(x + row * n + tl.load(targets + row)))


@case
def cross_entropy():
    x, loss = numbers(16, 4000, dtype=torch.bfloat16), numbers(16)
    t = torch.randint(0, 4000, (16,), device='cuda')
    return lambda: cross_entropy_kernel[(16,)](x, t, loss, 4000, BLOCK=4096, num_warps=16)


@triton.jit
def permute_kernel(x, y, A: tl.constexpr, B: tl.constexpr, C: tl.constexpr):
    at = tl.arange(0, A)[:, None, None] * B * C + tl.arange(0, B)[None, :, None] * C + tl.arange(0, C)[None, None, :]
    v = tl.permute(tl.load(x + at), (2, 0, 1))
    to = tl.arange(0, C)[:, None, None] * A * B + tl.arange(0, A)[None, :, None] * B + tl.arange(0, B)[None, None, :]
    tl.store(y + to, v)


@case
def permute():
    x = numbers(8, 16, 32)
    y = torch.empty_like(x)
    return lambda: permute_kernel[(1,)](x, y, A=8, B=16, C=32, num_warps=4)


@triton.jit
def descriptor_kernel(a, b, c, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    da = tl.make_tensor_descriptor(a, [m, k], [k, 1], [BM, BK])
    db = tl.make_tensor_descriptor(b, [n, k], [k, 1], [BN, BK])
    dc = tl.make_tensor_descriptor(c, [m, n], [n, 1], [BM, BN])
    om, on = tl.program_id(0) * BM, tl.program_id(1) * BN
    acc = tl.zeros((BM, BN), tl.float32)
    for i in range(0, k, BK):
        acc = tl.dot(da.load([om, i]), db.load([on, i]).T, acc)
    dc.store([om, on], acc.to(tl.float16))


@case
def matmul_descriptors():
    triton.set_allocator(lambda size, alignment, stream: torch.empty(size, device='cuda', dtype=torch.int8))
    a, b = numbers(256, 256, dtype=torch.float16), numbers(256, 256, dtype=torch.float16)
    c = torch.empty((256, 256), device='cuda', dtype=torch.float16)
    return lambda: descriptor_kernel[(2, 2)](a, b, c, 256, 256, 256, BM=128, BN=128, BK=64, num_warps=4, num_stages=3)


def compiled(function, *arguments):
    torch._dynamo.reset()
    return lambda: torch.compile(function)(*arguments)


@case
def torch_norm():
    x = numbers(512, 3000)
    return compiled(lambda x: torch.nn.functional.layer_norm(x, (3000,)), x)


@case
def torch_softmax_columns():
    x = numbers(1024, 96)
    return compiled(lambda x: torch.softmax(x, 0), x)


@case
def torch_transpose_add():
    x, y = numbers(512, 512), numbers(512, 512)
    return compiled(lambda x, y: (x.t() + y).contiguous() * 2, x, y)


@case
def torch_sum_columns():
    x = numbers(4096, 64)
    return compiled(lambda x: (x * x).sum(0), x)


def numba_module():
    import numpy
    if not hasattr(numpy, 'row_stack'):
        numpy.row_stack = numpy.vstack  # which numba asks for, and numpy 2.4 no longer has
    from numba import cuda
    return numpy, cuda


def numba_call(name, kernel, grid, block, *arguments):
    kernel[grid, block](*arguments)
    PTX[name] = next(iter(kernel.inspect_asm().values()))
    return lambda: kernel[grid, block](*arguments)


@case
def numba_transpose():
    numpy, cuda = numba_module()

    @cuda.jit(lineinfo=True)
    def numba_transpose_kernel(x, y):
        tile = cuda.shared.array((32, 32), numpy.float32)
        tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
        i, j = cuda.blockIdx.y * 32 + ty, cuda.blockIdx.x * 32 + tx
        for k in range(0, 32, 8):
            tile[ty + k, tx] = x[i + k, j]
        cuda.syncthreads()
        i, j = cuda.blockIdx.x * 32 + ty, cuda.blockIdx.y * 32 + tx
        for k in range(0, 32, 8):
            y[i + k, j] = tile[tx, ty + k]

    x, y = cuda.to_device(numpy.ones((64, 64), numpy.float32)), cuda.device_array((64, 64), numpy.float32)
    return numba_call('numba_transpose', numba_transpose_kernel, (2, 2), (32, 8), x, y)


@case
def numba_sum():
    numpy, cuda = numba_module()

    @cuda.jit(lineinfo=True)
    def numba_sum_kernel(x, y):
        s = cuda.shared.array(256, numpy.float32)
        t = cuda.threadIdx.x
        s[t] = x[cuda.blockIdx.x * 256 + t]
        cuda.syncthreads()
        step = 1
        while step < 256:
            if t % (2 * step) == 0:
                s[t] += s[t + step]
            step *= 2
            cuda.syncthreads()
        if t == 0:
            y[cuda.blockIdx.x] = s[0]

    x, y = cuda.to_device(numpy.ones(1024, numpy.float32)), cuda.device_array(4, numpy.float32)
    return numba_call('numba_sum', numba_sum_kernel, 4, 256, x, y)


NVRTC = r'''
extern "C" __global__ void nvrtc_columns(const float *x, float *y)
{
    __shared__ float t[32][32];
    for (int i = threadIdx.y; i < 32; i += 8)
        t[i][threadIdx.x] = x[i * 32 + threadIdx.x];
    __syncthreads();
    float sum = 0;
    for (int i = 0; i < 32; i++)
        sum += t[threadIdx.x][i];
    y[threadIdx.y * 32 + threadIdx.x] = sum;
}
'''


def ptx_of(source):
    from cuda.bindings import nvrtc
    _, program = nvrtc.nvrtcCreateProgram(source.encode(), b'columns.cu', 0, [], [])
    options = [b'--gpu-architecture=compute_90', b'-lineinfo']
    nvrtc.nvrtcCompileProgram(program, len(options), options)
    _, size = nvrtc.nvrtcGetPTXSize(program)
    text = b' ' * size
    nvrtc.nvrtcGetPTX(program, text)
    return text.rstrip(b'\0').decode()


def assembled(text):
    """The path of the machine code that ptxas makes of PTX."""
    folder = tempfile.mkdtemp()
    with open(folder + '/k.ptx', 'w') as out:
        out.write(text)
    subprocess.run(['ptxas', '-lineinfo', '-arch=sm_90', '-o', folder + '/k.cubin', folder + '/k.ptx'], check=True)
    return folder + '/k.cubin'


@case
def nvrtc_columns():
    import cupy
    PTX['nvrtc_columns'] = text = ptx_of(NVRTC)
    kernel = cupy.RawModule(path=assembled(text)).get_function('nvrtc_columns')
    x, y = cupy.ones((32, 32), cupy.float32), cupy.zeros((8, 32), cupy.float32)
    return lambda: kernel((1,), (32, 8), (x, y))
