"""`smemlint map`: the terminal's map in ASCII as it is kept in testdata/maps, and what the SVG draws against the addresses
that the source has."""
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as xml

SMEMLINT = os.environ["SMEMLINT"]
EXAMPLE = "testdata/examples/transpose.cu"
SVG = "{http://www.w3.org/2000/svg}"


def run(status, *words, **environment):
    done = subprocess.run([SMEMLINT, "map", "--cuda-path=none", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60,
                          env={**os.environ, "NO_COLOR": "1", **environment})
    assert done.returncode == status, (words, done.returncode, done.stderr)
    return done.stdout.decode(), done.stderr.decode()


def check_snapshot():
    out, _ = run(0, "--ascii", EXAMPLE + ":16")
    with open("testdata/maps/transpose.txt") as file:
        assert out == file.read(), out
    assert out.isascii() and all(len(line) <= 80 for line in out.splitlines()[1:])
    assert run(0, EXAMPLE + ":16", LC_ALL="C")[0] == out
    assert "\u00b7" in run(0, EXAMPLE + ":16:9", LC_ALL="C.UTF-8")[0]


def panels(text, down=0):
    """The cells of each picture, as (lane, bank, row, byte): from their position, below `down` more lines of text, and from
    their titles."""
    found = {}
    for group in xml.fromstring(text).iter(SVG + "g"):
        title = re.fullmatch(r"bank (\d+), byte (-?\d+): lane (\d+) in pass (\d+)", group.find(SVG + "title").text)
        rect, lane = group.find(SVG + "rect"), int(group.find(SVG + "text").text)
        x, y = int(rect.get("x")) - 1 - 8 - 46, int(rect.get("y")) - 1 - 58 - 13 * down
        panel, bank, row = x // 630, x % 630 // 18, y // 18
        byte = int(title.group(2))
        assert int(title.group(1)) == bank == byte // 4 % 32 and int(title.group(3)) == lane, title.group(0)
        found.setdefault(panel, []).append((lane, bank, row, byte))
    return found


def check_svg():
    """tile[lane][warp]: bank `warp` for all lanes, and after the fix one bank a lane.  tile[warp][lane] has no conflict."""
    for warp in (0, 5, 31):
        out, _ = run(0, "--format=svg", "--warp", str(warp), EXAMPLE + ":16")
        drawn = panels(out)
        assert sorted(drawn[0]) == [(lane, warp, lane, 128 * lane + 4 * warp) for lane in range(32)], drawn[0]
        assert sorted(drawn[1]) == [(lane, (lane + warp) % 32, lane, 132 * lane + 4 * warp) for lane in range(32)], drawn[1]
        assert "32 wavefronts, ideal 1: 32-way conflict" in out and "1 wavefront, ideal 1: no conflict" in out
    drawn = panels(run(0, "--format=svg", EXAMPLE + ":11")[0])
    assert sorted(drawn[0]) == [(lane, lane, 0, 4 * lane) for lane in range(32)], drawn


def check_layouts():
    """Each layout of tile[lane][warp]: rows of 33 words, or the row's words swizzled."""
    lanes, warp = range(32), 3
    at = [lambda lane: 33 * lane + warp, lambda lane: 32 * lane + (warp ^ lane)]
    for number, words in (("1", at[:1]), ("2", at[1:]), ("best", at[:1]), ("all", at)):
        out, _ = run(0, "--format=svg", "--warp", str(warp), "--layout", number, EXAMPLE + ":16")
        drawn = panels(out)
        for i, word in enumerate(words): # pairs below each other: the second one is 58 + 32 rows + 24 further down
            down = i * (58 + 32 * 18 + 24) // 18
            got = [cell for cell in drawn[1] if down <= cell[2] < down + 36]
            assert sorted((lane, bank, byte) for lane, bank, _, byte in got) == [(l, word(l) % 32, 4 * word(l)) for l in lanes], got
        assert len(drawn[0]) == len(drawn[1]) == 32 * len(words)
    out, _ = run(0, "--ascii", "--layout=2", EXAMPLE + ":16")
    assert "after XOR-swizzling the column as tile[r][c ^ (r % 32)]:\nload of 4 bytes: 1 wavefront" in out and "  1  padding" in out, out
    out, _ = run(0, "--ascii", "--layout=all", EXAMPLE + ":16")
    assert [line.split()[1] for line in out.splitlines() if line.startswith("after")] == ["padding", "XOR-swizzling"] and "other" not in out


def line_with(path, text):
    with open(path) as file:
        return "%s:%d" % (path, next(n for n, line in enumerate(file, 1) if text in line))


def check_merged():
    """s[32 * lane + i] is one load of four elements, and stays one."""
    place = line_with("testdata/fixes/index_function.cu", "sum += s[(t << 5) + i]")
    out, _ = run(0, "--format=svg", "--warp=0", "--iteration=0", place)
    got = sorted((lane, byte) for lane, _, _, byte in panels(out)[1])
    moved = [[36 * lane + i for i in range(4)] for lane in range(32)]
    assert got == sorted((lane, 4 * word) for lane in range(32) for word in moved[lane]), got
    out, _ = run(0, "--ascii", "--warp=0", "--turn=0", place)
    assert out.split("after ")[1].count("load of 16 bytes: 4 wavefronts, ideal 4") == 1, out


def check_copies():
    """The output explains a cost that the written banks do not: lane l writes byte 128 * l past the L1 cache, and in
    longer rows all banks; with its dimensions exchanged 16 bytes after another; data[lane], from one word for all."""
    place = line_with("kernels/async_copy.cu", "// fact: cp_async 32/4 exact")
    after = run(0, "--ascii", "--layout=2", place)[0].split("after padding")[1]
    assert "32 wavefronts, ideal 4\n" in after and "conflict" not in after and "past the L1 cache the 32 wavefronts" in after, after
    after = run(0, "--ascii", place)[0].split("after exchanging the dimensions")[1]
    assert "4 wavefronts, ideal 4: no conflict\n" in after and "past the L1 cache" not in after, after
    out, _ = run(0, "--ascii", line_with("testdata/facts/async_copies.cu", "&data[lane]), in); // fact: cp_async 32/1"))
    assert "32 wavefronts, ideal 1\n" in out and "31 more wavefronts are due to the reads" in out, out


def check_data_dependent():
    """Of an index that comes from data the worst case is drawn, and named so."""
    place = line_with("testdata/rules/smem-data-dependent/tables.cu", "int got = table[key")
    assert run(0, "--ascii", place)[0].splitlines()[1] == "at worst:"
    assert "at worst: " in run(0, "--format=svg", place)[0]


def check_every_line(path):
    """Each access is drawn, and the drawing is XML."""
    lines = run(2, path + ":1")[1]
    for line in re.findall(r"\d+", lines.split("with one:")[1])[:2]:
        out, _ = run(0, "--format=svg", "%s:%s" % (path, line))
        assert xml.fromstring(out).tag == SVG + "svg"


def check_mistakes():
    assert "lines with one: 11, 16" in run(2, EXAMPLE + ":3")[1]
    for words in ((EXAMPLE + ":",), (EXAMPLE + ":0",), (":16",), (), (EXAMPLE + ":16", EXAMPLE + ":11"),
                  ("--warp", "32", EXAMPLE + ":16"), ("--warp", "x", EXAMPLE + ":16"), ("--iteration", "-1", EXAMPLE + ":16"),
                  ("--turn", "7", EXAMPLE + ":16"), ("nowhere.cu:3",), ("--layout", "3", EXAMPLE + ":16"),
                  ("--layout", "0", EXAMPLE + ":16"), ("--layout", "worst", EXAMPLE + ":16")):
        out, messages = run(2, *words)
        assert not out and messages, words


check_snapshot()
check_svg()
check_layouts()
check_merged()
check_copies()
check_data_dependent()
check_every_line("kernels/async_copy.cu")
check_every_line("kernels/atomics.cu")
check_every_line("kernels/vectors.cu")
check_mistakes()
sys.exit(0)
