#!/usr/bin/env python3
"""record-terminal.py SMEMLINT OUT.svg: what the program prints on a terminal, as a picture that moves.

COMMANDS run in a folder with the example, on a terminal of their own, so that they colour what they print.  Each appears
in its turn, then its output; the rows scroll up when the window is full.  A viewer that does not animate shows the first
rows.  The same program gives the same bytes: tests/integration/recording.sh compares."""
import html
import os
import pty
import re
import shutil
import subprocess
import sys
import tempfile

EXAMPLE = "testdata/examples/transpose.cu"
# (command, seconds that its output is shown)
COMMANDS = [("smemlint transpose.cu", 6), ("smemlint -q --diff transpose.cu", 6), ("smemlint --fix transpose.cu", 3),
            ("smemlint transpose.cu", 4)]
TYPING = 1.0  # seconds from a command to its output
COLUMNS, ROWS = 118, 25
CELL_WIDTH, CELL_HEIGHT, MARGIN = 7.8, 18, 14
STYLES = {"1": "b", "31": "red", "32": "green", "35": "violet", "36": "cyan"}

STYLE = """\
svg { --back: #fff; --edge: #d1d9e0; --ink: #1f2328; --red: #cf222e; --green: #1a7f37; --violet: #8250df; --cyan: #0969da; }
@media (prefers-color-scheme: dark) {
svg { --back: #0d1117; --edge: #3d444d; --ink: #e6edf3; --red: #ff7b72; --green: #3fb950; --violet: #d2a8ff; --cyan: #79c0ff; } }
rect { fill: var(--back); stroke: var(--edge); }
text { fill: var(--ink); font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; white-space: pre; }
.b { font-weight: bold; } .red { fill: var(--red); } .green { fill: var(--green); } .violet { fill: var(--violet); } .cyan { fill: var(--cyan); }
"""


def output_of(program, command, folder):
    """What a terminal gets."""
    environment = {"PATH": os.path.dirname(program) + ":/usr/bin:/bin", "HOME": folder, "XDG_CACHE_HOME": folder + "/cache",
                   "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "")}
    ours, theirs = pty.openpty()
    process = subprocess.Popen(["bash", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=theirs,
                               stderr=theirs)
    os.close(theirs)
    text = b""
    while True:
        try:
            text += os.read(ours, 65536)
        except OSError:  # the terminal's end
            break
    if process.wait() > 1:
        sys.exit(f"'{command}' failed: {text.decode()}")
    return text.decode().replace("\r\n", "\n")


def rows_of(text):
    """Rows of COLUMNS cells at most; a cell is (character, styles)."""
    rows, styles = [[]], ()
    for code, character in re.findall(r"\033\[([\d;]*)m|([^\033])", text):
        if not character:
            for number in code.split(";"):
                styles = () if number in ("", "0") else tuple(dict.fromkeys(styles + (STYLES[number],)))
        elif character == "\n":
            rows.append([])
        else:
            for cell in " " * (8 - len(rows[-1]) % 8) if character == "\t" else character:
                if len(rows[-1]) == COLUMNS:
                    rows.append([])
                rows[-1].append((cell, styles))
    return rows[:-1] if not rows[-1] else rows


def spans_of(row):
    """(column, text, styles) of each run of one style, without the blanks around it."""
    at = 0
    while at < len(row):
        end = next((i for i in range(at, len(row)) if row[i][1] != row[at][1]), len(row))
        text = "".join(cell for cell, _ in row[at:end])
        if text.strip():
            yield at + len(text) - len(text.lstrip()), text.strip(), row[at][1]
        at = end


def draw(rows, first):
    """Widths are given, so that columns are columns in any font."""
    for number, row in enumerate(rows, first):
        y = number * CELL_HEIGHT + 13
        for column, text, styles in spans_of(row):
            kind = f' class="{" ".join(styles)}"' if styles else ""
            yield (f'<text x="{MARGIN + column * CELL_WIDTH:.1f}" y="{y}" textLength="{len(text) * CELL_WIDTH:.1f}"{kind}>'
                   f"{html.escape(text, quote=False)}</text>")


def scenes(program):
    """(rows, seconds until the next): a command, its output, the next command."""
    with tempfile.TemporaryDirectory() as folder:
        os.makedirs(folder + "/bin")
        os.symlink(program, folder + "/bin/smemlint")
        shutil.copy(EXAMPLE, folder)
        for command, seconds in COMMANDS:
            yield rows_of(f"\033[32m$\033[0m \033[1m{command}\033[0m"), TYPING
            yield rows_of(output_of(folder + "/bin/smemlint", command, folder)), seconds


def steps(name, changes, total):
    """Keyframes that jump: changes are (second, declaration)."""
    frames = " ".join(f"{100 * second / total:.2f}% {{ {what} }}" for second, what in changes)
    return f"@keyframes {name} {{ {frames} }}\n"


def main(program, out):
    style, body, scrolls, first, now = STYLE, [], [(0, "transform: none")], 0, 0
    all_scenes = list(scenes(os.path.abspath(program)))
    total = sum(seconds for _, seconds in all_scenes)
    moving = ""
    for number, (rows, seconds) in enumerate(all_scenes):
        body.append(f'<g id="s{number}">')
        body += draw(rows, first)
        body.append("</g>")
        first += len(rows)
        if now:
            moving += steps(f"k{number}", [(0, "visibility: hidden"), (now, "visibility: visible")], total)
            moving += f"#s{number} {{ animation: k{number} {total}s step-end infinite; }}\n"
        if first > ROWS:
            scrolls.append((now, f"transform: translateY({(ROWS - first) * CELL_HEIGHT}px)"))
        now += seconds
    moving += steps("scroll", scrolls, total) + f"#rows {{ animation: scroll {total}s step-end infinite; }}\n"
    style += "@media (prefers-reduced-motion: no-preference) {\n" + moving + "}\n"
    width, height = round(2 * MARGIN + COLUMNS * CELL_WIDTH), 2 * MARGIN + ROWS * CELL_HEIGHT
    texts = "; ".join(command for command, _ in COMMANDS)
    with open(out, "w", encoding="utf-8") as file:
        file.write(f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img" xml:space="preserve">\n'
                   f"<!-- scripts/record-terminal.py wrote this -->\n<title>A terminal: {texts}</title>\n<style>\n{style}</style>\n"
                   f'<rect x="0.5" y="0.5" width="{width - 1}" height="{height - 1}" rx="8"/>\n'
                   f'<svg y="{MARGIN}" width="{width}" height="{height - 2 * MARGIN}">\n<g id="rows">\n' + "\n".join(body) + "\n</g>\n</svg>\n</svg>\n")


main(*sys.argv[1:])
