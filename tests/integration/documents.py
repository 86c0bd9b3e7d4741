"""documents.py PROJECT COPY DOCUMENT.md...: checks links, widths, and that what is shown can be done.

A link leads to a file that is there, and to a heading in it.  No line is wider than WIDTH, but in a block that shows what
a command printed.

Every block of the README and of the documents for users is one of commands, which are run in a copy of PROJECT at COPY, one
for each document, with COPY/build on PATH; or NOT_RUN says why it is not.  So are commands in sentences.  After "$ " a command must print what is below
it, where "…" stands for anything.  Others must end with 0, or 1 for findings; FORMS stand for words that are no names."""
import os
import re
import shutil
import subprocess
import sys

WIDTH = 110
README_LINES = 120

COMMAND = r"(\$ .*|(build/)?smemlint|scripts/\S+|cmake|cd|cp|make|git|meson|bear|ninja|bazel|sudo|code|ncu|nvcc|pip|pipx|tar|curl|docker)( |$)"

CONFIGURATION = r"# \.smemlint\.yaml|libraries:"

# What a block begins with, or a command, that is not run, and why.
NOT_RUN = [
    (r"scripts/(try|test)\.sh", "installs packages and builds: the second is what runs this test"),
    (r"cmake --preset|cmake --build --preset", "builds the program: scripts/test.sh does"),
    (r"cd build && cpack", "with_package makes the package"),
    (r"sudo ", "changes the system"),
    (r"curl -fsSL RELEASE|smemlint-\S*/bin/smemlint|pip install ", "takes a release: with_archive and with_wheel have one of their own"),
    (r"podman ", "takes podman, and an image from a registry"),
    (r"scripts/install-deps\.sh", "installs packages: scripts/test.sh does"),
    (r"code --install-extension", "takes VS Code: lsp_vscode installs the extension"),
    (r"ncu |\{ ncu ", "takes a GPU"),
    (r"smemlint .*(build/app|libkernels\.a)", "takes a build by nvcc, and cuobjdump"),
    (r"# WORKSPACE|# \.bazelrc|bazel ", "with_bazel runs such builds"),
    (r"meson |bear ", "with_projects runs them, with a project for each"),
    (r".*\| reviewdog", "takes reviewdog, and a pull request"),
    (r"find_package\(smemlint|smemlint_", "with_cmake_targets configures such a project"),
    (r"# \.pre-commit-config\.yaml|repos:", "with_pre_commit has such a configuration"),
    (r"# \.github/|- run: smemlint", "a workflow, which GitHub runs: with_action_run runs the action"),
    (r"# \.gitlab-ci\.yml|smemlint:", "a job, which GitLab runs: with_gitlab runs the template"),
    (CONFIGURATION, "a configuration, given to --verify-config below"),
    (r"# yaml-language-server", "a comment for yaml-language-server"),
    (r"vim\.api|\(add-to-list|\(require|function! |\[language-server|\{$", "an editor's settings: lsp_neovim, lsp_eglot"),
    (r"gemm\.cu:|sgemm_1\.cu:", "takes CUTLASS: scripts/check-cute.py"),
    (r"// smemlint: |tile\[threadIdx", "CUDA, with comments"),
]
# What takes a program that may not be there.
TAKES = [(r"smemlint .*--codegen=/", "/usr/local/cuda/bin/nvcc"), (r"smemlint .*--codegen", "nvcc"),
         (r"smemlint verify", "clang-22"), (r"cmake ", "ninja"), (r"make ", "make")]

FORMS = [
    (r"[][]", ""), (r"--ncu-report FILE FILE\.cu\.\.\.", "--ncu-report multi.csv multi.cu"), (r"(?<=1024' )FILE\.cu\.\.\.", "multi.cu"),
    (r"FORMAT:FILE", "json:out.json"),
    (r"FILE:LINE", "transpose.cu:16"), (r"FILE(\.cu)?(\.\.\.|\b)", "transpose.cu"), (r"\bFORMAT\b", "concise"),
    (r"\bFLAGS\b", "-Iinclude"), (r"\bOPTIONS\b", "--arch sm_90"), (r"COMPILER ARGS\.\.\.", "true -c transpose.cu"),
    (r"\bDIR\b", "installed"),
]


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

    def sentences(self):
        """The commands with a file, or a rule, that stand in the prose."""
        text = "\n".join(line for _, line, block in self.lines if block is None)
        return [[code.replace("\n", " ")] for code in re.findall(r"`((?:build/)?smemlint [^`]*)`", text)
                if re.search(r"\.cu|\.ptx|FILE|--explain smem", code)]

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


