"""documents.py FOLDER DOCUMENT.md...: checks links, widths, and what commands are shown to print.

A link leads to a file that is there, and to a heading in it.  No line is wider than WIDTH, but in a block that shows what
a command printed.  A block that begins with "$ smemlint", "$ build/smemlint" or "$ cp" is tried in a copy of FOLDER, one for
each document, with FOLDER/build on PATH: each command must print what stands below it, where "…" stands for anything."""
import os
import re
import shutil
import subprocess
import sys

WIDTH = 110


class Document:
    def __init__(self, path):
        self.path = path
        self.lines = []   # (number, text, the verbatim block that it is part of, or None)
        self.blocks = []  # lists of lines
        self.read(open(path, encoding="utf-8").read().split("\n"))

    def read(self, lines):
        block, fenced, before = None, False, ""
        for number, line in enumerate(lines, 1):
            is_fence = line.lstrip().startswith("```")
            indented = line.startswith("    ") and (block is not None or not before.strip())
            if is_fence:
                fenced, block = not fenced, None
            elif fenced or indented:
                if block is None:
                    self.blocks.append(block := [])
                block.append(line if fenced else line[4:])
            elif line.strip():
                block = None
            self.lines.append((number, line, block))
            before = line

    def prose(self):
        return [(number, re.sub(r"`[^`]*`", "", line)) for number, line, block in self.lines if block is None]

    def headings(self):
        """By the names that GitHub gives them."""
        texts = [line.lstrip("#").strip() for _, line, block in self.lines if block is None and line.startswith("#")]
        return [re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-") for text in texts]


def shows_output(block):
    return block is not None and any(line.startswith("$ ") for line in block)


def leads_nowhere(path, link):
    target, _, heading = link.partition("#")
    file = os.path.join(os.path.dirname(path), target) if target else path
    if re.match(r"[a-z]+:", link):
        return False
    return not os.path.exists(file) or (heading and heading not in Document(file).headings())


def prints_otherwise(block, folder):
    for part in re.split(r"^\$ ", "\n".join(block), flags=re.M)[1:]:
        command, _, shown = part.partition("\n")
        while command.endswith("\\"):
            more, _, shown = shown.partition("\n")
            command += "\n" + more
        environment = dict(os.environ, PATH=os.path.join(folder, "build") + ":" + os.environ["PATH"])
        printed = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, stdout=subprocess.PIPE,
                                 stderr=subprocess.STDOUT).stdout
        printed = re.sub(r"\s+$", "", printed.decode(), flags=re.M)
        shown = re.sub(r"\s+$", "", shown, flags=re.M)
        if not re.fullmatch(".*?".join(map(re.escape, shown.split("…"))), printed, re.S):
            yield f"'{command}' does not print what is shown, but\n{printed}"


def problems(document, folder):
    path = document.path
    for number, line, block in document.lines:
        if len(line) > WIDTH and not shows_output(block):
            yield f"{path}:{number}: {len(line)} columns"
    for number, line in document.prose():
        for link in re.findall(r"\]\(([^)\s]+)\)", line):
            if leads_nowhere(path, link):
                yield f"{path}:{number}: {link} leads nowhere"
    copy = shutil.copytree(folder, os.path.abspath(folder) + ".copy", symlinks=True)
    for block in document.blocks:
        if re.match(r"\$ ((build/)?smemlint|cp) ", block[0]):
            yield from (f"{path}: {problem}" for problem in prints_otherwise(block, copy))
    shutil.rmtree(copy)


found = [problem for path in sys.argv[2:] for problem in problems(Document(path), sys.argv[1])]
print("\n".join(found))
sys.exit(bool(found))