class Runs:
    """Runs commands, and counts them."""

    def __init__(self, folder):
        self.folder = folder
        self.original = os.environ["PATH"]
        # Behind the compiler that is there: one that stands in for it, for builds.
        path = [os.path.join(folder, "build"), self.original, os.environ["STAND_IN"]]
        self.environment = dict(os.environ, PATH=":".join(path))
        self.n_run = self.n_compared = 0
        self.left_out = []
        self.reasons = set()

    def is_left_out(self, text):
        """Whether a command, or a block that begins with this line, is not run."""
        reason = next((reason for pattern, reason in NOT_RUN if re.match(pattern, text)), None)
        missing = next((program for pattern, program in TAKES
                        if re.match(pattern, text) and not shutil.which(program, path=self.original)), None)
        self.reasons.add(reason)
        if reason or missing:
            self.left_out.append(f"{text.strip()}: {reason or 'takes ' + missing}")
        return bool(reason or missing)

    def run(self, command):
        self.n_run += 1
        done = subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=self.folder, env=self.environment,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return done.returncode, re.sub(r"\s+$", "", done.stdout.decode(), flags=re.M)

    def shown(self, block):
        for part in re.split(r"^\$ ", "\n".join(block), flags=re.M)[1:]:
            command, _, shown = part.partition("\n")
            while command.endswith("\\"):
                more, _, shown = shown.partition("\n")
                command += "\n" + more
            if self.is_left_out(command):
                continue
            printed = self.run(command)[1]
            self.n_compared += 1
            shown = re.sub(r"\s+$", "", shown, flags=re.M)
            if not re.fullmatch(".*?".join(map(re.escape, shown.split("…"))), printed, re.S):
                yield f"'{command}' does not print what is shown, but\n{printed}"

    def listed(self, block):
        for line in block:
            command = line
            for form, word in FORMS:
                command = re.sub(form, word, command)
            if not line.strip() or self.is_left_out(line):
                continue
            status, printed = self.run(command)
            if status > 1 or (status and "smemlint" not in command):
                yield f"'{line}' ends with status {status}:\n{printed}"

    def block(self, block):
        if shows_output(block):
            yield from self.shown(block)
        elif any(re.match(COMMAND, line) for line in block):
            yield from self.listed(block)
        elif not self.is_left_out(block[0]):
            yield f"'{block[0]}' begins a block of which nothing is known: NOT_RUN in documents.py"
        if re.match(CONFIGURATION, block[0]):
            yield from self.configuration(block)

    def configuration(self, block):
        folder = os.path.join(self.folder, "configured")
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, ".smemlint.yaml"), "w", encoding="utf-8") as file:
            file.write("\n".join(block))
        status, printed = self.run("smemlint --verify-config configured/.smemlint.yaml")
        if status:
            yield f"the configuration is not accepted:\n{printed}"


def problems(document, runs, project):
    path = document.path
    for number, line, block in document.lines:
        if len(line) > WIDTH and not shows_output(block):
            yield f"{path}:{number}: {len(line)} columns"
    for number, line in document.prose():
        for link in re.findall(r"\]\(([^)\s]+)\)", line):
            if leads_nowhere(path, link):
                yield f"{path}:{number}: {link} leads nowhere"
    if path == "README.md" and len(document.lines) > README_LINES:
        yield f"{path}: more than {README_LINES} lines: what is more belongs into docs/users"
    if path == "README.md" or path.startswith("docs/users/"):
        shutil.rmtree(runs.folder, ignore_errors=True)
        shutil.copytree(project, runs.folder, symlinks=True)
        for block in document.blocks + document.sentences():
            yield from (f"{path}: {problem}" for problem in runs.block(block))


project, copy = sys.argv[1:3]
runs = Runs(copy)
found = [problem for path in sys.argv[3:] for problem in problems(Document(path), runs, project)]
found += [f"NOT_RUN has what is nowhere: {reason}" for _, reason in NOT_RUN if reason not in runs.reasons]
print(f"{runs.n_run} commands were run, what {runs.n_compared} print was compared; not run:")
print("\n".join("    " + text for text in sorted(set(runs.left_out))))
print("\n".join(found))
sys.exit(bool(found))
